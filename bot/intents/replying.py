"""What every answer is made from, and what it is made into."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import date
from decimal import Decimal
from functools import lru_cache

from bot.intents.scenarios import Overrides
from bot.replies.card import Card
from bot.understanding.request import Request
from pricing.book import Book
from pricing.compare import compare
from pricing.costs import Comparison
from pricing.scenario import Scenario

Books = Callable[[date, int | None], Book]


@dataclass(frozen=True, slots=True)
class Context:
    """What every answer is made from: the book, the language, and the currency where none is asked for.

    `threaded`: the answer can be replied to. `kept`: the thread stays with this book. `watching`: whether it can be
    watched, see `bot.intents.watching`.
    """

    book: Book
    language: str
    currency: str
    house: Overrides = ()
    threaded: bool = True
    kept: bool = False
    watching: str = ""


@dataclass(frozen=True, slots=True)
class Wish:
    """What an answer asks of whoever keeps threads: tell this one when a deciding figure of the request moves by more
    than the share, or (None) no longer."""

    request: Request | None
    share: Decimal


@dataclass(frozen=True, slots=True)
class Reply:
    """A card, the comparisons it shows (none where nothing was priced), and its notes on how the text was taken.

    `refused`: what was asked cannot be priced, so that a thread is not to go on from it.
    """

    card: Card
    comparisons: tuple[Comparison, ...] = ()
    notes: tuple[str, ...] = ()
    refused: bool = False


@lru_cache(maxsize=32)
def compared(scenario: Scenario, book: Book) -> Comparison:
    """The comparison, which follows from both alone; a follow-up and a button look at it once more."""
    return compare(scenario, book)


def noted(card: Card, notes: tuple[str, ...]) -> Card:
    """The card with these notes before its own."""
    return replace(card, notes=(*notes, *card.notes)) if notes else card
