"""One candidate, with all that the checks look at."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from decimal import Decimal

from pricing.catalog import Mode
from pricing.checks.lines import Line
from pricing.checks.market import Market
from pricing.findings import Candidate, Finding


@dataclass(slots=True)
class Look:
    """A candidate beside its market. `line` is None where its price cannot be compared with any other."""

    candidate: Candidate
    market: Market
    line: Line | None = None
    beside: list[Line] = field(default_factory=list)
    _elsewhere: list[Line] | None = None
    _same_value: list[Line] | None = None
    _same_terms: list[Line] | None = None

    @classmethod
    def at(cls, candidate: Candidate, market: Market) -> "Look":
        """The candidate with its line and those beside it."""
        line = market.line(candidate)
        return cls(candidate, market, line, market.around.beside(line) if line else [])

    def elsewhere(self) -> list[Line]:
        """Prices of the same seller for the same GPU and terms in other regions."""
        if self._elsewhere is None:
            self._elsewhere = self.market.around.elsewhere(self.line) if self.line else []
        return self._elsewhere

    def same_value(self) -> list[Line]:
        """Other prices of the seller that are exactly this much per GPU-hour."""
        if self._same_value is None:
            self._same_value = self.market.around.same_value(self.line) if self.line else []
        return self._same_value

    def in_its_currency(self, usd: Decimal) -> Decimal:
        """Dollars in the currency of the price."""
        assert self.line
        return usd if self.line.usd == self.line.per_hour else usd * self.line.per_hour / self.line.usd

    def price_of(self, other: Line) -> Decimal:
        """Another price per GPU-hour, in the currency of this one."""
        assert self.line
        return other.per_hour if other.currency == self.line.currency else self.in_its_currency(other.usd)

    def same_terms(self) -> list[Line]:
        """Prices beside it that are bought the same way."""
        assert self.line
        if self._same_terms is None:
            terms = self.line.terms
            self._same_terms = [other for other in self.beside if other.terms == terms]
        return self._same_terms

    def bought(self, mode: Mode) -> list[Line]:
        """Prices beside it that are bought that way: of the same shape, and of the plain offer, where there are any."""
        assert self.line
        found = [other for other in self.beside if other.terms.mode is mode]
        if not found:
            return found
        plan = self.line.terms.plan
        found = [other for other in found if other.terms.plan in ("", plan)] or found
        return [other for other in found if other.gpus == self.line.gpus] or found


Check = Callable[[Look], Iterator[Finding]]
