"""The answer to "how many A100 do the same?": other GPUs for the same work, and what an hour of it costs."""

from collections.abc import Sequence
from decimal import Decimal

from bot.replies import figures, labels
from bot.replies.card import Card, Cell, Section, Table
from bot.replies.context import context
from bot.replies.header import header
from bot.replies.remarks import remarks
from bot.replies.shown import Shown, amount_cells, of_quotes
from bot.replies.verdict import named
from bot.replies.words import joined
from pricing.advice.performance import Equivalent, Measure
from pricing.costs import Comparison

SMALL = 2


def equal_work_card(
    comparison: Comparison, found: Sequence[Equivalent], language: str, measure: Measure, unknown: Sequence[str]
) -> Card:
    """GPUs for the same work, the least cash first. `unknown`: those without a figure by this measure."""
    sold = sorted((one for one in found if one.quote), key=_cash)
    rest = [one for one in found if not one.quote]
    sheet = of_quotes(comparison, language, [one.quote for one in sold if one.quote])
    return Card(
        language=sheet.language,
        header=header(sheet),
        verdict=_verdict(sheet, sold, measure),
        table=_table(sheet, [*sold, *rest], measure) if found else None,
        sections=(_workings(sheet, [*sold, *rest], measure),),
        notes=(*_notes(sheet, measure, unknown), *remarks(sheet)),
        context=context(sheet),
        hints=(sheet.say("equal.hint"),),
    )


def _cash(one: Equivalent) -> Decimal:
    return one.quote.billed_cost if one.quote else Decimal(0)


def _verdict(sheet: Shown, sold: Sequence[Equivalent], measure: Measure) -> str:
    if not sold or sold[0].quote is None:
        return sheet.say("equal.nobody")
    best = sold[0]
    assert best.quote is not None
    return sheet.say(
        "equal.best",
        count=figures.number(sheet.language, best.gpus),
        gpu=labels.shortened(best.gpu.id),
        name=named(sheet, best.quote),
        cost=sheet.short(best.quote.billed_cost),
        measure=sheet.say(f"equal.by-{measure}"),
    )


def _table(sheet: Shown, rows: Sequence[Equivalent], measure: Measure) -> Table:
    [cash] = amount_cells(sheet, [[one.quote.billed_cost if one.quote else None for one in rows]])
    cells = tuple(
        (
            Cell(labels.shortened(one.gpu.id)),
            Cell(_fleet(sheet, one)),
            Cell(sheet.marked(one.quote) if one.quote else sheet.say("equal.not-sold")),
            Cell(_rate(sheet, one.per_gpu_hour)),
            Cell(_rate(sheet, one.per_unit_hour), bold=True),
            amount,
        )
        for one, amount in zip(rows, cash, strict=True)
    )
    unit = "per-tb-hour" if measure is Measure.MEMORY else "per-pflops-hour"
    columns = (
        sheet.column("gpu", right=False),
        sheet.column("same-work"),
        sheet.column("cheapest", right=False),
        sheet.column("gpu-hour"),
        sheet.column(unit),
        sheet.column("cash-in"),
    )
    return Table(columns, cells)


def _fleet(sheet: Shown, one: Equivalent) -> str:
    factor = figures.significant(sheet.language, one.factor, 3)
    return sheet.say("equal.fleet", count=figures.number(sheet.language, one.gpus), factor=factor)


def _rate(sheet: Shown, rate: Decimal | None) -> str:
    return "–" if rate is None else figures.amount(sheet.language, rate, SMALL)


def _workings(sheet: Shown, rows: Sequence[Equivalent], measure: Measure) -> Section:
    """Each factor as the division it is, with the source of its figure."""
    asked = sheet.comparison.scenario
    base = next((one for one in rows if one.gpu.id == asked.gpu), None)
    lines = []
    for one in rows:
        if base is None or one is base:
            continue
        lines.append(
            sheet.say(
                "equal.working",
                asked=labels.shortened(asked.gpu),
                gpu=labels.shortened(one.gpu.id),
                one=figures.exact(sheet.language, base.fact.value),
                other=figures.exact(sheet.language, one.fact.value),
                factor=figures.significant(sheet.language, one.factor, 4, trim=False),
                count=figures.number(sheet.language, asked.gpu_count),
                gpus=figures.number(sheet.language, one.gpus),
                source=labels.shortened(one.fact.source, 90),
            )
        )
    return Section(sheet.say("equal.workings", measure=sheet.say(f"equal.by-{measure}")), tuple(lines))


def _notes(sheet: Shown, measure: Measure, unknown: Sequence[str]) -> tuple[str, ...]:
    notes = [sheet.say("equal.about"), sheet.say(f"equal.caveat-{measure}")]
    if unknown:
        names = joined(sheet.language, [labels.shortened(name) for name in unknown])
        notes.append(sheet.say("equal.unknown", names=names, measure=sheet.say(f"equal.by-{measure}")))
    return tuple(notes)
