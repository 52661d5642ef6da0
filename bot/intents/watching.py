"""Being told when an answer changes: what a thread is to be told, and whether the figures that decide have moved."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from decimal import Decimal
from itertools import zip_longest

from bot.intents.answers import FIGURES
from bot.intents.digest import best
from bot.intents.public_book import PublicBook
from bot.intents.replying import Context, Wish, noted
from bot.intents.turn import Answer
from bot.replies import watching
from bot.understanding.reading import Action, Reading
from bot.understanding.request import Request
from bot.understanding.resolve import to_ask
from pricing.costs import Comparison
from pricing.decision import Decision, decide

DEFAULT_SHARE = Decimal("0.05")
LEAST, MOST = Decimal("0.001"), Decimal(10)
KEPT = timedelta(days=90)
IN_SLACK, FULL = "slack", "full"
"""Where a thread can be watched, and where no more of them can be; anywhere else they cannot."""


def with_watch(answer: Answer, reading: Reading, past: tuple[Request, ...], context: Context) -> Answer:
    """The answer, with the thread watched from now on or no longer, and with a word on that."""
    watch, language = reading.watch, context.language
    if watch is None or reading.reject is not None:
        return answer
    if watch.stop:
        return _said(
            answer, reading, watching.stopped(language), Wish(None, DEFAULT_SHARE) if context.watching else None
        )
    share = DEFAULT_SHARE if watch.share is None else watch.share
    request = answer.state.requests[-1] if answer.state else past[-1] if past else None
    if not context.watching:
        return _said(answer, reading, watching.elsewhere(language), None)
    if answer.card.private or request is None or request.intent not in FIGURES or to_ask(request):
        return _said(answer, reading, watching.no_question(language), None)
    if not LEAST <= share <= MOST:
        return _said(answer, reading, watching.out_of_range(language, LEAST, MOST), None)
    if context.watching == FULL:
        return _said(answer, reading, watching.full(language), None)
    text = watching.begun(language, request, share, context.book.day + KEPT)
    if not isinstance(context.book, PublicBook) and any(PublicBook(context.book).hides(gpu) for gpu in request.gpus):
        text = f"{text} {watching.public_only(language)}"
    return _said(answer, reading, text, Wish(request, share))


def _said(answer: Answer, reading: Reading, text: str, wish: Wish | None) -> Answer:
    """As the whole answer where nothing else was asked, else as a note of it."""
    if reading.action is Action.WATCH:
        notes = watching.not_understood(reading, answer.card.language)
        return replace(answer, card=watching.card(text, answer.card.language, notes), wish=wish, idle=False)
    return replace(answer, card=noted(answer.card, (text,)), notes=(text, *answer.notes), wish=wish)


@dataclass(frozen=True, slots=True)
class Move:
    """A scenario of a watched question before and now. `turned`: its verdict takes something else."""

    before: Comparison
    now: Comparison
    turned: bool


def moves(before: Sequence[Comparison], now: Sequence[Comparison], share: Decimal) -> tuple[Move, ...]:
    """The scenarios of which a deciding figure moved by more than the share, or whose verdict turned."""
    found = []
    for old, new in zip_longest(before, now):
        if old is None or new is None:  # it cannot be priced with one of the books: there is nothing to compare
            continue
        turned = _taken(old) != _taken(new)
        if turned or _moved(decide(old), decide(new), share):
            found.append(Move(old, new, turned))
    return tuple(found)


def _taken(comparison: Comparison) -> str:
    one = best(comparison)
    return one.quote.offer.id if one else ""


def _moved(old: Decision, new: Decision, share: Decimal) -> bool:
    """Whether cash or effective cost of the rental or the own hardware that decide moved by more than a share."""
    pairs = [(old.rent, new.rent), (old.buy, new.buy)]
    for one, other in ((old.rental, new.rental), (old.own, new.own)):
        if one and other:
            pairs.append((one.effective_cost, other.effective_cost))
    return any(was is not None and now is not None and abs(now - was) > share * was for was, now in pairs)
