"""Products that a text implies: a price times what it is for, found by units alone; and what is left unstated."""

from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import replace
from decimal import Decimal
from itertools import combinations, islice, product

from pricing.claims.figure import Figure
from pricing.claims.formula import Formula, Kind, Taken
from pricing.claims.shares import all_of
from pricing.claims.units import PLAIN, Unit, dimension, is_length, times, unit

_MOST_OF_A_KIND = 4
_MOST_FACTORS = 5
_MOST_CELLS = 4
_BEHIND = 4
_MOST_TRIED = 2_000
_PERCENT = unit(percent=1)
_COUNTS = ("gpu", "node")
_TOPICS = frozenset({"network", "power", "storage", "egress", "running"})

Factor = tuple[Taken, int]


def products(
    result: Figure, scope: Sequence[Figure], known: Container[int] = (), divided: bool = True
) -> list[Formula]:
    """The ways to make a figure's unit as a product of others. First those that start from a figure `known` to be a
    result, that use the most figures, that are nearest. `divided`: also quotients."""
    others = [figure for figure in scope if figure.index != result.index]
    bases = [one for one in others if _can_be_base(one, result) and not _past_other_money(one, result, others)]
    ranked = []
    for base in bases:
        rest = [one for one in others if one.index != base.index]
        for at, wanted in enumerate(_wanted(result)):
            for place, as_unit in enumerate(_readings(base, wanted)):
                if as_unit != base.unit and _of_other_thing(base, result):
                    continue
                gap = times(dimension(wanted), dimension(as_unit), -1)
                if not gap and not _is_conversion(base, as_unit, result):
                    continue
                for factors in _bridges(gap, rest, base, divided):
                    if any(sign < 0 and _is_said_later(taken.figure, result) for taken, sign in factors):
                        continue
                    rank = (base.index not in known, *_rank(result, base, factors, at + place))
                    ranked.append((rank, _formula(base, as_unit, factors, wanted)))
    ranked.sort(key=lambda pair: pair[0])
    return [formula for _, formula in ranked]


def _wanted(result: Figure) -> tuple[Unit, ...]:
    """What a result is: as it was read; a sum of money may be that of a month where its words say so."""
    first = result.units[0]
    return (
        result.units
        if not result.is_price or len(first) > 2
        else (first, *(u for u in result.units[1:] if len(u) == 1))
    )


def _can_be_base(base: Figure, result: Figure) -> bool:
    if base.index > result.index and (
        result.is_price or not base.is_price or "result" in base.tags or _is_of_long_time(base)
    ):
        return False  # what is worked out from a figure is no part of it
    if result.currency:
        return base.currency == result.currency and base.amount > 0 and base.high is None
    return not base.currency and base.unit not in (PLAIN, _PERCENT) and bool(base.unit)


def _is_said_later(one: Figure, result: Figure) -> bool:
    """What is spread over a length or a number of things is so over one that was named by then."""
    return one.index > result.index and one.place.sentence != result.place.sentence


def _past_other_money(base: Figure, result: Figure, others: Sequence[Figure]) -> bool:
    """Whether other money stands between a result and a price behind it: then the price is that of something else."""
    same = base.place.clause == result.place.clause or base.place.row >= 0
    return not same and any(one.currency for one in others if result.index < one.index < base.index)


def _of_other_thing(base: Figure, result: Figure) -> bool:
    """A sum that may be the price of one machine makes no sum of something else, of the network or of power."""
    return base.is_total and _TOPICS & base.tags != _TOPICS & result.tags


def _is_of_long_time(base: Figure) -> bool:
    """So much a month or a year, of nothing: the share of a total rather than a price."""
    return len(base.unit) == 2 and any(name in ("month", "year", "quarter") for name, _ in base.unit)


def _readings(base: Figure, wanted: Unit) -> tuple[Unit, ...]:
    """A total is a total; it is a price of a month only in a table or clause that says so."""
    units = base.units
    if "result" in base.tags and base.is_price:
        units = tuple(one for one in units if len(one) <= len(units[0]))
    return tuple(one for one in units if one not in (PLAIN, wanted))


def _rank(result: Figure, base: Figure, factors: Sequence[Factor], reading: int) -> tuple[int, int, int]:
    distance = sum(_distance(taken.figure, result) for taken, _ in factors) + _distance(base, result)
    return (-min(len(factors), 2), reading, distance)


def _is_conversion(base: Figure, as_unit: Unit, result: Figure) -> bool:
    """ "$24/h is $17,520 a month": the same price for another length, right behind it."""
    cued = bool({"result", "weak", "restated"} & result.tags) and "colon" not in result.tags
    near = base.index == result.index - 1 and (base.place.clause == result.place.clause or "restated" in result.tags)
    return cued and as_unit == base.unit and base.is_price and (near or "result" in result.tags)


