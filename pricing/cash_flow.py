"""What leaves the bank when: the billed lines of a quote by month from the order on. A pure function of the quote.

Month 0 is the order. What is billed during the run falls in the months it is used, in proportion to their hours; a
commitment and whole billing steps are paid in equal parts over the months that are owed; running cost of own hardware
in equal parts over its life, from the day it runs. (FinOps FOCUS: billed cost, by billing period.)
"""

from collections import defaultdict
from dataclasses import dataclass
from decimal import ROUND_CEILING, Decimal

from pricing.catalog import Mode
from pricing.costs import Due, Quote
from pricing.flags import FlagKind

ZERO = Decimal(0)
ONE = Decimal(1)


@dataclass(frozen=True, slots=True)
class Payment:
    """An amount paid in each of the months `first` to `last` from the order on; month 0 is the order itself."""

    first: int
    last: int
    amount: Decimal

    @property
    def total(self) -> Decimal:
        """Of all its months."""
        return self.amount * (self.last - self.first + 1)


def payments(quote: Quote, hours_per_month: Decimal) -> tuple[Payment, ...]:
    """The payments of a quote in order, months of the same amount together. They add up to all its billed lines."""
    by_month: dict[int, Decimal] = defaultdict(Decimal)
    at_order = sum((line.amount for line in quote.billed if line.due is Due.AT_ORDER), ZERO)
    if at_order:
        by_month[0] += at_order
    start = int((quote.ready_hours or ZERO) / hours_per_month)
    later = sum((line.amount for line in quote.billed if line.due in (Due.DURING_RUN, Due.COMMITTED)), ZERO)
    if later:
        _spread(by_month, later, _months_owed(quote, hours_per_month), start)
    if quote.own and quote.cash_if_kept:
        _spread(by_month, quote.cash_if_kept, quote.own.life_months, start)
    return _runs(by_month)


def paid_by(found: tuple[Payment, ...], first: int, last: int) -> Decimal:
    """What is paid in the months from `first` to `last`."""
    return sum(
        (
            one.amount * (min(last, one.last) - max(first, one.first) + 1)
            for one in found
            if one.first <= last and one.last >= first
        ),
        ZERO,
    )


def _months_owed(quote: Quote, hours_per_month: Decimal) -> Decimal:
    """Months a rental is paid over: whole terms of a commitment, whole billing steps, else as long as it runs."""
    used = quote.run_hours / hours_per_month
    term = quote.offer.term_months
    if quote.offer.mode is Mode.COMMITTED and term:
        return (used / term).to_integral_value(ROUND_CEILING) * term
    for flag in quote.flags:
        if flag.kind is FlagKind.WHOLE_STEPS and str(flag.values[2]) == "month":
            return Decimal(flag.values[1])
    return used


def _spread(by_month: dict[int, Decimal], amount: Decimal, months: Decimal, start: int) -> None:
    """The amount over so many months behind `start`, a begun one in proportion."""
    whole = int(months)
    each = amount / months
    for month in range(1, whole + 1):
        by_month[start + month] += each
    if months > whole:
        by_month[start + whole + 1] += each * (months - whole)


def _runs(by_month: dict[int, Decimal]) -> tuple[Payment, ...]:
    found: list[Payment] = []
    for month in sorted(by_month):
        amount = by_month[month]
        before = found[-1] if found else None
        if before and before.last == month - 1 and before.amount == amount and before.first > 0:
            found[-1] = Payment(before.first, month, amount)
        else:
            found.append(Payment(month, month, amount))
    return tuple(found)
