"""The audit trail: one row for everything that was ever written into the book, each sealed with the one before it.

A row names who did what, when, why, on whose request and with whose approval. What it is about is kept as a digest
(entries, offers and other rows that are only ever added) or as text before and after (names, which may change). Its
hash covers all of that and the hash of the row before, so that a changed, removed or inserted row breaks the chain.
"""

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, islice
from typing import Any, NamedTuple

from pydantic_core import to_json
from sqlite_utils.utils import sqlite3

Connection = sqlite3.Connection

FIRST = "0" * 64
"""What stands for the hash before the first row."""

TOGETHER = 32
"""Rows added by one statement, which may hold 999 values in any SQLite."""

COLUMNS: Mapping[str, tuple[str, ...]] = {
    "entry": (
        *("id", "kind", "subject", "value", "currency", "unit", "effective_from", "observed_on", "source", "note"),
        *("entered_by", "entered_at", "cancels"),
    ),
    "offer": (
        *("id", "provider", "name", "gpu", "mode", "gpus_per_node", "form", "memory_gb", "region", "term_months"),
        *("upfront_share", "increment", "min_duration", "min_nodes", "max_nodes", "max_duration", "plan"),
        *("hours_in_month", "includes", "tax", "price_kind", "lead_time_hours", "queue_hours", "efficiency_loss"),
        *("local_nvme_tb", "note"),
    ),
    "fee": ("id", "provider", "kind", "unit", "tier_from", "region", "note"),
    "component": ("id", "offer", "kind", "unit", "basis_gpus", "basis_months", "note"),
    "claim": ("id", "offer", "text", "stated", "currency", "source", "stated_on"),
    "gpu": ("id", "names", "vendor", "form", "memory_gb", "bf16_dense_tflops", "source", "aliases", "covers"),
    "provider": ("id", "names", "kind", "aliases"),
    "instance": ("id", "gpu", "gpus_per_node", "provider", "aliases"),
    "region": ("id", "aliases", "covers"),
}
"""What of each table is sealed, in this order for ever: a column that comes later is sealed by rows of its own."""

SEALED: Mapping[str, tuple[str, ...]] = {**COLUMNS, "offer": (*COLUMNS["offer"], "since")}
"""The same with what is no field: the version of the book that first shows an offer."""

NAMES = ("gpu", "provider", "instance", "region")
"""Tables whose rows may change; everything else is only ever added."""

_FIELDS = (
    *("id", "at", "actor", "action", "kind", "subject", "entry", "replaces", "before", "after", "digest", "why"),
    *("request", "approver", "previous"),
)
_dumps = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


class Stamp(NamedTuple):
    """Who did it, what it is called, when and why. `request`: what makes two tries of one act the same."""

    at: str
    actor: str
    action: str
    why: str = ""
    request: str = ""
    approver: str = ""


class Draft(NamedTuple):
    """What a row is about: an entry (`kind` as of `EntryKind`), or a row of another table (`kind`: its name)."""

    kind: str
    subject: str
    entry: int | None = None
    replaces: int | None = None
    before: str | None = None
    after: str | None = None
    digest: str = ""


class Broken(NamedTuple):
    """Where the trail does not hold: the first row that is wrong, and why (`audit.<reason>` in the word files)."""

    row: int
    reason: str
    detail: str = ""


class Proof(NamedTuple):
    """What the whole trail comes to: how many rows, the last hash, and where it is broken, if it is."""

    rows: int
    head: str
    broken: Broken | None


def newest(connection: Connection) -> int:
    """The number of the last row; 0 where there is none. It moves with everything that is ever written."""
    return int(connection.execute("SELECT coalesce(max(id), 0) FROM audit").fetchone()[0])


def digest(values: Sequence[Any]) -> str:
    """The digest of a row as it is stored, its columns in the order of `COLUMNS`."""
    return _sealed(values)


