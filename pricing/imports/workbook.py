"""Rows of an XLSX workbook: no formula is worked out, no link followed, numbers have the digits that were typed."""

import io
import re
import warnings
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import date, datetime, time
from decimal import Decimal
from functools import lru_cache
from itertools import chain, islice
from typing import Any

from openpyxl import load_workbook

from pricing.imports.archives import check_archive
from pricing.imports.source import MAX_COLUMNS, MAX_ROWS
from pricing.imports.tables import Cells, checked_header, row
from pricing.listings import FileRefused, Refusal

Wanted = Callable[[tuple[str, ...]], bool]
Record = tuple[int, Sequence[Any]]
_BATCH = 500
_ESCAPED = re.compile("_x([0-9A-Fa-f]{4})_")
_DECIMALS = re.compile(r"(?:#,##)?0(?:\.(0+))?")
_SIGN = re.compile(r'"([^"]+)"|\[\$([^\]\-]+)|([$€£¥￥₹₩])')
_KNOWN_SIGNS = frozenset("$€£¥￥₹₩元") | {"USD", "EUR", "CNY", "RMB", "GBP", "INR", "KRW", "JPY", "US$", "HK$", "CHF"}


def is_workbook(data: bytes) -> bool:
    """Whether the file is a ZIP archive, as every XLSX is."""
    return data.startswith(b"PK\x03\x04")


def sheet_header(data: bytes, wanted: Wanted = bool) -> tuple[str, ...]:
    """Header of the first sheet that has the `wanted` one, else of the first sheet with any. Raises FileRefused."""
    return _sheet(data, wanted)[0]


def sheet_rows(data: bytes, wanted: Wanted = bool) -> Iterator[Cells | Refusal]:
    """Row number and header -> cell of each row of that sheet, as `tables.rows_of`; the header is its first row.

    A number is the shortest decimal that is the same binary number (23.6 is "23.6"), with the zeros its format shows
    ("23.60"); a percentage ends with "%", an amount in a currency format begins with the sign. Dates are ISO.
    Refusals: `formula` (column, text) and those of `tables.row`.

    Raises:
        FileRefused: those of `check_archive`, `workbook` for one that cannot be read, `empty`, `too-many-rows`,
            `too-many-columns`, `header-twice`.
    """
    header, records = _sheet(data, wanted)
    for line, cells in records:
        yield _row(line, header, cells)


def stored_cells(data: bytes) -> Iterator[tuple[str, ...]]:
    """Cells of each row of each sheet, as text (see `sheet_rows`), and no cells behind each sheet. A formula is the
    value that was stored with it.

    Raises:
        FileRefused: those of `check_archive`, `workbook` for one that cannot be read, `too-many-rows`,
            `too-many-columns`.
    """
    check_archive(data)
    for sheet in _opened(data, values=True).worksheets:
        for _, cells in _records(sheet):
            yield tuple(map(_text, cells))
        yield ()


def _sheet(data: bytes, wanted: Wanted) -> tuple[tuple[str, ...], Iterator[Record]]:
    check_archive(data)
    first: tuple[tuple[str, ...], Iterator[Record]] | None = None
    refused = FileRefused("empty")
    for sheet in _opened(data).worksheets:
        records = _records(sheet)
        try:
            header = _header(records)
        except FileRefused as error:  # perhaps another sheet is what we look for
            refused = error if first is None and error.reason != "empty" else refused
            continue
        if wanted(header):
            return header, records
        first = first or (header, records)
    if first is None:
        raise refused
    return first


def _header(records: Iterator[Record]) -> tuple[str, ...]:
    for _, cells in records:
        return checked_header([_text(cell) for cell in cells])
    raise FileRefused("empty")


def _opened(data: bytes, values: bool = False) -> Any:
    """The workbook; `values`: with the stored values of formulas in their place."""
    with warnings.catch_warnings():
        _without_remarks()
        try:
            return load_workbook(io.BytesIO(data), read_only=True, data_only=values, keep_links=False)
        except Exception:  # its parsers raise whatever they stumble over
            raise FileRefused("workbook") from None


