"""Our own format, as it was exported, as the template asks for it, or made by hand with headers of its own."""

from collections.abc import Callable, Iterator, Mapping
from functools import cache, lru_cache
from itertools import islice
from typing import Any

from pricing.book_files.columns import EXAMPLE, HEADER, NAMED, RowKind
from pricing.book_files.safe_text import unprotected
from pricing.imports import numbers, tables, workbook
from pricing.imports.days import NotADay
from pricing.imports.decoding import text_of
from pricing.imports.headings import TERM, Heading, columns_of
from pricing.imports.numbers import NotANumber, Style
from pricing.imports.own_cells import CellRefused, Reader, reader_of
from pricing.imports.own_prices import Price, price_of
from pricing.imports.own_rows import by_hand, from_book, named
from pricing.imports.source import Source
from pricing.listings import FileRefused, Refusal, Row, Skipped

FORMAT = "own"
NO_HEADING = Heading("price")
_SAMPLE = 10_000
"""Rows that tell how a column writes fractions."""

Rows = Callable[[], Iterator[tables.Cells | Refusal]]


def recognises(source: Source) -> bool:
    """Whether the header is that of our format: `row` and `id`, or a price, a GPU and mostly columns that we know.

    A workbook that cannot be opened is ours too: `read` tells why.
    """
    try:
        return _is_ours(_opened(source)[0])
    except FileRefused:
        return workbook.is_workbook(source.data)


def read(source: Source) -> Iterator[Row]:
    """What each row says, in order, a CSV file never held as rows. Columns that we do not know are refused at line 1.

    Refusals of cells hold the `column` as its header is written and the `text` of the cell.

    Raises:
        FileRefused: for a file that cannot be read; rows may have come before.
    """
    header, rows = _opened(source)
    reader = _Table(header, rows, source)
    for name in header:
        if name and name not in reader.columns:
            yield Refusal(1, "unknown-column", {"column": name})
    for found in rows():
        yield found if isinstance(found, Refusal) else reader.row(*found)


def _is_ours(header: tuple[str, ...]) -> bool:
    if {"row", "id"} <= set(header) <= {*HEADER, ""}:
        return True
    columns = columns_of(header)
    known = {heading.column for heading in columns.values()}
    return {"price", "gpu"} <= known and len(columns) >= 3 and 2 * len(columns) > len([name for name in header if name])


def _opened(source: Source) -> tuple[tuple[str, ...], Rows]:
    """The header, and a way to go through the rows, more than once if need be."""
    if workbook.is_workbook(source.data):
        header = workbook.sheet_header(source.data, _is_ours)
        return header, lambda: workbook.sheet_rows(source.data, _is_ours)
    text = text_of(source.data)
    return tables.header_of(text), lambda: tables.rows_of(text)


def _of_cells(read: Reader) -> Reader:
    """A reader of cells as they stand, blank ones are None. Most cells of a column are the same few: remembered."""

    @lru_cache(maxsize=2048)
    def reader(cell: str) -> Any:
        text = unprotected(cell)
        return read(text) if text else None

    return reader


class _Table:
    """A table with a header: what its columns hold."""

    def __init__(self, header: tuple[str, ...], rows: Rows, source: Source) -> None:
        self.columns = columns_of(header)
        self._rows, self._source = rows, source
        self._readers: Mapping[str, tuple[str, Reader]] = {
            name: (heading.column, _of_cells(reader_of(heading.column))) for name, heading in self.columns.items()
        }
        self._written = {heading.column: name for name, heading in self.columns.items()}
        self._style = cache(self._seen_style)

    def row(self, line: int, cells: Mapping[str, str]) -> Row:
        """What one row says, or why it says nothing."""
        column = name = ""
        try:
            read: dict[str, Any] = {}
            for name, cell in cells.items():
                if cell and name in self._readers:
                    column, reader = self._readers[name]
                    value = reader(cell)
                    if value is not None:
                        read[column] = value
            if read.get("source") == EXAMPLE:
                return Skipped(line, "example", str(read.get("name", "")))
            column, name = "price", self._written.get("price", "")
            price = self._price(read)
            column = ""
            return self._made(line, read, price, cells)
        except (CellRefused, NotANumber, NotADay) as error:
            where = {"column": name, "text": unprotected(cells.get(name, ""))} if column else {}
            other = error.values.get("column", "")
            more = {"column": self._written.get(other, other)} if other else {}
            return Refusal(line, error.reason, {**where, **error.values, **more})

    def _price(self, cells: Mapping[str, Any]) -> Price | None:
        text = cells.get("price", "")
        if not text and "row" in cells:
            return None
        heading = self.columns.get(self._written.get("price", ""), NO_HEADING)
        return price_of(text, heading, cells, "" if "row" in cells else self._source.currency, self._style)

    def _made(self, line: int, cells: dict[str, Any], price: Price | None, written: Mapping[str, str]) -> Row:
        if "row" not in cells:
            assert price is not None
            said = (written.get(self._written.get(column, ""), "") for column in ("mode", TERM))
            return by_hand(line, cells, price, self._source, " ".join(unprotected(word) for word in said if word))
        kind = RowKind(str(cells["row"]))
        return named(line, kind, cells, price) if kind in NAMED else from_book(line, kind, cells, price)

    def _seen_style(self) -> Style:
        """How the column of prices writes fractions: found by going through the file once more, as far as it takes."""
        name = self._written.get("price", "")
        rows = islice(self._rows(), _SAMPLE)
        return numbers.decimal_style(row[1].get(name, "") for row in rows if not isinstance(row, Refusal))
