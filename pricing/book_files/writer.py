"""A book as a CSV or XLSX file in our own format: a row for each entry, with the terms of what it prices repeated."""

import csv
import io
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal

from pricing.book import Entry, EntryKind
from pricing.book_files.cells import digits, written
from pricing.book_files.columns import BARE, FIELDS, HEADER, NAMED, TERMS, WITHDRAWN, Item, RowKind
from pricing.book_files.xlsx import book_of
from pricing.catalog import Claim, Component, Fee, Gpu, Instance, Offer, Provider, Region

_ORDER: tuple[type[Item], ...] = (Gpu, Provider, Instance, Region, Offer, Component, Claim, Fee)
_KIND_OF = {model: kind for kind, model in NAMED.items()}
_ENTRY_OF = {model: kind for kind, model in TERMS.items()}


@dataclass(frozen=True, slots=True)
class BookRow:
    """One row: an entry with the offer, fee or component it prices; either alone; or something named."""

    item: Item | None
    entry: Entry | None = None


def book_rows(items: Iterable[Item], entries: Iterable[Entry]) -> Iterator[BookRow]:
    """Rows of a whole book: what is named, then offers, components, claims and fees, each with its entries in their
    order, then rates, assumptions and entries of what `items` do not hold. An entry that another takes back is left
    out, as is the one that does."""
    entries = list(entries)
    taken_back = {entry.cancels for entry in entries}
    of_subject: dict[tuple[EntryKind, str], list[Entry]] = defaultdict(list)
    for entry in entries:
        if entry.cancels is None and entry.id not in taken_back:
            of_subject[entry.kind, entry.subject].append(entry)
    items = list(items)
    for model in _ORDER:
        for item in (item for item in items if type(item) is model):
            kind = _ENTRY_OF.get(model)  # type: ignore[arg-type]
            found = of_subject.pop((kind, item.id), []) if kind else []
            yield from (BookRow(item, entry) for entry in found) if found else [BookRow(item)]
    for found in of_subject.values():
        yield from (BookRow(None, entry) for entry in found)


def csv_of(rows: Iterable[BookRow]) -> bytes:
    """A CSV file as Excel opens it: UTF-8 with a byte order mark, lines that end with CRLF."""
    return csv_file(HEADER, map(cells_of, rows))


def xlsx_of(rows: Iterable[BookRow]) -> bytes:
    """A workbook of one sheet. Numbers are numbers where a spreadsheet keeps all their digits, else text."""
    return book_of("book", HEADER, map(cells_of, rows))


def csv_file(header: Sequence[str], rows: Iterable[Sequence[str | Decimal]]) -> bytes:
    """Cells as a CSV file; text must be protected already."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(header)
    for cells in rows:
        writer.writerow([digits(cell) if isinstance(cell, Decimal) else cell for cell in cells])
    return out.getvalue().encode("utf-8-sig")


def cells_of(row: BookRow) -> list[str | Decimal]:
    """The cells of a row in the order of `HEADER`: text that is protected, and numbers."""
    cells: dict[str, str | Decimal] = {}
    for model in (row.item, row.entry):
        if model is not None:
            cells |= {column: written(getattr(model, field)) for field, column in FIELDS[type(model)].items()}
    cells["row"] = _kind(row).value
    if row.entry and row.entry.value is None:
        cells["price"] = WITHDRAWN
    return [cells.get(name, "") for name in HEADER]


def _kind(row: BookRow) -> RowKind:
    if row.entry:
        return RowKind(row.entry.kind.value)
    assert row.item is not None
    return _KIND_OF.get(type(row.item)) or BARE[type(row.item)]  # type: ignore[arg-type]
