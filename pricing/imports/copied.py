"""A price table copied from a web page: columns parted by tabs, by several spaces or by bars, headers in plain words.

Each column of prices is a listing of its own: `On-demand | Spot | 1-year`. What is not understood is refused.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import islice

from pricing.imports import numbers, tables, workbook
from pricing.imports.days import NotADay
from pricing.imports.decoding import text_of
from pricing.imports.headings import Heading, columns_of, price_heading
from pricing.imports.numbers import NotANumber, Style
from pricing.imports.own_cells import CellRefused, reader_of
from pricing.imports.own_prices import price_of
from pricing.imports.own_rows import by_hand
from pricing.imports.source import MAX_ROWS, Source
from pricing.listings import FileRefused, Refusal, Row, Skipped

FORMAT = "copied"
_GAP = re.compile(r"\t|\s{2,}|　+")
_BARS = re.compile(r"(?<!\\)\|")
_RULE = re.compile(r"[\s|:+=\-—]+")
_NO_PRICE = frozenset({"not-available", "on-request", "sold-out"})
_NEXT_LINES = 3
"""How far below the first line a header may stand: headlines are copied with a table."""

Table = tuple[int, tuple[str, ...], Iterator[tables.Cells | Refusal]]
"""Line of the header, header, rows."""


def recognises(source: Source) -> bool:
    """Whether there is a header with a GPU and at least one column of prices."""
    try:
        return _is_header(_table(source)[1])
    except FileRefused:
        return False


def read(source: Source) -> Iterator[Row]:
    """A listing for each price of each row; columns that are not understood are refused at the header's line.

    A cell that says that there is no price is left out where another of its row has one. The provider is
    `source.provider` where no column names it.

    Raises:
        FileRefused: for a file that cannot be read, and `no-prices` without a header that is understood.
    """
    top, header, rows = _table(source)
    if not _is_header(header):
        raise FileRefused("no-prices")
    table = _Copied(header, source)
    for name in header:
        if name and name not in table.known:
            yield Refusal(top, "unknown-column", {"column": name})
    for found in rows:
        if isinstance(found, Refusal):
            yield found
        else:
            yield from table.rows(*found)


def _is_header(header: Sequence[str]) -> bool:
    prices, others = _columns(header)
    return bool(prices) and any(heading.column == "gpu" for heading in others.values())


def _columns(header: Sequence[str]) -> tuple[Mapping[str, Heading], Mapping[str, Heading]]:
    """The columns of prices, and the others that are understood."""
    prices = {name: heading for name in header if (heading := _price(name))}
    others = columns_of(name for name in header if name not in prices)
    return prices, {name: heading for name, heading in others.items() if heading.column != "price"}


def _price(name: str) -> Heading | None:
    known = columns_of((name,)).get(name)
    return known if known and known.column == "price" else None if known else price_heading(name)


def _table(source: Source) -> Table:
    """Header and rows. Raises FileRefused."""
    if workbook.is_workbook(source.data):
        return 1, workbook.sheet_header(source.data, _is_header), workbook.sheet_rows(source.data, _is_header)
    text = text_of(source.data)
    header = tables.header_of(text)
    if _is_header(header) and not text.lstrip().startswith("|"):
        return 1, header, tables.rows_of(text)
    return _loose(text)


def _loose(text: str) -> Table:
    """A table without quotes: cut at bars where lines begin with one or have several, else at tabs and wide gaps."""
    lines = ((number, _cut(line)) for number, line in enumerate(text.splitlines(), 1) if not _RULE.fullmatch(line))
    records = ((number, cells) for number, cells in lines if any(cells))
    for line, cells in islice(records, _NEXT_LINES):
        header = tables.checked_header(cells)
        if _is_header(header):
            return line, header, _rows(header, records)
    return 1, (), iter(())


def _cut(line: str) -> list[str]:
    stripped = line.strip()
    if stripped.startswith("|") or len(_BARS.findall(stripped)) > 1:
        return [_unmarked(cell) for cell in _BARS.split(stripped.removeprefix("|").removesuffix("|"))]
    return [_unmarked(cell) for cell in _GAP.split(line.strip(" "))]


def _unmarked(cell: str) -> str:
    """A cell without the signs of Markdown around it: `**H100**`."""
    return re.sub(r"^[*_`]+|[*_`]+$", "", cell.replace("\\|", "|").strip()).strip()


def _rows(header: tuple[str, ...], records: Iterator[tuple[int, list[str]]]) -> Iterator[tables.Cells | Refusal]:
    for number, (line, cells) in enumerate(records, 1):
        if number > MAX_ROWS:
            raise FileRefused("too-many-rows", most=MAX_ROWS)
        if len(cells) != len(header):
            yield Refusal(line, "ragged-row", {"cells": str(len(cells)), "expected": str(len(header))})
        else:
            yield tables.row(line, header, cells)


class _Copied:
    """A header that is understood, and what its rows say."""

    def __init__(self, header: tuple[str, ...], source: Source) -> None:
        self._prices, self._others = _columns(header)
        self.known = {*self._prices, *self._others}
        self._source = source
        self._style = cache(self._seen_style)

    def rows(self, line: int, cells: Mapping[str, str]) -> list[Row]:
        """What one row says: a listing or a refusal for each price."""
        read: dict[str, object] = {}
        for name, heading in self._others.items():
            if text := cells.get(name, "").strip():
                try:
                    read[heading.column] = reader_of(heading.column)(text)
                except (CellRefused, NotANumber, NotADay) as error:
                    return [Refusal(line, error.reason, {"column": name, "text": text, **error.values})]
        said = [(name, cells.get(name, "").strip()) for name in self._prices]
        found = [self._listing(line, name, text, read) for name, text in said if text]
        priced = [row for row in found if not (isinstance(row, Refusal) and row.reason in _NO_PRICE)]
        if not found:
            return [Skipped(line, "no-price", str(read.get("gpu", "")))]
        return priced or [Skipped(line, "no-price", str(read.get("gpu", "")))]

    def _listing(self, line: int, name: str, text: str, cells: dict[str, object]) -> Row:
        heading = self._prices[name]
        try:
            price = price_of(text, heading, cells, self._source.currency, lambda: self._style(name))
            bought = cells if heading.way is None else {**cells, "mode": heading.way}
            said = name if heading.way else ""
            return by_hand(line, bought, price, self._source, said)
        except (CellRefused, NotANumber, NotADay) as error:
            return Refusal(line, error.reason, {"column": name, "text": text, **error.values})

    def _seen_style(self, name: str) -> Style:
        """How a column writes fractions: found by going through the table once more."""
        _, _, rows = _table(self._source)
        return numbers.decimal_style(row[1].get(name, "") for row in rows if not isinstance(row, Refusal))
