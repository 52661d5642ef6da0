"""Comparisons by hand, so that replies are tested without the pricing engine: the seed article and invented offers."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, date, datetime
from decimal import Decimal

from pricing.book import Entry, EntryKind
from pricing.catalog import Mode, Offer, PriceKind, Provider, ProviderKind, Tax
from pricing.costs import BreakEven, Comparison, CostLine, Due, Factor, FactorUnit, Gap, LineKind, OwnFigures, Quote
from pricing.flags import Flag, FlagKind
from pricing.scenario import Scenario
from pricing.units import Duration, PricingUnit, TimeUnit

DAY = date(2026, 12, 1)
ENTERED = datetime(2026, 12, 1, 9, 30, tzinfo=UTC)
ARTICLE = "starverse-ai.com/guide/archives/2684"
D = Decimal
MONTH = D(730)
HOURS = D(1008)
LIFE_HOURS = D(43800)
RATE = D("7.1")
FACTOR = D(989) / D(312)


def a_scenario(**fields: object) -> Scenario:
    """1,024 H100 for six weeks in CNY, unless said otherwise."""
    weeks = Duration(value=D(6), unit=TimeUnit.WEEK)
    return Scenario.model_validate({"gpu": "H100", "gpu_count": 1024, "duration": weeks, "currency": "CNY", **fields})


def an_entry(
    number: int,
    kind: EntryKind,
    subject: str,
    value: str,
    unit: PricingUnit,
    currency: str = "",
    observed: str = "2026-11-20",
    source: str = "example.com/prices",
) -> Entry:
    """A dated number with a source, as it stands in the book."""
    return Entry(
        id=number,
        kind=kind,
        subject=subject,
        value=D(value),
        unit=unit,
        currency=currency,
        observed_on=observed,
        effective_from=DAY,
        source=source,
        entered_by="seed data",
        entered_at=ENTERED,
    )


def a_provider(name: str, kind: ProviderKind, zh: str = "") -> Provider:
    """A provider with a name in both languages."""
    return Provider(id=name.casefold().replace(" ", "-"), names={"en": name, "zh": zh or name}, kind=kind)


def an_offer(provider: Provider, offer_id: str, **terms: object) -> Offer:
    """An offer of eight H100 a node, on demand, unless said otherwise."""
    fields = {"name": "8x H100", "gpu": "H100", "mode": Mode.ON_DEMAND, "gpus_per_node": 8, "tax": Tax.EXCLUDED}
    return Offer.model_validate({"id": offer_id, "provider": provider.id, **fields, **terms})


def product(factors: Sequence[Factor]) -> Decimal:
    """The factors multiplied or divided in order."""
    amount = D(1)
    for factor in factors:
        amount = amount / factor.value if factor.divide else amount * factor.value
    return amount


def a_line(kind: LineKind, factors: Sequence[Factor], entries: Sequence[Entry], due: Due | None = None) -> CostLine:
    """A line that is the product of its factors."""
    return CostLine(kind, product(factors), tuple(factors), tuple(entries), due)


def own_quote() -> Quote:
    """The article's own cluster: 371.72 M CNY at order, 38 M over five years, 13,470,246.58 for the run at 70% use."""
    provider = a_provider("Own", ProviderKind.OWN, "自建")
    offer = an_offer(provider, "own/article", name="article", mode=Mode.OWNED, lead_time_hours=D(4380))
    share = (
        Factor(HOURS, FactorUnit.HOURS),
        Factor(LIFE_HOURS, FactorUnit.LIFE_HOURS, divide=True),
        Factor(D("0.70"), FactorUnit.UTILISATION, divide=True),
    )
    parts = []
    for number, kind, value, unit, head in (
        (11, LineKind.GPU, "280000", PricingUnit.PER_GPU, (Factor(D(1024), FactorUnit.GPUS),)),
        (12, LineKind.SERVER_NETWORK, "85000000", PricingUnit.PER_CLUSTER, ()),
        (13, LineKind.OPERATIONS, "38000000", PricingUnit.CLUSTER_LIFE, ()),
    ):
        price = an_entry(
            number, EntryKind.COMPONENT, f"own/article/{kind}", value, unit, "CNY", "2026-03-06", source=ARTICLE
        )
        factors = (*head, Factor(D(value), FactorUnit.PRICE, per=f"CNY {unit.value}"))
        parts.append((kind, factors, price))
    return Quote(
        offer=offer,
        provider=provider,
        price=None,
        nodes=128,
        idle_gpus=0,
        run_hours=HOURS,
        per_month=D(409_720_000) / 60,
        effective=tuple(a_line(kind, (*factors, *share), [price]) for kind, factors, price in parts),
        billed=tuple(
            a_line(kind, factors, [price], Due.IF_KEPT if kind is LineKind.OPERATIONS else Due.AT_ORDER)
            for kind, factors, price in parts
        ),
        equal_work=tuple(a_line(kind, (*factors, *share), [price]) for kind, factors, price in parts),
        work_factor=D(1),
        is_substitute=False,
        ready_hours=D(4380),
        flags=(),
        own=OwnFigures(
            capex=D(371_720_000),
            running_cost=D(38_000_000),
            residual=D(0),
            life_months=D(60),
            life_hours=LIFE_HOURS,
            utilisation=D("0.70"),
            own_hours_only=D(409_720_000) * HOURS / LIFE_HOURS,
        ),
    )


