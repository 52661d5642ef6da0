""" "Which term is best?": what each seller asks on demand and with each of its terms, also if the need ends early."""

from bot.intents.advice.one_need import one_need
from bot.intents.replying import Context, Reply, noted
from bot.replies.commitment import Possibility, commitment_card
from bot.understanding.reading import Reading
from pricing.advice.commitment import part_of, term_choices
from pricing.base import changed
from pricing.scenario import Scenario
from pricing.units import Duration


def advise(reading: Reading, context: Context) -> Reply:
    """The terms of each seller for the first need that is asked about."""
    request = reading.request
    comparison, notes = one_need(reading, context, {"ways": ()})
    scenario = comparison.scenario
    ends, share = request.ends_after, request.commit_use
    possibility = None
    if ends is not None:
        possibility = Possibility(_ending(scenario, Duration(value=ends.low, unit=ends.unit)), None)
    elif share is not None:
        possibility = Possibility(part_of(scenario, share), share)
    choices = term_choices(scenario, context.book, possibility.scenario if possibility else None)
    card = commitment_card(comparison, choices, context.language, possibility)
    return Reply(noted(card, notes), (comparison,), notes)


def _ending(scenario: Scenario, length: Duration) -> Scenario:
    return changed(scenario, duration=length)
