"""Other GPUs for the same work."""

from bot.intents.replying import Context, Reply, compared, noted
from bot.intents.scenarios import plan
from bot.replies import notices
from bot.replies.equal_work import equal_work_card
from bot.understanding.reading import Reading
from pricing.advice.equal_work import alike, equivalents
from pricing.advice.performance import Measure, performance


def advise(reading: Reading, context: Context) -> Reply:
    """The GPUs that were named against the first of them; without others the ones that most sellers have."""
    request, book, language = reading.request, context.book, context.language
    asked, *others = request.gpus
    planned = plan(request.model_copy(update={"gpus": (asked,)}), book, context.currency, context.house)
    scenario = planned.scenarios[-1]
    measure = Measure(request.work_basis or Measure.BF16)
    names = (asked, *others) if others else alike(book.gpus[asked], book, measure)
    comparison = compared(scenario, book)
    found = equivalents(scenario, book, names, measure)
    unknown = [name for name in (asked, *others) if performance(book.gpus[name], measure) is None]
    card = equal_work_card(comparison, found, language, measure, unknown)
    notes = notices.taken(language, reading, planned.assumed)
    return Reply(noted(card, notes), (comparison,), notes)
