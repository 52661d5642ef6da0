"""What the asker wants to know, from the words and from which fields were said."""

import re
from itertools import pairwise

from bot.understanding.draft import Draft
from bot.understanding.kinds import Kind, Number, Token
from bot.understanding.request import Intent, Period, Way
from pricing.units import TimeUnit

_SCENARIO = frozenset({"gpu_count", "nodes", "duration", "gpu_hours"})
_NO_TOPIC = frozenset({"currency", "start_date", "period"})
_OF_FINANCE = frozenset({"what_if.cost_of_capital", "what_if.lease_months"})
_AFFORD = ("what can we afford", "can we afford", "can i afford", "could we afford", "afford")
_SHOULD_BUY = re.compile(r"\bshould (?:we|i) (?:just )?(?:buy|own)(?! \w+ than)(?!.*\b(?:or|vs\.?|versus)\b)")
_SIDES = (Kind.PROVIDER, Kind.WAY, Kind.BUY, Kind.OWN)


def intent_of(draft: Draft) -> Intent:
    """The intent of a fresh question."""
    if draft.has(Kind.HELP, Kind.HELLO) and not _is_about_hardware(draft):
        return Intent.HELP
    if topic := topic_of(draft):
        return topic
    for intent, holds in (
        (Intent.BREAK_EVEN, is_break_even),
        (Intent.SIZE, is_size),
        (Intent.BUDGET, is_budget),
        (Intent.COMPARE, is_comparison),
        (Intent.PRICE_LOOKUP, is_look_up),
    ):
        if holds(draft):
            return intent
    asked = draft.said or draft.has(Kind.QUOTE, Kind.SAME, Kind.VAGUE)
    return Intent.QUOTE if asked or _is_about_hardware(draft) else Intent.UNKNOWN


def topic_of(draft: Draft) -> Intent | None:
    """The kind of advice that is asked for, if any. Cost of capital and a lease show in finance alone."""
    found = next((token.value for token in draft.words if token.kind is Kind.TOPIC), None)
    if found is None and not (draft.said.keys().isdisjoint(_OF_FINANCE) and not _asks_for_book_value(draft)):
        return Intent.FINANCE
    implied = Intent.BLEND if "always_gpus" in draft.said else Intent.COMMITMENT if "ends_after" in draft.said else None
    return found or implied


def _asks_for_book_value(draft: Draft) -> bool:
    """ "depreciation?": without a life or a length beside it the schedule is asked for."""
    asked = not draft.spellings.isdisjoint(("depreciation", "折旧"))
    return asked and not draft.said and not draft.has(Kind.NOT, Kind.EXPLAIN)


def _is_about_hardware(draft: Draft) -> bool:
    named = draft.gpus or draft.providers or draft.ways
    counted = draft.has(Kind.CARD, Kind.NODE) and (draft.language != "zh" or not _is_measure_of_a_word(draft))
    return bool(
        named
        or counted
        or draft.said.keys() - _NO_TOPIC - {"region"}
        or ("region" in draft.said and not draft.has(Kind.WORD))
    )


def _is_measure_of_a_word(draft: Draft) -> bool:
    """订张机票: 张 before a word nobody knows counts that, and no GPU."""
    return not draft.has(Kind.NUM, Kind.VAGUE, Kind.NAMELIKE, Kind.NEAR) and draft.has(Kind.WORD)


def is_break_even(draft: Draft) -> bool:
    """When, or at what use, owning wins. Words such as "beat" and 划算 need owning and a "when" beside them."""
    strong = {token.value for token in draft.words if token.kind is Kind.BREAK_EVEN}
    if _SHOULD_BUY.search(draft.text.text):
        return True
    at_what_use = draft.has(Kind.UTIL) and "utilisation" not in draft.said
    asks_when = at_what_use or draft.has(Kind.HOW_LONG, Kind.ASKS_WHEN)
    return True in strong or (False in strong and Way.OWN in draft.ways and asks_when)


def is_size(draft: Draft) -> bool:
    """A training run given by model and data; one that is given as so many GPUs for so long is a quote."""
    said = draft.said
    if not said.keys().isdisjoint(("tokens", "corpus_tb")):
        return not said.keys().isdisjoint(("model_params", "active_params")) or draft.has(Kind.TRAIN)
    complete = bool(draft.gpus) and "gpu_count" in said and "duration" in said
    return "model_params" in said and not complete


