"""Bare answers: a number, a share or an amount of data alone goes to what was asked, else to the field of its kind."""

from decimal import Decimal

from bot.understanding import quantities
from bot.understanding.followups.asking import is_either_or
from bot.understanding.followups.counts import set_cards, set_nodes
from bot.understanding.followups.state import State
from bot.understanding.kinds import Kind, Number, Token
from bot.understanding.refusals import checked_count, checked_period, checked_share, checked_size
from bot.understanding.request import Amount, Count, Intent, Request
from bot.understanding.slots.counts import MONEY_SCALES

LARGE = 5000
"""From here a bare number is rather money or GPU-hours, where those are in question, than a count."""
_SHARES = ("utilisation", "mfu", "discount")
_OTHER = (Kind.WORD, Kind.NUM, Kind.CENT, Kind.NAMELIKE, Kind.CUR, Kind.PCT, Kind.BITRATE, Kind.BYTES)
_YEARS = range(2025, 2041)
_FAR = 8  # times the number before: a bare "500k" after 64 is no count
_PRICES = ("unit_price", "power_price")
_DATA = ("egress_tb", "storage_tb")


def change(state: State) -> None:
    """Finds a field for every number, share and amount of data that no phrase took."""
    draft = state.draft
    either_or = is_either_or(draft)
    for at, token in enumerate(draft.tokens):
        if draft.is_marked(token):
            continue
        if draft.is_replaced(at) or (draft.kind_at(at - 1) is Kind.NOT and state.touched):
            _set_aside(state, token)
            continue
        if token.kind is Kind.NUM and [draft.kind_at(at + n) for n in (1, 2)] == [Kind.INSTEAD_OF, Kind.DURATION]:
            _set_length(state, token, draft.tokens[at + 2])
        elif token.kind is Kind.PERCENT:
            _set_share(state, token)
        elif token.kind is Kind.SIZE:
            _set_data(state, token)
        elif token.kind is Kind.NUM and not token.value.bad and not (either_or or _counts_something_else(state, at)):
            _set_number(state, token)


def _set_aside(state: State, token: Token) -> None:
    """12 weeks, not 6; 36 instead of 60: the value there was, which is used by giving way to the new one."""
    now = (state.previous.gpu_count, state.previous.duration, state.previous.commit)
    was = {low for one in now if one for low in (one.low, one.high)}
    if state.touched and token.kind is Kind.NUM and token.value.low in was:
        state.draft.mark(min(state.touched), token)


def _set_length(state: State, token: Token, old: Token) -> None:
    """36 instead of 60 months: the new length, of what was that long; of nothing else."""
    for name in ("duration", "commit"):
        now = getattr(state.previous, name)
        if now and (now.low, now.unit) == (old.value.low, old.value.unit):
            state.put(name, checked_period(now.model_copy(update={"low": token.value.low, "high": token.value.high})))
            state.draft.mark(name, token, old)


def _counts_something_else(state: State, at: int) -> bool:
    """two more engineers, PUE 1.2, 10 off: a number beside a word nobody knows."""
    draft, behind = state.draft, at + 1
    while draft.kind_at(behind) in (Kind.GE, Kind.MORE, Kind.FEWER):
        behind += 1
    if draft.kind_at(at - 1) in (*_OTHER, Kind.OFF, Kind.TIMES) or draft.kind_at(behind) in (
        *_OTHER,
        Kind.OFF,
        Kind.TIMES,
    ):
        return True
    part = not (draft.tokens[at].value.whole or draft.tokens[at].value.suffix)
    return part and draft.has(Kind.WORD)


def _set_share(state: State, token: Token) -> None:
    name = _last_changed(state, _SHARES) or ("mfu" if state.previous.intent is Intent.SIZE else "")
    if name:
        state.put(name, checked_share(token.value))
        state.draft.mark(name, token)


def _set_data(state: State, token: Token) -> None:
    """40 TB, 5 TB a day: of what there was data before. Only egress has a rate."""
    rate = state.draft.data_rate
    name = _last_changed(state, ("egress_tb",) if rate else _DATA)
    if not name:
        return
    state.put(name, checked_size(token.value.tb))
    state.draft.mark(name, token)
    if rate:
        unit, spans = rate
        state.put("egress_per", unit)
        state.draft.mark("egress_per", *spans)


