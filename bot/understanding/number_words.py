"""Cuts numbers: digits with their size letters, dates in digits, number words, Chinese numerals."""

import re
from decimal import Decimal

from bot.understanding import numbers, numerals
from bot.understanding.kinds import Kind, Number
from bot.understanding.lexicon.quantities import SCALES
from bot.understanding.words import Cut

_LOOKALIKE = re.compile(r"[0-9oli]+(?![a-z0-9])")
_LETTERS_TO_DIGITS = str.maketrans("oli", "011")
_DATE = re.compile(
    r"(?P<ymd>(?:19|20)\d\d([-/.])\d{1,2}\2\d{1,2})(?![\d/]|[.,-]\d)"
    r"|(?P<dmy>\d{1,2}([-/.])\d{1,2}\4(?:(?:19|20)\d\d|\d\d))(?![\d/]|[.,-]\d)"
    r"|(?P<digits>(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01]))(?!\d|[.,-]\d)"
)
_LINE_NUMBER = re.compile(r"\d{1,2}[.)](?=\s)")
_NTH = re.compile(r"(\d{1,2})(?:st|nd|rd|th)(?![a-z0-9])")
_SUFFIX = re.compile(r" ?(k|mm|mn|m|bn|b|tn|t|w)(?![a-z0-9])")
_SIZES = sorted((word for word in SCALES if word.isascii() and len(word) > 1), key=len, reverse=True)
SCALE = re.compile(rf" ?-?({'|'.join(_SIZES)})(?![a-z])")
_POWER = re.compile(r"(?:(\d+(?:\.\d+)?) ?(?:x|\*|×) ?)?10\^(\d{1,2})(?!\d)")
"""10^13, 1.5 x 10^12: powers of ten."""
_SIGN = re.compile(r"[-+]?(?=\.?\d)")
_SOME_TENS = re.compile(r"[一二三四五六七八九两]?[十百千万亿]{1,2}几[百千万亿]{0,2}")
_TENTHS_OF_ONE = re.compile(r"[一二三四五六七八九]一[度张卡台个小天月]")  # 六毛二一度: 0.62 for one of them
TWO = Decimal(2)
HAN = re.compile(r"[\u3400-\u9fff]")
_PRONOUN_AFTER = frozenset(
    (
        "this",
        "that",
        "which",
        "no",
        "the",
        "good",
        "another",
        "cheaper",
        "better",
        "each",
        "any",
        "other",
        "first",
        "second",
        "third",
        "last",
        "new",
        "old",
        "right",
    )
)
_WORD_BEFORE = re.compile(r"([a-z]+) $")


def cut_number(cut: Cut, at: int) -> int:
    """Adds the number that starts here; where it ends, or 0 for none."""
    char = cut.text[at]
    if char == "." and at and cut.text[at - 1].isalpha():
        return 0  # sept.16
    sign = _SIGN.match(cut.text, at)
    if sign:
        return _word_of_digits(cut, at) or _digits(cut, at, sign.end())
    if char in "oli" and (end := _lookalike(cut, at, least_digits=2)):
        return end
    if char == "双" and cut.text[at + 1 : at + 2] in ("机", "节", "台", "卡"):
        return cut.add(Kind.NUM, at, at + 1, Number(TWO, TWO))
    if char in numerals.NUMERALS:
        return _numeral(cut, at)
    return _english(cut, at) if char.isascii() and char.isalpha() else 0


def _word_of_digits(cut: Cut, at: int) -> int:
    """24/7, 7x24: words that begin with a digit."""
    known = cut.word(at)
    return cut.add(known[1][0], at, known[0], known[1][1]) if known and known[0] - at > 2 else 0


def _digits(cut: Cut, start: int, at: int) -> int:
    sign = cut.text[start:at]
    if sign == "-" and start and (cut.text[start - 1].isalnum() or cut.text[start - 1] == ")"):
        return cut.add(Kind.DASH, start, at)
    if sign == "+":
        return cut.add(Kind.PLUS, start, at)
    if power := _POWER.match(cut.text, at):
        value = Decimal(power[1] or 1) * Decimal(10) ** int(power[2])
        return cut.add(Kind.NUM, start, power.end(), Number(value, value))
    special = _line_number(cut, at) or _nth(cut, at) or _date(cut, at) if not sign else 0
    return special or _lookalike(cut, at, least_digits=1) or _mixed(cut, start, at) or _plain(cut, start, at)


def _line_number(cut: Cut, at: int) -> int:
    """ "1." at the start of a line of several counts nothing."""
    match = _LINE_NUMBER.match(cut.text, at)
    before = at - 1
    while before >= 0 and cut.text[before] == " ":
        before -= 1
    starts_line = before < 0 or cut.text[before] == "\n"
    return cut.add(Kind.STOP, at, match.end()) if match and starts_line and "\n" in cut.text else 0


def _nth(cut: Cut, at: int) -> int:
    match = _NTH.match(cut.text, at)
    return cut.add(Kind.ORDINAL, at, match.end(), int(match[1])) if match else 0


