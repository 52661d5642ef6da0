"""What a price is compared with: all prices in force, and those of the same file."""

from bisect import insort
from collections import defaultdict
from collections.abc import Iterable, Mapping
from copy import copy
from datetime import date
from decimal import Decimal
from typing import NamedTuple

from pricing.book import Book, Entry
from pricing.catalog import Mode, Offer
from pricing.checks.around import Around
from pricing.checks.bands import Band, Bands
from pricing.checks.lines import Line, Rates, line_of
from pricing.checks.names import Names
from pricing.findings import Candidate
from pricing.units import PricingUnit


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
        self.book, self.gpus = book, book.gpus
        self.rates = Rates(book)
        self.names = Names(book.gpus)
        self._forms = {gpu.id: gpu.form for gpu in book.gpus.values()}
        self._kinds = {provider.id: provider.kind for provider in book.providers.values()}
        self._bands = Bands(book.gpus, self._kinds)
        self._around: Around | None = None
        self._current: dict[str, Priced] = {}
        self._priced: dict[str, tuple[Priced, ...]] = {}
        self._accepted: dict[tuple[str, str, Mode], list[Line]] = defaultdict(list)
        self._memories: dict[str, set[Decimal]] = defaultdict(set)
        all_priced = priced if priced is not None else (pair for gpu in book.gpus for pair in book.offers(gpu))
        self._read_book(all_priced, entries)

    def extended(self, candidates: Iterable[Candidate]) -> "Market":
        """Another market that knows these too, each in place of the price it would replace.

        Bands use them only for GPUs that the book knows too little about: a file does not vouch for itself.
        """
        market = copy(self)
        market._priced = dict(self._priced)
        latest = dict(self._current)
        for candidate in candidates:
            subject = candidate.entry.subject
            line = line_of(candidate.offer, candidate.entry, self.rates, self._forms, candidate.line)
            priced = _priced(candidate.line, candidate.entry, line, candidate.effective_to)
            market._priced[subject] = (*market._priced.get(subject, ()), priced)
            before = latest.get(subject)
            if line and (not before or before.first <= candidate.entry.effective_from):
                latest[subject] = priced
        market._around = self._among(latest)
        return market

    @property
    def around(self) -> Around:
        """All prices that are known, by what they stand beside."""
        if self._around is None:  # a market that is only extended never needs its own
            self._around = self._among(self._current)
        return self._around

    def line(self, candidate: Candidate) -> Line | None:
        """The candidate as a line; None where there is nothing to compare."""
        for known in self._priced.get(candidate.entry.subject, ()):
            if known.number and known.number == candidate.line and known.first == candidate.entry.effective_from:
                return known.line
        return line_of(candidate.offer, candidate.entry, self.rates, self._forms, candidate.line)

    def band(self, line: Line) -> Band | None:
        """What such a price is elsewhere, from the book, or from the file too where the book does not tell."""
        return self._bands.band(line) or self.around.bands.band(line)

    def accepted(self, line: Line) -> list[Line]:
        """Other prices in force of the same seller for the same GPU bought this way, anywhere; from the book alone.

        The cheapest and the dearest of them are enough.
        """
        known = self._accepted.get((line.provider, line.gpu, line.terms.mode), ())
        return [other for other in known if other.subject != line.subject]

    def current(self, subject: str) -> Priced | None:
        """The price in force in the book."""
        return self._current.get(subject)

    def priced(self, subject: str) -> tuple[Priced, ...]:
        """All dated numbers of a subject that are known: in force, later ones that were given, and the file's."""
        return self._priced.get(subject, ())

    def memories(self, gpu: str) -> set[Decimal]:
        """GB that one such GPU has, of all its kinds; empty when nobody knows."""
        if gpu not in self._memories:
            return set()
        return self._memories[gpu]

    def _among(self, latest: Mapping[str, Priced]) -> Around:
        return Around((priced.line for priced in latest.values() if priced.line), self.gpus, self._kinds)

    def _read_book(self, priced: Iterable[tuple[Offer, Entry | None]], entries: Iterable[Entry]) -> None:
        for offer, entry in priced:
            if offer.memory_gb:
                self._memories[offer.gpu].add(offer.memory_gb)
            if entry is None or not (line := line_of(offer, entry, self.rates, self._forms)):
                continue
            self._current[entry.subject] = _priced(0, entry, line)
            self._priced[entry.subject] = (self._current[entry.subject],)
            self._accept(line)
            self._bands.add(line)
        for entry in entries:
            self._priced[entry.subject] = (*self._priced.get(entry.subject, ()), _priced(0, entry, None))
        self._know_memories()

    def _accept(self, line: Line) -> None:
        """Two at either end are kept, so that one is left when the price in question is the other."""
        known = self._accepted[line.provider, line.gpu, line.terms.mode]
        if len(known) >= 4 and known[1].usd <= line.usd <= known[-2].usd:
            return
        insort(known, line, key=_usd)
        if len(known) > 4:
            del known[2]

    def _know_memories(self) -> None:
        """What the catalogue says counts before what offers say."""
        for gpu in self.gpus.values():
            kinds = [self.gpus[name] for name in gpu.covers if name in self.gpus]
            if stated := {kind.memory_gb for kind in (gpu, *kinds) if kind.memory_gb}:
                self._memories[gpu.id] = stated


def _usd(line: Line) -> Decimal:
    return line.usd
