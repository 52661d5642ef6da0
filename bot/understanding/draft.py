"""A draft: what a text said, field by field, before anybody asks whether it makes sense."""

from dataclasses import dataclass, field
from datetime import date
from functools import cached_property
from typing import Any

from bot.understanding.kinds import Kind, Token
from bot.understanding.names import Names
from bot.understanding.reading import About
from bot.understanding.request import Way
from bot.understanding.text import Plain

_SHARED = frozenset(
    {Kind.GPU, Kind.PROVIDER, Kind.REGION, Kind.INSTANCE, Kind.FAMILY, Kind.FORM, Kind.NAMELIKE, Kind.CUR}
    | {Kind.BYTES, Kind.KWH, Kind.MFU}
)
"""Kinds of word that tell nothing of the language when they are in Latin letters."""
_MILLIONS = ("m", "mm", "mn")
HAN = "\u3400"  # from here on characters are Chinese


@dataclass
class Draft:
    """What was said, as said: numbers not yet checked, names not yet compared with each other.

    `words`: the tokens as cut. `tokens`: after the grammar, with amounts as one token each. `said`: values of fields;
    `twice`: other values of the same fields. `fields`: for every character of the plain text the field it went to.
    """

    text: Plain
    names: Names
    today: date
    words: list[Token]
    tokens: list[Token] = field(default_factory=list)
    said: dict[str, Any] = field(default_factory=dict)
    twice: dict[str, list[Any]] = field(default_factory=dict)
    gpus: list[str] = field(default_factory=list)
    providers: list[str] = field(default_factory=list)
    ways: list[Way] = field(default_factory=list)
    without_gpus: list[str] = field(default_factory=list)
    without_providers: list[str] = field(default_factory=list)
    without_ways: list[Way] = field(default_factory=list)
    replaced: list[Token] = field(default_factory=list)  # names behind "instead of"
    data_rate: tuple[str, list[Token]] | None = None  # "a day" behind an amount of data, with no word for what it is
    bad_name: str = ""  # a model with a memory or form that it does not come in
    near: tuple[str, ...] = ()  # the forms it does come in
    no_such_day: bool = False
    about: list[About] = field(default_factory=list)  # what is asked about the answer
    reported: list[tuple[int, int]] = field(default_factory=list)  # pieces that are no field, whatever their words are
    fields: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.fields = [""] * len(self.text.text)

    @cached_property
    def kinds(self) -> frozenset[Kind]:
        """Kinds of word that occur."""
        return frozenset(token.kind for token in self.words)

    @cached_property
    def spellings(self) -> frozenset[str]:
        """The words that occur, in lower case."""
        return frozenset(self.lower(token) for token in self.words)

    @cached_property
    def language(self) -> str:
        """zh when there are at least as many Chinese words as English ones, en otherwise; empty when there is neither.
        Names, currency codes and single letters are written alike in both."""
        words = [(token.kind, self.lower(token)) for token in self.words]
        chinese = sum(word[0] >= HAN or (kind is Kind.NUM and word[-1] >= HAN) for kind, word in words)
        english = sum(kind not in _SHARED and len(word) > 1 and "a" <= word[0] < HAN for kind, word in words)
        return "zh" if chinese and chinese >= english else "en" if english else ""

    def has(self, *kinds: Kind) -> bool:
        """Whether a word of these kinds occurs."""
        return not self.kinds.isdisjoint(kinds)

    @property
    def has_near_name(self) -> bool:
        """Whether a word is near to the name of a GPU, or a model was named in a form it does not come in."""
        return bool(self.bad_name) or any(token.kind is Kind.NEAR for token in self.tokens)

    def kind_at(self, place: int) -> Kind:
        """The kind of the token at a place of `tokens`; STOP beyond either end."""
        return self.tokens[place].kind if 0 <= place < len(self.tokens) else Kind.STOP

    def before(self, place: int, *skipped: Kind) -> Token | None:
        """The token before a place, tokens of these kinds passed over."""
        place -= 1
        while place >= 0 and self.tokens[place].kind in skipped:
            place -= 1
        return self.tokens[place] if place >= 0 else None

    def is_sum(self, place: int) -> bool:
        """Whether a bare number before "buy" is money: "what do 2 M buy"."""
        token = self.tokens[place] if 0 <= place < len(self.tokens) else None
        if token is None or token.kind is not Kind.NUM or self.kind_at(place + 1) is not Kind.BUY:
            return False
        return token.value.suffix in _MILLIONS

    def is_replaced(self, place: int) -> bool:
        """Whether the token stands behind "instead of": the old value."""
        before = self.before(place, Kind.FILLER, Kind.FOR)
        return before is not None and before.kind is Kind.INSTEAD_OF

    def say(self, name: str, value: object, *spans: Token) -> None:
        """Notes the value of a field. The first one stands; others are kept aside, and their words stay unclaimed."""
        if name in self.said and self.said[name] != value:
            self.twice.setdefault(name, []).append(value)
            return
        self.said[name] = value
        self.mark(name, *spans)

    def mark(self, name: str, *spans: Token) -> None:
        """Notes that these tokens went to a field."""
        for token in spans:
            self.fields[token.start : token.end] = [name] * (token.end - token.start)

    def report(self, first: Token, last: Token | None = None) -> None:
        """Notes that a piece of the text says something that is no field of a request."""
        self.reported.append((first.start, (last or first).end))

    def forget(self) -> None:
        """Nothing of the text is used after all."""
        self.fields = [""] * len(self.text.text)

    def is_marked(self, token: Token) -> bool:
        """Whether a field was made of it."""
        return bool(self.fields[token.start])

    def typed(self, token: Token) -> str:
        """The token as it was typed."""
        return self.text.typed(token.start, token.end)

    def lower(self, token: Token) -> str:
        """The token in its plain form."""
        return self.text.text[token.start : token.end]
