"""Percentages of what is computed: use, discounts, taxes, residual values; and a share of another amount."""

from collections.abc import Iterable, Sequence
from decimal import Decimal

from pricing.claims.figure import Figure
from pricing.claims.formula import Formula, Kind, Taken
from pricing.claims.units import PLAIN, unit

_PERCENT = unit(percent=1)
_HUNDRED = Decimal(100)


def with_shares(formula: Formula, scope: Iterable[Figure]) -> list[Formula]:
    """The formula with each share of its sentence that applies to it: use, a discount, a tax, a PUE."""
    found = []
    used = {taken.figure.index for taken in formula.inputs}
    for figure in scope:
        if figure.index in used or figure.high is not None:
            continue
        if figure.unit == _PERCENT and figure.amount < _HUNDRED and "applies" in figure.tags - _compared(figure):
            mode = "*" if "used" in figure.tags else "+" if "adds" in figure.tags else "-"
            found.append(_shared(formula, figure, mode))
        elif figure.unit == unit(tenths=1):
            found.append(_shared(formula, figure, "tenths"))
        elif PLAIN in figure.units and 1 < figure.amount < 3 and figure.step < 1:
            found.append(_shared(formula, figure, "bare"))
    return found


def _compared(figure: Figure) -> frozenset[str]:
    """ "30% cheaper than": what is said of two prices, and applied to none."""
    return frozenset({"applies"}) if "versus" in figure.tags else frozenset()


def _shared(formula: Formula, figure: Figure, mode: str) -> Formula:
    def of(numbers: Sequence[Decimal]) -> Decimal:
        whole, last = formula.of(numbers[:-1]), numbers[-1]
        match mode:
            case "*":
                return whole * last / _HUNDRED
            case "-":
                return whole * (1 - last / _HUNDRED)
            case "+":
                return whole * (1 + last / _HUNDRED)
            case "tenths":
                return whole * last / (10 if last <= 10 else 100)
        return whole * last

    taken = Taken(figure, figure.unit)
    sign: tuple[Taken | str, ...] = ("*", "(1", mode, taken, ")") if mode in ("-", "+") else ("*", taken)
    return Formula(formula.kind, (*formula.inputs, taken), of, (*formula.shown, *sign), formula.unit, formula.raw)


def of_another(result: Figure, scope: Sequence[Figure]) -> list[Formula]:
    """A share of one amount that stands before it: less a discount, plus a tax, or that part of it."""
    found = []
    shares = [one for one in scope if one.unit in (_PERCENT, unit(tenths=1)) and _applies_to(one, result)]
    for base in sorted(scope, key=lambda one: -one.index):
        if base.index >= result.index or not base.currency or base.currency != result.currency or base.high is not None:
            continue
        plain = Formula(
            Kind.PRODUCT, (Taken(base, base.unit),), all_of, (Taken(base, base.unit),), result.unit, raw=True
        )
        for share in shares:
            modes = ("tenths",) if share.unit != _PERCENT else ("-", "*", "+")
            found += [_shared(plain, share, mode) for mode in modes]
    return found


def discounted(result: Figure, pair: Sequence[Figure]) -> list[Formula]:
    """An amount less the discount beside it; nothing where the two figures are not these."""
    shares = [one for one in pair if one.unit == unit(tenths=1) or (one.unit == _PERCENT and _is_discount(one))]
    bases = [one for one in pair if one.is_total and one.currency == result.currency and one.high is None]
    if len(shares) != 1 or len(bases) != 1 or shares[0].high is not None:
        return []
    base, share = Taken(bases[0], bases[0].unit), shares[0]
    plain = Formula(Kind.PRODUCT, (base,), all_of, (base,), result.unit, raw=True)
    return [_shared(plain, share, "tenths" if share.unit != _PERCENT else "-")]


def _is_discount(share: Figure) -> bool:
    return {"applies", "saving"} <= share.tags and not {"used", "adds", "versus"} & share.tags


def _applies_to(share: Figure, result: Figure) -> bool:
    return share.index < result.index and share.amount > 0 and share.high is None and "versus" not in share.tags


def all_of(numbers: Sequence[Decimal]) -> Decimal:
    """The product of numbers."""
    result = Decimal(1)
    for number in numbers:
        result *= number
    return result


def is_share(formula: Formula) -> bool:
    """Whether a formula takes a percentage of an amount, which stays an amount of its own."""
    return any(taken.unit == _PERCENT for taken in formula.inputs)
