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

from bot.conversation import Conversations
from bot.listeners.payloads import Delivery
from bot.logs import facts
from bot.worker import Pool

log = logging.getLogger(__name__)

RECENT = 10_000

Work = Callable[[Delivery, bool], None]


class Taken(Enum):
    """What became of a delivery."""

    NEW = "new"
    AGAIN = "again"
    NO_ROOM = "no room"


class Intake:
    """Accepts deliveries and hands them to the pool. `work(delivery, again)` does what is to be done; `again` when a
    crash may have cut a first try short."""

    def __init__(self, conversations: Conversations, pool: Pool, work: Work) -> None:
        self._conversations, self._pool, self._work = conversations, pool, work
        self._recent: OrderedDict[str, None] = OrderedDict()
        self._lock = threading.Lock()

    def take(self, delivery: Delivery) -> Taken:
        """Accept the delivery unless it was accepted before or too many are waiting."""
        if not self._first_time(delivery):
            return Taken.AGAIN
        if self._pool.submit(self._order(delivery), lambda: self._finish(delivery, False)):
            return Taken.NEW
        log.warning("no room for a delivery", extra=facts(ref=delivery.ref, kind=delivery.kind))
        self._forget(delivery)
        return Taken.NO_ROOM

    def take_up(self, delivery: Delivery) -> None:
        """Go on with a delivery that was accepted before a crash."""
        self._pool.submit(self._order(delivery), lambda: self._finish(delivery, True), promised=True)

    def is_own_thread(self, delivery: Delivery) -> bool:
        """Whether its thread began with a question to the bot, so that everything said in it is meant for the bot."""
        try:
            thread = self._conversations.thread(delivery.place) if delivery.place else None
        except sqlite3.Error:
            return False
        return thread is not None and thread.own

    def _order(self, delivery: Delivery) -> str:
        """Deliveries of one thread are worked on one after the other: each builds on the one before."""
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
            return self._conversations.accept(delivery.key, job, delivery.place if delivery.own else None)
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