def _last_changed(state: State, names: tuple[str, ...]) -> str:
    """The one of these fields that is set; of several, the one that changed last."""
    present = [name for name in names if getattr(state.previous, name) is not None]
    later: Request = state.previous
    for earlier in reversed(state.history):
        for name in present:
            if getattr(earlier, name) != getattr(later, name):
                return name
        later = earlier
    return present[0] if present else ""


def _set_number(state: State, token: Token) -> None:
    number: Number = token.value
    name = _field(state, number)
    if not name:
        return
    state.draft.mark(name, token)
    value = quantities.applied(number).low
    if name in ("nodes", "gpu_count"):
        checked_count(*((number.low, number.high) if not state.sign else (abs(number.low),)))
    if name == "nodes":
        set_nodes(state, int(number.low))
    elif name == "gpu_count":
        set_cards(state, Count.model_construct(low=int(number.low), high=int(number.high)))
    elif name == "budget":
        state.put(name, Amount(amount=checked_size(value), currency=_currency(state, number)))
    elif name in _PRICES:
        state.put(name, getattr(state.previous, name).model_copy(update={"amount": checked_size(value)}))
    else:
        state.put(name, checked_size(value))


def _field(state: State, number: Number) -> str:
    """The field a bare number goes to; none for a letter that fits nothing."""
    previous, draft = state.previous, state.draft
    if not (number.whole or number.suffix or number.scale):
        return _of_a_part(previous, number.low)
    if number.suffix in ("b", "bn"):
        return "model_params" if previous.model_params or "model_params" in state.asked else ""
    if number.suffix in ("t", "tn"):
        return "tokens" if previous.tokens or "tokens" in state.asked else ""
    large = bool(number.scale or number.suffix) or number.low >= LARGE
    if large and draft.has(Kind.AFFORD, Kind.BUY, Kind.HOW_MANY) and not draft.has(Kind.CARD, Kind.NODE):
        return "budget"
    if large and previous.gpu_hours is not None:
        return "gpu_hours"
    if large and (previous.intent is Intent.BUDGET or "budget" in state.asked) and not draft.has(Kind.CARD, Kind.NODE):
        return "budget"
    if number.scale in MONEY_SCALES and previous.unit_price is not None:
        return "unit_price"
    if number.scale in ("k", *MONEY_SCALES) and number.low >= LARGE and _is_far(state, number.low):
        return ""
    if number.suffix or state.touched & {"gpu_count", "nodes"} or _may_be_time(state, number):
        return ""
    return "nodes" if _means_nodes(state, number.low) else "gpu_count"


def _may_be_time(state: State, number: Number) -> bool:
    """2027, "for 3": a year or a length as likely as GPUs, where those were not asked for."""
    draft = state.draft
    if "gpu_count" in state.asked or draft.has(Kind.CARD, Kind.NODE):
        return False
    return (number.whole and number.low in _YEARS) or draft.words[0].kind is Kind.FOR


def _is_far(state: State, value: Decimal) -> bool:
    """Whether a number that may be money is far from the GPUs there were, and they were not asked for."""
    cards = state.previous.gpu_count
    asked = "gpu_count" in state.asked or state.draft.has(Kind.CARD, Kind.NODE)
    return not asked and (cards is None or value > _FAR * cards.high)


def _of_a_part(previous: Request, value: Decimal) -> str:
    """The price or share nearest to a number with a part; where there is none it counts GPUs, which cannot be."""
    now = {name: getattr(previous, name) for name in (*_PRICES, *(_SHARES if value <= 1 else ()))}
    values = {name: said.amount if name in _PRICES else said for name, said in now.items() if said}
    return min(values, key=lambda name: max(value / values[name], values[name] / value), default="gpu_count")


def _means_nodes(state: State, value: Decimal) -> bool:
    """Whether a bare number counts nodes: where they were counted, and their number is the nearer one."""
    nodes, cards = state.previous.nodes, state.previous.gpu_count
    if not nodes or "gpu_count" in state.asked or state.draft.has(Kind.CARD):
        return False
    if cards is None or value <= 0 or state.sign or state.draft.has(Kind.IT):
        return True
    return max(value / nodes, nodes / value) <= max(value / cards.low, cards.low / value)


def _currency(state: State, number: Number) -> str:
    """That of the budget before; else as the number says, or as the asker speaks."""
    if state.previous.budget:
        return state.previous.budget.currency
    return "CNY" if number.scale in ("万", "亿") or state.draft.language == "zh" else "USD"
