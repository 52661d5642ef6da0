"""How many and how long: new values, more or fewer, twice or half."""

from decimal import Decimal
from itertools import zip_longest

from bot.understanding import durations
from bot.understanding.almanac import Almanac
from bot.understanding.followups.state import State
from bot.understanding.kinds import Kind, Token
from bot.understanding.refusals import Refusal, checked_count, checked_period
from bot.understanding.request import Amount, Count, Period
from pricing.units import TimeUnit

_COUNTED = frozenset({"nodes", "gpu_count", "duration", "gpu_hours", "budget", "egress_tb", "storage_tb", "commit_use"})
_SIGNS = {Kind.MORE: 1, Kind.FEWER: -1}
_ALONE = 3  # tokens of "x2", with what ends it


def change(state: State) -> None:
    """Applies the numbers of GPUs and nodes, and the length, that phrases gave."""
    said, fresh = state.draft.said, state.fresh
    if not said.keys().isdisjoint(("gpus_per_node", "system_gpus")):
        state.put("gpus_per_node", fresh.gpus_per_node)
    if "nodes" in said and fresh.nodes is not None:
        set_nodes(state, fresh.nodes)
    elif "gpu_count" in said and fresh.gpu_count is not None:
        set_cards(state, fresh.gpu_count)
    elif "gpus_per_node" in said and state.values["nodes"]:
        _put_nodes(state, state.values["nodes"])
    if "gpu_hours" in said:
        state.put("gpu_hours", fresh.gpu_hours)
        state.drop("duration")
    if "duration" in said:
        if state.draft.has(Kind.SHIFT):
            _move_start(state, said["duration"])
        else:
            _set_length(state, said["duration"])


def set_nodes(state: State, said: int) -> None:
    """So many nodes, or so many more or fewer than now."""
    now = state.previous.nodes
    if state.sign and not now and state.previous.gpu_count:
        raise Refusal("not_a_request")  # how many GPUs two nodes more are is not known
    _put_nodes(state, now + state.sign * said if state.sign and now else said)


def _put_nodes(state: State, nodes: int) -> None:
    """The total follows from the GPUs of a node."""
    checked_count(nodes)
    state.put("nodes", nodes)
    state.drop("gpu_count")
    each = state.values["gpus_per_node"]
    if each:
        checked_count(nodes * each)
        state.put("gpu_count", Count(low=nodes * each, high=nodes * each))


def set_cards(state: State, said: Count) -> None:
    """So many GPUs, or so many more or fewer than now."""
    now = state.previous.gpu_count
    if state.sign and now:
        said = _count(now.low + state.sign * said.low, now.high + state.sign * said.low)
    elif now and now.low == now.high == said.low < said.high:
        said = _count(said.high, said.high)  # "from 64 to 128" when it was 64: the new value, no range
    _put_cards(state, said)


def _put_cards(state: State, count: Count) -> None:
    """A number of GPUs ends a number of nodes."""
    checked_count(count.low, count.high)
    state.put("gpu_count", count)
    state.drop("nodes")


def _count(low: int, high: int) -> Count:
    return Count.model_construct(low=low, high=high)


def _set_length(state: State, said: Period) -> None:
    now = state.previous.duration
    if state.sign and now:
        said = _moved(now, said, state.sign)
    elif state.previous.tco_years and now is None and said.unit is TimeUnit.YEAR and "duration" not in state.asked:
        state.put("tco_years", said.low)
        return
    state.put("duration", checked_period(said))
    state.drop("gpu_hours")


def _move_start(state: State, by: Period) -> None:
    """推迟一周, two weeks earlier: when it starts, where that was said."""
    start = state.previous.start_date
    if start is None:
        raise Refusal("not_a_request")  # which of start and length is meant is not known
    token = next(word for word in state.draft.words if word.kind is Kind.SHIFT)
    try:
        moved = Almanac(start).later(token.value * checked_period(by).low, by.unit).first
    except (OverflowError, ValueError) as error:  # beyond the calendar
        raise Refusal("out_of_range") from error
    if moved is None:
        raise Refusal("out_of_range")
    state.put("start_date", moved)


def _moved(now: Period, by: Period, sign: int) -> Period:
    """A length made longer or shorter."""
    if now.unit is by.unit:
        low, high = now.low + sign * by.low, now.high + sign * by.low
        return Period.model_construct(low=low, high=high, unit=now.unit)
    change = Period.model_construct(low=sign * by.low, high=sign * by.low, unit=by.unit)
    return durations.added(now, change) or now


def multiply(state: State) -> None:
    """double it, halve the nodes, 时间翻倍, 10% more GPUs; a number that was said beside it counts instead."""
    said = _factor(state)
    if said is None or state.touched & _COUNTED:
        return
    factor, *spans = said
    field = _multiplied(state)
    if field == "duration":
        now: Period = state.values["duration"]
        state.put(field, checked_period(Period(low=now.low * factor, high=now.high * factor, unit=now.unit)))
    elif field == "budget":
        budget: Amount = state.values["budget"]
        state.put(field, Amount(amount=budget.amount * factor, currency=budget.currency))
    elif field == "nodes":
        _put_nodes(state, _whole(state.values["nodes"] * factor))
    elif field == "gpu_count":
        count: Count = state.values["gpu_count"]
        _put_cards(state, _count(_whole(count.low * factor), _whole(count.high * factor)))
    elif field:
        state.put(field, state.values[field] * factor)
    if field:
        state.draft.mark(field, *spans)


def _factor(state: State) -> tuple[Decimal, Token] | tuple[Decimal, Token, Token] | None:
    """double; 1.5x, x2, 3倍; half, alone; 10% more or less."""
    tokens = state.draft.tokens
    if state.draft.kind_at(0) is Kind.TIMES and state.draft.kind_at(1) is Kind.NUM and len(tokens) <= _ALONE:
        return tokens[1].value.low, tokens[0], tokens[1]
    for token, behind in zip_longest(tokens, tokens[1:]):
        if token.kind is Kind.FACTOR:
            return token.value, token
        if (
            token.kind is Kind.NUM
            and behind is not None
            and behind.kind is Kind.TIMES
            and not state.draft.is_marked(token)
        ):
            return token.value.low, token, behind
        if token.kind is Kind.HALF and not state.touched:
            return durations.HALF, token
        if token.kind is Kind.PERCENT and behind is not None and behind.kind in _SIGNS:
            return 1 + _SIGNS[behind.kind] * token.value, token, behind
    return None


def _multiplied(state: State) -> str:
    """The field a factor is for: the one that is named, else how many."""
    draft, values = state.draft, state.values
    timed = draft.has(Kind.LENGTH, Kind.UNIT, Kind.HOW_LONG) or "long" in draft.spellings
    named = {
        "duration": timed,
        "budget": draft.has(Kind.BUDGET),
        "egress_tb": draft.has(Kind.EGRESS),
        "storage_tb": draft.has(Kind.STORAGE),
        "nodes": not draft.has(Kind.CARD),
        "gpu_count": True,
        "gpu_hours": True,
    }
    return next((name for name, is_meant in named.items() if is_meant and values[name]), "")


def _whole(number: Decimal) -> int:
    if number != int(number):
        raise Refusal("fractional_count")
    return int(number)
