"""Looking up, changing, approving and taking back: seen by the next question, and by nobody who may not see it."""

from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from bot.administration.form import NotWanted, Wanted
from pricing.book import EntryKind
from pricing.catalog import PriceKind
from pricing.changes import Action, Aliasing, Impossible, Outdated
from pricing.units import PricingUnit
from tests.bot.administration.offices import Building, a_building
from tests.pricing.books_on_disk import TODAY, an_offer
from tests.pricing.ledgers import LIST, SECRET, SETUP, SPOT, TWO, a_change, prices

FEE = "nimbus/egress"
AGES = ["stale_days_list", "stale_days_spot"]


@pytest.fixture
def building(tmp_path: Path) -> Iterator[Building]:
    building = a_building(tmp_path / "book.db")
    yield building
    assert building.store.prove().broken is None
    building.store.close()


@pytest.fixture
def careful(tmp_path: Path) -> Iterator[Building]:
    """Where large changes wait for a second person."""
    building = a_building(tmp_path / "book.db", TWO)
    yield building
    building.store.close()


def find(building: Building, words: str, contracts: bool = True, day: date | None = None) -> list[str]:
    """The subjects that are found."""
    return [line.subject for line in building.office.find(words, contracts, day).lines]


def wanted(**fields: Any) -> Wanted:
    return Wanted.model_validate({"subject": LIST, "value": "110", "source": "s", "why": "w", **fields})


class TestFinding:
    @pytest.mark.parametrize(
        ("words", "found"),
        [
            ("", [LIST, SPOT, SECRET, SETUP, *AGES]),
            ("h100 nimbus", [LIST, SPOT, SECRET, SETUP]),
            ("雨云 spot", [SPOT]),
            ("竞价", [SPOT]),
            ("component", [SETUP]),
            (SPOT, [SPOT]),
            ("A100", []),
            ("our", [SECRET, SETUP]),
        ],
    )
    def test_all_words_must_fit(self, building: Building, words: str, found: list[str]) -> None:
        assert sorted(find(building, words)) == sorted(found)

    def test_a_word_that_says_nothing_is_named(self, building: Building) -> None:
        result = building.office.find("h100 nimbos", contracts=True)
        assert result.unknown == ("nimbos",)
        assert "nimbus" in result.close

    def test_rates_and_assumptions_are_found_by_name(self, building: Building) -> None:
        rate: dict[str, Any] = {"kind": EntryKind.RATE, "unit": PricingUnit.RATE, "currency": "CNY"}
        building.ledger.save(a_change("7", "USD/CNY", **rate))
        assert find(building, "USD/CNY") == ["USD/CNY"]
        assert find(building, "fx") == ["USD/CNY"]

    def test_the_book_of_another_day(self, building: Building) -> None:
        [line] = building.office.find(LIST, contracts=True, day=date(2026, 1, 1)).lines
        assert line.entry is None

    def test_a_book_without_the_ages_of_prices(self, building: Building) -> None:
        about = {"kind": EntryKind.ASSUMPTION, "unit": PricingUnit.NUMBER, "currency": ""}
        building.ledger.save(a_change(None, AGES[0], **about))
        assert LIST in find(building, "")

    def test_a_change_is_seen_by_the_next_question(self, building: Building) -> None:
        building.ledger.save(a_change("110"))
        [line] = building.office.find(LIST, contracts=True).lines
        assert line.entry is not None
        assert f"{line.entry.value}" == "110"


