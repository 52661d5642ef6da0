"""The desk: a question and what a thread remembers go in, an answer comes out. Knows nothing of Slack or terminals."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from functools import lru_cache

from pydantic import Field

from bot.intents import answers
from bot.intents.answers import Context, Reply
from bot.intents.scenarios import Overrides
from bot.replies.card import Card
from bot.understanding.reading import Action, Reading
from bot.understanding.request import Request
from bot.understanding.understand import understand
from bot.understanding.vocabulary import Vocabulary
from pricing.base import Frozen
from pricing.book import Book
from pricing.costs import Comparison

MOST_REMEMBERED = 50
"""Requests a thread remembers for undo."""


UNCHANGED = (Action.NONE, Action.EXPORT, Action.EXPLAIN)


class ThreadState(Frozen):
    """What a thread remembers: its requests, oldest first (the last is current), and the book they were priced with."""

    requests: tuple[Request, ...] = Field(min_length=1)
    language: str
    book_version: int
    day: date


@dataclass(frozen=True, slots=True)
class Asking:
    """A message: its text, who sent it, the language of their account if known, and the thread it belongs to."""

    text: str
    user: str
    language: str | None = None
    state: ThreadState | None = None


@dataclass(frozen=True, slots=True)
class Answer:
    """The reply, what the thread is to remember (None: nothing new), the comparisons the reply shows, and its notes on
    how the text was taken."""

    card: Card
    state: ThreadState | None = None
    comparisons: tuple[Comparison, ...] = ()
    notes: tuple[str, ...] = ()


class Desk:
    """Answers questions from the book of the day.

    `books`: the price book on a day, at a version (None: the newest). `today`: the day it is now. `currency`: of
    answers where none is asked for. `house`: assumptions the configuration replaces.
    """

    def __init__(
        self,
        books: Callable[[date, int | None], Book],
        today: Callable[[], date],
        currency: str,
        house: Overrides = (),
    ) -> None:
        self._books, self._today, self._currency, self._house = books, today, currency, house
        self._named: tuple[object, Vocabulary] | None = None
        # An answer follows from the book and what was said alone; a busy channel asks the same more than once.
        self._recent = lru_cache(maxsize=128)(self._answered)
        self._recent_book: Book | None = None

    def ask(self, asking: Asking, day: date | None = None, currency: str | None = None) -> Answer:
        """Answer a message, from the prices of `day` and in `currency` unless the message says otherwise.

        Expected trouble is a card. Raises NoAssumption for a day before the book begins.
        """
        book = self.book(day or self._today(), None)
        if book is not self._recent_book:
            self._recent.cache_clear()
            self._recent_book = book
        return self._recent(asking.text, asking.language, asking.state, book, currency or self._currency)

    def _answered(
        self, text: str, account_language: str | None, state: ThreadState | None, book: Book, currency: str
    ) -> Answer:
        past = state.requests if state else ()
        reading = self.read(text, book, past)
        # Where a message has no language (a bare number), that of the thread, then of the account.
        language = reading.language or (state.language if state else account_language) or "en"
        return _answer(reading, past, Context(book, language, currency, self._house))

    def book(self, day: date, version: int | None) -> Book:
        """The price book on a day, at a version."""
        return self._books(day, version)

    def read(self, text: str, book: Book, past: tuple[Request, ...] = ()) -> Reading:
        """What a text is understood to say, after these earlier requests."""
        previous = past[-1] if past else None
        return understand(text, self.vocabulary(book), self._today(), previous, past[:-1])

    def read_thread(self, lines: list[str]) -> list[Reading]:
        """The readings of the messages of a thread, each after those before it."""
        book = self._books(self._today(), None)
        past: tuple[Request, ...] = ()
        readings = []
        for line in lines:
            reading = self.read(line, book, past)
            readings.append(reading)
            if reading.action is Action.RESET:
                past = (*past, Request())
            elif reading.reject is None and reading.action not in UNCHANGED:
                past = (*past, reading.request)
        return readings

    def act(self, action_id: str, value: str, state: ThreadState | None, language: str | None) -> Answer:
        """Answer a pressed button from the state it carries."""
        said = state.language if state else language or "en"
        try:
            return Answer(answers.pressed(action_id, value, said, self._books))
        except answers.AskedAgain as again:
            return self.ask(Asking(again.question, "", said, None))

    def vocabulary(self, book: Book) -> Vocabulary:
        """The names a text may use; built once per catalog, whose mapping stays the same object until it changes."""
        if self._named is None or self._named[0] is not book.gpus:
            names = (book.gpus, book.providers, book.instances, book.regions)
            self._named = (book.gpus, Vocabulary.of(*(items.values() for items in names)))  # type: ignore[arg-type]
        return self._named[1]


def _answer(reading: Reading, past: tuple[Request, ...], context: Context) -> Answer:
    if reading.action is Action.RESET:
        forgotten = _remembered(Request(), past, context) if past else None
        return _replied(answers.without_change(reading, past, context), forgotten)
    if reading.action in UNCHANGED:
        return _replied(answers.without_change(reading, past, context))
    reply = answers.answer(reading, context)
    if reading.reject is not None:
        return _replied(reply)
    if reading.action is Action.UNDO and reading.request in past:
        # What was taken back is gone, so that taking back once more goes further back.
        past = past[: len(past) - past[::-1].index(reading.request)]
    return _replied(reply, _remembered(reading.request, past, context))


def _replied(reply: Reply, state: ThreadState | None = None) -> Answer:
    return Answer(reply.card, state, reply.comparisons, reply.notes)


def _remembered(request: Request, past: tuple[Request, ...], context: Context) -> ThreadState:
    requests = past if past and past[-1] == request else (*past, request)
    book = context.book
    return ThreadState(
        requests=requests[-MOST_REMEMBERED:], language=context.language, book_version=book.version, day=book.day
    )
