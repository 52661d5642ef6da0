"""The lexicon as one look-up, and the text while it is being cut."""

from dataclasses import dataclass, field
from functools import lru_cache

from bot.understanding.kinds import Kind, Token
from bot.understanding.lexicon import (
    advice,
    aspects,
    ownership,
    quantities,
    supposing,
    talk,
    topics,
    training,
    watching,
)
from bot.understanding.names import Names
from bot.understanding.text import Plain
from bot.understanding.trie import Trie

Entry = tuple[Kind, object]


@lru_cache(maxsize=1)
def lexicon() -> Trie[Entry]:
    """All words of both languages with their kind and value."""
    return Trie((word, (kind, value)) for kind, value, word in listed())


def listed() -> list[tuple[Kind, object, str]]:
    """Every word of the lexicon, one by one."""
    tables = (
        *(quantities.UNITS, quantities.CURRENCIES, quantities.CALENDAR),
        *(topics.WAYS, topics.CUES, topics.ASKING, advice.TOPICS, aspects.ASPECTS, ownership.OWNERSHIP),
        *(supposing.SUPPOSING, watching.WATCHING, training.TRAINING),
        *(talk.SMALL_WORDS, talk.FOLLOW_UPS, ((Kind.FILLER, None, talk.FILLERS),)),
    )
    return [(kind, value, word) for table in tables for kind, value, words in table for word in _split(words)]


def _split(words: str) -> list[str]:
    return [","] if words == "," else [word.strip() for word in words.split(",") if word.strip()]


@dataclass(slots=True)
class Cut:
    """The text and the tokens cut from it so far."""

    text: str
    cased: str
    names: Names
    folded: str
    words: Trie[Entry]
    tokens: list[Token] = field(default_factory=list)

    @classmethod
    def of(cls, text: Plain, names: Names) -> "Cut":
        """A text, nothing cut yet."""
        return cls(text.text, text.cased, names, names.fold(text.text), lexicon())

    def add(self, kind: Kind, start: int, end: int, value: object = None) -> int:
        """Adds a token; where it ends."""
        self.tokens.append(Token(kind, start, end, value))
        return end

    def last(self, at: int, gap: int = 1) -> Kind | None:
        """The kind of the token that ends here, or up to `gap` spaces before."""
        return self.tokens[-1].kind if self.tokens and 0 <= at - self.tokens[-1].end <= gap else None

    def skip(self, at: int) -> int:
        """The next place that is no space."""
        while at < len(self.text) and self.text[at] == " ":
            at += 1
        return at

    def char(self, at: int) -> str:
        """The character at a place, or nothing."""
        return self.text[at] if at < len(self.text) else ""

    def is_name(self, at: int) -> bool:
        """Whether a name starts here."""
        return self.names.at(self.text, self.folded, at) is not None

    def word(self, at: int) -> tuple[int, Entry] | None:
        """The longest whole word of the lexicon that starts here, and its end."""
        return next(
            ((end, entry) for end, entry in self.words.matches(self.text, at) if self.is_whole(end, entry[0])), None
        )

    def is_whole(self, end: int, kind: Kind) -> bool:
        """Whether a word ends here: no letter goes on behind it, and no digit except behind a few kinds."""
        before, after = self.text[end - 1], self.char(end)
        if not (before.isascii() and before.isalnum() and after.isascii() and after.isalnum()):
            return True
        if after.isdigit():
            return before.isalpha() and kind in (Kind.CUR, Kind.MONTH, Kind.TIMES)
        return after == "x" and before.isdigit() and self.char(end + 1).isdigit()
