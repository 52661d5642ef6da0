"""How the checks fare with published prices: real ones are left in peace, and known bad ones are found out.

`gpu-price-facts.csv` has 610 prices as sellers published them; `gpu-price-suspects.csv` has 32 that are wrong or
misleading, each with the reason. Both are read as one file into the seeded book, so that a row has its siblings.
"""

from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import replace
from decimal import Decimal

import pytest

from pricing.base import changed
from pricing.book import Book, PricedOffer
from pricing.checks.checking import check, check_file
from pricing.checks.market import Market
from pricing.findings import Finding, FindingKind
from tests.pricing.checks.altered import Altered
from tests.pricing.checks.rows import Reader, Row, rows

K = FindingKind
FACTS, SUSPECTS = rows("gpu-price-facts.csv"), rows("gpu-price-suspects.csv")
TRUE_STATEMENTS = {K.OLD, K.DATE_UNKNOWN, K.ESTIMATE, K.FLOOR, K.PARTIAL}
"""They repeat what the row says of itself, and are no doubt about its price."""

# By the line of the file: what the row is (its `why_suspect`, in short), and each finding that names that fault.
RIGHT: Mapping[int, tuple[str, Collection[FindingKind]]] = {
    2: ("a DWS SKU filed as a year", {K.OTHER_TERM, K.SAME_IN_TWO_TERMS}),
    3: ("a DWS SKU filed as a year", {K.OTHER_TERM, K.SAME_IN_TWO_TERMS}),
    4: ("a DWS SKU filed as a year", {K.OTHER_TERM, K.SAME_IN_TWO_TERMS}),
    5: ("the price for 3 months filed as 3 years", {K.SAME_IN_TWO_TERMS, K.LONG_TERM_ABOVE_SHORT}),
    6: ("p5e at half of p5en beside it", {K.OUT_OF_LINE}),
    7: ("a placeholder of 0.50 next to 3.79", {K.OUT_OF_LINE, K.OUT_OF_BAND}),
    8: ("the community price filed as spot", {K.SPOT_ABOVE_ON_DEMAND, K.SAME_IN_TWO_TERMS}),
    9: ("a fifth of its sibling part numbers", {K.OUT_OF_LINE}),
    10: ("the PCIe card filed as SXM", {K.OTHER_GPU}),
    11: ("one host 22 times under the next", {K.OUT_OF_BAND}),
    12: ("a lowest bid, not said in the row", {K.OUT_OF_BAND}),
    13: ("the DWS price filed as on demand", {K.SAME_IN_TWO_TERMS}),
    14: ("the DWS price filed as on demand", {K.SAME_IN_TWO_TERMS}),
    15: ("the price before a cut, half above its sibling", {K.OUT_OF_LINE, K.BIG_CHANGE}),
    16: ("spot above on demand", {K.SPOT_ABOVE_ON_DEMAND}),
    17: ("an estimate: the seller has no spot prices", {K.ESTIMATE, K.FIRST_SPOT}),
    18: ("4 GPUs dearer each than its 1 and 2", {K.OUT_OF_LINE}),
    19: ("a bid floor stored as on demand", {K.OUT_OF_BAND, K.FLOOR}),
    20: ("a bid floor stored as on demand", {K.OUT_OF_BAND, K.FLOOR}),
    21: ("an estimate, said only in the program that has it", {K.ESTIMATE}),
    22: ("a twentieth of a card", {K.FRACTION}),
    23: ("less per GPU with 2 than with 1", {K.OUT_OF_LINE}),
    24: ("memory of one GPU where others give the total", {K.MEMORY}),
    25: ("the price of GH200 in the column of H200", {K.OUT_OF_BAND, K.OUT_OF_LINE, K.SAME_AS_OTHER_GPU}),
    26: ("the host's memory", {K.MEMORY}),
    27: ("seven times the price of a month ago", {K.BIG_CHANGE}),
    28: ("a fifth of its list price", {K.OUT_OF_LINE, K.OUT_OF_BAND, K.BIG_CHANGE}),
    29: ("a month's rent printed as a year's", {K.OUT_OF_BAND}),
    30: ("Windows: dearer per GPU than its sibling", {K.OUT_OF_LINE}),
    31: ("Windows: dearer per GPU than its sibling", {K.OUT_OF_LINE}),
    32: ("Windows: dearer per GPU than its sibling", {K.OUT_OF_LINE}),
    33: ("the price of another GPU of the seller", {K.SAME_AS_OTHER_GPU}),
}
KNOWN_OUTSIDE = {21}
"""Nothing in the row, in its seller's other prices or in the market tells that it was estimated."""
WITH_CONTEXT = {18, 24, 27}
"""What tells is named by `why_suspect`, but in neither file: siblings, the price of before, the rest of the column."""


