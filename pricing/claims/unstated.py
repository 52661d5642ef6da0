"""What stated prices and quantities of requests come to, where the text states no result."""

from collections.abc import Mapping, Sequence

from pricing.claims.figure import Figure
from pricing.claims.findings import Finding, Verdict
from pricing.claims.formula import Formula, Kind, Taken
from pricing.claims.units import USUAL, unit


def unstated(figures: Sequence[Figure], found: Mapping[int, Finding]) -> list[Finding]:
    """What stated prices and quantities of requests come to, where no result is stated."""
    result = []
    used = {taken.figure.index for one in found.values() if one.formula and one.formula.kind is not Kind.SUM for taken in one.formula.inputs}  # fmt: skip  # noqa: E501
    for price in figures:
        if not price.is_price or ("request", -1) not in price.unit or price.index in used:
            continue
        for count in figures:
            if count.place.line == price.place.line and ("request", 1) in count.unit and len(count.unit) == 2:
                inputs = (Taken(price, price.unit), Taken(count, count.unit))
                each = unit(**{price.currency: 1, "month": -1})
                way = Formula(Kind.IMPLIED, inputs, lambda n: n[0] * n[1], (inputs[1], "*", inputs[0]), each)
                value = way.value({}, USUAL)
                result.append(Finding(price, Verdict.IMPLIED, way, value=value, right=value))
    return result
