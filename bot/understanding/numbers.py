"""Numbers as people write them: 1,024; 2/3; two hundred and fifty; half a million; 一千零二十四; 1亿2千万; 两三."""

import re
from collections.abc import Callable
from decimal import Decimal

from bot.understanding.kinds import Number
from bot.understanding.lexicon.quantities import SCALES, SMALL, TENS

MAX_DIGITS = 24  # longer runs are no amounts of anything; they are cut off as absurd, not computed with

_DIGITS = re.compile(
    r"(?P<eu>\d{1,3}(?:\.\d{3})+,\d{1,2}(?!\d)|\d{1,3}(?:\.\d{3}){2,}(?![\d.]))"
    r"|(?P<groups>\d{1,3}(?:([,_' ])\d{3})(?:\3\d{3})*(?![\d]))(?P<rest>\.\d+)?"
    r"|(?P<comma>\d{1,12},\d{1,2}(?![\d,]))"
    r"|(?P<bad>\d+(?:,\d+)+)"
    r"|(?P<over>\d{1,12}/\d{1,12}(?![\d/]))"
    r"|(?P<plain>\d+(?:\.\d+)?|\.\d+)(?P<power>e[+-]?\d{1,3}(?![\w.]))?"
)
_WORD = re.compile(r"[ \-]*([a-z]+|\d+(?:\.\d+)?(?![\d.]))")
_FRACTIONS = {"half": 2, "halves": 2, "third": 3, "thirds": 3, "quarter": 4, "quarters": 4}


def digits(text: str, at: int) -> tuple[Number, int] | None:
    """The number written in digits at this place, and where it ends. Size letters behind it are not looked at."""
    match = _DIGITS.match(text, at)
    if not match:
        return None
    raw = match.group()
    if match["bad"]:
        return Number(Decimal(0), Decimal(0), bad=True, raw=raw), match.end()
    if match["over"]:
        above, below = raw.split("/")
        value = Decimal(above) / Decimal(below) if Decimal(below) else Decimal(0)
        return Number(value, value, bad=not Decimal(below), raw=raw), match.end()
    if match["eu"]:
        written = raw.replace(".", "").replace(",", ".")
    elif match["groups"]:
        written = re.sub(r"[,_' ]", "", match["groups"]) + (match["rest"] or "")
    elif match["comma"]:
        written = raw.replace(",", ".")
    else:
        written = raw
    if len(written) > MAX_DIGITS:
        written = f"1e{MAX_DIGITS}"
    value = Decimal(written)
    if abs(value.adjusted()) > MAX_DIGITS:
        value = Decimal(10) ** MAX_DIGITS if value > 1 else Decimal(0)
    return Number(value, value, raw=raw), match.end()


def english(text: str, at: int) -> tuple[Number, int] | None:
    """The number in English words at this place ("two hundred and fifty", "a dozen", "half a million", "3 hundred").

    "half", "quarter" and "third" count as parts of a number only behind "and", or before a word of size: "half a year"
    and "three quarters" are lengths of time.
    """
    words = _words(text, at)
    reader = _English()
    end = reader.read(words)
    return (Number(reader.value, reader.value, scale=reader.scale), end) if end else None


def _words(text: str, at: int, limit: int = 24) -> list[tuple[str, int]]:
    """The next words with their ends."""
    found: list[tuple[str, int]] = []
    while len(found) < limit:
        match = _WORD.match(text, at)
        if not match or (found and match.start() == match.start(1) and found[-1][0].isalpha() == match[1].isalpha()):
            break
        found.append((match[1], match.end()))
        at = match.end()
    return found


