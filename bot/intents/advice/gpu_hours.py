"""How many GPU-hours a need or a training run takes, in money: hours times rate."""

from dataclasses import replace

from bot.intents.advice.sizing import not_sized, runs_of, sized_comparison, within_budget
from bot.intents.replying import Context, Reply, compared, noted
from bot.intents.scenarios import plan
from bot.replies import notices
from bot.replies.gpu_hours import gpu_hours_card
from bot.replies.sizing import with_sizing
from bot.understanding.reading import Reading
from bot.understanding.request import Intent


def gpu_hours(reading: Reading, context: Context) -> Reply:
    """The answer to "how many GPU hours did that take". Raises OutOfRange, NoRate, NoAssumption."""
    request, language = reading.request, context.language
    if request.asks_of_run:
        if refused := not_sized(request, context):
            return Reply(refused)
        runs = runs_of(request, context)
        comparisons = tuple(sized_comparison(run, request, context) for run in runs)
        card = with_sizing(gpu_hours_card(comparisons, language), runs, language, request)
        card = replace(card, lead=(*card.lead, *within_budget(request, comparisons, context)))
        notes = notices.taken(language, reading, ())
        return Reply(noted(card, notes), comparisons, notes)
    asked = request.model_copy(update={"intent": Intent.QUOTE})
    planned = plan(asked, context.book, context.currency, context.house)
    comparisons = tuple(compared(scenario, context.book) for scenario in planned.scenarios)
    notes = notices.taken(language, reading, planned.assumed)
    card = replace(gpu_hours_card(comparisons, language), lead=within_budget(request, comparisons, context))
    return Reply(noted(card, notes), comparisons, notes)
