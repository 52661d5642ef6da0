"""A workbook as plain values: sheets of cells, each with how it looks, and formulas with what they come to."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from enum import Enum
from string import ascii_uppercase

from bot.exports.safe import all_digits
from bot.replies import figures

EXACT_DIGITS = 15
"""Significant digits a spreadsheet keeps of a number."""


class Look(Enum):
    """How a cell looks."""

    PLAIN = "plain"
    TITLE = "title"
    LEAD = "lead"  # a sentence that may run over the cells beside it
    BAND = "band"
    HEADER = "header"
    WRAPPED = "wrapped"
    TOTAL = "total"
    INPUT = "input"  # a number that may be changed


@dataclass(frozen=True, slots=True)
class Cell:
    """A value. With a `formula` (written without "=") the value is what it comes to. `format`: of a number."""

    value: str | Decimal | int | None
    look: Look = Look.PLAIN
    format: str = ""
    formula: str = ""


Given = Cell | str | Decimal | int | None


@dataclass(slots=True)
class Sheet:
    """A sheet: column widths in characters, rows from the top, the cell that scrolling starts at."""

    title: str
    widths: Sequence[float]
    rows: list[tuple[Cell | None, ...]] = field(default_factory=list)
    frozen: str = ""
    filtered: str = ""
    hidden: Sequence[int] = ()

    def add(self, *values: Given) -> int:
        """Add a row; returns its number, from 1."""
        self.rows.append(tuple(_cell(value) for value in values))
        return len(self.rows)

    @property
    def next_row(self) -> int:
        """Number of the row that is added next."""
        return len(self.rows) + 1

    def place(self, row: int, column: int) -> str:
        """The absolute address of a cell, as formulas of any sheet name it; `column` from 0."""
        return f"'{self.title}'!${letters(column)}${row}"

    def span(self, column: int, first: int, last: int) -> str:
        """The absolute address of a part of a column."""
        return f"'{self.title}'!${letters(column)}${first}:${letters(column)}${last}"


def _cell(value: Given) -> Cell | None:
    return value if isinstance(value, Cell) or value is None else Cell(value)


def letters(column: int) -> str:
    """The letters of a column, from 0: A ... Z, AA ..."""
    text = ""
    column += 1
    while column:
        column, rest = divmod(column - 1, 26)
        text = ascii_uppercase[rest] + text
    return text


def headers(names: Sequence[str], look: Look = Look.HEADER) -> tuple[Cell, ...]:
    """A row of headings."""
    return tuple(Cell(name, look) for name in names)


def amount_format(currency: str, decimals: int | None = None) -> str:
    """The format of amounts in a currency that a heading names: grouped, to the smallest coin."""
    places = figures.currency_places(currency) if decimals is None else decimals
    return "#,##0." + "0" * places if places else "#,##0"


def price_format(value: Decimal, currency: str) -> str:
    """The format of one price with all its digits and its currency."""
    decimals = figures.places_of(value)
    if not currency:
        return amount_format("", min(decimals, EXACT_DIGITS))
    places = figures.currency_places(currency)
    return f"[${currency}] {amount_format(currency, min(max(decimals, places if decimals else 0), EXACT_DIGITS))}"


def digits_beyond(value: Decimal) -> str | None:
    """All digits of a number as text, where a spreadsheet cannot keep them."""
    shown = all_digits(value)
    digits = shown.replace(".", "").strip("-0")
    return shown if len(digits) > EXACT_DIGITS else None
