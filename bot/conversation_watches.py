"""Threads that are told when the prices behind their answer move. They stand in the file of deliveries and threads."""

import contextlib
import threading
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import Any

from sqlite_utils.utils import sqlite3

from bot.conversation_file import ConversationError, opened, writing
from bot.conversation_records import Place

KEPT_DAYS = 90
KEPT_SECONDS = KEPT_DAYS * 24 * 3600
MOST_IN_TEAM = 200
CLAIMED_SECONDS = 600  # a claim that is older is of a process that was killed over it


Seen = tuple[date, int]
"""A book: its day and version."""


@dataclass(frozen=True, slots=True)
class Watched:
    """A thread that is watched: the question as JSON, the language to speak in, the share by which a figure must move,
    the book (day and version) it was told of last, and until when (seconds since 1970). One for each thread.

    `telling`: the book whose news may have been said already, by a process that was killed or got no answer.
    """

    place: Place
    request: str
    language: str
    share: Decimal
    day: date
    version: int
    until: float = 0.0
    telling: Seen | None = None


class Watches:
    """The watched threads. `now` gives seconds since 1970."""

    def __init__(self, path: Path, now: Callable[[], float]) -> None:
        """Raises ConversationError where the file cannot be used."""
        self._now, self._lock = now, threading.Lock()
        try:
            self._db = opened(path)
        except (OSError, sqlite3.Error) as error:
            raise ConversationError(f"{path}: {error}") from error

    def begin(self, watched: Watched) -> None:
        """Watch a thread from now on, for 90 days; in the place of what was watched there."""
        values = (*_key(watched.place), watched.request, watched.language, str(watched.share))
        with self._lock, writing(self._db):
            self._db.execute("DELETE FROM watch WHERE until <= ?", (self._now(),))
            self._db.execute(
                "INSERT OR REPLACE INTO watch (team, channel, root, request, language, share, day, version, until)"
                " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (*values, watched.day.isoformat(), watched.version, self._now() + KEPT_SECONDS),
            )

    def stop(self, place: Place) -> None:
        """Watch a thread no longer."""
        with self._lock, writing(self._db):
            self._db.execute("DELETE FROM watch WHERE team = ? AND channel = ? AND root = ?", _key(place))

    def is_full(self, team: str, place: Place | None) -> bool:
        """Whether no further thread of a workspace can be watched; one that is watched already always can."""
        with self._lock:
            rows = self._db.execute(
                "SELECT channel, root FROM watch WHERE team = ? AND until > ?", (team, self._now())
            ).fetchall()
        known = place is not None and (place.channel, place.root) in rows
        return len(rows) >= MOST_IN_TEAM and not known

    def all(self, team: str) -> tuple[Watched, ...]:
        """The threads of a workspace that are watched."""
        with self._lock:
            rows = self._db.execute(
                "SELECT channel, root, request, language, share, day, version, until,"
                " telling_day, telling_version FROM watch WHERE team = ? AND until > ?",
                (team, self._now()),
            ).fetchall()
        return tuple(_watched(team, row) for row in rows)

    def claim(self, watched: Watched, telling: Seen) -> bool:
        """Whether it is for this process to tell the thread of this book: nobody else has, or is about to."""
        day, version = telling
        return self._change(
            watched,
            "SET claimed = ?, telling_day = ?, telling_version = ?",
            (self._now(), day.isoformat(), version),
            " AND (claimed IS NULL OR claimed <= ?)",
            (self._now() - CLAIMED_SECONDS,),
        )

    def release(self, watched: Watched) -> None:
        """The thread was not told, as far as is known: it may be tried again."""
        self._change(watched, "SET claimed = NULL")

    def told(self, watched: Watched, seen: Seen) -> None:
        """The thread was told of the figures of this book."""
        day, version = seen
        done = "SET claimed = NULL, telling_day = NULL, telling_version = NULL, day = ?, version = ?"
        self._change(watched, done, (day.isoformat(), version))

    def close(self) -> None:
        """Close the file for good."""
        with self._lock, contextlib.closing(self._db):
            pass

    def _change(
        self,
        watched: Watched,
        what: str,
        values: tuple[object, ...] = (),
        more: str = "",
        also: tuple[object, ...] = (),
    ) -> bool:
        """Changes a watch that is still as it was read; whether it is."""
        same = (*_key(watched.place), watched.request, watched.day.isoformat(), watched.version)
        with self._lock, writing(self._db):
            cursor = self._db.execute(
                f"UPDATE watch {what} WHERE team = ? AND channel = ? AND root = ? AND request = ? AND day = ?"
                f" AND version = ?{more}",
                (*values, *same, *also),
            )
            return bool(cursor.rowcount)


def _watched(team: str, row: tuple[Any, ...]) -> Watched:
    channel, root, request, language, share, day, version, until, telling_day, telling_version = row
    telling = (date.fromisoformat(telling_day), telling_version) if telling_day else None
    place, since = Place(team, channel, root), date.fromisoformat(day)
    return Watched(place, request, language, Decimal(share), since, version, until, telling)


def _key(place: Place) -> tuple[str, str, str]:
    return place.team, place.channel, place.root
