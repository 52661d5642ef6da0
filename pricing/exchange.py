"""Conversion between currencies with the stored rates, in either direction, directly or by way of others."""

from dataclasses import dataclass
from decimal import Decimal
from itertools import pairwise, permutations

from pricing.book import Book, Entry
from pricing.costs import Factor, FactorUnit
from pricing.errors import NoRate

PIVOTS = ("CNY", "USD", "EUR")
MOST_PIVOTS = 3
"""A rate to the dollar and another of the euro, both against the yuan, still meet."""


@dataclass(frozen=True, slots=True)
class Conversion:
    """Factors that turn an amount in one currency into another, and the rates they rest on. Empty for the same one."""

    factors: tuple[Factor, ...] = ()
    entries: tuple[Entry, ...] = ()

    def apply(self, amount: Decimal) -> Decimal:
        """The converted amount, unrounded."""
        return product(self.factors, amount) if self.factors else amount


def product(factors: tuple[Factor, ...], start: Decimal = Decimal(1)) -> Decimal:
    """The factors multiplied (or divided) in order, from `start`."""
    for factor in factors:
        start = start / factor.value if factor.divide else start * factor.value
    return start


def conversion(base: str, quote: str, book: Book) -> Conversion:
    """How to get from `base` to `quote` on the book's day.

    A stored rate is used as it is or divided by, so that both ways agree. Raises NoRate when there is none.
    """
    if base == quote:
        return Conversion()
    for others in range(MOST_PIVOTS + 1):
        for pivots in permutations([pivot for pivot in PIVOTS if pivot not in (base, quote)], others):
            if found := _chain((base, *pivots, quote), book):
                return found
    raise NoRate(base, quote, book.day)


def _chain(currencies: tuple[str, ...], book: Book) -> Conversion | None:
    """From each currency to the next; None where a rate is missing."""
    found = Conversion()
    for base, quote in pairwise(currencies):
        step = _one_step(base, quote, book)
        if step is None:
            return None
        found = Conversion(found.factors + step.factors, found.entries + step.entries)
    return found


def _one_step(base: str, quote: str, book: Book) -> Conversion | None:
    if entry := book.rate(base, quote):
        assert entry.value is not None
        return Conversion((Factor(entry.value, FactorUnit.RATE, per=f"{quote}/{base}"),), (entry,))
    if entry := book.rate(quote, base):
        assert entry.value is not None
        return Conversion((Factor(entry.value, FactorUnit.RATE, divide=True, per=f"{base}/{quote}"),), (entry,))
    return None
