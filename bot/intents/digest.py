"""What the weekly digest is made of: the state of the book, and the threads whose verdict a coming change turns."""

from collections.abc import Callable, Iterable, Sequence
from datetime import date
from itertools import islice

from pydantic import ValidationError

from bot.conversation_records import Place, Recent
from bot.intents.replying import Books
from bot.intents.scenarios import Overrides, plan
from bot.intents.suppositions import OutOfRange
from bot.intents.turn import ThreadState
from bot.replies.digest_data import Best, Digest, Pending, Turned, Waiting
from bot.understanding.request import Intent, Request
from bot.understanding.resolve import to_ask
from pricing.book import Book, EntryKind
from pricing.compare import compare
from pricing.costs import Comparison
from pricing.decision import decide
from pricing.errors import NoAssumption, NoRate
from pricing.freshness import Coming, Subject, Subjects, ages, oldest_first

MOST_THREADS = 200
MOST_DAYS = 8
DECIDED = {Intent.QUOTE, Intent.COMPARE, Intent.BREAK_EVEN}
"""What is answered with a verdict."""

Price = Callable[[Request, date], Sequence[Comparison]]
"""What a request costs with the prices of a day; nothing where it cannot be priced."""
Verdicts = tuple[tuple[str, Best | None], ...]
"""The GPU and what the verdict takes (None: nothing decides), for each scenario of a request."""


def digest_of(book: Book, coming: Sequence[Coming], pending: Iterable[Pending], turned: Iterable[Turned]) -> Digest:
    """The state of a book on its day, with what comes and waits. Raises NoAssumption."""
    known, subjects = ages(book), Subjects(book)
    return Digest(
        day=book.day,
        version=book.version,
        stale=oldest_first(one for one in known if one.is_stale),
        undated=sum(one.is_undated for one in known),
        coming=tuple(coming),
        pending=tuple(_waiting(one, subjects) for one in pending),
        turned=tuple(turned),
    )


def _waiting(pending: Pending, subjects: Subjects) -> Waiting:
    """A pending change with what it is about. What the book has none of may be a contract, unless it says otherwise."""
    found = (subjects.find(kind, pending.subject) for kind in EntryKind)
    subject = next((one for one in found if one != Subject()), None)
    if subject is None:
        return Waiting(pending, Subject(), pending.contract is not False)
    stored = subject.offer is not None and subject.offer.is_confidential
    return Waiting(pending, subject, stored or pending.contract is True)


def pricer(books: Books, currency: str, house: Overrides = (), version: int | None = None) -> Price:
    """Prices requests as the desk does, with the book at a version (None: the newest)."""

    def price(request: Request, day: date) -> Sequence[Comparison]:
        try:
            book = books(day, version)
            scenarios = plan(request, book, currency, house).scenarios
            return tuple(compare(scenario, book) for scenario in scenarios)
        except (OutOfRange, NoRate, NoAssumption, KeyError):
            return ()

    return price


def turned(threads: Iterable[Recent], price: Price, today: date, days: Iterable[date]) -> tuple[Turned, ...]:
    """The threads whose verdict is another on one of the days with coming changes than today, with the first such day.

    Of the threads given the first 200 are looked at, of the days the first eight. Left alone are threads that stay with
    an earlier book, and conversations with the bot alone: what is asked there is nobody else's.
    """
    asked = [(thread.place, request) for thread in islice(threads, MOST_THREADS) if (request := _decided(thread))]
    now = {request: _verdicts(price(request, today)) for request in dict.fromkeys(request for _, request in asked)}
    found: dict[Place, Turned] = {}
    for day in sorted({day for day in days if day > today})[:MOST_DAYS]:
        # Day by day, so that each book is read once.
        waiting = [(place, request) for place, request in asked if place not in found]
        then = {request: _verdicts(price(request, day)) for request in dict.fromkeys(request for _, request in waiting)}
        for place, request in waiting:
            if turn := _turn(place, request, day, now[request], then[request]):
                found[place] = turn
    return tuple(sorted(found.values(), key=lambda turn: turn.day))


def _decided(thread: Recent) -> Request | None:
    """The question of a thread that prices and verdicts decide on; None where there is none."""
    if thread.place.channel.startswith("D"):
        return None
    try:
        state = ThreadState.model_validate_json(thread.state)
    except ValidationError:  # of another version
        return None
    request = state.requests[-1]
    return None if state.kept or request.intent not in DECIDED or to_ask(request) else request


def _verdicts(comparisons: Iterable[Comparison]) -> Verdicts:
    return tuple((comparison.scenario.gpu, best(comparison)) for comparison in comparisons)


def best(comparison: Comparison) -> Best | None:
    """What the verdict of a comparison takes; None where nothing decides."""
    decision = decide(comparison)
    own, buy, rental, rent = decision.own, decision.buy, decision.rental, decision.rent
    if own and buy is not None and (decision.buying or rental is None):
        return Best(own, buy, comparison.currency)
    return Best(rental, rent, comparison.currency) if rental and rent is not None else None


def _turn(place: Place, request: Request, day: date, now: Verdicts, then: Verdicts) -> Turned | None:
    """The first of the scenarios of a request whose verdict is another."""
    for (gpu, old), (_, new) in zip(now, then, strict=False):
        if _taken(old) != _taken(new):
            return Turned(place, request, day, old, new, gpu if len(request.gpus) > 1 else "")
    return None


def _taken(best: Best | None) -> str:
    return best.quote.offer.id if best else ""
