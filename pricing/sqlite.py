"""The file of the price book: settings of every connection, checks before use, creation that is all or nothing.

The file is only ever opened through SQLite: closing it any other way would drop the locks this process holds on it.
"""

import os
import secrets
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from sqlite_utils import Database
from sqlite_utils.utils import sqlite3

from pricing.errors import BookError
from pricing.migrations import SCHEMA_VERSION, pricing

APPLICATION_ID = 0x514D5042
"""Marks a file as a price book of Quartermaster (`QMPB`)."""

BUSY_SECONDS = 30
"""How long a change waits for others: an import of 100,000 rows holds the file for some seconds."""

CHECKED_AT_OPEN_BYTES = 8 * 1024 * 1024
"""Books up to this size are read through when they are opened; larger ones when an operator asks (`Store.check`)."""

_SAFE_LINES = ((3, 51, 3), (3, 50, 7), (3, 44, 6))


def safe_for_wal(version: tuple[int, ...]) -> bool:
    """Whether this SQLite is free of the fault that loses committed changes under WAL.

    3.7.0 to 3.51.2 have it; it was repaired in 3.51.3, and in the lines 3.50 (from .7) and 3.44 (from .6).
    Source: sqlite.org/wal.html, section 11.
    """
    newest, *lines = _SAFE_LINES
    return version >= newest or any(version[:2] == line[:2] and version >= line for line in lines)


def connect(path: Path) -> sqlite3.Connection:
    """A connection to an existing book, autocommit, with every setting that holds per connection."""
    uri = f"{path.absolute().as_uri()}?mode=rw"
    connection = sqlite3.connect(
        uri, uri=True, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False, cached_statements=256
    )
    for setting in (
        f"busy_timeout = {BUSY_SECONDS * 1000}",
        "synchronous = FULL",
        "foreign_keys = ON",
        "recursive_triggers = ON",
        "trusted_schema = OFF",
        "cell_size_check = ON",
    ):
        connection.execute(f"PRAGMA {setting}")
    return connection


def create(path: Path, fill: Callable[[sqlite3.Connection], None]) -> None:
    """Make a new book at `path`, or leave nothing: it is built in memory, written beside and then named.

    When another process names its book first, that one stays and this one is dropped.
    """
    alone = _size(path.with_name(path.name + "-wal")) is not None
    # Looked for in this order: another first start may have named its book, and opened it, since it was found missing.
    if alone and _size(path) is None:
        raise BookError(
            str(path), "is missing, but its -wal file is there and may hold changes: restore both or move it"
        )
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BookError(str(path), f"its folder cannot be made ({error.strerror})") from None
    beside = path.with_name(f".{path.name}.{os.getpid()}-{secrets.token_hex(4)}.new")
    try:
        with closing(sqlite3.connect(":memory:", isolation_level=None)) as memory:
            memory.execute("PRAGMA foreign_keys = ON")
            memory.execute(f"PRAGMA application_id = {APPLICATION_ID}")
            memory.execute("BEGIN")
            migrate(memory)
            fill(memory)
            memory.execute("INSERT INTO meta VALUES ('initialised', '1')")
            memory.execute("COMMIT")
            with closing(sqlite3.connect(beside, isolation_level=None)) as copy:
                memory.backup(copy)
                set_journal(copy)
        os.link(beside, path)
        _sync_folder(path.parent)
    except FileExistsError:
        pass
    except (OSError, sqlite3.OperationalError) as error:
        raise BookError(str(path), f"cannot be created ({error})") from None
    finally:
        beside.unlink(missing_ok=True)


def check(path: Path, connection: sqlite3.Connection) -> None:
    """Refuse a file that is not a whole price book of this release or an older one; bring an older one up to date.

    Raises:
        BookError: naming the file and the reason. Nothing was changed.
    """
    found = int(_pragma(connection, "application_id"))
    if found != APPLICATION_ID:
        raise BookError(str(path), f"is a SQLite file, but not a price book (application id {found})")
    version = int(_pragma(connection, "user_version"))
    if version > SCHEMA_VERSION:
        raise BookError(
            str(path), f"was written by a newer release (schema {version}, this one knows {SCHEMA_VERSION})"
        )
    if not connection.execute("SELECT 1 FROM meta WHERE name = 'initialised'").fetchone():
        raise BookError(str(path), "was never completed (no mark that it is initialised)")
    if version < SCHEMA_VERSION:
        connection.execute("BEGIN IMMEDIATE")
        try:
            migrate(connection)
            connection.execute("COMMIT")
        except BaseException:
            connection.execute("ROLLBACK")
            raise


def check_pages(path: Path, connection: sqlite3.Connection) -> None:
    """Read every page and refuse a damaged file: 2 ms for a seeded book, 0.8 s for a million rows."""
    first = _pragma(connection, "quick_check(1)")
    if first != "ok":
        raise BookError(str(path), f"is damaged ({first})")


def check_is_file(path: Path) -> None:
    """Refuse what cannot be a book before it is opened: a folder, an empty file, one that may not be written."""
    if not path.is_file():
        raise BookError(str(path), "is not a file")
    if _size(path) == 0:
        raise BookError(
            str(path), "is empty: the price book it held is gone. Restore it, or remove the file to begin anew"
        )
    if not os.access(path, os.R_OK | os.W_OK):
        raise BookError(str(path), "cannot be read and written by this user")
    if not os.access(path.parent, os.W_OK):
        raise BookError(str(path), "is in a folder that cannot be written, which SQLite needs beside it")


def migrate(connection: sqlite3.Connection) -> None:
    """Apply the steps that are missing, inside the transaction that is open."""
    pricing.apply(Database(connection, execute_plugins=False))
    connection.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")


def set_journal(connection: sqlite3.Connection) -> tuple[str, ...]:
    """Use WAL where this SQLite can be trusted with it, else the older journal; gives the warnings to show."""
    safe = safe_for_wal(sqlite3.sqlite_version_info)
    wanted = "wal" if safe else "delete"
    if _pragma(connection, "journal_mode") != wanted:
        _pragma(connection, f"journal_mode = {wanted}")
    if safe:
        return ()
    return (
        f"SQLite {sqlite3.sqlite_version} can lose saved changes under WAL, so the slower journal is used."
        " Version 3.51.3 or newer is better (package pysqlite3).",
    )


def _pragma(connection: sqlite3.Connection, name: str) -> str:
    row = connection.execute(f"PRAGMA {name}").fetchone()
    return str(row[0]) if row else ""


def _size(path: Path) -> int | None:
    try:
        return path.stat().st_size
    except OSError:
        return None


def _sync_folder(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
