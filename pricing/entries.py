"""Looking entries up inside a transaction: what stands about a subject, what is in force, what is newest."""

from datetime import date
from functools import lru_cache
from typing import Any

from sqlite_utils.utils import sqlite3

from pricing.audit import COLUMNS
from pricing.book import Entry, EntryKind
from pricing.rows import model_from

Connection = sqlite3.Connection
STANDING = "e.cancels IS NULL AND NOT EXISTS (SELECT 1 FROM entry c WHERE c.cancels = e.id)"
"""Whether an entry gives a value: it is not one that takes another back, nor taken back itself."""

FIELDS = ", ".join(f"e.{name}" for name in COLUMNS["entry"])


def model(row: tuple[Any, ...]) -> Entry | None:
    """The entry of a row of `FIELDS`; None for the row of a join that found nothing."""
    return _read(row) if row[0] is not None else None


@lru_cache(maxsize=16)
def _read(row: tuple[Any, ...]) -> Entry:
    """An entry that is never changed: of two look-ups, one after the other, the second often finds the same row."""
    return model_from(Entry, COLUMNS["entry"], row)


def entry(connection: Connection, number: int) -> Entry | None:
    """An entry that stands, by its id."""
    return _one(connection, f"WHERE e.id = :number AND {STANDING}", number=number)


def newest(connection: Connection, kind: EntryKind, subject: str) -> Entry | None:
    """The entry about a subject that was written last, whatever it says."""
    return _one(
        connection,
        "WHERE e.kind = :kind AND e.subject = :subject ORDER BY e.id DESC LIMIT 1",
        kind=kind,
        subject=subject,
    )


def in_force(connection: Connection, like: Entry, also: str = "", **values: Any) -> Entry | None:
    """The entry in force on the day another one begins; `also`: a condition more, with its values."""
    return on_day(connection, like.kind, like.subject, like.effective_from.isoformat(), also, **values)


def on_day(
    connection: Connection, kind: EntryKind, subject: str, day: str, also: str = "", **values: Any
) -> Entry | None:
    """The entry in force on a day (ISO); `also`: a condition more, with its values."""
    tail = f"""WHERE e.kind = :kind AND e.subject = :subject AND e.effective_from <= :day AND {STANDING} {also}
        ORDER BY e.effective_from DESC, e.id DESC LIMIT 1"""
    return _one(connection, tail, kind=kind, subject=subject, day=day, **values)


def later_on_the_day(connection: Connection, like: Entry) -> Entry | None:
    """An entry that was written later about the same subject and day, and stands."""
    tail = f"""WHERE e.kind = :kind AND e.subject = :subject AND e.effective_from = :day AND e.id > :number
        AND {STANDING} ORDER BY e.id DESC LIMIT 1"""
    day = like.effective_from.isoformat()
    return _one(connection, tail, kind=like.kind, subject=like.subject, day=day, number=like.id)


def beginning_after(connection: Connection, day: date) -> tuple[Entry, ...]:
    """The entries that begin after a day and stand, by day."""
    tail = f"WHERE e.effective_from > :day AND {STANDING} ORDER BY e.effective_from, e.id"
    return _all(connection, tail, day=day.isoformat())


def standing(connection: Connection, kind: EntryKind, subject: str) -> tuple[Entry, ...]:
    """The entries about a subject that stand, by first day."""
    tail = f"WHERE e.kind = :kind AND e.subject = :subject AND {STANDING} ORDER BY e.effective_from, e.id"
    return _all(connection, tail, kind=kind, subject=subject)


def _all(connection: Connection, tail: str, **values: Any) -> tuple[Entry, ...]:
    rows = connection.execute(f"SELECT {FIELDS} FROM entry e {tail}", values)  # noqa: S608
    return tuple(found for row in rows if (found := model(row)))


def _one(connection: Connection, tail: str, **values: Any) -> Entry | None:
    row = connection.execute(f"SELECT {FIELDS} FROM entry e {tail}", values).fetchone()  # noqa: S608
    return model(row) if row else None