def _a100_quote(
    provider: Provider, price: Entry, offer: Offer, loss: str, flags: Sequence[Flag], billed_months: Decimal | None
) -> Quote:
    per_node = Factor(price.value or D(0), FactorUnit.PRICE, per="CNY Node-Months")
    nodes, of_a_month = Factor(D(128), FactorUnit.NODES), Factor(MONTH, FactorUnit.HOURS_PER_MONTH, divide=True)
    head = (nodes, per_node, Factor(HOURS, FactorUnit.HOURS), of_a_month)
    factors = (*head, Factor(1 - D(loss), FactorUnit.LOSS, divide=True)) if D(loss) else head
    compute = a_line(LineKind.COMPUTE, factors, [price])
    equal = Factor(FACTOR, FactorUnit.EQUAL_WORK)
    whole = (*head[:2], Factor(billed_months * MONTH, FactorUnit.HOURS), of_a_month) if billed_months else head
    return Quote(
        offer=offer,
        provider=provider,
        price=price,
        nodes=128,
        idle_gpus=0,
        run_hours=HOURS / (1 - D(loss)),
        per_month=128 * (price.value or D(0)),
        effective=(compute,),
        billed=(a_line(LineKind.COMPUTE, whole, [price], Due.DURING_RUN),),
        equal_work=(a_line(LineKind.COMPUTE, (*factors, equal), [price]),),
        work_factor=FACTOR,
        is_substitute=True,
        ready_hours=offer.lead_time_hours,
        flags=(Flag(FlagKind.SUBSTITUTE, ("A100", "H100", FACTOR)), Flag(FlagKind.STALE, (270,)), *flags),
    )


def starverse_quote() -> Quote:
    """StarVerse in the article: 22,623,386.30 CNY, by the minute."""
    provider = a_provider("StarVerse", ProviderKind.SPECIALISED, "星宇智算")
    minute = Duration(value=D(1), unit=TimeUnit.MINUTE)
    offer = an_offer(provider, "starverse/a100", gpu="A100", increment=minute, lead_time_hours=D(0), tax=Tax.UNKNOWN)
    price = an_entry(
        17, EntryKind.PRICE, offer.id, "128000", PricingUnit.NODE_MONTH, "CNY", "2026-03-06", source=ARTICLE
    )
    return _a100_quote(provider, price, offer, "0", [Flag(FlagKind.FEE_UNKNOWN, ("egress",))], None)


