"""A book out of one of its files, as typed values again."""

from collections import defaultdict
from collections.abc import Iterable
from datetime import date, datetime
from typing import Any

from pricing.book import Entry, EntryKind
from pricing.book_files.cells import read_duration
from pricing.book_files.columns import BY_NAME as COLUMN
from pricing.book_files.columns import FIELDS, NO_ENTRY, TERMS, Form, Item
from pricing.book_files.typed import STATED
from pricing.catalog import Component, Fee, Offer
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


def item_of(listing: Listing) -> Offer | Fee | Component | None:
    """What the listing's number is of; None for a rate, an assumption, and where the row tells the id alone.

    Its names are taken as ids.

    Raises:
        pydantic.ValidationError: for a field that is missing or cannot be.
    """
    model = TERMS.get(listing.kind)
    told = listing.provider or listing.name or listing.gpu or listing.terms
    if model is None or not told:
        return None
    fields: dict[str, Any] = {"id": listing.subject}
    for field, column in FIELDS[model].items():
        if field in STATED:
            fields[field] = getattr(listing, field)
        elif field in listing.terms:
            text = listing.terms[field]
            fields[field] = read_duration(text) if COLUMN[column].form is Form.DURATION else text
    return model.model_validate(fields)


def entry_of(listing: Listing, today: date, entered_by: str, entered_at: datetime) -> Entry | None:
    """The listing's entry; None where it states terms alone. Without a first day of its own it holds from `today`.

    Raises:
        pydantic.ValidationError: for a unit its kind cannot have, or a number out of bounds.
    """
    if NO_ENTRY in listing.terms:
        return None
    return Entry(
        kind=listing.kind,
        subject=listing.subject,
        value=listing.value,
        currency=listing.currency,
        unit=listing.unit,
        effective_from=listing.effective_from or today,
        observed_on=listing.observed_on,
        source=listing.source,
        note=listing.note,
        entered_by=entered_by,
        entered_at=entered_at,
    )
