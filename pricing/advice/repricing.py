"""The options of a comparison priced once more, with some numbers changed: by the same rules, only those options."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from decimal import Decimal

from pricing.advice.varied_book import VariedBook
from pricing.base import changed
from pricing.book import Book, PricedComponent
from pricing.catalog import ComponentKind, Mode
from pricing.costs import Comparison, Quote
from pricing.quoting import Quoter, Ranked
from pricing.rules.basis import Basis
from pricing.rules.ownership import CAPITAL
from pricing.scenario import Scenario
from pricing.selection import Candidate
from pricing.units import PricingUnit

Factors = Mapping[str, Decimal]
"""What is multiplied: ids of offers, components, fees, and pairs of currencies."""
WORK = "work-factor"
"""Beside the ids: how many other GPUs do the work of one."""
FACTS = {PricingUnit.NODE_KW, PricingUnit.PERCENT, PricingUnit.PERCENT_PER_YEAR}


def repriced(
    before: Comparison, quotes: Iterable[Quote], book: Book, scenario: Scenario, factors: Factors | None = None
) -> Comparison:
    """These quotes of a comparison for another scenario, or with prices multiplied. Raises NoRate, NoAssumption.

    Options that cannot be priced so (sold for a shorter time only) are gaps. All quotes are featured; the own hardware
    compared with stays the same. Break-evens are left out.
    """
    view = VariedBook(book, factors or {})
    basis = Basis(scenario, view)
    quoter = Quoter(basis)
    results = [quoter.rank(_candidate(quote, view)) for quote in quotes]
    ranked = [one for one in results if isinstance(one, Ranked)]
    ranked.sort(key=lambda one: (one.is_substitute, one.effective, one.offer.id))
    found = [quoter.quote(one) for one in ranked]
    own = next((one for one in found if before.own and one.offer.id == before.own.offer.id), None)
    return replace(
        before,
        scenario=scenario,
        currency=scenario.currency,
        hours=basis.hours,
        hours_per_month=basis.hours_per_month,
        quotes=found,
        featured=tuple(range(len(found))),
        gaps=tuple(one for one in results if not isinstance(one, Ranked)),
        break_evens=(),
        assumptions=tuple(basis.used.values()),
        own=own,
    )


def _candidate(quote: Quote, view: VariedBook) -> Candidate:
    price = quote.price and view.varied(quote.price)
    work = quote.work_factor
    if work is not None and quote.is_substitute:
        work *= view.factors.get(WORK, Decimal(1))
    return Candidate(quote.offer, price, quote.provider, quote.is_substitute, work)


def by_id(comparison: Comparison, quote: Quote | None) -> Quote | None:
    """The quote of the same offer."""
    return next((one for one in comparison.quotes if quote and one.offer.id == quote.offer.id), None)


def hardware(quote: Quote, book: Book) -> tuple[PricedComponent, ...]:
    """What is paid when own hardware is bought: its amounts per GPU, node and cluster."""
    return tuple(one for one in book.components(quote.offer.id) if one.component.unit in CAPITAL)


def running(quote: Quote, book: Book) -> tuple[PricedComponent, ...]:
    """Amounts of own hardware that fall due as time goes on."""
    parts = book.components(quote.offer.id)
    return tuple(one for one in parts if one.component.unit not in CAPITAL | FACTS)


def price_factors(quote: Quote, book: Book, factor: Decimal) -> Factors:
    """The price of a rental with its upfront parts, or all that is paid when own hardware is bought, multiplied."""
    if quote.offer.mode is Mode.OWNED:
        return {one.component.id: factor for one in hardware(quote, book)}
    parts = book.components(quote.offer.id) if quote.offer.mode is Mode.COMMITTED else ()
    upfront = {one.component.id: factor for one in parts if one.component.kind is ComponentKind.UPFRONT}
    return {quote.offer.id: factor, **upfront}


def at_price(quote: Quote, scenario: Scenario, factor: Decimal) -> Scenario:
    """The scenario with the price of a card that the asker was quoted multiplied, where own hardware is what varies."""
    price = scenario.price
    if quote.offer.mode is not Mode.OWNED or price is None or price.per is not None:
        return scenario
    return changed(scenario, price=changed(price, amount=price.amount * factor))
