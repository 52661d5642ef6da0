"""Several comparisons in one card: GPUs against each other, or both ends of a range."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import chain

from bot.replies import context, header, times, verdict
from bot.replies.card import Card, Cell, Column, Table
from bot.replies.gaps import why_nothing
from bot.replies.plain import one_line
from bot.replies.remarks import remarks
from bot.replies.shown import Shown, amount_cells, shown
from bot.replies.words import joined
from pricing.catalog import Mode
from pricing.costs import Comparison, Quote
from pricing.decision import Decision, decide

ROWS_EACH = 3


def side_by_side_card(comparisons: Sequence[Comparison], language: str) -> Card:
    """What decides in each comparison, one below the other; the same currency throughout."""
    decisions = [decide(comparison) for comparison in comparisons]
    pairs = zip(comparisons, decisions, strict=True)
    sheets = [_best(shown(comparison, language), decision) for comparison, decision in pairs]
    first = sheets[0]
    title, titles = _titles(sheets)
    lines = [_decides(*each) for each in zip(sheets, decisions, titles, strict=True)]
    notes = dict.fromkeys(note for sheet in sheets for note in remarks(sheet))
    several = len({sheet.comparison.scenario.gpu for sheet in sheets}) > 1
    return Card(
        language=first.language,
        header=title,
        verdict=joined(first.language, lines, "join.sentences"),
        table=_table(sheets, titles),
        notes=((first.say("side-by-side.not-equal"),) if several else ()) + tuple(notes),
        context=context.context(_together(sheets)),
        hints=(first.say("side-by-side.hint"),),
    )


def _titles(sheets: Sequence[Shown]) -> tuple[str, list[str]]:
    """The header, and each scenario in a few words: its GPUs, and the time where that differs."""
    fleets = [header.fleet(sheet) for sheet in sheets]
    periods = [header.period(sheet) for sheet in sheets]
    language = sheets[0].language
    if len(set(periods)) == 1:
        return joined(language, [joined(language, fleets, "join.against"), periods[0]], "join.dots"), fleets
    titles = [joined(language, pair, "join.dots") for pair in zip(fleets, periods, strict=True)]
    return joined(language, titles, "join.against"), titles


def _best(sheet: Shown, decision: Decision) -> Shown:
    """The own hardware and the rental that decide, then the cheapest firm one of the other ways to rent.

    Other GPUs only where there is none of the one asked for.
    """
    leading = [quote for quote in (decision.own, decision.rental) if quote]
    rest = [quote for quote in sheet.quotes if quote.own is None and not quote.is_substitute]
    firsts: dict[Mode, Quote] = {quote.offer.mode: quote for quote in leading}
    for quote in sorted(rest, key=lambda quote: not quote.is_firm):
        firsts.setdefault(quote.offer.mode, quote)
    chosen = {quote.offer.id for quote in list(firsts.values())[:ROWS_EACH]}
    return sheet.with_quotes([quote for quote in sheet.quotes if quote.offer.id in chosen])


def _together(sheets: Sequence[Shown]) -> Shown:
    """All rows as one, with the rates and assumptions of all, for the small print."""
    comparisons = [sheet.comparison for sheet in sheets]
    rates = {entry.subject: entry for each in comparisons for entry in each.rates}
    assumed = {entry.subject: entry for each in comparisons for entry in each.assumptions}
    whole = replace(comparisons[0], rates=tuple(rates.values()), assumptions=tuple(assumed.values()))
    quotes = list(chain.from_iterable(sheet.quotes for sheet in sheets))
    return replace(sheets[0].with_quotes(quotes), comparison=whole)


def _decides(sheet: Shown, decision: Decision, title: str) -> str:
    """What takes the least cash: the rental, or the purchase where even this need costs more to rent."""
    title = one_line(title)
    if not sheet.comparison.quotes:
        return why_nothing(sheet)[0]
    if decision.own and decision.buy is not None and (decision.buying or decision.rental is None):
        return sheet.say("side-by-side.buy", title=title, own=verdict.buying(sheet, decision.own, decision.buy))
    if decision.rental is None or decision.rent is None:
        return sheet.say("side-by-side.undecided", title=title)
    key = "side-by-side.other-gpu" if decision.other_gpu else "side-by-side.least"
    name = verdict.named(sheet, decision.rental)
    return sheet.say(key, title=title, name=name, cost=sheet.short(decision.rent))


def _table(sheets: Sequence[Shown], titles: Sequence[str]) -> Table | None:
    rows = list(chain.from_iterable(_rows(sheet, title) for sheet, title in zip(sheets, titles, strict=True)))
    first = sheets[0]
    columns: tuple[Column, ...] = (
        first.column("option", right=False),
        first.column("effective"),
        first.column("cash"),
        first.column("ready"),
    )
    return Table(columns, tuple(rows)) if rows else None


def _rows(sheet: Shown, title: str) -> Iterable[tuple[Cell, ...]]:
    effective, cash = amount_cells(
        sheet, [[quote.effective_cost for quote in sheet.quotes], [quote.billed_cost for quote in sheet.quotes]]
    )
    for i, quote in enumerate(sheet.quotes):
        ready = times.ready(sheet.language, quote.ready_hours, sheet.comparison.hours_per_month)
        name = sheet.say("side-by-side.option", title=title, name=sheet.marked(quote))
        yield Cell(name), Cell(effective[i].text, bold=True), cash[i], Cell(ready)
