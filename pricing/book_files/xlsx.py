"""Sheets of an XLSX file. Text is text, never a formula; a number is one only if it keeps all its digits.

A number that a spreadsheet holds exactly (15 digits) is a number cell whose format shows the digits that were
written (23.60 with "0.00"), so that people can sort and calculate; any other is text.
"""

import io
import re
from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from typing import Any

from openpyxl import Workbook
from openpyxl.cell import WriteOnlyCell
from openpyxl.styles import Font
from openpyxl.utils import get_column_letter
from openpyxl.worksheet.datavalidation import DataValidation

from pricing.book_files.cells import digits

_WIDTH = 16
_ALL_DIGITS = 15
_LAST_ROW = 10_000
_IN_NO_XML = re.compile("[\x00-\x08\x0b\x0c\x0d\x0e-\x1f\ufffe\uffff]|_(?=x[0-9A-Fa-f]{4}_)")


def book_of(title: str, header: Sequence[str], rows: Iterable[Sequence[str | Decimal]]) -> bytes:
    """A workbook of one sheet."""
    workbook = Workbook(write_only=True)
    add_sheet(workbook, title, header, rows)
    return saved(workbook)


def add_sheet(
    workbook: Workbook,
    title: str,
    header: Sequence[str],
    rows: Iterable[Sequence[str | Decimal]],
    widths: Mapping[int, int] | None = None,
) -> Any:
    """Add a sheet with a bold header that stays in sight; text must be protected already. Gives the sheet.

    `widths`: of columns (from 1) that are not as wide as the others.
    """
    sheet = workbook.create_sheet(title)
    sheet.freeze_panes = "A2"
    for column in range(1, len(header) + 1):
        sheet.column_dimensions[get_column_letter(column)].width = (widths or {}).get(column, _WIDTH)
    sheet.append([_header_cell(sheet, name) for name in header])
    for cells in rows:
        sheet.append([_cell(sheet, cell) for cell in cells])
    return sheet


def add_choices(sheet: Any, column: int, choices: Sequence[str]) -> None:
    """Offer these words in the cells of a column (from 1) below the header; other words stay possible."""
    letter = get_column_letter(column)
    rule = DataValidation(type="list", formula1=f'"{",".join(choices)}"', allow_blank=True, showErrorMessage=False)
    rule.add(f"{letter}2:{letter}{_LAST_ROW}")
    sheet.data_validations.append(rule)


def saved(workbook: Workbook) -> bytes:
    """The file's bytes."""
    out = io.BytesIO()
    workbook.save(out)
    return out.getvalue()


def _header_cell(sheet: Any, name: str) -> Any:
    cell = _text_cell(sheet, name)
    cell.font = Font(bold=True)
    return cell


def _cell(sheet: Any, value: str | Decimal) -> Any:
    if value == "":
        return None
    if isinstance(value, str):
        return _text_cell(sheet, value)
    if not _is_kept(value):
        return _text_cell(sheet, digits(value))
    cell = WriteOnlyCell(sheet, value=value)  # type: ignore[arg-type]
    exponent = value.as_tuple().exponent
    behind = -exponent if isinstance(exponent, int) and exponent < 0 else 0
    cell.number_format = f"0.{'0' * behind}" if behind else "0"
    return cell


def _is_kept(value: Decimal) -> bool:
    """Whether the number and all its digits come back from a binary number of 15 digits."""
    return len(f"{value:f}".replace(".", "").lstrip("-")) <= _ALL_DIGITS and not (value.is_signed() and not value)


def _text_cell(sheet: Any, text: str) -> Any:
    cell = WriteOnlyCell(sheet, value=_IN_NO_XML.sub(_escaped, text))
    cell.data_type = "s"  # whatever it looks like
    return cell


def _escaped(found: re.Match[str]) -> str:
    """XLSX writes a character that XML cannot hold as `_x000D_`, and the underscore of such a text as `_x005F_`."""
    return f"_x{ord(found[0]):04X}_"
