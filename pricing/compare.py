"""Compares the ways to get the GPUs of a scenario, on one book, in one currency. A pure function of both."""

from dataclasses import replace
from decimal import Decimal

from pricing.book import Book, Entry, PricedOffer
from pricing.break_even import break_even
from pricing.catalog import Mode, Offer, Provider
from pricing.costs import BreakEven, Comparison, CostLine, Factor, FactorUnit, Flag, FlagKind, Gap, LineKind, Quote
from pricing.errors import NoRate
from pricing.featured import MAX_ROWS, featured
from pricing.rules.basis import Basis
from pricing.rules.fees import Fees, billed
from pricing.rules.ownership import own
from pricing.rules.rental import rent
from pricing.scenario import Scenario
from pricing.selection import asked_region, candidates, in_region
from pricing.substitutes import work_factor

WORK_LINES = {LineKind.COMPUTE, LineKind.UNUSED, LineKind.UPFRONT}


def compare(scenario: Scenario, book: Book) -> Comparison:
    """All ways to procure what the scenario needs, priced.

    Expected trouble (no price, no exchange rate, unknown fee, stale price) is a gap or a flag and never hides the
    other rows. Raises NoAssumption when the book lacks a number that everything rests on, KeyError for a GPU that is
    not in the catalog.
    """
    pricing = _Pricing(scenario, book)
    quotes: list[Quote] = []
    gaps: list[Gap] = []
    for item in candidates(pricing.basis):
        result = pricing.quote(item)
        (quotes if isinstance(result, Quote) else gaps).append(result)  # type: ignore[arg-type]
    quotes.sort(key=_by_cost)
    ranked = _flag_dear_discounts(quotes)
    shown = featured(ranked)
    basis = pricing.basis
    return Comparison(
        scenario=scenario,
        day=book.day,
        book_version=book.version,
        currency=scenario.currency,
        hours=basis.hours,
        hours_per_month=basis.hours_per_month,
        quotes=tuple(ranked),
        featured=shown,
        gaps=tuple(gaps),
        break_evens=_break_evens(ranked, shown, basis),
        assumptions=tuple(basis.used.values()),
        rates=basis.rates(),
    )


def _by_cost(quote: Quote) -> tuple[bool, Decimal, str]:
    return (quote.is_substitute, quote.effective_cost, quote.offer.id)


class _Pricing:
    """Prices the offers of one scenario on one book."""

    def __init__(self, scenario: Scenario, book: Book) -> None:
        self.scenario, self.book = scenario, book
        self.basis = Basis(scenario, book)
        self.fees = Fees(self.basis)
        self.asked = self.basis.gpu
        self.region = asked_region(self.basis)

    def quote(self, item: PricedOffer) -> Quote | Gap:
        """One offer priced, or why it cannot be."""
        provider = self.book.providers[item.offer.provider]
        try:
            if item.offer.mode is Mode.OWNED:
                return self._own(item, provider) or Gap(item.offer, provider, "no-price")
            if item.price is None or item.price.value is None:
                return Gap(item.offer, provider, "no-price")
            return self._rental(item, item.price, provider)
        except NoRate as missing:
            return Gap(item.offer, provider, "no-rate", f"{missing.base}/{missing.quote}")

    def _own(self, item: PricedOffer, provider: Provider) -> Quote | None:
        result = own(item, self.book.components(item.offer.id), self.basis)
        if result is None:
            return None
        factor, flags = self._work(item.offer)
        flags += self._common_flags(item.offer, result.prices)
        return Quote(
            offer=item.offer,
            provider=provider,
            price=None,
            nodes=result.nodes,
            idle_gpus=result.nodes * item.offer.gpus_per_node - self.scenario.gpu_count,
            run_hours=self.basis.hours,
            per_month=result.per_month,
            effective=result.effective,
            billed=result.billed,
            equal_work=scaled(result.effective, factor, everything=True),
            work_factor=factor,
            is_substitute=self._is_substitute(item.offer),
            ready_hours=ready_hours(item.offer),
            flags=(*flags, *result.flags),
            own=result.own,
        )

    def _rental(self, item: PricedOffer, price: Entry, provider: Provider) -> Quote:
        offer = item.offer
        parts = self.book.components(offer.id) if offer.mode is Mode.COMMITTED else ()
        result = rent(item, price, parts, self.basis)
        fee_lines, fee_flags = self.fees.of(offer, result.nodes)
        factor, flags = self._work(offer)
        flags += self._common_flags(offer, (price,))
        return Quote(
            offer=offer,
            provider=provider,
            price=price,
            nodes=result.nodes,
            idle_gpus=result.nodes * offer.gpus_per_node - self.scenario.gpu_count,
            run_hours=result.run_hours,
            per_month=result.per_month,
            effective=result.effective + fee_lines,
            billed=result.billed + billed(fee_lines),
            equal_work=scaled(result.effective + fee_lines, factor),
            work_factor=factor,
            is_substitute=self._is_substitute(offer),
            ready_hours=ready_hours(offer),
            flags=(*flags, *result.flags, *fee_flags),
        )

    def _is_substitute(self, offer: Offer) -> bool:
        return offer.gpu != self.asked.id and offer.gpu not in self.asked.covers

    def _work(self, offer: Offer) -> tuple[Decimal | None, list[Flag]]:
        factor = work_factor(self.asked, self.book.gpus[offer.gpu])
        if not self._is_substitute(offer):
            return factor, []
        if factor is None:
            return None, [Flag(FlagKind.FACTOR_UNKNOWN, (offer.gpu,))]
        return factor, [Flag(FlagKind.SUBSTITUTE, (offer.gpu, self.asked.id, factor))]

    def _common_flags(self, offer: Offer, prices: tuple[Entry, ...]) -> list[Flag]:
        age = self.basis.age_flag(offer, prices)
        flags = [age] if age else []
        if self.region is not None and offer.mode is not Mode.OWNED and in_region(offer, self.region) is None:
            flags.append(Flag(FlagKind.REGION_UNKNOWN))
        return flags


