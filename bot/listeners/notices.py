"""Telling people that an answer is on its way, when it takes longer than a second."""

import logging
import threading
from collections import deque
from collections.abc import Callable

from bot.listeners.delivery import Delivery, Kind
from bot.logs import facts
from bot.slack_client import Slack
from bot.slack_errors import SlackTrouble, Unsure

log = logging.getLogger(__name__)

AFTER_SECONDS = 1.0
NONE_FOR = (Kind.EDIT, Kind.OPEN, Kind.HOME)


class Notice:
    """The notice of one delivery: it may come until it is taken; then it is there, or never comes.

    `is_unsure`: nobody knows whether it is there.
    """

    def __init__(self, delivery: Delivery, due: float, changed: threading.Condition) -> None:
        self.delivery, self.due = delivery, due
        self._changed = changed
        self._state = "waiting"
        self._ts: str | None = None
        self.is_unsure = False

    @property
    def is_waited_for(self) -> bool:
        """Whether it has neither come nor been taken."""
        return self._state == "waiting"

    def take(self) -> str | None:
        """Let no notice come from now on; the timestamp of the one that is there, which is the taker's to deal with."""
        with self._changed:
            if self._state == "waiting":
                self._state = "done"
            self._changed.wait_for(lambda: self._state == "done")
            ts, self._ts = self._ts, None
        return ts

    def post(self, say: Callable[[Delivery], str]) -> None:
        """Say it unless it was taken."""
        with self._changed:
            if self._state != "waiting":
                return
            self._state = "saying"
        try:
            self._ts = say(self.delivery)
        except SlackTrouble as trouble:
            self.is_unsure = isinstance(trouble, Unsure)
            log.info("no notice", extra=facts(ref=self.delivery.ref, code=trouble.code))
        except Exception:
            log.exception("a notice failed", extra=facts(ref=self.delivery.ref))
        finally:
            with self._changed:
                self._state = "done"
                self._changed.notify_all()


class Notices:
    """A thread that posts the notices that have become due. `now` is in seconds; `text` speaks the asker's language.

    All notices are due after the same time, so they become due in the order in which they were begun.
    """

    def __init__(
        self,
        slack: Slack,
        text: Callable[[Delivery], str],
        now: Callable[[], float],
        after: float = AFTER_SECONDS,
    ) -> None:
        self._slack, self._text, self._now, self._after = slack, text, now, after
        self._waiting: deque[Notice] = deque()
        self._changed = threading.Condition()
        self._closed = False
        threading.Thread(target=self._run, name="notices", daemon=True).start()

    def begin(self, delivery: Delivery) -> Notice:
        """From now on the asker waits."""
        notice = Notice(delivery, self._now() + self._after, self._changed)
        if delivery.kind in NONE_FOR or delivery.private or not delivery.channel:
            notice.take()
            return notice
        with self._changed:
            self._waiting.append(notice)
            if len(self._waiting) == 1:  # else the thread waits for an earlier one
                self._changed.notify_all()
        return notice

    def close(self) -> None:
        """End the thread."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()

    def _run(self) -> None:
        while notice := self._due():
            notice.post(self._say)

    def _due(self) -> Notice | None:
        """The next notice that is still waited for when its time has come; None at the end."""
        with self._changed:
            while not self._closed:
                while self._waiting and not self._waiting[0].is_waited_for:
                    self._waiting.popleft()
                left = self._waiting[0].due - self._now() if self._waiting else None
                if left is not None and left <= 0:
                    return self._waiting.popleft()
                self._changed.wait(left)
        return None

    def _say(self, delivery: Delivery) -> str:
        return self._slack.working(delivery.spot, self._text(delivery), delivery.mark)
