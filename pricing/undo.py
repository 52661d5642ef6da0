"""What takes an act back: entries that cancel entries, aliases given back. Nothing is deleted."""

import json
from datetime import datetime

from sqlite_utils.utils import sqlite3

from pricing import entries
from pricing.base import changed
from pricing.changes import Action, Aliasing, Change, Impossible, NewEntry

Connection = sqlite3.Connection
_NOT_UNDONE = (
    Action.RECORDED,
    Action.PROPOSED,
    Action.APPROVED,
    Action.REJECTED,
    Action.EXPIRED,
    Action.RIGHTS,
    Action.REFUSED,
)


def undoing(connection: Connection, number: int, actor: str, why: str, request: str, now: datetime) -> Change:
    """What takes back the act that row `number` of the trail belongs to, with all its entries and aliases.

    Raises:
        Impossible: there is nothing to take back, or something was written on top of it.
    """
    row = connection.execute("SELECT request, action FROM audit WHERE id = ?", (number,)).fetchone()
    if row is None or row[1] in _NOT_UNDONE:
        raise Impossible("nothing-to-undo", number=number)
    where, values = ("request = ? AND action = ?", row) if row[0] else ("id = ?", (number,))
    rows = connection.execute(f"SELECT id, entry, before FROM audit WHERE {where} ORDER BY id", values).fetchall()  # noqa: S608
    new = tuple(_cancelling(connection, entry, actor, why, now) for _, entry, _ in rows if entry is not None)
    aliases = [one for audited, _, before in rows if before is not None for one in _aliases_back(connection, audited)]
    if not new and not aliases:
        raise Impossible("nothing-to-undo", number=number)
    return Change(action=Action.UNDONE, actor=actor, why=why, request=request, entries=new, aliases=tuple(aliases))


def _cancelling(connection: Connection, number: int, actor: str, why: str, now: datetime) -> NewEntry:
    entry = entries.entry(connection, number)
    if entry is None:
        row = connection.execute("SELECT cancels IS NOT NULL FROM entry WHERE id = ?", (number,)).fetchone()
        if row and row[0]:
            return _again(connection, number, actor, why, now)
        raise Impossible("undone-already", number=number)
    if later := entries.later_on_the_day(connection, entry):
        raise Impossible("superseded", subject=entry.subject, by=later.entered_by, day=later.effective_from)
    newest = entries.newest(connection, entry.kind, entry.subject)
    taken = changed(entry, id=0, value=None, cancels=number, note=why, entered_by=actor, entered_at=now)
    return NewEntry(entry=taken, base=newest.id if newest else 0)


def _again(connection: Connection, number: int, actor: str, why: str, now: datetime) -> NewEntry:
    """What an undoing took back is written once more, where nothing was written on top of the undoing."""
    sql = f"SELECT {entries.FIELDS} FROM entry e WHERE e.id = (SELECT cancels FROM entry WHERE id = ?)"  # noqa: S608
    entry = entries.model(connection.execute(sql, (number,)).fetchone())
    assert entry is not None
    if later := entries.later_on_the_day(connection, entry.model_copy(update={"id": number})):
        raise Impossible("superseded", subject=entry.subject, by=later.entered_by, day=later.effective_from)
    newest = entries.newest(connection, entry.kind, entry.subject)
    again = changed(entry, id=0, note=why or entry.note, entered_by=actor, entered_at=now)
    return NewEntry(entry=again, base=newest.id if newest else 0)


def _aliases_back(connection: Connection, number: int) -> list[Aliasing]:
    sql = "SELECT kind, subject, before, after FROM audit WHERE id = ?"
    table, subject, *texts = connection.execute(sql, (number,)).fetchone()
    had, has = (json.loads(json.loads(text)["aliases"]) for text in texts)
    taken = [Aliasing(table=table, id=subject, alias=name, add=False) for name in has if name not in had]
    return taken + [Aliasing(table=table, id=subject, alias=name) for name in had if name not in has]