def _date(cut: Cut, at: int) -> int:
    match = _DATE.match(cut.text, at)
    return cut.add(Kind.DATE, at, match.end(), match.group()) if match else 0


def _lookalike(cut: Cut, at: int, least_digits: int) -> int:
    """l024, 1O24, 1OO: letters that look like digits, among digits."""
    match = _LOOKALIKE.match(cut.text, at)
    if not match or match.group().isdigit() or match.group()[-1] in "li":
        return 0
    digits = sum(char.isdigit() for char in match.group())
    if digits < 2 and not (digits >= least_digits and "oo" in match.group()):
        return 0
    read = numbers.digits(match.group().translate(_LETTERS_TO_DIGITS), 0)
    return cut.add(Kind.NUM, at, match.end(), read[0]) if read else 0


def _mixed(cut: Cut, start: int, at: int) -> int:
    """28万, 5百, 2个亿: digits that Chinese numerals go on with."""
    plain = numbers.digits(cut.text, at)
    if plain is None:
        return 0
    after = cut.skip(plain[1])
    following = cut.text[after : after + 2]
    goes_on = following in ("个亿", "个万") or (
        following[:1] in tuple("十百千万亿兆余多分来") and not _stops(cut, after)
    )
    found = numerals.chinese(cut.text, at, lambda place: _stops(cut, place)) if goes_on else None
    return cut.add(Kind.NUM, start, found[1], _signed(found[0], cut.text[start:at])) if found else 0


def _plain(cut: Cut, start: int, at: int) -> int:
    found = numbers.english(cut.text, at) or numbers.digits(cut.text, at)
    if not found:
        return 0
    number, end = _scaled(cut, *found)
    return cut.add(Kind.NUM, start, end, _signed(number, cut.text[start:at]))


def _signed(number: Number, sign: str) -> Number:
    return number.negated() if sign == "-" else number


def _scaled(cut: Cut, number: Number, end: int) -> tuple[Number, int]:
    """Applies a word of size behind digits; keeps a letter that may mean several things."""
    word = SCALE.match(cut.text, end)
    letter = _SUFFIX.match(cut.text, end)
    if word or (letter and letter[1] == "k"):
        size = word[1] if word else "k"
        low = number.low * SCALES[size]
        return Number(low, low, scale=size, raw=number.raw), (word or letter).end()  # type: ignore[union-attr]
    apart = letter is not None and letter.group()[0] == " "
    if letter is None or (apart and (cut.is_name(letter.start(1)) or cut.char(letter.end()) == "/")):
        return number, end
    return Number(number.low, number.high, suffix=letter[1], raw=number.raw), letter.end()


def _numeral(cut: Cut, at: int) -> int:
    """Chinese numerals; a word of the lexicon that begins with one goes first (一下, 一季度)."""
    known = cut.words.matches(cut.text, at)
    if known:
        end, (kind, value) = known[0]
        return cut.add(kind, at, end, value)
    vague = _SOME_TENS.match(cut.text, at)
    if vague:
        return cut.add(Kind.VAGUE, at, vague.end())
    if _TENTHS_OF_ONE.match(cut.text, at) and cut.last(at, gap=0) in (Kind.CUR, Kind.CENT):
        return cut.add(Kind.NUM, at, at + 1, numerals.chinese(cut.text[at], 0)[0])  # type: ignore[index]
    found = numerals.chinese(cut.text, at, lambda place: _stops(cut, place))
    if not found or (found[1] - at == 1 and _is_part_of_a_word(cut, at)):
        return 0
    letter = _SUFFIX.match(cut.text, found[1])
    number, end = _scaled(cut, *found) if letter and not found[0].scale else found  # 二十T
    return cut.add(Kind.NUM, at, end, number)


def _stops(cut: Cut, at: int) -> bool:
    """Whether a longer word begins here that is no number: 千瓦, 兆字节."""
    found = cut.words.matches(cut.text, at)
    return bool(found) and found[0][0] - at > 1 and found[0][1][0] is not Kind.FILLER


def _is_part_of_a_word(cut: Cut, at: int) -> bool:
    """A lone numeral between characters nobody knows is part of a word: 四川, 统一."""
    if cut.last(at, gap=0) is Kind.WORD:
        return True
    after = at + 1
    if not HAN.match(cut.text, after) or cut.text[after] in numerals.NUMERALS:
        return False
    return not (cut.words.matches(cut.text, after) or cut.is_name(after))


def _english(cut: Cut, at: int) -> int:
    """Number words; a word of several parts goes first (half price, second half)."""
    known = cut.word(at)
    if known and " " in cut.text[at : known[0]]:
        return 0
    found = numbers.english(cut.text, at)
    if not found:
        return 0
    if cut.text[at : found[1]] == "one" and _is_pronoun(cut, at):
        return cut.add(Kind.FILLER, at, found[1])
    return cut.add(Kind.NUM, at, found[1], found[0])


def _is_pronoun(cut: Cut, at: int) -> bool:
    """this one, which one."""
    before = _WORD_BEFORE.search(cut.text[max(0, at - 12) : at])
    return before is not None and before[1] in _PRONOUN_AFTER
