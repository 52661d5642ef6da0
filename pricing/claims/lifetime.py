"""Totals over a stated life: what is paid once, and so much a month or a year for as long."""

from collections.abc import Sequence

from pricing.claims.figure import Figure
from pricing.claims.formula import Formula, Kind, Taken
from pricing.claims.products import lengths


def running_costs(total: Figure, sentence: Sequence[Figure], section: Sequence[Figure]) -> list[Formula]:
    """What so much a month or a year comes to over the length right before a total: "4-year TCO: $13.7M"."""
    life = next((one for one in reversed(lengths(sentence)) if one.index < total.index), None)
    if life is None or not total.is_total:
        return []
    return [_over(one, life, total) for one in section if _is_running(one, total) and _is_listed(one, life, total)]


def _is_listed(one: Figure, life: Figure, total: Figure) -> bool:
    """Whether a cost stands before the life of a total, or among its parts behind a colon in its sentence."""
    behind = one.index > total.index + 1 and one.place.clause > total.place.clause + 1
    return one.index < life.index or (behind and one.place.sentence == total.place.sentence)


def _is_running(one: Figure, total: Figure) -> bool:
    """So much a month or a year, of nothing in particular."""
    period = len(one.unit) == 2 and any(name in ("month", "quarter", "year") for name, _ in one.unit)
    return period and one.currency == total.currency and one.high is None and one.place.row < 0


def _over(one: Figure, life: Figure, total: Figure) -> Formula:
    inputs = (Taken(one, one.unit), Taken(life, life.unit))
    return Formula(Kind.PRODUCT, inputs, lambda n: n[0] * n[1], (inputs[0], "*", inputs[1]), total.unit)
