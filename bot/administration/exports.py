"""The price book as files: the whole of it or what words ask for, and the template for prices to come."""

from collections.abc import Iterator, Mapping
from typing import Any, Literal

from bot.administration.office import Office
from pricing.book import Entry, EntryKind
from pricing.book_files.template import template_csv, template_xlsx
from pricing.book_files.writer import book_rows, csv_of, xlsx_of
from pricing.catalog import Claim, Component, Fee, Offer
from pricing.contents import Contents, contents
from pricing.rows import CatalogItem
from pricing.store import Store

Kinds = dict[Any, EntryKind]
Format = Literal["csv", "xlsx"]
FORMATS: tuple[Format, ...] = ("csv", "xlsx")


class BookFiles:
    """Writes the newest book as files that can be imported again without any difference."""

    def __init__(self, office: Office, store: Store) -> None:
        self._office, self._store = office, store

    def book_file(self, format: Format, words: str, contracts: bool, history: bool = False) -> tuple[str, bytes]:
        """The name and the content of a file of all that the words ask for (nothing: everything).

        Args:
            contracts: whether contract prices are in it.
            history: all entries that stand, not only those in force today and later.
        """
        today = self._office.today()
        with self._store.reading() as connection:
            everything = contents(connection, today, history)
        if not contracts:
            everything = _without_contracts(everything)
        if words.strip():
            lines = self._office.find(words, contracts).lines
            everything = _only(everything, {(line.kind, line.subject) for line in lines})
        rows = book_rows(everything.items, everything.entries)
        name = f"quartermaster-prices-{today.isoformat()}.{format}"
        return name, csv_of(rows) if format == "csv" else xlsx_of(rows)


def template(format: Format, words: Mapping[str, str]) -> tuple[str, bytes]:
    """The name and the content of a file to fill in. `words`: see `template_xlsx`."""
    return f"quartermaster-template.{format}", template_csv() if format == "csv" else template_xlsx(words)


def _without_contracts(book: Contents) -> Contents:
    secret = {item.id for item in book.items if isinstance(item, Offer) and item.is_confidential}
    if not secret:
        return book
    items = tuple(item for item in book.items if _offer_of(item) not in secret)
    parts = {item.id for item in book.items if isinstance(item, Component) and item.offer in secret}
    return Contents(items, tuple(_shown(book.entries, secret, parts)))


def _shown(entries: tuple[Entry, ...], offers: set[str], parts: set[str]) -> Iterator[Entry]:
    hidden = {EntryKind.PRICE: offers, EntryKind.COMPONENT: parts}
    return (entry for entry in entries if entry.subject not in hidden.get(entry.kind, ()))


def _only(book: Contents, subjects: set[tuple[EntryKind, str]]) -> Contents:
    """What these subjects are, and their entries. Things that are named stay in files of the whole book."""
    entries = tuple(entry for entry in book.entries if (entry.kind, entry.subject) in subjects)
    kinds: Kinds = {Offer: EntryKind.PRICE, Component: EntryKind.COMPONENT, Fee: EntryKind.FEE}
    offers = {item.offer for item in book.items if isinstance(item, Component) and _is_in(item, subjects, kinds)}
    items = tuple(item for item in book.items if _is_in(item, subjects, kinds) or item.id in offers)
    return Contents(items, entries)


def _is_in(item: CatalogItem, subjects: set[tuple[EntryKind, str]], kinds: Kinds) -> bool:
    kind = kinds.get(type(item))
    return kind is not None and (kind, item.id) in subjects


def _offer_of(item: CatalogItem) -> str | None:
    return item.id if isinstance(item, Offer) else item.offer if isinstance(item, Component | Claim) else None