def ready_hours(offer: Offer) -> Decimal | None:
    """Hours from order to running: lead time and usual queue; None when neither is known."""
    known = [hours for hours in (offer.lead_time_hours, offer.queue_hours) if hours is not None]
    return sum(known, Decimal(0)) if known else None


def scaled(
    lines: tuple[CostLine, ...], factor: Decimal | None, everything: bool = False
) -> tuple[CostLine, ...] | None:
    """The lines for equal work: compute times the factor, fees as they are (the same data leaves).

    None without a factor. Own hardware is scaled as a whole (`everything`).
    """
    if factor is None:
        return None
    if factor == 1:
        return lines
    step = Factor(factor, FactorUnit.EQUAL_WORK)
    return tuple(
        CostLine(line.kind, line.amount * factor, (*line.factors, step), line.entries, line.due, line.charge_category)
        if everything or line.kind in WORK_LINES
        else line
        for line in lines
    )


def _flag_dear_discounts(quotes: list[Quote]) -> list[Quote]:
    """Spot and committed offers whose rate is above the same provider's on-demand rate say so."""
    on_demand: dict[tuple[str, str, str], Decimal] = {}
    for quote in quotes:
        if quote.offer.mode is Mode.ON_DEMAND:
            key, rate = _shelf(quote), _rate(quote)
            on_demand[key] = min(rate, on_demand.get(key, rate))
    return [_with_flag(q, Flag(FlagKind.DEARER_THAN_ON_DEMAND)) if _is_dear(q, on_demand) else q for q in quotes]


def _shelf(quote: Quote) -> tuple[str, str, str]:
    return (quote.offer.provider, quote.offer.gpu, quote.offer.region)


def _rate(quote: Quote) -> Decimal:
    return quote.per_month / (quote.nodes * quote.offer.gpus_per_node)


def _is_dear(quote: Quote, on_demand: dict[tuple[str, str, str], Decimal]) -> bool:
    if quote.offer.mode not in (Mode.SPOT, Mode.COMMITTED):
        return False
    limit = on_demand.get(_shelf(quote))
    return limit is not None and _rate(quote) > limit


def _with_flag(quote: Quote, flag: Flag) -> Quote:
    return replace(quote, flags=(*quote.flags, flag))


def _break_evens(quotes: list[Quote], shown: tuple[int, ...], basis: Basis) -> tuple[BreakEven, ...]:
    """The best own hardware of the GPU asked for against each rental that is shown."""
    owned = next((q for q in quotes if q.own and not q.is_substitute), None)
    if owned is None or basis.scenario.duration is None:
        return ()
    rentals = [quotes[i] for i in shown[:MAX_ROWS] if quotes[i].own is None]
    return tuple(break_even(owned, rental, basis.hours, basis.hours_per_month) for rental in rentals)
