"""What somebody says a thing costs, held against what this answer makes of it."""

from collections.abc import Iterable
from decimal import Decimal

from bot.replies import figures, times
from bot.replies.aspects.common import Lines, deciding
from bot.replies.shown import Shown
from bot.replies.words import joined
from bot.understanding.reading import About
from pricing.book import Book
from pricing.costs import Quote
from pricing.errors import NoRate
from pricing.exchange import conversion

NEAR = Decimal("0.05")
"""Sums are printed in two or three digits, so that 5% apart is the same."""
ONE = Decimal(1)


def stated(sheet: Shown, about: About, book: Book) -> Lines:
    """The sum that is nearest to what was stated: owning over its life, or what the cheapest rental costs."""
    if about.amount is None:
        return (sheet.say("about.stated-what"),)
    amount = about.amount
    currency = sheet.comparison.currency
    if about.currency and about.currency != currency:
        try:
            amount = conversion(about.currency, currency, book).apply(amount)
        except NoRate:
            return (sheet.say("about.stated-no-rate", base=about.currency, quote=currency),)
    sums = list(_sums(sheet))
    if not sums or amount <= 0:
        return (sheet.say("about.stated-what"),)
    text, value = sums[0]
    factor = value / amount
    holds = abs(factor - ONE) <= NEAR
    key = "about.stated-holds" if holds else "about.stated-low" if factor > 1 else "about.stated-high"
    times_off = figures.significant(sheet.language, max(factor, 1 / factor), 3)
    first = sheet.say(key, stated=sheet.short(amount), what=text, value=sheet.short(value), factor=times_off)
    return (first, *(sheet.say("about.stated-other", what=what, value=sheet.short(other)) for what, other in sums[1:]))


def _sums(sheet: Shown) -> Iterable[tuple[str, Decimal]]:
    """What a stated sum may be of, owning over its life first."""
    own = sheet.comparison.own
    if own is not None and own.own is not None:
        yield _tco(sheet, own), own.own.tco
        yield sheet.say("about.stated-month", name=sheet.name(own)), own.per_month
    rental = deciding(sheet)
    if rental is not None:
        yield sheet.say("about.stated-rent", name=sheet.name(rental)), rental.billed_cost


def _tco(sheet: Shown, own: Quote) -> str:
    """TCO with the parts it is the sum of."""
    assert own.own is not None
    parts = [sheet.say("about.stated-capex", value=sheet.short(own.own.capex))]
    parts.append(sheet.say("about.stated-running", value=sheet.short(own.own.running_cost)))
    if own.own.residual:
        parts.append(sheet.say("about.stated-residual", value=sheet.short(own.own.residual)))
    life = times.life(sheet.language, own.own.life_months)
    return sheet.say("about.stated-tco", name=sheet.name(own), life=life, parts=joined(sheet.language, parts))
