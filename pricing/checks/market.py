"""What a price is compared with: all prices in force, and those of the same file, indexed so that looking is quick."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from copy import copy
from datetime import date
from decimal import Decimal
from typing import NamedTuple

from pricing.book import Book, Entry
from pricing.catalog import Gpu, Includes, Mode, Offer
from pricing.checks.bands import Band, Bands
from pricing.checks.lines import Line, Rates, Terms, line_of
from pricing.checks.names import Names
from pricing.findings import Candidate
from pricing.units import PricingUnit

MOST_SIBLINGS = 16
"""Prices kept of one seller's GPU in one region: enough to tell, and a file of one seller stays quick to check."""

Corner = tuple[str, Includes, str, str]  # provider, what is included, region, gpu
Shelf = tuple[str, Includes, str, Terms]  # provider, what is included, region, terms


class Priced(NamedTuple):
    """A dated number of a subject: in the book (`number` 0) or at a line of the file.

    It holds from `first` up to `until`, where that is said. Of a large file there are many, so entries are not kept.
    """

    number: int
    first: date
    value: Decimal | None
    unit: PricingUnit
    currency: str
    line: Line | None
    until: date | None = None


def _priced(number: int, entry: Entry, line: Line | None, until: date | None = None) -> Priced:
    return Priced(number, entry.effective_from, entry.value, entry.unit, entry.currency, line, until)


