"""What a check found. A finding asks, it does not forbid: real prices fall 44% overnight."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from enum import StrEnum

from pricing.book import Entry
from pricing.catalog import Offer


class FindingKind(StrEnum):
    """What is doubtful about a price; its sentence stands in the word files as `finding.<kind>`, with the values."""

    NOT_POSITIVE = "not-positive"  # value
    OUT_OF_BAND = "out-of-band"  # value, low, high: per GPU-hour, in the currency of the price
    PER_NODE = "per-node"  # value, gpus: looks like the price of a whole node given per GPU
    PER_GPU = "per-gpu"  # value, gpus: the other way round
    PER_MONTH = "per-month"  # value: looks like a price per month given per hour (600 to 750 times)
    PER_HOUR = "per-hour"  # value: the other way round
    WRONG_CURRENCY = "wrong-currency"  # value, currency, likely
    SPOT_ABOVE_ON_DEMAND = "spot-above-on-demand"  # value: the spot price, other: on demand
    TERM_ABOVE_ON_DEMAND = "term-above-on-demand"  # value: with a commitment, other: on demand
    LONG_TERM_ABOVE_SHORT = "long-term-above-short"  # value, term: the longer, other, other_term: the shorter; months
    SAME_IN_TWO_TERMS = "same-in-two-terms"  # value, other_term (a mode), months (0: none), plan (may be empty)
    FIRST_SPOT = "first-spot"  # the seller sells all else on demand
    OTHER_TERM = "other-term"  # name: the name of the SKU says another way of buying than the row
    OTHER_GPU = "other-gpu"  # name, gpu: the name of the SKU says another GPU, or another form of it, than the row
    MEMORY = "memory"  # stated, known: GB of one GPU
    FRACTION = "fraction"  # a slice of a GPU
    PCIE_ABOVE_SXM = "pcie-above-sxm"  # value: PCIe, other: SXM
    OUT_OF_LINE = "out-of-line"  # value, other: per GPU, against its own siblings
    SAME_AS_OTHER_GPU = "same-as-other-gpu"  # value, other_gpu: exactly the seller's price of another GPU
    OLD = "old"  # observed, days
    DATE_UNKNOWN = "date-unknown"
    BIG_CHANGE = "big-change"  # old, new, percent
    OTHER_UNIT = "other-unit"  # old, new: unit and currency, of something that is no price
    OVERLAP = "overlap"  # from, other: another entry begins inside its period
    ESTIMATE = "estimate"  # the row itself says that it is estimated
    FLOOR = "floor"  # the lowest of a marketplace or a bid floor, not what a fleet costs
    PARTIAL = "partial"  # an accelerator without its machine
    TWICE = "twice"  # line: the same thing stands there twice with two prices


@dataclass(frozen=True, slots=True)
class Finding:
    """One doubt about one price. `values`: numbers as Decimals, days as dates, the rest as text."""

    kind: FindingKind
    values: Mapping[str, Decimal | date | str | int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Candidate:
    """A price that somebody wants to write down, with what the checks look at.

    `offer`, `entry`: as they would stand in the book. `stated_memory_gb`, `stated_term`, `stated_gpu`: what the row
    said before it became them. `effective_to`: the first day it no longer holds, if it says so. `free`: meant to cost
    nothing. `line`: where it came from, 0 for a form.
    """

    offer: Offer
    entry: Entry
    stated_gpu: str = ""
    stated_memory_gb: Decimal | None = None
    stated_term: str = ""
    effective_to: date | None = None
    free: bool = False
    line: int = 0
