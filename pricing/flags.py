"""What must be said about a quote beside its figures. Each kind has its sentence in the word files."""

from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from typing import NamedTuple


class FlagKind(StrEnum):
    """What must be said about a quote; the sentence stands in the word files as `flag.<kind>`."""

    STALE = "stale"  # days
    AGE_UNKNOWN = "age-unknown"
    CLAIM = "claim"
    ESTIMATE = "estimate"
    FROM_PRICE = "from-price"
    ACCELERATOR_ONLY = "accelerator-only"
    SUBSTITUTE = "substitute"  # offered, asked, factor
    IDLE_GPUS = "idle-gpus"  # gpus, nodes
    WHOLE_STEPS = "whole-steps"  # used, billed, unit
    UNUSED_COMMITMENT = "unused-commitment"  # term_months, used_share, unused
    MINIMUM = "minimum"  # minimum, asked, unit ("nodes" or "hours")
    TOO_MANY_NODES = "too-many-nodes"  # max_nodes
    SCALED = "scaled"  # basis_gpus
    NO_RESIDUAL = "no-residual"  # months it was stated for, months of life
    COLOCATION = "colocation"  # stands in place of one sum for building, power and staff
    NODE_SIZE = "node-size"  # offered, asked
    FEE_UNKNOWN = "fee-unknown"  # fee
    REGION_UNKNOWN = "region-unknown"
    ALLOWANCE = "allowance"  # fee, included quantity in GB
    MONTHLY_CAP = "monthly-cap"  # hours
    SPOT_INTERRUPTION = "spot-interruption"
    DEARER_THAN_ON_DEMAND = "dearer-than-on-demand"
    FACTOR_UNKNOWN = "factor-unknown"
    SUPPOSED = "supposed"  # place among the scenario's supposed prices; then of the price in the book, where there is
    # one: times it (empty in another currency), value, currency, unit, number of its row, day seen, source


NOT_FIRM = frozenset({FlagKind.ACCELERATOR_ONLY, FlagKind.FROM_PRICE, FlagKind.TOO_MANY_NODES, FlagKind.NODE_SIZE})
"""What keeps a price from being what one order would cost."""


@dataclass(frozen=True, slots=True)
class Flag:
    """A remark with the figures its sentence needs, in the order documented at the kind."""

    kind: FlagKind
    values: tuple[Decimal | str | int, ...] = ()


def list_price(flags: tuple[Flag, ...], currency: str, unit: str) -> Decimal | None:
    """The stored price behind a supposed one, where it is in the same currency and unit (FOCUS: list unit price)."""
    for flag in flags:
        if flag.kind is FlagKind.SUPPOSED and len(flag.values) > 1 and (currency, unit) == flag.values[3:5]:
            return Decimal(flag.values[2])
    return None


class Touched(NamedTuple):
    """How many rows a supposed price changed, and the least and most times the stored price it is (None: not known)."""

    rows: int
    least: Decimal | None = None
    most: Decimal | None = None
