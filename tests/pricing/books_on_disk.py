"""Small price books in files, and entries to put into them."""

from datetime import UTC, date, datetime
from decimal import Decimal
from pathlib import Path
from typing import Any

from pricing.book import Entry, EntryKind
from pricing.catalog import Component, ComponentKind, Fee, FeeKind, Gpu, Mode, Offer, Provider, ProviderKind
from pricing.store import Store
from pricing.units import PricingUnit

NOW = datetime(2026, 12, 1, 9, 30, tzinfo=UTC)
TODAY = NOW.date()
OFFER = "nimbus/h100/on-demand"


def an_offer(name: str = OFFER, **terms: object) -> Offer:
    """An offer of eight H100 by Nimbus."""
    fields = {"id": name, "provider": "nimbus", "name": "node", "gpu": "H100", "mode": Mode.ON_DEMAND}
    return Offer.model_validate({**fields, "gpus_per_node": 8, **terms})


def small_store(path: Path) -> Store:
    """A book with two GPUs, one provider, one offer, one fee and one component, and no entries."""
    store = Store.open(path, now=NOW, seed=False)
    store.add_gpu(Gpu(id="H100", aliases=("H100 SXM",), names={"zh": "英伟达 H100"}))
    store.add_gpu(Gpu(id="A100", covers=("A100-80GB",), memory_gb=Decimal("80")))
    store.add_provider(Provider(id="nimbus", names={"en": "Nimbus", "zh": "雨云"}, kind=ProviderKind.SPECIALISED))
    store.add_offers([an_offer()])
    store.add_fees([Fee(id="nimbus/egress", provider="nimbus", kind=FeeKind.EGRESS, unit=PricingUnit.GB)])
    store.add_components(
        [Component(id=f"{OFFER}/setup", offer=OFFER, kind=ComponentKind.UPFRONT, unit=PricingUnit.PER_NODE)]
    )
    return store


def a_price(value: str | None, first_day: date = TODAY, subject: str = OFFER, **fields: Any) -> Entry:
    """A price of an offer, not yet stored."""
    return Entry.model_validate(
        {
            "kind": EntryKind.PRICE,
            "subject": subject,
            "value": value,
            "currency": "USD",
            "unit": PricingUnit.NODE_HOUR,
            "effective_from": first_day,
            "observed_on": "2026-11-30",
            "source": "price list of Nimbus",
            "entered_by": "mei",
            "entered_at": NOW,
            **fields,
        }
    )


def price_of(store: Store, day: date = TODAY, version: int | None = None) -> str | None:
    """The text of the price in force of the one offer, or None."""
    [priced] = store.book(day, version).offers("H100")
    return None if priced.price is None or priced.price.value is None else format(priced.price.value, "f")
