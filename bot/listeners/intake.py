"""Taking deliveries in: each act once, written down before it is worked on, and refused at once when there is no room.

All of this happens before the acknowledgement, so it takes fractions of a millisecond and never waits for Slack.
"""

import contextlib
import logging
import threading
from collections import OrderedDict
from collections.abc import Callable
from enum import Enum

from sqlite_utils.utils import sqlite3

from bot.conversation import DELIVERIES_KEPT_SECONDS, Conversations
from bot.listeners.delivery import OPENING, Delivery
from bot.listeners.payloads import as_question
from bot.logs import facts
from bot.worker import Pool

log = logging.getLogger(__name__)

RECENT = 10_000
WINDOWS = 2
WINDOWS_WAITING = 20

Do = Callable[[Delivery, bool], None]


class Taken(Enum):
    """What became of a delivery."""

    NEW = "new"
    AGAIN = "again"
    NO_ROOM = "no room"


class Intake:
    """Accepts deliveries and hands them to a pool. `work(delivery, again)` does what is to be done; `again` when a
    crash may have cut a first try short. What opens a window, which has to happen within three seconds, has a pool of
    its own."""

    def __init__(self, conversations: Conversations, pool: Pool, work: Do, now: Callable[[], float]) -> None:
        self._conversations, self._pool, self._work, self._now = conversations, pool, work, now
        self._windows = Pool(WINDOWS, WINDOWS_WAITING)
        self._recent: OrderedDict[str, None] = OrderedDict()
        self._lock = threading.Lock()

    def take(self, delivery: Delivery) -> Taken:
        """Accept the delivery unless it was accepted before or too many are waiting."""
        if not self._first_time(delivery):
            return Taken.AGAIN
        pool = self._windows if delivery.kind in OPENING else self._pool
        if pool.submit(self._order(delivery), lambda: self._finish(delivery, False)):
            return Taken.NEW
        log.warning("no room for a delivery", extra=facts(ref=delivery.ref, kind=delivery.kind))
        self._forget(delivery)
        return Taken.NO_ROOM

    def take_up(self, delivery: Delivery) -> None:
        """Go on with a delivery that was accepted before a crash."""
        self._pool.submit(self._order(delivery), lambda: self._finish(delivery, True), promised=True)

    def close(self) -> None:
        """Take in nothing more; what was accepted is still worked on."""
        self._windows.close()
        self._pool.close()

    def is_own_thread(self, delivery: Delivery) -> bool:
        """Whether its thread began with a question to the bot, so that everything said in it is meant for the bot."""
        try:
            thread = self._conversations.thread(delivery.place) if delivery.place else None
        except sqlite3.Error:
            return False
        return thread is not None and thread.own

    def edited(self, edit: Delivery, is_meant: bool) -> Delivery | None:
        """What the edit of a message is: of a question, a question itself if that never came and is meant for the bot,
        or nothing to the bot."""
        question = as_question(edit)
        try:
            if self._conversations.accepted(question.key) or self._conversations.replied(
                edit.team, edit.channel, edit.ts
            ):
                return edit
        except sqlite3.Error:
            return None
        # The first text may come later than the second. What is older than deliveries are kept may have been answered.
        is_new = self._now() - float(edit.ts) < DELIVERIES_KEPT_SECONDS
        return question if is_meant and is_new else None

    def _order(self, delivery: Delivery) -> str:
        """Deliveries of one thread are worked on one after the other: each builds on the one before. So are those that
        have a queue."""
        if delivery.queue:
            return delivery.queue
        return f"{delivery.channel}:{delivery.root}" if delivery.root else delivery.key

    def _first_time(self, delivery: Delivery) -> bool:
        with self._lock:
            if delivery.key in self._recent:
                return False
            self._recent[delivery.key] = None
            if len(self._recent) > RECENT:
                self._recent.popitem(last=False)
        try:
            job = delivery.model_dump_json(exclude_defaults=True)
            begins = delivery.place if delivery.own else None
            return self._conversations.accept(delivery.key, job, begins)
        except (sqlite3.Error, TimeoutError):
            # A full disk or a file that is locked: better answered, and known only to this process, than not at all.
            log.exception("a delivery could not be written down", extra=facts(ref=delivery.ref))
            return True

    def _finish(self, delivery: Delivery, again: bool) -> None:
        if again:
            with contextlib.suppress(sqlite3.Error):
                self._conversations.tried(delivery.key)
        try:
            self._work(delivery, again)
        finally:
            with contextlib.suppress(sqlite3.Error):
                self._conversations.done(delivery.key)

    def _forget(self, delivery: Delivery) -> None:
        with self._lock:
            self._recent.pop(delivery.key, None)
        with contextlib.suppress(sqlite3.Error):
            self._conversations.forget(delivery.key)
