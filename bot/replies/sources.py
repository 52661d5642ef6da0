"""Where every figure comes from: price rows, exchange rates and assumptions with day, source and who entered them."""

from bot.replies import context, labels, supposed_prices
from bot.replies.card import Card, Section
from bot.replies.formula import priced_per
from bot.replies.header import header
from bot.replies.shown import Shown, shown
from bot.replies.words import joined
from pricing.book import Entry, EntryKind
from pricing.costs import Comparison, Quote


def price_line(sheet: Shown, entry: Entry, quote: Quote | None = None) -> str:
    """ "Price no. 17: 260,000 CNY/node-month, list, seen 2026-03-06 in example.com, entered by seed data"."""
    if flag := supposed_prices.flag_of(quote, entry):
        what = sheet.say(f"entry.{entry.kind}")
        return supposed_prices.origin(sheet.language, sheet.comparison.scenario, flag, what, _value(sheet, entry))
    if context.is_askers(entry):
        return sheet.say("sources.yours", what=sheet.say(f"entry.{entry.kind}"), value=_value(sheet, entry))
    return sheet.say(
        "sources.row",
        what=sheet.say(f"entry.{entry.kind}"),
        number=entry.id,
        value=_value(sheet, entry),
        facts=joined(sheet.language, _facts(sheet, entry, quote)),
        source=context.source(entry),
        who=labels.shortened(entry.entered_by),
    )


def _value(sheet: Shown, entry: Entry) -> str:
    if entry.value is None:
        return "–"
    return priced_per(sheet.language, entry.value, entry.currency, entry.unit.value)


def _facts(sheet: Shown, entry: Entry, quote: Quote | None) -> list[str]:
    found = []
    if quote and entry.kind is EntryKind.PRICE:
        found.append(sheet.say(f"price-kind.{quote.offer.price_kind}"))
    if entry.observed_on:
        found.append(sheet.say("sources.seen", day=entry.observed_on))
    else:
        found.append(sheet.say("sources.undated"))
    return found


def sources_card(comparison: Comparison, language: str) -> Card:
    """The price rows of each option on show, then rates and assumptions."""
    sheet = shown(comparison, language)
    sections = [_of_quote(sheet, quote) for quote in sheet.quotes]
    return Card(
        language=sheet.language,
        header=header(sheet),
        verdict=sheet.say("sources.title"),
        sections=(*(section for section in sections if section.lines), *standing(sheet)),
        context=(sheet.say("context.book", version=comparison.book_version, day=comparison.day.isoformat()),),
    )


def _of_quote(sheet: Shown, quote: Quote) -> Section:
    lines = tuple(price_line(sheet, entry, quote) for entry in context.price_entries([quote]))
    return Section(sheet.name(quote), lines)


def standing(sheet: Shown) -> tuple[Section, ...]:
    """Exchange rates and assumptions, where any were used."""
    found = []
    if sheet.comparison.rates:
        lines = tuple(context.rate_line(sheet, entry) for entry in sheet.comparison.rates)
        found.append(Section(sheet.say("sources.rates"), lines))
    if sheet.comparison.assumptions:
        found.append(Section(sheet.say("sources.assumptions"), _assumptions(sheet)))
    return tuple(found)


def _assumptions(sheet: Shown) -> tuple[str, ...]:
    return tuple(assumption_line(sheet, entry) for entry in sheet.comparison.assumptions)


def assumption_line(sheet: Shown, entry: Entry) -> str:
    """ "PUE 1.3 (house assumption, 2026-12-01)"; one the asker set has no source but the question."""
    text = context.assumption(sheet, entry)
    if context.is_askers(entry):
        return text
    day = entry.observed_on or entry.effective_from.isoformat()
    return sheet.say("sources.assumption", text=text, source=context.source(entry), day=day)
