"""What price files say, row by row, before the book is asked about it: names as they were written, numbers exact.

Every reader of `pricing.imports` gives these, and everything after it knows no file format.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from typing import Any, NamedTuple

from pricing.book import EntryKind
from pricing.catalog import Claim, Gpu, Includes, Instance, Mode, PriceKind, Provider, Region, Tax
from pricing.units import PricingUnit


class Sketch(NamedTuple):
    """What a row comes to by its own words and the names of the book, made ahead of a look into it.

    `key`: as of `pricing.imports.matching`. `offer`, `entry`: the values of their fields, as if the offer were new.
    """

    key: str
    offer: tuple[Any, ...]
    entry: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Listing:
    """One row of a file that states a dated number.

    `line`: where it stands in the file, from 1 (in JSON the number of the item). `subject`: the id of the offer, fee or
    component, the currency pair or the assumption, where the file gives it. `provider`, `gpu`: as written. `memory_gb`:
    of one GPU. `value` None: the row withdraws what it is about. `observed_on`: as of `Entry`, empty where the file
    does not tell. `effective_from` None: from the day it is imported. `effective_to`: the first day it no longer holds.
    `stated_term`: the seller's own word for the way of buying ("reserved-3y"), for the checks. `terms`: other fields of
    the offer, fee or component by their names in `pricing.catalog`, as text. `sketch`: where it was made ahead.
    """

    line: int
    value: Decimal | None
    currency: str = ""
    unit: PricingUnit = PricingUnit.GPU_HOUR
    kind: EntryKind = EntryKind.PRICE
    subject: str = ""
    provider: str = ""
    name: str = ""
    gpu: str = ""
    form: str = ""
    memory_gb: Decimal | None = None
    gpus_per_node: int = 1
    mode: Mode = Mode.ON_DEMAND
    term_months: Decimal | None = None
    plan: str = ""
    region: str = ""
    includes: Includes = Includes.ALL_IN
    tax: Tax = Tax.UNKNOWN
    price_kind: PriceKind = PriceKind.LIST
    observed_on: str = ""
    effective_from: date | None = None
    effective_to: date | None = None
    source: str = ""
    note: str = ""
    stated_term: str = ""
    terms: Mapping[str, str] = field(default_factory=dict)
    sketch: Sketch | None = field(default=None, repr=False, compare=False)


@dataclass(frozen=True, slots=True)
class CatalogRow:
    """One row of a file that names something: a GPU, provider, instance type, region, or what a seller claims."""

    line: int
    item: Gpu | Provider | Instance | Region | Claim


@dataclass(frozen=True, slots=True)
class Refusal:
    """One row that cannot be read: where, why (`refusal.<reason>` in the word files) and what the sentence needs."""

    line: int
    reason: str
    values: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Skipped:
    """One row that is no price of a GPU and is rightly left alone: a machine without GPUs, a database service.

    `reason`: `skipped.<reason>` in the word files. They are counted, and told by reason.
    """

    line: int
    reason: str
    text: str = ""


Row = Listing | CatalogRow | Refusal | Skipped


class FileRefused(Exception):
    """A file that cannot be read at all. `reason`: `file.<reason>` in the word files, with `values`."""

    def __init__(self, reason: str, **values: object) -> None:
        super().__init__(f"{reason} {values or ''}".strip())
        self.reason, self.values = reason, {name: str(value) for name, value in values.items()}
