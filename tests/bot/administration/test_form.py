"""What stands in the fields becomes a change, or each field that is wrong is told."""

from collections.abc import Iterator
from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from bot.administration.form import NotWanted, Prepared, Wanted
from pricing.book import EntryKind
from pricing.changes import Action
from pricing.findings import FindingKind
from pricing.units import PricingUnit
from tests.bot.administration.offices import Building, a_building
from tests.pricing.books_on_disk import TODAY, an_offer
from tests.pricing.ledgers import LIST, SETUP, a_change

GOOD = {"subject": LIST, "value": "110", "source": "letter of 30 November", "why": "new list"}


@pytest.fixture
def building(tmp_path: Path) -> Iterator[Building]:
    building = a_building(tmp_path / "book.db")
    yield building
    building.store.close()


def prepare(building: Building, **fields: Any) -> Prepared:
    """The change of good fields, with some replaced."""
    return building.office.prepare(Wanted.model_validate({**GOOD, **fields}), "mei", "r")


def problems(building: Building, **fields: Any) -> dict[str, str]:
    """Field -> what is wrong with it."""
    with pytest.raises(NotWanted) as refused:
        prepare(building, **fields)
    return {field: problem.reason for field, problem in refused.value.problems.items()}


class TestFieldsThatAreWrong:
    @pytest.mark.parametrize(
        ("fields", "expected"),
        [
            ({"value": ""}, {"value": "missing"}),
            ({"value": "dear"}, {"value": "not-a-number"}),
            ({"value": "-5"}, {"value": "negative"}),
            ({"value": "0"}, {"value": "nought"}),
            ({"value": "1.2345678901234"}, {"value": "too-exact"}),
            ({"value": "1e5"}, {"value": "scientific"}),
            ({"value": "9" * 16}, {"value": "too-large"}),
            ({"currency": "dollars"}, {"currency": "not-a-currency"}),
            ({"currency": "$$"}, {"currency": "not-a-currency"}),
            ({"unit": "per fortnight"}, {"unit": "unit"}),
            ({"unit": "GB"}, {"unit": "unit"}),
            ({"effective_from": "31 February 2026"}, {"effective_from": "not-a-day"}),
            ({"effective_from": "01/02/2026"}, {"effective_from": "ambiguous-day"}),
            ({"effective_from": "2026-12"}, {"effective_from": "not-one-day"}),
            ({"effective_to": "2026-12-01"}, {"effective_to": "ends-before"}),
            ({"effective_from": "2027-01-01", "effective_to": "2026-12-31"}, {"effective_to": "ends-before"}),
            ({"observed_on": "2026-12-02"}, {"observed_on": "observed-later"}),
            ({"observed_on": "2027-Q1"}, {"observed_on": "observed-later"}),
            ({"observed_on": "soon"}, {"observed_on": "not-a-day"}),
            ({"source": " "}, {"source": "missing"}),
            ({"why": ""}, {"why": "missing"}),
            ({"why": "x" * 501}, {"why": "too-long"}),
            ({"subject": "of nobody"}, {"subject": "unknown"}),
            ({"offer": an_offer(LIST)}, {"subject": "exists"}),
            ({"ends": True, "value": "", "effective_from": "2020-01-01"}, {"effective_from": "not-in-force"}),
        ],
    )
    def test_it_is_told(self, building: Building, fields: dict[str, Any], expected: dict[str, str]) -> None:
        assert problems(building, **fields) == expected

    def test_a_pair_of_currencies_in_small_letters_is_read_or_told(self, building: Building) -> None:
        prepared = prepare(building, kind=EntryKind.RATE, subject="eur/cny", value="7")
        building.office.submit(prepared.change)

    @pytest.mark.parametrize("terms", [{"provider": "of nobody"}, {"gpu": "of nobody"}])
    def test_an_offer_of_something_unknown_is_told_too(self, building: Building, terms: dict[str, str]) -> None:
        fields = {"subject": "new", "offer": an_offer("new", **terms), "currency": "USD", "unit": "Node-Hours"}
        try:
            building.office.submit(prepare(building, **fields).change)
        except NotWanted:
            return

    def test_a_new_price_has_a_currency(self, building: Building) -> None:
        fields = {"subject": "new", "offer": an_offer("new"), "unit": "Node-Hours"}
        assert problems(building, **fields) == {"currency": "missing"}

    def test_all_of_them_are_told_at_once(self, building: Building) -> None:
        wrong = {"value": "x", "unit": "y", "effective_from": "z", "source": "", "why": ""}
        assert set(problems(building, **wrong)) == set(wrong)

    def test_nothing_is_written(self, building: Building) -> None:
        before = building.ledger.trail()
        problems(building, value="dear")
        assert building.ledger.trail() == before

    @pytest.mark.parametrize(
        ("subject", "value", "reason"), [("mfu", "2", "out-of-range"), ("utilisation", "0", "out-of-range")]
    )
    def test_an_assumption_that_cannot_be(self, building: Building, subject: str, value: str, reason: str) -> None:
        building.ledger.save(a_change("0.5", subject, kind=EntryKind.ASSUMPTION, unit=PricingUnit.NUMBER, currency=""))
        assert problems(building, kind=EntryKind.ASSUMPTION, subject=subject, value=value) == {"value": reason}


