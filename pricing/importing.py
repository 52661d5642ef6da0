"""Importing a file: read, held against the book, checked, shown, and written whole once somebody says so.

Reading and checking happen before the book is locked; what is to be written waits in a stage file. If the book changed
since the preview, the file is held against it anew, and only what was shown is ever written.
"""

import hashlib
import json
import re
import zlib
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

from sqlite_utils.utils import sqlite3

from pricing import audit, trail
from pricing.audit import Stamp
from pricing.book import Book, Entry, EntryKind
from pricing.catalog import PriceKind
from pricing.changes import ChangeError, Overtaken, Policy, Saved
from pricing.checks.market import Market
from pricing.imports import own
from pricing.imports.elsewhere import ahead, may_fork
from pricing.imports.formats import read_file
from pricing.imports.plan import NOBODY, NOT_YET, Planner
from pricing.imports.preview import Options, Preview
from pricing.imports.source import Source
from pricing.listings import Row
from pricing.rows import insert_entry_rows, insert_rows, newest_entry, next_catalog
from pricing.shelf import StoreShelf
from pricing.staging import Staged, entered, staging
from pricing.store import Store
from pricing.tally import Progress, Tally, uncollected

Connection = sqlite3.Connection
LARGE = 500_000
"""Bytes of a file from which on a second process is worth its start."""

KEPT_SECONDS = 24 * 3600
"""How long what was previewed waits to be confirmed; later it is previewed again."""


class PreviewChanged(ChangeError):
    """The book is not what it was when the file was previewed, and neither is what the file would change: `preview`."""

    def __init__(self, preview: Preview) -> None:
        super().__init__(f"the book changed since {preview.name} was previewed")
        self.preview = preview


class Importer:
    """Previews files and writes what was previewed. `folder`: where stages are kept until then."""

    def __init__(self, store: Store, books: Callable[[date, int | None], Book], folder: Path) -> None:
        self._store, self._books, self._folder = store, books, folder

    def preview(
        self,
        source: Source,
        options: Options,
        now: datetime,
        actor: str,
        policy: Policy,
        progress: Progress,
        today: date | None = None,
    ) -> Preview:
        """What the file would change. `today`: the day from which prices hold that do not say it; None: that of `now`.

        Raises:
            FileRefused: it cannot be read.
            BookError: the book cannot be read, or there is no room for the stage.
        """
        today = today or now.date()
        with uncollected(), self._store.reading() as connection:
            version = audit.newest(connection)
            source = replace(
                source,
                provider=options.provider or source.provider,
                observed_on=options.observed_on or source.observed_on,
                currency=options.currency or source.currency,
                source=options.source or source.source,
            )
            sha = hashlib.sha256(source.data).hexdigest()
            format, rows = read_file(source)
            feed = options.feed or feed_of(format, source)
            self._forget_old(now)
            shelf = StoreShelf(connection)
            planner = Planner(shelf, options, f"{Path(source.name).name} ({sha[:8]})", today)
            with staging(self._stage(sha)) as stage:
                tally = Tally(stage, progress)
                tally.read(planner.rows(_read(source, format, rows, planner)), lambda: self._market(shelf, today))
                if not tally.is_unsure:
                    tally.vanish(_vanished(connection, feed, tally.subjects, today), options, today)
                tally.check()
                waits = tally.waits(connection, actor, policy, now.astimezone(UTC))
                staged = stage.finish()
        return Preview(
            name=Path(source.name).name,
            sha256=sha,
            format=format,
            feed=feed,
            options=options,
            version=version,
            mark=_mark(staged, tally.replaced(), today),
            staged=staged,
            day=today,
            counts=dict(tally.counts),
            rows=tally.rows(),
            doubts=dict(tally.doubts),
            refusals=dict(tally.refusals),
            skipped=dict(tally.skipped),
            waits=waits,
            confidential=tally.confidential,
        )

    def write(
        self, connection: Connection, preview: Preview, stamp: Stamp, content: bytes, progress: Progress
    ) -> Saved:
        """Write what was previewed, in the transaction that is open.

        Raises:
            Overtaken: the book changed since, so the file must be previewed again.
        """
        if audit.newest(connection) != preview.version:
            raise Overtaken(preview.sha256)
        try:
            staged = Staged(self._stage(preview.sha256), preview.staged)
        except (OSError, ValueError) as error:
            raise Overtaken(str(error)) from None
        with uncollected(), staged:
            ids = self._copy(connection, staged, preview.feed, stamp, progress)
        keep(connection, preview.name, content, stamp)
        audit.append(connection, stamp, [audit.Draft("import", preview.feed, after=_summary(preview))])
        progress("writing", len(ids))
        return Saved(ids, row=trail.undoable(connection, preview.version))

    def _copy(
        self, connection: Connection, staged: Staged, feed: str, stamp: Stamp, progress: Progress
    ) -> tuple[int, ...]:
        """Write what was put down; the ids of the entries."""
        progress("writing", 0)
        # A book of before does not show what comes with prices of its own: it would be there without them.
        with_prices = next(staged.rows("entry"), None) is not None
        since = newest_entry(connection) + with_prices
        new: dict[str, list[str]] = {table: [] for table in _ORDER}
        for table, ids_of in new.items():
            insert_rows(connection, table, _noted(staged.rows(table), ids_of), stamp, since)
        next_catalog(connection)
        entries = (entered(row, stamp.actor, stamp.at) for row in staged.rows("entry"))
        ids = insert_entry_rows(connection, entries, stamp, new["offer"])
        connection.execute("DELETE FROM feed_row WHERE feed = ?", (feed,))
        seen = ((feed, *row) for row in staged.rows("seen"))
        connection.executemany("INSERT OR IGNORE INTO feed_row VALUES (?, ?, ?)", seen)
        return ids

    def _market(self, shelf: StoreShelf, today: date) -> Market:
        # Asked for one after the other: a book remembers all it was asked for, and there may be many.
        return Market(self._books(today, None), priced=shelf.priced(today.isoformat()))

    def _forget_old(self, now: datetime) -> None:
        """Remove stages that nobody confirmed, or that a killed process left."""
        with suppress(OSError):
            for path in self._folder.iterdir():
                if now.timestamp() - path.stat().st_mtime > KEPT_SECONDS:
                    path.unlink(missing_ok=True)

    def forget(self, preview: Preview) -> None:
        """The stage of a preview is not needed any more."""
        self._stage(preview.sha256).unlink(missing_ok=True)

    def _stage(self, sha: str) -> Path:
        return self._folder / f"{sha[:32]}.stage"


