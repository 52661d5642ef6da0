"""Everything a book holds, as typed values: for files that hold the whole of it."""

from collections.abc import Iterator
from datetime import date
from itertools import groupby
from typing import Any, NamedTuple

from sqlite_utils.utils import sqlite3

from pricing.book import Entry
from pricing.entries import FIELDS, STANDING, model
from pricing.items import every
from pricing.rows import TABLES, CatalogItem

Connection = sqlite3.Connection


class Contents(NamedTuple):
    """What is named and sold, and the dated numbers."""

    items: tuple[CatalogItem, ...]
    entries: tuple[Entry, ...]


def contents(connection: Connection, day: date, history: bool) -> Contents:
    """All of the book: of its entries those in force on a day and those that begin later, or all that stand.

    Of several entries that begin on one day it is the last.
    """
    found: list[Any] = []
    for kind in (kind for kind in TABLES if kind is not Entry):
        found += every(connection, kind)
    return Contents(tuple(found), tuple(_entries(connection, day, history)))


def _entries(connection: Connection, day: date, history: bool) -> Iterator[Entry]:
    sql = f"SELECT {FIELDS} FROM entry e WHERE {STANDING} ORDER BY e.kind, e.subject, e.effective_from, e.id"  # noqa: S608
    standing = (entry for row in connection.execute(sql) if (entry := model(row)))
    for _, about_one in groupby(standing, key=lambda entry: (entry.kind, entry.subject)):
        # Of several that begin on one day the last alone ever holds; a file with two would price one thing twice.
        dated = [list(of_day)[-1] for _, of_day in groupby(about_one, key=lambda entry: entry.effective_from)]
        begun = sum(entry.effective_from <= day for entry in dated)
        yield from dated if history else dated[max(begun - 1, 0) :]
