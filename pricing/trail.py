"""Reading the audit trail: who did what to what, when and why."""

from datetime import datetime
from typing import Any, NamedTuple

from sqlite_utils.utils import sqlite3

from pricing.audit import COLUMNS
from pricing.book import Entry
from pricing.changes import Action, Saved
from pricing.entries import FIELDS, model

Connection = sqlite3.Connection


class Recorded(NamedTuple):
    """A row of the trail. `entry`: what it wrote, `replaces`: what was in force before on the day that begins.

    `digest`: of the row it is about, where such rows are only ever added. `before`, `after`: JSON of what has no entry
    (names, waiting changes). `cancelled`: the entry was taken back later.
    """

    id: int
    at: datetime
    actor: str
    action: str
    kind: str
    subject: str
    before: str | None
    after: str | None
    why: str
    request: str
    approver: str
    digest: str
    hash: str
    cancelled: bool
    entry: Entry | None
    replaces: Entry | None


def recorded(connection: Connection, tail: str, **values: Any) -> tuple[Recorded, ...]:
    """The rows that `tail` (conditions and order, on `a`) asks for."""
    replaced = ", ".join(f"b.{name}" for name in COLUMNS["entry"])
    sql = f"""SELECT a.id, a.at, a.actor, a.action, a.kind, a.subject, a.before, a.after, a.why, a.request, a.approver,
        a.digest, a.hash, EXISTS (SELECT 1 FROM entry c WHERE c.cancels = a.entry), {FIELDS}, {replaced}
        FROM audit a LEFT JOIN entry e ON e.id = a.entry LEFT JOIN entry b ON b.id = a.replaces {tail}"""  # noqa: S608
    return tuple(_recorded(row) for row in connection.execute(sql, values))


def done(connection: Connection, request: str, action: Action) -> Saved | None:
    """What an earlier try of the same request wrote."""
    sql = "SELECT id, entry FROM audit WHERE request = ? AND action = ? ORDER BY id"
    rows = connection.execute(sql, (request, action)).fetchall()
    if not rows:
        return None
    entries = tuple(entry for _, entry in rows if entry)
    return Saved(entries, again=True, row=undoable(connection, rows[0][0] - 1))


def undoable(connection: Connection, since: int) -> int:
    """The first row after number `since` by which what it belongs to can be taken back; 0: there is none."""
    sql = "SELECT id FROM audit WHERE id > ? AND (entry IS NOT NULL OR before IS NOT NULL) ORDER BY id LIMIT 1"
    row = connection.execute(sql, (since,)).fetchone()
    return int(row[0]) if row else 0


def _recorded(row: tuple[Any, ...]) -> Recorded:
    number, at, *about = row[:13]
    width = len(COLUMNS["entry"])
    entry, replaces = model(row[14 : 14 + width]), model(row[14 + width :])
    return Recorded._make((number, datetime.fromisoformat(at), *about, bool(row[13]), entry, replaces))
