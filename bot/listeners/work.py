"""Work on a delivery, whatever its kind: done, logged, and apologised for where it fails. Nothing escapes here."""

import hashlib
import logging
from collections.abc import Callable, Mapping

from bot.listeners.delivery import Delivery, Kind
from bot.listeners.notices import Notice, Notices
from bot.listeners.speaker import Speaker
from bot.logs import facts

log = logging.getLogger(__name__)

Handler = Callable[[Delivery, bool, Notice], str]
"""Deals with a delivery, which a crash may have cut short the first time, and says the outcome in a word or two."""


class Work:
    """Hands each delivery to the handler of its kind. `now` is in seconds."""

    def __init__(
        self, handlers: Mapping[Kind, Handler], speaker: Speaker, notices: Notices, now: Callable[[], float]
    ) -> None:
        self._handlers, self._speaker, self._notices, self._now = handlers, speaker, notices, now

    def __call__(self, delivery: Delivery, again: bool) -> None:
        """Deal with it, or apologise with a reference that is also in the log. `again`: see `Handler`."""
        began = self._now()
        notice = self._notices.begin(delivery)
        try:
            outcome = self._handlers[delivery.kind](delivery, again, notice)
        except Exception as error:
            outcome = "failed"
            log.exception("answering failed", extra=facts(ref=delivery.ref, kind=delivery.kind))
            self._speaker.apologise(delivery, error, notice)
        self._speaker.take_back(delivery, notice)  # where nothing came in its place
        log.info(
            "answered",
            extra=facts(
                ref=delivery.ref,
                kind=delivery.kind,
                outcome=outcome,
                team=delivery.team,
                user=hashlib.sha256(delivery.user.encode()).hexdigest()[:8],
                ms=round((self._now() - began) * 1000),
            ),
        )