def cloud_quote() -> Quote:
    """The article's public cloud: 49,421,606.49 CNY with its losses and fees, 66,560,000 for two whole months."""
    provider = a_provider("Top cloud", ProviderKind.HYPERSCALER, "头部云")
    month = Duration(value=D(1), unit=TimeUnit.MONTH)
    offer = an_offer(
        provider,
        "top-cloud/a100",
        gpu="A100",
        increment=month,
        efficiency_loss=D("0.07"),
        lead_time_hours=D(48),
        price_kind=PriceKind.CLAIM,
        tax=Tax.UNKNOWN,
    )
    price = an_entry(
        18, EntryKind.PRICE, offer.id, "260000", PricingUnit.NODE_MONTH, "CNY", "2026-03-06", source=ARTICLE
    )
    used = HOURS / D("0.93") / MONTH
    flags = [Flag(FlagKind.CLAIM), Flag(FlagKind.WHOLE_STEPS, (used, D(2), "month"))]
    quote = _a100_quote(provider, price, offer, "0.07", flags, D(2))
    egress = an_entry(21, EntryKind.FEE, "top-cloud/egress", "0.8", PricingUnit.GB, "CNY", "2026-03-06", source=ARTICLE)
    calls = an_entry(
        22, EntryKind.FEE, "top-cloud/requests", "0.01", PricingUnit.REQUESTS_10K, "CNY", "2026-03-06", source=ARTICLE
    )
    fees = (
        a_line(
            LineKind.EGRESS,
            (Factor(D(11200), FactorUnit.GB), Factor(D("0.8"), FactorUnit.PRICE, per="CNY GB")),
            [egress],
        ),
        a_line(
            LineKind.REQUESTS,
            (
                Factor(D(8_400_000), FactorUnit.REQUESTS),
                Factor(D(10000), FactorUnit.PLAIN, divide=True),
                Factor(D("0.01"), FactorUnit.PRICE, per="CNY 10000 Requests"),
            ),
            [calls],
        ),
    )
    assert quote.equal_work is not None
    return replace(quote, effective=quote.effective + fees, equal_work=quote.equal_work + fees)


def usd_rate() -> Entry:
    """CNY for one USD."""
    return an_entry(31, EntryKind.RATE, "USD/CNY", str(RATE), PricingUnit.RATE, source="central bank")


def usd_quote(
    seller: str,
    number: int,
    per_gpu_hour: str,
    kind: ProviderKind,
    flags: Sequence[Flag] = (),
    ready: str | None = "0",
    **terms: object,
) -> Quote:
    """An invented offer of H100 priced in USD per GPU-hour, converted at 7.1."""
    provider = a_provider(seller, kind)
    offer = an_offer(provider, f"{provider.id}/h100-{number}", **terms)
    price = an_entry(number, EntryKind.PRICE, offer.id, per_gpu_hour, PricingUnit.GPU_HOUR, "USD")
    entries = [price, usd_rate()]
    factors = (
        Factor(D(1024), FactorUnit.GPUS),
        Factor(D(per_gpu_hour), FactorUnit.PRICE, per="USD GPU-Hours"),
        Factor(HOURS, FactorUnit.HOURS),
        Factor(RATE, FactorUnit.RATE, per="CNY/USD"),
    )
    line = a_line(LineKind.COMPUTE, factors, entries)
    return Quote(
        offer=offer,
        provider=provider,
        price=price,
        nodes=128,
        idle_gpus=0,
        run_hours=HOURS,
        per_month=line.amount * MONTH / HOURS,
        effective=(line,),
        billed=(replace(line, due=Due.DURING_RUN),),
        equal_work=(line,),
        work_factor=D(1),
        is_substitute=False,
        ready_hours=None if ready is None else D(ready),
        flags=tuple(flags),
    )


