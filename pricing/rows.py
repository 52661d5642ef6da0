"""Between typed values and rows of the price book: one INSERT a type, exact both ways.

Numbers are written as plain decimal text and read back digit for digit (`23.60` stays `23.60`). sqlite-utils is not
used for rows: it turns a Decimal into a float and creates a table for a misspelt name.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from datetime import date, datetime
from decimal import Decimal
from enum import Enum
from typing import Any, TypeVar

from sqlite_utils.utils import sqlite3

from pricing.base import Frozen
from pricing.book import Entry
from pricing.catalog import Claim, Component, Fee, Gpu, Instance, Offer, Provider, Region
from pricing.units import Duration

Connection = sqlite3.Connection
CatalogItem = Gpu | Provider | Instance | Region | Offer | Fee | Component | Claim
T = TypeVar("T", bound=Frozen)

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
_JSON_COLUMNS = frozenset({"names", "aliases", "covers", "text"})
_DURATION_COLUMNS = frozenset({"increment", "min_duration", "max_duration"})
_NEWEST = "(SELECT coalesce(max(id), 0) FROM entry)"


def insert_catalog(connection: Connection, items: Iterable[CatalogItem]) -> None:
    """Add items to their tables, in an order that satisfies references between them.

    Raises:
        sqlite3.IntegrityError: for an id that exists, or a reference to something that does not.
    """
    items = list(items)
    for model, table in TABLES.items():
        chosen = [item for item in items if type(item) is model]
        columns, more = list(model.model_fields), ""
        if model is Offer:
            columns, more = [*columns, "since"], f", {_NEWEST}"
        marks = ", ".join("?" * len(model.model_fields)) + more
        connection.executemany(
            f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({marks})",  # noqa: S608 - constants only
            [_values(item) for item in chosen],
        )
    connection.execute("UPDATE meta SET value = CAST(value AS INTEGER) + 1 WHERE name = 'catalog'")


def insert_entries(connection: Connection, entries: Iterable[Entry]) -> tuple[int, ...]:
    """Add entries and give the ids they got, in order. An id they came with is ignored.

    Raises:
        sqlite3.IntegrityError: for a subject the book does not know, or a value no table takes (below zero, no
            currency, an exponent).
    """
    columns = [name for name in Entry.model_fields if name != "id"]
    sql = f"INSERT INTO entry ({', '.join(columns)}) VALUES ({', '.join('?' * len(columns))})"  # noqa: S608
    return tuple(int(connection.execute(sql, _values(entry)[1:]).lastrowid or 0) for entry in entries)


def model_from(model: type[T], columns: Sequence[str], row: Sequence[Any]) -> T:
    """The typed value of a row, validated like everything that comes from outside."""
    return model.model_validate(
        {name: _read(name, value) for name, value in zip(columns, row, strict=True) if name != "since"}
    )


def _values(item: Frozen) -> tuple[str | int | None, ...]:
    return tuple(_written(value) for value in dict(item).values())


def _written(value: Any) -> str | int | None:
    match value:
        case None | int():
            return value
        case Decimal():
            return format(value, "f")
        case Enum():
            return str(value.value)
        case str():
            return value
        case datetime() | date():
            return value.isoformat()
        case Duration():
            return f"{value.value:f} {value.unit.value}"
        case dict() | tuple():
            return json.dumps(value, ensure_ascii=False)
    raise TypeError(f"no column holds a {type(value).__name__}")


def _read(column: str, value: Any) -> Any:
    if value is None:
        return None
    if column in _JSON_COLUMNS:
        return json.loads(value)
    if column in _DURATION_COLUMNS:
        number, _, unit = value.partition(" ")
        return {"value": number, "unit": unit}
    return value
