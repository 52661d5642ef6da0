"""How the price book stands, in a few figures."""

from bot.replies.home import BookState
from pricing.book import Book, observed_day
from pricing.freshness import ages


def book_state(book: Book) -> BookState:
    """The figures of a book on its day. A price is past its age as it is in answers; the oldest of an offer decides."""
    known = ages(book)
    newest = (day for one in known for price in one.prices if (day := observed_day(price.observed_on)))
    return BookState(
        version=book.version,
        day=book.day,
        offers=len(known),
        newest=max(newest, default=None),
        stale=sum(one.is_stale for one in known),
        undated=sum(one.is_undated for one in known),
    )
