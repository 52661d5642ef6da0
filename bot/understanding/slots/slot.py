"""What a slot is made of."""

from collections.abc import Callable
from dataclasses import dataclass

from bot.understanding.draft import Draft
from bot.understanding.phrases import Match


@dataclass(frozen=True, slots=True)
class Fact:
    """One field and the value said for it."""

    field: str
    value: object


Facts = list[Fact]
Build = Callable[[Match], Facts | None]
Phrase = tuple[str, Build]
"""A pattern over kinds of token, and what it says; None when the numbers in it do not fit after all."""

Places = list[int]
LeftOver = Callable[[Draft, Places], None]
"""Looks at the tokens that no phrase took (their places in `Draft.tokens`), and takes what it can use off the list."""
