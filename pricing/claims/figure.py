"""A figure as a text states it: its number, its unit, how exactly it was written, and where it stands."""

from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum

from pricing.claims.units import ITEMS, USUAL, Convention, Unit, currency_of, dimension, size

_HALF = Decimal("0.5")
_FINE = Decimal("0.00001")  # a number without a unit and with fewer digits than this is taken as it stands


class Bound(StrEnum):
    """What a figure says beside its number: no more than it, at least it, at most it."""

    NONE = ""
    LEAST = "least"
    MOST = "most"


@dataclass(frozen=True, slots=True)
class Place:
    """Where a figure stands. `row` and `column` are -1 outside of tables, row 0 is the heading of a table."""

    section: int
    line: int
    sentence: int
    clause: int
    row: int = -1
    column: int = -1


@dataclass(frozen=True, slots=True)
class Figure:
    """One number of a text.

    `units`: what it may be, the likeliest first; the first is what it was read as. `step`: one in the last digit that
    was written. `loose`: "about". `high`: the other end of a range. `tags`: what the words around it speak of.
    `gpu`: the GPU model that its clause names. `label`: the words before it. `at`, `end`: its place in the text.
    """

    index: int
    text: str
    amount: Decimal
    units: tuple[Unit, ...]
    step: Decimal
    place: Place
    at: int = 0
    end: int = 0
    loose: bool = False
    bound: Bound = Bound.NONE
    high: Decimal | None = None
    scaled: bool = False
    tags: frozenset[str] = frozenset()
    gpu: str = ""
    label: str = ""

    @property
    def unit(self) -> Unit:
        """What it was read as."""
        return self.units[0]

    @property
    def currency(self) -> str:
        """The currency of money; empty for anything else."""
        return currency_of(self.unit)

    @property
    def is_total(self) -> bool:
        """Whether it is an amount of money, and no price of anything."""
        return bool(self.currency) and len(self.unit) == 1

    @property
    def is_price(self) -> bool:
        """Whether it is money for something: an hour, a GPU, a GB."""
        return bool(self.currency) and len(self.unit) > 1

    def as_one_of(self, wanted: Unit) -> Unit | None:
        """The unit among those it may have that is of a dimension."""
        return next((one for one in self.units if dimension(one) == wanted), None)

    def base(self, as_unit: Unit, convention: Convention = USUAL) -> Decimal:
        """Its number in hours, GB, kW."""
        return self.amount * size(as_unit, convention)

    @property
    def uncertainty(self) -> Decimal:
        """How far the true number may lie from the written one, where it was rounded before: half its last digit.

        Counts, prices and percentages are taken as exact; totals and what has decimal places are not.
        """
        if self.loose:
            return self.step
        rounded = self.step < 1 or self.scaled or self.amount >= 1000
        counted = any(name in ("gpu", "node", *ITEMS) and power > 0 for name, power in self.unit)
        bare = not self.unit and self.step > self.amount * _FINE
        return self.step * _HALF if rounded and not (counted or self.is_price or bare) else Decimal(0)
