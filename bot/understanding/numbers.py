"""Numbers in digits and in English words: 1,024; 1.5; 2/3; two hundred and fifty; half a million; a dozen."""

import re
from decimal import Decimal

from bot.understanding.kinds import Number
from bot.understanding.lexicon.quantities import SCALES, SMALL, TENS

MAX_DIGITS = 24  # what is longer is no amount of anything: it is read as absurdly large, not computed with

_DIGITS = re.compile(
    r"(?P<eu>\d{1,3}(?:\.\d{3})+,\d{1,2}(?!\d)|\d{1,3}(?:\.\d{3}){2,}(?![\d.]))"
    r"|(?P<groups>\d{1,3}(?:([,_' ])\d{3})(?:\3\d{3})*(?!\d))(?P<rest>\.\d+)?(?![,_']?\d| \d{4})"
    r"|(?P<comma>(?<!,)(?:\d,\d{1,2}|\d{1,12},\d\d)(?![\d,]| ?[\u3400-\u9fff]))"
    r"|(?P<listed>\d+(?=,\d{1,2} ?[\u3400-\u9fff])|(?<=,)\d{1,2}(?= ?[\u3400-\u9fff]))"
    r"|(?P<bad>\d+(?:,\d+)+)"
    r"|(?P<over>\d{1,12}/\d{1,12}(?![\d/]))"
    r"|(?P<plain>\d+(?:\.\d+)?|\.\d+)(?P<power>e[+-]?\d{1,3}(?![\w.]))?"
)
_WORD = re.compile(r"[ \-]*([a-z]+|\d+(?:\.\d+)?(?![\d.]))")
_MOST_WORDS = 24
_PARTS = {"half": 2, "halves": 2, "third": 3, "thirds": 3, "quarter": 4, "quarters": 4}
_DOZENS = {"dozen": 12, "dozens": 12, "hundred": 100, "hundreds": 100}
_SIZES = frozenset(word for word in SCALES if word.isascii() and len(word) > 2) | _DOZENS.keys()


def digits(text: str, at: int) -> tuple[Number, int] | None:
    """The number written in digits at this place, and where it ends. Size letters behind it are not looked at."""
    match = _DIGITS.match(text, at)
    if not match:
        return None
    raw = match.group()
    if match["bad"]:
        return Number(Decimal(0), Decimal(0), bad=True, raw=raw), match.end()
    if match["over"]:
        above, below = (Decimal(part) for part in raw.split("/"))
        value = above / below if below else Decimal(0)
        return Number(value, value, bad=not below, raw=raw), match.end()
    value = _value(match)
    return Number(value, value, raw=raw), match.end()


def _value(match: re.Match[str]) -> Decimal:
    written = match.group()
    if match["eu"]:
        written = written.replace(".", "").replace(",", ".")
    elif match["groups"]:
        written = re.sub(r"[,_' ]", "", match["groups"]) + (match["rest"] or "")
    elif match["comma"]:
        written = written.replace(",", ".")
    value = Decimal(written)
    if value.adjusted() > MAX_DIGITS:
        return Decimal(10) ** MAX_DIGITS
    return value if value.adjusted() >= -MAX_DIGITS else Decimal(0)


def english(text: str, at: int) -> tuple[Number, int] | None:
    """The number in English words at this place ("two hundred and fifty", "a dozen", "half a million", "3 hundred").

    "half", "quarter" and "third" are parts of a number only behind "and", or before a word of size: "half a year" and
    "three quarters" are lengths of time.
    """
    reader = _Reader(text, at)
    end = reader.read()
    return (Number(reader.value, reader.value, scale=reader.scale), end) if end else None


