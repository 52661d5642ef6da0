"""Slips made on purpose in published prices are noticed: a factor of 8, of 730, of 7.2, two cells swapped.

Each slip is made in every published row that the checks leave in peace, and the row is checked twice: as a new price
of a seller the book knows, and as the only price of a seller it has never seen. The floors are a little under what was
measured; `named` is how often the finding also says which slip it was.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from decimal import Decimal
from functools import partial
from typing import NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pricing.base import changed
from pricing.book import Book
from pricing.catalog import Mode
from pricing.checks.checking import check, check_file
from pricing.checks.market import Market
from pricing.findings import Candidate, FindingKind
from pricing.units import PricingUnit
from tests.pricing.checks.altered import Altered
from tests.pricing.checks.rows import Reader, rows
from tests.pricing.checks.test_published_rows import TRUE_STATEMENTS

K = FindingKind
IN_MONTHS = {PricingUnit.GPU_HOUR: PricingUnit.GPU_MONTH, PricingUnit.NODE_HOUR: PricingUnit.NODE_MONTH}


class Slip(NamedTuple):
    """What goes wrong, in which rows it can, and how often that is noticed at least, in hundredths."""

    make: Callable[[Candidate], Candidate]
    possible: Callable[[Candidate], bool]
    kind: FindingKind
    known: int
    known_named: int
    new: int
    new_named: int


def _times(factor: str, candidate: Candidate) -> Candidate:
    assert candidate.entry.value is not None
    return replace(candidate, entry=changed(candidate.entry, value=candidate.entry.value * Decimal(factor)))


def _per_month(candidate: Candidate) -> Candidate:
    return replace(candidate, entry=changed(candidate.entry, unit=IN_MONTHS[candidate.entry.unit]))


def _total_memory(candidate: Candidate) -> Candidate:
    assert candidate.stated_memory_gb
    return replace(candidate, stated_memory_gb=candidate.stated_memory_gb * candidate.offer.gpus_per_node)


def _hourly(candidate: Candidate) -> bool:
    return candidate.entry.unit in IN_MONTHS


def _a_node(candidate: Candidate) -> bool:
    return candidate.offer.gpus_per_node == 8


SLIPS = {
    "a node's price per GPU": Slip(partial(_times, "8"), lambda _: True, K.PER_NODE, 98, 80, 92, 78),
    "an eighth": Slip(partial(_times, "0.125"), lambda _: True, K.OUT_OF_BAND, 98, 75, 80, 80),
    "a GPU's price for a node": Slip(partial(_times, "0.125"), _a_node, K.PER_GPU, 98, 80, 88, 78),
    "a month's price for an hour": Slip(partial(_times, "730"), _hourly, K.PER_MONTH, 99, 88, 97, 70),
    "an hour's price for a month": Slip(_per_month, _hourly, K.PER_HOUR, 99, 88, 97, 80),
    "yuan taken for dollars": Slip(
        partial(_times, "7.2"), lambda one: one.entry.currency == "USD", K.WRONG_CURRENCY, 98, 83, 90, 82
    ),
    "the memory of all GPUs": Slip(
        _total_memory,
        lambda one: one.offer.gpus_per_node > 1 and bool(one.stated_memory_gb),
        K.MEMORY,
        100,
        100,
        100,
        100,
    ),
}


@pytest.fixture(scope="module")
def undoubted(market: Market, reader: Reader) -> Sequence[Candidate]:
    """Published rows that the checks do not doubt."""
    candidates = [reader.candidate(row) for row in rows("gpu-price-facts.csv")]
    return [candidate for candidate in candidates if not _doubts(candidate, market)]


@pytest.fixture(scope="module")
def without(book: Book, undoubted: Sequence[Candidate]) -> Mapping[str, Market]:
    """For each seller, the market as if the book did not know it."""
    sellers = {candidate.offer.provider for candidate in undoubted}
    return {seller: Market(Altered(book, without=seller)) for seller in sellers}


@pytest.mark.parametrize("slip", SLIPS.values(), ids=SLIPS)
class TestASlip:
    def test_of_a_known_seller(self, slip: Slip, undoubted: Sequence[Candidate], market: Market) -> None:
        found = [_doubts(slip.make(one), market) for one in undoubted if slip.possible(one)]
        assert _percent(found) >= slip.known
        assert _percent([kinds & {slip.kind} for kinds in found]) >= slip.known_named

    def test_of_a_new_seller(self, slip: Slip, undoubted: Sequence[Candidate], without: Mapping[str, Market]) -> None:
        found = [_doubts(slip.make(one), without[one.offer.provider]) for one in undoubted if slip.possible(one)]
        assert _percent(found) >= slip.new
        assert _percent([kinds & {slip.kind} for kinds in found]) >= slip.new_named


class TestTwoCellsSwapped:
    def test_spot_and_on_demand_of_a_new_seller(
        self, undoubted: Sequence[Candidate], without: Mapping[str, Market]
    ) -> None:
        found = []
        for spot, on_demand in _pairs(undoubted):
            swapped = [_priced_as(spot, on_demand, 1), _priced_as(on_demand, spot, 2)]
            for findings in check_file(swapped, without[spot.offer.provider]):
                found.append({finding.kind for finding in findings} & {K.SPOT_ABOVE_ON_DEMAND})
        assert len(found) > 50
        assert _percent(found) == 100


class TestAnyFactor:
    @settings(deadline=None, max_examples=60)
    @given(data=st.data(), factor=st.integers(min_value=30, max_value=100_000))
    def test_thirty_times_too_much_is_always_noticed(
        self, data: st.DataObject, factor: int, undoubted: Sequence[Candidate], market: Market
    ) -> None:
        candidate = data.draw(st.sampled_from(undoubted))
        assert _doubts(_times(str(factor), candidate), market)


def _doubts(candidate: Candidate, market: Market) -> set[FindingKind]:
    return {finding.kind for finding in check(candidate, market)} - TRUE_STATEMENTS


def _percent(found: Sequence[set[FindingKind]]) -> float:
    return 100 * sum(bool(kinds) for kinds in found) / len(found)


def _pairs(candidates: Sequence[Candidate]) -> Iterator[tuple[Candidate, Candidate]]:
    """Spot and on demand of the same thing, seen on the same day."""
    by_thing: dict[tuple[object, ...], dict[Mode, Candidate]] = {}
    for one in candidates:
        offer = one.offer
        if not offer.plan:
            shape = (offer.provider, offer.gpu, offer.form, offer.memory_gb, offer.gpus_per_node, offer.region)
            by_thing.setdefault((*shape, offer.includes, one.entry.observed_on), {}).setdefault(offer.mode, one)
    for ways in by_thing.values():
        if Mode.SPOT in ways and Mode.ON_DEMAND in ways:
            yield ways[Mode.SPOT], ways[Mode.ON_DEMAND]


def _priced_as(one: Candidate, other: Candidate, line: int) -> Candidate:
    entry = changed(one.entry, value=other.entry.value, unit=other.entry.unit)
    return replace(one, entry=entry, line=line)