def is_budget(draft: Draft) -> bool:
    """Money is given, or to be given, and an amount of compute asked."""
    if "bare_money" in draft.said and "budget" not in draft.said:
        buys = any(draft.is_sum(place) for place in range(len(draft.tokens)))
        if not buys and not draft.has(Kind.AFFORD, Kind.BUDGET, Kind.HOW_MANY):
            return False
        cash, token = draft.said["bare_money"]
        draft.say("budget", cash, token)
    asked = draft.has(Kind.AFFORD) and draft.has(Kind.HOW_MANY, Kind.HOW_LONG, Kind.VAGUE)
    asked = asked or (not draft.spellings.isdisjoint(_AFFORD) and draft.said.keys().isdisjoint(("gpu_count", "nodes")))
    return bool(draft.said.keys() & {"budget", "budget_per"}) or asked


def is_comparison(draft: Draft) -> bool:
    """Things are set against each other, or the cheaper one is asked for."""
    several = len(draft.gpus) > 1 or len(draft.ways) + len(draft.providers) > 1
    if draft.has(Kind.COMPARE) or ("than" in draft.spellings and several):
        return True
    if len(draft.ways) + len(draft.providers) < 2:
        return False
    return any(
        token.kind is Kind.OR and draft.kind_at(at - 1) in _SIDES and draft.kind_at(at + 1) in _SIDES
        for at, token in enumerate(draft.tokens)
    )


def is_look_up(draft: Draft) -> bool:
    """A unit price is asked and no scenario is given."""
    said = draft.said
    counted = not said.keys().isdisjoint(("gpu_count", "nodes"))
    if asks_for_fee(draft) or (price_of_one_period(draft) and not counted):
        return True
    if "duration" in said or "gpu_hours" in said:
        return False
    if _asks_for_one(draft):
        return True
    if "per" in said or asks_for_month(draft):
        return True
    asked = draft.has(Kind.PRICE, Kind.DEARER) or "one_gpu" in said or _names_one_card(draft)
    return asked and not counted and "unit_price" not in said


def _asks_for_one(draft: Draft) -> bool:
    """H100一张多少钱: one GPU and no length of time is a unit price, unless it is to be bought."""
    cards: Number | None = draft.said.get("gpu_count")
    one = cards is not None and cards.low == cards.high == 1 and "nodes" not in draft.said
    return one and draft.has(Kind.QUOTE, Kind.PRICE) and Way.OWN not in draft.ways


def asks_for_fee(draft: Draft) -> bool:
    """Egress or storage alone: "how much is egress per GB on AWS"."""
    asked = draft.has(Kind.PRICE, Kind.QUOTE) or (draft.has(Kind.PER) and "egress_per" not in draft.said)
    return asked and draft.has(Kind.EGRESS, Kind.STORAGE) and not draft.gpus and draft.said.keys().isdisjoint(_SCENARIO)


def price_of_one_period(draft: Draft) -> bool:
    """A100一个月租金多少, "one A100 hour": one hour or month beside a question for a price is its unit."""
    hours: Number | None = draft.said.get("gpu_hours")
    if hours is not None and hours.low == hours.high == 1:
        return True
    period: Period | None = draft.said.get("duration")
    if period is None or not period.low == period.high == 1 or period.unit not in (TimeUnit.HOUR, TimeUnit.MONTH):
        return False
    asked = draft.has(Kind.PRICE) or ("one_gpu" not in draft.said and _asks_beside_length(draft))
    return asked and "unit_price" not in draft.said


def _asks_beside_length(draft: Draft) -> bool:
    """多少钱一小时, 一个月多少钱, "how much a month"."""
    return any(
        {one.kind, other.kind} == {Kind.QUOTE, Kind.DURATION} and (one.kind is Kind.QUOTE or one.end == other.start)
        for one, other in pairwise(draft.tokens)
    )


def asks_for_month(draft: Draft) -> bool:
    """包月 without a length of time asks for the price of a month."""
    return "包月" in draft.spellings


def _names_one_card(draft: Draft) -> bool:
    """单卡, 每张."""
    if not draft.spellings.isdisjoint(("单卡", "单张")):
        return True
    return any(_each(one, other) for one, other in pairwise(draft.words))


def _each(one: Token, other: Token) -> bool:
    return one.kind is Kind.PER and other.kind is Kind.CARD
