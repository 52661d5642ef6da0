"""Who people are and which groups they are in, as Slack says, remembered for a minute."""

import logging
from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from bot.logs import facts
from bot.memory import Memory
from bot.slack_errors import SlackTrouble

log = logging.getLogger(__name__)

KEPT_SECONDS = 60
FAILED_SECONDS = 10
"""A look-up that failed is tried again after this: meanwhile nobody waits for it."""
MOST_KEPT = 10_000

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Person:
    """What Slack says of an account. `teams`: the workspaces it belongs to. `stranger`: known from a shared channel.

    `name`: what people read, empty where Slack does not tell; never what anybody is known by.
    """

    teams: frozenset[str]
    deactivated: bool = False
    bot: bool = False
    guest: bool = False
    stranger: bool = False
    name: str = ""


class Directory(Protocol):
    """Slack, as far as it knows people. Both raise SlackTrouble."""

    def person(self, user: str) -> Person:
        """The account of a user id."""
        ...

    def group(self, group: str) -> frozenset[str]:
        """The user ids in a user group."""
        ...


class Nobody:
    """A directory that nobody is in."""

    def person(self, user: str) -> Person:
        raise SlackTrouble("no_slack")

    def group(self, group: str) -> frozenset[str]:
        raise SlackTrouble("no_slack")


class Kept(Generic[T]):
    """What Slack answered, or why it did not, by the id it was asked about."""

    def __init__(self, ask: Callable[[str], T], now: Callable[[], float]) -> None:
        self._ask, self._now = ask, now
        self._known: Memory[T | SlackTrouble] = Memory(MOST_KEPT, now)

    def get(self, name: str, fresh: bool) -> T | SlackTrouble:
        """The answer, if it is not old and need not be `fresh`; else Slack is asked."""
        began = self._now()
        if not fresh and (found := self._known.fresh(name)):
            return found.value
        answer = self._asked(name)
        seconds = FAILED_SECONDS if isinstance(answer, SlackTrouble) else KEPT_SECONDS
        self._known.keep(name, answer, seconds, began)
        return answer

    def _asked(self, name: str) -> T | SlackTrouble:
        try:
            return self._ask(name)
        except SlackTrouble as trouble:
            log.warning("rights could not be looked up", extra=facts(code=trouble.code, detail=trouble.detail))
            return trouble.with_traceback(None)  # it is kept, and what it holds on to with it
