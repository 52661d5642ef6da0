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
from pricing.costs import Comparison, Quote


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
    """Which options of a comparison are within a budget, by cash outlay. Another GPU is another answer and no option
    here, unless there is nothing else."""
    sheet = shown(comparison, language)
    options = [quote for quote in sheet.quotes if not quote.is_substitute] or list(sheet.quotes)
    if not options:
        return ()
    sure = [quote for quote in options if quote.is_firm and quote.offer.mode is not Mode.SPOT]
    least = min(sure or options, key=_cash)
    within = [quote for quote in options if _cash(quote) <= budget]
    facts = {"amount": sheet.short(budget), "name": named(sheet, least), "cost": sheet.short(_cash(least))}
    if _cash(least) <= budget:
        count, every = (figures.number(sheet.language, len(quotes)) for quotes in (within, options))
        return (sheet.say("budget.fits", count=count, all=every, left=sheet.short(budget - _cash(least)), **facts),)
    over = sheet.short(_cash(least) - budget)
    if not within:
        return (sheet.say("budget.fits-none", over=over, **facts),)
    other = min(within, key=_cash)
    unsure = {"other": named(sheet, other), "other_cost": sheet.short(_cash(other))}
    return (sheet.say("budget.fits-unsure", over=over, **unsure, **facts),)


def _cash(quote: Quote) -> Decimal:
    return quote.billed_cost
