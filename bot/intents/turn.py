"""One turn of a conversation: what was said in which thread goes in, the answer and what to remember come out."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import date

from pydantic import Field

from bot.exports.files import Format
from bot.intents import answers
from bot.intents.public_book import PublicBook
from bot.intents.replying import Context, Reply, Wish, noted
from bot.replies import notices
from bot.replies.actions import PricedWith
from bot.replies.card import Action as Button
from bot.replies.card import Card
from bot.understanding.reading import Action, Reading, Use
from bot.understanding.request import Request
from pricing.base import Frozen
from pricing.costs import Comparison

MOST_REMEMBERED = 50
"""Requests a thread remembers for undo."""


UNCHANGED = (Action.NONE, Action.EXPORT, Action.EXPLAIN, Action.ABOUT, Action.WATCH)


class ThreadState(Frozen):
    """What a thread remembers: its requests, oldest first (the last is current), and the book they were priced with.

    `kept`: the thread stays with that book, whatever becomes of prices.
    """

    requests: tuple[Request, ...] = Field(min_length=1)
    language: str
    book_version: int
    day: date
    kept: bool = False

    @property
    def priced_with(self) -> PricedWith:
        """The book."""
        return PricedWith(day=self.day, book_version=self.book_version)


@dataclass(frozen=True, slots=True)
class Asking:
    """A message: its text, who sent it, the language of their account if known, and the thread it belongs to.

    `shared`: people of other organisations read the answer. `threaded`: it can be replied to. `earlier` gives what
    people wrote in the thread before, oldest first; it is asked only where the message alone asks nothing. `watching`:
    whether the thread can be watched, see `bot.intents.watching`. `claim`: a seller's text to be checked, whatever it
    says; `text` are the words it came with.
    """

    text: str
    user: str
    language: str | None = None
    state: ThreadState | None = None
    shared: bool = False
    threaded: bool = True
    earlier: Callable[[], Sequence[str]] | None = field(default=None, compare=False)
    watching: str = field(default="", compare=False)
    claim: str | None = None


@dataclass(frozen=True, slots=True)
class Answer:
    """The reply, what the thread is to remember (None: nothing new), the comparisons the reply shows, and its notes on
    how the text was taken. `idle`: the message asked nothing of the bot. `export`: it asked for a file of this
    format, which `Desk.export` makes of the thread's last answer. `wish`: the thread is to be watched, or no longer."""

    card: Card
    state: ThreadState | None = None
    comparisons: tuple[Comparison, ...] = ()
    notes: tuple[str, ...] = ()
    idle: bool = False
    export: Format | None = None
    wish: Wish | None = None


@dataclass(frozen=True, slots=True)
class Said:
    """What an answer follows from beside the book: a text, the language of the account, the state of the thread,
    what people had written there that was taken for the question, and a text to be checked that came with it."""

    text: str
    language: str | None
    state: ThreadState | None
    threaded: bool
    taken: tuple[str, ...] = ()
    watching: str = ""
    claim: str | None = None


def with_origin(answer: Answer, taken: tuple[str, ...], context: Context) -> Answer:
    """The answer with where its question came from, and with a word on prices that are left out."""
    notes = tuple(notices.taken_from_thread(context.language, line) for line in taken)
    book = context.book
    if isinstance(book, PublicBook) and any(book.hides(one.scenario.gpu) for one in answer.comparisons):
        notes += (notices.prices_left_out(context.language),)
    return replace(answer, card=noted(answer.card, notes), notes=(*notes, *answer.notes)) if notes else answer


def marked(answer: Answer, note: str, action: Button) -> Answer:
    """The answer with a note on top of its notes, and a button beside the first."""
    card = answer.card
    actions = (*card.actions[:1], action, *card.actions[1:])
    return replace(answer, card=replace(card, notes=(note, *card.notes), actions=actions))


def answered(reading: Reading, past: tuple[Request, ...], context: Context) -> Answer:
    """Answer a reading after these requests."""
    if reading.action is Action.RESET:
        forgotten = _remembered(Request(), past, replace(context, kept=False)) if past else None
        return _replied(answers.without_change(reading, past, context), forgotten)
    if reading.action in UNCHANGED:
        replied = _replied(answers.without_change(reading, past, context))
        return replace(replied, idle=reading.action is Action.NONE)
    if past and reading.reject in (None, "not_a_request") and _is_talk(reading, past[-1]):
        detail = reading.unknown[0]
        reading = replace(reading, reject="not_a_request", reject_detail=detail, request=past[-1])
    reply = answers.answer(reading, context)
    if reading.reject is not None:
        return _refused(reading, reply, past, context)
    if reply.refused and past:
        return _replied(reply)
    if past and past[-1].intent in answers.FIGURES and reading.request.intent not in answers.FIGURES:
        return _replied(reply)  # of a kind that has no figures; what comes next is about those before
    if past and reading.action in (Action.SET, Action.UNDO):
        reply = answers.followed_up(reply, past[-1], reading.request, context)
    if reading.action is Action.UNDO and reading.request in past:
        # What was taken back is gone, so that taking back once more goes further back.
        past = past[: len(past) - past[::-1].index(reading.request)]
    return _replied(reply, _remembered(reading.request, past, context))


def _refused(reading: Reading, reply: Reply, past: tuple[Request, ...], context: Context) -> Answer:
    """The answer to what cannot be done. The rest of a first question is kept, so that its fault can be put right."""
    begun = not past and reading.request != Request(intent=reading.request.intent)
    has_number = any(character.isdigit() for word in reading.unknown for character in word)
    idle = reading.reject == "not_a_request" and not reading.tried and (bool(past) or not has_number)
    state = _remembered(reading.request, past, context) if begun else None
    return replace(_replied(reply, state), idle=idle)


def _is_talk(reading: Reading, before: Request) -> bool:
    """Whether people talk of other things in a thread: words that were not understood, and nothing beside them that
    says of what it is but a number ("lunch at 12 for the team")."""
    if reading.action is not Action.SET or not reading.unknown:
        return False
    used = [span for span in reading.spans if span.use is Use.USED]
    return reading.request == before or all(span.field == "gpu_count" and span.text.isdigit() for span in used)


def _replied(reply: Reply, state: ThreadState | None = None) -> Answer:
    return Answer(reply.card, state, reply.comparisons, reply.notes)


def _remembered(request: Request, past: tuple[Request, ...], context: Context) -> ThreadState:
    requests = past if past and past[-1] == request else (*past, request)
    book = context.book
    return ThreadState(
        requests=requests[-MOST_REMEMBERED:],
        language=context.language,
        book_version=book.version,
        day=book.day,
        kept=context.kept,
    )
