"""Values for tests: a price book in memory, and the seed article's offers as it printed them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from decimal import Decimal

from pricing.book import Entry, EntryKind, PricedComponent, PricedFee, PricedOffer
from pricing.catalog import (
    Claim,
    Component,
    ComponentKind,
    Fee,
    FeeKind,
    Gpu,
    Instance,
    Mode,
    Offer,
    PriceKind,
    Provider,
    ProviderKind,
    Region,
)
from pricing.errors import NoAssumption
from pricing.scenario import Scenario
from pricing.units import Duration, PricingUnit, TimeUnit

DAY = date(2026, 12, 1)
ENTERED = datetime(2026, 12, 1, tzinfo=UTC)
ARTICLE = "starverse-ai.com/guide/archives/2684"
ASSUMPTIONS = {
    "hours_per_month": "730",
    "utilisation": "0.70",
    "depreciation_years": "5",
    "pue": "1.3",
    "power_load": "0.75",
    "cost_of_capital": "0.08",
    "egress_gb_per_30_days_per_1024_gpus": "8000",
    "requests_per_day_per_1024_gpus": "200000",
    "storage_gb": "0",
    "stale_days_list": "30",
    "stale_days_spot": "1",
    "mfu": "0.40",
}


@dataclass(eq=False)
class MemoryBook:
    """A price book held in memory: what is put in is in force, whatever the day."""

    day: date = DAY
    version: int = 1
    gpus: dict[str, Gpu] = field(default_factory=dict)
    providers: dict[str, Provider] = field(default_factory=dict)
    instances: dict[str, Instance] = field(default_factory=dict)
    regions: dict[str, Region] = field(default_factory=dict)
    priced: list[PricedOffer] = field(default_factory=list)
    fee_tiers: list[PricedFee] = field(default_factory=list)
    parts: list[PricedComponent] = field(default_factory=list)
    stated: list[Claim] = field(default_factory=list)
    rates: dict[tuple[str, str], Entry] = field(default_factory=dict)
    assumptions: dict[str, Entry] = field(default_factory=dict)

    def offers(self, gpu: str) -> tuple[PricedOffer, ...]:
        return tuple(item for item in self.priced if item.offer.gpu == gpu)

    def gpus_of_providers(self) -> Mapping[str, frozenset[str]]:
        providers = {item.offer.provider for item in self.priced}
        return {p: frozenset(i.offer.gpu for i in self.priced if i.offer.provider == p) for p in providers}

    def fees(self, provider: str) -> tuple[PricedFee, ...]:
        return tuple(item for item in self.fee_tiers if item.fee.provider == provider)

    def components(self, offer: str) -> tuple[PricedComponent, ...]:
        return tuple(item for item in self.parts if item.component.offer == offer)

    def claims(self, offer: str) -> tuple[Claim, ...]:
        return tuple(claim for claim in self.stated if claim.offer == offer)

    def rate(self, base: str, quote: str) -> Entry | None:
        return self.rates.get((base, quote))

    def assumption(self, name: str) -> Entry:
        if name not in self.assumptions:
            raise NoAssumption(name, self.day)
        return self.assumptions[name]


def an_entry(
    kind: EntryKind,
    subject: str,
    value: str | None,
    unit: PricingUnit,
    currency: str = "",
    observed: str = "2026-11-20",
    **about: object,
) -> Entry:
    """A dated number with a source."""
    fields = {"effective_from": DAY, "source": "test", "entered_by": "tests", "entered_at": ENTERED, **about}
    return Entry(
        kind=kind,
        subject=subject,
        value=None if value is None else Decimal(value),
        unit=unit,
        currency=currency,
        observed_on=observed,
        **fields,
    )


def a_gpu(name: str, tflops: str | None = "989", **about: object) -> Gpu:
    """A GPU with a dense BF16 peak."""
    return Gpu(id=name, bf16_dense_tflops=None if tflops is None else Decimal(tflops), source="test", **about)


def a_provider(name: str, kind: ProviderKind = ProviderKind.SPECIALISED) -> Provider:
    """A provider named after its id."""
    return Provider(id=name, names={"en": name.title(), "zh": name.title()}, kind=kind)


def a_book(**assumptions: str) -> MemoryBook:
    """A book with the standing assumptions, two GPUs and no offers."""
    book = MemoryBook()
    for name, value in {**ASSUMPTIONS, **assumptions}.items():
        book.assumptions[name] = an_entry(EntryKind.ASSUMPTION, name, value, PricingUnit.NUMBER)
    book.assumptions["electricity"] = an_entry(
        EntryKind.ASSUMPTION, "electricity", "0.0904", PricingUnit.KWH, currency="USD"
    )
    for gpu in (a_gpu("H100"), a_gpu("A100", "312"), a_gpu("B200", "2250"), a_gpu("L4", None)):
        book.gpus[gpu.id] = gpu
    return book


def add_offer(
    book: MemoryBook,
    price: str | None,
    unit: PricingUnit = PricingUnit.GPU_HOUR,
    currency: str = "CNY",
    kind: ProviderKind = ProviderKind.SPECIALISED,
    observed: str = "2026-11-20",
    **terms: object,
) -> Offer:
    """Put an offer with its price into the book; None for an offer without a price."""
    fields: dict[str, object] = {
        "id": f"offer-{len(book.priced)}",
        "provider": "nimbus",
        "name": "node",
        "gpu": "H100",
        "mode": Mode.ON_DEMAND,
        "gpus_per_node": 8,
        **terms,
    }
    offer = Offer.model_validate(fields)
    book.providers.setdefault(offer.provider, a_provider(offer.provider, kind))
    entry = None
    if price is not None:
        entry = an_entry(EntryKind.PRICE, offer.id, price, unit, currency, observed, id=len(book.priced) + 1)
    book.priced.append(PricedOffer(offer, entry))
    return offer


def add_fee(
    book: MemoryBook,
    provider: str,
    kind: FeeKind,
    tiers: Sequence[tuple[str, str]],
    unit: PricingUnit = PricingUnit.GB,
    currency: str = "CNY",
) -> None:
    """Put a fee into the book: (start of tier, price) pairs."""
    for start, price in tiers:
        name = f"{provider}/{kind}/{start}"
        fee = Fee(id=name, provider=provider, kind=kind, unit=unit, tier_from=Decimal(start))
        book.fee_tiers.append(PricedFee(fee, an_entry(EntryKind.FEE, name, price, unit, currency)))


def add_component(
    book: MemoryBook,
    offer: str,
    kind: ComponentKind,
    value: str,
    unit: PricingUnit,
    basis_gpus: int | None = None,
    currency: str = "CNY",
    basis_months: int | None = None,
    observed: str = "2026-11-20",
) -> None:
    """Put a part of an offer's cost into the book."""
    name = f"{offer}/{kind}"
    component = Component(id=name, offer=offer, kind=kind, unit=unit, basis_gpus=basis_gpus, basis_months=basis_months)
    book.parts.append(PricedComponent(component, an_entry(EntryKind.COMPONENT, name, value, unit, currency, observed)))