def a_break_even(own: Quote, rental: Quote) -> BreakEven:
    """When `own` wins against `rental`, by the formulas of finance practice."""
    assert own.own is not None
    figures = own.own

    def against(month: Decimal) -> tuple[Decimal | None, Decimal | None, Decimal | None, Decimal | None]:
        running = figures.running_cost / figures.life_months
        months = figures.capex / (month - running) if month > running else None
        upfront, use = figures.tco / month, figures.tco / figures.life_months / month
        return (
            months if months is not None and months <= figures.life_months else None,
            upfront if upfront <= figures.life_months else None,
            use if use <= 1 else None,
            figures.tco / (month * HOURS / MONTH),
        )

    months, upfront, use, runs = against(rental.per_month)
    equal = against(rental.per_month * (rental.work_factor or D(1)))
    return BreakEven(own, rental, months, upfront, use, runs, equal[0], equal[2], equal[3])


def assumptions() -> tuple[Entry, ...]:
    """Assumptions as a book holds them."""
    values = {
        "hours_per_month": "730",
        "depreciation_years": "5",
        "utilisation": "0.70",
        "egress_gb_per_30_days_per_1024_gpus": "8000",
        "requests_per_day_per_1024_gpus": "200000",
        "storage_gb": "0",
        "stale_days_list": "30",
        "stale_days_spot": "1",
    }
    return tuple(
        an_entry(40 + i, EntryKind.ASSUMPTION, name, value, PricingUnit.NUMBER, source="house assumption")
        for i, (name, value) in enumerate(values.items())
    )


def a_comparison(quotes: Sequence[Quote], **fields: object) -> Comparison:
    """These quotes side by side, all featured, with the break-evens of the first own hardware."""
    own = next((q for q in quotes if q.own and not q.is_substitute), None)
    made: dict[str, object] = {
        "scenario": a_scenario(),
        "day": DAY,
        "book_version": 412,
        "currency": "CNY",
        "hours": HOURS,
        "hours_per_month": MONTH,
        "quotes": tuple(quotes),
        "featured": tuple(range(len(quotes))),
        "gaps": (),
        "break_evens": tuple(a_break_even(own, q) for q in quotes if own and not q.own),
        "assumptions": assumptions(),
        "rates": (),
        "own": own,
        **fields,
    }
    return Comparison(**made)  # type: ignore[arg-type]


def seed_comparison() -> Comparison:
    """The article's three offers and nothing else."""
    return a_comparison([own_quote(), starverse_quote(), cloud_quote()])


def market_quotes() -> list[Quote]:
    """The article's offers beside invented offers of H100 in USD."""
    spot = usd_quote(
        "Vast",
        51,
        "1.90",
        ProviderKind.MARKETPLACE,
        [Flag(FlagKind.SPOT_INTERRUPTION), Flag(FlagKind.AGE_UNKNOWN)],
        ready=None,
        mode=Mode.SPOT,
    )
    nimbus = usd_quote("Nimbus", 52, "3.99", ProviderKind.SPECIALISED)
    big = usd_quote("Big Cloud", 53, "6.88", ProviderKind.HYPERSCALER)
    return [own_quote(), spot, nimbus, big, starverse_quote(), cloud_quote()]


def a_gap(reason: str = "no-price", detail: str = "") -> Gap:
    """An offer that could not be priced."""
    provider = a_provider("Gapless", ProviderKind.SPECIALISED)
    return Gap(an_offer(provider, f"gapless/{reason}"), provider, reason, detail)


def market_comparison(**fields: object) -> Comparison:
    """Five invented and printed offers side by side, one without a price, one without an exchange rate."""
    gaps = (a_gap(), a_gap("no-rate", "EUR/CNY"))
    return a_comparison(market_quotes(), gaps=gaps, rates=(usd_rate(),), **fields)


def b200_comparison() -> Comparison:
    """1,024 B200 for the same six weeks, rented only."""
    quotes = [
        usd_quote("Nimbus", 71, "5.49", ProviderKind.SPECIALISED, gpu="B200"),
        usd_quote("Big Cloud", 72, "9.36", ProviderKind.HYPERSCALER, gpu="B200"),
    ]
    return a_comparison(quotes, scenario=a_scenario(gpu="B200"), rates=(usd_rate(),))
