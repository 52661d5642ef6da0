"""The price book in SQLite: opened, seeded at first use, added to, and seen on a day at a version.

A `Store` may be used from any thread. A `Book` it gives reads what it is asked for, once, and remembers it.
"""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import date, datetime
from itertools import groupby
from os.path import lexists
from pathlib import Path
from threading import Lock, RLock, Thread, current_thread, local
from typing import Any

from sqlite_utils.utils import sqlite3

from pricing import seeds
from pricing.audit import Proof, Stamp, prove, record_all
from pricing.book import Entry, EntryKind
from pricing.catalog import Claim, Component, Fee, Gpu, Instance, Offer, Provider, Region
from pricing.errors import BookError, DataError
from pricing.rows import CatalogItem, insert_catalog, insert_entries
from pricing.sqlite import (
    BUSY_SECONDS,
    CHECKED_AT_OPEN_BYTES,
    check,
    check_is_file,
    check_pages,
    connect,
    create,
    set_journal,
)
from pricing.stored_book import BookReader, StoredBook

RECORDED = "recorded"
BUSY = "is busy: another change is being saved. Nothing was changed, try again"


class Store:
    """One price book file. `warnings`: what an operator should know about this machine, empty when all is well."""

    def __init__(self, path: Path, opened: datetime) -> None:
        """Use `Store.open`."""
        self.path, self._opened = path, opened
        self.warnings: tuple[str, ...] = ()
        self._local = local()
        self._connections: list[tuple[Thread, sqlite3.Connection]] = []
        self._lock, self._writing = Lock(), RLock()
        self._closed = False
        self._reader = BookReader(self._rows)

    @classmethod
    def open(cls, path: Path, *, now: datetime, seed: bool = True) -> "Store":
        """The book at `path`: created and seeded (as entered at `now`) if there is none, checked and migrated if so.

        Raises:
            BookError: for a file that is empty, damaged, not a price book, from a newer release or not writable.
            DataError: for a fault in the seed data. Either way nothing is overwritten and nothing half-made is left.
        """
        if not lexists(path):
            items, entries = seeds.load(now) if seed else ((), ())
            create(path, lambda connection: _fill(connection, items, entries, now))
        check_is_file(path)
        store = cls(path, now)
        try:
            with store._faults():
                connection = store._connection()
                check(path, connection)
                if path.stat().st_size <= CHECKED_AT_OPEN_BYTES:
                    check_pages(path, connection)
                store.warnings = set_journal(connection)
        except BaseException:
            store.close()
            raise
        return store

    def check(self) -> None:
        """Read the whole file and look for damage: 1 second for each 100 MB or so. Raises BookError."""
        with self._faults():
            check_pages(self.path, self._connection())

    def prove(self) -> Proof:
        """Follow the audit trail and hold it against the book, about 1 s for 100,000 rows. Raises BookError."""
        with self._faults():
            return prove(self._connection())

    def close(self) -> None:
        """Close the connections of all threads. The store cannot be used afterwards."""
        with self._lock:
            self._closed = True
            for _, connection in self._connections:
                connection.close()
            self._connections.clear()

    def __enter__(self) -> "Store":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @contextmanager
    def transaction(self) -> Iterator[sqlite3.Connection]:
        """All or nothing: begins IMMEDIATE, commits at the end, rolls back on any exception. May be nested.

        Threads of this process take turns; SQLite's own lock, which other processes wait for, is not fair.

        Raises:
            BookError: when others write for more than half a minute, or the file cannot be written.
            ValueError: for a row the tables refuse.
        """
        with self._turn(), self._faults():
            connection = self._connection()
            nested = connection.in_transaction
            try:
                connection.execute("SAVEPOINT nested" if nested else "BEGIN IMMEDIATE")
                yield connection
                connection.execute("RELEASE nested" if nested else "COMMIT")
            except BaseException:
                # What was read of these rows must not answer for the rows that get their ids next.
                self._reader.forget()
                # A full disk or a trigger may have ended the transaction already.
                if connection.in_transaction:
                    connection.execute("ROLLBACK TO nested" if nested else "ROLLBACK")
                    if nested:
                        connection.execute("RELEASE nested")
                raise

    @contextmanager
    def _turn(self) -> Iterator[None]:
        if not self._writing.acquire(timeout=BUSY_SECONDS):
            raise BookError(str(self.path), BUSY)
        try:
            yield
        finally:
            self._writing.release()

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """This thread's connection, to look things up in the newest state of the book. Raises BookError."""
        with self._faults():
            yield self._connection()

    # adding

    def add_entries(self, entries: Iterable[Entry]) -> tuple[int, ...]:
        """Add dated entries, all or none; gives their ids in order. Raises like `transaction`."""
        ids: tuple[int, ...] = ()
        with self.transaction() as connection:
            for (by, at), group in groupby(entries, lambda entry: (entry.entered_by, entry.entered_at)):
                ids += insert_entries(connection, group, Stamp(at.isoformat(), by, RECORDED))
        return ids

    def add_offers(self, offers: Iterable[Offer]) -> None:
        """Add offers, all or none. An offer is fixed once made: new terms are a new offer."""
        self._add(offers)

    def add_fees(self, fees: Iterable[Fee]) -> None:
        """Add fee tiers, all or none."""
        self._add(fees)

    def add_components(self, components: Iterable[Component]) -> None:
        """Add parts of offers, all or none."""
        self._add(components)

    def add_claims(self, claims: Iterable[Claim]) -> None:
        """Add claims, all or none."""
        self._add(claims)

    def add_gpu(self, gpu: Gpu) -> None:
        """Add a GPU model; it can be asked for at once."""
        self._add([gpu])

    def add_provider(self, provider: Provider) -> None:
        """Add a provider."""
        self._add([provider])

    def add_instance(self, instance: Instance) -> None:
        """Add an instance type or system."""
        self._add([instance])

    def add_region(self, region: Region) -> None:
        """Add a region."""
        self._add([region])

    def _add(self, items: Iterable[CatalogItem]) -> None:
        with self.transaction() as connection:
            insert_catalog(connection, items, Stamp(self._opened.isoformat(), "quartermaster", RECORDED))

    # reading

    def book(self, day: date, version: int | None = None) -> "StoredBook":
        """The entries in force on `day`, as known at `version` (default and upper bound: the newest entry now)."""
        return self._reader.book(day, version)

    def history(self, kind: EntryKind, subject: str) -> tuple[Entry, ...]:
        """All entries about a subject, by first day and then in the order they were added."""
        return self._reader.history(kind, subject)

    def _rows(self, sql: str, values: Any) -> list[Any]:
        with self._faults():
            return self._connection().execute(sql, values).fetchall()

    # connections

    def _connection(self) -> sqlite3.Connection:
        """This thread's connection; those of threads that have ended are closed on the way."""
        connection: sqlite3.Connection | None = getattr(self._local, "connection", None)
        if connection is None or self._closed:
            with self._lock:
                if self._closed:
                    raise BookError(str(self.path), "was closed")
                for thread, ended in self._connections:
                    if not thread.is_alive():
                        ended.close()
                self._connections = [pair for pair in self._connections if pair[0].is_alive()]
                connection = connect(self.path)
                self._connections.append((current_thread(), connection))
            self._local.connection = connection
        return connection

    @contextmanager
    def _faults(self) -> Iterator[None]:
        """Say what SQLite reports in our own exceptions, which name the file."""
        try:
            yield
        except sqlite3.IntegrityError as error:
            raise ValueError(f"the price book refuses this: {error}") from error
        except sqlite3.DatabaseError as error:
            raise BookError(str(self.path), _reason(error)) from error


def _fill(
    connection: sqlite3.Connection, items: Iterable[CatalogItem], entries: Iterable[Entry], now: datetime
) -> None:
    try:
        insert_catalog(connection, items)
        insert_entries(connection, entries)
        record_all(connection, now.isoformat())
    except sqlite3.IntegrityError as error:
        raise DataError(str(seeds.DATA), str(error)) from error


def _reason(error: sqlite3.DatabaseError) -> str:
    text = str(error)
    if "locked" in text or "busy" in text:
        return BUSY
    if "is full" in text:
        return "has no room left on its disk. Nothing was changed"
    if "readonly" in text or "unable to open" in text:
        return "cannot be written. Nothing was changed"
    if "not a database" in text:
        return "is not a SQLite file"
    if "malformed" in text:
        return f"is damaged ({text})"
    return text
