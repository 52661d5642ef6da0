"""The file of deliveries and threads: how it is opened, what is in it, and which process has it."""

import contextlib
from collections.abc import Iterator
from pathlib import Path
from typing import IO

from sqlite_utils.utils import sqlite3

from pricing.errors import PricingError
from pricing.sqlite import safe_for_wal, set_journal

try:
    import fcntl
except ImportError:  # without file locks, what a killed process left is not taken up again
    fcntl = None  # type: ignore[assignment]

APPLICATION_ID = 0x514D4254  # "QMBT"
SCHEMA_VERSION = 3
BUSY_SECONDS = 5

FIRST = """
CREATE TABLE delivery (
    key TEXT PRIMARY KEY, received REAL NOT NULL, job TEXT, tries INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;
CREATE INDEX delivery_received ON delivery (received);
CREATE TABLE thread (
    team TEXT NOT NULL,
    channel TEXT NOT NULL,
    root TEXT NOT NULL,
    own INTEGER NOT NULL CHECK (own IN (0, 1)),
    state TEXT,
    used REAL NOT NULL,
    PRIMARY KEY (team, channel, root)
) STRICT, WITHOUT ROWID;
CREATE INDEX thread_used ON thread (used);
"""
# Who asked first in a thread; which message answers which, and what the thread was about before it.
SECOND = """
ALTER TABLE thread ADD COLUMN asker TEXT NOT NULL DEFAULT '';
CREATE INDEX thread_asker ON thread (team, asker, used) WHERE state IS NOT NULL;
CREATE TABLE reply (
    team TEXT NOT NULL,
    channel TEXT NOT NULL,
    question TEXT NOT NULL,
    root TEXT NOT NULL,
    answer TEXT NOT NULL,
    before TEXT,
    given REAL NOT NULL,
    PRIMARY KEY (team, channel, question)
) STRICT, WITHOUT ROWID;
CREATE INDEX reply_given ON reply (given);
"""
# Threads that are told when prices move: the question, and the book they were told of last.
THIRD = """
CREATE TABLE watch (
    team TEXT NOT NULL,
    channel TEXT NOT NULL,
    root TEXT NOT NULL,
    request TEXT NOT NULL,
    language TEXT NOT NULL,
    share TEXT NOT NULL,
    day TEXT NOT NULL,
    version INTEGER NOT NULL,
    until REAL NOT NULL,
    claimed REAL,
    telling_day TEXT,
    telling_version INTEGER,
    PRIMARY KEY (team, channel, root)
) STRICT, WITHOUT ROWID;
"""
STEPS = (FIRST, SECOND, THIRD)
"""What leads from each version of the file to the next, the first from nothing."""


class ConversationError(PricingError):
    """The file of deliveries and threads cannot be used. Names the file."""


@contextlib.contextmanager
def writing(db: sqlite3.Connection) -> Iterator[None]:
    """One transaction that has the write lock from its start: all of it happens, or nothing."""
    db.execute("BEGIN IMMEDIATE")
    try:
        yield
        db.execute("COMMIT")
    except BaseException:
        if db.in_transaction:  # a full disk may have ended it already
            db.execute("ROLLBACK")
        raise


def opened(path: Path, patience: float = BUSY_SECONDS) -> sqlite3.Connection:
    """A connection to the file, which is made if there is none. Raises ConversationError, sqlite3.Error.

    `patience`: seconds to wait for another process that writes.
    """
    db = sqlite3.connect(str(path), isolation_level=None, check_same_thread=False, timeout=patience)
    try:
        _check(db, path)
        set_journal(db)
        # Under WAL a commit then costs 0.1 ms instead of a flush of the disk. A crash of the process loses nothing, one
        # of the machine at most the last threads.
        db.execute(f"PRAGMA synchronous = {'NORMAL' if safe_for_wal(sqlite3.sqlite_version_info) else 'FULL'}")
        db.execute("PRAGMA trusted_schema = OFF")
        db.execute("PRAGMA secure_delete = ON")
        with writing(db):
            _make(db)
    except BaseException:
        db.close()
        raise
    return db


def _check(db: sqlite3.Connection, path: Path) -> None:
    """Refuse the file of another program or of a newer release."""
    (application,) = db.execute("PRAGMA application_id").fetchone()
    (version,) = db.execute("PRAGMA user_version").fetchone()
    (tables,) = db.execute("SELECT count(*) FROM sqlite_schema").fetchone()
    if tables and application != APPLICATION_ID:
        raise ConversationError(f"{path}: this is a database of another program; nothing was changed")
    if version > SCHEMA_VERSION:
        raise ConversationError(f"{path}: written by a newer version of this bot; nothing was changed")


def _make(db: sqlite3.Connection) -> None:
    """Bring the file to the present version. Whoever comes first does it; a file that is there keeps what is in it."""
    (version,) = db.execute("PRAGMA user_version").fetchone()
    for statements in STEPS[version:]:
        for statement in statements.split(";"):
            db.execute(statement)
    if version != SCHEMA_VERSION:
        db.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        db.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")


def hold(path: Path) -> tuple[bool, IO[str] | None]:
    """Whether no other process uses the file, and the lock that says that this one does."""
    if fcntl is None:
        return False, None
    # Not the database itself: closing a second handle of it would drop SQLite's own locks.
    held = path.with_name(path.name + ".lock").open("w")
    try:
        fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        fcntl.flock(held, fcntl.LOCK_SH)
        return False, held
    return True, held


def share(held: IO[str] | None) -> None:
    """Let other processes in again, still saying that this one is there."""
    if held is not None:
        fcntl.flock(held, fcntl.LOCK_SH)
