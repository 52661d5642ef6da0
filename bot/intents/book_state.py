"""How the price book stands, in a few figures."""

from collections.abc import Iterator
from datetime import date, timedelta
from decimal import Decimal

from bot.replies.home import BookState
from pricing.book import Book, Entry, observed_day
from pricing.catalog import Mode, Offer


def book_state(book: Book) -> BookState:
    """The figures of a book on its day. A price is past its age as it is in answers; the oldest of an offer decides."""
    oldest = [(offer.mode, _oldest(entries)) for offer, entries in _priced(book)]
    known = [(mode, day) for mode, day in oldest if day is not None]
    newest = (day for _, entries in _priced(book) for e in entries if (day := observed_day(e.observed_on)))
    return BookState(
        version=book.version,
        day=book.day,
        offers=len(oldest),
        newest=max(newest, default=None),
        stale=sum(1 for mode, day in known if book.day - day > _age_limit(book, mode)),
        undated=len(oldest) - len(known),
    )


def _priced(book: Book) -> Iterator[tuple[Offer, list[Entry]]]:
    """The offers with a price in force, or with prices of their parts."""
    for gpu in book.gpus:
        for offer, price in book.offers(gpu):
            entries = [price] if price else [part.price for part in book.components(offer.id)]
            if entries:
                yield offer, entries


def _oldest(entries: list[Entry]) -> date | None:
    """The day the oldest of the prices was seen; None when one of them has no day."""
    days = [observed_day(entry.observed_on) for entry in entries]
    return None if None in days else min(day for day in days if day)


def _age_limit(book: Book, mode: Mode) -> timedelta:
    limit = book.assumption("stale_days_spot" if mode is Mode.SPOT else "stale_days_list").value
    return timedelta(days=int(limit or Decimal(0)))
