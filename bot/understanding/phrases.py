"""A small engine for phrases over kinds of token: a table of patterns, and what each makes of the tokens it matches."""

import re
from collections.abc import Callable, Iterable, Sequence
from typing import Generic, TypeVar

from bot.understanding.kinds import Kind, Token

_LETTERS = {kind: chr(0xE000 + place) for place, kind in enumerate(Kind)}
_NAME = re.compile(r"[A-Z_]{2,}|A\b")

R = TypeVar("R")


class Match:
    """The tokens a phrase matched."""

    __slots__ = ("tokens",)

    def __init__(self, tokens: Sequence[Token]) -> None:
        self.tokens = tokens

    def __getitem__(self, kind: Kind) -> Token:
        """The first token of a kind that the phrase asks for."""
        return next(token for token in self.tokens if token.kind is kind)

    def all(self, *kinds: Kind) -> list[Token]:
        """Every token of these kinds, in order."""
        return [token for token in self.tokens if token.kind in kinds]

    def first(self, *kinds: Kind) -> Token | None:
        """The first token of these kinds, if there is one."""
        return next((token for token in self.tokens if token.kind in kinds), None)

    @property
    def start(self) -> int:
        return self.tokens[0].start

    @property
    def end(self) -> int:
        return self.tokens[-1].end


Build = Callable[[Match], R | None]


class Phrases(Generic[R]):
    """A table of (pattern, build). A pattern is a regular expression over kinds: "NUM TIMES? GPU (CARD|NODE)?".

    Of the phrases that match at a place the first in the table is taken, unless its build returns None.
    """

    def __init__(self, table: Iterable[tuple[str, Build[R]]]) -> None:
        self._table = [(re.compile(_compiled(pattern)), build) for pattern, build in table]
        self._any = re.compile("|".join(f"(?:{pattern.pattern})" for pattern, _ in self._table))

    def at(self, letters: str, tokens: Sequence[Token], place: int) -> tuple[R, int] | None:
        """What the first fitting phrase makes of the tokens from here, and how many it took."""
        for pattern, build in self._table:
            match = pattern.match(letters, place)
            if match and match.end() > place:
                made = build(Match(tokens[place : match.end()]))
                if made is not None:
                    return made, match.end() - place
        return None

    def find(self, tokens: Sequence[Token]) -> Iterable[tuple[int, int, R]]:
        """Every phrase found, from left to right and not overlapping: first token, one past the last, what was made."""
        letters = spelled(tokens)
        place = 0
        while match := self._any.search(letters, place):
            found = self.at(letters, tokens, match.start())
            if found:
                made, count = found
                yield match.start(), match.start() + count, made
                place = match.start() + count
            else:
                place = match.start() + 1


def rewrite(tokens: list[Token], phrases: Phrases[Token]) -> list[Token]:
    """The tokens with every phrase found replaced by the one token it makes."""
    result: list[Token] = []
    here = 0
    for start, end, made in phrases.find(tokens):
        result += tokens[here:start]
        result.append(made)
        here = end
    return result + tokens[here:] if here else tokens


def spelled(tokens: Sequence[Token]) -> str:
    """The kinds of the tokens as one letter each."""
    return "".join(_LETTERS[token.kind] for token in tokens)


def _compiled(pattern: str) -> str:
    bounded = pattern.replace("*", "{0,8}").replace("+", "{1,4}")  # no text makes a phrase look far
    return _NAME.sub(lambda name: _LETTERS[Kind[name.group()]], bounded).replace(" ", "")
