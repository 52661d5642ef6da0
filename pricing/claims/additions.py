"""Costs that are stated as a share of others: "network 20% adds $1.0M", 6400万元的8%，即每年512万元."""

from collections.abc import Sequence
from decimal import Decimal

from pricing.claims.figure import Figure
from pricing.claims.formula import Formula, Kind, Taken
from pricing.claims.units import unit

_PERCENT = unit(percent=1)
_HUNDRED = Decimal(100)
_NEAREST = 4
_OF_NO_COST = frozenset({"saving", "versus", "share", "loss", "used", "half"})


def share_before(result: Figure, figures: Sequence[Figure]) -> Figure | None:
    """The percentage right before a sum in its sentence, where words say that the sum is that share."""
    before = figures[result.index - 1] if result.index else None
    if before is None or not _is_amount(result) or "total" in result.tags:
        return None
    if pair := _share_and_base(before, figures):
        said = {"result", "weak"} & result.tags and before.place.sentence == result.place.sentence
        return pair[0] if said else None
    if before.unit != _PERCENT or before.high is not None or not result.is_total:
        return None
    same = before.place.clause == result.place.clause
    told = "added" in result.tags or ({"result", "weak"} & result.tags and (same or "adds" in before.tags))
    near = before.place.sentence == result.place.sentence
    return before if near and told and not _OF_NO_COST & before.tags else None


def _is_amount(one: Figure) -> bool:
    """A sum, or so much a month or a year."""
    return bool(one.currency) and len(one.unit) <= 2


def _share_and_base(last: Figure, figures: Sequence[Figure]) -> tuple[Figure, Figure] | None:
    """ "10% of $6.4M", 6400万元的8%: a share and what it is of, the latter of the two being `last`."""
    first = figures[last.index - 1] if last.index else None
    if first is None or "of-last" not in last.tags or first.place.clause != last.place.clause:
        return None
    share, base = (last, first) if last.unit == _PERCENT else (first, last)
    fits = share.unit == _PERCENT and base.is_total and not _OF_NO_COST & share.tags
    return (share, base) if fits else None


def additions(result: Figure, share: Figure, section: Sequence[Figure], figures: Sequence[Figure]) -> list[Formula]:
    """That share of what it is said to be of; else of each sum before it, the nearest first, and of all together."""
    pair = _share_and_base(figures[result.index - 1], figures)
    if pair and pair[1].currency == result.currency:
        return [_share_of([pair[1]], share, result)]
    sums = [one for one in section if one.index < share.index and one.is_total and one.currency == result.currency]
    sums = [one for one in sums if one.amount > 0 and one.high is None and "aside" not in one.tags]
    groups = [[one] for one in reversed(sums[-_NEAREST:])]
    if len(sums) > 1:
        groups.append(sums)
    return [_share_of(group, share, result) for group in groups]


def _share_of(sums: Sequence[Figure], share: Figure, result: Figure) -> Formula:
    parts = tuple(Taken(one, one.unit) for one in sums)
    last = Taken(share, share.unit)
    shown: list[Taken | str] = []
    for part in parts:
        shown += ["+", part] if shown else [part]
    whole = shown if len(parts) == 1 else ["(", *shown, ")"]
    return Formula(Kind.PRODUCT, (*parts, last), _part, (*whole, "*", last), result.unit, raw=True)


def _part(numbers: Sequence[Decimal]) -> Decimal:
    return sum(numbers[:-1], Decimal(0)) * numbers[-1] / _HUNDRED
