"""Rows of a delimited text, each with the line it begins at. Nothing is guessed: what does not fit is refused."""

import csv
import io
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import islice

from pricing.imports.source import MAX_CELL, MAX_COLUMNS, MAX_ROWS
from pricing.listings import FileRefused, Refusal

DELIMITERS = "\t;|,"
"""The rarest in ordinary cells first: it is taken where two fit alike."""
MAX_LINE = 1_000_000
SAMPLE = 50
SAMPLE_TEXT = 200_000
"""Records and characters looked at to tell the delimiter."""

_SEPARATOR_LINE = re.compile(r"(?i)sep=([,;\t|])\s*")

Cells = tuple[int, dict[str, str]]


def rows_of(text: str) -> Iterator[Cells | Refusal]:
    """Line number and header -> cell of each record, cells as they stand; blank records are left out.

    Refusals: `ragged-row` (cells, expected), `no-header` (column, text), `cell-too-long` (column, most).

    Raises:
        FileRefused: `empty`, `quote` (line) for a quote that is not closed or closed too early, `line-too-long`,
            `header-twice` (header), `too-many-columns`, `too-many-rows` (each with most). Rows may have come before.
    """
    records = _records(text, _delimiter(text))
    header = checked_header(next(records)[1])
    for number, (line, cells) in enumerate(records, 1):
        if number > MAX_ROWS:
            raise FileRefused("too-many-rows", most=MAX_ROWS)
        if len(cells) < len(header):
            yield Refusal(line, "ragged-row", {"cells": str(len(cells)), "expected": str(len(header))})
        else:
            yield row(line, header, cells)


def header_of(text: str) -> tuple[str, ...]:
    """The header's cells without blanks around them. Raises FileRefused as `rows_of` does."""
    return checked_header(next(_records(text, _delimiter(text)))[1])


def checked_header(cells: Sequence[str]) -> tuple[str, ...]:
    """Headers without blanks around them. Raises FileRefused: `header-twice`, `too-many-columns`."""
    header = tuple(cell.strip() for cell in cells)
    while header and not header[-1]:
        header = header[:-1]
    if len(header) > MAX_COLUMNS:
        raise FileRefused("too-many-columns", most=MAX_COLUMNS)
    twice = [name for name, times in Counter(header).items() if name and times > 1]
    if twice:
        raise FileRefused("header-twice", header=twice[0])
    return header


def row(line: int, header: Sequence[str], cells: Sequence[str]) -> Cells | Refusal:
    """One record under its header, which is not longer than it."""
    if len("".join(cells)) > MAX_CELL and max(map(len, cells)) > MAX_CELL:
        column = next(i for i, cell in enumerate(cells) if len(cell) > MAX_CELL)
        name = header[column] if column < len(header) else str(column + 1)
        return Refusal(line, "cell-too-long", {"column": name, "most": str(MAX_CELL)})
    if len(cells) > len(header) or "" in header:
        for column, cell in enumerate(cells):
            if cell.strip() and not (column < len(header) and header[column]):
                return Refusal(line, "no-header", {"column": str(column + 1), "text": cell.strip()[:80]})
    named = dict(zip(header, cells, strict=False))
    named.pop("", None)
    return line, named


def _records(text: str, delimiter: str) -> Iterator[tuple[int, list[str]]]:
    """First line and cells of each record that is not blank. Raises FileRefused, also where there is none."""
    lines = _lines(text)
    reader = csv.reader(lines, delimiter=delimiter, strict=True)
    found, line = False, 1
    for _ in range(2 * MAX_ROWS):  # the blank ones too
        try:
            cells = next(reader)
        except StopIteration:
            if not found:
                raise FileRefused("empty") from None
            return
        except csv.Error:
            raise FileRefused("quote", line=line) from None
        if any(map(str.strip, cells)) and (found or not _says_delimiter(cells, delimiter)):
            found = True
            yield line, cells
        line = reader.line_num + 1
    raise FileRefused("too-many-rows", most=MAX_ROWS)


def _says_delimiter(cells: Sequence[str], delimiter: str) -> bool:
    """Whether this is the line `sep=;` that Excel puts above a table."""
    return bool(_SEPARATOR_LINE.fullmatch(delimiter.join(cells)))


def _lines(text: str) -> Iterator[str]:
    """Lines with their ends. Only CR, LF and both end one: `str.splitlines` would cut at a form feed too."""
    lines = _at_newlines(text) if text.count("\r") == text.count("\r\n") else io.StringIO(text, newline="")
    for line in lines:
        if len(line) > MAX_LINE:
            raise FileRefused("line-too-long", most=MAX_LINE)
        yield line


def _at_newlines(text: str) -> Iterator[str]:
    """The usual file, without a CR of its own: much faster."""
    start = 0
    while end := text.find("\n", start) + 1:
        yield text[start:end]
        start = end
    if start < len(text):
        yield text[start:]


def _delimiter(text: str) -> str:
    """The delimiter that cuts most records into as many cells as the header, and then the header into most cells."""
    head = text.lstrip("\r\n\ufeff ")[:100]
    if said := _SEPARATOR_LINE.match(head):
        return said.group(1)
    sample = text[:SAMPLE_TEXT]
    return max(DELIMITERS, key=lambda delimiter: _fit(sample, delimiter))


def _fit(text: str, delimiter: str) -> tuple[float, int, int]:
    """Share of the records that are as wide as the header, its width, and last how often it has the delimiter."""
    widths: list[int] = []
    with suppress(FileRefused):  # as far as it can be read
        for _, cells in islice(_records(text, delimiter), SAMPLE):
            widths.append(len(cells))
    top = text.lstrip()[:MAX_CELL].partition("\n")[0].count(delimiter)
    if not widths or widths[0] < 2:
        return (0, 0, top)
    return sum(width == widths[0] for width in widths) / len(widths), widths[0], top
