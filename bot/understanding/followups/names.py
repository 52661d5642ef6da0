"""Models, providers and ways: set anew, added, or taken away."""

from typing import Any

from bot.understanding.draft import Draft
from bot.understanding.followups.state import State, joined
from bot.understanding.intents import topic_of
from bot.understanding.kinds import Kind, Token
from bot.understanding.request import Intent, Way
from bot.understanding.slots.naming import FIELDS

_ALSO = ("also", "too", "as well", "也")


def change(state: State) -> None:
    """Applies every name that was said."""
    for token in state.draft.replaced:
        _take_away(state, FIELDS.get(token.kind, ""), token)
    _change_models(state)
    _change_providers(state)
    _change_ways(state)
    _leave_out(state, "providers", "exclude_providers", tuple(state.draft.without_providers))
    _leave_out(state, "ways", "exclude_ways", tuple(state.draft.without_ways))


def _take_away(state: State, name: str, token: Token) -> None:
    if name:
        items = token.value if isinstance(token.value, tuple) else (token.value,)
        state.values[name] = tuple(item for item in state.values[name] if item not in items)


def _change_models(state: State) -> None:
    draft, fresh = state.draft, state.fresh
    covered = [gpu for name in draft.without_gpus if name in draft.names.gpus for gpu in draft.names.gpus[name].covers]
    left = _others(state.values["gpus"], (*draft.without_gpus, *covered))
    if left != state.values["gpus"]:
        state.put("gpus", left)
    if not fresh.gpus:
        if len(state.previous.gpus) == 1 and draft.has(Kind.FORM, Kind.BYTES):
            _change_variant(state)
        return
    beside = len(fresh.gpus) == 1 and not draft.has(Kind.ONLY)
    of_equal_work = topic_of(draft) is Intent.EQUAL_WORK and bool(state.previous.gpus)
    together = beside and (draft.has(Kind.COMPARE, Kind.MORE, Kind.ALSO) or _begins_with_and(state) or of_equal_work)
    state.put("gpus", joined(left, fresh.gpus) if together else fresh.gpus)
    if fresh.instance or not together:
        state.values["instance"] = fresh.instance


def _begins_with_and(state: State) -> bool:
    """and H200: beside the model before; "and for H200" is another question."""
    return [word.kind for word in state.draft.words[:2]] == [Kind.AND, Kind.GPU]


def _change_variant(state: State) -> None:
    """80GB version, PCIe: the same model in another memory or form."""
    names, gpu = state.draft.names, state.previous.gpus[0]
    if gpu not in names.gpus:
        return
    for token in state.draft.tokens:
        model = names.variant(gpu, token.value) if token.kind in (Kind.FORM, Kind.SIZE) else None
        if model:
            state.put("gpus", (model,))
            state.draft.mark("gpus", token)


def _adds(state: State) -> bool:
    return state.draft.has(Kind.MORE, Kind.ALSO, Kind.COMPARE, Kind.AND) and not state.draft.has(Kind.ONLY)


def _all_are_shown(state: State, name: str) -> bool:
    """spot is fine too, plus Azure, 竞价也可以: where nothing was picked all of them are on show already."""
    draft = state.draft
    also = not draft.spellings.isdisjoint(_ALSO) or draft.words[0].kind is Kind.MORE or _is_and_alone(draft)
    return also and not getattr(state.previous, name) and not draft.has(Kind.ONLY)


def _is_and_alone(draft: Draft) -> bool:
    """ "and spot": nothing but names; "and on spot?" asks for another view."""
    first, *names = [word.kind for word in draft.words]
    return first is Kind.AND and set(names) <= {Kind.PROVIDER, Kind.WAY}


def _change_providers(state: State) -> None:
    named = state.fresh.providers
    if named and _all_are_shown(state, "providers"):
        state.touched.add("providers")
    elif named:
        state.put("providers", joined(state.previous.providers, named) if _adds(state) else named)
        state.values["exclude_providers"] = _others(state.values["exclude_providers"], named)


def _change_ways(state: State) -> None:
    if state.fresh.intent is Intent.BLEND:
        return  # of its parts: what is on show stays
    committed = "commit" in state.draft.said
    if not (state.draft.ways or committed) or (committed and Way.COMMITTED in state.previous.ways):
        return
    named = state.fresh.ways
    if _all_are_shown(state, "ways"):
        state.touched.add("ways")
        state.values["exclude_ways"] = _others(state.values["exclude_ways"], named)
        return
    adds = _adds(state) or (committed and bool(state.previous.ways))
    state.put("ways", joined(state.previous.ways, named) if adds else named)
    state.values["exclude_ways"] = _others(state.values["exclude_ways"], named)


def _others(items: tuple[Any, ...], without: tuple[Any, ...]) -> tuple[Any, ...]:
    return tuple(item for item in items if item not in without)


def _leave_out(state: State, name: str, excluded: str, items: tuple[Any, ...]) -> None:
    """What was named before is no longer shown; anything else is left out from now on."""
    for item in items:
        if item in state.values[name]:
            state.put(name, _others(state.values[name], (item,)))
        else:
            state.put(excluded, joined(state.values[excluded], (item,)))
