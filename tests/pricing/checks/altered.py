"""A book with a seller left out, or with more prices."""

from collections.abc import Iterable
from typing import Any

from pricing.book import Book, PricedOffer


class Altered:
    """Another book, but for the offers of `without` and with those of `plus`."""

    def __init__(self, book: Book, without: str = "", plus: Iterable[PricedOffer] = ()) -> None:
        self._book, self._without, self._plus = book, without, tuple(plus)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._book, name)

    def offers(self, gpu: str) -> tuple[PricedOffer, ...]:
        kept = [item for item in self._book.offers(gpu) if item.offer.provider != self._without]
        return (*kept, *(item for item in self._plus if item.offer.gpu == gpu))
