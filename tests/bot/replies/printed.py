"""Reads printed formulas back, as a reader with a calculator does: what is left of each "=" against what is right."""

import re
from collections.abc import Iterator
from fractions import Fraction

from bot.replies.card import Card

# "1.381 months (1,008 h ÷ 730 h)": the brackets say what the rounded number before them is made of.
_MADE_OF = re.compile(r"[\d,.]+ ?(?:months?|个月) ?[(（]([^()（）]*÷[^()（）]*)[)）]")
_PER = re.compile(r"/\S*(?: requests)?")  # "/node-month", "/10,000 requests"
_SIGNS = {"×": "*", "÷": "/", "−": "-", "+": "+", "(": "(", ")": ")"}
_TOKEN = re.compile(r"\d[\d,]*(?:\.\d+)?%?|[×÷−+()]")
_RESULT = re.compile(r"<?-?\d[\d,]*(?:\.\d+)?%?")


def equations(card: Card) -> Iterator[tuple[str, str]]:
    """What is worked out and what it gives, for every equation of the workings."""
    for line in (card.verdict, *(line for section in card.sections for line in section.lines)):
        before = ""
        for part in re.split("[;；] ?", line):
            left, equals, right = part.rpartition(" = ")
            left = re.split(": |：", left)[-1]
            if equals and re.search(" [×÷−] |^−|^÷", left):
                yield (before + left if left.startswith("÷") else left), right
            before = right


def worked_out(left: str) -> Fraction:
    """The value of what is printed left of the "=". Words and units mean nothing."""
    tokens = _TOKEN.findall(_PER.sub("", _MADE_OF.sub(r"(\1)", left)))
    return Fraction(eval("".join(_SIGNS.get(token) or _fraction(token) for token in tokens)))


def _fraction(token: str) -> str:
    number = token.rstrip("%").replace(",", "")
    return f'Fraction("{number}e-2")' if token.endswith("%") else f'Fraction("{number}")'


def holds(left: str, right: str) -> bool:
    """Whether the printed result is what is printed left of it, to its last digit."""
    (shown, *_) = _RESULT.findall(right)
    scale = 100 if shown.endswith("%") else 1
    digits = shown.strip("<%").replace(",", "")
    half = Fraction(1, 2 * scale * 10 ** len(digits.partition(".")[2]))
    close = half + half / 10**9  # a value right between two digits may go either way
    value = worked_out(left)
    return abs(value) < close if shown.startswith("<") else abs(value - Fraction(digits) / scale) <= close
