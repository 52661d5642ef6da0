"""The price book: dated entries, and a view of them on one day at one version.

Entries are only ever added. Of the entries of one subject that no other cancels, the one in force on a day is the last
by first day and then by id. An entry without a value ends what it supersedes.
"""

import re
from collections.abc import Hashable, Mapping
from datetime import date, datetime
from decimal import Decimal
from enum import StrEnum
from functools import lru_cache
from typing import NamedTuple, Protocol

from pydantic import field_validator, model_validator

from pricing.base import Frozen, Num
from pricing.catalog import Claim, Component, Fee, Gpu, Instance, Offer, Provider, Region
from pricing.units import PricingUnit

_OBSERVED = re.compile(r"(\d{4})(?:-(\d{2})(?:-(\d{2}))?|-Q([1-4])|-H([12]))?")


class EntryKind(StrEnum):
    """What an entry gives a value to."""

    PRICE = "price"
    FEE = "fee"
    COMPONENT = "component"
    RATE = "rate"
    ASSUMPTION = "assumption"


UNITS: Mapping[EntryKind, frozenset[PricingUnit]] = {
    EntryKind.PRICE: frozenset(
        {PricingUnit.GPU_HOUR, PricingUnit.GPU_MONTH, PricingUnit.NODE_HOUR, PricingUnit.NODE_MONTH}
    ),
    EntryKind.FEE: frozenset({PricingUnit.GB, PricingUnit.GB_MONTH, PricingUnit.REQUESTS_1K, PricingUnit.REQUESTS_10K}),
    EntryKind.COMPONENT: frozenset(
        {
            PricingUnit.PER_GPU,
            PricingUnit.PER_NODE,
            PricingUnit.PER_CLUSTER,
            PricingUnit.NODE_YEAR,
            PricingUnit.CLUSTER_YEAR,
            PricingUnit.CLUSTER_LIFE,
            PricingUnit.KW_MONTH,
            PricingUnit.PERCENT,
            PricingUnit.PERCENT_PER_YEAR,
            PricingUnit.NODE_KW,
        }
    ),
    EntryKind.RATE: frozenset({PricingUnit.RATE}),
    EntryKind.ASSUMPTION: frozenset({PricingUnit.NUMBER, PricingUnit.KWH}),
}
"""Units each kind of entry may have: a price in another unit would be priced as if it were one of these."""

BOUNDS: Mapping[str, tuple[Decimal, Decimal | None]] = {
    "hours_per_month": (Decimal(600), Decimal(750)),
    "utilisation": (Decimal("0.01"), Decimal(1)),
    "depreciation_years": (Decimal(1), Decimal(20)),
    "pue": (Decimal(1), Decimal(5)),
    "power_load": (Decimal("0.01"), Decimal(1)),
    "mfu": (Decimal("0.01"), Decimal(1)),
    "cost_of_capital": (Decimal(0), Decimal(1)),
    "declining_balance": (Decimal(0), Decimal("0.99")),
    "maintenance": (Decimal(0), Decimal(1)),
    "residual": (Decimal(0), Decimal(1)),
    "residual_of_gpus": (Decimal(0), Decimal(1)),
    **{f"residual_after_{age}_years": (Decimal(0), Decimal(1)) for age in range(1, 6)},
    "sale_share": (Decimal(0), Decimal(1)),
    "engineers": (Decimal(0), Decimal(10000)),
    "colocation": (Decimal(0), None),
    "node_kw": (Decimal("0.1"), Decimal(1000)),
    "runs_a_year": (Decimal("0.01"), Decimal(8760)),
    "lease_months": (Decimal(1), Decimal(240)),
    "lease_rate": (Decimal(0), Decimal(1)),
    "bytes_per_token": (Decimal("0.5"), Decimal(16)),
}
"""Least and most an assumption may be, in the book and when somebody replaces it in a question."""


