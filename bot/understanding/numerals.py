"""Numbers in Chinese numerals, alone or mixed with digits: 一千零二十四; 1亿2千万; 一千五; 两三; 二分之一; 叁佰万."""

import re
from collections.abc import Callable
from decimal import Decimal

from bot.understanding.kinds import Number
from bot.understanding.numbers import MAX_DIGITS

_ROWS = ("零〇○", "一壹幺", "二两贰俩", "三叁参仨", "四肆", "五伍", "六陆", "七柒", "八捌", "九玖")
DIGITS = {char: value for value, chars in enumerate(_ROWS) for char in chars}
_TENS = {"廿": 20, "卅": 30, "卌": 40}
UNITS = {"十": 10, "拾": 10, "百": 100, "佰": 100, "千": 1000, "仟": 1000}
BIG = {"万": 10**4, "亿": 10**8, "兆": 10**12}
NUMERALS = frozenset((*DIGITS, *_TENS, *UNITS, *BIG))
_MEASURES = frozenset("张台卡块片枚颗个节月年天周日小")
_ARABIC = re.compile(r"\d+(?:,\d{3})*(?:\.\d+)?|\.\d+")
_SOON = re.compile(r"[多余来] *(?=[十百千万亿张台个块卡天周月年枚片])")
_SIZED = re.compile(r"\d+(?:[.,]\d+)?[十百千万亿兆]")
_OVER = re.compile(r" *分 *之 *")

Stops = Callable[[int], bool]


def chinese(text: str, at: int, stops: Stops = lambda _: False) -> tuple[Number, int] | None:
    """The number at this place, and where it ends. 两三 is a range; A分之B has the scale "分之".

    `stops(i)`: whether a longer word that is no number starts at i (千瓦, 兆字节).
    """
    below, end = _read(text, at, stops)
    if not end or below.pair:
        return (below.pair, end) if below.pair else None
    over = _OVER.match(text, end)
    if over and below.value:
        above, last = _read(text, over.end(), stops)
        if last:
            share = above.value / below.value
            return Number(share, share, scale="分之"), last
    couple = text[at:end] if text[at:end] in ("两", "俩", "仨") else ""  # 两月 is a length, 二月 is February
    return Number(below.value, below.value, scale=below.scale, raw=couple), end


def _read(text: str, at: int, stops: Stops) -> tuple["_Reader", int]:
    reader = _Reader(text, stops)
    return reader, reader.read(at)


