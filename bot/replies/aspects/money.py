"""Tax, whole months, paying up front, tiers, what is on the bill, exchange rates, what is beyond a commitment."""

from decimal import Decimal

from bot.replies import figures, times
from bot.replies.aspects.common import Lines, deciding, grouped, lines_of, rentals
from bot.replies.context import rate_line
from bot.replies.formula import priced_per
from bot.replies.shown import Shown
from bot.replies.words import joined
from bot.understanding.reading import About
from pricing.book import Book
from pricing.catalog import Mode
from pricing.costs import Due, Quote
from pricing.flags import FlagKind

CHINA_VAT = (Decimal("0.06"), Decimal("0.13"))
"""Services, and goods with the leasing of movable things (VAT law in force since 2026-01-01)."""
ONE = Decimal(1)


def tax(sheet: Shown, about: About, book: Book) -> Lines:
    """Which prices hold tax, and what the cheapest is with it and without it."""
    groups = grouped(sheet, rentals(sheet), lambda quote: sheet.say(f"about.tax-{quote.offer.tax}"))
    return (*lines_of(sheet, groups), *_with_tax(sheet, about), sheet.say("about.tax-ask"))


def _with_tax(sheet: Shown, about: About) -> Lines:
    quote = deciding(sheet)
    if quote is None:
        return ()
    rates = about.shares or (CHINA_VAT if sheet.comparison.currency == "CNY" else ())
    cost = quote.billed_cost
    return tuple(
        sheet.say(
            "about.tax-at",
            name=sheet.name(quote),
            cost=sheet.short(cost),
            rate=figures.percent(sheet.language, rate),
            gross=sheet.short(cost * (ONE + rate)),
            net=sheet.short(cost / (ONE + rate)),
        )
        for rate in rates
    )


def partial(sheet: Shown, about: About, book: Book) -> Lines:
    """Which rows are billed in whole steps, and what that costs beyond the time used."""
    found = []
    for quote in rentals(sheet):
        flag = next((flag for flag in quote.flags if flag.kind is FlagKind.WHOLE_STEPS), None)
        if flag is None:
            continue
        used, billed, unit = flag.values
        found.append(
            sheet.say(
                "about.whole-steps",
                name=sheet.name(quote),
                used=times.in_digits(sheet.language, Decimal(used)),
                billed=times.period(sheet.language, Decimal(billed), str(unit)),
                cash=sheet.short(quote.billed_cost),
                effective=sheet.short(quote.effective_cost),
            )
        )
    return tuple(found) or (sheet.say("about.no-whole-steps"),)


def prepay(sheet: Shown, about: About, book: Book) -> Lines:
    """What is paid at order, and that nobody knows of a discount for paying more of it."""
    lines = []
    for quote in sheet.quotes:
        at_order = sum((line.amount for line in quote.billed if line.due is Due.AT_ORDER), Decimal(0))
        if at_order:
            lines.append(
                sheet.say(
                    "about.at-order",
                    name=sheet.name(quote),
                    amount=sheet.short(at_order),
                    share=figures.percent(sheet.language, at_order / quote.billed_cost),
                )
            )
    return (*lines, *_up_front(sheet, about), sheet.say("about.prepay-discount"))


def _up_front(sheet: Shown, about: About) -> Lines:
    quote = deciding(sheet)
    if quote is None:
        return ()
    return tuple(
        sheet.say(
            "about.up-front",
            share=figures.percent(sheet.language, share),
            name=sheet.name(quote),
            first=sheet.short(quote.billed_cost * share),
            rest=sheet.short(quote.billed_cost * (ONE - share)),
        )
        for share in about.shares
    )


def tiers(sheet: Shown, about: About, book: Book) -> Lines:
    """That prices here are the same for any number, and how many one order gets."""
    limited = [quote for quote in rentals(sheet) if quote.offer.max_nodes is not None]
    most = grouped(sheet, limited, lambda quote: _most(sheet, quote))
    return (sheet.say("about.no-tiers"), *lines_of(sheet, most))


def _most(sheet: Shown, quote: Quote) -> str:
    gpus = (quote.offer.max_nodes or 0) * quote.offer.gpus_per_node
    return sheet.say("about.most-in-one-order", gpus=figures.number(sheet.language, gpus))


def bill(sheet: Shown, about: About, book: Book) -> Lines:
    """For each row: the kinds of cost that are in it, and the fees nobody knows."""
    lines = []
    for quote in sheet.quotes:
        kinds = dict.fromkeys(line.kind for line in quote.effective if line.amount)
        priced = joined(sheet.language, [sheet.say(f"line.{kind}") for kind in kinds])
        unknown = [sheet.say(f"fee.{flag.values[0]}") for flag in quote.flags if flag.kind is FlagKind.FEE_UNKNOWN]
        key = "about.bill-unknown" if unknown else "about.bill"
        facts = {"name": sheet.name(quote), "priced": priced, "unknown": joined(sheet.language, unknown)}
        lines.append(sheet.say(key, **facts))
    return (*lines, sheet.say("about.bill-never"))


def overage(sheet: Shown, about: About, book: Book) -> Lines:
    """What the sellers of committed rows ask on demand, which is what use beyond the commitment costs."""
    committed = [quote for quote in rentals(sheet) if quote.offer.mode is Mode.COMMITTED]
    if not committed:
        return (sheet.say("about.no-commitment"),)
    return tuple(_beyond(sheet, quote) for quote in committed)


def _beyond(sheet: Shown, quote: Quote) -> str:
    same = [
        other
        for other in sheet.comparison.quotes
        if other.offer.mode is Mode.ON_DEMAND
        and (other.offer.provider, other.offer.gpu) == (quote.offer.provider, quote.offer.gpu)
        and other.price is not None
    ]
    if not same:
        return sheet.say("about.overage-unknown", name=sheet.name(quote))
    price = min(same, key=lambda other: other.per_month).price
    assert price is not None
    assert price.value is not None
    rate = priced_per(sheet.language, price.value, price.currency, price.unit.value)
    return sheet.say("about.overage", name=sheet.name(quote), rate=rate)


def exchange_rate(sheet: Shown, about: About, book: Book) -> Lines:
    """The rates that were used, each with its day and source."""
    lines = tuple(rate_line(sheet, entry) for entry in sheet.comparison.rates)
    return (*lines, sheet.say("about.rates-kept")) if lines else (sheet.say("about.no-rates"),)
