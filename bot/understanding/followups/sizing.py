"""Number and time, when one of them follows from the other: of a training run, and of the same work on other GPUs."""

from decimal import Decimal

from bot.understanding.followups.state import State
from bot.understanding.kinds import Kind
from bot.understanding.quantities import exact
from bot.understanding.request import Count, Intent, Period

_COUNT = frozenset({"gpu_count", "nodes"})
_SAID_ALIKE = (("tokens", "corpus_tb"), ("corpus_tb", "tokens"), ("model_params", "active_params"))
"""What was said of a run, and what that replaces."""


def change(state: State) -> None:
    """After a time the number of GPUs follows; after "how long" on so many GPUs the time does."""
    intent = state.values["intent"]
    if intent is Intent.SIZE or state.request().asks_of_run:
        _of_a_run(state)
    elif intent in (Intent.QUOTE, Intent.COMPARE) and state.draft.has(Kind.HOW_LONG):
        _same_work(state)


def _of_a_run(state: State) -> None:
    counted, timed = bool(state.touched & _COUNT), "duration" in state.touched
    if counted and not timed and state.draft.has(Kind.HOW_LONG):
        state.drop("duration")
    if timed and not counted:
        state.drop("gpu_count", "nodes")
    for said, other in _SAID_ALIKE:
        if said in state.touched and other not in state.touched:
            state.drop(other)


def _same_work(state: State) -> None:
    """with 256 cards how long, how much?: as many GPU-hours as before."""
    before, now = _gpus(state.previous.gpu_count), _gpus(state.values["gpu_count"])
    period: Period | None = state.previous.duration
    if "gpu_count" not in state.touched or "duration" in state.touched or not before or not now or period is None:
        return
    low, high = (exact(length * before / now) for length in (period.low, period.high))
    state.put("duration", Period(low=low, high=high, unit=period.unit))


def _gpus(count: Count | None) -> Decimal | None:
    return Decimal(count.low) if count is not None and count.low == count.high else None