def as_text(table: str, values: Sequence[Any]) -> str:
    """A row of a table as JSON, for before and after."""
    return _dumps(dict(zip(COLUMNS[table], values, strict=True)))


def append(connection: Connection, stamp: Stamp, drafts: Iterable[Draft]) -> int:
    """Add one row for each draft, in the transaction that is open; gives how many."""
    last, previous = connection.execute("SELECT id, hash FROM audit ORDER BY id DESC LIMIT 1").fetchone() or (0, FIRST)
    who, why = stamp[:3], stamp[3:]
    count = 0

    def rows() -> Iterator[tuple[Any, ...]]:
        nonlocal previous, count
        for count, draft in enumerate(drafts, 1):
            row = (last + count, *who, *draft, *why, previous)
            previous = _sealed(row)
            yield (*row, previous)

    insert(connection, "audit", (*_FIELDS, "hash"), rows())
    return count


def insert(connection: Connection, table: str, columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
    """Add rows to a table. Some go in one statement: it is made ready to be undone once, not for each row."""
    rows = iter(rows)
    while some := list(islice(rows, TOGETHER)):
        # A None costs ten times what a text does to hand over, and a column that is left out is NULL too.
        held = [place for place, values in enumerate(zip(*some, strict=True)) if any(v is not None for v in values)]
        one = f"({', '.join('?' * len(held))})"
        names = ", ".join([columns[place] for place in held])
        sql = f"INSERT INTO {table} ({names}) VALUES {', '.join([one] * len(some))}"  # noqa: S608
        connection.execute(sql, [row[place] for row in some for place in held])


def record_all(connection: Connection, at: str) -> None:
    """Rows for everything in the book that has none yet: a book of an earlier release, or one that begins.

    What is known of entries is who entered them and when; `at` is when the trail began to know of the rest.
    """
    for table in COLUMNS:
        if table != "entry":
            stamp = Stamp(at, "quartermaster", "recorded")
            append(connection, stamp, list(_unrecorded(connection, table)))
    columns = ", ".join(f"e.{name}" for name in COLUMNS["entry"])
    rows = connection.execute(
        f"SELECT {columns} FROM entry e LEFT JOIN audit a ON a.entry = e.id WHERE a.id IS NULL ORDER BY e.id"  # noqa: S608
    ).fetchall()
    by, when = COLUMNS["entry"].index("entered_by"), COLUMNS["entry"].index("entered_at")
    for row in rows:
        draft = Draft(row[1], row[2], row[0], digest=digest(row))
        append(connection, Stamp(row[when], row[by], "recorded"), [draft])


def _unrecorded(connection: Connection, table: str) -> Iterator[Draft]:
    columns = ", ".join(f"t.{name}" for name in SEALED[table])
    sql = f"""SELECT {columns} FROM {table} t
        LEFT JOIN audit a ON a.kind = ? AND a.subject = t.id AND a.entry IS NULL WHERE a.id IS NULL ORDER BY t.rowid"""  # noqa: S608
    for row in connection.execute(sql, (table,)):
        yield draft_of(table, row)


def draft_of(table: str, values: Sequence[Any]) -> Draft:
    """The draft for a row that was added to a table."""
    if table in NAMES:
        return Draft(table, str(values[0]), after=as_text(table, values))
    return Draft(table, str(values[0]), digest=digest(values))


def prove(connection: Connection) -> Proof:
    """Follow the whole trail, and hold it against what is in the book. Reads everything, in one look at the file."""
    connection.execute("BEGIN")
    try:
        return _proof(connection)
    except sqlite3.OperationalError as error:
        if "decode" not in str(error):
            raise
        connection.text_factory = _as_it_stands
        return _proof(connection)
    finally:
        connection.text_factory = str
        connection.execute("ROLLBACK")


def _as_it_stands(raw: bytes) -> str:
    """Text of a file in which somebody put bytes that are none: they are held against the digest like any others."""
    return raw.decode(errors="surrogateescape")


def _proof(connection: Connection) -> Proof:
    columns = ", ".join(f"e.{name}" for name in COLUMNS["entry"])
    fields = ", ".join(f"a.{name}" for name in _FIELDS)
    sql = f"SELECT {fields}, a.hash, {columns} FROM audit a LEFT JOIN entry e ON e.id = a.entry ORDER BY a.id"  # noqa: S608
    count, previous, width = 0, FIRST, len(_FIELDS)
    named: dict[tuple[str, str], tuple[int, str | None, str]] = {}
    for row in connection.execute(sql):
        fields_of, stored, entry = row[:width], row[width], row[width + 1 :]
        number, kind, subject, about = fields_of[0], fields_of[4], fields_of[5], fields_of[6]
        count += 1
        if number != count:
            return Proof(count, previous, Broken(count, "missing"))
        if fields_of[-1] != previous:
            return Proof(count, previous, Broken(number, "chain"))
        if _found(fields_of) != stored:
            return Proof(count, previous, Broken(number, "changed"))
        if about is not None and (entry[0] is None or _found(entry) != fields_of[10]):
            return Proof(count, previous, Broken(number, "entry-changed", str(about)))
        previous = stored
        if about is None and kind in COLUMNS:
            named[kind, subject] = (number, fields_of[9], fields_of[10])
    return Proof(count, previous, _beside(connection, count, named))


_OFFERED = "SELECT provider, gpu, min(since) FROM offer GROUP BY provider, gpu"
_LISTED = "SELECT provider, gpu, since FROM provider_gpu"
_LISTED_OTHERWISE = f"SELECT * FROM ({_OFFERED} EXCEPT {_LISTED}) UNION ALL SELECT * FROM ({_LISTED} EXCEPT {_OFFERED})"  # noqa: S608
"""Who sells what is told by a table of its own, which must say what the offers say."""


def _beside(
    connection: Connection, count: int, named: Mapping[tuple[str, str], tuple[int, str | None, str]]
) -> Broken | None:
    """What stands in the book and not in the trail, or otherwise than the trail says; rows cut off at its end."""
    [made] = connection.execute("SELECT coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'audit'), 0)").fetchone()
    if made != count:
        return Broken(count + 1, "missing")
    loose = connection.execute(
        "SELECT e.id FROM entry e LEFT JOIN audit a ON a.entry = e.id WHERE a.id IS NULL ORDER BY e.id LIMIT 1"
    ).fetchone()
    if loose:
        return Broken(count, "entry-unrecorded", str(loose[0]))
    seen = set()
    for table in COLUMNS:
        if table == "entry":
            continue
        for row in connection.execute(f"SELECT {', '.join(SEALED[table])} FROM {table}"):  # noqa: S608
            about = named.get((table, row[0]))
            if about is None:
                return Broken(count, "unrecorded", f"{table} {row[0]}")
            expected = as_text(table, row) if table in NAMES else _found(row)
            if expected != (about[1] if table in NAMES else about[2]):
                return Broken(about[0], "row-changed", f"{table} {row[0]}")
            seen.add((table, row[0]))
    if listed := connection.execute(_LISTED_OTHERWISE).fetchone():
        return Broken(count, "row-changed", f"provider_gpu {listed[0]} {listed[1]}")
    gone = next(chain(key for key in named if key not in seen), None)
    return Broken(named[gone][0], "row-missing", " ".join(gone)) if gone else None


def _sealed(values: Sequence[Any]) -> str:
    """The seal of values that are to be written: of texts and whole numbers the same as `_found`, six times as fast."""
    return hashlib.sha256(to_json(values)).hexdigest()


def _found(values: Sequence[Any]) -> str:
    """The seal of values that stand in the file, whatever somebody may have put there."""
    return hashlib.sha256(_dumps(list(values)).encode(errors="surrogateescape")).hexdigest()
