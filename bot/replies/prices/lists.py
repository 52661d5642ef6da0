"""Pieces that the cards of prices share: tables, and lists that say how much of them is left out."""

from collections.abc import Iterable, Sequence

from bot.replies import figures
from bot.replies.card import Cell, Column, Section, Table
from bot.replies.words import say, say_count

MOST_ROWS = 15
MOST_LINES = 10


def table(language: str, columns: Sequence[tuple[str, bool]], rows: Iterable[Sequence[str]]) -> Table:
    """A table; `columns`: the name in `prices.column-<name>`, and whether it is set to the right."""
    titles = tuple(Column(say(language, f"prices.column-{name}"), right) for name, right in columns)
    return Table(titles, tuple(tuple(Cell(text) for text in row) for row in rows))


def counted(language: str, key: str, count: int, **values: object) -> str:
    """A sentence with a number of things."""
    return say_count(language, key, figures.number(language, count), **values)


def section(language: str, title: str, lines: Sequence[str], count: int | None = None) -> Section:
    """A titled list, with how many more there are than the lines shown. `title`: the key of the word file."""
    shown = tuple(lines[:MOST_LINES])
    left = (len(lines) if count is None else count) - len(shown)
    more = (counted(language, "prices.more-rows", left),) if left > 0 else ()
    return Section(say(language, title), (*shown, *more))


def label(language: str, name: str, text: str) -> str:
    """ "Region: us-east-1"."""
    return say(language, "prices.label", label=say(language, f"prices.{name}"), text=text)
