"""Files that hold a seller's text to be checked, as text: plain text, Markdown, CSV and XLSX."""

import csv
from collections.abc import Iterable, Iterator, Sequence
from io import StringIO

from pricing.imports.decoding import text_of as decoded
from pricing.imports.workbook import is_workbook, stored_cells
from pricing.listings import FileRefused

MOST_BYTES = 5_000_000
MOST_CHARACTERS = 100_000
ENDINGS = (".txt", ".md", ".csv", ".xlsx", ".xlsm")
_REASONS = {"encoding": "text", "nul": "text", "empty": "empty", "too-big": "too-big"}


class NotReadable(Exception):
    """A file that no text can be had of: `check.unreadable-<reason>` in the word files.

    Reasons: `kind` (no ending that is known), `text` (no text, or in no encoding that is known), `workbook`, `empty`,
    `too-big` (most, in MB), `too-long` (most, in characters).
    """

    def __init__(self, reason: str, **values: object) -> None:
        super().__init__(f"{reason} {values or ''}".strip())
        self.reason, self.values = reason, values


def is_readable(name: str) -> bool:
    """Whether a file of this name is of a kind that is read."""
    return name.casefold().endswith(ENDINGS)


def text_of(name: str, data: bytes) -> str:
    """The text of a file; cells of a sheet with | between them, every sheet of a workbook, formulas as their values.

    Raises:
        NotReadable: it is too large, empty, or no text.
    """
    if len(data) > MOST_BYTES:
        raise NotReadable("too-big", most=MOST_BYTES // 1_000_000)
    text = _limited(_lines(name, data))
    if not any(map(str.isalnum, text)):
        raise NotReadable("empty")
    return text


def _lines(name: str, data: bytes) -> Iterator[str]:
    if is_workbook(data) or name.casefold().endswith((".xlsx", ".xlsm")):
        yield from _of_workbook(data)
        return
    try:
        text = decoded(data)
    except FileRefused as refused:
        raise NotReadable(_REASONS.get(refused.reason, "text")) from None
    if name.casefold().endswith(".csv"):
        yield from _of_csv(text)
    else:
        yield text


def _of_workbook(data: bytes) -> Iterator[str]:
    try:
        yield from _as_table(stored_cells(data))
    except FileRefused:
        raise NotReadable("workbook") from None


def _of_csv(text: str) -> Iterator[str]:
    try:
        yield from _as_table(csv.reader(StringIO(text)))
    except csv.Error:  # a cell without end
        raise NotReadable("text") from None


def _as_table(rows: Iterable[Sequence[str]]) -> Iterator[str]:
    for row in rows:
        yield "| " + " | ".join(" ".join(cell.split()) for cell in row) + " |" if row else ""


def _limited(lines: Iterable[str]) -> str:
    """The lines in one text, as long as that is not too long: what it unfolds to is never all in memory."""
    kept: list[str] = []
    length = 0
    for line in lines:
        length += len(line) + 1
        if length > MOST_CHARACTERS:
            raise NotReadable("too-long", most=MOST_CHARACTERS)
        kept.append(line)
    return "\n".join(kept)
