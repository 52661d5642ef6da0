"""A card as a terminal page, with the words of the Slack message. A window too narrow gets several tables."""

import re
from collections.abc import Sequence
from typing import Literal

from rich.box import SIMPLE_HEAD
from rich.cells import cell_len
from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.table import Table as Grid
from rich.text import Text

from bot.replies.card import Card, Cell, Section, Table
from bot.replies.drawing import drawn
from bot.replies.plain import one_line

GAP = 2  # columns between two cells
RULE = 1  # what the grid puts between two columns
CHART_WIDTH = 100
FIRST_COLUMN = 36  # it wraps where it needs more and the others need the room
_WIDE = "\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef"
_CLOSING = "，。；：、！？）」』”’》"
_OPENING = "（「『“‘《"
# One Chinese character or one word, with what must stay with it.
_PIECE = re.compile(rf"[{_OPENING}]*(?:[{_WIDE}]|[^\s{_WIDE}]+)[{_CLOSING}]*\s*|\s+")


def print_card(card: Card, console: Console) -> None:
    """Print the card in the width of the console."""
    console.print(render(card, console.width))


def render(card: Card, width: int = 100) -> RenderableType:
    """The card as something rich can print. Nothing in it is parsed as markup."""
    parts: list[RenderableType] = []
    if card.header:
        parts += _paragraphs([card.header], "bold", width)
    parts += _paragraphs(card.lead, "italic", width)
    if card.verdict:
        parts += _paragraphs([card.verdict], "", width)
    if card.table:
        parts += [grid(part) for part in split(card.table, width)]
    for chart in card.charts:
        parts += [Padding(Text(drawn(chart, min(width, CHART_WIDTH)), no_wrap=True), (1, 0))]
        parts += _paragraphs([chart.text], "", width)
    parts += _paragraphs(card.notes, "", width)
    parts += [_section(section, width) for section in card.sections]
    parts += _paragraphs(card.context, "dim", width)
    parts += _paragraphs(card.hints, "italic", width)
    return Group(*parts)


def _widths(table: Table) -> list[int]:
    return [
        max(cell_len(text) for text in [column.title, *(row[i].text for row in table.rows)])
        for i, column in enumerate(table.columns)
    ]


def grid(table: Table) -> RenderableType:
    """The table as a grid, numbers to the right."""
    shown = Grid(box=SIMPLE_HEAD, show_edge=False, pad_edge=False, padding=(0, GAP, 0, 0))
    for i, column in enumerate(table.columns):
        justify: Literal["left", "right"] = "right" if column.right else "left"
        shown.add_column(Text(one_line(column.title)), justify=justify, no_wrap=i > 0, overflow="fold")
    for row in table.rows:
        shown.add_row(*(_text(cell) for cell in row))
    return Padding(shown, (1, 0))


def _text(cell: Cell) -> Text:
    return Text(one_line(cell.text), style="bold" if cell.bold else "")


def split(table: Table, width: int) -> list[Table]:
    """The table as several that are narrow enough, each with the first column and some of the others."""
    first, *others = range(len(table.columns))
    widths = _widths(table)
    room = width - min(widths[first], FIRST_COLUMN, width * 2 // 5) - GAP
    groups: list[list[int]] = []
    left = 0
    for i in others:
        if not groups or widths[i] + GAP + RULE > left:
            groups.append([])
            left = room
        groups[-1].append(i)
        left -= widths[i] + GAP + RULE
    return [_columns(table, [first, *group]) for group in groups or [[]]]


def _columns(table: Table, chosen: Sequence[int]) -> Table:
    rows = tuple(tuple(row[i] for i in chosen) for row in table.rows)
    return Table(tuple(table.columns[i] for i in chosen), rows)


def _section(section: Section, width: int) -> RenderableType:
    lines = [Padding(part, (0, 0, 0, GAP)) for part in _paragraphs(section.lines, "", width - GAP)]
    return Padding(Group(*_paragraphs([section.title], "bold", width), *lines), (1, 0, 0, 0))


def _paragraphs(lines: Sequence[str], style: str, width: int) -> list[RenderableType]:
    return [Text(wrapped(one_line(line), width), style=style) for line in lines]


def wrapped(text: str, width: int) -> str:
    """The text with line breaks: between words, and between Chinese characters, but not before closing punctuation."""
    lines = [""]
    for piece in _PIECE.findall(text):
        if lines[-1] and cell_len(lines[-1] + piece.rstrip()) > width:
            lines[-1] = lines[-1].rstrip()
            lines.append("")
        lines[-1] += piece
    return "\n".join(lines)
