"""A book out of one of its files, as typed values again."""

from collections import defaultdict
from collections.abc import Iterable

from pricing.book import Entry, EntryKind
from pricing.book_files.columns import Item
from pricing.book_files.typed import entry_of, item_of
from pricing.imports import own
from pricing.imports.source import Source
from pricing.listings import CatalogRow, Listing
from tests.pricing.books_on_disk import NOW, TODAY

Items = dict[tuple[type[Item], str], Item]
Entries = dict[tuple[EntryKind, str], list[Entry]]


def read_back(data: bytes, entered_by: str = "seed") -> tuple[Items, Entries]:
    """Items by type and id, and entries by subject. Every row must be understood, and say the same of the same item."""
    items: Items = {}
    entries: list[Entry] = []
    for row in own.read(Source("book", data)):
        if isinstance(row, CatalogRow):
            items[type(row.item), row.item.id] = row.item
            continue
        assert isinstance(row, Listing), row
        if item := item_of(row):
            assert items.setdefault((type(item), item.id), item) == item
        if entry := entry_of(row, TODAY, entered_by, NOW):
            entries.append(entry)
    return items, by_subject(entries)


def by_id(items: Iterable[Item]) -> Items:
    return {(type(item), item.id): item for item in items}


def by_subject(entries: Iterable[Entry]) -> Entries:
    found: Entries = defaultdict(list)
    for entry in entries:
        found[entry.kind, entry.subject].append(entry.model_copy(update={"id": 0}))
    return dict(found)


def digits(entries: Entries) -> list[str]:
    """The values as they are written."""
    return [str(entry.value) for found in entries.values() for entry in found]
