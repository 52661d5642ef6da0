"""The other fields: carried over as said, dropped, and the intent that follows."""

from bot.understanding.draft import Draft
from bot.understanding.followups import advice
from bot.understanding.followups.state import State
from bot.understanding.intents import is_break_even, is_comparison, topic_of
from bot.understanding.kinds import Kind
from bot.understanding.request import Amount, Intent, Way
from bot.understanding.supposing import change_suppositions

CARRIED = (
    *(
        "region",
        "start_date",
        "deadline",
        "utilisation",
        "mfu",
        "discount",
        "currency",
        "egress_tb",
        "egress_per",
        "storage_tb",
        "requests",
        "requests_per",
    ),
    *(
        "tco_years",
        "power_price",
        "unit_price",
        "budget",
        "hours_per_month",
        "model_params",
        "tokens",
        "active_params",
        "corpus_tb",
        "bytes_per_token",
        "commit",
        "item",
        "work_basis",
        *("ends_after", "peak", "base_gpus", "always_gpus"),
    ),
)
"""Fields that a follow-up sets as a fresh question does."""
DROPPED = {
    Kind.EGRESS: ("egress_tb", "egress_per"),
    Kind.STORAGE: ("storage_tb",),
    Kind.REQUESTS: ("requests", "requests_per"),
    Kind.OFF: ("discount",),
    Kind.UTIL: ("utilisation",),
    Kind.MFU: ("mfu",),
    Kind.COMMIT: ("commit",),
    Kind.BUDGET: ("budget",),
    Kind.TCO: ("tco_years",),
    Kind.POWER: ("power_price",),
    Kind.START: ("start_date",),
    Kind.PRICE: ("unit_price",),
    Kind.PLACE: ("region",),
    Kind.SUPPLIER: ("providers", "exclude_providers"),
}
"""Fields that "no" and such a word drop: forget the egress."""
_PRICED = (Intent.QUOTE, Intent.PRICE_LOOKUP)
_ANY = (Kind.PLACE, Kind.SUPPLIER)  # "any region" drops too
_SMALL_MONEY = 20  # times the price before: more is a budget, no price


def change(state: State) -> None:
    """Sets the fields that were said."""
    for name in CARRIED:
        if name in state.draft.said and getattr(state.fresh, name) is not None:
            state.put(name, getattr(state.fresh, name))
    change_suppositions(state)
    _share_of_a_run(state)
    _price_again(state)
    _start_again(state)


def _share_of_a_run(state: State) -> None:
    """A utilisation said of a training run is its MFU."""
    share = state.draft.said.get("utilisation")
    if share is not None and state.previous.intent is Intent.SIZE:
        state.values["utilisation"] = state.previous.utilisation
        state.put("mfu", share)


def _price_again(state: State) -> None:
    """A small sum of money after a price is another price, no budget."""
    price, said = state.previous.unit_price, state.values["budget"]
    if "budget" not in state.touched or price is None or state.previous.intent is Intent.BUDGET:
        return
    if _asks_how_many(state.draft):
        return  # "what do 2M buy?"
    amount: Amount = said
    if amount.amount < _SMALL_MONEY * price.amount and not state.draft.has(Kind.BUDGET):
        state.values["budget"] = state.previous.budget
        state.touched.discard("budget")
        state.put("unit_price", price.model_copy(update={"amount": amount.amount, "currency": amount.currency}))


def _start_again(state: State) -> None:
    """April rather: another start, where there was one."""
    if state.previous.start_date is None or "start_date" in state.touched:
        return
    for token in state.draft.tokens:
        if token.kind is Kind.WHEN and token.value.first and not state.draft.is_marked(token):
            state.put("start_date", token.value.first)
            state.draft.mark("start_date", token)


def drop(state: State) -> None:
    """forget the egress, 流量不要了, any region."""
    draft = state.draft
    if not drops(draft):
        return
    for token in draft.words:
        for name in DROPPED.get(token.kind, ()):
            wanted = draft.has(Kind.NOT) or token.kind in _ANY
            if wanted and name not in state.touched and state.values[name]:
                state.drop(name)
                state.touched.add(name)
                draft.mark(name, token)


def drops(draft: Draft) -> bool:
    """Whether a field may be dropped."""
    return draft.has(Kind.NOT, Kind.ALL, Kind.FULL) or any(token.value == "any" for token in draft.words)


