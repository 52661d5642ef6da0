"""The header and the small print: what was asked, how old prices are, which conventions, rates and assumptions hold."""

from collections.abc import Iterable

from bot.replies import figures, labels, times
from bot.replies.shown import Shown, featured
from bot.replies.words import joined, words
from pricing.book import Entry, EntryKind, observed_day
from pricing.catalog import Tax
from pricing.costs import Comparison, Quote
from pricing.scenario import Scenario, Selector
from pricing.units import PricingUnit

SAID_ELSEWHERE = {"hours_per_month", "stale_days_list", "stale_days_spot", "utilisation", "depreciation_years"}
FRACTIONS = {"utilisation", "power_load", "mfu", "cost_of_capital", "discount"}
ASKED = "the question"
GB_PER_TB = 1000


def header(sheet: Shown) -> str:
    """The scenario as understood, in one line."""
    comparison, scenario = sheet.comparison, sheet.comparison.scenario
    parts = [_fleet(sheet)]
    if scenario.duration:
        parts.append(times.spelled_out(sheet.language, scenario.duration, comparison.hours, comparison.hours_per_month))
    else:
        parts.append(sheet.say("header.purchase"))
    parts += conditions(sheet)
    return joined(sheet.language, parts, "join.dots")


def _fleet(sheet: Shown) -> str:
    scenario = sheet.comparison.scenario
    count = figures.number(sheet.language, scenario.gpu_count)
    fleet = sheet.say("header.fleet", count=count, gpu=labels.shortened(scenario.gpu))
    if not scenario.gpus_per_node:
        return fleet
    return sheet.say("header.nodes", fleet=fleet, per_node=figures.number(sheet.language, scenario.gpus_per_node))


def conditions(sheet: Shown) -> list[str]:
    """What else was asked: filters, start, region, commitment, discount, data."""
    scenario = sheet.comparison.scenario
    found = []
    if scenario.only:
        found.append(sheet.say("header.only", what=_selectors(sheet, scenario.only)))
    if scenario.without:
        found.append(sheet.say("header.without", what=_selectors(sheet, scenario.without)))
    if scenario.start:
        found.append(sheet.say("header.start", day=scenario.start.isoformat()))
    if scenario.region:
        found.append(sheet.say("header.region", region=labels.shortened(scenario.region)))
    if scenario.commitment:
        found.append(sheet.say("header.commitment", term=times.duration(sheet.language, scenario.commitment)))
    if scenario.discount:
        found.append(sheet.say("header.discount", share=figures.percent(sheet.language, scenario.discount)))
    return found + _data(sheet, scenario)


def _data(sheet: Shown, scenario: Scenario) -> list[str]:
    found = []
    for key, quantity in (("egress", scenario.egress_gb), ("storage", scenario.storage_gb)):
        if quantity is not None:
            shown = figures.number(sheet.language, quantity / GB_PER_TB, 3, trim=True)
            found.append(sheet.say(f"header.{key}", quantity=shown))
    if scenario.requests is not None:
        found.append(sheet.say("header.requests", quantity=figures.number(sheet.language, scenario.requests)))
    return found


def _selectors(sheet: Shown, selectors: Iterable[Selector]) -> str:
    return joined(sheet.language, list(dict.fromkeys(_selector(sheet, selector) for selector in selectors)))


def _selector(sheet: Shown, selector: Selector) -> str:
    """ "AWS", "spot", "hyperscalers": each part that is set, in words."""
    parts = []
    if selector.provider:
        parts.append(_provider(sheet, selector.provider))
    if selector.kind:
        parts.append(sheet.say(f"kind.{selector.kind}"))
    if selector.mode:
        parts.append(sheet.say(f"mode.{selector.mode}"))
    return " ".join(parts) or sheet.say("kind.all")


def _provider(sheet: Shown, provider_id: str) -> str:
    """The provider's name where it is in the results, else its id."""
    comparison = sheet.comparison
    providers = (*(quote.provider for quote in featured(comparison)), *(gap.provider for gap in comparison.gaps))
    provider = next((known for known in providers if known.id == provider_id), None)
    return labels.provider_name(sheet.language, provider) if provider else labels.shortened(provider_id)


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
        lines = (*quote.effective, *quote.billed)
        entries = ([quote.price] if quote.price else []) + [entry for line in lines for entry in line.entries]
        for entry in entries:
            if entry.kind not in (EntryKind.RATE, EntryKind.ASSUMPTION):
                found.setdefault((entry.subject, entry.id), entry)
    return list(found.values())


def _price_days(sheet: Shown) -> list[str]:
    entries = price_entries(sheet.quotes)
    known = {day: entry.observed_on for entry in entries if (day := observed_day(entry.observed_on))}
    parts = []
    if known:
        first, last = known[min(known)], known[max(known)]
        key = "context.prices-of-one-day" if first == last else "context.prices"
        parts.append(sheet.say(key, first=first, last=last))
    if any(not entry.observed_on for entry in entries):
        parts.append(sheet.say("context.some-undated"))
    return parts


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
    """ "1 USD = 7.1 CNY (2026-03-06, source)"."""
    base, _, quote = entry.subject.partition("/")
    rate = figures.exact(sheet.language, entry.value) if entry.value is not None else "–"
    day = entry.observed_on or entry.effective_from.isoformat()
    return sheet.say("context.rate", base=base, rate=rate, quote=quote, day=day, source=source(entry))


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
    sentence = words(sheet.language).get(f"assumption.{entry.subject}")
    text = (
        sentence.format(value=value)
        if sentence
        else sheet.say("assumption-other", name=entry.subject.replace("_", " "), value=value)
    )
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
