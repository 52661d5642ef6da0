"""The desk: a question and what a thread remembers go in, an answer comes out. Knows nothing of Slack or terminals."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date

from pydantic import Field

from bot.intents import answers
from bot.intents.answers import Context, Reply
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


UNCHANGED = (Action.NONE, Action.EXPORT, Action.EXPLAIN, Action.RESET)


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
    """The reply, what the thread is to remember (None: nothing new), and the comparisons the reply shows."""

    card: Card
    state: ThreadState | None = None
    comparisons: tuple[Comparison, ...] = ()


class Desk:
    """Answers questions from the book of the day.

    `books`: the price book on a day, at a version (None: the newest). `today`: the day it is now. `currency`: of
    answers where none is asked for.
    """

    def __init__(self, books: Callable[[date, int | None], Book], today: Callable[[], date], currency: str) -> None:
        self._books, self._today, self._currency = books, today, currency
        self._named: tuple[object, Vocabulary] | None = None

    def ask(self, asking: Asking, day: date | None = None, currency: str | None = None) -> Answer:
        """Answer a message, from the prices of `day` and in `currency` unless the message says otherwise.

        Expected trouble is a card, never an exception.
        """
        book = self.book(day or self._today(), None)
        past = asking.state.requests if asking.state else ()
        reading = self.read(asking.text, book, past)
        language = self._language(asking, reading)
        context = Context(book, language, currency or self._currency)
        return self._answer(reading, past, context)

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
            if reading.reject is None and reading.action not in UNCHANGED:
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

    def _language(self, asking: Asking, reading: Reading) -> str:
        """The language of the message; where it has none (a bare number), that of the thread, then of the account."""
        if reading.language:
            return reading.language
        return (asking.state.language if asking.state else asking.language) or "en"

    def _answer(self, reading: Reading, past: tuple[Request, ...], context: Context) -> Answer:
        if reading.action in UNCHANGED:
            return _answer(answers.without_change(reading, past, context))
        reply = answers.answer(reading, context)
        if reading.reject is not None:
            return _answer(reply)
        return _answer(reply, _remembered(reading.request, past, context))


def _answer(reply: Reply, state: ThreadState | None = None) -> Answer:
    return Answer(reply.card, state, reply.comparisons)


def _remembered(request: Request, past: tuple[Request, ...], context: Context) -> ThreadState:
    requests = past if past and past[-1] == request else (*past, request)
    book = context.book
    return ThreadState(
        requests=requests[-MOST_REMEMBERED:], language=context.language, book_version=book.version, day=book.day
    )
