"""Cuts a text into tokens in one pass: names first, then words, then numbers. Linear in the length of the text."""

import re
from functools import lru_cache

from bot.understanding import numbers, numerals
from bot.understanding.kinds import Kind, Number, Token
from bot.understanding.lexicon import quantities, talk, topics
from bot.understanding.names import Name, Names
from bot.understanding.text import Plain
from bot.understanding.trie import Trie

_WORD = re.compile(r"[a-z][a-z']*|[^\W\d_a-z\u3400-\u9fff]+")
_NAMELIKE = re.compile(r"[a-z]+[a-z0-9]*(?:[-_.]?[a-z0-9]+)*|\d+[a-z][a-z0-9]*(?:[-_.][a-z0-9]+)*")
_LOOKALIKE = re.compile(r"[0-9oli]+(?![a-z0-9])")
_DATE = re.compile(
    r"(?P<ymd>(?:19|20)\d\d([-/.])\d{1,2}\2\d{1,2})(?![\d/]|[.,-]\d)"
    r"|(?P<dmy>\d{1,2}([-/.])\d{1,2}\4(?:(?:19|20)\d\d|\d\d))(?![\d/]|[.,-]\d)"
    r"|(?P<digits>(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01]))(?!\d|[.,-]\d)"
)
_LINE_NUMBER = re.compile(r"\d{1,2}[.)](?=\s)")
_NTH = re.compile(r"(\d{1,2})(?:st|nd|rd|th)(?![a-z0-9])")
_SUFFIX = re.compile(r" ?(k|mm|mn|m|bn|b|tn|t|w)(?![a-z0-9])")
_SCALE = re.compile(r" ?-?(" + "|".join(sorted((w for w in quantities.SCALES if w.isascii() and len(w) > 1), key=len, reverse=True)) + r")(?![a-z])")  # fmt: skip  # noqa: E501
_SIGN = re.compile(r"[-+]?(?=\.?\d)")
_SINGLE = frozenset("hdywscgkbmt")  # letters that are units only right behind a number
_HAN = re.compile(r"[\u3400-\u9fff]")
Entry = tuple[Kind, object]
MAX_WORDS = 1_500
"""More is no request; what follows is one word that nobody knows."""


@lru_cache(maxsize=1)
def lexicon() -> Trie[Entry]:
    """All words of both languages; where a word is listed twice the first list counts."""
    tables = (
        quantities.UNITS, quantities.CURRENCIES, quantities.CALENDAR, topics.WAYS, topics.CUES, topics.ASKING,
        talk.SMALL_WORDS, talk.FOLLOW_UPS, ((Kind.FILLER, None, talk.FILLERS),),
    )  # fmt: skip
    entries = [(word, (kind, value)) for table in tables for kind, value, words in table for word in _split(words)]
    return Trie(entries)


def _split(words: str) -> list[str]:
    return [","] if words == "," else [word.strip() for word in words.split(",") if word.strip()]


