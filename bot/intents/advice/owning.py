"""Questions about owning: as an investment, as cash by month, sold after the run, and what waiting for it costs."""

from collections.abc import Callable
from decimal import Decimal

from bot.intents.replying import Context, Reply, compared, noted
from bot.intents.scenarios import plan
from bot.replies import notices
from bot.replies.card import Card
from bot.replies.cash_flow import cash_flow_card
from bot.replies.finance import finance_card
from bot.replies.owning import no_own_card, resale_card, waiting_card
from bot.replies.owning_views import first_only
from bot.understanding.reading import Reading
from pricing.book import Book
from pricing.costs import Comparison
from pricing.errors import NoAssumption
from pricing.finance import MONTHS_PER_YEAR, financed, resold
from pricing.rules.basis import Basis
from pricing.rules.supposed import age_in_years, residual_of_age

LEASE_MONTHS = Decimal(36)
"""Length of a lease where none is said: three years, the usual one of servers."""
Shows = Callable[[Comparison, Book, str], Card]


def finance(reading: Reading, context: Context) -> Reply:
    """finance it at 8%, NPV of buying, lease or buy."""
    return _shown(reading, context, finance_of)


def cash_flow(reading: Reading, context: Context) -> Reply:
    """What leaves the bank when."""
    return _shown(reading, context, lambda comparison, _, language: cash_flow_card(comparison, language))


def resale(reading: Reading, context: Context) -> Reply:
    """sell them after the run?"""
    return _shown(reading, context, resale_of)


def waiting(reading: Reading, context: Context) -> Reply:
    """what do six months of waiting cost?"""
    return _shown(reading, context, waiting_of)


def _shown(reading: Reading, context: Context, show: Shows) -> Reply:
    """The card about the first scenario; that others were asked for too is a note of the plan."""
    planned = plan(reading.request, context.book, context.currency, context.house)
    comparison = compared(planned.scenarios[0], context.book)
    taken = notices.taken(context.language, reading, planned.assumed)
    notes = (*taken, *first_only(context.language, planned.scenarios))
    card = show(comparison, context.book, context.language)
    return Reply(noted(card, notes), (comparison,), notes)


def finance_of(comparison: Comparison, book: Book, language: str) -> Card:
    """The own hardware of a comparison as an investment."""
    own = comparison.own.own if comparison.own else None
    if own is None:
        return no_own_card(comparison, language)
    basis = Basis(comparison.scenario, book)
    basis.life_hours()
    basis.assume("utilisation")
    rate, decline = basis.assume("cost_of_capital"), _decline(basis, own.life_months)
    months, lease_rate = basis.supposed("lease_months"), basis.supposed("lease_rate")
    found = financed(
        own,
        rate,
        decline,
        months.value if months and months.value is not None else LEASE_MONTHS,
        lease_rate.value if lease_rate and lease_rate.value is not None else rate,
    )
    names = ("cost_of_capital", "depreciation_years", "utilisation", "declining_balance")
    return finance_card(comparison, found, [basis.used[name] for name in names if name in basis.used], language)


def _decline(basis: Basis, life_months: Decimal) -> Decimal:
    """The part of the value that goes each year; twice the straight-line rate in a book that does not state it."""
    try:
        return basis.assume("declining_balance")
    except NoAssumption:
        return min(2 * MONTHS_PER_YEAR / life_months, Decimal(1))


def resale_of(comparison: Comparison, book: Book, language: str) -> Card:
    """Own hardware sold after the run, at the share the asker says or else the one stated for its age."""
    own = comparison.own.own if comparison.own else None
    if own is None:
        return no_own_card(comparison, language)
    basis = Basis(comparison.scenario, book)
    months = comparison.hours / comparison.hours_per_month
    asked = basis.supposed("sale_share")
    stated = None if asked else residual_of_age(basis, months)
    share = asked.value if asked else stated.value if stated else None
    sale = resold(own, comparison.hours, age_in_years(months), share or Decimal(0))
    return resale_card(comparison, sale, stated, language)


def waiting_of(comparison: Comparison, book: Book, language: str) -> Card:
    """What bridging costs until own hardware runs: for the wait that is said, else the stated one."""
    if comparison.own is None or comparison.own.own is None:
        return no_own_card(comparison, language)
    basis = Basis(comparison.scenario, book)
    asked = basis.supposed("lead_months")
    ready = comparison.own.ready_hours
    stated = None if ready is None else ready / comparison.hours_per_month
    return waiting_card(comparison, asked.value if asked else stated, asked is not None, language)
