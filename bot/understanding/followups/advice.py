"""Advice in a thread: what belongs to one kind of question and no other, and how much of a commitment is used."""

from decimal import Decimal

from bot.understanding.followups.state import State
from bot.understanding.kinds import Kind, Token
from bot.understanding.refusals import Refusal, checked_share
from bot.understanding.request import Intent, Way

HALF = Decimal("0.5")
_USES = (Kind.UTIL, Kind.ONLY)


_OF_BLENDS = ("base_gpus", "base_way", "rest_way", "always_gpus", "peak")


def leave(state: State, topic: Intent) -> None:
    """Another question for advice: what was named for the one before is no filter of the next."""
    before = state.previous.intent
    if before is Intent.TARGET_PRICE:
        _filters_again(state)
    if before is Intent.BLEND and topic is not before:
        state.drop(*_OF_BLENDS)
    if topic is Intent.COMMITMENT and before is not topic and "commit" not in state.draft.said:
        state.drop("commit")  # which one is what is asked
    if topic is Intent.BLEND and (before is not topic or state.draft.has(Kind.TOPIC)):
        for name in ("base_way", "rest_way"):
            state.put(name, getattr(state.fresh, name))
        _base_of_what_was(state)


def _base_of_what_was(state: State) -> None:
    """128 for the base, the rest on demand: fewer GPUs than were needed are the base, and the need stays."""
    said, before = state.draft.said, state.previous.gpu_count
    count = state.values["gpu_count"]
    if before is None or count is None or said.keys() & {"base_gpus", "always_gpus", "duration"}:
        return
    if "gpu_count" in said and count.low == count.high < before.low:
        state.put("base_gpus", count.low)
        state.put("gpu_count", before)
        state.values["nodes"] = state.previous.nodes


def _filters_again(state: State) -> None:
    """Ways and providers as they were before a target price was asked for, which named some as its subject."""
    earlier = next((one for one in reversed(state.history) if one.intent is not Intent.TARGET_PRICE), None)
    for name in ("ways", "providers"):
        if name not in state.touched:
            state.values[name] = getattr(earlier, name) if earlier else ()


def change(state: State) -> None:
    """A share of use said of a commitment is how much of it is used; it asks for what the rest costs."""
    previous = state.previous
    about = previous.intent is Intent.COMMITMENT or previous.commit is not None or Way.COMMITTED in previous.ways
    if "ends_after" in state.touched:
        state.drop("commit_use")
    elif not about:
        return
    elif "utilisation" in state.draft.said:
        share = state.draft.said["utilisation"]
        state.values["utilisation"] = state.previous.utilisation
        state.touched.discard("utilisation")
        _put(state, share)
    elif state.draft.has(*_USES) and (said := _half(state)):
        share, token = said
        _put(state, share)
        state.draft.mark("commit_use", token)


def _half(state: State) -> tuple[Decimal, Token] | None:
    """half, 一半."""
    for token in state.draft.tokens:
        if token.kind is Kind.HALF or (token.kind is Kind.FACTOR and token.value == HALF):
            return HALF, token
        if token.kind is Kind.PERCENT:
            return token.value, token
    return None


def _put(state: State, share: Decimal) -> None:
    if not checked_share(share):
        raise Refusal("out_of_range")
    state.put("commit_use", share)
    state.drop("ends_after")
    state.put("intent", Intent.COMMITMENT)
