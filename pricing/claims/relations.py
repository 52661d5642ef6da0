"""Relations between figures beside products: sums, savings in percent, shares, and runs that lost work makes longer."""

from collections.abc import Sequence
from decimal import Decimal
from itertools import permutations

from pricing.claims.figure import Figure
from pricing.claims.formula import Formula, Kind, Taken
from pricing.claims.products import lengths
from pricing.claims.units import Unit, dimension, is_length, unit

_HUNDRED = Decimal(100)
_PERCENT = unit(percent=1)
_FEW_PRICES = 8
_TENTH, _SMALL = Decimal("0.1"), Decimal(1000)
_LONGEST = Decimal(365 * 24)  # hours: a run, and no life of hardware


def total_of(result: Figure, parts: Sequence[Taken], implied: Sequence[Formula] = ()) -> Formula:
    """The sum of amounts, and of products that are not stated as amounts. Parts may be for a month as the sum is."""
    inputs = (*parts, *(taken for one in implied for taken in one.inputs))
    count = len(parts)

    def of(numbers: Sequence[Decimal]) -> Decimal:
        result, at = sum(numbers[:count], Decimal(0)), count
        for one in implied:
            result += one.of(numbers[at : at + len(one.inputs)])
            at += len(one.inputs)
        return result

    shown: list[Taken | str] = []
    for taken in parts:
        shown += ["+", taken] if shown else [taken]
    for one in implied:
        shown += ["+", *one.shown] if shown else list(one.shown)
    return Formula(Kind.SUM, inputs, of, tuple(shown), result.unit)


def savings(result: Figure, scope: Sequence[Figure]) -> list[Formula]:
    """One price against another of the same unit, as a percentage: 1 - new / old; or how much dearer, old / new - 1."""
    money = [figure for figure in scope if figure.currency and figure.amount > 0 and figure.high is None]
    money = sorted(money, key=lambda one: (_is_gain(one), abs(one.index - result.index)))[:_FEW_PRICES]
    found = []
    for low, high in permutations(money, 2):
        shared = _shared_unit(low, high) or _as_written(low, high)
        if shared is None or low.amount >= high.amount:
            continue
        if result.unit == unit(fold=1):
            found.append(_fold(high, low, shared))
        elif "dearer" in result.tags and "saving" not in result.tags:
            found.append(_ratio(high, low, shared, Decimal(1)))
        else:
            found.append(_ratio(low, high, shared, Decimal(-1)))
    return found


def _is_gain(one: Figure) -> bool:
    """Whether an amount is itself what is saved."""
    return one.is_total and "saving" in one.tags


def _fold(high: Figure, low: Figure, units: tuple[Unit, Unit]) -> Formula:
    """How many times one price is another."""
    inputs = (Taken(high, units[1]), Taken(low, units[0]))
    return Formula(Kind.SAVING, inputs, lambda n: n[0] / n[1], (inputs[0], "/", inputs[1]), unit(fold=1))


def differences(result: Figure, scope: Sequence[Figure]) -> list[Formula]:
    """What is saved in money: one total before it less another."""
    totals = [one for one in scope if one.is_total and one.index < result.index and one.currency == result.currency]
    found = []
    for high, low in permutations(totals[-_FEW_PRICES:], 2):
        if high.amount > low.amount and high.high is None and low.high is None:
            inputs = (Taken(high, high.unit), Taken(low, low.unit))
            shown = (inputs[0], "-", inputs[1])
            found.append(Formula(Kind.SAVING, inputs, lambda n: n[0] - n[1], shown, result.unit))
    return found


def _ratio(one: Figure, other: Figure, units: tuple[Unit, Unit], sign: Decimal) -> Formula:
    inputs = (Taken(one, units[0]), Taken(other, units[1]))
    shown: tuple[Taken | str, ...] = ("1 −", inputs[0], "/", inputs[1])
    if sign > 0:
        shown = (inputs[0], "/", inputs[1], "− 1")
    return Formula(Kind.SAVING, inputs, lambda n: sign * (n[0] / n[1] - 1) * _HUNDRED, shown, _PERCENT)


def _shared_unit(one: Figure, other: Figure) -> tuple[Unit, Unit] | None:
    for mine in one.units:
        theirs = other.as_one_of(dimension(mine))
        if theirs is not None:
            return mine, theirs
    return None


def _as_written(one: Figure, other: Figure) -> tuple[Unit, Unit] | None:
    """ "$1.85 a GPU-hour, others charge $2.50": a bare price is for the same as the other."""
    alike = one.currency == other.currency and _TENTH < one.amount / other.amount < 1 / _TENTH
    small = max(one.amount, other.amount) < _SMALL and one.is_price != other.is_price
    return (unit(**{one.currency: 1}), unit(**{one.currency: 1})) if alike and small else None


def shares(result: Figure, scope: Sequence[Figure]) -> list[Formula]:
    """A part of a whole, as a percentage."""
    money = [figure for figure in scope if figure.is_total and figure.amount > 0]
    found = []
    for part, whole in permutations(money[:_FEW_PRICES], 2):
        if part.amount < whole.amount and part.currency == whole.currency:
            inputs = (Taken(part, part.unit), Taken(whole, whole.unit))
            shown = (inputs[0], "/", inputs[1])
            found.append(Formula(Kind.SHARE, inputs, lambda n: n[0] / n[1] * _HUNDRED, shown, _PERCENT))
    return found


def stretches(result: Figure, loss: Figure, scope: Sequence[Figure]) -> list[Formula]:
    """How much longer a run takes that loses part of its work: T / (1 - loss) - T, of each length in the text."""
    found, seen = [], set[Decimal]()
    runs = lengths(scope)
    if any(_is_run(one) for one in runs):
        runs = [one for one in runs if _is_run(one)]
    runs = sorted(runs, key=lambda one: abs(one.index - result.index))
    for run in runs:
        if (
            run.index == result.index
            or run.base(run.unit) in seen
            or not result.base(result.unit) < run.base(run.unit) < _LONGEST
        ):
            continue
        seen.add(run.base(run.unit))
        inputs = (Taken(run, run.unit), Taken(loss, loss.unit))
        shown: tuple[Taken | str, ...] = (inputs[0], "÷ (1 −", inputs[1], ") −", inputs[0])
        found.append(Formula(Kind.STRETCH, inputs, _longer, shown, result.unit))
    return found


def _longer(numbers: Sequence[Decimal]) -> Decimal:
    return numbers[0] / (1 - numbers[1] / _HUNDRED) - numbers[0]


def _is_run(figure: Figure) -> bool:
    """Whether a length is one that runs are given in."""
    return is_length(figure.unit) and figure.unit[0][0] in ("day", "week")


def rescaled(result: Figure, cost: Formula, run: Figure, period: Figure, nodes: Figure | None) -> Formula:
    """A cost that is stated for one length of time, for another; and for so many nodes instead of one."""
    extra = (Taken(run, run.unit), Taken(period, period.unit), *((Taken(nodes, unit(node=1)),) if nodes else ()))
    count = len(cost.inputs)

    def of(numbers: Sequence[Decimal]) -> Decimal:
        one = cost.of(numbers[:count]) * numbers[count] / numbers[count + 1]
        return one * numbers[count + 2] if nodes else one

    shown = (*cost.shown, "*", extra[0], "/", extra[1], *(("*", extra[2]) if nodes else ()))
    return Formula(Kind.RESCALED, (*cost.inputs, *extra), of, shown, result.unit)
