"""A budget beside a question that needs none, or too little of one."""

from decimal import Decimal

from bot.replies import asked, figures, labels, problems
from bot.replies.card import Card
from bot.replies.shown import shown
from bot.replies.verdict import named
from bot.replies.words import joined, known, say
from bot.understanding.reading import Reading
from bot.understanding.request import Request
from pricing.catalog import Mode
from pricing.costs import Comparison


def asking_card(request: Request, reading: Reading, language: str) -> Card:
    """Neither a number of GPUs nor a length of time: either of them is asked for."""
    assert request.budget is not None
    code = known(language)
    amount = figures.money(code, request.budget.amount, request.budget.currency)
    gpu = joined(code, [labels.shortened(name) for name in request.gpus], "asked.or")
    read = say(code, "problem.read", read=asked.understood(request, code))
    notes = (read, *problems.not_understood(reading, code), say(code, "budget.ask-hint"))
    return Card(code, verdict=say(code, "budget.ask", amount=amount, gpu=gpu), notes=notes, private=True)


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