class _English:
    """Adds up number words from left to right. `total`: finished parts; `held`: before an "and"; `now`: since then."""

    def __init__(self) -> None:
        self.total = self.held = Decimal(0)
        self.now: Decimal | None = None
        self.scale = ""
        self.last_power = 30

    @property
    def value(self) -> Decimal:
        return self.total + self.held + (self.now or 0)

    def read(self, words: list[tuple[str, int]]) -> int:
        """Takes words as long as they make one number; the end of the last word taken, or 0 for none."""
        end = at = 0
        while at < len(words):
            taken = self._take([word for word, _ in words[at : at + 4]], first=not end)
            if not taken:
                break
            at += taken
            end = words[at - 1][1]
        return end

    def _take(self, words: list[str], first: bool) -> int:
        """How many of these words go on with the number."""
        word, ahead = words[0], words[1:]
        if word in SMALL or word in TENS:
            return self._small(Decimal(SMALL.get(word, TENS.get(word, 0))), word in TENS)
        if word[0].isdigit():
            if self.now is not None or (first and not (ahead and ahead[0] in _SIZES)):
                return 0
            self.now = Decimal(word)
            return 1
        if word in _FRACTIONS and (followed := _before_size(ahead)) is not None:
            if self.now is not None and word not in ("half",):
                self.now /= _FRACTIONS[word]
                return 1 + followed
            self.now = (self.now or 0) + Decimal(1) / _FRACTIONS[word]
            return 1 + followed
        if word in ("thirds", "quarters", "halves") and self.now is not None and self.held_back:
            self.now /= _FRACTIONS[word]
            return 1
        if word in ("a", "an") and self.now is None and ahead:
            if ahead[0] in _SIZES and ahead[0] not in ("k", "mm", "mn", "m"):
                self.now = Decimal(1)
                return 1
            if ahead[0] == "couple" and first:
                self.now = Decimal(2)
                return 3 if len(ahead) > 1 and ahead[1] == "of" else 2
            return 1 if ahead[0] in _FRACTIONS and _before_size(ahead[1:]) is not None else 0
        if word in _SIZES and (self.now is not None or (not first and self.held)):
            return self._size(word)
        if word == "and" and not first and ahead:
            return self._and(ahead)
        return 0

    held_back = False

    def _small(self, value: Decimal, tens: bool) -> int:
        if self.now is None:
            self.now = value
        elif (self.now % 100 == 0 and self.now) or (self.now % 10 == 0 and self.now % 100 >= 20 and 0 < value < 10):
            self.now += value
        elif 0 < self.now < 10 and value >= 10:
            self.now = self.now * 100 + value  # one twenty two
        else:
            return 0
        return 1

    def _size(self, word: str) -> int:
        now = self.now if self.now is not None else Decimal(0)
        if word in ("dozen", "dozens"):
            self.now = now * 12
        elif word in ("hundred", "hundreds"):
            self.now = now * 100
        else:
            power = SCALES[word]
            self.total += (self.held + now) * power
            self.held, self.now, self.scale = Decimal(0), None, word
        self.held_back = False
        return 1

    def _and(self, ahead: list[str]) -> int:
        """ "and" goes on with a number only before a smaller part of it."""
        word = ahead[0]
        if word in SMALL or word in TENS or word[0].isdigit():
            if len(ahead) > 1 and ahead[1] in ("thirds", "quarters", "quarter"):
                part = Decimal(SMALL.get(word, 0) or 1) / _FRACTIONS[ahead[1]]
                self.held, self.now = self.held + (self.now or 0), part
                return 3
            if self.value < 100 and not (20 <= self.value < 100 and word in SMALL and 0 < SMALL[word] < 10):
                return 0
            self.held, self.now, self.held_back = self.held + (self.now or 0), None, True
            return 1
        skip = 1 if word in ("a", "an") and len(ahead) > 1 else 0
        if ahead[skip] in _FRACTIONS:
            self.held, self.now = self.held + (self.now or 0), Decimal(1) / _FRACTIONS[ahead[skip]]
            return 2 + skip
        return 0


_SIZES = frozenset(word for word in SCALES if word.isascii() and len(word) > 2) | {"dozen", "dozens"}


