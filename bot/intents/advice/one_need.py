"""One need to give advice on: the first that a question stands for, with a note where there are more."""

from collections.abc import Mapping

from bot.intents.replying import Context, compared
from bot.intents.scenarios import plan
from bot.replies import notices
from bot.replies.header import fleet, period
from bot.replies.shown import shown
from bot.replies.words import joined, say
from bot.understanding.reading import Reading
from pricing.costs import Comparison

Notes = tuple[str, ...]


def one_need(
    reading: Reading, context: Context, changes: Mapping[str, object] | None = None
) -> tuple[Comparison, Notes]:
    """The comparison of the need, and notes on how the text was taken. `changes`: fields of the request that the
    advice reads in its own way. Raises OutOfRange, NoRate, NoAssumption."""
    request = reading.request.model_copy(update=dict(changes or {}))
    planned = plan(request, context.book, context.currency, context.house)
    comparison = compared(planned.scenarios[0], context.book)
    notes = notices.taken(context.language, reading, planned.assumed)
    if len(planned.scenarios) > 1:
        sheet = shown(comparison, context.language)
        need = joined(context.language, [fleet(sheet), period(sheet)], "join.dots")
        notes += (say(context.language, "advice.first-only", need=need),)
    return comparison, notes
