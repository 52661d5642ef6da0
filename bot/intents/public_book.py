"""A price book as everybody may see it: without what was agreed with a seller in confidence."""

from collections.abc import Mapping
from datetime import date
from functools import cached_property

from pricing.book import Book, Entry, PricedComponent, PricedFee, PricedOffer
from pricing.catalog import Claim, Gpu, Instance, Provider, Region


def has_contract_prices(book: Book) -> bool:
    """Whether any offer of the book is confidential. Looks at all of them."""
    return any(offer.is_confidential for gpu in book.gpus for offer, _ in book.offers(gpu))


class PublicBook:
    """A book without its confidential offers: see `pricing.book.Book`, which this is."""

    def __init__(self, book: Book) -> None:
        self._book = book

    def __eq__(self, other: object) -> bool:
        return isinstance(other, PublicBook) and self._book == other._book

    def __hash__(self) -> int:
        return hash((PublicBook, self._book))

    @property
    def day(self) -> date:
        """The day the entries are in force on."""
        return self._book.day

    @property
    def version(self) -> int:
        """The highest entry id seen."""
        return self._book.version

    @property
    def gpus(self) -> Mapping[str, Gpu]:
        """GPU id -> GPU."""
        return self._book.gpus

    @property
    def providers(self) -> Mapping[str, Provider]:
        """Provider id -> provider."""
        return self._book.providers

    @property
    def instances(self) -> Mapping[str, Instance]:
        """Instance id -> instance."""
        return self._book.instances

    @property
    def regions(self) -> Mapping[str, Region]:
        """Region id -> region."""
        return self._book.regions

    def hides(self, gpu: str) -> bool:
        """Whether an offer of this GPU is left out."""
        return any(offer.is_confidential for offer, _ in self._book.offers(gpu))

    def offers(self, gpu: str) -> tuple[PricedOffer, ...]:
        """All offers of exactly this GPU id that are not confidential."""
        return tuple(priced for priced in self._book.offers(gpu) if not priced.offer.is_confidential)

    def gpus_of_providers(self) -> Mapping[str, frozenset[str]]:
        """Provider id -> the GPU ids it has offers of."""
        return self._sold

    @cached_property
    def _sold(self) -> Mapping[str, frozenset[str]]:
        sold: dict[str, set[str]] = {}
        for gpu in self._book.gpus:
            for priced in self.offers(gpu):
                sold.setdefault(priced.offer.provider, set()).add(gpu)
        return {provider: frozenset(gpus) for provider, gpus in sold.items()}

    def fees(self, provider: str) -> tuple[PricedFee, ...]:
        """Fee tiers of a provider."""
        return self._book.fees(provider)

    def components(self, offer: str) -> tuple[PricedComponent, ...]:
        """Parts of an offer's cost."""
        return self._book.components(offer)

    def claims(self, offer: str) -> tuple[Claim, ...]:
        """What the seller stated about the offer."""
        return self._book.claims(offer)

    def rate(self, base: str, quote: str) -> Entry | None:
        """The stored rate `base/quote`."""
        return self._book.rate(base, quote)

    def assumption(self, name: str) -> Entry:
        """A named assumption. Raises NoAssumption."""
        return self._book.assumption(name)