class Market:
    """Prices to compare with. Built once for a book; `extended` adds a file's."""

    def __init__(
        self, book: Book, entries: Iterable[Entry] = (), priced: Iterable[tuple[Offer, Entry | None]] | None = None
    ) -> None:
        """Prices of a book.

        Args:
            entries: others of the book that a check for overlaps should know, such as those that begin later.
            priced: all offers of the book with their prices, where they come more cheaply than by asking the book.
        """
        self.book = book
        self.rates = Rates(book)
        self.names = Names(book.gpus)
        self.currencies: set[str] = set()
        self._forms = {gpu.id: gpu.form for gpu in book.gpus.values()}
        kinds = {provider.id: provider.kind for provider in book.providers.values()}
        self._bands, self._with_file = Bands(book.gpus, kinds), Bands(book.gpus, kinds)
        self._current: dict[str, Priced] = {}
        self._priced: dict[str, list[Priced]] = defaultdict(list)
        self._accepted: dict[tuple[str, str, Mode], list[Line]] = defaultdict(list)
        self._memories: dict[str, set[Decimal]] = defaultdict(set)
        all_priced = priced if priced is not None else (pair for gpu in book.gpus for pair in book.offers(gpu))
        self._read_book(all_priced, entries)
        self._index(priced.line for priced in self._current.values())

    @property
    def gpus(self) -> Mapping[str, Gpu]:
        """The GPUs of the book."""
        return self.book.gpus

    def extended(self, candidates: Iterable[Candidate]) -> "Market":
        """Another market that knows these too, each in place of the price it would replace.

        Bands use them only for GPUs that the book knows too little about: a file does not vouch for itself.
        """
        market = copy(self)
        market._priced = defaultdict(list, {subject: list(known) for subject, known in self._priced.items()})
        market._with_file = Bands(self.gpus, self._bands.kinds)
        latest = dict(self._current)
        for candidate in candidates:
            line = line_of(candidate.offer, candidate.entry, self.rates, self._forms, candidate.line)
            priced = _priced(candidate.line, candidate.entry, line, candidate.effective_to)
            market._priced[candidate.entry.subject].append(priced)
            before = latest.get(candidate.entry.subject)
            if line and (not before or before.first <= candidate.entry.effective_from):
                latest[candidate.entry.subject] = priced
        market._index(priced.line for priced in latest.values())
        return market

    def line(self, candidate: Candidate) -> Line | None:
        """The candidate as a line; None where there is nothing to compare."""
        for known in self._priced.get(candidate.entry.subject, ()):
            if known.number and known.number == candidate.line and known.first == candidate.entry.effective_from:
                return known.line
        return line_of(candidate.offer, candidate.entry, self.rates, self._forms, candidate.line)

    def band(self, line: Line) -> Band | None:
        """What such a price is elsewhere, from the book, or from the file too where the book does not tell."""
        return self._bands.band(line) or self._with_file.band(line)

    def beside(self, line: Line) -> list[Line]:
        """Other prices of the same seller for the same GPU in the same region, bought in any way."""
        return [
            other
            for other in self._corners.get((line.provider, line.includes, line.region, line.gpu), ())
            if other.subject != line.subject and same_card(line, other)
        ]

    def elsewhere(self, line: Line) -> list[Line]:
        """Other prices of the same seller for the same GPU and terms in other regions."""
        return [
            other
            for other in self._regions.get((line.provider, line.includes, line.gpu, line.terms), ())
            if other.region != line.region and other.subject != line.subject and same_card(line, other)
        ]

    def shelf(self, line: Line) -> Iterator[tuple[Line, Line]]:
        """The cheapest and the dearest price of each GPU and form of the seller, on the same terms in the region."""
        yield from self._shelves.get((line.provider, line.includes, line.region, line.terms), {}).values()

    def accepted(self, line: Line) -> list[Line]:
        """Other prices in force of the same seller for the same GPU bought this way, anywhere; from the book alone."""
        known = self._accepted.get((line.provider, line.gpu, line.terms.mode), ())
        return [other for other in known if other.subject != line.subject]

    def same_value(self, line: Line) -> list[Line]:
        """Other prices of the seller that are exactly this much per GPU-hour."""
        found = self._values.get((line.provider, line.currency, line.per_hour), ())
        return [other for other in found if other.subject != line.subject]

    def current(self, subject: str) -> Priced | None:
        """The price in force in the book."""
        return self._current.get(subject)

    def priced(self, subject: str) -> list[Priced]:
        """All dated numbers of a subject that are known: in force, later ones that were given, and the file's."""
        return self._priced.get(subject, [])

    def memories(self, gpu: str) -> set[Decimal]:
        """GB that one such GPU has, of all its kinds; empty when nobody knows."""
        if gpu not in self._memories:
            return set()
        return self._memories[gpu]

    def _read_book(self, priced: Iterable[tuple[Offer, Entry | None]], entries: Iterable[Entry]) -> None:
        lines = []
        for offer, entry in priced:
            if offer.memory_gb:
                self._memories[offer.gpu].add(offer.memory_gb)
            if entry is None or not (line := line_of(offer, entry, self.rates, self._forms)):
                continue
            self._current[entry.subject] = _priced(0, entry, line)
            self._priced[entry.subject].append(self._current[entry.subject])
            self._accepted[line.provider, line.gpu, line.terms.mode].append(line)
            lines.append(line)
        for entry in entries:
            self._priced[entry.subject].append(_priced(0, entry, None))
        self._bands.add(lines)
        self._know_memories()

    def _know_memories(self) -> None:
        """What the catalogue says counts before what offers say."""
        for gpu in self.book.gpus.values():
            kinds = [self.book.gpus[name] for name in gpu.covers if name in self.book.gpus]
            if stated := {kind.memory_gb for kind in (gpu, *kinds) if kind.memory_gb}:
                self._memories[gpu.id] = stated

    def _index(self, lines: Iterable[Line | None]) -> None:
        self._corners: dict[Corner, list[Line]] = defaultdict(list)
        self._regions: dict[tuple[str, Includes, str, Terms], list[Line]] = defaultdict(list)
        self._shelves: dict[Shelf, dict[tuple[str, str], tuple[Line, Line]]] = defaultdict(dict)
        self._values: dict[tuple[str, str, Decimal], list[Line]] = defaultdict(list)
        known = [line for line in lines if line]
        for line in known:
            self._put(line)
        self.currencies = {line.currency for line in known}
        self._with_file.add(known)

    def _put(self, line: Line) -> None:
        seller, terms = line.provider, line.terms
        for lines in (
            self._corners[seller, line.includes, line.region, line.gpu],
            self._regions[seller, line.includes, line.gpu, terms],
            self._values[seller, line.currency, line.per_hour],
        ):
            if len(lines) < MOST_SIBLINGS:
                lines.append(line)
        shelf = self._shelves[seller, line.includes, line.region, terms]
        low, high = shelf.get((line.gpu, line.form), (line, line))
        shelf[line.gpu, line.form] = (min(low, line, key=_usd), max(high, line, key=_usd))


def same_card(one: Line, other: Line) -> bool:
    """Whether the form and the memory of two offers of one GPU agree, as far as they are known."""
    if one.form != other.form and one.form and other.form:
        return False
    if one.memory is None or other.memory is None or one.memory == other.memory:
        return True
    return DRIVER_LEAST <= one.memory / other.memory <= 1 / DRIVER_LEAST


DRIVER_LEAST = Decimal("0.88")
"""What a driver shows of the memory that is sold: 22 of 24 GB, 262 of 288 GB, 45 of 48 GB."""


def _usd(line: Line) -> Decimal:
    return line.usd
