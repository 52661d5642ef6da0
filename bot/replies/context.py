"""The small print: how old prices are, which conventions, rates and assumptions hold."""

from collections.abc import Iterable
from datetime import date, timedelta

from bot.replies import figures, labels, times
from bot.replies.shown import Shown
from bot.replies.words import joined, say_count, words
from pricing.book import Entry, EntryKind, observed_day
from pricing.catalog import Tax
from pricing.costs import Comparison, Quote
from pricing.units import PricingUnit

SAID_ELSEWHERE = {"hours_per_month", "stale_days_list", "stale_days_spot", "utilisation", "depreciation_years"}
FRACTIONS = {"utilisation", "power_load", "mfu", "cost_of_capital", "discount", "declining_balance"} | {
    f"residual_after_{age}_years" for age in range(1, 6)
}
PRICED = {EntryKind.PRICE, EntryKind.FEE, EntryKind.COMPONENT}
ASKED = "the question"


def context(sheet: Shown) -> tuple[str, ...]:
    """Small print below the table."""
    lines = [_conventions(sheet), *_rates(sheet), *_assumed(sheet), _book(sheet)]
    return tuple(line for line in lines if line)


def _conventions(sheet: Shown) -> str:
    hours = figures.number(sheet.language, sheet.comparison.hours_per_month, 2, trim=True)
    parts = [*_price_days(sheet), sheet.say("context.hours", hours=hours), _tax(sheet)]
    return joined(sheet.language, [part for part in parts if part], "join.dots")


def price_entries(quotes: Iterable[Quote]) -> list[Entry]:
    """The price, fee and component entries that quotes rest on, each once, in order of use."""
    found: dict[tuple[str, int], Entry] = {}
    for quote in quotes:
        if quote.price:
            found.setdefault((quote.price.subject, quote.price.id), quote.price)
        for line in (*quote.effective, *quote.billed):
            for entry in line.entries:
                if entry.kind in PRICED:
                    found.setdefault((entry.subject, entry.id), entry)
    return list(found.values())


def _price_days(sheet: Shown) -> list[str]:
    """From when the prices are that the ages of the rows are counted from, and whether fees are older than that."""
    prices = [entry for quote in sheet.quotes for entry in _dated(quote) if not is_askers(entry)]
    known = {day: entry.observed_on for entry in prices if (day := observed_day(entry.observed_on))}
    parts = []
    if known:
        first, last = known[min(known)], known[max(known)]
        key = "context.prices-of-one-day" if first == last else "context.prices"
        parts.append(sheet.say(key, first=first, last=last))
    if any(not entry.observed_on for entry in prices):
        parts.append(sheet.say("context.some-undated"))
    return [*parts, *_old_fees(sheet)]


def _dated(quote: Quote) -> Iterable[Entry]:
    """The entries the age of a quote is counted from: the price of a rental, the parts of own hardware."""
    if quote.price:
        return (quote.price,)
    return (entry for line in quote.effective for entry in line.entries if entry.kind is EntryKind.COMPONENT)


def _old_fees(sheet: Shown) -> list[str]:
    """One remark where fees are older than prices may be."""
    fees = {
        entry.observed_on: entry
        for quote in sheet.quotes
        for line in quote.effective
        for entry in line.entries
        if entry.kind is EntryKind.FEE
    }
    oldest = min(fees.values(), key=lambda entry: observed_day(entry.observed_on) or date.min, default=None)
    if oldest is None or not (age := old(sheet, oldest)):
        return []
    if not oldest.observed_on:
        return [sheet.say("context.undated-fees")]
    return [sheet.say("context.old-fees", day=oldest.observed_on, age=age)]


def _tax(sheet: Shown) -> str:
    """One word when it is the same for all, else which of them are what."""
    groups: dict[Tax, list[str]] = {}
    for quote in sheet.quotes:
        if not quote.own:
            groups.setdefault(quote.offer.tax, []).append(labels.provider_name(sheet.language, quote.provider))
    if not groups:
        return ""
    if len(groups) == 1:
        return sheet.say(f"context.tax-{next(iter(groups))}")
    parts = [
        sheet.say(f"context.tax-{tax}-at", names=joined(sheet.language, list(dict.fromkeys(names))))
        for tax, names in groups.items()
    ]
    return joined(sheet.language, parts, "join.items")


def _rates(sheet: Shown) -> list[str]:
    return [rate_line(sheet, entry) for entry in sheet.comparison.rates]


def rate_line(sheet: Shown, entry: Entry) -> str:
    """ "1 USD = 7.1 CNY (2026-03-06, source)", with its age where it is old."""
    base, _, quote = entry.subject.partition("/")
    rate = figures.exact(sheet.language, entry.value) if entry.value is not None else "–"
    day = entry.observed_on or entry.effective_from.isoformat()
    line = sheet.say("context.rate", base=base, rate=rate, quote=quote, day=day, source=source(entry))
    age = old(sheet, entry)
    return sheet.say("context.old", what=line, age=age) if age else line


def old(sheet: Shown, entry: Entry) -> str:
    """How old an entry is, where that is more than a list price may be or not known; else nothing."""
    comparison = sheet.comparison
    limit = next((one.value for one in comparison.assumptions if one.subject == "stale_days_list"), None)
    day = observed_day(entry.observed_on)
    if day is None:
        return sheet.say("context.undated")
    age = (comparison.day - day) // timedelta(days=1)
    if limit is None or age <= limit:
        return ""
    return sheet.say("context.age", days=times.days(sheet.language, age))


def source(entry: Entry) -> str:
    """The source of an entry, in one line."""
    return labels.shortened(entry.source, 90)


def _assumed(sheet: Shown) -> list[str]:
    parts = [assumption(sheet, e) for e in sheet.comparison.assumptions if e.subject not in SAID_ELSEWHERE]
    if not parts:
        return []
    return [sheet.say("context.assumed", parts=joined(sheet.language, parts, "join.items"))]


def assumption(sheet: Shown, entry: Entry) -> str:
    """An assumption with its value; one the asker set says so."""
    value = assumption_value(sheet.language, entry)
    key = f"assumption.{entry.subject}"
    if key in words(sheet.language):
        text = say_count(sheet.language, key, value)
    else:
        text = sheet.say("assumption-other", name=entry.subject.replace("_", " "), value=value)
    return sheet.say("context.yours", text=text) if is_askers(entry) else text


def is_askers(entry: Entry) -> bool:
    """Whether the asker set this number in place of the stored one."""
    return entry.id == 0 and entry.source == ASKED


def assumption_value(language: str, entry: Entry) -> str:
    """The value of an assumption in its own form: a percentage, money, or a number."""
    if entry.value is None:
        return "–"
    if entry.subject in FRACTIONS:
        return figures.percent(language, entry.value)
    if entry.unit is PricingUnit.PERCENT:
        return figures.percent(language, entry.value / 100)
    if entry.currency:
        return figures.price(language, entry.value, entry.currency)
    return figures.exact(language, entry.value)


def _book(sheet: Shown) -> str:
    comparison: Comparison = sheet.comparison
    return sheet.say("context.book", version=comparison.book_version, day=comparison.day.isoformat())
