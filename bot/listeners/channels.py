"""Which channels people of other organisations read. What nobody knows counts as read by them."""

from collections.abc import Callable

from bot.memory import Memory
from bot.slack_errors import SlackTrouble

KEPT_SECONDS = 600
UNKNOWN_KEPT_SECONDS = 60
KEPT_CHANNELS = 10_000


class Channels:
    """`ask(channel)` asks Slack whether a channel is shared, None: it does not tell. `now` is in seconds."""

    def __init__(self, ask: Callable[[str], bool | None], now: Callable[[], float]) -> None:
        self._ask = ask
        self._known: Memory[bool] = Memory(KEPT_CHANNELS, now)

    def is_shared(self, channel: str, told: bool | None) -> bool:
        """Whether it is shared, as the delivery told, or as Slack says."""
        if told is not None:
            self._known.keep(channel, told, KEPT_SECONDS)
            return told
        if found := self._known.fresh(channel):
            return found.value
        try:
            answer = self._ask(channel)
        except SlackTrouble:
            answer = None
        shared = answer is not False
        self._known.keep(channel, shared, UNKNOWN_KEPT_SECONDS if answer is None else KEPT_SECONDS)
        return shared
