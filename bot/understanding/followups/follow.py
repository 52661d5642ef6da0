"""What a follow-up does: changes the request, replaces it, or asks for something about the last answer."""

from dataclasses import dataclass

from bot.understanding.account import spans
from bot.understanding.draft import Draft
from bot.understanding.followups import advice, bare, counts, fields, names, sizing, supposed
from bot.understanding.followups.asking import (
    asks_why,
    contrasts_numbers,
    declined,
    is_small_talk,
    only_asks,
    records_offer,
)
from bot.understanding.followups.state import State
from bot.understanding.intents import topic_of
from bot.understanding.kinds import Kind
from bot.understanding.reading import Action, Use
from bot.understanding.refusals import Refusal
from bot.understanding.request import Intent, Request
from bot.understanding.resolve import resolved, to_ask
from bot.understanding.slots import aspects

_TALK = {Kind.EXPLAIN: Action.EXPLAIN, Kind.EXPORT: Action.EXPORT, Kind.UNDO: Action.UNDO, Kind.RESET: Action.RESET}
_LEANS = (
    Kind.CHANGE,
    Kind.SAME,
    Kind.MORE,
    Kind.ALSO,
    Kind.FEWER,
    Kind.GROW,
    Kind.SHRINK,
    Kind.FACTOR,
    Kind.IT,
    Kind.ONLY,
)
"""Words that lean on what was said before."""
_FIGURES = (Kind.NUM, Kind.MONEY, Kind.PERCENT, Kind.SIZE, Kind.HALF, Kind.CUR, Kind.DURATION)
"""What a "why" is about: "why 1.38 months and not 1.5?"."""
_CHATTER = (Kind.THANKS, Kind.HELLO)
_SAYS_SOMETHING = (Kind.WORD, Kind.CUR, Kind.SHIFT, Kind.DURATION)
_CONTENT = (Kind.NUM, Kind.FACTOR, Kind.HALF, Kind.FORM, Kind.BREAK_EVEN, Kind.COMPARE, Kind.NAMELIKE, Kind.TOPIC)
_STEPS = (
    names.change,
    counts.change,
    fields.change,
    advice.change,
    supposed.change,
    bare.change,
    counts.multiply,
    fields.drop,
    fields.change_intent,
    sizing.change,
)


@dataclass(frozen=True, slots=True)
class Followed:
    """What a follow-up does, and the request after it."""

    action: Action
    request: Request
    refusal: Refusal | None = None


def follow(draft: Draft, previous: Request, history: tuple[Request, ...]) -> Followed:
    """The request after a follow-up; the one before where the follow-up is refused, or only asks."""
    if only_watches(draft):
        return Followed(Action.WATCH, previous)
    if draft.has(Kind.REPRICE) and not _has_content(draft, previous):
        return Followed(Action.REPRICE, previous)
    if not _has_content(draft, previous):
        return Followed(Action.ABOUT, previous) if draft.about else _talk(draft, previous, history)
    if _is_explanation(draft):
        return Followed(Action.EXPLAIN, previous)
    if records_offer(draft):
        return Followed(Action.SET, previous, Refusal("record_offer"))
    fresh, refusal = resolved(draft)
    if previous.intent in (Intent.HELP, Intent.UNKNOWN) or draft.has(Kind.RESET) or _stands_alone(draft, fresh):
        return Followed(Action.NEW, fresh, refusal)
    if asks_why(draft):
        draft.mark("explain", *(token for token in draft.tokens if token.kind in _FIGURES))
        return Followed(Action.EXPLAIN, previous)
    if draft.has(Kind.REPRICE) and not draft.said:
        return Followed(Action.REPRICE, previous)
    if draft.about and (only_asks(draft) or any(one.aspect in aspects.WHOLE for one in draft.about)):
        return Followed(Action.ABOUT, previous)
    if (
        contrasts_numbers(draft)
        or is_small_talk(draft, previous)
        or (previous.intent is not Intent.BUDGET and not draft.has(Kind.TOPIC) and only_asks(draft))
    ):
        return _not_understood(draft, previous)
    if refusal:
        return Followed(Action.SET, previous, refusal)
    state = State(draft, previous, history, fresh)
    try:
        for step in _STEPS:
            step(state)
    except Refusal as refused:
        if refused.reason == "not_a_request":
            return _not_understood(draft, previous)
        return Followed(Action.SET, previous, refused)
    after = state.request()
    changes = after != previous or state.touched or draft.has_near_name
    if changes:
        return Followed(Action.SET, after)
    if draft.about:
        return Followed(Action.ABOUT, previous)
    unknown = any(span.use is Use.NOT_UNDERSTOOD for span in spans(draft))
    if unknown and (reason := declined(draft)):
        return Followed(Action.SET, previous, Refusal(reason))
    if unknown or draft.has(*_CHATTER):
        return Followed(Action.SET if unknown else Action.NONE, after)
    return _not_understood(draft, previous)


