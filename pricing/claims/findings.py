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
    CURRENCY = "currency"  # amounts of different currencies, and no rate between them


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

    @property
    def order(self) -> tuple[int, int]:
        """Sums and products in the order of the text, those that need others behind them."""
        latest = max((taken.figure.index for taken in self.formula.inputs), default=0) if self.formula else 0
        return (max(latest, self.figure.index), self.figure.index)

    @property
    def weight(self) -> int:
        """How much it tells: a slip most, a figure that cannot be checked least."""
        ranks = {Verdict.OPEN: 0, Verdict.HOLDS: 2, Verdict.FOLLOWS: 3, Verdict.WRONG: 4}
        return ranks.get(self.verdict, 1)

    def is_longer(self, other: "Finding") -> bool:
        """Whether it takes more figures into account than another."""
        return bool(self.formula and other.formula and len(self.formula.inputs) > len(other.formula.inputs))
