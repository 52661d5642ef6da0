"""What must be said beside what a sum buys: spot, what is out of reach, limits, own hardware, lost time."""

from decimal import Decimal

from bot.replies import figures, labels, times
from bot.replies.budget_sheet import BudgetSheet
from bot.replies.gaps import not_shown
from bot.replies.remarks import remarks, some
from bot.replies.verdict import named
from pricing.advice.bought import Limit
from pricing.catalog import Mode
from pricing.scenario import MAX_GPUS


def notes_on(one: BudgetSheet) -> list[str]:
    """What must be said beside the table, what decides first."""
    found = [*_other_gpu(one), *_spot(one), *_out_of_reach(one), *_limits(one), *_own(one), *_losses(one)]
    rows = one.found.within or [row for row in (one.found.nearest,) if row]
    return [*not_shown(one.sheet), *found, *remarks(one.sheet.with_quotes([row.quote for row in rows]))]


def _other_gpu(one: BudgetSheet) -> list[str]:
    if not any(row.quote.is_substitute for row in one.found.rows):
        return []
    return [one.say("other-gpu", asked=labels.shortened(one.sheet.comparison.scenario.gpu))]


def _spot(one: BudgetSheet) -> list[str]:
    best = one.found.best
    if best is None:
        return []
    name = named(one.sheet, best.quote)
    if best.quote.offer.mode is Mode.SPOT:
        return [one.say("only-spot", name=name)]
    most = next((row for row in one.found.within if row.quote.offer.mode is Mode.SPOT), None)
    if most is None or one.found.rows.index(most) > one.found.rows.index(best):
        return []
    return [one.say("spot-more", what=one.bought(most), name=named(one.sheet, most.quote))]


def _out_of_reach(one: BudgetSheet) -> list[str]:
    key = "out-of-reach-time" if one.by_time else "out-of-reach-count"
    items = [
        one.say(key, **{**one.facts(row), "name": one.sheet.name(row.quote)}) for row in one.found.rows if not row.units
    ]
    return [one.say("out-of-reach", items=some(one.sheet.language, items))] if items and one.found.within else []


def _limits(one: BudgetSheet) -> list[str]:
    most = figures.number(one.sheet.language, MAX_GPUS)
    names: dict[Limit, list[str]] = {}
    for row in one.found.within:
        names.setdefault(row.limit, []).append(one.sheet.name(row.quote))
    names.pop(Limit.MONEY, None)
    return [
        one.say(f"limit-{limit}", name=some(one.sheet.language, listed), most=most) for limit, listed in names.items()
    ]


def _own(one: BudgetSheet) -> list[str]:
    """That buying counts in full, and what comes with it."""
    row = next((row for row in one.found.within if row.quote.own), None)
    own = row.quote.own if row else None
    if own is None:
        return []
    life = times.life(one.sheet.language, own.life_months)
    if one.by_time:
        return [one.say("own-time", life=life)]
    if one.period:
        return [one.say("own-run", period=one.period, life=life)]
    return [one.say("own-bought", running=one.short(own.running_cost / own.life_months))]


def _losses(one: BudgetSheet) -> list[str]:
    """Options that need longer for the same work."""
    lossy = [row for row in one.found.within if row.quote.offer.efficiency_loss and one.by_time]
    return [
        one.say(
            "loss",
            name=one.sheet.name(row.quote),
            loss=figures.percent(one.sheet.language, row.quote.offer.efficiency_loss or Decimal(0)),
            time=one.span(row, row.units),
            work=one.hours(row.scenario.duration.value) if row.scenario.duration else "",
        )
        for row in lossy
    ]
