"""Equations that hold as printed: who works out what is printed gets the printed result, to its last digit."""

from collections.abc import Callable, Sequence
from decimal import Decimal

from bot.replies import figures

MOST_PLACES = 24

Numbers = tuple[Decimal, ...]


def as_printed(
    numbers: Sequence[Decimal],
    places: Sequence[int],
    work: Callable[[Numbers], Decimal],
    result: Decimal,
    result_places: int,
) -> Numbers:
    """The numbers with so many decimal places each, or as many more as it takes for `work` of them to give the result
    as it is printed."""
    shown = figures.to_places(result, result_places)
    for more in range(0, MOST_PLACES, 2):
        printed = tuple(figures.to_places(number, p + more) for number, p in zip(numbers, places, strict=True))
        if _gives(work, printed, shown, result_places):
            return printed
    return tuple(numbers)


def _gives(work: Callable[[Numbers], Decimal], printed: Numbers, shown: Decimal, places: int) -> bool:
    try:
        return figures.to_places(work(printed), places) == shown
    except ArithmeticError:  # a divisor with too few places is nothing
        return False
