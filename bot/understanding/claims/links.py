# ruff: noqa: E501 - a table reads best with one list of words to a line
"""The signs of arithmetic between figures: × / + - = and brackets, and the words that stand for them."""

import itertools
import re

from pricing.claims.figure import Figure

_SIGNS = (
    ("=", re.compile(r"=>?|≈|->|→|\bequals?\b|\bcomes? to\b|\bamounts? to\b|\bworks? out (?:at|to)\b|\bgives\b|\bmakes\b|\btotals?\b|合计|总计|共计|等于|得|约合|折合|就是|\bis\b|\bfor a total of\b")),
    ("*", re.compile(r"[*@]|(?<![a-z])x(?![a-z])|\btimes\b|multiplied by|乘以?")),
    ("/", re.compile(r"/|\bdivided by\b|除以")),
    ("+", re.compile(r"\+|\bplus\b|加上?")),
    ("-", re.compile(r"(?<=\s)-(?=\s)|\bminus\b|\bless\b|减去?")),
    ("(", re.compile(r"\(")),
    (")", re.compile(r"\)")),
)  # fmt: skip
_MOST_BETWEEN = 40
_BREAK = re.compile(r"[\n|;!?]|\.\s")


def links(text: str, figures: tuple[Figure, ...]) -> tuple[str, ...]:
    """A bracket behind words ("HGX H200 (8 GPUs)") is "[": an aside. For each figure the signs between it and the next one, in order ("" for none, "|" where they are apart)."""
    result = []
    for one, other in itertools.pairwise(figures):
        result.append(_between(text[one.end : other.at]) if one.place.column == other.place.column else "|")
    return (*result, "|") if figures else ()


def _between(gap: str) -> str:
    if len(gap) > _MOST_BETWEEN or _BREAK.search(gap):
        return "|"
    found = sorted((match.start(), sign) for sign, pattern in _SIGNS for match in pattern.finditer(gap))
    signs, end = "", 0
    for at, sign in found:
        aside = sign == "(" and any(char.isalpha() or char == "\0" for char in gap[end:at])
        signs, end = signs + ("[" if aside else sign), at + 1
    return signs
