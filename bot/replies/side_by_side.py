"""Several comparisons in one card: GPUs against each other, or both ends of a range."""

from collections.abc import Sequence
from decimal import Decimal

from bot.replies import context, figures, labels, times, verdict
from bot.replies.card import Card, Cell, Column, Table
from bot.replies.plain import one_line
from bot.replies.remarks import remarks
from bot.replies.shown import Shown, amount_cells, shown
from bot.replies.words import joined
from pricing.catalog import Mode
from pricing.costs import Comparison, Quote

ROWS_EACH = 3


def side_by_side_card(comparisons: Sequence[Comparison], language: str) -> Card:
    """The cheapest ways of each comparison, one below the other; the same currency throughout."""
    sheets = [_best(shown(comparison, language)) for comparison in comparisons]
    first = sheets[0]
    header, titles = _titles(sheets)
    lines = [_decides(sheet, title) for sheet, title in zip(sheets, titles, strict=True)]
    notes = dict.fromkeys(note for sheet in sheets for note in remarks(sheet))
    several = len({sheet.comparison.scenario.gpu for sheet in sheets}) > 1
    return Card(
        language=first.language,
        header=header,
        verdict=joined(first.language, lines, "join.sentences"),
        table=_table(sheets, titles),
        notes=((first.say("side-by-side.not-equal"),) if several else ()) + tuple(notes),
        context=context.context(first),
        hints=(first.say("side-by-side.hint"),),
    )


def _titles(sheets: Sequence[Shown]) -> tuple[str, list[str]]:
    """The header, and each scenario in a few words: its GPUs, and the time where that differs."""
    fleets = [_fleet(sheet) for sheet in sheets]
    periods = [_period(sheet) for sheet in sheets]
    language = sheets[0].language
    if len(set(periods)) == 1:
        return joined(language, [joined(language, fleets, "join.against"), periods[0]], "join.dots"), fleets
    titles = [joined(language, pair, "join.dots") for pair in zip(fleets, periods, strict=True)]
    return joined(language, titles, "join.against"), titles


def _fleet(sheet: Shown) -> str:
    scenario = sheet.comparison.scenario
    count = figures.number(sheet.language, scenario.gpu_count)
    return sheet.say("header.fleet", count=count, gpu=labels.shortened(scenario.gpu))


def _period(sheet: Shown) -> str:
    need = sheet.comparison.scenario.duration
    return times.duration(sheet.language, need) if need else sheet.say("header.purchase")


def _best(sheet: Shown) -> Shown:
    """Own hardware, the cheapest rental, and the cheapest committed or spot; other GPUs only if there is none of it."""
    quotes = [quote for quote in sheet.quotes if not quote.is_substitute] or list(sheet.quotes)
    firsts: dict[str, Quote] = {}
    for quote in quotes:
        firsts.setdefault(_way(quote), quote)
    return sheet.with_quotes(list(firsts.values())[:ROWS_EACH])


def _way(quote: Quote) -> str:
    if quote.own:
        return "own"
    return "firm" if quote.offer.mode is Mode.ON_DEMAND else quote.offer.mode.value


def _decides(sheet: Shown, title: str) -> str:
    if not sheet.quotes:
        gpu = labels.shortened(sheet.comparison.scenario.gpu)
        return sheet.say("problem.no-price", gpu=gpu, day=sheet.comparison.day.isoformat())
    least = min(sheet.quotes, key=_cash_order)
    return sheet.say(
        "side-by-side.least",
        title=one_line(title),
        name=verdict.named(sheet, least),
        cost=sheet.short(least.billed_cost),
    )


def _cash_order(quote: Quote) -> tuple[bool, bool, Decimal]:
    """Rentals that stay before spot, and both before buying; then the least cash."""
    return (quote.own is not None, quote.offer.mode is Mode.SPOT, quote.billed_cost)


def _table(sheets: Sequence[Shown], titles: Sequence[str]) -> Table | None:
    rows: list[tuple[Cell, ...]] = []
    first = sheets[0]
    for sheet, title in zip(sheets, titles, strict=True):
        effective, cash = amount_cells(
            sheet, [[quote.effective_cost for quote in sheet.quotes], [quote.billed_cost for quote in sheet.quotes]]
        )
        for i, quote in enumerate(sheet.quotes):
            ready = times.ready(sheet.language, quote.ready_hours, sheet.comparison.hours_per_month)
            cost = Cell(effective[i].text, bold=True)
            name = sheet.say("side-by-side.option", title=title, name=sheet.marked(quote))
            rows.append((Cell(name), cost, cash[i], Cell(ready)))
    columns: tuple[Column, ...] = (
        first.column("option", right=False),
        first.column("effective"),
        first.column("cash"),
        first.column("ready"),
    )
    return Table(columns, tuple(rows)) if rows else None
