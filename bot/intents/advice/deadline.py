"""When it would be done, and the cheapest way that is done by a day."""

from bot.intents.replying import Context, Reply, compared, noted
from bot.intents.scenarios import OutOfRange, plan
from bot.replies import notices
from bot.replies.deadline import deadline_card
from bot.understanding.reading import Reading


def advise(reading: Reading, context: Context) -> Reply:
    """The options of the need by when they would be done. Raises OutOfRange for a day that is over."""
    request, language = reading.request, context.language
    deadline = request.deadline
    if deadline and deadline < context.book.day:
        raise OutOfRange("past_deadline", deadline.isoformat())
    planned = plan(request, context.book, context.currency, context.house)
    comparison = compared(planned.scenarios[-1], context.book)
    notes = notices.taken(language, reading, planned.assumed)
    return Reply(noted(deadline_card(comparison, language, deadline), notes), (comparison,), notes)
