"""How long prices hold, renewals, bookings, invoices, approvals, units and variants, networks, support, sources."""

from datetime import date, timedelta

from bot.replies import figures, labels, times
from bot.replies.aspects.common import Lines, deciding, grouped, lines_of, rentals
from bot.replies.context import price_entries
from bot.replies.formula import priced_per
from bot.replies.shown import Shown
from bot.replies.sources import price_line
from bot.understanding.reading import About
from pricing.book import Book, observed_day
from pricing.catalog import Mode
from pricing.costs import Quote
from pricing.units import PricingUnit

HOUSE_DAYS = 7
"""How long a comparison of list prices is used before it is made anew."""
_NETWORKS = ("infiniband", " ib", "ib ", "roce", "rdma", "nvlink", "efa", "400g", "3.2t", "interconnect")


def validity(sheet: Shown, about: About, book: Book) -> Lines:
    """Until when a price is taken as it is, and that nobody has promised it."""
    groups = grouped(sheet, rentals(sheet), lambda quote: _fresh_until(sheet, quote))
    day = (sheet.comparison.day + timedelta(days=HOUSE_DAYS)).isoformat()
    return (sheet.say("about.no-promise", day=day), *lines_of(sheet, groups))


def _fresh_until(sheet: Shown, quote: Quote) -> str:
    seen = observed_day(quote.price.observed_on) if quote.price else None
    if seen is None:
        return sheet.say("about.seen-unknown")
    limit = _stale_days(sheet, quote)
    until = seen + timedelta(days=limit)
    key = "about.fresh-until" if until >= sheet.comparison.day else "about.stale-since"
    return sheet.say(key, seen=seen.isoformat(), until=until.isoformat())


def _stale_days(sheet: Shown, quote: Quote) -> int:
    name = "stale_days_spot" if quote.offer.mode is Mode.SPOT else "stale_days_list"
    limits = [entry.value for entry in sheet.comparison.assumptions if entry.subject == name and entry.value]
    return int(limits[0]) if limits else 30


def renewal(sheet: Shown, about: About, book: Book) -> Lines:
    """When committed rows end, and that nobody knows what they cost then."""
    begins = sheet.comparison.scenario.start or sheet.comparison.day
    committed = [quote for quote in rentals(sheet) if quote.offer.mode is Mode.COMMITTED]
    groups = grouped(sheet, committed, lambda quote: _ends(sheet, quote, begins))
    return (sheet.say("about.renewal"), *lines_of(sheet, groups))


def _ends(sheet: Shown, quote: Quote, begins: date) -> str:
    hours = (quote.offer.term_months or 1) * sheet.comparison.hours_per_month
    day = begins + timedelta(days=int(hours / 24))
    return sheet.say("about.term-ends", day=day.isoformat())


def booking(sheet: Shown, about: About, book: Book) -> Lines:
    """What can be had for given dates, and what is not promised."""
    return lines_of(sheet, grouped(sheet, sheet.quotes, lambda quote: _promise(sheet, quote)))


def _promise(sheet: Shown, quote: Quote) -> str:
    if quote.own is not None:
        ready = times.ready(sheet.language, quote.ready_hours, sheet.comparison.hours_per_month)
        return sheet.say("about.booking-own", ready=ready)
    if quote.offer.upfront_share == 1 and quote.offer.mode is Mode.ON_DEMAND:
        most = quote.offer.max_duration
        limit = times.duration(sheet.language, most) if most else sheet.say("about.no-limit")
        return sheet.say("about.booking-block", limit=limit)
    return sheet.say(f"about.booking-{quote.offer.mode}")


def invoice(sheet: Shown, about: About, book: Book) -> Lines:
    """That the book does not know who issues which invoice."""
    return (sheet.say("about.invoice"),)


def approval(sheet: Shown, about: About, book: Book) -> Lines:
    """That no thresholds are kept here, and the amount to go by."""
    quote = deciding(sheet)
    amount = (sheet.say("about.approval-amount", cost=sheet.short(quote.billed_cost)),) if quote else ()
    return (sheet.say("about.approval"), *amount)


def unit(sheet: Shown, about: About, book: Book) -> Lines:
    """What each price is for, as its seller writes it."""
    lines = []
    for quote in rentals(sheet):
        if quote.price is None or quote.price.value is None:
            continue
        price = priced_per(sheet.language, quote.price.value, quote.price.currency, quote.price.unit.value)
        per_node = quote.price.unit in (PricingUnit.NODE_HOUR, PricingUnit.NODE_MONTH)
        size = figures.number(sheet.language, quote.offer.gpus_per_node)
        key = "about.per-node" if per_node and quote.offer.gpus_per_node > 1 else "about.per-unit"
        lines.append(sheet.say(key, name=sheet.name(quote), price=price, size=size))
    return tuple(lines) or (sheet.say("about.no-rental"),)


def variant(sheet: Shown, about: About, book: Book) -> Lines:
    """The form and memory of the GPU of each row, or that its seller does not say."""
    return lines_of(sheet, grouped(sheet, sheet.quotes, lambda quote: _form(sheet, quote, book)))


def _form(sheet: Shown, quote: Quote, book: Book) -> str:
    gpu = book.gpus.get(quote.offer.gpu)
    form, memory = quote.offer.form, quote.offer.memory_gb or (gpu.memory_gb if gpu else None)
    shown = labels.shortened(quote.offer.gpu)
    size = figures.number(sheet.language, memory, 1, trim=True) if memory else ""
    if form:
        return sheet.say("about.form" if size else "about.form-only", gpu=shown, form=form, memory=size)
    usual = gpu.form if gpu else ""
    if usual:
        return sheet.say("about.form-usual", gpu=shown, form=usual)
    return sheet.say("about.form-unknown", gpu=shown)


def network(sheet: Shown, about: About, book: Book) -> Lines:
    """Which rows say how their nodes are joined; most do not."""
    saying = [
        quote
        for quote in sheet.quotes
        if any(name in f"{quote.offer.name} {quote.offer.note}".casefold() for name in _NETWORKS)
    ]
    lines = grouped(sheet, saying, lambda quote: labels.shortened(f"{quote.offer.name} {quote.offer.note}".strip(), 90))
    return (*lines_of(sheet, lines), sheet.say("about.network-others" if saying else "about.network"))


def sources(sheet: Shown, about: About, book: Book) -> Lines:
    """The price row behind each row on show."""
    return tuple(
        sheet.say("about.group", names=sheet.name(quote), common=price_line(sheet, entry, quote))
        for quote in sheet.quotes
        for entry in price_entries([quote])[:1]
    )
