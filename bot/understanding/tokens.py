"""Cuts a text into tokens in one pass: names first, then numbers, then words. Linear in the length of the text."""

import re

from bot.understanding.kinds import Kind, Token
from bot.understanding.lexicon.quantities import CODES, CODES_THAT_ARE_WORDS, SCALES
from bot.understanding.names import Names
from bot.understanding.number_words import HAN, SCALE, cut_number
from bot.understanding.numbers import english
from bot.understanding.numerals import DIGITS
from bot.understanding.text import Plain
from bot.understanding.words import Cut

MAX_WORDS = 1_500
"""More is no request; what follows is one word that nobody knows."""
_WORD = re.compile(r"[a-z][a-z']*|[^\W\d_a-z\u3400-\u9fff]+")
_NAMELIKE = re.compile(r"[a-z]+[a-z0-9]*(?:[-_.]?[a-z0-9]+)*|\d+[a-z][a-z0-9]*(?:[-_.][a-z0-9]+)*")
_BITS = re.compile(r"[KMGTP]b")
_NAME_OF_DIGITS = re.compile(r"x\d{3}")
_RANGE_ENDS = frozenset(
    {Kind.NUM, Kind.UNIT, Kind.CARD, Kind.NODE, Kind.CUR, Kind.GE, Kind.DATE, Kind.BYTES, Kind.MOON}
)
_COUNTABLE = frozenset({Kind.NUM, Kind.GPU, Kind.INSTANCE, Kind.NODE, Kind.CARD, Kind.FORM, Kind.BYTES, Kind.CLOSE})
_COUNTS = (Kind.UNIT, Kind.CARD, Kind.CUR, Kind.BYTES, Kind.TOKENS)
_LETTER_UNITS = (Kind.UNIT, Kind.SECOND, Kind.BYTES, Kind.CENT, Kind.BITRATE)
_BEFORE_LETTER_UNIT = (Kind.NUM, Kind.SLASH, Kind.PER)
_BEFORE_US = (Kind.IN, Kind.ONLY, Kind.FROM, Kind.PLACE, Kind.COLON, Kind.COMMA, Kind.OR, Kind.SLASH)
_BEFORE_MAY = frozenset(
    {Kind.IN, Kind.ON, Kind.OF, Kind.FROM, Kind.BY, Kind.TO, Kind.NEXT, Kind.THIS, Kind.START, Kind.NUM, Kind.ORDINAL}
    | {Kind.PART_OF_MONTH, Kind.WEEKDAY, Kind.COMMA, Kind.FOR}
)
_PLACE = re.compile("机|集群|楼|园区|节点|库|项目|线|柜")
_BEFORE_CODE = (Kind.NUM, Kind.FOR, Kind.AT, Kind.TO, Kind.AND, Kind.OR, Kind.FILLER, Kind.COLON)
_WORDS_TOO = ("top", "cup", "mop", "pen", "gel", "mad", "cop", "sos", "lak", "bam", "ron", "std", "mur", "dop", "fok")
_PIECES = ("way", "ea", "pc", "piece", "unit")
_IS_GPU_SIZE = "GB"


def tokens_of(text: Plain, names: Names) -> list[Token]:
    """The tokens of a text in order; spaces between them are not tokens."""
    cut = Cut.of(text, names)
    at, size = 0, len(cut.text)
    while at < size:
        if cut.text[at] == " ":
            at += 1
        elif len(cut.tokens) == MAX_WORDS:
            at = cut.add(Kind.WORD, at, size)
        else:
            at = _cut_name(cut, at) or cut_number(cut, at) or _cut_word(cut, at) or _cut_unknown(cut, at)
    return cut.tokens


def _cut_name(cut: Cut, at: int) -> int:
    """A name of the vocabulary, unless a longer word of the lexicon starts here."""
    found = cut.names.at(cut.text, cut.folded, at)
    if not found or not _is_meant(cut, at, found[0]):
        return 0
    end, name = found
    word = cut.word(at)
    return 0 if word and word[0] > end else cut.add(name.kind, at, end, name.value)


def _is_meant(cut: Cut, at: int, end: int) -> bool:
    """Whether a name is meant, and not a pronoun, an article, a unit or a count that looks the same."""
    typed, before = cut.text[at:end], cut.last(at)
    if typed == "us":
        return before in _BEFORE_US or cut.cased[at:end] == "US"
    if typed == "字节" and before is Kind.NUM:  # 3字节: no company
        return False
    if typed.rstrip("s'").isdigit():
        return not _is_counted(cut, end)
    head, _, tail = typed.partition(" ")
    if not tail or not head.isalpha():
        return True
    if head == "a":  # a 100 GPU cluster
        return before in (Kind.NUM, Kind.TIMES)
    if before is Kind.NUM and head in ("gb", "b", "t"):  # 10 GB 200 days
        return False
    return len(head) > 1 or len(tail.rstrip("s'")) > 1 or not tail[0].isdigit()


def _is_counted(cut: Cut, end: int) -> bool:
    """4090 weeks, 3090张, 4090 H100: a number, not the card of that name."""
    after = cut.skip(end)
    word = cut.words.matches(cut.text, after)
    counts = bool(word) and word[0][1][0] in _COUNTS and word[0][1][1] != _IS_GPU_SIZE
    return counts or cut.is_name(after)


