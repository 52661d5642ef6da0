"""Between typed values and rows of the price book: one INSERT a type, exact both ways.

Numbers are written as plain decimal text and read back digit for digit (`23.60` stays `23.60`). sqlite-utils is not
used for rows: it turns a Decimal into a float and creates a table for a misspelt name.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import date, datetime
from decimal import Decimal
from enum import Enum
from itertools import islice
from sys import intern
from typing import Any, TypeVar

from sqlite_utils.utils import sqlite3

from pricing.audit import COLUMNS, Draft, Stamp, append, as_text, digest, draft_of, insert
from pricing.base import Frozen
from pricing.book import Entry
from pricing.catalog import Claim, Component, Fee, Gpu, Instance, Offer, Provider, Region
from pricing.units import Duration

Connection = sqlite3.Connection
CatalogItem = Gpu | Provider | Instance | Region | Offer | Fee | Component | Claim
T = TypeVar("T", bound=Frozen)
T_Row = TypeVar("T_Row", bound=Sequence[Any])

# In the order that foreign keys ask for.
TABLES: Mapping[type[Frozen], str] = {
    Gpu: "gpu",
    Provider: "provider",
    Instance: "instance",
    Region: "region",
    Offer: "offer",
    Fee: "fee",
    Component: "component",
    Claim: "claim",
    Entry: "entry",
}
_NEWEST = "(SELECT coalesce(max(id), 0) FROM entry)"
_REPLACED = """SELECT id FROM entry e WHERE kind = ? AND subject = ? AND effective_from <= ? AND id < ?
    AND cancels IS NULL AND NOT EXISTS (SELECT 1 FROM entry c WHERE c.cancels = e.id AND c.id < ?)
    ORDER BY effective_from DESC, id DESC LIMIT 1"""
"""What an entry replaces: looked up when it and some that follow it are there already, which do not count."""

_BATCH = 1000
_CACHE = -64_000
"""As SQLite counts: 64 MB."""


def newest_entry(connection: Connection) -> int:
    """The id of the newest entry: the version of the book."""
    return int(connection.execute(f"SELECT {_NEWEST}").fetchone()[0])


def insert_catalog(
    connection: Connection, items: Iterable[CatalogItem], stamp: Stamp | None = None, since: int | None = None
) -> None:
    """Add items to their tables, in an order that satisfies references between them, and to the audit trail.

    Without a stamp nothing is written to the trail: `audit.record_all` does it for a book that is being made.

    Raises:
        sqlite3.IntegrityError: for an id that exists, or a reference to something that does not.
    """
    items = list(items)
    for model, table in TABLES.items():
        chosen = [item for item in items if type(item) is model]
        if not chosen:
            continue
        insert_rows(connection, table, [values(item) for item in chosen], stamp, since)
    next_catalog(connection)


def next_catalog(connection: Connection) -> None:
    """Say that the reference tables are not what they were."""
    connection.execute("UPDATE meta SET value = CAST(value AS INTEGER) + 1 WHERE name = 'catalog'")


def insert_rows(
    connection: Connection,
    table: str,
    rows: Iterable[Sequence[Any]],
    stamp: Stamp | None = None,
    since: int | None = None,
) -> None:
    """Add rows as they are stored to a reference table; the number of the catalog is left to the caller.

    `since`: the first version of the book that shows an offer; None: the present one.
    """
    columns: tuple[str, ...] = COLUMNS[table]
    more: tuple[int, ...] = ()
    if table == "offer":
        columns, more = (*columns, "since"), (newest_entry(connection) if since is None else since,)
    with _room(connection):
        for some in _batches(rows):
            insert(connection, table, columns, ((*row, *more) for row in some))
            if stamp:
                append(connection, stamp, (draft_of(table, (*row, *more)) for row in some))


def insert_entries(connection: Connection, entries: Iterable[Entry], stamp: Stamp | None = None) -> tuple[int, ...]:
    """Add entries and give the ids they got, in order. An id they came with is ignored.

    With a stamp each gets its row in the audit trail, see `insert_catalog`.

    Raises:
        sqlite3.IntegrityError: for a subject the book does not know, or a value no table takes (below zero, no
            currency, an exponent).
    """
    return insert_entry_rows(connection, (values(entry)[1:] for entry in entries), stamp)


def insert_entry_rows(
    connection: Connection, rows: Iterable[tuple[Any, ...]], stamp: Stamp | None = None, offers: Iterable[str] = ()
) -> tuple[int, ...]:
    """The same for entries as rows: their values in the order of the columns, without the id.

    `offers`: those that nothing was written about yet, so that what their first price replaces is not looked up.
    """
    unpriced = set(offers)
    [newest] = connection.execute(f"SELECT {_NEWEST}").fetchone()
    count = 0

    def draft(row: tuple[Any, ...]) -> Draft:
        if row[2] in unpriced and row[1] == "price":
            unpriced.discard(row[2])
            return Draft(row[1], row[2], row[0], digest=digest(row))
        before = connection.execute(_REPLACED, (row[1], row[2], row[6], row[0], row[0])).fetchone()
        return Draft(row[1], row[2], row[0], before[0] if before else None, digest=digest(row))

    with _room(connection):
        for some in _batches(rows):
            numbered = [(number, *row) for number, row in enumerate(some, newest + count + 1)]
            insert(connection, "entry", COLUMNS["entry"], numbered)
            count += len(numbered)
            if stamp:
                append(connection, stamp, map(draft, numbered))
    return tuple(range(newest + 1, newest + count + 1))


def _batches(rows: Iterable[T_Row]) -> Iterator[list[T_Row]]:
    """Rows some at a time: one statement for many is quicker than two in turn for each, and few are held in memory."""
    rows = iter(rows)
    while some := list(islice(rows, _BATCH)):
        yield some


@contextmanager
def _room(connection: Connection) -> Iterator[None]:
    """More memory for pages while much is written: each row touches eight indices, at places far from each other."""
    [usual] = connection.execute("PRAGMA cache_size").fetchone()
    connection.execute(f"PRAGMA cache_size = {_CACHE}")
    try:
        yield
    finally:
        connection.execute(f"PRAGMA cache_size = {int(usual)}")


def replace_named(connection: Connection, item: Gpu | Provider | Instance | Region, stamp: Stamp) -> None:
    """Put a GPU, provider, instance type or region in the place of the one with its id.

    Raises:
        LookupError: there is none.
    """
    table = TABLES[type(item)]
    columns = COLUMNS[table]
    before = connection.execute(f"SELECT {', '.join(columns)} FROM {table} WHERE id = ?", (item.id,)).fetchone()  # noqa: S608
    if before is None:
        raise LookupError(item.id)
    after = values(item)
    settings = ", ".join(f"{name} = ?" for name in columns)
    connection.execute(f"UPDATE {table} SET {settings} WHERE id = ?", (*after, item.id))  # noqa: S608
    draft = Draft(table, item.id, before=as_text(table, before), after=as_text(table, after))
    append(connection, stamp, [draft])
    next_catalog(connection)


def model_from(model: type[T], columns: Sequence[str], row: Sequence[Any]) -> T:
    """The typed value of a row, validated like everything that comes from outside."""
    # The same ids, sources and days come again and again: each is kept in memory once.
    shared = [intern(value) if value.__class__ is str else value for value in row]
    fields = dict(zip(columns, shared, strict=True))
    fields.pop("since", None)
    for name in _READ.keys() & fields.keys():
        if fields[name] is not None:
            fields[name] = _READ[name](fields[name])
    return model.model_validate(fields)


def values(item: Frozen) -> tuple[str | int | None, ...]:
    """The values of an item as they are stored, in the order of its columns."""
    return stored(item.__dict__.values())


def stored(fields: Iterable[Any]) -> tuple[str | int | None, ...]:
    """Values of fields as they are stored."""
    return tuple([value if value.__class__ in _AS_THEY_ARE else _WRITTEN[value.__class__](value) for value in fields])


class _Writers(dict[type, Callable[[Any], str | int | None]]):
    """How values of a type are written. An import of 100,000 rows asks four million times."""

    def __missing__(self, kind: type) -> Callable[[Any], str | int | None]:
        if not issubclass(kind, Enum):
            raise TypeError(f"no column holds a {kind.__name__}")
        self[kind] = {one: str(one.value) for one in kind}.__getitem__
        return self[kind]


_AS_THEY_ARE = frozenset({str, int, type(None)})
_WRITTEN = _Writers(
    {
        Decimal: lambda value: format(value, "f"),
        date: date.isoformat,
        datetime: datetime.isoformat,
        Duration: lambda value: f"{value.value:f} {value.unit.value}",
        dict: lambda value: json.dumps(value, ensure_ascii=False),
        tuple: lambda value: json.dumps(value, ensure_ascii=False),
    }
)


def _duration(text: str) -> dict[str, str]:
    number, _, unit = text.partition(" ")
    return {"value": number, "unit": unit}


_READ: Mapping[str, Callable[[str], Any]] = {
    **dict.fromkeys(("names", "aliases", "covers", "text"), json.loads),
    **dict.fromkeys(("increment", "min_duration", "max_duration"), _duration),
}
"""Columns that hold more than one value."""
