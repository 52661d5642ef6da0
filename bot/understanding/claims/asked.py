# ruff: noqa: E501 - a table reads best with one list of words to a line
"""Whether words that came with a file ask for a check of it."""

import re

from bot.understanding.claims.read import MAX_LENGTH
from bot.understanding.claims.words import CLAIM
from bot.understanding.text import plain

_FIGURES = re.compile(r"\d")
_OF_FILE = re.compile(
    r"\b(?:check|verify|audit|validate)\b[^.\n]{0,20}\b(?:attached|attachment|file|sheet|spreadsheet|document|estimate|contract)\b"
    r"|检查(?:附件|文件|报价|这份|这个)"
)
_JUST_CHECK = re.compile(
    r"(?:(?:can|could|would) you |please |pls )?(?:please )?(?:double[- ]?|sanity[- ]?)?(?:check|verify|audit)(?: it| them| these| those)?(?: for (?:me|us))?(?:,? ?(?:please|pls|thanks|thank you))?"
    r"|(?:请|麻烦|帮我|帮忙|帮我们)?(?:检查|核查)(?:一?下)?"
)


def asks_check(said: str) -> bool:
    """Whether words that came with a file ask for its figures to be checked: "check this quote", "please check"."""
    words = plain(said[:MAX_LENGTH]).text.strip(" ?!.,;:")
    return bool(CLAIM.search(words) or _OF_FILE.search(words) or _JUST_CHECK.fullmatch(words))


def has_figures(text: str) -> bool:
    """Whether there is a digit in what is read of a text: none of those in an address or the id of a person."""
    return bool(_FIGURES.search(plain(text[:MAX_LENGTH]).text))
