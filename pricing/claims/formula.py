"""A formula over stated figures, and how near a stated figure is to what it gives."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum

from pricing.claims.figure import Bound, Figure
from pricing.claims.units import OTHERS, USUAL, Convention, Unit, size

ONE = Decimal(1)
_ROUGH = Decimal("0.03")  # "about": at least so much off is still that
_COARSE = Decimal("0.05")  # one digit of money ("$1M") is no licence for half of it
_FAR = Decimal("1.5")  # "400万+" for 401万 or 500万, not for ten times as much
_TINY = Decimal("1e-9")
_MOST_SPREAD = Decimal("0.04")


@dataclass(frozen=True, slots=True)
class Taken:
    """A figure in one of the units it may have."""

    figure: Figure
    unit: Unit


class Kind(StrEnum):
    """What a formula works out."""

    WRITTEN = "written"  # arithmetic that the text writes down itself
    PRODUCT = "product"
    SUM = "sum"
    SAVING = "saving"
    SHARE = "share"
    STRETCH = "stretch"
    IMPLIED = "implied"
    RESCALED = "rescaled"
    LIST = "list"


@dataclass(frozen=True, slots=True)
class Formula:
    """`of` gives the result in base measures (hours, GB, kW) from the inputs in base measures; a percentage as a
    number of percent. `shown`: the figures and signs in the order they are written. `unit`: of the result."""

    kind: Kind
    inputs: tuple[Taken, ...]
    of: Callable[[Sequence[Decimal]], Decimal]
    shown: tuple[Taken | str, ...]
    unit: Unit
    raw: bool = False

    def value(self, amounts: Mapping[int, Decimal], convention: Convention) -> Decimal | None:
        """What it gives in the unit of the result, with these amounts in place of stated ones. None: no number."""
        numbers = []
        for taken in self.inputs:
            amount = amounts.get(taken.figure.index, taken.figure.amount)
            numbers.append(amount if self.raw else amount * size(taken.unit, convention))
        try:
            result = self.of(numbers)
        except ArithmeticError:
            return None
        return result if self.raw else result / size(self.unit, convention)

    def spread(self, convention: Convention, doubts: Mapping[int, Decimal]) -> Decimal:
        """How far rounding of its inputs may move it: the sum over inputs of half their last digit, or of the doubt
        that is left in those that were themselves recomputed (`doubts`, by index): none where that was exact."""
        middle = self.value({}, convention)
        if middle is None:
            return Decimal(0)
        total = Decimal(0)
        for taken in self.inputs:
            if half := min(taken.figure.uncertainty, doubts.get(taken.figure.index, taken.figure.uncertainty)):
                moved = self.value({taken.figure.index: taken.figure.amount + half}, convention)
                total += abs(moved - middle) if moved is not None else 0
        return min(total, abs(middle) * _MOST_SPREAD)


class Match(StrEnum):
    """How a stated figure agrees with a computed one."""

    EXACT = "exact"
    CUT = "cut"  # rounded down
    INPUTS = "inputs"  # within the rounding of what it was made from
    NONE = "none"


def tolerance(figure: Figure) -> Decimal:
    """How far from the written number the true one may lie."""
    half = figure.step / 2
    size_ = abs(figure.amount)
    if figure.currency and half > size_ * _COARSE and size_:
        half = size_ * _COARSE
    return max(half, size_ * _ROUGH) if figure.loose else half


def match(figure: Figure, value: Decimal, spread: Decimal = Decimal(0)) -> Match:
    """Whether the number a figure states is this value, as exactly as it is written."""
    stated, near = figure.amount, tolerance(figure) + abs(value) * _TINY
    off = value - stated
    if figure.high is not None and stated - near <= value <= figure.high + near:
        return Match.EXACT
    if abs(off) <= near:
        return Match.EXACT
    if figure.bound is Bound.LEAST and 0 <= off <= stated * (_FAR - ONE):
        return Match.EXACT
    if figure.bound is Bound.MOST and 0 <= -off <= stated * (ONE - ONE / _FAR):
        return Match.EXACT
    if 0 < off < min(figure.step, abs(stated) * _COARSE):
        return Match.CUT
    return Match.INPUTS if abs(off) <= near + spread else Match.NONE


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a formula gives beside a stated figure: under the usual convention (`value`), and the convention under
    which the stated figure is what it gives (None: under none)."""

    formula: Formula
    value: Decimal
    match: Match
    convention: Convention | None


def check(
    figure: Figure, formula: Formula, better: Mapping[int, Decimal], doubts: Mapping[int, Decimal]
) -> Outcome | None:
    """The outcome with figures as stated, or as recomputed more exactly (`better`, as far as `doubts` leave it open);
    None where it gives no number."""
    usual = formula.value({}, USUAL)
    if usual is None:
        return None
    ways: list[tuple[Mapping[int, Decimal], Decimal]] = [({}, usual)]
    if any(taken.figure.index in better for taken in formula.inputs) and (more := formula.value(better, USUAL)):
        ways.append((better, more))
    rounded = len(ways) > 1 and any(taken.figure.index in doubts for taken in formula.inputs)
    for amounts, by_usual in ways:
        if rounded and not amounts:  # where it is known more exactly, a rounded part is no licence
            found = match(figure, by_usual)
        else:
            found = _matched(figure, formula, by_usual, USUAL, doubts)
        if found is not Match.NONE:
            return Outcome(formula, usual, found, USUAL)
    for convention in () if formula.raw else OTHERS:
        for amounts, by_usual in ways:
            value = formula.value(amounts, convention)
            if value is None or value == by_usual:
                continue
            if (found := _matched(figure, formula, value, convention, doubts)) is not Match.NONE:
                return Outcome(formula, usual, found, convention)
    return Outcome(formula, usual, Match.NONE, None)


def _matched(
    figure: Figure, formula: Formula, value: Decimal, convention: Convention, doubts: Mapping[int, Decimal]
) -> Match:
    found = match(figure, value)
    near = abs(value - figure.amount) <= tolerance(figure) + abs(value) * _MOST_SPREAD
    return match(figure, value, formula.spread(convention, doubts)) if found is Match.NONE and near else found
