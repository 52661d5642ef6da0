"""Target prices: at which price an option ties with the best of the others, or renting with owning.

Every cost is a straight line over the price it rests on (fees and other parts stay), so two points give the line and
the tie follows in closed form:
`price = now x (1 + (cost of the other - cost now) / (cost at twice the price - cost now))`.
"""

from collections.abc import Iterable, Sequence
from decimal import Decimal

from pricing.advice.outcomes import Measure, PriceToTie, Tie
from pricing.advice.repricing import at_price, by_id, price_factors, repriced
from pricing.book import Book
from pricing.catalog import Mode
from pricing.costs import Comparison, Quote
from pricing.units import PricingUnit

ONE, TWO = Decimal(1), Decimal(2)


def prices_to_tie(
    comparison: Comparison, book: Book, options: Iterable[Quote], against_own: bool = False
) -> tuple[PriceToTie, ...]:
    """For each option the price at which it ties with the best of the others on show, or with own hardware.

    The others are those that one order gets and that cannot be taken away, of the GPU asked for. Another GPU is judged
    by equal work, and by effective cost only. Options without a price to turn are left out. Raises NoRate.
    """
    others = [comparison.own] if against_own and comparison.own else rivals(comparison)
    found = (_to_tie(comparison, book, option, [one for one in others if one]) for option in options)
    return tuple(one for one in found if one)


def rivals(comparison: Comparison) -> list[Quote]:
    """Options that others are held against: firm, no spot, of the GPU asked for; all of them where there is none."""
    shown = [comparison.quotes[i] for i in comparison.featured]
    same = [quote for quote in shown if not quote.is_substitute] or shown
    return [quote for quote in same if quote.is_firm and quote.offer.mode is not Mode.SPOT] or same


def cost(quote: Quote, measure: Measure, hours: Decimal) -> Decimal | None:
    """What counts: the effective cost of the run (for equal work where it is another GPU), or the cash it takes."""
    if quote.is_substitute:
        return quote.equal_work_cost if measure is Measure.EFFECTIVE else None
    if measure is Measure.EFFECTIVE:
        return quote.effective_cost
    return quote.own.cash_for(hours) if quote.own else quote.billed_cost


def _to_tie(comparison: Comparison, book: Book, option: Quote, others: Sequence[Quote]) -> PriceToTie | None:
    now = _price_now(comparison, option)
    if now is None or not now[0]:
        return None
    rivals_ = [one for one in others if one.offer.id != option.offer.id]
    twice = _at(comparison, book, option, TWO)
    effective, cash = (_tie(comparison, book, (option, twice), rivals_, now[0], measure) for measure in Measure)
    return PriceToTie(option, *now, effective, cash)


def _price_now(comparison: Comparison, option: Quote) -> tuple[Decimal, str, str] | None:
    if option.own:
        gpus = option.nodes * option.offer.gpus_per_node
        return option.own.capex / gpus, comparison.currency, PricingUnit.PER_GPU.value
    if option.price is None or option.price.value is None:
        return None
    return option.price.value, option.price.currency, option.price.unit.value


def _tie(
    comparison: Comparison,
    book: Book,
    line: tuple[Quote, Quote],
    others: Sequence[Quote],
    now: Decimal,
    measure: Measure,
) -> Tie | None:
    """`line`: the option at its price and at twice its price."""
    option = line[0]
    costs = [(amount, one) for one in others if (amount := cost(one, measure, comparison.hours)) is not None]
    once, twice = (cost(one, measure, comparison.hours) for one in line)
    if not costs or once is None or twice is None:
        return None
    goal, against = min(costs, key=lambda pair: (pair[0], pair[1].offer.id))
    slope = twice - once
    factor = ONE + (goal - once) / slope if slope else None
    if factor is None or factor < 0 or (factor == 0 and option.own):  # hardware for nothing is no price
        return Tie(measure, against, goal, None, None)
    return Tie(measure, against, goal, now * factor, cost_at(comparison, book, option, factor, measure))


def cost_at(comparison: Comparison, book: Book, option: Quote, factor: Decimal, measure: Measure) -> Decimal:
    """What an option costs with its price multiplied, by the rules of the quote."""
    amount = cost(_at(comparison, book, option, factor), measure, comparison.hours)
    assert amount is not None
    return amount


def _at(comparison: Comparison, book: Book, option: Quote, factor: Decimal) -> Quote:
    scenario = at_price(option, comparison.scenario, factor)
    after = repriced(comparison, [option], book, scenario, price_factors(option, book, factor))
    found = by_id(after, option)
    assert found is not None, "what was priced before is priced again"
    return found
