"""Notes on supposed prices that changed nothing, or are so far from the stored ones that the unit may be wrong."""

from collections.abc import Iterable
from decimal import Decimal

from bot.replies import figures, header, labels
from bot.replies.shown import shown
from bot.replies.words import say
from pricing.costs import Comparison
from pricing.flags import Touched
from pricing.scenario import SupposedPrice

FAR = Decimal(10)
"""Times the stored price, either way, from which a supposed one is asked about. It is not refused."""


def notes(comparisons: Iterable[Comparison], language: str) -> tuple[str, ...]:
    """One note for each supposed price that needs one."""
    found: list[str] = []
    for comparison in comparisons:
        for one, rows in zip(comparison.scenario.supposed, comparison.supposed, strict=True):
            found += _note(comparison, one, rows, language)
    return tuple(dict.fromkeys(found))


def _note(comparison: Comparison, one: SupposedPrice, rows: Touched, language: str) -> list[str]:
    what = header.supposed_price(shown(comparison, language), one)
    if not rows.rows:
        gpu = labels.shortened(comparison.scenario.gpu)
        return [say(language, "supposed.no-row", what=what, gpu=gpu)]
    if rows.most is not None and rows.most >= FAR:
        return [say(language, "supposed.far-above", what=what, times=figures.significant(language, rows.most, 3))]
    if rows.least and rows.least <= 1 / FAR:
        return [say(language, "supposed.far-below", what=what, times=figures.significant(language, 1 / rows.least, 3))]
    return []
