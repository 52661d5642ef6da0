"""Arithmetic that a text writes down: 26万 × 128 = 3,328万; (a + b) / 60 = c. Reads signs, keeps units."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import pairwise, product

from pricing.claims.figure import Figure
from pricing.claims.formula import Formula, Kind, Taken
from pricing.claims.units import ITEMS, PLAIN, Unit, dimension, times, unit

Value = Callable[[Sequence[Decimal]], Decimal]
_COUNTS = ("gpu", "node", "request", "token", *ITEMS)
_MOST_READINGS = 64
_SIGNS = ("*", "/", "+", "-")
_SHARES = (unit(percent=1), unit(fold=1))


@dataclass(frozen=True, slots=True)
class _Part:
    of: Value
    unit: Unit | None
    money: bool = False
    share: bool = False


@dataclass(frozen=True, slots=True)
class Line:
    """One written equation: figures and signs of its left side, and its result."""

    left: tuple[Figure | str, ...]
    result: Figure

    @property
    def figures(self) -> tuple[Figure, ...]:
        """The figures on the left."""
        return tuple(item for item in self.left if isinstance(item, Figure))


def lines(figures: Sequence[Figure], links: Sequence[str]) -> Iterator[Line]:
    """The equations that are written in a text."""
    run: list[Figure | str] = []
    for figure, link in zip(figures, links, strict=True):
        run.append(figure)
        run += list(link) if link != "|" else []
        if link in ("", "|"):
            yield from _of_run(run)
            run = []


def _of_run(run: list[Figure | str]) -> Iterator[Line]:
    sides: list[list[Figure | str]] = [[]]
    for item in run:
        if item == "=":
            sides.append([])
        else:
            sides[-1].append(item)
    cleaned = [_without_asides(side) for side in sides]
    for one, other in pairwise(cleaned):
        if _is_arithmetic(one) and other and isinstance(other[0], Figure):
            yield Line(tuple(one), other[0])
        elif len(one) >= 1 and isinstance(one[-1], Figure) and _is_arithmetic(other) and len(cleaned) == 2:
            yield Line(tuple(other), one[-1])


def _without_asides(side: list[Figure | str]) -> list[Figure | str]:
    """The side without what stands in brackets behind a figure: 128 nodes (8 GPUs each) × ..."""
    kept: list[Figure | str] = []
    skipping = 0
    for item in side:
        if item == "[" or (item == "(" and kept and isinstance(kept[-1], Figure)):
            skipping += 1
        elif skipping:
            skipping -= item == ")"
        elif item in _SIGNS and kept and kept[-1] in _SIGNS:
            kept[-1] = item  # 32 × HGX (8 GPUs) @ $285,000
        else:
            kept.append(item)
    while kept and kept[-1] in ("(", "+", "-", "*", "/"):
        kept.pop()
    return kept


def _is_arithmetic(side: Sequence[Figure | str]) -> bool:
    return any(item in ("*", "/", "+", "-") for item in side)


def formulas(line: Line) -> list[Formula]:
    """The ways to take a written equation: those whose units agree first, its bare numbers last."""
    figures = line.figures
    found = []
    for units in _readings(line):
        at = {figure.index: place for place, figure in enumerate(figures)}
        part = _Reader(line.left, at, units).read()
        if part is None:
            return []
        if part.unit is None:
            continue
        for wanted in line.result.units:
            if _without_counts(dimension(wanted)) == _without_counts(part.unit):
                found.append(_formula(line, units, part.of, wanted, raw=False))
                break
    at = {figure.index: place for place, figure in enumerate(figures)}
    units = tuple(one.unit if one.unit in _SHARES else PLAIN for one in figures)
    part = _Reader(line.left, at, units).read()
    if part is not None and (found or _says_the_same(line)):
        shown_units = tuple(figure.unit for figure in figures)
        found.append(_formula(line, shown_units, part.of, line.result.unit, raw=True))
    return found


def mixes_currencies(line: Line) -> bool:
    """Whether money of different currencies is added up, or stands for a sum of another currency.

    Money that is multiplied or divided may be converted by a rate, and is not meant.
    """
    summed = any(item in ("+", "-") for item in line.left)
    if not summed or not (line.result.currency or line.result.unit == PLAIN):
        return False
    return len({one.currency for one in (*line.figures, line.result) if one.currency}) > 1


def _says_the_same(line: Line) -> bool:
    """Whether bare numbers may stand for a result: money is made of money, or of numbers that say nothing; and no hours
    are a sum of money ("8,760 hours is $613,200 plus $40,000")."""
    result = line.result
    added = all(item in ("+", "-") for item in line.left if isinstance(item, str))
    if added and not result.currency and result.unit != PLAIN and any(one.currency for one in line.figures):
        return False
    return not result.currency or any(one.currency == result.currency or PLAIN in one.units for one in line.figures)


def _formula(line: Line, units: tuple[Unit, ...], of: Value, wanted: Unit, raw: bool) -> Formula:
    taken = tuple(Taken(figure, one) for figure, one in zip(line.figures, units, strict=True))
    by_index = {one.figure.index: one for one in taken}
    shown = tuple(by_index[item.index] if isinstance(item, Figure) else item for item in line.left)
    return Formula(Kind.WRITTEN, taken, of, shown, wanted, raw)


def _readings(line: Line) -> list[tuple[Unit, ...]]:
    """The units that the figures may have together; money beside power may be for a kWh."""
    figures = line.figures
    powered = any(("kW", 1) in dimension(figure.unit) for figure in figures)
    choices = []
    for figure in figures:
        more = (unit(**{figure.currency: 1, "kWh": -1}),) if powered and figure.is_total else ()
        choices.append((*figure.units, *more))
    return [pair for pair, _ in zip(product(*choices), range(_MOST_READINGS), strict=False)]


def _without_counts(one: Unit) -> Unit:
    return tuple((name, power) for name, power in one if name not in _COUNTS)


class _Reader:
    """Reads sums of products with brackets; units of sums must agree, else the unit is None."""

    def __init__(self, items: Sequence[Figure | str], at: dict[int, int], units: tuple[Unit, ...]) -> None:
        self.items, self.places, self.units, self.here = items, at, units, 0

    def read(self) -> _Part | None:
        """The whole side; None where it is no arithmetic."""
        part = self._sum()
        return part if part is not None and self.here == len(self.items) else None

    def _next(self) -> Figure | str:
        return self.items[self.here] if self.here < len(self.items) else ""

    def _sum(self) -> _Part | None:
        part = self._product()
        while part is not None and self._next() in ("+", "-"):
            sign = 1 if self._next() == "+" else -1
            self.here += 1
            other = self._product()
            part = _added(part, other, sign) if other else None
        return part

    def _product(self) -> _Part | None:
        part = self._single()
        while part is not None and self._next() in ("*", "/"):
            sign = 1 if self._next() == "*" else -1
            self.here += 1
            other = self._single()
            part = _multiplied(part, other, sign) if other else None
        return part

    def _single(self) -> _Part | None:
        item = self._next()
        self.here += 1
        if item == "(":
            part = self._sum()
            self.here += 1
            return part if self.here <= len(self.items) and self.items[self.here - 1] == ")" else None
        if not isinstance(item, Figure):
            return None
        place = self.places[item.index]
        one = self.units[place]
        if one in _SHARES:
            share = Decimal(100) if one == unit(percent=1) else Decimal(1)
            return _Part(lambda numbers: numbers[place] / share, PLAIN, share=share != 1)
        return _Part(lambda numbers: numbers[place], dimension(one), money=bool(item.currency))


def _added(one: _Part, other: _Part, sign: int) -> _Part:
    if one.money and other.share:  # $1.17M minus 10%: of what it is taken from
        return _Part(lambda numbers: one.of(numbers) * (1 + sign * other.of(numbers)), one.unit, money=True)
    same = one.unit == other.unit
    if not same and one.unit is not None and other.unit is not None:
        same = _without_counts(one.unit) == _without_counts(other.unit)
    return _Part(lambda numbers: one.of(numbers) + sign * other.of(numbers), one.unit if same else None, one.money)


def _multiplied(one: _Part, other: _Part, sign: int) -> _Part:
    both = None if one.unit is None or other.unit is None else times(one.unit, other.unit, sign)
    money = one.money or (other.money and sign > 0)
    if sign > 0:
        return _Part(lambda numbers: one.of(numbers) * other.of(numbers), both, money)
    return _Part(lambda numbers: one.of(numbers) / other.of(numbers), both, money)


def with_node_size(line: Line, sizes: Sequence[Figure]) -> Formula | None:
    """The equation with the GPUs of a node divided out or multiplied in, where its units show that they were left out:
    GPUs times the price of a node, nodes times the price of a GPU. None where they agree, or no size is stated."""
    figures = line.figures
    if not line.result.is_total or len(sizes) == 0 or any(one.index == sizes[0].index for one in figures):
        return None
    together = PLAIN
    for figure in figures:
        together = times(together, dimension(figure.unit))
    left = times(together, dimension(line.result.unit), -1)
    if set(left) not in ({("gpu", 1), ("node", -1)}, {("gpu", -1), ("node", 1)}):
        return None
    if any(item in ("/", "+", "-") for item in line.left):
        return None
    plain, sign = formulas(line)[0], "/" if ("gpu", 1) in left else "*"
    size = Taken(sizes[0], sizes[0].unit)

    def of(numbers: Sequence[Decimal]) -> Decimal:
        whole = plain.of(numbers[:-1])
        return whole / numbers[-1] if sign == "/" else whole * numbers[-1]

    return Formula(Kind.WRITTEN, (*plain.inputs, size), of, (*plain.shown, sign, size), plain.unit)
