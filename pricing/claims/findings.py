"""What was found of one stated figure."""

from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum

from pricing.claims.figure import Figure
from pricing.claims.formula import Formula, Match
from pricing.claims.units import Convention


class Verdict(StrEnum):
    """Whether a stated figure is what its parts give."""

    HOLDS = "holds"
    WRONG = "wrong"
    FOLLOWS = "follows"  # right from its parts, one of which is wrong
    OPEN = "open"  # its parts are not in the text
    NEGLIGIBLE = "negligible"  # not stated: what the stated parts come to
    IMPLIED = "implied"


class Need(StrEnum):
    """What is missing to check a figure."""

    PARTS = "parts"
    LENGTH = "length"
    COUNT = "count"
    PRICE = "price"
    BASE = "base"


@dataclass(frozen=True, slots=True)
class Finding:
    """`value`: what the formula gives from stated figures, `right`: from corrected ones, both in the figure's unit
    (percent as a number of percent). `convention`: the month or terabyte it holds with. `others`: further ways to take
    it, with their values. `cause`: the wrong figure it follows from. `used`: inputs (by index) that `right` was
    made with in place of the stated ones."""

    figure: Figure
    verdict: Verdict
    formula: Formula | None = None
    value: Decimal | None = None
    right: Decimal | None = None
    match: Match = Match.NONE
    convention: Convention | None = None
    others: tuple[tuple[Formula, Decimal], ...] = ()
    cause: Figure | None = None
    need: Need | None = None
    used: tuple[tuple[int, Decimal], ...] = ()

    @property
    def factor(self) -> Decimal | None:
        """The stated figure over the right one; None where there is none."""
        right = self.right if self.right is not None else self.value
        return self.figure.amount / right if right else None
