"""What the answers about an answer have in common."""

from collections.abc import Callable, Iterable, Sequence

from bot.replies.remarks import some
from bot.replies.shown import Shown
from bot.understanding.reading import About
from pricing.book import Book
from pricing.costs import Quote
from pricing.decision import decide

Lines = tuple[str, ...]
Answerer = Callable[[Shown, About, Book], Lines]


def grouped(sheet: Shown, quotes: Iterable[Quote], of: Callable[[Quote], str]) -> list[tuple[str, str]]:
    """(what they have in common, their names), in the order of the rows."""
    groups: dict[str, list[str]] = {}
    for quote in quotes:
        groups.setdefault(of(quote), []).append(sheet.name(quote))
    return [(common, some(sheet.language, names)) for common, names in groups.items()]


def lines_of(sheet: Shown, groups: Sequence[tuple[str, str]]) -> Lines:
    """ "names: what they have in common", a line each."""
    return tuple(sheet.say("about.group", names=names, common=common) for common, names in groups)


def rentals(sheet: Shown) -> tuple[Quote, ...]:
    """The rows that are rented."""
    return tuple(quote for quote in sheet.quotes if quote.own is None)


def deciding(sheet: Shown) -> Quote | None:
    """The rental the verdict names; without one the cheapest rental on show."""
    rental = decide(sheet.comparison).rental
    return rental or min(rentals(sheet), key=lambda quote: quote.billed_cost, default=None)
