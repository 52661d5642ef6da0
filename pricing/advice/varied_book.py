"""A book with some of its numbers multiplied, for "what if this price were 20% higher": a view, nothing is stored."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal

from pricing.base import changed
from pricing.book import Book, Entry, PricedComponent, PricedFee, PricedOffer
from pricing.catalog import Claim, Gpu, Instance, Provider, Region


@dataclass(frozen=True, eq=False)
class VariedBook:
    """The entries of `book`, those whose subject is in `factors` multiplied: offer, component and fee ids, and rates
    by their pair ("USD/CNY")."""

    book: Book
    factors: Mapping[str, Decimal] = field(default_factory=dict)

    def varied(self, entry: Entry) -> Entry:
        """The entry, multiplied where its subject is."""
        factor = self.factors.get(entry.subject)
        if factor is None or entry.value is None:
            return entry
        return changed(entry, value=entry.value * factor)

    @property
    def day(self) -> date:
        return self.book.day

    @property
    def version(self) -> int:
        return self.book.version

    @property
    def gpus(self) -> Mapping[str, Gpu]:
        return self.book.gpus

    @property
    def providers(self) -> Mapping[str, Provider]:
        return self.book.providers

    @property
    def instances(self) -> Mapping[str, Instance]:
        return self.book.instances

    @property
    def regions(self) -> Mapping[str, Region]:
        return self.book.regions

    def offers(self, gpu: str) -> tuple[PricedOffer, ...]:
        """See Book."""
        return tuple(one._replace(price=one.price and self.varied(one.price)) for one in self.book.offers(gpu))

    def gpus_of_providers(self) -> Mapping[str, frozenset[str]]:
        """See Book."""
        return self.book.gpus_of_providers()

    def fees(self, provider: str) -> tuple[PricedFee, ...]:
        """See Book."""
        return tuple(one._replace(price=self.varied(one.price)) for one in self.book.fees(provider))

    def components(self, offer: str) -> tuple[PricedComponent, ...]:
        """See Book."""
        return tuple(one._replace(price=self.varied(one.price)) for one in self.book.components(offer))

    def claims(self, offer: str) -> tuple[Claim, ...]:
        """See Book."""
        return self.book.claims(offer)

    def rate(self, base: str, quote: str) -> Entry | None:
        """See Book."""
        entry = self.book.rate(base, quote)
        return entry and self.varied(entry)

    def assumption(self, name: str) -> Entry:
        """See Book."""
        return self.book.assumption(name)
