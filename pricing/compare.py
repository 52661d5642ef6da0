"""Compares the ways to get the GPUs of a scenario, on one book, in one currency. A pure function of both.

All offers are ranked by their cost; the workings of a quote are made when somebody looks at it, so that a book with
many offers costs no more than the rows that are shown.
"""

from collections.abc import Callable, Sequence
from decimal import Decimal
from typing import overload

from pricing.book import Book
from pricing.break_even import break_even
from pricing.catalog import Mode, Offer
from pricing.costs import BreakEven, Comparison, Gap, Quote
from pricing.featured import best_own, featured
from pricing.flags import Flag, FlagKind
from pricing.quoting import Quoter, Ranked
from pricing.rules.basis import Basis
from pricing.scenario import Scenario
from pricing.selection import candidates
from pricing.supposed import touched


def compare(scenario: Scenario, book: Book) -> Comparison:
    """All ways to procure what the scenario needs, priced.

    Expected trouble (no price, no exchange rate, unknown fee, stale price) is a gap or a flag and never hides the
    other rows. Raises NoAssumption when the book lacks a number that everything rests on, KeyError for a GPU that is
    not in the catalog.
    """
    basis = Basis(scenario, book)
    quoter = Quoter(basis)
    ranked: list[Ranked] = []
    gaps: list[Gap] = []
    for one in candidates(basis):
        result = quoter.rank(one)
        (ranked if isinstance(result, Ranked) else gaps).append(result)  # type: ignore[arg-type]
    ranked.sort(key=lambda one: (one.is_substitute, one.effective, one.offer.id))
    quotes = Quotes(ranked, quoter)
    shown = featured(ranked, scenario.gpu_count)
    rows = [quotes[i] for i in shown]
    place = best_own(ranked)
    own = None if place is None or ranked[place].is_substitute else quotes[place]
    return Comparison(
        scenario=scenario,
        day=book.day,
        book_version=book.version,
        currency=scenario.currency,
        hours=basis.hours,
        hours_per_month=basis.hours_per_month,
        quotes=quotes,
        featured=shown,
        gaps=tuple(gaps),
        break_evens=_break_evens(own, rows, basis),
        assumptions=tuple(basis.used.values()),
        rates=basis.rates(rows),
        own=own,
        supposed=touched(scenario, (one.flags for one in ranked)),
    )


class Quotes(Sequence[Quote]):
    """Quotes in order of rank, each made when it is first looked at."""

    def __init__(self, ranked: list[Ranked], quoter: Quoter) -> None:
        self._ranked, self._quoter = ranked, quoter
        self._made: dict[int, Quote] = {}
        self._on_demand = _on_demand_rates(ranked)

    def __len__(self) -> int:
        return len(self._ranked)

    @overload
    def __getitem__(self, index: int) -> Quote: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Quote]: ...
    def __getitem__(self, index: int | slice) -> Quote | Sequence[Quote]:
        if isinstance(index, slice):
            return [self[i] for i in range(*index.indices(len(self)))]
        place = range(len(self))[index]
        if place not in self._made:
            one = self._ranked[place]
            dear = (Flag(FlagKind.DEARER_THAN_ON_DEMAND),) if self._is_dear(one) else ()
            self._made[place] = self._quoter.quote(one, dear)
        return self._made[place]

    def of(self, wanted: Callable[[Offer], bool]) -> tuple[Quote, ...]:
        """The quotes of the offers that are wanted; the others are not worked out."""
        return tuple(self[i] for i, one in enumerate(self._ranked) if wanted(one.offer))

    def _is_dear(self, one: Ranked) -> bool:
        """A spot or committed rate above the same provider's on-demand rate: a discount that is none."""
        limit = self._on_demand.get(_shelf(one))
        return one.offer.mode in (Mode.SPOT, Mode.COMMITTED) and limit is not None and one.per_gpu_hour > limit


def _on_demand_rates(ranked: list[Ranked]) -> dict[tuple[str, str, str], Decimal]:
    rates: dict[tuple[str, str, str], Decimal] = {}
    for one in ranked:
        if one.offer.mode is Mode.ON_DEMAND:
            rates[_shelf(one)] = min(one.per_gpu_hour, rates.get(_shelf(one), one.per_gpu_hour))
    return rates


def _shelf(one: Ranked) -> tuple[str, str, str]:
    return (one.offer.provider, one.offer.gpu, one.offer.region)


def _break_evens(own: Quote | None, rows: list[Quote], basis: Basis) -> tuple[BreakEven, ...]:
    """The own hardware that is compared with against each rental that is shown."""
    if own is None or basis.scenario.duration is None:
        return ()
    rentals = [row for row in rows if row.own is None]
    return tuple(break_even(own, rental, basis.hours, basis.hours_per_month) for rental in rentals)