def _before_size(ahead: list[str]) -> int | None:
    """How many words ("of", "a") stand before a word of size; None when there is none."""
    for count, word in enumerate(ahead[:3]):
        if word in _SIZES:
            return count
        if word not in ("of", "a"):
            return None
    return None


_HAN_DIGITS = {char: value for value, chars in enumerate(("零〇○", "一壹幺", "二两贰俩兩", "三叁参", "四肆", "五伍", "六陆", "七柒", "八捌", "九玖")) for char in chars}  # fmt: skip  # noqa: E501
_HAN_TENS = {"廿": 20, "卅": 30, "卌": 40}
_HAN_UNITS = {"十": 10, "拾": 10, "百": 100, "佰": 100, "千": 1000, "仟": 1000}
_HAN_BIG = {"万": Decimal(10) ** 4, "亿": Decimal(10) ** 8, "兆": Decimal(10) ** 12}
HAN_NUMERALS = frozenset((*_HAN_DIGITS, *_HAN_TENS, *_HAN_UNITS, *_HAN_BIG))
_MEASURES = frozenset("张台卡块片枚颗个节月年天周日小")
_ARABIC = re.compile(r"\d+(?:,\d{3})*(?:\.\d+)?|\.\d+")
_SOON = re.compile(r"[多余来] *(?=[十百千万亿张台个块卡天周月年枚片])")


def chinese(text: str, at: int, stops: Callable[[int], bool] = lambda _: False) -> tuple[Number, int] | None:
    """The number at this place in Chinese numerals, alone or mixed with digits, and where it ends.

    `stops(i)`: whether a longer word that is no number starts at i (千瓦, 兆字节).
    """
    reader = _Chinese()
    end = reader.read(text, at, stops)
    if not end:
        return None
    if reader.span:
        return reader.span, end
    over = re.compile(r" *分 *之 *").match(text, end)
    if over:
        above = chinese(text, over.end(), stops) or digits(text, over.end())
        if above and reader.value:
            value = above[0].low / reader.value
            return Number(value, value, scale="分之"), above[1]
    return Number(reader.value, reader.value, scale=reader.scale), end


