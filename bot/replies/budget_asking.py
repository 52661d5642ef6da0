"""A budget beside a question that needs none, or too little of one."""

from decimal import Decimal

from bot.replies import asked, figures, labels, problems
from bot.replies.card import Card
from bot.replies.shown import Shown, shown
from bot.replies.verdict import named
from bot.replies.words import joined, known, say
from bot.understanding.reading import Reading
from pricing.advice.bought import Affordable, Limit
from pricing.catalog import Mode
from pricing.costs import Comparison


def asking_card(reading: Reading, language: str, on_a_node: Affordable) -> Card:
    """Neither a number of GPUs nor a length of time: either of them is asked for.

    `on_a_node`: how long the sum runs one node, from which GPU-hours follow.
    """
    code, request = known(language), reading.request
    assert request.budget is not None
    amount = figures.money(code, request.budget.amount, request.budget.currency)
    gpu = joined(code, [labels.shortened(name) for name in request.gpus], "asked.or")
    read = say(code, "problem.read", read=asked.understood(request, code))
    notes = (read, *problems.not_understood(reading, code), *_gpu_hours(code, on_a_node), say(code, "budget.ask-hint"))
    return Card(code, verdict=say(code, "budget.ask", amount=amount, gpu=gpu), notes=notes, private=True)


def _gpu_hours(language: str, found: Affordable) -> tuple[str, ...]:
    """About how much work the sum is, at the rental that runs longest; nothing where it outlasts what is priced."""
    best = found.best
    if best is None or best.limit is not Limit.MONEY or best.quote.own or best.quote.is_substitute:
        return ()
    quotes = (best.quote,)
    sheet = Shown(found.comparison, language, quotes, labels.names(language, quotes, with_use=False))
    facts = {
        "gpu_hours": figures.number(language, best.gpus * best.hours),
        "count": figures.number(language, best.gpus),
        "gpu": labels.shortened(best.quote.offer.gpu),
        "hours": figures.number(language, best.hours),
        "cost": sheet.short(best.cost),
    }
    return (sheet.say("budget.ask-hours", name=named(sheet, best.quote), **facts),)


def fitting(comparison: Comparison, budget: Decimal, language: str) -> tuple[str, ...]:
    """Which options of a comparison are within a budget, by cash outlay."""
    sheet = shown(comparison, language)
    sure = [quote for quote in sheet.quotes if quote.is_firm and not quote.is_substitute]
    sure = [quote for quote in sure if quote.offer.mode is not Mode.SPOT] or sure or list(sheet.quotes)
    if not sure:
        return ()
    least = min(sure, key=lambda quote: quote.billed_cost)
    within = [quote for quote in sheet.quotes if quote.billed_cost <= budget]
    facts = {"amount": sheet.short(budget), "name": named(sheet, least), "cost": sheet.short(least.billed_cost)}
    if least.billed_cost > budget:
        return (sheet.say("budget.fits-none", over=sheet.short(least.billed_cost - budget), **facts),)
    number = figures.number(sheet.language, len(within)), figures.number(sheet.language, len(sheet.quotes))
    left = sheet.short(budget - least.billed_cost)
    return (sheet.say("budget.fits", count=number[0], all=number[1], left=left, **facts),)
