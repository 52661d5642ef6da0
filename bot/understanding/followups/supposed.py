"""Supposed prices in a thread: added to those there are, replaced, or taken back."""

from bot.understanding.followups.state import State
from bot.understanding.supposing_prices import merged


def change(state: State) -> None:
    """ "AWS spot 10% dearer" beside what was supposed before; "drop that assumption" takes all of it back."""
    said = state.draft.said
    found = state.previous.supposed
    if dropped := said.get("supposed_dropped"):
        found = tuple(one for one in found if "" not in dropped and one.provider not in dropped)
        state.put("supposed", found)
    if "supposed" in said:
        state.put("supposed", merged(found, state.fresh.supposed))