def _read(source: Source, format: str, rows: Iterator[Row], planner: Planner) -> Iterator[Row]:
    """The rows of a file; of a large table a second process reads them, and sketches what becomes of them."""
    if format != own.FORMAT or len(source.data) < LARGE or not may_fork():
        return rows
    return ahead(lambda: rows, planner.sketcher())


def _noted(rows: Iterator[list[Any]], ids: list[str]) -> Iterator[list[Any]]:
    """The same rows; their ids are put down in `ids`."""
    for row in rows:
        ids.append(row[0])
        yield row


_ORDER = ("gpu", "provider", "instance", "region", "offer", "fee", "component", "claim")


def feed_of(format: str, source: Source) -> str:
    """What files that follow each other have in common: format, seller, and the name without its numbers and days."""
    stem = re.sub(r"[\d\W_]+", "-", Path(source.name).stem.casefold()).strip("-")
    return ":".join(part for part in (format, source.provider.casefold(), stem) if part)


def keep(connection: Connection, name: str, content: bytes, stamp: Stamp) -> str:
    """Keep a file beside what it changed, or until it is confirmed; its SHA-256."""
    sha = hashlib.sha256(content).hexdigest()
    sql = "INSERT OR IGNORE INTO kept_file VALUES (?, ?, ?, ?, ?)"
    connection.execute(sql, (sha, name, zlib.compress(content), stamp.at, stamp.actor))
    return sha


def kept(connection: Connection, sha: str) -> tuple[str, bytes] | None:
    """The name and the content of a file that was kept."""
    row = connection.execute("SELECT name, content FROM kept_file WHERE sha256 = ?", (sha,)).fetchone()
    return (row[0], zlib.decompress(row[1])) if row else None


def _vanished(
    connection: Connection, feed: str, subjects: set[tuple[str, str]], today: date
) -> Iterator[tuple[Entry, bool]]:
    """The prices in force of what the last file of the feed listed and this one does not; True: those of a contract."""
    shelf = StoreShelf(connection)
    rows = connection.execute("SELECT kind, subject FROM feed_row WHERE feed = ?", (feed,)).fetchall()
    for kind, subject in rows:
        if (kind, subject) not in subjects:
            entry = shelf.in_force(EntryKind(kind), subject, today.isoformat())
            if entry and entry.value is not None:
                offer = shelf.offer(subject) if entry.kind is EntryKind.PRICE else None
                secret = offer is not None and offer.price_kind is PriceKind.CONTRACT
                yield entry.model_copy(update={"entered_by": NOBODY, "entered_at": NOT_YET}), secret


def _mark(staged: str, replaced: str, today: date) -> str:
    """The digest of all that somebody agrees to who confirms a preview: what is written, and what it takes the place
    of."""
    return hashlib.sha256(f"{staged}:{replaced}:{today}".encode()).hexdigest()


def _summary(preview: Preview) -> str:
    counts = {outcome.value: number for outcome, number in preview.counts.items()}
    about = {"file": preview.name, "sha256": preview.sha256, "format": preview.format, "mark": preview.mark}
    return json.dumps({**about, "rows": counts, "options": json.loads(preview.options.model_dump_json())})