class _Reader:
    """Adds up numerals from left to right: `big` above 亿, `total` above 万, `section` below, `digit` the last one."""

    def __init__(self, text: str, stops: Stops) -> None:
        self.text, self.stops = text, stops
        self.big = self.total = self.section = Decimal(0)
        self.digit: Decimal | None = None
        self.run = 0  # digits in a row without a unit: 二〇二七
        self.unit = 0  # the last unit, for 一千五 = 1,500; 0 behind a zero or digits
        self.mixed = False  # digits occurred
        self.scale = ""
        self.pair: Number | None = None

    @property
    def value(self) -> Decimal:
        return self.big + self.total + self.section + (self.digit or 0)

    def read(self, at: int) -> int:
        """Takes numerals as long as they make one number; where they end, or 0 for none."""
        end, seen = 0, ""  # `seen`: the last numeral, "1" for digits
        while at < len(self.text):
            char = self.text[at]
            if char == " " and seen:
                at = self._over_space(at, seen)
                if not at:
                    break
            elif char == "点" and end:
                return self._point(at) or self._ended(end)
            elif char == "个" and end and self.text[at + 1 : at + 2] in ("亿", "万"):
                at += 1
            elif end and seen not in DIGITS and (soon := _SOON.match(self.text, at)):
                at = end = soon.end()
            elif char in NUMERALS:
                if self.stops(at) or (end and self._counts_something_else(at)):
                    break
                if not seen and self._is_pair(at):
                    return at + 2
                self._take(char)
                seen, at = char, at + 1
                end = at
            elif (digits := _ARABIC.match(self.text, at)) and not self.digit:
                self._take_digits(digits.group())
                seen, at = "1", digits.end()
                end = at
            else:
                break
        return self._ended(end)

    def _ended(self, end: int) -> int:
        """一千五: a lone last digit counts tenths of the unit before it."""
        if self.digit and self.digit < 10 and self.unit >= 100 and self.run <= 1:
            self.digit *= Decimal(self.unit) / 10
        return end

    def _over_space(self, at: int, seen: str) -> int:
        """Past spaces inside a number (四 百 五, 7万 5千); 0 where it does not go on: 64 两周."""
        while at < len(self.text) and self.text[at] == " ":
            at += 1
        char = self.text[at : at + 1]
        if seen == "1":
            joins = char in UNITS or char in BIG
        else:
            goes_on = _SIZED.match(self.text, at) is not None  # 7万 5千; "1100万 64张" are two
            joins = char in NUMERALS or (goes_on and seen not in DIGITS)
        return at if char and (joins or char in "余多点") and not self.stops(at) else 0

    def _counts_something_else(self, at: int) -> bool:
        """28万一张: behind 万, or a space, a lone digit with a measure word is a number of its own."""
        apart = self.unit >= 10_000 or (self.unit > 0 and self.text[at - 1] == " ")
        after = self.text[at + 1 : at + 2]
        lone = self.text[at] in DIGITS and self.text[at] != "零"
        return apart and lone and (after in _MEASURES if after else self.mixed)

    def _is_pair(self, at: int) -> bool:
        """两三, 七八: two neighbours in a row mean a range."""
        low, high = (DIGITS.get(char, -1) for char in self.text[at : at + 2].ljust(2))
        after = self.text[at + 2 : at + 3]
        if low < 1 or high != low + 1 or after in NUMERALS or after == "折":
            return False
        self.pair = Number(Decimal(low), Decimal(high))
        return True

    def _take_digits(self, digits: str) -> None:
        self.digit, self.run, self.mixed = Decimal(digits[:MAX_DIGITS].replace(",", "")), 0, True
        if len(digits) > 1:
            self.unit = 0

    def _take(self, char: str) -> None:
        if char in DIGITS:
            digit = Decimal(DIGITS[char])
            self.digit = self.digit * 10 + digit if self.digit is not None and self.run else digit
            self.run += 1
            if not digit:
                self.unit = 0
            if self.run > MAX_DIGITS:
                self.digit = Decimal(10) ** MAX_DIGITS
            return
        if char in _TENS:
            self.section += _TENS[char]
        elif char in UNITS:
            self.section += (self.digit or 1) * UNITS[char]
        else:
            self._close(char)
        self.unit = UNITS.get(char, 0) or BIG.get(char, 0)
        self.digit, self.run = None, 0

    def _close(self, char: str) -> None:
        """万, 亿 or 兆 multiplies what came before it: 四万万, 一百万亿."""
        below = self.section + (self.digit or 0)
        if char == "万":
            self.total = min((below or self.total or Decimal(1)) * BIG[char], _LIMIT)
        elif self.total or below or not self.big:
            self.big += (self.total + below or 1) * BIG[char]
            self.total = Decimal(0)
        else:
            self.big = min(self.big * BIG[char], _LIMIT)
        self.section, self.scale = Decimal(0), char

    def _point(self, at: int) -> int:
        """The places behind 点, digit by digit: 二点五, 点 五; 0 when 点 is another word here."""
        places, here = "", at + 1
        while here < len(self.text):
            char = self.text[here]
            if char in DIGITS or char.isdigit():
                places += str(DIGITS.get(char, char))
            elif char != " " or places:
                break
            here += 1
        if not places:
            return 0
        self._ended(here)
        self.digit = (self.digit or 0) + Decimal(f"0.{places[:MAX_DIGITS]}")
        if here < len(self.text) and self.text[here] in BIG:
            self._close(self.text[here])
            self.digit = None
            here += 1
        return here


_LIMIT = Decimal(10) ** MAX_DIGITS
