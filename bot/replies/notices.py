"""Short replies and remarks: what was filled in, what was not understood, thanks, a fresh start."""

import re
from collections.abc import Iterable
from decimal import Decimal
from typing import Protocol

from bot.replies import figures, problems
from bot.replies.card import Card
from bot.replies.plain import cut, one_line
from bot.replies.words import say
from bot.understanding.reading import Action, Reading

LONGEST_TAKEN = 200
TOKEN = re.compile("<[@#!][^<>]*>")  # people, channels and groups, as Slack writes them


class FilledIn(Protocol):
    """Something the asker did not say: `assumed.<key>` in the word files, with its values in order."""

    @property
    def key(self) -> str: ...
    @property
    def values(self) -> tuple[Decimal | str | int, ...]: ...


def taken(language: str, reading: Reading, assumed: Iterable[FilledIn]) -> tuple[str, ...]:
    """Notes on how a text was taken: every word that was not understood, and everything that was filled in."""
    return (*problems.not_understood(reading, language), *(_filled_in(language, item) for item in assumed))


def _filled_in(language: str, item: FilledIn) -> str:
    shown = [value if isinstance(value, str) else figures.number(language, value) for value in item.values]
    return say(language, f"assumed.{item.key}", **{f"v{i}": value for i, value in enumerate(shown)})


def notice_card(action: Action, language: str, in_thread: bool) -> Card:
    """The reply to thanks, a fresh start, or a wish that needs a question first."""
    needs_question = action not in (Action.NONE, Action.RESET) and not in_thread
    key = "notice.no-question" if needs_question else f"notice.{action.value}"
    return Card(language=language, verdict=say(language, key), private=True)


def taken_from_thread(language: str, line: str) -> str:
    """What somebody wrote in the thread that was taken for the question."""
    return say(language, "thread.taken", text=cut(one_line(TOKEN.sub(" ", line)), LONGEST_TAKEN))


def nothing_changed(language: str) -> str:
    """That a follow-up made no difference."""
    return say(language, "change.none")


def prices_left_out(language: str) -> str:
    """That prices agreed with sellers are not shown where other organisations read."""
    return say(language, "thread.prices-left-out")
