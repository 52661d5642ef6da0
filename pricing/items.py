"""Looking up what is named and sold, inside a transaction: all of one kind, or one by its id."""

from collections.abc import Iterator
from typing import TypeVar

from sqlite_utils.utils import sqlite3

from pricing.audit import COLUMNS
from pricing.base import Frozen
from pricing.rows import TABLES, model_from

Connection = sqlite3.Connection
T = TypeVar("T", bound=Frozen)


def every(connection: Connection, model: type[T]) -> Iterator[T]:
    """All of a kind, one after the other, in the order they were added."""
    columns = COLUMNS[TABLES[model]]
    return (model_from(model, columns, row) for row in connection.execute(f"{_select(model)} ORDER BY rowid"))


def by_id(connection: Connection, model: type[T], name: str) -> T | None:
    """One by its id."""
    row = connection.execute(f"{_select(model)} WHERE id = ?", (name,)).fetchone()
    return model_from(model, COLUMNS[TABLES[model]], row) if row else None


def _select(model: type[Frozen]) -> str:
    table = TABLES[model]
    return f"SELECT {', '.join(COLUMNS[table])} FROM {table}"  # noqa: S608 - constants only
