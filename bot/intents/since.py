"""Whether the prices of an answer are others than those its thread was priced with."""

from itertools import chain

from bot.replies.shown import featured
from bot.replies.since import Differences
from pricing.book import Book
from pricing.compare import compare
from pricing.costs import Comparison, Quote
from pricing.errors import NoAssumption, NoRate


def differences(now: Comparison, before: Book) -> Differences:
    """The rows on show that cost something else with the book before; none where that book cannot price the question.

    Rows come and go for other reasons too (a price grows old), so only those count that were not, or are not, sold.
    """
    try:
        then = compare(now.scenario, before)
    except (NoRate, NoAssumption, KeyError):
        return Differences(now)
    changed, new = [], []
    for quote in featured(now):
        old = _same_offer(quote, then)
        if old is None:
            new.append(quote)
        elif (old.effective_cost, old.billed_cost) != (quote.effective_cost, quote.billed_cost):
            changed.append((old, quote))
    gone = [quote for quote in featured(then) if _same_offer(quote, now) is None]
    return Differences(now, tuple(changed), tuple(new), tuple(gone))


def _same_offer(quote: Quote, comparison: Comparison) -> Quote | None:
    """The quote of the same offer: sought among the rows on show first, for the others have to be worked out."""
    wanted = quote.offer.id
    rows = chain(featured(comparison), comparison.quotes)
    return next((one for one in rows if one.offer.id == wanted), None)
