"""The book as a file is held against it: each question is one look-up, nothing large is kept in memory."""

import hashlib
from collections.abc import Iterator, Mapping
from decimal import Decimal
from functools import cached_property

from sqlite_utils.utils import sqlite3

from pricing import entries, items
from pricing.book import Entry, EntryKind
from pricing.catalog import Component, Fee, Gpu, Offer, Provider
from pricing.imports.matching import Key, Named, key_of_terms

Connection = sqlite3.Connection
_OF_KEY = ("id", "provider", "name", "gpu", "mode", "gpus_per_node", "term_months", "plan", "region", "includes", "price_kind")  # fmt: skip  # noqa: E501


class StoreShelf:
    """See `pricing.imports.matching.Shelf`, which this is, over the connection of the thread that uses it."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    @cached_property
    def gpus(self) -> Mapping[str, Gpu]:
        """GPU id -> GPU."""
        return {gpu.id: gpu for gpu in items.every(self._connection, Gpu)}

    @cached_property
    def providers(self) -> Mapping[str, Provider]:
        """Provider id -> provider."""
        return {provider.id: provider for provider in items.every(self._connection, Provider)}

    def offer_id(self, key: Key) -> str | None:
        """The id of the offer with this key."""
        return self._offers.get(_short(key))

    def offer(self, name: str) -> Offer | None:
        """An offer by its id."""
        return items.by_id(self._connection, Offer, name)

    def fee(self, name: str) -> Fee | None:
        """A fee by its id."""
        return items.by_id(self._connection, Fee, name)

    def fees(self, provider: str) -> tuple[Fee, ...]:
        """The fees of a provider."""
        return tuple(fee for fee in self._fees if fee.provider == provider)

    @cached_property
    def _fees(self) -> list[Fee]:
        return list(items.every(self._connection, Fee))

    def component(self, name: str) -> Component | None:
        """A part of an offer by its id."""
        return items.by_id(self._connection, Component, name)

    def named(self, model: type[Named], name: str) -> Named | None:
        """Something named, by its id."""
        return items.by_id(self._connection, model, name)

    def in_force(self, kind: EntryKind, subject: str, day: str) -> Entry | None:
        """The entry in force on a day (ISO); it may end the subject."""
        return entries.on_day(self._connection, kind, subject, day)

    def standing(self, kind: EntryKind, subject: str) -> tuple[Entry, ...]:
        """The entries of a subject that stand, by first day."""
        return entries.standing(self._connection, kind, subject)

    def priced(self, day: str) -> Iterator[tuple[Offer, Entry | None]]:
        """All offers with their prices in force on a day (ISO), one after the other."""
        for offer in items.every(self._connection, Offer):
            price = self.in_force(EntryKind.PRICE, offer.id, day)
            yield offer, price if price and price.value is not None else None

    @cached_property
    def _offers(self) -> Mapping[bytes, str]:
        """Short form of the key -> id, of all offers. Where two have one key, the one that was there first."""
        found: dict[bytes, str] = {}
        for row in self._connection.execute(f"SELECT {', '.join(_OF_KEY)} FROM offer ORDER BY rowid DESC"):  # noqa: S608
            terms = dict(zip(_OF_KEY, row, strict=True))
            if terms["term_months"] is not None:
                terms["term_months"] = Decimal(terms["term_months"])
            found[_short(key_of_terms(terms))] = terms["id"]
        return found


def _short(key: Key) -> bytes:
    return hashlib.blake2b(key.encode(), digest_size=16).digest()
