"""A book held in dicts, as a file is held against it, and rows of files."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from typing import Any

from pricing.book import Entry, EntryKind
from pricing.catalog import Component, Fee, Gpu, Offer, Provider, ProviderKind
from pricing.imports.matching import Key, Named, key_of
from pricing.listings import Listing
from pricing.units import PricingUnit


@dataclass
class PaperShelf:
    """See `pricing.imports.matching.Shelf`."""

    gpus: Mapping[str, Gpu] = field(default_factory=lambda: {gpu.id: gpu for gpu in (Gpu(id="H100"), *A100S)})
    providers: Mapping[str, Provider] = field(default_factory=lambda: {NIMBUS.id: NIMBUS})
    offers: dict[str, Offer] = field(default_factory=dict)
    tiers: dict[str, Fee] = field(default_factory=dict)
    parts: dict[str, Component] = field(default_factory=dict)
    others: dict[str, Any] = field(default_factory=dict)
    entries: list[Entry] = field(default_factory=list)

    def offer_id(self, key: Key) -> str | None:
        return next((name for name, offer in self.offers.items() if key_of(offer) == key), None)

    def offer(self, name: str) -> Offer | None:
        return self.offers.get(name)

    def fee(self, name: str) -> Fee | None:
        return self.tiers.get(name)

    def fees(self, provider: str) -> tuple[Fee, ...]:
        return tuple(fee for fee in self.tiers.values() if fee.provider == provider)

    def component(self, name: str) -> Component | None:
        return self.parts.get(name)

    def named(self, model: type[Named], name: str) -> Any:
        known = {**self.gpus, **self.providers, **self.others}.get(name)
        return known if isinstance(known, model) else None

    def in_force(self, kind: EntryKind, subject: str, day: str) -> Entry | None:
        begun = [one for one in self.standing(kind, subject) if one.effective_from.isoformat() <= day]
        return begun[-1] if begun else None

    def standing(self, kind: EntryKind, subject: str) -> tuple[Entry, ...]:
        about = [one for one in self.entries if (one.kind, one.subject) == (kind, subject)]
        return tuple(sorted(about, key=lambda one: (one.effective_from, one.id)))


A100S = (
    Gpu(id="A100", aliases=("A100",), covers=("A100-40GB", "A100-80GB")),
    Gpu(id="A100-40GB", memory_gb=Decimal(40)),
    Gpu(id="A100-80GB", memory_gb=Decimal(80)),
)
NIMBUS = Provider(id="nimbus", names={"en": "Nimbus Cloud", "zh": "雨云"}, kind=ProviderKind.SPECIALISED)


def a_row(value: str | None = "100", line: int = 2, **fields: Any) -> Listing:
    """A row of a file: eight H100 of Nimbus on demand, seen on 1 November 2026."""
    given: dict[str, Any] = {
        "provider": "nimbus",
        "name": "node",
        "gpu": "H100",
        "gpus_per_node": 8,
        "currency": "USD",
        "unit": PricingUnit.NODE_HOUR,
        "observed_on": "2026-11-01",
        **fields,
    }
    return Listing(line=line, value=None if value is None else Decimal(value), **given)


def days(*texts: str) -> list[date]:
    """Days as they are written."""
    return [date.fromisoformat(text) for text in texts]
