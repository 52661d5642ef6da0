"""What is asked about an answer ("is VAT in?", "how long does this hold?"), with the shares and times said for it."""

from decimal import Decimal

from bot.understanding.draft import Draft
from bot.understanding.durations import DAYS
from bot.understanding.kinds import Kind, Token
from bot.understanding.quantities import SIGNS, applied
from bot.understanding.reading import About
from bot.understanding.slots.slot import Places

FIELD = "about"
TAKE_SHARES = frozenset({"tax", "prepay", "failures", "support"})
TAKE_TIME = frozenset({"queue", "interruption"})
WHOLE = frozenset({"prepay", "tiers", "next-generation", "stated"})
"""Aspects that all numbers beside them belong to: "cheaper above 500 cards?" asks for no 500 cards."""
_HUNDRED = Decimal(100)
_EITHER = (Kind.OR, Kind.COMPARE)
_OF_A_CARD_OR_NODE = (Kind.CARD, Kind.NODE, Kind.EACH)


def read(draft: Draft, left: Places) -> None:
    """Takes the words that name an aspect, and what belongs to them, off what is left."""
    for at, token in enumerate(draft.tokens):
        if token.kind is Kind.ASPECT:
            draft.mark(FIELD, token)
            if all(one.aspect != token.value for one in draft.about):
                draft.about.append(_asked(draft, str(token.value), left))
        elif token.kind in _EITHER and (aspect := _of_alternatives(draft, at)):
            draft.mark(FIELD, *draft.tokens[at - 1 : at + 2])
            draft.about.append(About(aspect))
    left[:] = [at for at in left if not draft.is_marked(draft.tokens[at])]


def _asked(draft: Draft, aspect: str, left: Places) -> About:
    places = list(range(len(draft.tokens))) if aspect in WHOLE else left
    shares = _shares(draft, places) if aspect in TAKE_SHARES else ()
    if aspect == "stated":
        return About(aspect, (), None, *_amount(draft, left))
    return About(aspect, shares, _hours(draft, left) if aspect in TAKE_TIME else None)


def _shares(draft: Draft, left: Places) -> tuple[Decimal, ...]:
    """13 or 6 %, 25%: the shares, and a number that stands beside one for another."""
    found: list[Decimal] = []
    for at in left:
        token = draft.tokens[at]
        if token.kind is Kind.PERCENT:
            found.append(Decimal(token.value))
            draft.mark(FIELD, token)
        elif token.kind is Kind.NUM and draft.kind_at(at + 1) is Kind.OR and draft.kind_at(at + 2) is Kind.PERCENT:
            found.append(token.value.low / _HUNDRED)
            draft.mark(FIELD, token)
    return tuple(found)


def _hours(draft: Draft, left: Places) -> Decimal | None:
    """48 h of waiting, once a day: the first length, or time between two, that is left."""
    for at in left:
        token = draft.tokens[at]
        if token.kind in (Kind.DURATION, Kind.OFTEN):
            draft.mark(FIELD, token)
            return _length(token)
    return None


def _length(token: Token) -> Decimal:
    if token.kind is Kind.OFTEN:
        return Decimal(token.value)
    return Decimal(token.value.low * DAYS[token.value.unit] * 24)


def _amount(draft: Draft, left: Places) -> tuple[Decimal | None, str]:
    """2.1亿, $210M: the first sum that is left, and its currency where it has one."""
    for at in left:
        token = draft.tokens[at]
        if token.kind is Kind.MONEY:
            draft.mark(FIELD, token)
            return token.value.amount, SIGNS.get(token.value.currency, token.value.currency)
        if token.kind is Kind.NUM and (token.value.scale or token.value.suffix):
            draft.mark(FIELD, token)
            return applied(token.value).low, "CNY" if token.value.scale in ("万", "亿") else ""
    return None, ""


def _of_alternatives(draft: Draft, at: int) -> str:
    """SXM or PCIe: the variant; 每卡还是每台: the unit."""
    sides = (draft.kind_at(at - 1), draft.kind_at(at + 1))
    if sides == (Kind.FORM, Kind.FORM):
        return "variant"
    return "unit" if all(side in _OF_A_CARD_OR_NODE for side in sides) else ""
