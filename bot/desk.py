"""The desk: a question and what a thread remembers go in, an answer comes out. Knows nothing of Slack or terminals."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import date
from functools import lru_cache

from pydantic import ValidationError

from bot.exports.files import ExportFile, Format
from bot.intents import answers
from bot.intents.book_state import book_state
from bot.intents.digest import Price, pricer
from bot.intents.export import button_file, request_file, wanted_format
from bot.intents.public_book import PublicBook, has_contract_prices
from bot.intents.replying import Books, Context, noted
from bot.intents.scenarios import Overrides
from bot.intents.since import differences
from bot.intents.threads import taken_from
from bot.intents.turn import UNCHANGED, Answer, Asking, Said, ThreadState, answered, marked, with_origin
from bot.intents.watching import with_watch
from bot.replies import notices, problems, since
from bot.replies.actions import KEEP, ButtonState, PricedWith
from bot.replies.home import BookState
from bot.understanding.claims.detect import claim_with
from bot.understanding.reading import Action, Reading
from bot.understanding.request import Request
from bot.understanding.understand import understand
from bot.understanding.vocabulary import Vocabulary
from pricing.book import Book
from pricing.costs import Comparison


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
        self._recent = lru_cache(maxsize=32)(self._answered)
        self._visible = lru_cache(maxsize=8)(PublicBook)
        self._has_secrets, self._stands = lru_cache(maxsize=1)(has_contract_prices), lru_cache(maxsize=1)(book_state)
        self._recent_book: Book | None = None

    def ask(
        self, asking: Asking, day: date | None = None, currency: str | None = None, version: int | None = None
    ) -> Answer:
        """Answer a message, from the prices of `day` at `version` (None: the newest) and in `currency` unless the
        message says otherwise. Where it is shared with people who may not see all of them, from public ones alone.

        Expected trouble is a card. Raises NoAssumption for a day before the book begins.
        """
        newest = self.book(day or self._today(), version)
        if newest is not self._recent_book:
            self._recent.cache_clear()
            self._recent_book = newest
        state = asking.state
        if state and state.kept and self.read(asking.text, newest, state.requests).action is Action.REPRICE:
            state = state.model_copy(update={"kept": False})
        if state and state.kept and day is None and version is None:
            newest = self.book(state.day, state.book_version)
        book = self._visible(newest) if asking.shared else newest
        said = Said(asking.text, asking.language, state, asking.threaded, (), asking.watching, asking.claim)
        if asking.state is None and asking.earlier and self.is_bare(asking.text, book):
            said = self._joined(said, asking.earlier(), book)
        return self._recent(said, book, currency or self._currency)

    def _joined(self, said: Said, lines: Sequence[str], book: Book) -> Said:
        """What was said, after the question that people had put to each other in the thread; if they had."""
        taken = taken_from(lines, lambda line, past: self.read(line, book, past))
        if not taken.requests:
            return said
        language = self.read(taken.lines[-1], book).language or said.language or "en"
        state = ThreadState(requests=taken.requests, language=language, book_version=book.version, day=book.day)
        return replace(said, state=state, taken=taken.lines)

    def is_bare(self, text: str, book: Book) -> bool:
        """Whether a text asks for a price and does not say of what: "quote this", or nothing at all."""
        reading = self.read(text, book)
        if reading.reject is not None:
            return not text.strip()
        request = reading.request
        return request.intent in answers.PRICED and (bool(reading.ask) or not (request.gpus or request.instance))

    def _answered(self, said: Said, book: Book, currency: str) -> Answer:
        state, past = said.state, said.state.requests if said.state else ()
        reading = self.read(said.text, book, past) if said.claim is None else claim_with(said.text, said.claim)
        # Where a message has no language (a bare number), that of the thread, then of the account.
        language = reading.language or (state.language if state else said.language) or "en"
        if said.taken and not said.text.strip():
            language = state.language if state else language
        if past and reading.action is Action.NONE and self.is_bare(said.text, book):
            reading = replace(reading, action=Action.SET)  # "quote this": once more what the thread is about
        kept = state is not None and state.kept
        if state and reading.action in (Action.EXPLAIN, Action.ABOUT):  # the figures that are on show
            book = self._as_of(state, book)
        context = Context(book, language, currency, self._house, said.threaded, kept, said.watching)
        answer = with_watch(answered(reading, past, context), reading, past, context)
        answer = with_origin(answer, said.taken, context)
        if state and answer.comparisons:
            since_then = self._since(answer, state, context)
            if reading.action is Action.REPRICE and since_then is answer:
                since_then = replace(answer, card=replace(answer.card, lead=(since.unchanged(language),)))
            answer = since_then
        return replace(answer, export=wanted_format(said.text)) if past and reading.action is Action.EXPORT else answer

    def _as_of(self, state: ThreadState, like: Book) -> Book:
        """The book a thread was priced with, with as much to be seen as in another."""
        return self._visible_books(isinstance(like, PublicBook))(state.day, state.book_version)

    def _since(self, answer: Answer, state: ThreadState, context: Context) -> Answer:
        """The answer, with a word on prices that changed since the thread was priced, or on its staying with them."""
        language, then = context.language, state.priced_with
        if context.kept:
            return marked(answer, since.kept_note(then, language), since.today_action(language))
        before = self._as_of(state, context.book)
        if before == context.book:
            return answer
        found = [one for comparison in answer.comparisons if (one := differences(comparison, before))]
        if not found:
            return answer
        return marked(answer, since.since_note(found, then, language), since.keep_action(then, language))

    def _keep(self, value: str, state: ThreadState | None, language: str, shared: bool) -> Answer:
        """Answer the thread's question anew from an earlier book, or from the newest again, and stay with it."""
        try:
            then = PricedWith.model_validate_json(value)
        except ValidationError:
            then, state = PricedWith(), None
        if state is None:
            return Answer(problems.outdated_card(language))
        kept = then.day is not None
        book = self._visible_books(shared)(then.day or self._today(), then.book_version)
        context = Context(book, language, self._currency, self._house, kept=kept)
        answer = with_origin(
            answered(Reading(Action.SET, state.requests[-1], language), state.requests, context), (), context
        )
        note, action = since.kept_note(then, language), since.today_action(language)
        return marked(answer, note, action) if kept and answer.comparisons else answer

    def export(self, state: ThreadState, format: Format, shared: bool = False) -> ExportFile | None:
        """The last answer of a thread as a file, from the prices it was made with; None where nothing was priced."""
        book = self._visible_books(shared)(state.day, state.book_version)
        return request_file(state.requests[-1], Context(book, state.language, self._currency, self._house), format)

    def export_of(self, value: str, language: str, format: Format, shared: bool = False) -> ExportFile | None:
        """What a button's answer shows as a file; None for an outdated button, or where nothing is priced."""
        return button_file(value, language, self._visible_books(shared), format)

    def _visible_books(self, shared: bool) -> Books:
        def books(day: date, version: int | None) -> Book:
            book = self._books(day, version)
            return self._visible(book) if shared else book

        return books

    def book_of_today(self) -> Book:
        """The newest price book."""
        return self.book(self._today(), None)

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

    def act(
        self, action_id: str, value: str, state: ThreadState | None, language: str | None, shared: bool = False
    ) -> Answer:
        """Answer a pressed button from the state it carries. `shared`: as of `Asking`."""
        said = state.language if state else language or "en"
        if action_id == KEEP:
            return self._keep(value, state, said, shared)
        try:
            card = answers.pressed(action_id, value, said, self._visible_books(shared))
        except answers.AskedAgain as again:
            return self.ask(Asking(again.question, "", said, None, shared))
        left_out = shared and self._button_leaves_out(value)
        return Answer(noted(card, (notices.prices_left_out(said),)) if left_out else card)

    @property
    def price(self) -> Price:
        """What requests cost on a day, as they are answered: with the newest book, every price in it."""
        return pricer(self._books, self._currency, self._house)

    def watched(self, request: Request, day: date, version: int) -> Sequence[Comparison]:
        """What a request costs on a day with the book at a version, as everybody may see it."""
        return pricer(self._visible_books(True), self._currency, self._house, version)(request, day)

    def keeps_secrets(self) -> bool:
        """Whether there are prices that not everybody may see."""
        return self._has_secrets(self.book_of_today())

    def leaves_out(self, answer: Answer) -> bool:
        """Whether there are prices for what was asked that not everybody may see."""
        return any(self._hides(one.scenario.gpu, one.day, one.book_version) for one in answer.comparisons)

    def _button_leaves_out(self, value: str) -> bool:
        try:
            state = ButtonState.model_validate_json(value)
        except ValidationError:
            return False
        return self._hides(state.scenario.gpu, state.day, state.book_version)

    def _hides(self, gpu: str, day: date, version: int) -> bool:
        return self._visible(self.book(day, version)).hides(gpu)

    def book_state(self) -> BookState:
        """How the price book stands today."""
        return self._stands(self.book_of_today())

    def gpus(self) -> tuple[str, ...]:
        """GPUs that somebody sells, those of the most providers first."""
        sold = Counter(gpu for gpus in self.book_of_today().gpus_of_providers().values() for gpu in gpus)
        return tuple(gpu for gpu, _ in sorted(sold.items(), key=lambda item: (-item[1], item[0])))

    def vocabulary(self, book: Book) -> Vocabulary:
        """The names a text may use; built once per catalog, whose mapping stays the same object until it changes."""
        if self._named is None or self._named[0] is not book.gpus:
            names = (book.gpus, book.providers, book.instances, book.regions)
            self._named = (book.gpus, Vocabulary.of(*(items.values() for items in names)))  # type: ignore[arg-type]
        return self._named[1]
