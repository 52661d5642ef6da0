# ruff: noqa: E501 - a table reads best with one list of words to a line
"""Whether a text is a seller's claim to be checked, and not a question about a need."""

import re
from collections.abc import Sequence
from dataclasses import replace

from bot.understanding.claims.read import MAX_LENGTH, language_of, read
from bot.understanding.claims.words import CLAIM, NUMBER
from bot.understanding.reading import Action, Reading, Span, Use
from bot.understanding.request import Intent, Request
from bot.understanding.text import plain
from bot.understanding.vocabulary import Vocabulary
from pricing.claims.figure import Figure
from pricing.claims.units import PLAIN, unit

LONG = 400
"""Characters from which a text of many figures is taken as one to check, also where it is not said."""
_MANY, _SOME = 6, 3
_MONEY = re.compile(r"[$€£¥]\s?\d|\d\s*(?:万|亿)?\s*(?:元|美元|usd|cny|rmb|万(?!\s*[a-z\u3400-\u9fff])|万/)")
_FIGURES = re.compile(r"\d")
_STATED = re.compile(
    r"(?:=|≈|comes? to|amounts? to|adds? up to|works? out (?:at|to)|for a total of|合计|总计|共计|总共|总价|约合)\s*"
    r"(?:≈|~|约|about|around|为|是|:|just|only|仅|only)*\s*"
    r"(?:(?:us\$|hk\$|[$€£¥]|usd|rmb|cny) ?[\d,.]+|[\d,.]+\s*(?:[万亿]|[mk](?!w)|b\b|元|美元|usd|million|billion|thousand|mw|kw|gwh|mwh))"
    r"|\bcosts? (?:us\$|[$€£¥])\d|(?<![a-z])is (?:us\$|[$€£¥])[\d.,]+ ?[mkb]?(?:illion)? (?:a|per) (?:month|year|hour|day)"
)
_SAVES = re.compile(r"\bsav(?:es?|ing|ings of) \d+(?:\.\d+)? ?%|(?:节省|便宜|省|降低)(?:了|约|近)?\s*\d+(?:\.\d+)?\s*%")
"""A saving is a claim where prices stand beside it; else it may be a price that is supposed: AWS便宜10%."""
_ASKS = re.compile(
    r"how (?:much|many|long)|what (?:does|do|would|is|are|if)|多少|几(?:张|台|个)|怎么|哪个|which|cheapest|最便宜|afford|预算|budget|compare|对比一下|什么时候|\b(?:assum(?:e|ing)|suppos(?:e|ing)|if)\b|假设|假定|假如|假使|如果|要是|倘若"
)


def claim_in(text: str, vocabulary: Vocabulary) -> Reading | None:
    """The reading of a text to be checked; None for anything else."""
    if len(_FIGURES.findall(text)) < 3:
        return None
    said = plain(text).text
    asked = bool(CLAIM.search(said))
    states = _STATED.search(said) or (_SAVES.search(said) and _MONEY.search(said))
    stated = len(text) <= LONG and bool(states) and not _ASKS.search(said)
    if not (asked or stated or len(text) > LONG):
        return None
    if len(text) > LONG:
        return claim_reading(text) if asked or _is_article(said) else None
    figures = read(text, vocabulary).figures
    return claim_reading(text) if _can_be_checked(figures) else None


def claim_with(said: str, claim: str) -> Reading:
    """A text as a claim, in the language of the words that somebody else said with it, if they said any."""
    reading, words = claim_reading(claim), plain(said[:MAX_LENGTH]).text
    return replace(reading, language=language_of(words)) if any(map(str.isalpha, words)) else reading


def claim_reading(text: str) -> Reading:
    """A text as a claim, whatever it says."""
    return Reading(
        action=Action.NEW,
        request=Request(intent=Intent.CLAIM, claim=text),
        language=language_of(plain(text[:MAX_LENGTH]).text),
        spans=(Span(0, len(text), text, Use.USED, "claim"),),
    )


def _can_be_checked(figures: Sequence[Figure]) -> bool:
    """Two figures or more that say what they are, one of them of money, a share or a power."""
    known = [figure for figure in figures if figure.unit != PLAIN]
    worth = [figure for figure in known if figure.currency or figure.unit == unit(percent=1) or _is_physical(figure)]
    return len(figures) >= 2 and bool(worth or len(figures) >= 3)


def _is_physical(figure: Figure) -> bool:
    return any(name in ("kW", "MW", "W", "kWh", "MWh", "GWh", "GW", "GB", "TB") for name, _ in figure.unit)


def _is_article(said: str) -> bool:
    """Many figures, several of them money."""
    return len(NUMBER.findall(said)) >= _MANY and len(_MONEY.findall(said)) >= _SOME
