"""The answer to "what does an H200 cost?": prices an hour and a month, as the sellers write them, with their days."""

from collections.abc import Sequence
from decimal import Decimal

from bot.replies import figures, formula, labels
from bot.replies.card import Card, Cell, Table
from bot.replies.context import context
from bot.replies.gaps import not_shown
from bot.replies.remarks import remarks
from bot.replies.shown import Shown, amount_cells, shown
from pricing.costs import Comparison, Quote


def lookup_card(comparison: Comparison, language: str) -> Card:
    """Rates of the rentals on show, the lowest first, each with the price row it comes from."""
    sheet = shown(comparison, language)
    same = [quote for quote in sheet.quotes if not quote.is_substitute]  # others only where there is none of it
    rates = {quote.offer.id: _rate(quote, comparison) for quote in sheet.quotes}
    sheet = sheet.with_quotes(sorted(same or sheet.quotes, key=lambda quote: rates[quote.offer.id]))
    return Card(
        language=sheet.language,
        header=sheet.say("lookup.header", gpu=labels.shortened(comparison.scenario.gpu)),
        verdict=_verdict(sheet, [rates[quote.offer.id] for quote in sheet.quotes]),
        table=_table(sheet, [rates[quote.offer.id] for quote in sheet.quotes]) if sheet.quotes else None,
        notes=(*not_shown(sheet), *remarks(sheet)),
        context=context(sheet),
        hints=(sheet.say("lookup.go-on", gpu=labels.shortened(comparison.scenario.gpu)),),
    )


def _rate(quote: Quote, comparison: Comparison) -> Decimal:
    """Per GPU-hour, in the comparison's currency, before fees and efficiency loss."""
    return quote.per_month / (quote.nodes * quote.offer.gpus_per_node) / comparison.hours_per_month


def _verdict(sheet: Shown, rates: Sequence[Decimal]) -> str:
    firm = [(rate, quote) for rate, quote in zip(rates, sheet.quotes, strict=True) if not quote.is_substitute]
    if not firm:
        return sheet.say("lookup.none", gpu=labels.shortened(sheet.comparison.scenario.gpu))
    currency, language = sheet.comparison.currency, sheet.language
    low, high = (figures.price(language, rate, currency) for rate in (_cents(firm[0][0]), _cents(firm[-1][0])))
    if low == high:
        return sheet.say("lookup.one", rate=low, name=sheet.name(firm[0][1]))
    return sheet.say("lookup.verdict", low=low, high=high, name=sheet.name(firm[0][1]))


def _cents(rate: Decimal) -> Decimal:
    return figures.to_places(rate, 2)


def _table(sheet: Shown, rates: Sequence[Decimal]) -> Table:
    hours = sheet.comparison.hours_per_month
    [months] = amount_cells(sheet, [[rate * hours for rate in rates]])
    rows = tuple(
        (
            Cell(sheet.marked(quote)),
            Cell(figures.amount(sheet.language, rate, 2), bold=True),
            month,
            Cell(_written(sheet, quote)),
            Cell(quote.price.observed_on or sheet.say("lookup.undated") if quote.price else "–"),
            Cell(labels.setup(sheet.language, quote)),
        )
        for quote, rate, month in zip(sheet.quotes, rates, months, strict=True)
    )
    columns = (
        sheet.column("option", right=False),
        sheet.column("gpu-hour"),
        sheet.column("gpu-month"),
        sheet.column("as-sold"),
        sheet.column("seen", right=False),
        sheet.column("setup", right=False),
    )
    return Table(columns, rows)


def _written(sheet: Shown, quote: Quote) -> str:
    """The price as the seller writes it."""
    price = quote.price
    if price is None or price.value is None:
        return "–"
    return formula.priced_per(sheet.language, price.value, price.currency, price.unit.value)