def _without_remarks() -> None:
    """openpyxl remarks on what it leaves out (rules, lists of choices): nothing a price stands in."""
    warnings.filterwarnings("ignore", category=UserWarning, module="openpyxl")


def _records(sheet: Any) -> Iterator[Record]:
    """Row number and cells of each row that is not blank. The size that a sheet states is not believed."""
    sheet.reset_dimensions()
    for number, cells in enumerate(_batched(sheet.iter_rows()), 1):
        if number > MAX_ROWS:
            raise FileRefused("too-many-rows", most=MAX_ROWS)
        if len(cells) > MAX_COLUMNS:
            raise FileRefused("too-many-columns", most=MAX_COLUMNS)
        if any(cell.value is not None and cell.value != "" for cell in cells):
            yield number, cells


def _batched(rows: Iterable[Sequence[Any]]) -> Iterator[Sequence[Any]]:
    """The same rows. They are read some at a time, since warnings can only be kept away from a whole call."""
    rows = iter(rows)
    while True:
        with warnings.catch_warnings():
            _without_remarks()
            try:
                batch = list(islice(rows, _BATCH))
            except Exception:
                raise FileRefused("workbook") from None
        if not batch:
            return
        yield from batch


def _row(line: int, header: Sequence[str], cells: Sequence[Any]) -> Cells | Refusal:
    for column, cell in enumerate(cells):
        if cell.data_type == "f":
            name = header[column] if column < len(header) else str(column + 1)
            return Refusal(line, "formula", {"column": name, "text": str(getattr(cell.value, "text", cell.value))[:80]})
    missing = ("" for _ in range(len(header) - len(cells)))
    return row(line, header, tuple(chain(map(_text, cells), missing)))


def _text(cell: Any) -> str:
    """What stands in a cell, as text."""
    match cell.value:
        case None:
            return ""
        case str() as text:
            return _ESCAPED.sub(_character, text) if "_x" in text else text
        case bool() as answer:
            return "TRUE" if answer else "FALSE"
        case int() | float() as number:
            return _number(number, _form(cell))
        case datetime() as moment:
            return moment.date().isoformat() if moment.time() == time() else moment.isoformat()
        case date() as day:
            return day.isoformat()
        case other:
            return str(other)


def _character(found: re.Match[str]) -> str:
    """XLSX writes a character that XML cannot hold as `_x000D_`."""
    return chr(int(found[1], 16))


def _form(cell: Any) -> str:
    """The number format of a cell; the plain one where the style it names is not there."""
    try:
        return str(cell.number_format)
    except (LookupError, AttributeError, TypeError):
        return "General"


def _number(number: float, form: str) -> str:
    """Plain digits: `repr` of a float is the shortest text that reads back as it."""
    exact = Decimal(repr(number))
    if not exact.is_finite():
        return str(exact)
    sign, decimals, percent = _format(form)
    if percent:
        return f"{exact * 100:f}%"
    text = f"{exact:f}"
    if text.endswith(".0"):
        text = text[:-2]
    behind = len(text.partition(".")[2])
    if behind < decimals:
        text += ("" if behind else ".") + "0" * (decimals - behind)
    return f"{sign}{text}"


@lru_cache(maxsize=1024)
def _format(form: str) -> tuple[str, int, bool]:
    """What a number format adds to the digits: a currency sign, zeros behind the point, per cent."""
    positive = form.partition(";")[0]
    if "%" in positive:
        return "", 0, True
    sign = next((part for groups in _SIGN.findall(positive) for part in groups if part.strip() in _KNOWN_SIGNS), "")
    plain = _DECIMALS.fullmatch(_SIGN.sub("", positive).strip()) if not sign else None
    return sign.strip(), len(plain[1] or "") if plain else 0, False
