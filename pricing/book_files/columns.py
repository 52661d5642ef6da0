"""The columns of our own format: one definition for those who write, read and explain it."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from pricing.base import Frozen
from pricing.book import Entry, EntryKind
from pricing.catalog import (
    Claim,
    Component,
    ComponentKind,
    Fee,
    FeeKind,
    Gpu,
    Includes,
    Instance,
    Mode,
    Offer,
    PriceKind,
    Provider,
    ProviderKind,
    Region,
    Tax,
)
from pricing.units import PricingUnit

Item = Gpu | Provider | Instance | Region | Offer | Fee | Component | Claim
"""What a row can be about."""

WITHDRAWN = "withdrawn"
"""In place of a price: the entry ends what it is about. An empty cell is a price that is missing."""

NO_ENTRY = "no_entry"
"""In `Listing.terms`: the row states an offer, fee or component that has no entry at all."""

EXAMPLE = "EXAMPLE"
"""The source of rows that only show how the template is filled in."""


class RowKind(StrEnum):
    """What a row is: what it names, or what its number is of. The last three are terms without any number."""

    GPU = "gpu"
    PROVIDER = "provider"
    INSTANCE = "instance"
    REGION = "region"
    CLAIM = "claim"
    PRICE = "price"
    FEE = "fee"
    COMPONENT = "component"
    RATE = "rate"
    ASSUMPTION = "assumption"
    OFFER = "offer"
    FEE_TIER = "fee-tier"
    PART = "part"


ENTRY_KINDS: Mapping[RowKind, EntryKind] = {
    RowKind.PRICE: EntryKind.PRICE,
    RowKind.FEE: EntryKind.FEE,
    RowKind.COMPONENT: EntryKind.COMPONENT,
    RowKind.RATE: EntryKind.RATE,
    RowKind.ASSUMPTION: EntryKind.ASSUMPTION,
    RowKind.OFFER: EntryKind.PRICE,
    RowKind.FEE_TIER: EntryKind.FEE,
    RowKind.PART: EntryKind.COMPONENT,
}
"""Row kind -> kind of the entry it has, or of the entries it would have."""

NAMED: Mapping[RowKind, type[Gpu | Provider | Instance | Region | Claim]] = {
    RowKind.GPU: Gpu,
    RowKind.PROVIDER: Provider,
    RowKind.INSTANCE: Instance,
    RowKind.REGION: Region,
    RowKind.CLAIM: Claim,
}
"""Row kinds that name something -> what."""

TERMS: Mapping[EntryKind, type[Offer | Fee | Component]] = {
    EntryKind.PRICE: Offer,
    EntryKind.FEE: Fee,
    EntryKind.COMPONENT: Component,
}
"""Kind of entry -> what its subject is."""

BARE: Mapping[type[Frozen], RowKind] = {Offer: RowKind.OFFER, Fee: RowKind.FEE_TIER, Component: RowKind.PART}


class Form(StrEnum):
    """How the cells of a column are written."""

    TEXT = "text"
    NUMBER = "number"
    WHOLE = "whole"
    CHOICE = "choice"
    DAY = "day"
    PERIOD = "period"
    DURATION = "duration"
    LIST = "list"
    NAMES = "names"


@dataclass(frozen=True, slots=True)
class Column:
    """One column. `choices`: the words it may hold."""

    name: str
    form: Form = Form.TEXT
    choices: tuple[str, ...] = ()


def _choice(name: str, *words: type[StrEnum]) -> Column:
    return Column(name, Form.CHOICE, tuple(word.value for kind in words for word in kind))


COLUMNS: tuple[Column, ...] = (
    _choice("row", RowKind),
    Column("id"),
    Column("provider"),
    Column("name"),
    Column("gpu"),
    _choice("mode", Mode),
    Column("gpus_per_node", Form.WHOLE),
    Column("term_months", Form.NUMBER),
    Column("region"),
    Column("price", Form.NUMBER),
    Column("currency"),
    _choice("unit", PricingUnit),
    Column("effective_from", Form.DAY),
    Column("observed_on", Form.PERIOD),
    Column("source"),
    Column("note"),
    # other terms of an offer
    Column("form"),
    Column("memory_gb", Form.NUMBER),
    Column("plan"),
    _choice("includes", Includes),
    _choice("tax", Tax),
    _choice("price_kind", PriceKind),
    Column("upfront_share", Form.NUMBER),
    Column("increment", Form.DURATION),
    Column("min_duration", Form.DURATION),
    Column("max_duration", Form.DURATION),
    Column("min_nodes", Form.WHOLE),
    Column("max_nodes", Form.WHOLE),
    Column("hours_in_month", Form.NUMBER),
    Column("lead_time_hours", Form.NUMBER),
    Column("queue_hours", Form.NUMBER),
    Column("efficiency_loss", Form.NUMBER),
    Column("local_nvme_tb", Form.NUMBER),
    Column("terms_note"),
    # fees and components
    _choice("part", FeeKind, ComponentKind),
    _choice("terms_unit", PricingUnit),
    Column("tier_from", Form.NUMBER),
    Column("of_offer"),
    Column("basis_gpus", Form.WHOLE),
    Column("basis_months", Form.WHOLE),
    # what is named, and claims
    Column("names", Form.NAMES),
    Column("gpu_vendor"),
    _choice("provider_kind", ProviderKind),
    Column("bf16_dense_tflops", Form.NUMBER),
    Column("aliases", Form.LIST),
    Column("covers", Form.LIST),
    Column("text", Form.NAMES),
    Column("stated_on"),
)
EFFECTIVE_TO = Column("effective_to", Form.DAY)
"""Only in what people hand in: in the book a price ends by an entry of its own."""

BY_NAME: Mapping[str, Column] = {column.name: column for column in (*COLUMNS, EFFECTIVE_TO)}
HEADER = tuple(column.name for column in COLUMNS)
TEMPLATE = tuple(
    BY_NAME[name]
    for name in (
        *("provider", "name", "gpu", "mode", "gpus_per_node", "term_months", "region", "price", "currency", "unit"),
        *("effective_from", "effective_to", "observed_on", "source", "note"),
    )
)

_RENAMED: Mapping[tuple[type[Frozen], str], str] = {
    (Offer, "note"): "terms_note",
    (Fee, "note"): "terms_note",
    (Fee, "kind"): "part",
    (Fee, "unit"): "terms_unit",
    (Component, "note"): "terms_note",
    (Component, "kind"): "part",
    (Component, "unit"): "terms_unit",
    (Component, "offer"): "of_offer",
    (Claim, "offer"): "of_offer",
    (Claim, "stated"): "price",
    (Gpu, "vendor"): "gpu_vendor",
    (Provider, "kind"): "provider_kind",
    (Entry, "subject"): "id",
    (Entry, "value"): "price",
    (Entry, "kind"): "row",
}
_NOT_WRITTEN = {(Entry, "id"), (Entry, "entered_by"), (Entry, "entered_at"), (Entry, "cancels")}


def fields_of(model: type[Frozen]) -> Mapping[str, str]:
    """Field of a model -> the column it stands in, for all fields that are written."""
    return {
        field: _RENAMED.get((model, field), field) for field in model.model_fields if (model, field) not in _NOT_WRITTEN
    }


FIELDS: Mapping[type[Frozen], Mapping[str, str]] = {
    model: fields_of(model) for model in (Gpu, Provider, Instance, Region, Offer, Fee, Component, Claim, Entry)
}