class _Chinese:
    """Adds up numerals from left to right: `big` above 亿, `total` above 万, `section` below, `digit` the last one."""

    def __init__(self) -> None:
        self.big = self.total = self.section = Decimal(0)
        self.digit: Decimal | None = None
        self.unit = Decimal(0)  # the last unit, for 一千五 = 1,500
        self.run = 0  # digits in a row without a unit: 二〇二七
        self.scale = ""
        self.span: Number | None = None
        self.mixed = False  # digits occurred

    @property
    def value(self) -> Decimal:
        return self.big + self.total + self.section + (self.digit or 0)

    def read(self, text: str, at: int, stops: Callable[[int], bool]) -> int:
        end, size, seen = 0, len(text), ""
        while at < size:
            char = text[at]
            if char == " " and end and seen:
                following = at + 1
                while following < size and text[following] == " ":
                    following += 1
                if following < size and self._joins(seen, text[following]) and not stops(following):
                    at = following
                    continue
                break
            if char == "点" and end:
                after = self._point(text, at)
                if not after:
                    break
                return after
            skipped = _SOON.match(text, at) if end and char in "多余来" and seen not in _HAN_DIGITS else None
            if skipped:
                at = end = skipped.end()
                continue
            if char == "个" and end and text[at + 1 : at + 2] in ("亿", "万"):
                at += 1
                continue
            if char in HAN_NUMERALS:
                if stops(at):
                    break
                if end and self._counts_something_else(text, at):
                    break
                if self._pair(text, at, seen):
                    return at + 2
                self._numeral(char)
                seen, at = char, at + 1
            elif char.isdigit() or char == ".":
                match = _ARABIC.match(text, at)
                if not match or self.digit:
                    break
                self.mixed = True
                self.digit, self.run = Decimal(match.group()[:MAX_DIGITS].replace(",", "")), 0
                self.unit = Decimal(0) if len(match.group()) > 1 else self.unit
                seen, at = "1", match.end()
            else:
                break
            end = at
        if self.digit is not None and self.unit >= 100 and self.digit < 10 and self.run <= 1 and self.digit:
            self.digit *= self.unit / 10
        return end

    def _counts_something_else(self, text: str, at: int) -> bool:
        """28万一张: behind 万 a lone digit with a measure word is a number of its own."""
        after = text[at + 1 : at + 2]
        apart = self.unit >= 10_000 or (self.unit > 0 and text[at - 1] == " ")
        return apart and text[at] in _HAN_DIGITS and text[at] != "零" and (after in _MEASURES if after else self.mixed)

    def _joins(self, seen: str, char: str) -> bool:
        """Whether a numeral behind a space goes on with the number: 四 百 五, 7万 5千; but not 64 两周."""
        if char in "余多点":
            return True
        if seen == "1":
            return char in _HAN_UNITS or char in _HAN_BIG
        return char in HAN_NUMERALS or (char.isdigit() and seen not in _HAN_DIGITS)

    def _pair(self, text: str, at: int, seen: str) -> bool:
        """两三, 七八: two neighbours in a row mean a range."""
        pair = text[at : at + 2]
        if seen or len(pair) < 2 or pair[0] not in _HAN_DIGITS or pair[1] not in _HAN_DIGITS:
            return False
        low, high = _HAN_DIGITS[pair[0]], _HAN_DIGITS[pair[1]]
        if low < 1 or high != low + 1 or (len(text) > at + 2 and text[at + 2] in HAN_NUMERALS | {"折"}):
            return False
        self.span = Number(Decimal(low), Decimal(high))
        return True

    def _numeral(self, char: str) -> None:
        if char in _HAN_DIGITS:
            value = Decimal(_HAN_DIGITS[char])
            self.digit = value if self.digit is None or not self.run else self.digit * 10 + value
            self.run = self.run + 1
            if not value:
                self.unit = Decimal(0)
            return
        if char in _HAN_TENS:
            self.section += _HAN_TENS[char]
        elif char in _HAN_UNITS:
            self.section += (1 if self.digit is None or (not self.digit and not self.section and not self.value) else self.digit or 1) * _HAN_UNITS[char]  # fmt: skip  # noqa: E501
        else:
            self._close(_HAN_BIG[char], char)
        self.unit = Decimal(_HAN_UNITS.get(char, 0) or _HAN_BIG.get(char, 0))
        self.digit, self.run = None, 0

    def _close(self, factor: Decimal, char: str) -> None:
        section = self.section + (self.digit or 0)
        if factor == 10**4:
            self.total = section * factor if section else (self.total or 1) * factor
        else:
            self.big += ((self.total + section) or 1) * factor if not self.big or self.total + section else self.big * (factor - 1)  # fmt: skip  # noqa: E501
            self.total = Decimal(0)
        self.section, self.scale = Decimal(0), char

    def _point(self, text: str, at: int) -> int:
        """The part behind 点, digit by digit: 二点五, 点 五; 0 when 点 is another word here."""
        places, here = "", at + 1
        while here < len(text) and (
            text[here] in _HAN_DIGITS or text[here].isdigit() or (text[here] == " " and places == "")
        ):
            places += "" if text[here] == " " else str(_HAN_DIGITS.get(text[here], text[here]))
            here += 1
        if not places:
            return 0
        if self.digit is not None and self.unit >= 100 and self.digit < 10 and self.run <= 1:
            self.digit *= self.unit / 10
        self.digit = (self.digit or 0) + Decimal(f"0.{places[:MAX_DIGITS]}")
        if here < len(text) and text[here] in _HAN_BIG:
            self._close(_HAN_BIG[text[here]], text[here])
            self.digit = None
            here += 1
        return here