class TestAgreedPricesAreHidden:
    """From whoever may not see them, in every list."""

    def test_when_looking(self, building: Building) -> None:
        assert find(building, "", contracts=False) == [LIST, SPOT, *AGES]
        assert find(building, "component", contracts=False) == []

    def test_by_id(self, building: Building) -> None:
        assert building.office.line(SECRET, contracts=False) is None
        assert building.office.line(SETUP, contracts=False) is None
        assert building.office.line(SECRET, contracts=True) is not None

    def test_as_if_their_names_were_nothing(self, building: Building) -> None:
        assert building.office.find("our", contracts=False).unknown == ("our",)
        assert building.office.find(SECRET, contracts=False).unknown == (SECRET,)

    def test_among_what_changes(self, building: Building) -> None:
        later = date(2027, 1, 1)
        part: dict[str, Any] = {"kind": EntryKind.COMPONENT, "unit": PricingUnit.PER_NODE}
        for change in (
            a_change("61", SECRET, first_day=later),
            a_change("6000", SETUP, first_day=later, **part),
            a_change("101", first_day=later),
        ):
            building.ledger.save(change)
        assert [one.entry.subject for one in building.office.coming(contracts=False)] == [LIST]
        assert len(building.office.coming(contracts=True)) == 3

    def test_among_what_is_old(self, building: Building) -> None:
        building.clock.on(days=300)
        old, unknown = building.office.stale(contracts=False)
        assert {aged.offer.id for aged in (*old, *unknown)} == {LIST, SPOT}

    def test_among_what_waits(self, careful: Building) -> None:
        for subject, value in ((SECRET, "61"), (LIST, "900")):
            careful.office.submit(a_change(value, subject))
        assert [one.waiting.change.entries[0].entry.subject for one in careful.office.pending(contracts=False)] == [
            LIST
        ]
        assert len(careful.office.pending(contracts=True)) == 2

    def test_a_new_one_too(self, careful: Building) -> None:
        offer = an_offer("nimbus/new", price_kind=PriceKind.CONTRACT)
        careful.office.submit(a_change("1", offer.id).model_copy(update={"offers": (offer,)}))
        assert careful.office.pending(contracts=False) == ()

    def test_one_whose_price_was_withdrawn_too(self, careful: Building) -> None:
        careful.ledger.save(a_change(None, SECRET), approver="li")
        careful.office.submit(a_change("61", SECRET))
        assert careful.office.pending(contracts=False) == ()
        assert find(careful, "", contracts=False) == [LIST, SPOT, *AGES]


class TestChanging:
    def test_a_change_is_made(self, building: Building) -> None:
        prepared = building.office.prepare(wanted(), "mei", "r")
        done = building.office.submit(prepared.change)
        assert done.saved is not None
        assert prices(building.store)[LIST] == "110"

    def test_pressing_twice_makes_it_once(self, building: Building) -> None:
        newest = building.ledger.newest(EntryKind.PRICE, LIST)
        assert newest is not None
        for again in (False, True):
            done = building.office.submit(building.office.prepare(wanted(base=newest.id), "mei", "r").change)
            assert done.saved is not None
            assert done.saved.again is again

    def test_a_form_that_is_outdated_is_refused(self, building: Building) -> None:
        newest = building.ledger.newest(EntryKind.PRICE, LIST)
        assert newest is not None
        change = building.office.prepare(wanted(base=newest.id), "mei", "r").change
        building.ledger.save(a_change("105", actor="li"))
        with pytest.raises(Outdated):
            building.office.submit(change)

    def test_a_withdrawn_price_is_still_a_line_and_can_be_priced_again(self, building: Building) -> None:
        building.office.submit(building.office.prepare(wanted(value="", ends=True), "mei", "r1").change)
        line = building.office.line(LIST, contracts=True)
        assert line is not None
        assert line.entry is None
        building.office.submit(building.office.prepare(wanted(), "mei", "r2").change)
        assert prices(building.store)[LIST] == "110"

    def test_also_one_that_has_parts(self, building: Building) -> None:
        building.ledger.save(a_change(None, SECRET))
        building.office.submit(building.office.prepare(wanted(subject=SECRET), "mei", "r").change)
        assert prices(building.store)[SECRET] == "110"

    @pytest.mark.parametrize(("kind", "subject"), [(EntryKind.FEE, FEE), (EntryKind.COMPONENT, f"{LIST}/setup")])
    def test_a_fee_or_part_without_a_value_gets_one(self, building: Building, kind: EntryKind, subject: str) -> None:
        unit = "GB" if kind is EntryKind.FEE else "Nodes"
        try:
            prepared = building.office.prepare(
                wanted(kind=kind, subject=subject, currency="USD", unit=unit, value="1"), "mei", "r"
            )
        except NotWanted as refused:
            pytest.fail(str(refused))
        building.office.submit(prepared.change)

    def test_a_pair_of_currencies_gets_its_first_rate(self, building: Building) -> None:
        change = building.office.prepare(wanted(kind=EntryKind.RATE, subject="EUR/CNY", value="8.1"), "mei", "r").change
        building.office.submit(change)
        rate = building.office.book().rate("EUR", "CNY")
        assert rate is not None
        assert f"{rate.value}" == "8.1"

    def test_names(self, building: Building) -> None:
        def name(alias: str, **about: Any) -> None:
            given = {"table": "gpu", "id": "H100", "alias": alias, **about}
            building.office.alias(Aliasing.model_validate(given), "mei", "w", alias)

        name("Hopper")
        assert "Hopper" in building.office.book().gpus["H100"].aliases
        for alias, about in (("A100", {}), ("雨云", {"table": "provider", "id": "own"}), ("h-100", {"id": "A100"})):
            with pytest.raises(Impossible):
                name(alias, **about)


