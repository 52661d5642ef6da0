"""Which channels people of other organisations read. What nobody knows counts as read by them."""

import threading
from collections import OrderedDict
from collections.abc import Callable

from bot.slack_errors import SlackTrouble

KEPT_SECONDS = 600
UNKNOWN_KEPT_SECONDS = 60
KEPT_CHANNELS = 10_000


class Channels:
    """`ask(channel)` asks Slack whether a channel is shared, None: it does not tell. `now` is in seconds."""

    def __init__(self, ask: Callable[[str], bool | None], now: Callable[[], float]) -> None:
        self._ask, self._now = ask, now
        self._known: OrderedDict[str, tuple[float, bool]] = OrderedDict()
        self._lock = threading.Lock()

    def is_shared(self, channel: str, told: bool | None) -> bool:
        """Whether it is shared, as the delivery told, or as Slack says."""
        if told is not None:
            self._keep(channel, told, KEPT_SECONDS)
            return told
        with self._lock:
            found = self._known.get(channel)
        if found and found[0] > self._now():
            return found[1]
        try:
            answer = self._ask(channel)
        except SlackTrouble:
            answer = None
        shared = answer is not False
        self._keep(channel, shared, UNKNOWN_KEPT_SECONDS if answer is None else KEPT_SECONDS)
        return shared

    def _keep(self, channel: str, shared: bool, seconds: int) -> None:
        with self._lock:
            self._known[channel] = (self._now() + seconds, shared)
            self._known.move_to_end(channel)
            if len(self._known) > KEPT_CHANNELS:
                self._known.popitem(last=False)