def _cut_word(cut: Cut, at: int) -> int:
    """A word of the lexicon that fits where it stands; x as times; a size behind a currency."""
    if cut.cased[at : at + 3] in CODES_THAT_ARE_WORDS and _is_code(cut, at, at + 3) and cut.is_whole(at + 3, Kind.CUR):
        return cut.add(Kind.CUR, at, at + 3, cut.cased[at : at + 3])
    for end, (kind, value) in cut.words.matches(cut.text, at):
        if not cut.is_whole(end, kind) or not _fits(cut, kind, value, at, end):
            continue
        if kind is Kind.CARD:
            return _cut_card(cut, at, end)
        return cut.add(_in_context(cut, kind, at, end), at, end, value)
    if cut.text[at] == "x":
        return _cut_times(cut, at)
    scale = SCALE.match(cut.text, at)
    if scale and cut.tokens and cut.tokens[-1].kind is Kind.CUR:
        return cut.add(Kind.SCALE, at, scale.end(), SCALES[scale[1]])
    return 0


def _in_context(cut: Cut, kind: Kind, at: int, end: int) -> Kind:
    """~ between two ends is "to", else "about"; may is a month only beside what dates have."""
    typed = cut.text[at:end]
    if typed == "~" and cut.last(at) not in _RANGE_ENDS:
        return Kind.APPROX
    return Kind.FILLER if typed == "may" and not _is_month(cut, at, end) else kind


def _is_month(cut: Cut, at: int, end: int) -> bool:
    after = cut.skip(end)
    word = cut.word(after)
    dated = not cut.char(after).isalpha() or english(cut.text, after) or (word and word[1][0] is Kind.ORDINAL)
    return cut.last(at) in _BEFORE_MAY or bool(dated)


def _cut_card(cut: Cut, at: int, end: int) -> int:
    """块 counts cards, or is money: 9块9, 15块/卡时, 每卡15块, 3万块."""
    if cut.text[at:end] != "块":
        return cut.add(Kind.CARD, at, end)
    after = cut.char(cut.skip(end))
    priced = any(token.kind in (Kind.PER, Kind.PRICE) for token in cut.tokens[-4:])
    large = cut.last(at) is Kind.NUM and cut.tokens[-1].value.scale in ("万", "亿") and not cut.is_name(cut.skip(end))
    money = priced or large or after.isdigit() or after in DIGITS or after in ("/", "每")
    return cut.add(Kind.CUR, at, end, "CNY") if money else cut.add(Kind.CARD, at, end)


def _fits(cut: Cut, kind: Kind, value: object, at: int, end: int) -> bool:
    """Single letters are units only behind a number; "Tb" is no size; "8-way" counts, "way" does not."""
    typed = cut.text[at:end]
    if kind in _LETTER_UNITS and len(typed) == 1 and typed.isascii() and typed.isalpha():
        return cut.last(at) in _BEFORE_LETTER_UNIT
    if kind is Kind.NTH:  # 3号机房, 2号楼: the name of a place
        return not (_PLACE.match(cut.text, end) or (HAN.match(cut.text, end) and cut.word(end) is None))
    if kind is Kind.CUR and value in CODES:
        return _is_code(cut, at, end)
    if kind is Kind.CARD and typed.startswith(_PIECES):
        return cut.last(at) in (Kind.NUM, Kind.DASH)
    if kind is Kind.WEEKDAY and cut.last(at, gap=0) is Kind.NUM:  # 4周一个月: no Monday
        return cut.char(end) != "个"
    return not (kind is Kind.BYTES and _BITS.fullmatch(cut.cased[at:end]))


def _is_code(cut: Cut, at: int, end: int) -> bool:
    """THB behind an amount; behind "in" also thb, unless it may be a word."""
    capitals = cut.cased[at:end].isupper()
    if cut.last(at) is Kind.IN:
        return capitals or cut.text[at:end] not in _WORDS_TOO
    return capitals and cut.last(at) in _BEFORE_CODE


def _cut_times(cut: Cut, at: int) -> int:
    """x between a number and a thing: 8xH100, H100 x8. "64 X9000" names something."""
    before, after = cut.last(at), cut.skip(at + 1)
    apart = before is Kind.CARD or (before is Kind.NUM and cut.tokens[-1].end < at)
    if apart and _NAME_OF_DIGITS.match(cut.text, at):
        return 0
    char = cut.char(after)
    glued = before is Kind.NUM and cut.tokens[-1].end == at and cut.char(at + 1) == " "  # 16x NVIDIA H100
    if cut.last(at, gap=0) is Kind.WORD:  # 飞跃X7000: a name
        return 0
    multiplies = before in _COUNTABLE and (glued or not char.isalpha() or cut.is_name(after))
    return cut.add(Kind.TIMES, at, at + 1) if multiplies or char.isdigit() else 0


def _cut_unknown(cut: Cut, at: int) -> int:
    """A word nobody knows, with all of its letters and digits; or a sign."""
    if cut.text[at] == "+":
        return cut.add(Kind.BOUND if cut.last(at, gap=0) is Kind.NUM else Kind.PLUS, at, at + 1)
    if HAN.match(cut.text, at):
        if cut.last(at, gap=0) is Kind.WORD and HAN.match(cut.text, at - 1):
            word = cut.tokens.pop()
            return cut.add(Kind.WORD, word.start, at + 1)
        return cut.add(Kind.WORD, at, at + 1)
    match = _NAMELIKE.match(cut.text, at)
    if match and any(char.isdigit() for char in match.group()):
        return cut.add(Kind.NAMELIKE, at, match.end())
    match = _WORD.match(cut.text, at)
    return cut.add(Kind.WORD, at, match.end()) if match else cut.add(Kind.STOP, at, at + 1)
