"""What is supposed of the calculation: from what was said to the request, fresh and in a thread."""

from decimal import ROUND_HALF_EVEN, Decimal
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from bot.understanding.draft import Draft
from bot.understanding.kinds import Kind
from bot.understanding.request import Intent, Period, Way
from bot.understanding.slots.supposed import DROPPED, PREFIX, YEARS
from pricing.scenario import WhatIf
from pricing.units import TimeUnit

if TYPE_CHECKING:
    from bot.understanding.followups.state import State

PLACES = Decimal(1).scaleb(-12)


def suppositions(draft: Draft, intent: Intent) -> dict[str, Any]:
    """The numbers that are supposed, by name. "over 3 years not 5" beside a need of weeks is the life."""
    if intent is Intent.FINANCE:
        _rate_apart(draft)
    said = [_exact(value) for name, value in sorted(draft.said.items()) if name.startswith(PREFIX)]
    values: dict[str, Any] = {"what_if": tuple(said)} if said else {}
    if YEARS in draft.said:
        period: Period = draft.said[YEARS][0]
        values |= {"tco_years": period.low} if "duration" in draft.said else {"duration": period}
    return values


def _rate_apart(draft: Draft) -> None:
    """NPV of buying 64 H200 at 8%: a share that nothing else claimed is the cost of capital."""
    for before, token in pairwise(draft.tokens):
        if token.kind is Kind.PERCENT and before.kind is Kind.AT and not draft.is_marked(token):
            rate = WhatIf(name="cost_of_capital", value=token.value)
            draft.say(f"{PREFIX}cost_of_capital", rate, before, token)


def _exact(one: WhatIf) -> WhatIf:
    """With at most 12 places: a third has no end."""
    numbers = {name: getattr(one, name) for name in ("value", "factor")}
    short = {
        name: number.quantize(PLACES, ROUND_HALF_EVEN).normalize()
        for name, number in numbers.items()
        if number is not None and int(number.as_tuple().exponent) < -12
    }
    return one.model_copy(update=short) if short else one


def change_suppositions(state: "State") -> None:
    """A supposition stands in place of an earlier one of the same name; "no colo" takes one back."""
    dropped = {name.removeprefix(DROPPED) for name in state.draft.said if name.startswith(DROPPED)}
    kept = {one.name: one for one in state.previous.what_if if one.name not in dropped}
    fresh = {one.name: one for one in state.fresh.what_if}
    if fresh or dropped:
        merged = kept | fresh
        state.put("what_if", tuple(merged[name] for name in sorted(merged)))
    if "colocation" in fresh and Way.OWN not in state.previous.ways and state.values["ways"] == (Way.OWN,):
        state.values["ways"] = state.previous.ways  # "we buy but use a colo" says how, and drops no rental
    _years_instead(state)


def _years_instead(state: "State") -> None:
    """over 3 years not 5: the life of what is bought, unless the need itself was given in years."""
    if YEARS not in state.draft.said:
        return
    period: Period = state.draft.said[YEARS][0]
    need = state.previous.duration
    if need is not None and need.unit is TimeUnit.YEAR:
        state.put("duration", period)
        return
    state.values["duration"] = need
    state.touched.discard("duration")
    state.put("tco_years", period.low)
