"""The languages people use Slack in, asked for once in a while and remembered."""

from collections.abc import Callable

from bot.memory import Memory
from bot.slack_errors import SlackTrouble

KEPT_SECONDS = 6 * 3600
FAILED_SECONDS = 60
"""A look-up that failed is tried again after this: meanwhile nobody waits for it."""
KEPT_USERS = 10_000


class Locales:
    """`ask(user)` gives a locale such as "zh-CN" or None; `now` is in seconds. A failed look-up counts as unknown."""

    def __init__(self, ask: Callable[[str], str | None], now: Callable[[], float]) -> None:
        self._ask = ask
        self._known: Memory[str | None] = Memory(KEPT_USERS, now)

    def language(self, user: str) -> str | None:
        """The user's language ("zh"), if Slack knows it."""
        if found := self._known.fresh(user):
            return found.value
        seconds = KEPT_SECONDS
        try:
            locale = self._ask(user)
        except SlackTrouble:
            locale, seconds = None, FAILED_SECONDS
        language = locale.split("-")[0].lower() if locale else None
        self._known.keep(user, language, seconds)
        return language

    def language_if_known(self, user: str) -> str | None:
        """The language without asking Slack for it."""
        found = self._known.last(user)
        return found.value if found else None
