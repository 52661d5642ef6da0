"""How many GPU-hours a need is, and what each of them costs: hours times rate."""

from collections.abc import Sequence
from decimal import Decimal

from bot.replies import figures, labels
from bot.replies.actions import View, quote_actions
from bot.replies.card import Card, Cell, Column, Table
from bot.replies.context import context
from bot.replies.equation import as_printed
from bot.replies.gaps import not_shown, why_nothing
from bot.replies.header import fleet, header
from bot.replies.remarks import remarks
from bot.replies.shown import Shown, amount_cells, shown
from bot.replies.verdict import named
from bot.replies.words import joined
from pricing.costs import Comparison
from pricing.decision import decide

RATE_PLACES = 4
SMALL = Decimal(100)


def gpu_hours_card(comparisons: Sequence[Comparison], language: str) -> Card:
    """GPU-hours and their rates, of one comparison or of several below each other."""
    sheets = [shown(comparison, language) for comparison in comparisons]
    first = sheets[0]
    if not first.quotes:
        line, way_out = why_nothing(first)
        return Card(first.language, header(first), verdict=line, notes=(*not_shown(first), way_out), private=True)
    notes = dict.fromkeys(line for sheet in sheets for line in (*not_shown(sheet), *remarks(sheet)))
    several = len(sheets) > 1
    return Card(
        language=first.language,
        header=joined(first.language, map(header, sheets), "join.against"),
        verdict=joined(first.language, map(_verdict, sheets), "join.sentences"),
        table=_table(sheets),
        notes=(first.say("gpu-hours.note"), *notes),
        context=tuple(dict.fromkeys(line for sheet in sheets for line in context(sheet))),
        actions=() if several else quote_actions(comparisons[0], language, View.EFFECTIVE, False),
        hints=(first.say("gpu-hours.hint"),),
    )


def _gpu_hours(comparison: Comparison) -> Decimal:
    return comparison.scenario.gpu_count * comparison.hours


def _verdict(sheet: Shown) -> str:
    """The equation for the rental that decides, which holds as it is printed."""
    comparison, language = sheet.comparison, sheet.language
    count, total = comparison.scenario.gpu_count, _gpu_hours(comparison)
    places = 0 if total >= SMALL else 2
    (hours,) = as_printed((comparison.hours,), (2,), lambda n: n[0] * count, total, places)
    facts = {
        "count": figures.number(language, count),
        "gpu": labels.shortened(comparison.scenario.gpu),
        "hours": figures.exact(language, hours),
        "gpu_hours": figures.number(language, total, places, trim=True),
    }
    rental = decide(comparison).rental
    if rental is None:
        return sheet.say("gpu-hours.verdict-none", **facts)
    of_cents = figures.table_places([rental.effective_cost], comparison.currency)
    shown_total = figures.to_places(total, places)
    (rate,) = as_printed(
        (rental.effective_cost / total,), (RATE_PLACES,), lambda n: n[0] * shown_total, rental.effective_cost, of_cents
    )
    currency = figures.currency_name(language, comparison.currency)
    figure = figures.amount(language, rental.effective_cost, of_cents)
    return sheet.say(
        "gpu-hours.verdict",
        rate=figures.exact(language, rate),
        currency=currency,
        cost=sheet.say("money.amount", figure=figure, currency=currency),
        name=named(sheet, rental),
        **facts,
    )


def _table(sheets: Sequence[Shown]) -> Table:
    rows: list[tuple[Cell, ...]] = []
    for sheet in sheets:
        total = _gpu_hours(sheet.comparison)
        effective, cash = amount_cells(
            sheet, [[quote.effective_cost for quote in sheet.quotes], [quote.billed_cost for quote in sheet.quotes]]
        )
        for quote, cost, paid in zip(sheet.quotes, effective, cash, strict=True):
            name = sheet.marked(quote)
            rate = figures.amount(sheet.language, quote.effective_cost / total, RATE_PLACES)
            title = name if len(sheets) == 1 else joined(sheet.language, [fleet(sheet), name], "join.dots")
            rows.append((Cell(title), Cell(rate, bold=True), cost, paid))
    first = sheets[0]
    rate_title = first.say("gpu-hours.column-rate", currency=first.comparison.currency)
    columns = (
        first.column("option", right=False),
        Column(rate_title, right=True),
        first.column("effective"),
        first.column("cash"),
    )
    return Table(columns, tuple(rows))
