"""The request while a follow-up changes it."""

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from bot.understanding.draft import Draft
from bot.understanding.kinds import Kind
from bot.understanding.refusals import REMOVES
from bot.understanding.request import Request
from bot.understanding.resolve import to_ask

_TAKES_AWAY = (*REMOVES, "drop", "remove", "minus", "lose", "subtract", "去掉", "减掉", "删掉")
"""Verbs that, straight before a number, say how many fewer: "drop 24 GPUs"; before a name they leave it out."""


@dataclass
class State:
    """`previous`: the request so far; `fresh`: the follow-up as a question of its own. `values`: the fields as they are
    now; `touched`: those the follow-up spoke of."""

    draft: Draft
    previous: Request
    history: tuple[Request, ...]
    fresh: Request
    values: dict[str, Any] = field(default_factory=dict)
    touched: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.values = dict(self.previous)

    @cached_property
    def asked(self) -> tuple[str, ...]:
        """What had to be asked for."""
        return to_ask(self.previous)

    @cached_property
    def sign(self) -> int:
        """+1 for "8 more", -1 for "8 fewer", 0 for a new value ("extend to 8 weeks", 加到128张)."""
        words = self.draft.words
        if len(words) > 1 and words[1].kind is Kind.NUM and self.draft.lower(words[0]) in _TAKES_AWAY:
            return -1
        for at, token in enumerate(words):
            if token.kind is Kind.PLUS:
                return 1
            if token.kind not in (Kind.MORE, Kind.GROW, Kind.FEWER, Kind.SHRINK):
                continue
            to = self.draft.lower(token).endswith(("到", "至", "成")) or any(
                word.kind in (Kind.TO, Kind.BECOME) for word in words[at + 1 : at + 4]
            )
            return 0 if to else 1 if token.kind in (Kind.MORE, Kind.GROW) else -1
        return 0

    def put(self, name: str, value: object) -> None:
        """Sets a field that was spoken of."""
        self.values[name] = value
        self.touched.add(name)

    def drop(self, *names: str) -> None:
        """Empties fields that no longer hold."""
        for name in names:
            self.values[name] = () if isinstance(self.values[name], tuple) else None

    def request(self) -> Request:
        """The request as it is now."""
        return Request(**{name: value for name, value in self.values.items() if value is not None})


def joined(one: tuple[Any, ...], other: tuple[Any, ...]) -> tuple[Any, ...]:
    """Both, each item once."""
    return tuple(dict.fromkeys((*one, *other)))
