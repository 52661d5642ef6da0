"""What stands around a price: those of the same seller in the region, elsewhere, of other GPUs, and of the same value.

A file may have 100,000 prices, and most are alone under some key: only where there are more they are in a tuple.
"""

from collections.abc import Iterable, Mapping
from decimal import Decimal
from typing import TypeVar

from pricing.catalog import Gpu, Includes, Mode, ProviderKind
from pricing.checks.bands import Bands
from pricing.checks.lines import Line, Terms

MOST_SIBLINGS = 16
"""Prices kept of one seller's GPU in one region: enough to tell, and a file of one seller stays quick to check."""

MOST_COUNTED = 8
"""Prices of one seller that are counted of each way of buying: enough to tell whether it sells that way."""

DRIVER_LEAST = Decimal("0.88")
"""What a driver shows of the memory that is sold: 22 of 24 GB, 262 of 288 GB, 45 of 48 GB."""

K = TypeVar("K")
Lines = Line | tuple[Line, ...]
Corner = tuple[str, Includes, str, str]  # provider, what is included, region, gpu
Region = tuple[str, Includes, str, Terms]  # provider, what is included, gpu, terms
Shelf = tuple[str, Includes, str, Terms]  # provider, what is included, region, terms
Ends = tuple[Line, Line]


class Around:
    """Prices, indexed so that looking is quick. `currencies`: those they are in. `bands`: what they come to."""

    def __init__(self, lines: Iterable[Line], gpus: Mapping[str, Gpu], kinds: Mapping[str, ProviderKind]) -> None:
        self.currencies: set[str] = set()
        self.bands = Bands(gpus, kinds)
        self._corners: dict[Corner, Lines] = {}
        self._regions: dict[Region, Lines] = {}
        self._shelves: dict[Shelf, dict[tuple[str, str], Ends]] = {}
        self._values: dict[tuple[str, str], dict[Decimal, Lines]] = {}
        self._sold: dict[tuple[str, Mode], list[str]] = {}
        for line in lines:
            self._put(line)
            self.bands.add(line)

    def beside(self, line: Line) -> list[Line]:
        """Other prices of the same seller for the same GPU in the same region, bought in any way."""
        found = self._corners.get((line.provider, line.includes, line.region, line.gpu))
        return [other for other in _all(found) if other.subject != line.subject and same_card(line, other)]

    def elsewhere(self, line: Line) -> list[Line]:
        """Other prices of the same seller for the same GPU and terms in other regions."""
        region, subject, card = line.region, line.subject, (line.form, line.memory)
        found = self._regions.get((line.provider, line.includes, line.gpu, line.terms))
        return [
            other
            for other in _all(found)
            if other.region != region
            and other.subject != subject
            and ((other.form, other.memory) == card or same_card(line, other))
        ]

    def shelf(self, line: Line) -> Iterable[Ends]:
        """The cheapest and the dearest price of each GPU and form of the seller, on the same terms in the region."""
        found = self._shelves.get((line.provider, line.includes, line.region, line.terms))
        return found.values() if found else ()

    def same_value(self, line: Line) -> list[Line]:
        """Other prices of the seller that are exactly this much per GPU-hour."""
        found = self._values.get((line.provider, line.currency), {}).get(line.per_hour)
        return [other for other in _all(found) if other.subject != line.subject]

    def sold(self, line: Line, mode: Mode) -> int:
        """How many other prices the seller has of anything that is bought that way; about `MOST_COUNTED` at most."""
        return sum(subject != line.subject for subject in self._sold.get((line.provider, mode), ()))

    def _put(self, line: Line) -> None:
        seller, terms = line.provider, line.terms
        self.currencies.add(line.currency)
        sold = self._sold.setdefault((seller, terms.mode), [])
        if len(sold) < MOST_COUNTED:
            sold.append(line.subject)
        _add(self._corners, (seller, line.includes, line.region, line.gpu), line)
        _add(self._regions, (seller, line.includes, line.gpu, terms), line)
        _add(self._values.setdefault((seller, line.currency), {}), line.per_hour, line)
        shelf = self._shelves.setdefault((seller, line.includes, line.region, terms), {})
        low, high = shelf.get((line.gpu, line.form), (line, line))
        shelf[line.gpu, line.form] = (line if line.usd < low.usd else low, line if line.usd > high.usd else high)


def _add(lines: dict[K, Lines], key: K, line: Line) -> None:
    known = lines.setdefault(key, line)
    if known is not line and len(_all(known)) < MOST_SIBLINGS:
        lines[key] = (*_all(known), line)


def _all(lines: Lines | None) -> tuple[Line, ...]:
    if lines is None:
        return ()
    return (lines,) if isinstance(lines, Line) else lines


def same_card(one: Line, other: Line) -> bool:
    """Whether the form and the memory of two offers of one GPU agree, as far as they are known."""
    if one.form != other.form and one.form and other.form:
        return False
    if one.memory is None or other.memory is None or one.memory == other.memory:
        return True
    return DRIVER_LEAST <= one.memory / other.memory <= 1 / DRIVER_LEAST
