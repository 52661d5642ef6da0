"""What a sum buys: for each option how many GPUs or for how long, the cash it takes, and what is left over."""

from collections.abc import Sequence
from dataclasses import replace

from bot.replies import figures, labels, times
from bot.replies.actions import MATH, state
from bot.replies.budget_notes import notes_on
from bot.replies.budget_sheet import BudgetSheet
from bot.replies.card import Action, Card, Cell, Column, Section, Table
from bot.replies.context import context
from bot.replies.gaps import not_shown, why_nothing
from bot.replies.header import conditions
from bot.replies.shown import Shown, amount_cells
from bot.replies.words import joined, known
from pricing.advice.bought import Affordable
from pricing.costs import Comparison
from pricing.units import GB_PER_TB

MOST_EACH = 4  # rows for each GPU, or each end of a range, where there are several


def budget_card(results: Sequence[Affordable], language: str, answer: Comparison | None, said: str = "") -> Card:
    """What a sum buys; several results where several GPUs, or a range, were asked for.

    `answer`: the comparison for what the best option gives, which "show the math" works out. `said`: the sum as it was
    said, where the answer is in another currency.
    """
    code = known(language)
    sheets = [BudgetSheet(found, _shown(found, code)) for found in results]
    several = len(sheets) > 1
    first = sheets[0]
    if not any(sheet.found.rows for sheet in sheets):
        line, way_out = why_nothing(first.sheet)
        return Card(code, _header(first), verdict=line, notes=(*not_shown(first.sheet), way_out), private=True)
    notes = [note for sheet in sheets for note in notes_on(sheet)]
    if said:
        notes.insert(0, first.say("converted", said=said, amount=first.money(first.found.budget)))
    return Card(
        language=code,
        header=joined(code, [_header(sheet) for sheet in sheets], "join.against") if several else _header(first),
        verdict=joined(code, [_verdict(sheet) for sheet in sheets if sheet.found.rows], "join.sentences"),
        table=_table(sheets),
        sections=tuple(section for sheet in sheets for section in _proof(sheet)),
        notes=tuple(dict.fromkeys(notes)),
        context=tuple(dict.fromkeys(line for sheet in sheets for line in context(sheet.sheet))),
        actions=_math(answer, code),
        hints=(first.say("hint"),),
    )


def _shown(found: Affordable, language: str) -> Shown:
    quotes = tuple(row.quote for row in found.rows)
    return Shown(found.comparison, language, quotes, labels.names(language, quotes, with_use=False))


def _math(answer: Comparison | None, language: str) -> tuple[Action, ...]:
    value = state(answer) if answer and answer.quotes else ""
    return (Action(Shown(answer, language, (), {}).say("button.math"), MATH, value),) if answer and value else ()


def _header(one: BudgetSheet) -> str:
    scenario, sheet = one.sheet.comparison.scenario, one.sheet
    gpu = labels.shortened(scenario.gpu)
    if one.by_time:
        count = figures.number(sheet.language, scenario.gpu_count)
        parts = [sheet.say("header.fleet", count=count, gpu=gpu)]
    elif scenario.duration:
        comparison = sheet.comparison
        length = times.spelled_out(sheet.language, scenario.duration, comparison.hours, comparison.hours_per_month)
        parts = [gpu, length]
    else:
        parts = [gpu, sheet.say("header.purchase")]
    parts.append(one.say("header", amount=one.money(one.found.budget)))
    return joined(sheet.language, [*parts, *_conditions(one)], "join.dots")


def _conditions(one: BudgetSheet) -> list[str]:
    """What else was asked; data that flows out with the time by its month."""
    sheet, scenario = one.sheet, one.sheet.comparison.scenario
    if not one.found.flowing or scenario.egress_gb is None:
        return conditions(sheet)
    other = replace(sheet.comparison, scenario=scenario.model_copy(update={"egress_gb": None}))
    quantity = figures.number(sheet.language, scenario.egress_gb / GB_PER_TB, 3, trim=True)
    return [*conditions(replace(sheet, comparison=other)), one.say("egress-month", quantity=quantity)]


def _verdict(one: BudgetSheet) -> str:
    best = one.found.best
    key = "time" if one.by_time else "count" if one.period else "purchase"
    if best is None:
        nearest = one.found.nearest
        assert nearest is not None
        return one.say(f"none-{key}", **one.facts(nearest))
    return one.say(f"verdict-{key}", **one.facts(best))


def _table(sheets: Sequence[BudgetSheet]) -> Table | None:
    rows: list[tuple[Cell, ...]] = []
    several = len({one.period for one in sheets}) > 1
    for one in sheets:
        bought = one.found.within[: MOST_EACH if len(sheets) > 1 else None]
        cash, left = amount_cells(one.sheet, [[r.cost for r in bought], [one.found.budget - r.cost for r in bought]])
        for row, paid, rest in zip(bought, cash, left, strict=True):
            rate = "–" if row.per_gpu_hour is None else figures.amount(one.sheet.language, row.per_gpu_hour, 2)
            name = Cell(
                joined(one.sheet.language, [one.period, one.sheet.marked(row.quote)], "join.dots")
                if several
                else one.sheet.marked(row.quote)
            )
            cells = (name, Cell(one.bought(row), bold=True), paid, rest, Cell(rate))
            rows.append((*cells, Cell(one.fleet(row))) if one.by_time else cells)
    if not rows:
        return None
    first = sheets[0]
    by_time, currency = first.by_time, first.sheet.comparison.currency
    titles = ["time" if by_time else "gpus", "cash", "left", "rate"]
    columns = [first.sheet.column("option", right=False)]
    columns += [Column(first.say(f"column-{title}", currency=currency), right=True) for title in titles]
    if by_time:
        columns.append(first.sheet.column("setup", right=False))
    return Table(tuple(columns), tuple(rows))


def _proof(one: BudgetSheet) -> tuple[Section, ...]:
    """That one node or one billing step more is beyond the sum, option by option."""
    key = "proof-time" if one.by_time else "proof-count"
    lines = tuple(
        one.say(
            key,
            name=one.sheet.name(row.quote),
            fleet=one.fleet(row),
            time=one.span(row, row.units),
            cost=one.money(row.cost),
            more=one.span(row, row.units + 1),
            next=one.money(row.next_cost),
        )
        for row in one.found.within
        if row.next_cost is not None
    )
    return (Section(one.say("proof", amount=one.money(one.found.budget)), lines),) if lines else ()
