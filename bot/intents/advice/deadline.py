"""When it would be done, and the cheapest way that is done by a day."""

from bot.intents.replying import Context, Reply, compared, noted
from bot.intents.scenarios import plan
from bot.intents.suppositions import OutOfRange
from bot.replies import notices
from bot.replies.deadline import deadline_card
from bot.understanding.reading import Reading
from pricing.advice.deadline import finishes
from pricing.compare import Quotes
from pricing.costs import Comparison, Quote
from pricing.quoting import ready_hours


def advise(reading: Reading, context: Context) -> Reply:
    """The options of the need by when they would be done. Raises OutOfRange for a day that is over."""
    request, language = reading.request, context.language
    deadline = request.deadline
    if deadline and deadline < context.book.day:
        raise OutOfRange("past_deadline", deadline.isoformat())
    planned = plan(request, context.book, context.currency, context.house)
    comparison = compared(planned.scenarios[-1], context.book)
    every = finishes(comparison, _of_known_delivery(comparison))
    card = deadline_card(comparison, every, language, deadline)
    notes = notices.taken(language, reading, planned.assumed)
    return Reply(noted(card, notes), (comparison,), notes)


def _of_known_delivery(comparison: Comparison) -> tuple[Quote, ...]:
    """The quotes of all offers that say how long it takes to get them, on show or not."""
    quotes = comparison.quotes
    if isinstance(quotes, Quotes):
        return quotes.of(lambda offer: ready_hours(offer) is not None)
    return tuple(quote for quote in quotes if quote.ready_hours is not None)
