"""Writes a workbook as an XLSX file: strings as strings, formulas with what they come to, no clock.

A viewer that does not calculate (a preview on a phone) shows the results that are written beside the formulas; a
spreadsheet works them out anew when it opens the file.
"""

import re
from collections.abc import Iterator, Sequence
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
from bot.exports.safe import is_like_formula, printable

LONGEST_TEXT = 32_767  # characters in a cell
FIRST_YEAR = 1980  # an archive knows no earlier day
_TOP = Alignment(vertical="top")
_WRAPPED = Alignment(vertical="top", wrap_text=True)
_DARK, _LIGHT, _YELLOW, _BLUE, _WHITE = "FF1F3A5F", "FFE3E9F1", "FFFFF9DB", "FF0033CC", "FFFFFFFF"
LOOKS: dict[Look, dict[str, Any]] = {
    Look.PLAIN: {},
    Look.TITLE: {"font": Font(bold=True, size=14)},
    Look.LEAD: {},
    Look.BAND: {"font": Font(bold=True), "fill": PatternFill("solid", fgColor=_LIGHT)},
    Look.HEADER: {
        "font": Font(bold=True, color=_WHITE),
        "fill": PatternFill("solid", fgColor=_DARK),
        "alignment": _WRAPPED,
    },
    Look.WRAPPED: {"alignment": _WRAPPED},
    Look.TOTAL: {"font": Font(bold=True)},
    Look.INPUT: {"font": Font(color=_BLUE), "fill": PatternFill("solid", fgColor=_YELLOW)},
}
Style = tuple[Look, str, bool]


def xlsx_bytes(sheets: Sequence[Sheet], title: str, day: date) -> bytes:
    """The file. `day` stands as the day it was made."""
    book = Workbook(write_only=True)
    book.properties.creator, book.properties.title = "Quartermaster", printable(title)
    book.properties.created = book.properties.modified = datetime.combine(day, time())
    for sheet in sheets:
        _write(book, sheet)
    plain = BytesIO()
    # Not book.save(), which would write the time it is.
    with ZipFile(plain, "w", ZIP_STORED) as archive:
        ExcelWriter(book, archive).save()
    return _packed(plain, sheets, day)


def _write(book: Workbook, sheet: Sheet) -> None:
    """Stream the rows of a sheet, each style made once."""
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
    styles: dict[Style, Any] = {}
    for row in sheet.rows:
        page.append(_cells(page, row, styles))


def _cells(page: Any, row: Sequence[Cell | None], styles: dict[Style, Any]) -> Iterator[Any]:
    """The cells of a row. A cell is written before the next is asked for, so one object does for all of its style."""
    for cell in row:
        if cell is None or (cell.value is None and cell.look is Look.PLAIN):
            yield None
            continue
        is_text = isinstance(cell.value, str) and not cell.formula
        style = (cell.look, cell.format, is_text and is_like_formula(str(cell.value)))
        if style not in styles:
            styles[style] = _styled(page, style)
        written = styles[style]
        if is_text:
            written.value = printable(str(cell.value))[:LONGEST_TEXT]
            written.data_type = "s"  # also "=1+1" and "#N/A"
        else:
            written.value = f"={cell.formula}" if cell.formula else cell.value
        yield written


def _styled(page: Any, style: Style) -> Any:
    look, number_format, like_formula = style
    cell: Any = WriteOnlyCell(page)
    # Always a style of its own: the writer would go on with a cell without one.
    for name, value in {"alignment": _TOP, **LOOKS[look]}.items():
        setattr(cell, name, value)
    if number_format:
        cell.number_format = number_format
    if like_formula:
        cell.quotePrefix = True  # stays text when somebody edits it
    return cell


_FORMULA = re.compile(r'<c r="([A-Z]+)(\d+)"([^>]*)>(<f>[^<]*</f>)<v\s*(?:/>|></v>)')


def _packed(plain: BytesIO, sheets: Sequence[Sheet], day: date) -> bytes:
    """The parts compressed under one date, with the results of the formulas, which the library leaves out."""
    packed = BytesIO()
    at = (max(day.year, FIRST_YEAR), day.month, day.day, 0, 0, 0)
    contents = {f"xl/worksheets/sheet{number}.xml": sheet for number, sheet in enumerate(sheets, 1)}
    with ZipFile(plain) as source, ZipFile(packed, "w", ZIP_DEFLATED) as archive:
        for part in source.namelist():
            data = source.read(part)
            if part in contents:
                data = _with_results(data.decode("utf-8"), contents[part]).encode("utf-8")
            info = ZipInfo(part, at)
            info.compress_type = ZIP_DEFLATED
            archive.writestr(info, data)
    return packed.getvalue()


def _with_results(xml: str, sheet: Sheet) -> str:
    """The XML of a sheet with the result of each formula behind it."""
    columns = {letters(column): column for column in range(len(sheet.widths))}

    def result(match: re.Match[str]) -> str:
        column, row, attributes, formula = match.groups()
        cell = sheet.rows[int(row) - 1][columns[column]]
        assert cell is not None
        if isinstance(cell.value, str):
            return f'<c r="{column}{row}"{attributes} t="str">{formula}<v>{escape(printable(cell.value))}</v>'
        return f'<c r="{column}{row}"{attributes}>{formula}<v>{_number(cell.value)}</v>'

    return _FORMULA.sub(result, xml)


def _number(value: Decimal | int | None) -> str:
    return f"{value:.16g}" if value is not None else ""
