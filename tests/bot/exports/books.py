"""Workbooks for tests: read as plain values, or from the file as it is written."""

from collections.abc import Mapping, Sequence
from decimal import Decimal
from io import BytesIO

from openpyxl import load_workbook

from bot.exports.grid import Cell, Sheet, letters
from bot.exports.options import options_of
from bot.exports.workbook import sheets_of
from bot.replies.comparison import comparison_card
from pricing.catalog import Claim
from pricing.costs import Comparison
from tests.bot.exports.evaluator import Evaluator, Value

Changes = Mapping[tuple[str, str], Decimal]


def sheets(
    comparisons: Sequence[Comparison], language: str = "en", claims: Mapping[str, Sequence[Claim]] | None = None
) -> list[Sheet]:
    """The sheets of a workbook as plain values."""
    cards = [comparison_card(comparison, language) for comparison in comparisons]
    return sheets_of(options_of(comparisons, language), comparisons, cards, claims or {}, language)


def cells(sheets: Sequence[Sheet]) -> dict[tuple[str, str], Cell]:
    """Sheet and place -> what stands there."""
    return {
        (sheet.title, f"{letters(column)}{row}"): cell
        for sheet in sheets
        for row, line in enumerate(sheet.rows, 1)
        for column, cell in enumerate(line)
        if cell is not None
    }


def evaluator(sheets: Sequence[Sheet], changes: Changes | None = None) -> Evaluator:
    """Works out the workbook with all its digits, with these numbers changed."""
    known = cells(sheets)

    def read(sheet: str, place: str) -> tuple[Value, str]:
        if changes and (sheet, place) in changes:
            return changes[sheet, place], ""
        cell = known.get((sheet, place))
        if cell is None:
            return None, ""
        value = Decimal(cell.value) if isinstance(cell.value, int) else cell.value
        return value, cell.formula

    return Evaluator(read)


def written(content: bytes) -> Evaluator:
    """Works out the workbook from the file, as a spreadsheet would."""
    book = load_workbook(BytesIO(content))

    def read(sheet: str, place: str) -> tuple[Value, str]:
        cell = book[sheet][place]
        if cell.data_type == "f":
            return None, str(cell.value)[1:]
        value = cell.value
        return (Decimal(repr(value)) if isinstance(value, int | float) else value), ""

    return Evaluator(read)


def row_of(sheet: Sheet, column: int, text: str) -> int:
    """The number of the first row whose cell in a column begins with a text."""
    for number, row in enumerate(sheet.rows, 1):
        cell = row[column] if column < len(row) else None
        if cell is not None and str(cell.value).startswith(text):
            return number
    raise AssertionError(f"{text} is not in column {column} of {sheet.title}")


def column_of(sheet: Sheet, heading: str) -> str:
    """The letters of the column with this heading."""
    for row in sheet.rows:
        for column, cell in enumerate(row):
            if cell is not None and cell.value == heading:
                return letters(column)
    raise AssertionError(f"{sheet.title} has no {heading}")