class TestTwoPersons:
    def test_a_large_change_waits_with_the_reason(self, careful: Building) -> None:
        done = careful.office.submit(careful.office.prepare(wanted(value="200"), "mei", "r").change)
        assert done.saved is None
        assert done.proposal is not None
        assert [reason.kind for reason in done.reasons] == ["big-change"]
        careful.ledger.approve(done.proposal.id, "li")
        assert prices(careful.store)[LIST] == "200"

    def test_pressing_twice_waits_once(self, careful: Building) -> None:
        for _ in range(2):
            careful.office.submit(careful.office.prepare(wanted(value="200"), "mei", "r").change)
        assert len(careful.office.pending(contracts=True)) == 1

    def test_pressing_again_after_it_was_approved_does_nothing(self, careful: Building) -> None:
        change = careful.office.prepare(wanted(value="200"), "mei", "r").change
        done = careful.office.submit(change)
        assert done.proposal is not None
        careful.ledger.approve(done.proposal.id, "li")
        again = careful.office.submit(change)
        assert again.saved is not None
        assert again.saved.again

    def test_taking_back_a_large_change_waits_too(self, careful: Building) -> None:
        careful.ledger.save(a_change("900"), approver="li")
        done = careful.office.undo(careful.ledger.latest(1)[0].id, "mei", "wrong", "u")
        assert done.proposal is not None
        careful.ledger.approve(done.proposal.id, "li")
        assert prices(careful.store)[LIST] == "100"
        assert careful.ledger.latest(2)[1].action == Action.UNDONE

    def test_whether_it_waits_is_decided_when_it_is_written(self, careful: Building) -> None:
        """Between looking and writing somebody else moved the price, so that this change has become a large one."""
        change = a_change("125", request="r")
        assert careful.ledger.reasons(change) == ()
        careful.ledger.save(a_change("75", actor="li"))
        careful.ledger.submit(change)
        assert prices(careful.store)[LIST] != "125"


class TestHistory:
    def test_it_is_that_of_one_line(self, building: Building) -> None:
        building.ledger.save(a_change("110"))
        line = building.office.line(LIST, contracts=True)
        assert line is not None
        assert [row.action for row in building.office.history(line)] == ["recorded", "changed"]

    def test_what_changes_next_comes_by_day(self, building: Building) -> None:
        for day in (20, 10):
            building.ledger.save(a_change(str(100 + day), first_day=TODAY.replace(day=day)))
        assert [one.entry.effective_from.day for one in building.office.coming(contracts=True)] == [10, 20]
