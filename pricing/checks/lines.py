"""Prices made comparable: each per GPU-hour, in the currency it was written in and in dollars."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from functools import lru_cache
from typing import NamedTuple

from pricing.book import Book, Entry, observed_day
from pricing.catalog import Includes, Mode, Offer
from pricing.errors import NoRate
from pricing.exchange import Conversion, conversion
from pricing.units import PricingUnit

REFERENCE = "USD"
HOURS_IN_MONTH = Decimal(730)
"""For a seller who does not say how long its month is."""
PER_NODE = frozenset({PricingUnit.NODE_HOUR, PricingUnit.NODE_MONTH})
PER_MONTH = frozenset({PricingUnit.GPU_MONTH, PricingUnit.NODE_MONTH})
_EVERYWHERE = ("global", "worldwide", "all regions", "全球")


class Terms(NamedTuple):
    """A way of buying: the mode, the months bound, and the seller's name for it."""

    mode: Mode
    months: Decimal | None
    plan: str


class Line(NamedTuple):
    """One price as the checks compare it. Of a large file there are many: a tuple is made and kept the most cheaply.

    `number`: its line in the file, 0 for one in the book. `form`, `region`: in lower case, `region` empty for
    everywhere. `per_hour`: per GPU-hour in `currency`; `usd`: the same in dollars. `observed`: the oldest day it can
    have been seen.
    """

    subject: str
    number: int
    provider: str
    gpu: str
    form: str
    memory: Decimal | None
    terms: Terms
    upfront: Decimal
    region: str
    gpus: int
    includes: Includes
    name: str
    currency: str
    per_hour: Decimal
    usd: Decimal
    observed: date | None


@dataclass(slots=True)
class Rates:
    """The way from each currency to dollars, looked up once for a book."""

    book: Book
    _known: dict[str, Conversion | None] = field(default_factory=dict)

    def usd(self, amount: Decimal, currency: str) -> Decimal | None:
        """An amount of `currency` in dollars; None without a rate."""
        if currency not in self._known:
            try:
                self._known[currency] = conversion(currency, REFERENCE, self.book)
            except NoRate:
                self._known[currency] = None
        found = self._known[currency]
        return None if found is None else found.apply(amount)


def line_of(offer: Offer, entry: Entry, rates: Rates, forms: Mapping[str, str], number: int = 0) -> Line | None:
    """The price as a line; None for what is no price of renting, is withdrawn or free, or has no rate to the dollar.

    `forms`: the usual form of each GPU, for offers that do not say theirs.
    """
    value = entry.value
    if not value or value < 0 or offer.mode is Mode.OWNED:
        return None
    per_hour = per_gpu_hour(value, entry.unit, offer)
    usd = rates.usd(per_hour, entry.currency)
    if usd is None:
        return None
    return Line(
        subject=entry.subject,
        number=number,
        provider=offer.provider,
        gpu=offer.gpu,
        form=(offer.form or forms.get(offer.gpu, "")).casefold(),
        memory=offer.memory_gb,
        terms=_terms(offer.mode, offer.term_months, offer.plan),
        upfront=offer.upfront_share,
        region=place(offer.region),
        gpus=offer.gpus_per_node,
        includes=offer.includes,
        name=offer.name,
        currency=entry.currency,
        per_hour=per_hour,
        usd=usd,
        observed=observed_day(entry.observed_on) if entry.observed_on else None,
    )


def per_gpu_hour(value: Decimal, unit: PricingUnit, offer: Offer) -> Decimal:
    """A price of this offer per GPU-hour, in the same currency."""
    if unit in PER_NODE and offer.gpus_per_node > 1:
        value /= offer.gpus_per_node
    if unit in PER_MONTH:
        value /= offer.hours_in_month or HOURS_IN_MONTH
    return value


@lru_cache(maxsize=4096)
def _terms(mode: Mode, months: Decimal | None, plan: str) -> Terms:
    return Terms(mode, months, plan.casefold())


@lru_cache(maxsize=4096)
def place(region: str) -> str:
    """A region in lower case; empty for every word that means everywhere."""
    name = region.casefold().strip()
    return "" if name.startswith(_EVERYWHERE) else name


def ratio(one: Decimal, other: Decimal) -> Decimal:
    """How many times the greater is the smaller, 1 or more."""
    return one / other if one >= other else other / one