def only_watches(draft: Draft) -> bool:
    """Whether nothing is said but that changes of the answer are to be told, or no longer."""
    names = draft.gpus or draft.providers or draft.ways or draft.without_providers or draft.without_ways
    return draft.said.keys() == {"watch"} and not names


def _not_understood(draft: Draft, previous: Request) -> Followed:
    """Nothing changes, and what was said is reported: its words that say something, else all of it."""
    draft.forget()
    if draft.words and not any(span.use is Use.NOT_UNDERSTOOD for span in spans(draft)):
        draft.report(draft.words[0], draft.words[-1])
    return Followed(Action.SET, previous, Refusal("not_a_request"))


def _has_content(draft: Draft, previous: Request) -> bool:
    """Whether anything was said that could change a request."""
    if previous.intent is Intent.BUDGET and draft.has(Kind.HOW_MANY, Kind.HOW_LONG):
        return True
    if previous.start_date and any(token.kind is Kind.WHEN for token in draft.tokens):
        return True
    named = draft.gpus or draft.providers or draft.ways
    left_out = draft.without_gpus or draft.without_ways or draft.without_providers
    dropped = fields.drops(draft) and draft.has(*fields.DROPPED)
    moved = draft.has(Kind.MORE, Kind.FEWER) and draft.has(Kind.UNIT, Kind.MOON)
    of_names = named or left_out or draft.replaced or draft.bad_name
    return bool(
        draft.said or draft.data_rate or of_names or draft.has(*_CONTENT) or topic_of(draft) or dropped or moved
    )


def _talk(draft: Draft, previous: Request, history: tuple[Request, ...]) -> Followed:
    action = next((action for kind, action in _TALK.items() if draft.has(kind)), Action.NONE)
    if action is Action.RESET:
        return Followed(action, Request(intent=Intent.QUOTE))
    if action is Action.UNDO:
        first = any(token.kind is Kind.UNDO and token.value == "first" for token in draft.words)
        earlier = history if first else reversed(history)
        return Followed(action, next((state for state in earlier if state != previous), previous))
    if (
        action is Action.NONE
        and not draft.has(*_CHATTER)
        and (draft.has(*_SAYS_SOMETHING) or _is_empty_question(draft))
    ):
        return _not_understood(draft, previous)
    return Followed(action, previous)


def _is_empty_question(draft: Draft) -> bool:
    """ "?", "what was it last week?": asks, but for no price; a text without anything asks nothing."""
    asks = "?" in draft.text.text and not draft.has(Kind.QUOTE, Kind.PRICE, Kind.HELP)
    return bool(draft.words) and (asks or not any(char.isalnum() for char in draft.text.text))


def _is_explanation(draft: Draft) -> bool:
    """ "why is own so expensive?": asks about a way or a provider, changes nothing."""
    changes = draft.said.keys() - {"currency"} or draft.has(Kind.NUM, Kind.NOT, *_LEANS)
    return draft.has(Kind.EXPLAIN) and not changes


def _stands_alone(draft: Draft, fresh: Request) -> bool:
    """A whole question of its own: nothing is missing, and no word leans on what was said before."""
    if draft.has(*_LEANS) or not fresh.gpus or to_ask(fresh) or fresh.intent is Intent.PRICE_LOOKUP:
        return False
    if draft.has(Kind.TOPIC) and fresh.gpu_count is None and fresh.nodes is None:
        return False  # "how many A100 do the same?": as what was asked before
    first = draft.words[0]
    return first.kind not in (Kind.AND, Kind.OR) and first.value != "between"
