"""What cannot be answered, and why: absurd numbers, price changes, several scenarios at once, models nobody knows."""

import re
from decimal import Decimal

from bot.understanding.draft import Draft
from bot.understanding.durations import DAYS
from bot.understanding.kinds import Kind, Token
from bot.understanding.request import Period
from pricing.base import MAX_WHOLE_DIGITS
from pricing.scenario import MAX_GPUS

MAX_DAYS = Decimal(20 * 366)
_BELOW_NOTHING = re.compile(
    r"(?<![\w.)%])[-−] ?(?:us\$|hk\$|[$€£¥]) ?[\d.,]+ ?[kmb]?|(?<![\w.)%])[-−]\d[\d.,]*(?=\s*[万亿])"
)
"""-$5M, -500万: less than no money."""
_CHANGES = (Kind.SET, Kind.BECOME, Kind.CHANGE, Kind.GROW, Kind.SHRINK, Kind.MORE)
_ADDS = ("add", "增加", "加")
REMOVES = ("delete", "删除")
"""Verbs that take something away: a price of the book, a name, or so many GPUs."""
_AMOUNTS = (Kind.MONEY, Kind.NUM, Kind.PERCENT, Kind.CUR)
_COUNTED = (Kind.NUM, Kind.TIMES, Kind.CARD, Kind.NODE, Kind.OF)
_COUNTS = (Kind.CARD, Kind.NODE, Kind.TIMES, Kind.FOR)


class Refusal(Exception):
    """Why nothing can be done with a request, in a word of the label schema, and the piece that is to blame."""

    def __init__(self, reason: str, detail: str = "") -> None:
        super().__init__(reason)
        self.reason, self.detail = reason, detail


def checked_count(low: Decimal | int, high: Decimal | int | None = None) -> None:
    """Raises Refusal for a number of GPUs or nodes that is not positive, not whole, or beyond a million."""
    high = low if high is None else high
    if low <= 0:
        raise Refusal("non_positive_count")
    if low != int(low) or high != int(high):
        raise Refusal("fractional_count")
    if high > MAX_GPUS:
        raise Refusal("out_of_range")


def checked_period(period: Period) -> Period:
    """The length of time. Raises Refusal for none at all, or more than 20 years."""
    if period.low <= 0:
        raise Refusal("non_positive_duration")
    if period.high * DAYS[period.unit] > MAX_DAYS:
        raise Refusal("out_of_range")
    return period


def checked_share(share: Decimal) -> Decimal:
    """The share. Raises Refusal outside 0 to 1."""
    if not 0 <= share <= 1:
        raise Refusal("out_of_range")
    return share


def checked_size(number: Decimal) -> Decimal:
    """The number. Raises Refusal for a negative one, and for one too large to mean anything."""
    if number < 0 or number.adjusted() >= MAX_WHOLE_DIGITS:
        raise Refusal("out_of_range")
    return number


def check_text(draft: Draft) -> None:
    """Raises Refusal where the text as a whole is nothing to be priced."""
    if is_admin_command(draft):
        raise Refusal("admin_command")
    if draft.no_such_day:
        raise Refusal("invalid_date")
    if below := _BELOW_NOTHING.search(draft.text.text):
        raise Refusal("out_of_range", draft.text.typed(*below.span()))
    again = next((name for name in ("gpu_count", "nodes", "duration") if name in draft.twice), "")
    if again:
        raise Refusal("multi_scenario", again)
    unknown = unknown_gpu(draft)
    if unknown:
        raise Refusal("unknown_gpu", draft.typed(unknown))


def is_admin_command(draft: Draft) -> bool:
    """A price is to be changed: "set starverse A100 price to 120000", 把A100月价改成12万, "delete the H100 price"."""
    return not _states_a_need(draft) and any(_changes_a_price(draft, at) for at in range(len(draft.words)))


def _states_a_need(draft: Draft) -> bool:
    """Where a whole need is stated too, a price change in the text is not what is wanted."""
    return bool(draft.gpus) and "duration" in draft.said and not draft.said.keys().isdisjoint(("gpu_count", "nodes"))


def _changes_a_price(draft: Draft, at: int) -> bool:
    token, word = draft.words[at], draft.lower(draft.words[at])
    if token.kind not in _CHANGES or (token.kind is Kind.MORE and word not in _ADDS):
        return False
    if not _is_about_a_price(draft, at):
        return False
    if _is_another_amount(draft, at):
        return False
    first = all(before.kind in (Kind.FILLER, Kind.STOP, Kind.QUOTE, Kind.PROVIDER) for before in draft.words[:at])
    if word in REMOVES and first:
        return True
    ahead = draft.words[at + 1 :]
    to = token.kind is Kind.BECOME or any(near.kind in (Kind.TO, Kind.BECOME, Kind.COLON) for near in ahead)
    amount = any(near.kind in _AMOUNTS for near in ahead)
    return to and amount and (first or token.kind in (Kind.SET, Kind.BECOME))


def _is_another_amount(draft: Draft, at: int) -> bool:
    """把两个月改成五个月: a length or a number of GPUs is changed."""
    ahead = [near.kind for near in draft.words[at + 1 :] if near.kind is not Kind.GE]
    if Kind.NUM not in ahead:
        return False
    behind = ahead[ahead.index(Kind.NUM) + 1 :]
    return behind[:1] in ([Kind.UNIT], [Kind.CARD], [Kind.NODE]) and Kind.PRICE not in draft.kinds


def _is_about_a_price(draft: Draft, at: int) -> bool:
    around = draft.words[max(0, at - 6) : at + 12]
    if any(near.kind is Kind.POWER for near in around):
        return False
    priced = any(near.kind is Kind.PRICE or (near.kind is Kind.PER and near.value) for near in around)
    return priced or (draft.has(Kind.SET) and draft.has(Kind.BECOME, Kind.QUOTE))


def unknown_gpu(draft: Draft) -> Token | None:
    """A name where a GPU is expected, when no GPU was named and nothing near is known."""
    if draft.gpus or draft.bad_name or "family" in draft.said:
        return None
    alone = not draft.has(Kind.WORD, Kind.NUM)
    for at, token in enumerate(draft.tokens):
        if token.kind is Kind.NAMELIKE and (alone or draft.kind_at(at + 1) in _COUNTS or _is_counted(draft, at)):
            return token
    return None


def _is_counted(draft: Draft, at: int) -> bool:
    """A number before a name, or before its maker's: 8 Cerebras WSE-3."""
    made_by = draft.kind_at(at - 1) is Kind.WORD and draft.kind_at(at - 2) in (Kind.NUM, Kind.CARD)
    return made_by or draft.kind_at(at - 1) in _COUNTED
