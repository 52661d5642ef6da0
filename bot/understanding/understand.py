"""Turns a text into a reading: a fresh question, or a change of the request so far."""

from datetime import date

from bot.understanding.account import spans
from bot.understanding.claims.detect import claim_in
from bot.understanding.draft import Draft
from bot.understanding.followups.follow import follow, only_watches
from bot.understanding.grammar import drafted
from bot.understanding.kinds import Kind
from bot.understanding.names import names_of
from bot.understanding.reading import Action, Reading, Suggestion, Use
from bot.understanding.request import Intent, Request
from bot.understanding.resolve import resolved, to_ask
from bot.understanding.text import plain
from bot.understanding.vocabulary import Vocabulary

MAX_LENGTH = 10_000
MAX_WORD = 80


def understand(
    text: str,
    vocabulary: Vocabulary,
    today: date,
    previous: Request | None = None,
    history: tuple[Request, ...] = (),
) -> Reading:
    """What a text says. With `previous` it is a follow-up in a thread; `history` holds the earlier states, oldest
    first. Never raises, whatever the text; characters beyond the first 10,000 are not read."""
    if claim := claim_in(text[:MAX_LENGTH], vocabulary):
        return claim
    if previous is not None and previous.intent is Intent.CLAIM:
        talk = _read(text, vocabulary, today, previous, history)
        if talk.action is not Action.SET:
            return talk
        previous, history = None, ()  # nothing of a checked text goes into what is asked next
    return _read(text, vocabulary, today, previous, history)


def _read(
    text: str, vocabulary: Vocabulary, today: date, previous: Request | None, history: tuple[Request, ...]
) -> Reading:
    found = drafted(plain(text[:MAX_LENGTH]), names_of(vocabulary), today, previous is not None)
    if previous is None:
        action = Action.WATCH if only_watches(found) else Action.NEW
        request, refusal = resolved(found)
    else:
        followed = follow(found, previous, history)
        action, request, refusal = followed.action, followed.request, followed.refusal
    account = spans(found)
    unknown = tuple(span.text[:MAX_WORD] for span in account if span.use is Use.NOT_UNDERSTOOD)
    reject = refusal.reason if refusal else "not_a_request" if request.intent is Intent.UNKNOWN else None
    return Reading(
        action=action,
        request=request,
        language=found.language,
        ask=() if reject or action in _TALK else to_ask(request) or _gpu_in_doubt(found, request),
        reject=reject,
        reject_detail=refusal.detail if refusal else "",
        unknown=unknown,
        suggestions=suggestions(found, unknown),
        spans=account,
        tried=previous is not None and _is_tried(found, unknown),
        about=tuple(found.about),
        watch=found.said.get("watch"),
    )


def _is_tried(found: Draft, unknown: tuple[str, ...]) -> bool:
    """Whether a text was meant as a change: a few words after a verb that changes, or nothing unknown but numbers."""
    starts = bool(found.words) and found.words[0].kind in _CHANGES and len(found.words) <= FEW_WORDS
    return starts or (bool(unknown) and not any(char.isalpha() for word in unknown for char in word))


_CHANGES = (Kind.ONLY, Kind.NOT, Kind.CHANGE, Kind.SAME, Kind.FROM, Kind.EXCEPTED)
FEW_WORDS = 4
_TALK = (Action.EXPLAIN, Action.EXPORT, Action.ABOUT, Action.WATCH)


def _gpu_in_doubt(found: Draft, request: Request) -> tuple[str, ...]:
    """A name near to that of a GPU is asked about, also when another was named before."""
    return ("gpu",) if found.has_near_name and not found.gpus and request.intent is not Intent.UNKNOWN else ()


def suggestions(found: Draft, unknown: tuple[str, ...]) -> tuple[Suggestion, ...]:
    """Near names for words nobody knows."""
    result = [Suggestion(found.bad_name, found.near)] if found.bad_name else []
    for word in unknown[:8]:
        names = found.names.near(word) if any(char.isalpha() for char in word) and not found.bad_name else []
        if names:
            result.append(Suggestion(word, tuple(name.shown for name in names)))
    return tuple(result)