class Tokeniser:
    """One pass over one text."""

    def __init__(self, text: Plain, names: Names) -> None:
        self.text, self.cased = text.text, text.cased
        self.names = names
        self.folded = names.fold(self.text)
        self.lexicon = lexicon()
        self.tokens: list[Token] = []

    def run(self) -> list[Token]:
        """The tokens in order; spaces between them are not tokens."""
        at, size = 0, len(self.text)
        while at < size:
            if len(self.tokens) == MAX_WORDS:
                self._add(Kind.WORD, at, size)
                break
            char = self.text[at]
            if char == " ":
                at += 1
                continue
            at = self._name(at) or self._number(at, char) or self._word(at, char) or self._unknown(at)
        return self.tokens

    # one place of the text: each of these adds tokens and returns where they end, or 0

    def _add(self, kind: Kind, start: int, end: int, value: object = None) -> int:
        self.tokens.append(Token(kind, start, end, value))
        return end

    def _last(self, at: int, gap: int = 1) -> Token | None:
        """The token that ends here, or up to `gap` spaces before."""
        if not self.tokens:
            return None
        last = self.tokens[-1]
        return last if 0 <= at - last.end <= gap else None

    def _name(self, at: int) -> int:
        found = self.names.at(self.text, self.folded, at)
        if not found:
            return 0
        end, name = found
        if not self._is_name(name, at, end):
            return 0
        longer = self.lexicon.matches(self.text, at)
        if longer and longer[0][0] > end and self._whole(longer[0][0], longer[0][1][0]):
            return 0
        return self._add(name.kind, at, end, name.value)

    def _is_name(self, name: Name, at: int, end: int) -> bool:
        """Whether a match is meant as the name: not an article, a pronoun, a unit or a count that looks the same."""
        typed = self.text[at:end]
        before = self._last(at)
        if typed == "us":
            return (
                before is not None and before.kind in (Kind.IN, Kind.ONLY, Kind.FROM, Kind.PLACE, Kind.COLON)
            ) or self.cased[at:end] == "US"
        head, _, tail = typed.partition(" ")
        if tail and head.isalpha():
            if head == "a":
                return before is not None and before.kind in (Kind.NUM, Kind.TIMES)
            if before is not None and before.kind is Kind.NUM and head in ("gb", "b", "t"):
                return False
            if len(head) == 1 and tail[0].isdigit() and len(tail.rstrip("s'")) < 2:
                return False
        if typed.rstrip("s'").isdigit():
            return not (_is_counted(self.lexicon, self.text, end) or self.names.at(self.text, self.folded, _skip(self.text, end)))  # fmt: skip  # noqa: E501
        return True

    def _number(self, at: int, char: str) -> int:
        sign = _SIGN.match(self.text, at)
        if sign:
            known = self.lexicon.matches(self.text, at)
            if known and self._whole(known[0][0], known[0][1][0]) and known[0][0] - at > 2:
                return self._add(known[0][1][0], at, known[0][0], known[0][1][1])
            return self._digits(at, sign.end())
        if char in "oli" and (found := _LOOKALIKE.match(self.text, at)):
            written = found.group()
            if sum(c.isdigit() for c in written) >= 2:
                fixed = numbers.digits(written.translate(str.maketrans("oli", "011")), 0)
                return self._add(Kind.NUM, at, found.end(), fixed[0]) if fixed else 0
        if char in numerals.NUMERALS:
            return self._chinese(at, at)
        if char.isalpha() and char.isascii():
            return self._english(at)
        return 0

    def _digits(self, start: int, at: int) -> int:
        sign = self.text[start:at]
        if sign == "-" and start and (self.text[start - 1].isalnum() or self.text[start - 1] == ")"):
            return self._add(Kind.DASH, start, at)
        if sign == "+":
            return self._add(Kind.PLUS, start, at)
        line_number = _LINE_NUMBER.match(self.text, at) if at == start else None
        if line_number and self.text.count("\n") and (at == 0 or self.text[:at].rstrip(" ").endswith("\n")):
            return self._add(Kind.STOP, at, line_number.end())
        nth = _NTH.match(self.text, at)
        if nth:
            return self._add(Kind.ORDINAL, at, nth.end(), int(nth[1]))
        date = _DATE.match(self.text, at)
        if date:
            return self._add(Kind.DATE, at, date.end(), date.group())
        if at == start and (lookalike := _LOOKALIKE.match(self.text, at)):
            written = lookalike.group()
            if (
                not written.isdigit()
                and written[-1] not in "li"
                and (sum(c.isdigit() for c in written) >= 2 or "oo" in written)
            ):
                fixed = numbers.digits(written.translate(str.maketrans("oli", "011")), 0)
                if fixed:
                    return self._add(Kind.NUM, at, lookalike.end(), fixed[0])
        mixed = self._chinese(start, at)
        if mixed:
            return mixed
        found = numbers.english(self.text, at) or numbers.digits(self.text, at)
        if not found:
            return 0
        number, end = found
        if not number.raw:
            number = Number(number.low, number.high, scale=number.scale)
        number, end = self._scaled(number, end)
        return self._add(Kind.NUM, start, end, number.negated() if sign == "-" else number)

    def _scaled(self, number: Number, end: int) -> tuple[Number, int]:
        """Applies a word of size behind digits; keeps a letter that may mean several things."""
        word = _SCALE.match(self.text, end)
        if word:
            value = number.times(quantities.SCALES[word[1]])
            return Number(value.low, value.high, scale=word[1], raw=number.raw), word.end()
        letter = _SUFFIX.match(self.text, end)
        if not letter or (letter.group()[0] == " " and self.names.at(self.text, self.folded, letter.start(1))):
            return number, end
        if letter[1] == "k":
            value = number.times(1000)
            return Number(value.low, value.high, scale="k", raw=number.raw), letter.end()
        if (
            letter.group()[0] == " "
            and letter[1] in ("w", "t", "m")
            and self.text[letter.end() : letter.end() + 1] == "/"
        ):
            return number, end
        return Number(number.low, number.high, suffix=letter[1], raw=number.raw), letter.end()

    def _chinese(self, start: int, at: int) -> int:
        """Chinese numerals, also behind digits (28万); nothing where the digits stand alone."""
        if self.text[at].isdigit() or self.text[at] == ".":
            plain_digits = numbers.digits(self.text, at)
            if plain_digits:
                after = _skip(self.text, plain_digits[1])
                following = self.text[after : after + 2]
                if following[:1] not in tuple("十百千万亿兆余多分") and following not in ("个亿", "个万"):
                    return 0
                if self._stops(after) and following[0] != "个":
                    return 0
        else:
            known = self.lexicon.matches(self.text, at)
            if known and self.text[at] in numerals.NUMERALS:
                end, (kind, value) = known[0]
                return self._add(kind, at, end, value)
        found = numerals.chinese(self.text, at, self._stops)
        if not found:
            return 0
        number, end = found
        if end - at == 1 and self._is_part_of_a_word(at, end):
            return 0
        negative = start < at
        return self._add(Kind.NUM, start, end, number.times(-1) if negative else number)

    def _stops(self, at: int) -> bool:
        found = self.lexicon.matches(self.text, at)
        return bool(found) and found[0][0] - at > 1 and found[0][1][0] is not Kind.FILLER

    def _is_part_of_a_word(self, at: int, end: int) -> bool:
        """A lone numeral between characters nobody knows is part of a word: 四川, 统一."""
        before = self._last(at, gap=0)
        if before is not None and before.kind is Kind.WORD:
            return True
        return bool(_HAN.match(self.text, end)) and not (
            self.lexicon.matches(self.text, end)
            or self.names.at(self.text, self.folded, end)
            or self.text[end] in numerals.NUMERALS
        )

    def _english(self, at: int) -> int:
        if at and self.text[at - 1].isalpha() and self.text[at - 1].isascii():
            return 0
        known = self.lexicon.matches(self.text, at)
        if known and " " in self.text[at : known[0][0]] and self._whole(known[0][0], known[0][1][0]):
            return 0
        found = numbers.english(self.text, at)
        if not found:
            return 0
        number, end = found
        if self.text[at:end] == "one" and self._is_pronoun(at):
            return self._add(Kind.FILLER, at, end)
        return self._add(Kind.NUM, at, end, number)

    def _is_pronoun(self, at: int) -> bool:
        before = re.search(r"([a-z]+) $", self.text[max(0, at - 12) : at])
        return bool(before) and before[1] in {"this", "that", "which", "no", "the", "good", "another", "cheaper", "better", "each", "any", "other"}  # type: ignore[index]  # fmt: skip  # noqa: E501

    def _word(self, at: int, char: str) -> int:
        for end, (kind, value) in self.lexicon.matches(self.text, at):
            if not self._whole(end, kind) or not self._fits(kind, at, end):
                continue
            if kind is Kind.CARD and self.text[at:end] == "块" and self._is_money(end):
                kind, value = Kind.CUR, "CNY"
            if kind is Kind.TO and self.text[at:end] == "~":
                kind = Kind.TO if self._last(at) is not None and self.tokens[-1].kind in _RANGE_ENDS else Kind.APPROX
            return self._add(kind, at, end, value)
        if char == "x":
            return self._times(at)
        scale = _SCALE.match(self.text, at)
        if scale and self.tokens and self.tokens[-1].kind is Kind.CUR:
            return self._add(Kind.SCALE, at, scale.end(), quantities.SCALES[scale[1]])
        return 0

    def _is_money(self, end: int) -> bool:
        """块 as 元: 9块9, 15块/卡时, 每卡15块."""
        after = self.text[_skip(self.text, end) : _skip(self.text, end) + 1]
        priced = any(token.kind in (Kind.PER, Kind.PRICE) for token in self.tokens[-4:])
        return priced or (after != "" and (after.isdigit() or after in "/每"))

    def _times(self, at: int) -> int:
        before = self._last(at)
        apart = before is not None and (before.kind is Kind.CARD or (before.kind is Kind.NUM and before.end < at))
        if apart and re.match(r"x\d{3}", self.text[at : at + 4]):
            return 0  # "64 X9000" names something, "64 x8" multiplies
        after = self.text[_skip(self.text, at + 1) : _skip(self.text, at + 1) + 1]
        if before is not None and before.kind in _COUNTABLE and (not after or not after.isalpha() or self.names.at(self.text, self.folded, _skip(self.text, at + 1))):  # fmt: skip  # noqa: E501
            return self._add(Kind.TIMES, at, at + 1)
        return self._add(Kind.TIMES, at, at + 1) if after.isdigit() else 0

    def _whole(self, end: int, kind: Kind) -> bool:
        """Whether a word ends here: no letter goes on behind it, and no digit except behind a few kinds."""
        if end >= len(self.text) or not self.text[end - 1].isascii() or not self.text[end - 1].isalnum():
            return True
        after = self.text[end]
        if not (after.isascii() and after.isalnum()):
            return True
        if after.isdigit():
            return self.text[end - 1].isalpha() and kind in (Kind.CUR, Kind.MONTH, Kind.TIMES)
        return after == "x" and self.text[end + 1 : end + 2].isdigit() and self.text[end - 1].isalpha() is False

    def _fits(self, kind: Kind, at: int, end: int) -> bool:
        """Single letters are units only behind a number; "Tb" is no size."""
        typed = self.text[at:end]
        if kind in (Kind.UNIT, Kind.SECOND, Kind.BYTES, Kind.CENT, Kind.BITRATE) and len(typed) == 1 and typed.isascii() and typed.isalpha():  # fmt: skip  # noqa: E501
            before = self._last(at)
            return before is not None and before.kind in (Kind.NUM, Kind.SLASH, Kind.PER)
        if kind is Kind.CARD and typed.startswith(("way", "ea", "pc", "piece", "unit")):
            return self._last(at) is not None and self.tokens[-1].kind in (Kind.NUM, Kind.DASH)
        if kind is Kind.BYTES and re.fullmatch(r"[KMGTP]b", self.cased[at:end]):
            return False
        if kind is Kind.BYTES and typed.startswith("tera") and typed == "tera":
            return self._last(at) is not None
        return True

    def _unknown(self, at: int) -> int:
        """A word nobody knows, with all of its letters and digits."""
        char = self.text[at]
        if char == "+":
            return self._add(
                Kind.BOUND if self._last(at, gap=0) and self.tokens[-1].kind is Kind.NUM else Kind.PLUS, at, at + 1
            )
        if _HAN.match(char):
            last = self._last(at, gap=0)
            if last is not None and last.kind is Kind.WORD and _HAN.match(self.text[last.start]):
                self.tokens[-1] = Token(Kind.WORD, last.start, at + 1)
                return at + 1
            return self._add(Kind.WORD, at, at + 1)
        match = _NAMELIKE.match(self.text, at)
        if match:
            word = match.group()
            kind = Kind.NAMELIKE if any(c.isdigit() for c in word) else Kind.WORD
            if kind is Kind.WORD:
                match = _WORD.match(self.text, at) or match
            return self._add(kind, at, match.end())
        match = _WORD.match(self.text, at)
        if match:
            return self._add(Kind.WORD, at, match.end())
        return self._add(Kind.STOP, at, at + 1)


_RANGE_ENDS = frozenset(
    {Kind.NUM, Kind.UNIT, Kind.CARD, Kind.NODE, Kind.CUR, Kind.GE, Kind.DATE, Kind.BYTES, Kind.MOON}
)
_COUNTABLE = frozenset({Kind.NUM, Kind.GPU, Kind.INSTANCE, Kind.NODE, Kind.CARD, Kind.FORM, Kind.BYTES, Kind.CLOSE})


def _skip(text: str, at: int) -> int:
    while at < len(text) and text[at] == " ":
        at += 1
    return at


def _is_counted(words: Trie[Entry], text: str, at: int) -> bool:
    """Whether a word that counts things or time follows: "4090 周", "3090张"."""
    found = words.matches(text, _skip(text, at))
    return (
        bool(found)
        and found[0][1][0] in (Kind.UNIT, Kind.CARD, Kind.CUR, Kind.BYTES, Kind.TOKENS)
        and found[0][1][1] != "GB"
    )
