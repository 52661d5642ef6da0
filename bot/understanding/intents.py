"""What the asker wants to know, from the words and from which fields were said."""

from itertools import pairwise

from bot.understanding.draft import Draft
from bot.understanding.kinds import Kind, Number
from bot.understanding.request import Intent, Way
from pricing.units import TimeUnit

_PRICE_WORDS = (Kind.PRICE, Kind.PER)


def intent_of(found: Draft) -> Intent:
    """The intent of a fresh question."""
    said = found.said
    if not _about_hardware(found) and found.has(Kind.HELP, Kind.HELLO):
        return Intent.HELP
    if is_break_even(found):
        return Intent.BREAK_EVEN
    if is_size(found):
        return Intent.SIZE
    if is_budget(found):
        return Intent.BUDGET
    if is_comparison(found):
        return Intent.COMPARE
    if is_look_up(found):
        return Intent.PRICE_LOOKUP
    if _about_hardware(found) or said or found.has(Kind.QUOTE, Kind.SAME, Kind.CARD, Kind.VAGUE):
        return Intent.QUOTE
    return Intent.UNKNOWN


def _about_hardware(found: Draft) -> bool:
    return bool(found.gpus or found.providers or found.ways or found.said.keys() - {"currency", "start_date", "period"} or found.has(Kind.CARD, Kind.NODE))  # fmt: skip  # noqa: E501


def is_break_even(found: Draft) -> bool:
    """When, or at what use, owning wins."""
    strength = {token.value for token in found.words if token.kind is Kind.BREAK_EVEN}
    if True in strength:
        return True
    return False in strength and Way.OWN in found.ways and (found.has(Kind.HOW_LONG) or _asks_when(found))


def _asks_when(found: Draft) -> bool:
    return any(
        found.lower(token) in ("when", "at what", "what", "什么时候", "何时", "怎么样", "至少") for token in found.words
    )


def is_size(found: Draft) -> bool:
    """A training run given by model and data."""
    said = found.said
    if "tokens" in said and ("model_params" in said or found.has(Kind.TRAIN)):
        return True
    complete = bool(found.gpus) and "gpu_count" in said and "duration" in said
    return "model_params" in said and not complete


def is_budget(found: Draft) -> bool:
    """Money is given, or to be given, and an amount of compute asked."""
    if "bare_money" in found.said and "budget" not in found.said and found.has(Kind.AFFORD, Kind.BUDGET, Kind.HOW_MANY):
        cash, token = found.said["bare_money"]
        found.say("budget", cash, token)
    if "budget" in found.said:
        return True
    return found.has(Kind.AFFORD) and found.has(Kind.HOW_MANY, Kind.HOW_LONG, Kind.VAGUE)


def is_comparison(found: Draft) -> bool:
    """Things are set against each other, or the cheaper one is asked for."""
    if found.has(Kind.COMPARE):
        return True
    if len(found.ways) + len(found.providers) < 2:
        return False
    tokens = found.tokens
    named = (Kind.PROVIDER, Kind.WAY, Kind.BUY, Kind.OWN)
    return any(
        token.kind is Kind.OR
        and at
        and at + 1 < len(tokens)
        and tokens[at - 1].kind in named
        and tokens[at + 1].kind in named
        for at, token in enumerate(tokens)
    )


def is_look_up(found: Draft) -> bool:
    """A unit price is asked and no scenario is given."""
    said = found.said
    if asks_for_fee(found):
        return True
    counted = "gpu_count" in said or "nodes" in said
    if price_of_one_period(found) and not counted:
        return True
    if "duration" in said or "gpu_hours" in said:
        return False
    if "per" in said or monthly_plan(found):
        return True
    if counted:
        return False
    asked = found.has(Kind.PRICE) or "one_gpu" in said or _single_card(found)
    return asked and "unit_price" not in said


def asks_for_fee(found: Draft) -> bool:
    """Egress or storage alone: "how much is egress per GB on AWS"."""
    scenario = {"gpu_count", "nodes", "duration", "gpu_hours"} & found.said.keys()
    asked = found.has(Kind.PRICE, Kind.QUOTE, Kind.PER)
    return found.has(Kind.EGRESS, Kind.STORAGE) and asked and not found.gpus and not scenario


def price_of_one_period(found: Draft) -> bool:
    """A100一个月租金多少: one hour or month beside a word for price is the unit of the price."""
    hours: Number | None = found.said.get("gpu_hours")
    if hours is not None and hours.low == hours.high == 1:
        return True
    period = found.said.get("duration")
    one = period is not None and period.low == period.high == 1 and period.unit in (TimeUnit.HOUR, TimeUnit.MONTH)
    return one and found.has(Kind.PRICE) and "unit_price" not in found.said


def monthly_plan(found: Draft) -> bool:
    """包月 without a length of time asks for the price of a month."""
    return any(found.lower(token) == "包月" for token in found.words)


def _single_card(found: Draft) -> bool:
    words = found.words
    return any(found.lower(token) in ("单卡", "单张") for token in words) or any(
        one.kind is Kind.PER and other.kind is Kind.CARD for one, other in pairwise(words)
    )
