"""Which term to commit to: what a seller asks for the need on demand and with each of its terms.

A commitment is billed for the whole term whatever is used (FinOps FOCUS: used and unused), so it is worth it from
`cost of the term / rate on demand` hours of use; use above the commitment is billed on demand. Fees are the same under
all of a seller's terms and are left out of that division.
"""

from collections.abc import Iterable
from decimal import ROUND_CEILING, Decimal

from pricing.advice.outcomes import TermChoice, TermOption
from pricing.base import changed
from pricing.book import Book
from pricing.catalog import Mode, Offer
from pricing.costs import LineKind, Quote
from pricing.quoting import Quoter, Ranked
from pricing.rules.basis import Basis
from pricing.rules.rental import Rate, term_hours
from pricing.scenario import Scenario
from pricing.selection import Candidate, candidates
from pricing.units import Duration, TimeUnit

LENGTHS = tuple(Decimal(months) for months in (1, 3, 6, 12, 24, 36))
"""Lengths of need, in months, for which the best term is named."""
NOTHING = Decimal(0)
SEVERAL = 2
MODES = (Mode.ON_DEMAND, Mode.COMMITTED)


def term_choices(scenario: Scenario, book: Book, otherwise: Scenario | None = None) -> tuple[TermChoice, ...]:
    """The choice at each seller that has terms of the GPU asked for, the cheapest for the need first.

    `otherwise`: the need as it may turn out: shorter, or of fewer GPUs. Raises NoRate, NoAssumption.
    """
    basis = Basis(scenario, book)
    groups: dict[tuple[str, ...], list[Candidate]] = {}
    for one in candidates(basis):
        if not one.is_substitute and one.offer.mode in MODES and one.price is not None:
            groups.setdefault(_machine(one), []).append(one)
    chosen = (_with_plain_on_demand(group) for group in groups.values())
    found = [choice for group in chosen if (choice := _choice(group, basis, otherwise))]
    return tuple(sorted(found, key=lambda choice: choice.best.quote.effective_cost))


def _machine(one: Candidate) -> tuple[str, ...]:
    """Terms are held against each other for the same machine in the same place."""
    offer = one.offer
    return (offer.provider, offer.gpu, offer.name, str(offer.gpus_per_node), offer.region)


def _with_plain_on_demand(group: Iterable[Candidate]) -> list[Candidate]:
    """The terms, and of the ways on demand the plain one; the seller's plans, cheapest first, where there is none."""
    terms = [one for one in group if one.offer.mode is Mode.COMMITTED]
    free = [one for one in group if one.offer.mode is Mode.ON_DEMAND]
    free.sort(key=lambda one: (bool(one.offer.plan), one.price.value if one.price and one.price.value else NOTHING))
    plain = [one for one in free if not one.offer.plan]
    return [*(plain[:1] or free), *sorted(terms, key=lambda one: (one.offer.term_months or NOTHING, one.offer.id))]


def _choice(group: list[Candidate], basis: Basis, otherwise: Scenario | None) -> TermChoice | None:
    if not any(one.offer.mode is Mode.COMMITTED for one in group):
        return None
    quotes = _quotes(group, basis)
    if len(quotes) < SEVERAL:
        return None
    free = next((quote for quote in quotes if quote.offer.mode is Mode.ON_DEMAND), None)
    per_hour = None if free is None else _hour(free, basis)
    turned = {}
    if otherwise is not None:
        turned = _otherwise(group, basis, otherwise)
    options = tuple(_option(quote, basis, per_hour, turned.get(quote.offer.id)) for quote in quotes)
    priced = [option for option in options if option.otherwise is not None]
    return TermChoice(
        options=options,
        best=min(options, key=lambda option: option.quote.effective_cost),
        best_otherwise=min(priced, key=lambda option: option.otherwise or NOTHING) if priced else None,
        per_hour=per_hour,
        by_length=tuple(_by_length(group, basis)),
    )


def _quotes(group: Iterable[Candidate], basis: Basis) -> list[Quote]:
    quoter = Quoter(basis)
    ranked = [quoter.rank(one) for one in group]
    return [quoter.quote(one) for one in ranked if isinstance(one, Ranked)]


def _ranked(group: Iterable[Candidate], scenario: Scenario, book: Book) -> list[Ranked]:
    """What they would cost for another need, without workings."""
    quoter = Quoter(Basis(scenario, book))
    return [found for one in group if isinstance(found := quoter.rank(one), Ranked)]


def _otherwise(group: list[Candidate], basis: Basis, otherwise: Scenario) -> dict[str, Decimal]:
    """Offer id -> cost of the need as it turns out. A commitment that was made for the whole need is owed for all of
    its GPUs; on demand only what is used is paid."""
    committed = changed(otherwise, gpu_count=basis.scenario.gpu_count)
    free = _ranked((one for one in group if one.offer.mode is Mode.ON_DEMAND), otherwise, basis.book)
    terms = _ranked((one for one in group if one.offer.mode is Mode.COMMITTED), committed, basis.book)
    return {one.offer.id: one.effective for one in (*free, *terms)}


def _hour(quote: Quote, basis: Basis) -> Decimal:
    """An hour of work on demand; an efficiency loss makes it longer."""
    return quote.per_month / basis.hours_per_month / (1 - quote.offer.efficiency_loss)


def _option(quote: Quote, basis: Basis, per_hour: Decimal | None, otherwise: Decimal | None) -> TermOption:
    unused = sum((line.amount for line in quote.effective if line.kind is LineKind.UNUSED), NOTHING)
    if quote.offer.mode is not Mode.COMMITTED or quote.price is None:
        return TermOption(quote, unused, otherwise=otherwise)
    hours = term_hours(quote.offer, basis)
    upfront = sum((line.amount for line in quote.effective if line.kind is LineKind.UPFRONT), NOTHING)
    cost = Rate(quote.offer, quote.price, basis).per_hour() * hours + upfront
    worth = cost / per_hour if per_hour else None
    return TermOption(quote, unused, hours, cost, worth if worth is not None and worth <= hours else None, otherwise)


def _by_length(group: list[Candidate], basis: Basis) -> Iterable[tuple[Decimal, Offer]]:
    """The cheapest for each length of need, by its effective cost."""
    for months in LENGTHS:
        need = Duration(value=months, unit=TimeUnit.MONTH)
        ranked = _ranked(group, changed(basis.scenario, duration=need), basis.book)
        if ranked:
            yield months, min(ranked, key=lambda one: (one.effective, one.offer.id)).offer


def part_of(scenario: Scenario, share: Decimal) -> Scenario:
    """The need if only a share of it is used: so many whole GPUs."""
    count = int((scenario.gpu_count * share).to_integral_value(rounding=ROUND_CEILING))
    return changed(scenario, gpu_count=max(1, count))