class TestWhatTheyMean:
    def test_what_is_left_out_is_as_it_was(self, building: Building) -> None:
        new = prepare(building).new
        assert (new.unit, new.currency, new.effective_from) == (PricingUnit.NODE_HOUR, "USD", TODAY)
        assert (new.observed_on, new.source) == ("2026-12-01", "letter of 30 November")

    @pytest.mark.parametrize(
        ("fields", "value", "unit", "currency"),
        [
            ({"value": "1,234.50"}, "1234.50", PricingUnit.NODE_HOUR, "USD"),
            ({"value": "¥18 /GPU·时"}, "18", PricingUnit.GPU_HOUR, "CNY"),
            ({"value": "2.50", "unit": "GPU-Hours"}, "2.50", PricingUnit.GPU_HOUR, "USD"),
            ({"value": "2.50", "currency": "eur"}, "2.50", PricingUnit.NODE_HOUR, "EUR"),
            ({"value": "0", "free": True}, "0", PricingUnit.NODE_HOUR, "USD"),
        ],
    )
    def test_a_value_says_more_than_a_number(
        self, building: Building, fields: dict[str, Any], value: str, unit: PricingUnit, currency: str
    ) -> None:
        new = prepare(building, **fields).new
        assert (f"{new.value}", new.unit, new.currency) == (value, unit, currency)

    @pytest.mark.parametrize("seen", ["2026-11-30", "2026-12-01", "2026-11", "2026-Q1", "2026-Q4", "2026-H2", "2026"])
    def test_a_price_may_have_been_seen_in_a_period_that_has_begun(self, building: Building, seen: str) -> None:
        assert prepare(building, observed_on=seen).new.observed_on == seen

    @pytest.mark.parametrize(
        ("fields", "action"),
        [
            ({}, Action.CHANGED),
            ({"effective_from": "2026-12-24"}, Action.SCHEDULED),
            ({"effective_from": "2026-11-01"}, Action.CORRECTED),
            ({"value": "", "ends": True}, Action.WITHDRAWN),
            (
                {"subject": "new", "offer": an_offer("new"), "currency": "USD", "unit": "Node-Hours"},
                Action.ADDED,
            ),
        ],
    )
    def test_the_act_has_a_name(self, building: Building, fields: dict[str, Any], action: Action) -> None:
        assert prepare(building, **fields).change.action is action

    def test_a_price_for_a_time_ends_on_its_day(self, building: Building) -> None:
        new = prepare(building, effective_to="2027-01-01").change.entries
        assert [(one.entry.value, one.entry.effective_from) for one in new] == [
            (Decimal(110), TODAY),
            (None, date(2027, 1, 1)),
        ]

    def test_old_new_and_percent_are_shown(self, building: Building) -> None:
        prepared = prepare(building)
        assert prepared.old is not None
        assert (prepared.old.value, prepared.new.value, prepared.percent) == (Decimal(100), Decimal(110), Decimal(10))
        assert prepare(building, currency="CNY").percent is None

    def test_old_is_what_is_in_force_on_the_day_it_begins(self, building: Building) -> None:
        building.ledger.save(a_change("200", first_day=date(2027, 1, 1)))
        old = prepare(building, effective_from="2027-02-01").old
        assert old is not None
        assert old.value == Decimal(200)
        assert prepare(building, effective_from="2025-01-01").old is None

    def test_what_begins_later_is_told(self, building: Building) -> None:
        building.ledger.save(a_change("200", first_day=date(2027, 1, 1)))
        prepared = prepare(building)
        assert [entry.value for entry in prepared.later] == [Decimal(200)]
        assert FindingKind.OVERLAP in {finding.kind for finding in prepared.findings}
        ended = prepare(building, effective_to="2027-01-01")
        assert FindingKind.OVERLAP not in {finding.kind for finding in ended.findings}

    @pytest.mark.parametrize(("value", "told"), [("130", False), ("131", True), ("70", False), ("69", True)])
    def test_a_large_change_is_doubtful(self, building: Building, value: str, told: bool) -> None:
        found = {finding.kind for finding in prepare(building, value=value).findings}
        assert (FindingKind.BIG_CHANGE in found) == told

    def test_also_of_a_number_that_is_no_price(self, building: Building) -> None:
        [finding] = prepare(building, kind=EntryKind.COMPONENT, subject=SETUP, value="9000").findings
        assert finding.kind is FindingKind.BIG_CHANGE
        assert finding.values == {"old": Decimal(5000), "new": Decimal(9000), "percent": Decimal(80)}