def change_intent(state: State) -> None:
    """What the thread is about now."""
    _choose_intent(state)
    if state.values["intent"] is not state.previous.intent:
        _leave(state)


def _leave(state: State) -> None:
    """What only the question before needed: a number or length that was solved for comes back, and buying, which
    break-even is about, is no filter of what comes next."""
    previous = state.previous
    if previous.intent is Intent.BUDGET:
        before = next((one for one in reversed(state.history) if one.intent is not Intent.BUDGET), None)
        for name in ("gpu_count", "nodes", "gpus_per_node", "duration") if before else ():
            if state.values[name] is None and name not in state.touched:
                state.values[name] = getattr(before, name)
        if "budget" not in state.touched:
            state.drop("budget")
    named_before = any(Way.OWN in one.ways for one in state.history if one.intent is not Intent.BREAK_EVEN)
    only_own = previous.intent is Intent.BREAK_EVEN and previous.ways == (Way.OWN,) == tuple(state.values["ways"])
    if only_own and not named_before and Way.OWN not in state.draft.ways:
        state.drop("ways")


def _choose_intent(state: State) -> None:
    draft, previous, fresh = state.draft, state.previous, state.fresh
    if topic := topic_of(draft):
        advice.leave(state, topic)
        state.put("intent", topic)
    elif "work_basis" in state.touched:
        state.values["intent"] = Intent.EQUAL_WORK
    elif "deadline" in state.touched:
        state.values["intent"] = Intent.DEADLINE
    elif is_break_even(draft):
        state.values["intent"] = Intent.BREAK_EVEN
        if Way.OWN not in state.values["ways"]:
            state.put("ways", (Way.OWN, *state.values["ways"]))
    elif previous.intent is Intent.SIZE and "budget" in state.touched:
        pass  # what the run may cost: it stays a run
    elif "budget" in state.touched or previous.intent is Intent.BUDGET:
        state.values["intent"] = Intent.BUDGET
        _solve_for(state)
    elif previous.intent in (Intent.QUOTE, Intent.PRICE_LOOKUP) and is_comparison(draft):
        state.values["intent"] = Intent.COMPARE
    elif "per" in draft.said and previous.intent in _PRICED and "unit_price" not in state.touched:
        state.values["intent"] = Intent.PRICE_LOOKUP
        state.put("per", draft.said["per"])
    elif fresh.tokens and (fresh.model_params or previous.model_params):
        state.values["intent"] = Intent.SIZE
    elif previous.intent is Intent.PRICE_LOOKUP and state.touched & {"gpu_count", "nodes", "duration", "gpu_hours"}:
        state.values["intent"] = Intent.QUOTE
        state.drop("per")
    elif previous.intent is Intent.COMPARE and _one_is_left(state):
        state.values["intent"] = Intent.QUOTE


def _solve_for(state: State) -> None:
    """What money can buy is what is asked: the number or the length before does not hold it back."""
    if _asks_how_many(state.draft) and state.fresh.gpu_count is None:
        state.drop("gpu_count", "nodes")
    if state.draft.has(Kind.HOW_LONG) and state.fresh.duration is None:
        state.drop("duration")


def _asks_how_many(draft: Draft) -> bool:
    """how many, 能租多少张, "what does $2M buy"; not 预算100万够吗, which asks whether it is enough."""
    if draft.has(Kind.HOW_MANY):
        return True
    gets = any(token.kind is Kind.AFFORD and (token.value or draft.lower(token)[:4] == "what") for token in draft.words)
    money = any(draft.is_sum(at) or draft.kind_at(at) is Kind.MONEY for at in range(len(draft.tokens)))
    return (gets or (draft.has(Kind.BUY) and money)) and not draft.has(Kind.HOW_LONG)


def _one_is_left(state: State) -> bool:
    """just the A100 then: nothing is left to compare it with."""
    values, previous = state.values, state.previous
    if not state.touched & {"gpus", "ways", "providers"} or is_comparison(state.draft):
        return False
    left, before = len(values["ways"]) + len(values["providers"]), len(previous.ways) + len(previous.providers)
    fewer = state.draft.has(Kind.ONLY) or left < before or len(previous.gpus) > 1
    return fewer and left < 2 and len(values["gpus"]) < 2
