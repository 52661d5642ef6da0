"""What every rule works from: the need in hours, the assumptions in force, and how amounts become one currency."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from decimal import Decimal

from pricing.base import changed
from pricing.book import Book, Entry
from pricing.catalog import Gpu, Offer, PriceKind
from pricing.costs import CostLine, Factor, LineKind, Quote
from pricing.errors import NoAssumption
from pricing.exchange import Conversion, conversion, product
from pricing.flags import Flag, FlagKind
from pricing.freshness import LIST_LIMIT, as_days, days_old, is_stale, limit_name, oldest
from pricing.scenario import Scenario, WhatIf
from pricing.units import HOURS_PER_YEAR, PricingUnit

MONTHS_PER_YEAR = Decimal(12)
ASKED = "the question"
"""The source of a number that the asker supposes."""
HOURS = {PricingUnit.GPU_HOUR, PricingUnit.NODE_HOUR}
LEARNED = {
    PriceKind.CLAIM: FlagKind.CLAIM,
    PriceKind.ESTIMATE: FlagKind.ESTIMATE,
    PriceKind.FROM: FlagKind.FROM_PRICE,
}
PER_GPU_UNITS = {PricingUnit.GPU_HOUR, PricingUnit.GPU_MONTH}


@dataclass(slots=True)
class Basis:
    """One scenario on one book. Remembers the assumptions and rates that were used, so that they can be named."""

    scenario: Scenario
    book: Book
    hours_per_month: Decimal = Decimal(0)
    hours: Decimal = Decimal(0)
    used: dict[str, Entry] = field(default_factory=dict)
    _conversions: dict[str, Conversion] = field(default_factory=dict)
    _overrides: dict[str, Decimal] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._overrides = dict(self.scenario.overrides)
        self.hours_per_month = self.assume("hours_per_month")
        need = self.scenario.duration
        self.hours = need.hours(self.hours_per_month) if need else self.life_hours()

    @property
    def gpu(self) -> Gpu:
        """The GPU that was asked for."""
        return self.book.gpus[self.scenario.gpu]

    @property
    def months(self) -> Decimal:
        """Length of the need in months of `hours_per_month`."""
        return self.hours / self.hours_per_month

    def assume(self, name: str) -> Decimal:
        """The value of an assumption: the asker's own if given, else the stored one. Raises NoAssumption."""
        return self.assumption(name).value or Decimal(0)

    def assumption(self, name: str) -> Entry:
        """The entry of an assumption; one the asker replaced says so and keeps id 0."""
        if name not in self.used:
            entry = self.book.assumption(name)
            if name in self._overrides:
                entry = changed(
                    entry,
                    id=0,
                    value=self._overrides[name],
                    source="the question or the configuration",
                    note="",
                    observed_on="",
                )
            entry = self._as_supposed(name, entry)
            if entry.value is None:
                raise NoAssumption(name, self.book.day)
            self.used[name] = entry
        return self.used[name]

    def supposed(self, name: str) -> WhatIf | None:
        """What the asker supposes of this number, if anything."""
        return next((one for one in self.scenario.what_if if one.name == name), None)

    def _as_supposed(self, name: str, entry: Entry) -> Entry:
        """The entry with the asker's number in it. So many runs a year are a utilisation: runs x hours / 8,760."""
        runs = self.supposed("runs_a_year") if name == "utilisation" else None
        one = self.supposed(name)
        if runs and runs.value is not None:
            value: Decimal | None = runs.value * self.hours / HOURS_PER_YEAR
        elif one and one.factor is not None and entry.value is not None:
            value = entry.value * one.factor
        elif one and one.value is not None:
            value = one.value
        else:
            return entry
        return changed(entry, id=0, value=value, source=ASKED, note="", observed_on="")

    def life_hours(self) -> Decimal:
        """Life of own hardware: depreciation years of twelve months of `hours_per_month` hours each."""
        return self.assume("depreciation_years") * MONTHS_PER_YEAR * self.hours_per_month

    def into_currency(self, base: str) -> Conversion:
        """Conversion from a price's currency into the comparison's. Raises NoRate."""
        if base not in self._conversions:
            self._conversions[base] = conversion(base, self.scenario.currency, self.book)
        return self._conversions[base]

    def rates(self, quotes: Iterable[Quote]) -> tuple[Entry, ...]:
        """The exchange rates behind these quotes, each once."""
        currencies = {quote.pricing_currency for quote in quotes}
        found = {e.subject: e for currency in sorted(currencies) for e in self.into_currency(currency).entries}
        return tuple(found.values())

    def line(self, kind: LineKind, factors: tuple[Factor, ...], price: Entry, **about: object) -> CostLine:
        """A cost line in the comparison's currency: its factors, then the conversion of the price's currency."""
        money = self.into_currency(price.currency)
        factors = factors + money.factors
        return CostLine(kind, product(factors), factors, (price, *money.entries), **about)  # type: ignore[arg-type]

    def age_flag(self, offer: Offer, prices: tuple[Entry, ...]) -> Flag | None:
        """A flag when the oldest of the prices is past its age limit, or nobody knows how old it is."""
        self.assume(LIST_LIMIT)  # what is said beside the prices, rates and fees, has this limit whatever is on show
        provider = self.book.providers.get(offer.provider)  # none of the asker's own quote
        name = limit_name(offer, provider.kind if provider else None)
        if name is None:
            return None
        age = days_old(oldest(prices), self.book.day)
        if age is None:
            return Flag(FlagKind.AGE_UNKNOWN)
        return Flag(FlagKind.STALE, (age,)) if is_stale(age, as_days(self.assume(name))) else None


def learned_flags(offer: Offer) -> list[Flag]:
    """What must be said of how a price was learned."""
    kind = LEARNED.get(offer.price_kind)
    return [Flag(kind)] if kind else []


def whole_hours_per_month(offer: Offer, basis: Basis) -> Decimal:
    """Hours in the month a price per month is for: the seller's own if stated, else the common convention."""
    return offer.hours_in_month or basis.hours_per_month
