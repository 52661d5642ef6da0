""" "At what cloud price does owning lose?": where options tie, by effective cost and by cash."""

from bot.intents.advice.one_need import one_need
from bot.intents.replying import Context, Reply, compared, noted
from bot.intents.scenarios import only
from bot.replies.comparison import comparison_card
from bot.replies.target_price import target_price_card
from bot.understanding.reading import Reading
from bot.understanding.request import Way
from pricing.advice.target import prices_to_tie
from pricing.base import changed
from pricing.costs import Comparison, Quote
from pricing.scenario import Selector

ALL_WAYS: dict[str, object] = {"ways": (), "providers": ()}


def advise(reading: Reading, context: Context) -> Reply:
    """The prices at which the options named tie with the best of the others; with owning, where that is named."""
    comparison, notes = one_need(reading, context, ALL_WAYS)
    if not comparison.quotes:
        return Reply(noted(comparison_card(comparison, context.language), notes), (comparison,), notes)
    request = reading.request
    of_owning = Way.OWN in request.ways and comparison.own is not None
    others = tuple(way for way in request.ways if way is not Way.OWN)
    alone = of_owning and not others and not request.providers
    selectors = only(request.model_copy(update={"ways": others}))
    options = _options(comparison, selectors, context)
    if alone:
        options = [quote for quote in options if not quote.own]
    ties = prices_to_tie(comparison, context.book, options, of_owning)
    return Reply(noted(target_price_card(comparison, ties, context.language, of_owning), notes), (comparison,), notes)


def _options(comparison: Comparison, selectors: tuple[Selector, ...], context: Context) -> list[Quote]:
    """Those on show; of what is named, those that would be on show if nothing else were asked for."""
    if selectors:
        named = changed(comparison.scenario, only=selectors)
        comparison = compared(named, context.book)
    return [comparison.quotes[i] for i in comparison.featured]