class _Reader:
    """Adds up number words. `total`: finished parts; `held`: what stood before an "and"; `now`: since then."""

    def __init__(self, text: str, start: int) -> None:
        self.text, self.start = text, start
        self.words: list[tuple[str, int]] = []  # those looked at so far, with their ends
        self.at = 0
        self.total = self.held = Decimal(0)
        self.now: Decimal | None = None
        self.scale = ""

    @property
    def value(self) -> Decimal:
        return self.total + self.held + (self.now or 0)

    def read(self) -> int:
        """Takes words as long as they make one number; where they end, or 0 for none."""
        while self.at < _MOST_WORDS and (taken := self._take()):
            self.at += taken
        return self.words[self.at - 1][1] if self.at else 0

    def _ahead(self, steps: int) -> str:
        """The word so many steps on; digits glued to letters end the number."""
        while len(self.words) <= self.at + steps:
            match = _WORD.match(self.text, self.words[-1][1] if self.words else self.start)
            glued = match is not None and match.start() == match.start(1)
            if not match or (glued and self.words and self.words[-1][0].isalpha() == match[1].isalpha()):
                return ""
            self.words.append((match[1], match.end()))
        return self.words[self.at + steps][0]

    def _take(self) -> int:
        """How many of the next words go on with the number."""
        word = self._ahead(0)
        if word in SMALL:
            return self._small(Decimal(SMALL[word]))
        if word in TENS:
            return self._small(Decimal(TENS[word]))
        if word[:1].isdigit():
            return self._digits(Decimal(word))
        if word in _PARTS:
            return self._part(word)
        if word in ("a", "an"):
            return self._article()
        if word == "couple" and not self.at and self._ahead(1) == "of":
            self.now = Decimal(2)
            return 2
        if word in _SIZES:
            return self._size(word)
        if word == "point" and self.at:
            return self._point()
        return self._and() if word == "and" and self.at else 0

    def _point(self) -> int:
        """one point two five: digits, one word each."""
        places = ""
        while len(places) < MAX_DIGITS:
            word = self._ahead(1 + len(places))
            if not (word.isdigit() and len(word) == 1) and not SMALL.get(word, 10) < 10:
                break
            places += str(SMALL.get(word, word))
        if not places:
            return 0
        self.now = (self.now or Decimal(0)) + Decimal(f"0.{places}")
        return 1 + len(places)

    def _small(self, value: Decimal) -> int:
        """Adds below a hundred; "one twenty two" is 122."""
        now = self.now
        if now is None:
            self.now = value
        elif (now and now % 100 == 0) or (now % 10 == 0 and now % 100 >= 20 and 0 < value < 10):
            self.now = now + value
        elif 0 < now < 10 <= value:
            self.now = now * 100 + value
        else:
            return 0
        return 1

    def _digits(self, value: Decimal) -> int:
        if self.now is not None or (not self.at and self._ahead(1) not in _SIZES):
            return 0
        self.now = value
        return 1

    def _part(self, word: str) -> int:
        """half a million, two thirds of a million; elsewhere no part of a number."""
        for steps in range(1, 4):
            if self._ahead(steps) in _SIZES:
                break
            if self._ahead(steps) not in ("of", "a"):
                return 0
        else:
            return 0
        if self.now is not None and word != "half":
            self.now /= _PARTS[word]
        else:
            self.now = (self.now or 0) + Decimal(1) / _PARTS[word]
        return steps

    def _article(self) -> int:
        """a hundred, a couple of; a before a part of a number."""
        word = self._ahead(1)
        if self.now is not None:
            return 0
        if word in _SIZES:
            self.now = Decimal(1)
            return 1
        if word in ("couple", "pair") and not self.at:
            self.now = Decimal(2)
            return 3 if self._ahead(2) == "of" else 2
        return 1 if word in _PARTS and self._ahead(2) in _SIZES else 0

    def _size(self, word: str) -> int:
        if self.now is None and not (self.at and self.held):
            return 0
        now = self.now or Decimal(0)
        if word in _DOZENS:
            self.now = now * _DOZENS[word]
        else:
            self.total += (self.held + now) * SCALES[word]
            self.held, self.now, self.scale = Decimal(0), None, word
        return 1

    def _and(self) -> int:
        """ "and" goes on with a number only before a smaller part of it."""
        word, following = self._ahead(1), self._ahead(2)
        if word in SMALL or word in TENS or word[:1].isdigit():
            if following in _PARTS and following != "half":  # one hundred and three quarters
                return self._fraction(Decimal(SMALL.get(word) or 1) / _PARTS[following], 3)
            if not self._has_room_for(word):
                return 0
            self.held, self.now = self.held + (self.now or 0), None
            return 1
        if word in ("a", "an") and following in _PARTS:
            return self._fraction(Decimal(1) / _PARTS[following], 3)
        return self._fraction(Decimal(1) / _PARTS[word], 2) if word in _PARTS else 0

    def _has_room_for(self, word: str) -> bool:
        """two hundred and five, twenty and four; but "16 and 32" are two numbers."""
        return self.value >= 100 or (self.value >= 20 and self.value % 10 == 0 and 0 < SMALL.get(word, 0) < 10)

    def _fraction(self, part: Decimal, words: int) -> int:
        self.held, self.now = self.held + (self.now or 0), part
        return words