@pytest.fixture(scope="module")
def found(market: Market, reader: Reader) -> Mapping[int, set[FindingKind]]:
    """What is found of each suspect, read after the facts in one file."""
    facts = [reader.candidate(row) for row in FACTS]
    suspects = [replace(reader.candidate(row), line=1000 + row.number) for row in SUSPECTS]
    findings = check_file([*facts, *suspects], market)[len(facts) :]
    return {row.number: {one.kind for one in every} for row, every in zip(SUSPECTS, findings, strict=True)}


class TestSuspects:
    def test_every_one_is_judged(self) -> None:
        assert set(RIGHT) == {row.number for row in SUSPECTS}
        assert len(SUSPECTS) == 32

    @pytest.mark.parametrize("number", sorted(set(RIGHT) - KNOWN_OUTSIDE - WITH_CONTEXT))
    def test_it_is_found_for_the_right_reason(self, number: int, found: Mapping[int, set[FindingKind]]) -> None:
        why, right = RIGHT[number]
        assert found[number] & set(right), why

    def test_four_gpus_beside_the_one_and_two_of_the_same_series(self, market: Market, reader: Reader) -> None:
        row = _suspect(18)
        one = _like(row, 2001, instance_type="massedcompute_L40", gpus_per_node="1", price="0.88")
        two = _like(row, 2002, instance_type="massedcompute_L40x2", gpus_per_node="2", price="1.98")
        *good, bad = check_file([reader.candidate(each) for each in (one, two, row)], market)
        assert K.OUT_OF_LINE in _kinds(bad)
        assert not any(K.OUT_OF_LINE in _kinds(each) for each in good)

    def test_a_column_of_totals_that_has_one_gpu(self, market: Market, reader: Reader) -> None:
        candidate = reader.candidate(_suspect(24))
        assert candidate.stated_memory_gb
        read_as_total = replace(candidate, stated_memory_gb=candidate.stated_memory_gb / candidate.offer.gpus_per_node)
        assert K.MEMORY in _kinds(check(read_as_total, market))

    def test_seven_times_the_price_of_a_month_ago(self, book: Book, reader: Reader) -> None:
        candidate = reader.candidate(_suspect(27))
        before = PricedOffer(candidate.offer, changed(candidate.entry, value=Decimal("0.77")))
        [change] = [
            each for each in check(candidate, Market(Altered(book, plus=[before]))) if each.kind is K.BIG_CHANGE
        ]
        assert round(Decimal(str(change.values["percent"]))) == 639

    def test_at_least_28_are_found(self, found: Mapping[int, set[FindingKind]]) -> None:
        as_it_stands = {number for number, (_, right) in RIGHT.items() if found[number] & set(right)}
        assert len(as_it_stands) >= 28
        assert len(as_it_stands | WITH_CONTEXT) >= 31


class TestFacts:
    def test_one_by_one_at_most_3_percent_are_doubted(self, market: Market, reader: Reader) -> None:
        doubted = [row for row in FACTS if _kinds(check(reader.candidate(row), market)) - TRUE_STATEMENTS]
        assert len(FACTS) == 610
        assert len(doubted) <= 0.03 * len(FACTS), _table(doubted)

    def test_as_one_file_at_most_3_percent_are_doubted(self, market: Market, reader: Reader) -> None:
        findings = check_file([reader.candidate(row) for row in FACTS], market)
        doubted = [row for row, each in zip(FACTS, findings, strict=True) if _kinds(each) - TRUE_STATEMENTS]
        assert len(doubted) <= 0.03 * len(FACTS), _table(doubted)

    def test_most_are_known_to_the_book(self, market: Market, reader: Reader) -> None:
        known = [row for row in FACTS if market.current(reader.candidate(row).offer.id)]
        assert len(known) >= 400

    def test_what_a_row_says_of_itself_is_repeated(self, market: Market, reader: Reader) -> None:
        kinds = Counter(kind for row in FACTS for kind in _kinds(check(reader.candidate(row), market)))
        assert kinds[K.DATE_UNKNOWN] == sum(not row.observed_on for row in FACTS)
        assert kinds[K.PARTIAL] == sum(row.unit == "gpu_hour_component" for row in FACTS)
        lowest = ("-from", "-min")
        assert kinds[K.FLOOR] == sum(row.term.endswith(lowest) or "lowest" in row.region for row in FACTS)


def _suspect(number: int) -> Row:
    return next(row for row in SUSPECTS if row.number == number)


def _like(row: Row, number: int, **fields: str) -> Row:
    return Row(number, {**row.fields, **fields})


def _kinds(findings: Collection[Finding]) -> set[FindingKind]:
    return {one.kind for one in findings}


def _table(doubted: list[Row]) -> str:
    return "\n".join(f"{row.number} {row.provider} {row.gpu} {row.price} {row.term}" for row in doubted)
