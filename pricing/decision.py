"""What decides between the options of a comparison. Rests on the quotes that are shown, so that it can be checked."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from decimal import Decimal

from pricing.catalog import Mode
from pricing.costs import BreakEven, Comparison, Quote


@dataclass(frozen=True, slots=True)
class Decision:
    """Rent or buy for this need, by cash.

    `rental`: the rental to take, of the GPU asked for while there is any, else the cheapest for equal work. `rent`: its
    cash outlay, or its cost for equal work. `own`: the hardware compared with; `buy`: what owning it takes over the
    need (a purchase for each life begun, and running cost). `break_even`: of these two. `buying`: whether buying takes
    less. None where there is nothing of the kind.
    """

    rental: Quote | None
    rent: Decimal | None
    own: Quote | None
    buy: Decimal | None
    break_even: BreakEven | None

    @property
    def buying(self) -> bool:
        """Whether buying takes less cash for this need than renting."""
        return self.buy is not None and self.rent is not None and self.buy <= self.rent

    @property
    def other_gpu(self) -> bool:
        """Whether the rental is of another GPU than the one asked for."""
        return self.rental is not None and self.rental.is_substitute


def decide(comparison: Comparison) -> Decision:
    """The decision of a comparison.

    A substitute is judged by equal work only; spot decides only where nothing else is firm.
    """
    shown = [comparison.quotes[i] for i in comparison.featured]
    own = comparison.own
    rental, rent = _rental(shown)
    buy = None
    if own is not None and own.own is not None:
        buy = own.own.cash_for(comparison.hours)
    found = None
    if own is not None and rental is not None:
        pairs = comparison.break_evens
        found = next((item for item in pairs if _same(item.own, own) and _same(item.rental, rental)), None)
    return Decision(rental, rent, own, buy, found)


def _same(one: Quote, other: Quote) -> bool:
    return one.offer.id == other.offer.id


def _rental(shown: Iterable[Quote]) -> tuple[Quote | None, Decimal | None]:
    rentals = [quote for quote in shown if quote.own is None]
    same = [quote for quote in rentals if not quote.is_substitute]
    if same:
        best = _most_certain(same, lambda quote: quote.billed_cost)
        return best, best.billed_cost
    others = [quote for quote in rentals if quote.equal_work_cost is not None]
    if others:
        best = _most_certain(others, lambda quote: quote.equal_work_cost or Decimal(0))
        return best, best.equal_work_cost
    return None, None


def _most_certain(quotes: Iterable[Quote], cost: Callable[[Quote], Decimal]) -> Quote:
    """The cheapest of those that one order gets and that cannot be taken away; of the others where there are none."""
    return min(quotes, key=lambda quote: (not quote.is_firm, quote.offer.mode is Mode.SPOT, cost(quote)))
