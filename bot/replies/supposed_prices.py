"""Supposed prices in words: in the header, in a question that asks them again, and what stands in the book instead."""

from collections.abc import Iterable
from decimal import Decimal

from bot.replies import figures
from bot.replies.formula import priced_per
from bot.replies.plain import one_line
from bot.replies.words import joined, say
from bot.understanding.request import Supposed
from pricing.book import Entry
from pricing.costs import Comparison, Quote
from pricing.flags import Flag, FlagKind
from pricing.scenario import Scenario, SupposedPrice
from pricing.units import RENTAL_UNITS, TimeUnit

ONE = Decimal(1)


def about(one: SupposedPrice) -> tuple[object, ...]:
    """What a supposed price is of."""
    return one.provider, one.gpu, one.modes, one.kinds


def header(language: str, who: str, one: SupposedPrice, currency: str) -> str:
    """ "AWS spot 10% dearer (supposed)". `who`: seller, model and way in words; `currency`: where none was said."""
    if one.price is None:
        return _changed(language, f"header.{_key(one)}", who, one)
    unit = RENTAL_UNITS[one.price.per_node, one.price.per or TimeUnit.HOUR]
    price = priced_per(language, one.price.amount, one.price.currency or currency, unit.value)
    return say(language, "header.supposed-price", who=who, price=price)


def question(language: str, one: Supposed) -> str:
    """The words that suppose it again: "assume AWS spot 10% dearer"."""
    parts = [one_line(one.provider)] if one.provider else []
    parts += [one.gpu] if one.gpu else []
    parts += (
        [joined(language, [say(language, f"asked.way-{way}") for way in one.ways], "asked.and")] if one.ways else []
    )
    who = " ".join(parts)
    if one.price is None:
        return _changed(language, f"asked.{_key(one)}", who, one)
    amount = f"{figures.exact(language, one.price.amount)} {one.price.currency}".strip()
    price = say(language, f"asked.price-{one.price.unit}-{one.price.per}", amount=amount)
    return say(language, "asked.supposed-price", who=who, price=price)


def _key(one: Supposed | SupposedPrice) -> str:
    if one.factor is None:
        return "supposed-discount"
    return "supposed-dearer" if one.factor >= 1 else "supposed-cheaper"


def _changed(language: str, key: str, who: str, one: Supposed | SupposedPrice) -> str:
    share = one.discount if one.factor is None else abs(one.factor - ONE)
    return say(language, key, who=who, share=figures.percent(language, share or Decimal(0)))


def flag_of(quote: Quote | None, entry: Entry) -> Flag | None:
    """The flag of a quote whose price is this supposed one."""
    if quote is None or entry.id or entry != quote.price:
        return None
    return next((flag for flag in quote.flags if flag.kind is FlagKind.SUPPOSED), None)


def origin(language: str, scenario: Scenario, flag: Flag, what: str, value: str) -> str:
    """The price row of a supposed price: its value, and the row of the book that it comes from or stands for."""
    one, stored = scenario.supposed[int(flag.values[0])], _stored(language, flag, with_source=True)
    facts = {"what": what, "value": value, "stored": stored}
    if one.price is None:
        return say(language, "sources.supposed-times", factor=figures.exact(language, one.paid), **facts)
    return say(language, "sources.supposed-instead" if stored else "sources.supposed-new", **facts)


def instead(language: str, scenario: Scenario, flag: Flag) -> str:
    """Where a supposed price comes from: "0.7 × 55.04 USD/node-hour", "2.50 USD/GPU-hour instead of ..."."""
    one = scenario.supposed[int(flag.values[0])]
    stored = _stored(language, flag)
    if one.price is None:
        return say(language, "flag-detail.supposed-times", factor=figures.exact(language, one.paid), stored=stored)
    unit = RENTAL_UNITS[one.price.per_node, one.price.per or TimeUnit.HOUR]
    currency = one.price.currency or (str(flag.values[3]) if stored else "")
    price = priced_per(language, one.price.amount, currency, unit.value)
    key = "flag-detail.supposed-instead" if stored else "flag-detail.supposed-new"
    return say(language, key, price=price, stored=stored)


def _stored(language: str, flag: Flag, with_source: bool = False) -> str:
    """The price of the book; empty where it has none."""
    if len(flag.values) == 1:
        return ""
    _, _, value, currency, unit, number, day, source = flag.values
    price = priced_per(language, Decimal(value), str(currency), str(unit))
    if not with_source:
        return price
    key = "sources.supposed-row" if day else "sources.supposed-row-undated"
    return say(language, key, price=price, number=number, day=day, source=one_line(str(source)))


def currency_of(quotes: Iterable[Quote], comparison: Comparison, one: SupposedPrice) -> str:
    """The currency of a supposed price that was said without one: that of the price it stands for, where on show."""
    if one.price is None or one.price.currency:
        return ""
    place = comparison.scenario.supposed.index(one)
    for quote in quotes:
        for flag in quote.flags:
            if flag.kind is FlagKind.SUPPOSED and flag.values[0] == place and quote.price:
                return quote.price.currency
    return ""