def _distance(one: Figure, result: Figure) -> int:
    """Figures between two; what comes after a result is further away than what comes before."""
    return result.index - one.index if one.index < result.index else (one.index - result.index) * _BEHIND


def _bridges(gap: Unit, others: Sequence[Figure], base: Figure, divided: bool) -> Iterator[tuple[Factor, ...]]:
    """Sets of factors of different kinds whose unit together is the gap."""
    if not gap:
        yield ()  # so much an hour as so much a month
        return
    kinds: dict[Unit, list[Factor]] = {}
    for figure in sorted(others, key=lambda one: abs(one.index - base.index)):
        if figure.currency or figure.high is not None or figure.amount == 0:
            continue
        for one in figure.units:
            if one in (PLAIN, _PERCENT) or (PLAIN in figure.units):
                continue
            held = kinds.setdefault(dimension(one), [])
            if len(held) < _MOST_OF_A_KIND:
                held.append((Taken(figure, one), 1))
    useful = {kind: held for kind, held in kinds.items() if _helps(kind, gap)}
    choices: list[list[Factor | None]] = []
    for held in useful.values():
        signed: list[Factor | None] = [None, *held]
        signed += [(taken, -1) for taken, _ in held] if divided else []
        choices.append(signed)
    for chosen in islice(product(*choices[:_MOST_FACTORS]), _MOST_TRIED):
        factors = tuple(one for one in chosen if one is not None)
        if factors and _unit_of(factors) == gap and _distinct(factors):
            yield factors


def _helps(kind: Unit, gap: Unit) -> bool:
    names = {name for name, _ in gap}
    names |= {"gpu", "node"} if names & {*_COUNTS, "kW"} else set()
    names |= {"hour"} if "kW" in names else set()
    return bool(kind) and all(name in names for name, _ in kind)


def _unit_of(factors: Sequence[Factor]) -> Unit:
    result = PLAIN
    for taken, sign in factors:
        result = times(result, dimension(taken.unit), sign)
    return result


def _distinct(factors: Sequence[Factor]) -> bool:
    return len({taken.figure.index for taken, _ in factors}) == len(factors)


def _formula(base: Figure, as_unit: Unit, factors: Sequence[Factor], wanted: Unit) -> Formula:
    inputs = (Taken(base, as_unit), *(taken for taken, _ in factors))
    signs = tuple(sign for _, sign in factors)

    def of(numbers: Sequence[Decimal]) -> Decimal:
        result = numbers[0]
        for number, sign in zip(numbers[1:], signs, strict=True):
            result = result * number if sign > 0 else result / number
        return result

    shown: list[Taken | str] = [inputs[0]]
    for taken, sign in sorted(factors, key=lambda factor: -factor[1]):
        shown += ["*" if sign > 0 else "/", taken]
    return Formula(Kind.PRODUCT, inputs, of, tuple(shown), wanted)


def row_products(result: Figure, row: Sequence[Figure]) -> list[Formula]:
    """The cells of a table row multiplied: a price and one or more quantities before it, all of them first."""
    cells = [one for one in row if 0 < one.place.column < result.place.column and one.place.row == result.place.row]
    prices = [one for one in cells if one.currency == result.currency and one.amount > 0]
    counts = [one for one in cells if not one.currency and one.unit != _PERCENT and one.high is None]
    if not result.currency or len(prices) != 1 or not 0 < len(counts) <= _MOST_CELLS:
        return []
    found = []
    for size in range(len(counts), 0, -1):
        for chosen in combinations(counts, size):
            inputs = tuple(Taken(one, one.unit) for one in (*chosen, prices[0]))
            shown: list[Taken | str] = [inputs[0]]
            for taken in inputs[1:]:
                shown += ["*", taken]
            found.append(Formula(Kind.PRODUCT, inputs, all_of, tuple(shown), result.unit, raw=True))
    return found


def at_compared(ways: Sequence[Formula], scope: Sequence[Figure]) -> list[Formula]:
    """The same products at a price that theirs is compared with: 每卡时14元，对比云上21元 ... 而云上要98.1万元."""
    found = []
    for way in ways:
        price, *rest = way.inputs
        others = [one for one in scope if one.is_total and {"against", "versus"} & one.tags]
        for other in others:
            if price.figure.is_price and other.currency == price.figure.currency and other.index != price.figure.index:
                taken = Taken(other, price.unit)
                shown = tuple(taken if item == price else item for item in way.shown)
                found.append(replace(way, inputs=(taken, *rest), shown=shown))
    return found


def lengths(figures: Iterable[Figure]) -> list[Figure]:
    """The lengths of time among figures, no ranges."""
    return [figure for figure in figures if is_length(figure.unit) and figure.high is None and figure.amount > 0]
