"""Writes a workbook as an XLSX file: strings as strings, formulas with what they come to, no clock.

openpyxl makes the styles and all parts of the file but the rows, which are written here: several times as fast, and
with the result beside each formula, which the library leaves out. A viewer that does not calculate (a preview on a
phone) shows these results; a spreadsheet works them out anew when it opens the file.
"""

import re
from collections.abc import Mapping, Sequence
from datetime import date, datetime, time
from decimal import Decimal
from io import BytesIO
from typing import Any
from xml.sax.saxutils import escape
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile, ZipInfo

from openpyxl import Workbook
from openpyxl.cell import WriteOnlyCell
from openpyxl.styles import Alignment, Font, PatternFill
from openpyxl.writer.excel import ExcelWriter

from bot.exports.grid import Cell, Look, Sheet, letters
from bot.exports.safe import display_width, printable
from pricing.book_files.safe_text import is_like_formula

LONGEST_TEXT = 32_767  # characters in a cell
FIRST_YEAR = 1980  # an archive knows no earlier day
_TOP = Alignment(vertical="top")
_WRAPPED = Alignment(vertical="top", wrap_text=True)
_DARK, _LIGHT, _YELLOW, _BLUE, _WHITE = "FF1F3A5F", "FFE3E9F1", "FFFFF9DB", "FF0033CC", "FFFFFFFF"
FONT = "Calibri"
LINE_HEIGHT, TITLE_HEIGHT = 15, 21  # points
WRAPPING = {Look.HEADER, Look.WRAPPED}
_BOLD = Font(FONT, 11, bold=True)
LOOKS: dict[Look, dict[str, Any]] = {
    Look.PLAIN: {},
    Look.TITLE: {"font": Font(FONT, 14, bold=True)},
    Look.LEAD: {},
    Look.BAND: {"font": _BOLD, "fill": PatternFill("solid", fgColor=_LIGHT)},
    Look.HEADER: {
        "font": Font(FONT, 11, bold=True, color=_WHITE),
        "fill": PatternFill("solid", fgColor=_DARK),
        "alignment": _WRAPPED,
    },
    Look.WRAPPED: {"alignment": _WRAPPED},
    Look.TOTAL: {"font": _BOLD},
    Look.INPUT: {"font": Font(FONT, 11, color=_BLUE), "fill": PatternFill("solid", fgColor=_YELLOW)},
}
EMPTY_ROWS = re.compile(r"<sheetData\s*/>|<sheetData></sheetData>")
Style = tuple[Look, str, bool]


def xlsx_bytes(sheets: Sequence[Sheet], title: str, day: date) -> bytes:
    """The file. `day` stands as the day it was made."""
    book = Workbook(write_only=True)
    book.properties.creator, book.properties.title = "Quartermaster", printable(title)
    book.properties.created = book.properties.modified = datetime.combine(day, time())
    rows: dict[str, str] = {}
    for number, sheet in enumerate(sheets, 1):
        page = _page(book, sheet)
        rows[f"xl/worksheets/sheet{number}.xml"] = _rows(sheet, _Styles(page))
    plain = BytesIO()
    # Not book.save(), which would write the time it is.
    with ZipFile(plain, "w", ZIP_STORED) as archive:
        ExcelWriter(book, archive).save()
    return _packed(plain, rows, day)


def _page(book: Workbook, sheet: Sheet) -> Any:
    """A sheet without rows: its columns, what stays in view, what can be filtered, how it is printed."""
    page: Any = book.create_sheet(sheet.title)
    for column, width in enumerate(sheet.widths):
        page.column_dimensions[letters(column)].width = width
        page.column_dimensions[letters(column)].hidden = column in sheet.hidden
    if sheet.frozen:
        page.freeze_panes = sheet.frozen
    if sheet.filtered:
        page.auto_filter.ref = sheet.filtered
    page.page_setup.orientation = "landscape"
    page.sheet_properties.pageSetUpPr.fitToPage = True
    page.page_setup.fitToHeight = 0
    return page


