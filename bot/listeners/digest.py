"""The clock of the weekly digest: one for each ISO week, whatever is restarted and however many processes there are."""

import hashlib
import logging
import threading
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta

from bot.conversation import Conversations
from bot.conversation_records import Place
from bot.logs import facts
from bot.replies.card import Message
from bot.slack_client import Spot

log = logging.getLogger(__name__)

HOUR = timedelta(hours=1)
LEAST_SECONDS = 1.0
CLOSE_SECONDS = 10.0

Post = Callable[[Spot, Message, str, bool], object]
"""As `Slack.post`: where, what, the mark of the message, and whether to look first if it is there."""
Wait = Callable[[float], bool]
"""Waits for so many seconds; True: no more, this is the end."""


@dataclass(frozen=True, slots=True)
class Schedule:
    """Where and when the digest is posted. `weekday`: 0 is Monday. `hour`: in the time zone of the clock."""

    channel: str
    weekday: int
    hour: int

    def due(self, now: datetime) -> datetime:
        """The moment at which the digest of this ISO week becomes due."""
        year, week, _ = now.isocalendar()
        return datetime.combine(date.fromisocalendar(year, week, self.weekday + 1), time(self.hour), now.tzinfo)


class DigestClock:
    """A thread that posts the digest when it is due, or as soon as it can later in that week.

    `clock` gives the time in the configured zone. `make` is called when the digest is due. It wakes up every hour, so
    that what failed is tried again then.
    """

    def __init__(
        self,
        conversations: Conversations,
        schedule: Schedule | None,
        clock: Callable[[], datetime],
        make: Callable[[], Message],
        post: Post,
        wait: Wait | None = None,
        hourly: Callable[[], None] | None = None,
    ) -> None:
        """`schedule` None: there is no digest. `hourly`: what else is done whenever the clock wakes up.

        `wait`: for tests; a closed clock does not wait for the end of its own.
        """
        self._conversations, self._schedule, self._clock = conversations, schedule, clock
        self._make, self._post, self._hourly = make, post, hourly
        self._closed = threading.Event()
        self._wait = wait or self._closed.wait
        self._left_over = set(conversations.left_over)
        self._thread = threading.Thread(target=self.run, name="digest", daemon=True)

    def start(self) -> None:
        """Begin to look at the time, in a thread of its own."""
        self._thread.start()

    def close(self) -> None:
        """End the thread. A post that is under way is waited for, for at most ten seconds."""
        self._closed.set()
        if self._thread.is_alive():
            self._thread.join(CLOSE_SECONDS)

    def run(self) -> None:
        """Wake up at each full hour, until the end."""
        while not self._closed.is_set():
            self.wake()
            if self._wait(seconds_to_the_hour(self._clock())):
                return

    def wake(self) -> None:
        """Post the digest if it is due and was not posted this week. What goes wrong is logged."""
        if self._hourly:
            try:
                self._hourly()
            except Exception:
                log.exception("what is done each hour failed")
        now, schedule = self._clock(), self._schedule
        year, week, _ = now.isocalendar()
        if schedule is None or now < schedule.due(now):
            return
        due = schedule.due(now)
        key = f"digest:{year}-W{week:02}"
        try:
            if self._is_mine(key):
                self._publish(key, schedule.channel, due)
        except Exception:
            log.exception("the digest is not posted, in an hour again", extra=facts(digest=key))

    def _is_mine(self, key: str) -> bool:
        """Whether the digest was not posted, and nobody else is about to post it.

        Deliveries are forgotten after a day, so a thread of that name keeps that it was posted.
        """
        if self._conversations.thread(_place(key)):
            return False
        if key in self._left_over:  # of a process that was killed over it
            self._left_over.discard(key)
            self._conversations.forget(key)
        return self._conversations.accept(key, job=key)

    def _publish(self, key: str, channel: str, due: datetime) -> None:
        """Post it; when that fails it is nobody's again. Looked for first, for a try that failed may have arrived."""
        try:
            message = self._make()
            if self._closed.is_set():
                self._conversations.forget(key)
                return
            mark = hashlib.sha256(key.encode()).hexdigest()[:32]
            self._post(Spot(channel, None, f"{due.timestamp():.6f}"), message, mark, True)
        except BaseException:
            self._conversations.forget(key)
            raise
        self._conversations.remember(_place(key), own=False, state=None, done=key)
        self._conversations.done(key)
        log.info("the digest is posted", extra=facts(digest=key))


def seconds_to_the_hour(now: datetime) -> float:
    """Seconds to the next full hour, and at least one, so that a clock that is a little early is not asked in haste."""
    begun = timedelta(minutes=now.minute, seconds=now.second, microseconds=now.microsecond)
    return max(LEAST_SECONDS, (HOUR - begun).total_seconds())


def _place(key: str) -> Place:
    return Place("", "", key)
