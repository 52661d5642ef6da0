"""What the bot remembers beside the price book: which deliveries it has seen, and what each thread is about.

A file of its own: a question is never held up by a price change, and the price book's file stays as small as its audit.
"""

import contextlib
import os
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

from sqlite_utils.utils import sqlite3

from bot.conversation_file import ConversationError, hold, opened, share, writing
from bot.conversation_records import Place, Recent, Replied, Thread

DELIVERIES_KEPT_SECONDS = 24 * 3600  # Slack repeats a delivery for some minutes
THREADS_KEPT_SECONDS = 400 * 24 * 3600
TAKEN_UP_SECONDS = 25 * 60  # a response URL works for 30 minutes
MOST_TRIES = 5
PRUNE_EVERY_SECONDS = 600
ACCEPT_WAIT_SECONDS = 0.25  # accepting is part of the acknowledgement, which Slack awaits for 3 s


class Conversations:
    """Deliveries and threads in SQLite. Writing is behind a lock: SQLite has one writer in any case.

    `now` gives seconds since 1970. `left_over`: the jobs that a killed process accepted and did not finish, oldest
    first; empty while another process works on the same file, for they may be its own.
    """

    left_over: tuple[str, ...]

    def __init__(self, path: Path, now: Callable[[], float]) -> None:
        self._now = now
        self._path = path
        self._lock, self._reading = threading.Lock(), threading.Lock()
        self._pruned = now()
        self._finished: set[str] = set()
        with contextlib.ExitStack() as opening:
            try:
                path.parent.mkdir(parents=True, exist_ok=True)
                alone, self._held = hold(path)
                opening.callback(self._held.close if self._held else lambda: None)
                os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))  # texts are in it: for this user only
                self._db = opening.enter_context(contextlib.closing(opened(path)))
                # What the acknowledgement waits for has a connection of its own, which gives up sooner.
                self._door = opening.enter_context(contextlib.closing(opened(path, ACCEPT_WAIT_SECONDS)))
                # A reader of its own never waits for a writer.
                self._reader = opening.enter_context(contextlib.closing(opened(path)))
                self.left_over = self._take_up() if alone else ()
                share(self._held)
            except (OSError, sqlite3.Error) as error:
                raise ConversationError(f"{path}: {error}") from error
            self._opened = opening.pop_all()

    # ---- deliveries ----

    def accept(self, key: str, job: str, begins: Place | None = None) -> bool:
        """Whether this delivery is new; then it is written down, with the job it asks for, before any work is done.

        `begins`: the thread that belongs to the bot from now on, even before it is answered.

        Raises:
            sqlite3.Error, TimeoutError: it could not be written down within `ACCEPT_WAIT_SECONDS`.
        """
        if not self._lock.acquire(timeout=ACCEPT_WAIT_SECONDS):
            raise TimeoutError("the file of deliveries is busy")
        try:
            with writing(self._door):
                self._prune()
                cursor = self._door.execute(
                    "INSERT INTO delivery (key, received, job) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
                    (key, self._now(), job),
                )
                if cursor.rowcount and begins:
                    self._keep(self._door, begins, own=True, state=None)
                return bool(cursor.rowcount)
        finally:
            self._lock.release()

    def tried(self, key: str) -> None:
        """Work on a left-over delivery begins: one that kills the process must not do so for ever."""
        with self._lock, writing(self._db):
            self._db.execute("UPDATE delivery SET tries = tries + 1 WHERE key = ?", (key,))

    def done(self, key: str) -> None:
        """The delivery is dealt with; its job, which holds text, is forgotten."""
        with self._lock:
            if key in self._finished:
                self._finished.discard(key)
                return
            with writing(self._db):
                self._finish(key)

    def _finish(self, key: str) -> None:
        self._db.execute("UPDATE delivery SET job = NULL WHERE key = ?", (key,))

    def forget(self, key: str) -> None:
        """Nothing was done about the delivery: when it comes again it is new."""
        with self._lock, writing(self._db):
            self._db.execute("DELETE FROM delivery WHERE key = ?", (key,))

    def accepted(self, key: str) -> bool:
        """Whether this delivery was accepted within a day."""
        with self._reading:
            return bool(self._reader.execute("SELECT 1 FROM delivery WHERE key = ?", (key,)).fetchone())

    # ---- threads ----

    def thread(self, place: Place) -> Thread | None:
        """What is known of the thread; None: nothing."""
        with self._reading:
            row = self._reader.execute(
                "SELECT own, state FROM thread WHERE team = ? AND channel = ? AND root = ?",
                (place.team, place.channel, place.root),
            ).fetchone()
        return Thread(bool(row[0]), row[1]) if row else None

    def recent(self, team: str, asker: str, most: int) -> tuple[Recent, ...]:
        """The threads this user asked in first, the last used first."""
        with self._reading:
            rows = self._reader.execute(
                "SELECT channel, root, state, used FROM thread WHERE team = ? AND asker = ? AND state IS NOT NULL"
                " ORDER BY used DESC LIMIT ?",
                (team, asker, most),
            ).fetchall()
        return tuple(Recent(Place(team, channel, root), state, used) for channel, root, state, used in rows)

    def latest(self, team: str, most: int) -> tuple[Recent, ...]:
        """The threads of a workspace that remember something, whoever asked, the last used first."""
        with self._reading:
            rows = self._reader.execute(
                "SELECT channel, root, state, used FROM thread WHERE team = ? AND state IS NOT NULL"
                " ORDER BY used DESC LIMIT ?",
                (team, most),
            ).fetchall()
        return tuple(Recent(Place(team, channel, root), state, used) for channel, root, state, used in rows)

    def replied(self, team: str, channel: str, question: str) -> Replied | None:
        """How a message was answered, within a day; None: it was not."""
        with self._reading:
            row = self._reader.execute(
                "SELECT answer, before FROM reply WHERE team = ? AND channel = ? AND question = ?",
                (team, channel, question),
            ).fetchone()
        return Replied(question, row[0], row[1]) if row else None

    def remember(
        self,
        place: Place,
        own: bool,
        state: str | None,
        done: str = "",
        asker: str = "",
        replied: Replied | None = None,
    ) -> None:
        """Keep the thread and its state; a state of None leaves the one before as it is. A thread stays `own`.

        `done`: the delivery that is dealt with by this, in the same transaction. `asker`: who asked, kept if the first.
        """
        with self._at_once(done):
            self._keep(self._db, place, own, state, asker)
            if replied:
                values = (place.team, place.channel, replied.question, place.root, replied.answer, replied.before)
                self._db.execute(
                    "INSERT INTO reply (team, channel, question, root, answer, before, given)"
                    " VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET answer = excluded.answer",
                    (*values, self._now()),
                )

    def amend(self, place: Place, question: str, state: str | None, done: str) -> None:
        """A question was asked differently: the state of its thread is this now, unless something was asked since."""
        where = (place.team, place.channel, question, place.root)
        with self._at_once(done):
            later = "SELECT 1 FROM reply WHERE team = ? AND channel = ? AND question > ? AND root = ? LIMIT 1"
            if not self._db.execute(later, where).fetchone():
                self._db.execute(
                    "UPDATE thread SET state = ?, used = ? WHERE team = ? AND channel = ? AND root = ?",
                    (state, self._now(), place.team, place.channel, place.root),
                )

    @contextlib.contextmanager
    def _at_once(self, done: str) -> Iterator[None]:
        """One transaction, in which the delivery `done` is dealt with too."""
        with self._lock:
            with writing(self._db):
                yield
                if done:
                    self._finish(done)
            if done:
                self._finished.add(done)

    # ---- the file ----

    def healthy(self) -> bool:
        """Whether the file can be read just now."""
        try:
            with self._reading:
                self._reader.execute("SELECT 1 FROM delivery LIMIT 1").fetchone()
        except sqlite3.Error:
            return False
        return True

    def close(self) -> None:
        """Close the file for good."""
        with self._lock, self._reading:
            self._opened.close()

    def _keep(self, db: sqlite3.Connection, place: Place, own: bool, state: str | None, asker: str = "") -> None:
        db.execute(
            "INSERT INTO thread (team, channel, root, own, state, used, asker) VALUES (?, ?, ?, ?, ?, ?, ?)"
            " ON CONFLICT DO UPDATE SET own = max(own, excluded.own), used = excluded.used,"
            " state = coalesce(excluded.state, state),"
            " asker = CASE WHEN asker = '' THEN excluded.asker ELSE asker END",
            (place.team, place.channel, place.root, int(own), state, self._now(), asker),
        )

    def _take_up(self) -> tuple[str, ...]:
        """The jobs left over; those too old or tried too often are given up."""
        with writing(self._db):
            self._db.execute(
                "UPDATE delivery SET job = NULL WHERE job IS NOT NULL AND (tries >= ? OR received <= ?)",
                (MOST_TRIES, self._now() - TAKEN_UP_SECONDS),
            )
            rows = self._db.execute("SELECT job FROM delivery WHERE job IS NOT NULL ORDER BY received").fetchall()
        return tuple(job for (job,) in rows)

    def _prune(self) -> None:
        now = self._now()
        if now - self._pruned < PRUNE_EVERY_SECONDS:
            return
        self._pruned = now
        self._door.execute("DELETE FROM delivery WHERE received < ?", (now - DELIVERIES_KEPT_SECONDS,))
        self._door.execute("DELETE FROM reply WHERE given < ?", (now - DELIVERIES_KEPT_SECONDS,))
        self._door.execute("DELETE FROM thread WHERE used < ?", (now - THREADS_KEPT_SECONDS,))
