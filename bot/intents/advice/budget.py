"""What a budget buys: solved for the number of GPUs or for the time, whichever was not said."""

from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal

from bot.intents.replying import Context, Reply, compared, noted
from bot.intents.scenarios import plan
from bot.replies import figures, notices
from bot.replies.budget import budget_card
from bot.replies.budget_asking import asking_card, fitting
from bot.replies.card import Card
from bot.replies.comparison import comparison_card
from bot.replies.side_by_side import side_by_side_card
from bot.understanding.reading import Reading
from bot.understanding.request import Amount, Count, Period, Request, Way
from pricing.advice.bought import Affordable, Bought, Solving
from pricing.advice.budget import ONE_NODE, affordable
from pricing.book import Entry
from pricing.costs import Comparison
from pricing.exchange import conversion
from pricing.units import TimeUnit


def budget(reading: Reading, context: Context) -> Reply:
    """The answer to a question with a sum of money in it. Raises OutOfRange, NoRate, NoAssumption."""
    request, language = reading.request, context.language
    assert request.budget is not None
    solving = solved_for(request)
    complete = request.gpu_hours is not None or (request.duration is not None and solving is None)
    open_ended = solving is None and not complete and request.ways != (Way.OWN,)
    filled = _filled(request, Solving.TIME if open_ended else solving)
    currency = request.currency or request.budget.currency
    planned = plan(filled, context.book, currency, context.house)
    money = conversion(request.budget.currency, currency, context.book)
    amount = money.apply(request.budget.amount)
    if open_ended:
        on_a_node = affordable(planned.scenarios[0], context.book, amount, Solving.TIME)
        return Reply(asking_card(reading, language, on_a_node))
    notes = notices.taken(language, reading, planned.assumed)
    if complete:
        comparisons = tuple(compared(scenario, context.book) for scenario in planned.scenarios)
        return Reply(noted(_fitting(comparisons, amount, language), notes), comparisons, notes)
    results = [
        affordable(one, context.book, amount, solving or Solving.COUNT, bool(request.egress_per))
        for one in planned.scenarios
    ]
    answers = tuple(compared(one.scenario, context.book) for one in map(_answer, results) if one)
    results = [_with_rates(one, money.entries) for one in results]
    said = _said(request.budget, language) if currency != request.budget.currency else ""
    card = budget_card(results, language, answers[0] if answers else None, said)
    return Reply(noted(card, notes), answers, notes)


def _fitting(comparisons: Sequence[Comparison], amount: Decimal, language: str) -> Card:
    """Number and time were said: the ordinary card, with what is within the sum on top."""
    several = len(comparisons) > 1
    card = side_by_side_card(comparisons, language) if several else comparison_card(comparisons[0], language)
    return replace(card, lead=tuple(line for one in comparisons for line in fitting(one, amount, language)))


def solved_for(request: Request) -> Solving | None:
    """What is to be found: None where both, or neither, were said."""
    counted = request.gpu_count is not None or request.nodes is not None
    timed = request.duration is not None
    if counted == timed or request.gpu_hours is not None:
        return None
    return Solving.TIME if counted else Solving.COUNT


def _filled(request: Request, solving: Solving | None) -> Request:
    """The request with a place-holder for what is solved for."""
    one_node = Count(low=ONE_NODE, high=ONE_NODE)
    if solving is Solving.TIME:
        month = Period.model_validate({"low": 1, "high": 1, "unit": TimeUnit.MONTH})
        request = request.model_copy(update={"duration": month})
    if request.gpu_count is not None or request.nodes is not None or request.gpu_hours is not None:
        return request
    return request.model_copy(update={"gpu_count": one_node})


def _answer(found: Affordable) -> Bought | None:
    """The option whose workings are shown: the best, else the one that is nearest."""
    return found.best or found.nearest


def _with_rates(found: Affordable, entries: tuple[Entry, ...]) -> Affordable:
    """The result with the rates named that the sum itself was converted with."""
    rates = found.comparison.rates
    more = tuple(entry for entry in entries if entry not in rates)
    return replace(found, comparison=replace(found.comparison, rates=(*rates, *more))) if more else found


def _said(amount: Amount, language: str) -> str:
    return figures.money(language, amount.amount, amount.currency)
