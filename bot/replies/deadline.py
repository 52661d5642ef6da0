"""The answer to "can we have it by 1 March?": when each option would be done, and the cheapest that is in time."""

from collections.abc import Sequence
from datetime import date

from bot.replies import figures, labels, times
from bot.replies.card import Card, Cell, Table
from bot.replies.context import context
from bot.replies.header import header
from bot.replies.remarks import remarks
from bot.replies.shown import Shown, amount_cells, featured, of_quotes
from bot.replies.verdict import named
from pricing.advice.deadline import (
    Finish,
    by_certainty,
    cheapest_in_time,
    fewest_gpus,
    finishes,
    first_done,
)
from pricing.costs import Comparison


def deadline_card(comparison: Comparison, every: Sequence[Finish], language: str, deadline: date | None) -> Card:
    """When each row on show would be done, and the best of `every` option that says how long it takes to get it.

    Without a deadline: which is done first.
    """
    best = cheapest_in_time(every, deadline) if deadline else first_done(every)
    found = list(finishes(comparison, featured(comparison)))
    if best and best.quote not in featured(comparison):
        found.append(best)
    ordered = sorted(found, key=lambda one: (one.day or date.max, one.cost))
    sheet = of_quotes(comparison, language, [one.quote for one in ordered])
    return Card(
        language=sheet.language,
        header=header(sheet),
        verdict=_by(sheet, ordered, best, deadline) if deadline else _first(sheet, best),
        table=_table(sheet, ordered, deadline) if ordered else None,
        notes=(*_notes(sheet, ordered, deadline), *remarks(sheet)),
        context=context(sheet),
        hints=(sheet.say("hint.go-on"),),
    )


def _by(sheet: Shown, found: Sequence[Finish], best: Finish | None, deadline: date) -> str:
    day = deadline.isoformat()
    if best is not None and best.day is not None:
        text = sheet.say(
            "deadline.best", day=day, name=named(sheet, best.quote), cost=sheet.short(best.cost), done=best.day
        )
        return f"{text} {_maybe_cheaper(sheet, found, best, deadline)}".strip()
    if unsure := [one for one in found if one.day is None and one.soonest <= deadline]:
        one = min(unsure, key=by_certainty)
        return sheet.say("deadline.perhaps", day=day, name=named(sheet, one.quote), cost=sheet.short(one.cost))
    if first := first_done(found):
        return sheet.say("deadline.none", day=day, name=named(sheet, first.quote), done=first.day)
    return sheet.say("deadline.impossible", day=day)


def _maybe_cheaper(sheet: Shown, found: Sequence[Finish], best: Finish, deadline: date) -> str:
    """A cheaper one that would be in time if it were there soon enough, which nobody knows."""
    unsure = [one for one in found if one.day is None and one.soonest <= deadline and one.cost < best.cost]
    if not unsure:
        return ""
    one = min(unsure, key=lambda each: each.cost)
    return sheet.say("deadline.maybe-cheaper", name=named(sheet, one.quote), cost=sheet.short(one.cost))


def _first(sheet: Shown, first: Finish | None) -> str:
    if first is None:
        return sheet.say("deadline.unknown")
    return sheet.say("deadline.first", name=named(sheet, first.quote), done=first.day, cost=sheet.short(first.cost))


def _notes(sheet: Shown, found: Sequence[Finish], deadline: date | None) -> tuple[str, ...]:
    """What stands behind the days, and with how many GPUs it would be in time where it is not."""
    comparison = sheet.comparison
    begins = (comparison.scenario.start or comparison.day).isoformat()
    notes = [sheet.say("deadline.counted", day=begins)]
    if any(one.quote.is_substitute for one in found):
        notes.append(sheet.say("deadline.equal-work", gpu=labels.shortened(comparison.scenario.gpu)))
    if deadline and not any(one.soonest <= deadline for one in found if not one.quote.is_substitute):
        gpus = fewest_gpus(comparison, deadline)
        if gpus is not None:
            count = figures.number(sheet.language, gpus)
            notes.append(sheet.say("deadline.more-gpus", count=count, day=deadline.isoformat()))
    return tuple(notes)


def _table(sheet: Shown, found: Sequence[Finish], deadline: date | None) -> Table:
    [costs] = amount_cells(sheet, [[one.cost for one in found]])
    month = sheet.comparison.hours_per_month
    rows = tuple(
        (
            Cell(sheet.marked(one.quote)),
            Cell(times.ready(sheet.language, one.quote.ready_hours, month)),
            Cell(_done(sheet, one), bold=True),
            *((Cell(_in_time(sheet, one, deadline)),) if deadline else ()),
            cost,
        )
        for one, cost in zip(found, costs, strict=True)
    )
    in_time = (sheet.column("in-time", right=False),) if deadline else ()
    columns = (sheet.column("option", right=False), sheet.column("ready"), sheet.column("done"))
    return Table((*columns, *in_time, sheet.column("cash-in")), rows)


def _done(sheet: Shown, one: Finish) -> str:
    return one.day.isoformat() if one.day else sheet.say("ready.unknown")


def _in_time(sheet: Shown, one: Finish, deadline: date) -> str:
    if one.day is None:
        return sheet.say("deadline.if-there" if one.soonest <= deadline else "deadline.no")
    return sheet.say("deadline.yes" if one.day <= deadline else "deadline.no")