class _Styles:
    """The numbers of styles in the file, each made when it is first needed."""

    def __init__(self, page: Any) -> None:
        self._page = page
        self._numbers: dict[Style, int] = {}

    def number(self, look: Look, number_format: str, like_formula: bool) -> int:
        """The number of a style. Text that is like a formula is marked, so that it stays text when it is edited."""
        style = (look, number_format, like_formula)
        if style not in self._numbers:
            cell: Any = WriteOnlyCell(self._page)
            for name, value in {"alignment": _TOP, **LOOKS[look]}.items():
                setattr(cell, name, value)
            if number_format:
                cell.number_format = number_format
            if like_formula:
                cell.quotePrefix = True
            self._numbers[style] = cell.style_id
        return self._numbers[style]


def _rows(sheet: Sheet, styles: _Styles) -> str:
    columns = [letters(column) for column in range(max((len(row) for row in sheet.rows), default=0))]
    rows = []
    for number, row in enumerate(sheet.rows, 1):
        filled = ((column, cell) for column, cell in zip(columns, row, strict=False) if cell is not None)
        cells = "".join(_cell(f"{column}{number}", cell, styles) for column, cell in filled)
        rows.append(f'<row r="{number}"{_height(sheet, row)}>{cells}</row>')
    return f"<sheetData>{''.join(rows)}</sheetData>"


def _height(sheet: Sheet, row: Sequence[Cell | None]) -> str:
    """The height of a row that takes more than a line; not every viewer works that out."""
    if any(cell is not None and cell.look is Look.TITLE for cell in row):
        return f' ht="{TITLE_HEIGHT}" customHeight="1"'
    wrapped = ((cell, width) for cell, width in zip(row, sheet.widths, strict=False) if cell and cell.look in WRAPPING)
    lines = max((-(-display_width(str(cell.value)) // max(int(width) - 1, 1)) for cell, width in wrapped), default=1)
    return f' ht="{lines * LINE_HEIGHT}" customHeight="1"' if lines > 1 else ""


def _cell(place: str, cell: Cell, styles: _Styles) -> str:
    """The XML of a cell: a formula with its result, a number, or a string that is nothing but a string."""
    value = cell.value
    text = printable(value)[:LONGEST_TEXT] if isinstance(value, str) else ""
    number = styles.number(cell.look, cell.format, bool(text) and not cell.formula and is_like_formula(text))
    start = f'<c r="{place}" s="{number}"'
    if cell.formula:
        kind, result = (' t="str"', _escaped(text)) if isinstance(value, str) else ("", _number(value))
        return f"{start}{kind}><f>{escape(cell.formula)}</f><v>{result}</v></c>"
    if isinstance(value, str):
        return f'{start} t="inlineStr"><is><t xml:space="preserve">{_escaped(text)}</t></is></c>'
    return f"{start}/>" if value is None else f"{start}><v>{_number(value)}</v></c>"


def _escaped(text: str) -> str:
    return escape(text, {"\r": "&#13;"})


def _number(value: Decimal | int | None) -> str:
    """As many digits as it takes for a spreadsheet's binary number to be the nearest there is."""
    return "" if value is None else f"{value:.17g}"


def _packed(plain: BytesIO, rows: Mapping[str, str], day: date) -> bytes:
    """The parts with the rows in them, compressed, all under one date."""
    packed = BytesIO()
    at = (max(day.year, FIRST_YEAR), day.month, day.day, 0, 0, 0)
    with ZipFile(plain) as source, ZipFile(packed, "w", ZIP_DEFLATED) as archive:
        for part in source.namelist():
            data = source.read(part)
            if part in rows:
                before, after = EMPTY_ROWS.split(data.decode("utf-8"))
                data = f"{before}{rows[part]}{after}".encode()
            info = ZipInfo(part, at)
            info.compress_type = ZIP_DEFLATED
            archive.writestr(info, data)
    return packed.getvalue()