def add_rate(book: MemoryBook, base: str, quote: str, value: str) -> None:
    """Put an exchange rate into the book: `quote` for one `base`."""
    entry = an_entry(EntryKind.RATE, f"{base}/{quote}", value, PricingUnit.RATE, quote)
    book.rates[base, quote] = entry


def article_book(**assumptions: str) -> MemoryBook:
    """The seed article's three offers exactly as it printed them (2026-03-06), in CNY."""
    book = a_book(**assumptions)
    add_offer(
        book,
        "128000",
        PricingUnit.NODE_MONTH,
        observed="2026-03-06",
        id="starverse/a100-8/on-demand",
        provider="starverse",
        gpu="A100",
        increment=Duration(value=Decimal(1), unit=TimeUnit.MINUTE),
        lead_time_hours=Decimal(0),
        local_nvme_tb=Decimal(20),
    )
    add_offer(
        book,
        "260000",
        PricingUnit.NODE_MONTH,
        kind=ProviderKind.HYPERSCALER,
        observed="2026-03-06",
        id="top-cloud-cn/a100-8/monthly",
        provider="top-cloud-cn",
        gpu="A100",
        increment=Duration(value=Decimal(1), unit=TimeUnit.MONTH),
        efficiency_loss=Decimal("0.07"),
        queue_hours=Decimal(48),
        price_kind=PriceKind.CLAIM,
    )
    add_fee(book, "top-cloud-cn", FeeKind.EGRESS, [("0", "0.8")])
    add_fee(book, "top-cloud-cn", FeeKind.REQUESTS, [("0", "0.01")], PricingUnit.REQUESTS_10K)
    add_own(book)
    return book


def add_own(book: MemoryBook) -> Offer:
    """The article's own cluster of 1,024 H100: 286.72 M + 85 M + 38 M CNY over five years, six months to deliver."""
    offer = add_offer(
        book,
        None,
        kind=ProviderKind.OWN,
        id="own/article-h100",
        provider="own",
        mode=Mode.OWNED,
        lead_time_hours=Decimal(4380),
    )
    add_component(book, offer.id, ComponentKind.GPU, "280000", PricingUnit.PER_GPU)
    add_component(book, offer.id, ComponentKind.SERVER_NETWORK, "85000000", PricingUnit.PER_CLUSTER, 1024)
    add_component(book, offer.id, ComponentKind.OPERATIONS, "38000000", PricingUnit.CLUSTER_LIFE, 1024, basis_months=60)
    return offer


def weeks(number: int | str) -> Duration:
    """A need of so many weeks."""
    return Duration(value=Decimal(number), unit=TimeUnit.WEEK)


def a_scenario(**fields: object) -> Scenario:
    """1,024 H100 for six weeks, in CNY, unless said otherwise."""
    return Scenario.model_validate(
        {"gpu": "H100", "gpu_count": 1024, "duration": weeks(6), "currency": "CNY", **fields}
    )


def a_price(offer: str, value: str | None, entered_at: datetime = ENTERED, observed_on: str = "2026-11-01") -> Entry:
    """A price of an offer in CNY a GPU-hour, in force from the beginning of 2026; None withdraws it."""
    return Entry(
        kind=EntryKind.PRICE,
        subject=offer,
        value=None if value is None else Decimal(value),
        currency="CNY",
        unit=PricingUnit.GPU_HOUR,
        effective_from=date(2026, 1, 1),
        observed_on=observed_on,
        source="test",
        entered_by="tests",
        entered_at=entered_at,
    )