class Entry(Frozen):
    """One dated number with its source.

    `subject`: the offer, fee or component id, `USD/CNY` for a rate (CNY for one USD), or an assumption's name.
    `value`: None ends the subject (withdrawn); zero is a price of nothing. `observed_on`: `2026-03-06`, `2026-03`,
    `2026-Q1`, `2026-H1`, `2026`, or empty when nobody knows. `id` is 0 until stored. `cancels`: the entry that this one
    takes back, as if it had never been made; it gives no value itself.
    """

    id: int = 0
    kind: EntryKind
    subject: str
    value: Num | None
    currency: str = ""
    unit: PricingUnit
    effective_from: date
    observed_on: str = ""
    source: str
    note: str = ""
    entered_by: str
    entered_at: datetime
    cancels: int | None = None

    @model_validator(mode="after")
    def _makes_sense(self) -> "Entry":
        if self.unit not in UNITS[self.kind]:
            raise ValueError(f"{self.unit.value!r} is no unit of a {self.kind.value}")
        if self.value is not None:
            least, most = BOUNDS.get(self.subject, (Decimal(0), None))
            low = self.value < least or (self.kind is EntryKind.RATE and self.value == 0)
            if low or (most is not None and self.value > most):
                limit = f"from {least} to {most}" if most is not None else "0 or more, and above 0 for a rate"
                raise ValueError(f"{self.value} is out of range for {self.subject}: {limit}")
        return self

    @field_validator("observed_on")
    @classmethod
    def _known_form(cls, text: str) -> str:
        if text and observed_day(text) is None:
            raise ValueError(
                f"{text!r} is not a day, month, quarter, half or year such as 2026-03-06, 2026-03, 2026-Q1"
            )
        return text


@lru_cache(maxsize=4096)
def observed_day(text: str) -> date | None:
    """The first day of the period an observation names: the oldest it can be. None when unknown or malformed."""
    match = _OBSERVED.fullmatch(text)
    if not match:
        return None
    year, month, day, quarter, half = match.groups()
    first_month = int(month) if month else 3 * int(quarter) - 2 if quarter else 6 * int(half) - 5 if half else 1
    try:
        return date(int(year), first_month, int(day or 1))
    except ValueError:
        return None


def percent(old: Decimal | None, new: Decimal | None) -> Decimal | None:
    """By how many percent of the old value the new one is more (or less); None where there is none, or it is 0."""
    if old is None or new is None or old == 0:
        return None
    return (new - old) * 100 / old


def percent_between(old: Entry | None, new: Entry | None) -> Decimal | None:
    """The same of two entries' values; None too where they are in another unit or currency."""
    if old is None or new is None or (old.unit, old.currency) != (new.unit, new.currency):
        return None
    return percent(old.value, new.value)


class PricedOffer(NamedTuple):
    """An offer and its price in force; None where there is none (never the same as zero)."""

    offer: Offer
    price: Entry | None


class PricedFee(NamedTuple):
    """A fee tier and its price in force."""

    fee: Fee
    price: Entry


class PricedComponent(NamedTuple):
    """A part of an offer's cost and its amount in force."""

    component: Component
    price: Entry


class Book(Hashable, Protocol):
    """The entries in force on `day`, as known at `version` (the highest entry id seen). Same book, same answers."""

    @property
    def day(self) -> date: ...
    @property
    def version(self) -> int: ...
    @property
    def gpus(self) -> Mapping[str, Gpu]: ...
    @property
    def providers(self) -> Mapping[str, Provider]: ...
    @property
    def instances(self) -> Mapping[str, Instance]: ...
    @property
    def regions(self) -> Mapping[str, Region]: ...

    def offers(self, gpu: str) -> tuple[PricedOffer, ...]:
        """All offers of exactly this GPU id, own hardware too, in a fixed order."""
        ...

    def gpus_of_providers(self) -> Mapping[str, frozenset[str]]:
        """Provider id -> the GPU ids it has offers of."""
        ...

    def fees(self, provider: str) -> tuple[PricedFee, ...]:
        """Fee tiers of a provider, by kind, region and start of tier."""
        ...

    def components(self, offer: str) -> tuple[PricedComponent, ...]:
        """Parts of an offer's cost, in the order they were listed."""
        ...

    def claims(self, offer: str) -> tuple[Claim, ...]:
        """What the seller stated about the offer."""
        ...

    def rate(self, base: str, quote: str) -> Entry | None:
        """The stored rate `base/quote` in that direction, or None."""
        ...

    def assumption(self, name: str) -> Entry:
        """A named assumption. Raises NoAssumption."""
        ...
