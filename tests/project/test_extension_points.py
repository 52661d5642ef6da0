"""What a new provider, offer, fee or GPU touches: rows of the price book, and nothing else."""

from datetime import UTC, datetime
from decimal import Decimal
from pathlib import Path

import pytest

from bot.desk import Answer, Asking, Desk
from pricing.book import Entry, EntryKind
from pricing.catalog import Fee, FeeKind, Gpu, Mode, Offer, Provider, ProviderKind
from pricing.costs import LineKind, Quote
from pricing.store import Store
from pricing.units import PricingUnit

NOW = datetime(2026, 12, 1, tzinfo=UTC)


@pytest.fixture
def store(tmp_path: Path) -> Store:
    store = Store.open(tmp_path / "book.db", now=NOW)
    names = {"en": "Nimbus Cloud", "zh": "雨云"}
    store.add_provider(
        Provider(id="nimbus", names=names, kind=ProviderKind.SPECIALISED, aliases=("nimbus cloud", "雨云"))
    )
    store.add_gpu(Gpu(id="Q77", aliases=("q77", "quark 77"), bf16_dense_tflops=Decimal(1978), source="test"))
    for gpu, value in (("H100", "2"), ("Q77", "4")):
        offer = f"nimbus/{gpu}"
        store.add_offers([Offer(id=offer, provider="nimbus", name=gpu, gpu=gpu, mode=Mode.ON_DEMAND, gpus_per_node=8)])
        store.add_entries([an_entry(EntryKind.PRICE, offer, value, PricingUnit.GPU_HOUR)])
    store.add_fees([Fee(id="nimbus/egress", provider="nimbus", kind=FeeKind.EGRESS, unit=PricingUnit.GB)])
    store.add_entries([an_entry(EntryKind.FEE, "nimbus/egress", "0.05", PricingUnit.GB)])
    return store


def an_entry(kind: EntryKind, subject: str, value: str, unit: PricingUnit) -> Entry:
    return Entry(
        kind=kind,
        subject=subject,
        value=Decimal(value),
        currency="USD",
        unit=unit,
        effective_from=NOW.date(),
        observed_on="2026-12-01",
        source="test",
        entered_by="U1",
        entered_at=NOW,
    )


def asked(store: Store, text: str) -> Answer:
    return Desk(store.book, NOW.date, "USD").ask(Asking(text, "U1"))


def only_quote(answer: Answer) -> Quote:
    [comparison] = answer.comparisons
    [quote] = comparison.quotes
    return quote


@pytest.mark.parametrize(
    "text", ["64 H100 for 100 hours, only Nimbus Cloud, 10 TB egress", "64张H100，100小时，只看雨云，出网10TB"]
)
def test_a_provider_its_offer_and_its_fee(store: Store, text: str) -> None:
    quote = only_quote(asked(store, text))
    amounts = {line.kind: line.amount for line in quote.effective}
    assert amounts == {LineKind.COMPUTE: 64 * 100 * 2, LineKind.EGRESS: 10_000 * Decimal("0.05")}


def test_a_gpu(store: Store) -> None:
    quote = only_quote(asked(store, "64 quark 77 for 100 hours, only nimbus cloud"))
    assert (quote.offer.gpu, quote.is_substitute) == ("Q77", False)


def test_a_new_gpu_stands_in_for_others_by_its_peak(store: Store) -> None:
    store.add_provider(Provider(id="solo", names={"en": "Solo"}, kind=ProviderKind.SPECIALISED, aliases=("solo",)))
    store.add_offers([Offer(id="solo/q", provider="solo", name="q", gpu="Q77", mode=Mode.ON_DEMAND, gpus_per_node=8)])
    store.add_entries([an_entry(EntryKind.PRICE, "solo/q", "4", PricingUnit.GPU_HOUR)])
    quote = only_quote(asked(store, "64 H100 for 100 hours, only solo"))
    assert (quote.is_substitute, quote.work_factor) == (True, Decimal("0.5"))
