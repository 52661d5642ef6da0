"""Who people are and which groups they are in, as Slack says, remembered for a minute."""

import logging
import threading
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from bot.logs import facts
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
        self._known: OrderedDict[str, tuple[float, T | SlackTrouble]] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, name: str, fresh: bool) -> T | SlackTrouble:
        """The answer, if it is not old and need not be `fresh`; else Slack is asked."""
        began = self._now()
        with self._lock:
            found = self._known.get(name)
        if found and not fresh:
            asked, answer = found
            # A clock that was set back makes an answer too new, which is as bad as too old.
            if 0 <= began - asked < (FAILED_SECONDS if isinstance(answer, SlackTrouble) else KEPT_SECONDS):
                return answer
        answer = self._asked(name)
        self._keep(name, began, answer)
        return answer

    def _asked(self, name: str) -> T | SlackTrouble:
        try:
            return self._ask(name)
        except SlackTrouble as trouble:
            log.warning("rights could not be looked up", extra=facts(code=trouble.code, detail=trouble.detail))
            return trouble.with_traceback(None)  # it is kept, and what it holds on to with it

    def _keep(self, name: str, began: float, answer: T | SlackTrouble) -> None:
        with self._lock:
            newer = self._known.get(name)
            if newer and began < newer[0] <= self._now():  # one that began later was answered sooner
                return
            self._known[name] = (began, answer)
            self._known.move_to_end(name)
            if len(self._known) > MOST_KEPT:
                self._known.popitem(last=False)
