"""Taking back restores what else is in force; nothing is deleted, and taking back may be taken back."""

from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest

from pricing.book import EntryKind
from pricing.changes import Action, Aliasing, Change, Impossible, NewEntry, Outdated
from pricing.ledger import Ledger
from pricing.store import Store
from tests.pricing.books_on_disk import TODAY, a_price, an_offer
from tests.pricing.ledgers import BEGAN, LIST, SECRET, SPOT, a_change, a_ledger, entry_count, prices, stocked

LATER = TODAY.replace(day=20)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with stocked(tmp_path / "book.db") as store:
        yield store
        assert store.prove().broken is None


@pytest.fixture
def ledger(store: Store) -> Ledger:
    return a_ledger(store)


def undo(ledger: Ledger, number: int | None = None, request: str = "") -> None:
    """Take back the act of a row of the trail, or the last act."""
    ledger.save(ledger.undoing(number or ledger.latest(1)[0].id, "li", "wrong", request))


class TestWhatIsInForceAfterwards:
    def test_the_price_before(self, store: Store, ledger: Ledger) -> None:
        ledger.save(a_change("110"))
        undo(ledger)
        assert prices(store)[LIST] == "100"

    def test_the_price_before_of_the_same_day(self, store: Store, ledger: Ledger) -> None:
        ledger.save(a_change("110"))
        ledger.save(a_change("120"))
        undo(ledger)
        assert prices(store)[LIST] == "110"

    def test_none_where_there_was_none(self, store: Store, ledger: Ledger) -> None:
        offer = an_offer("nimbus/new")
        new = NewEntry(entry=a_price("9", subject=offer.id))
        ledger.save(Change(action=Action.ADDED, actor="mei", request="r", offers=(offer,), entries=(new,)))
        assert prices(store)[offer.id] == "9"
        undo(ledger)
        assert offer.id not in prices(store)

    def test_a_price_that_was_withdrawn(self, store: Store, ledger: Ledger) -> None:
        ledger.save(a_change(None, action=Action.WITHDRAWN))
        assert LIST not in prices(store)
        undo(ledger)
        assert prices(store)[LIST] == "100"

    def test_a_price_that_was_scheduled_never_begins(self, store: Store, ledger: Ledger) -> None:
        ledger.save(a_change("110", first_day=LATER, action=Action.SCHEDULED))
        undo(ledger)
        assert prices(store, LATER)[LIST] == "100"
        assert ledger.beginning_after(TODAY) == ()

    def test_what_was_scheduled_later_still_begins(self, store: Store, ledger: Ledger) -> None:
        ledger.save(a_change("110", request="now"))
        ledger.save(a_change("130", first_day=LATER, request="later"))
        [now] = [row.id for row in ledger.latest(9) if row.request == "now"]
        undo(ledger, now)
        assert (prices(store)[LIST], prices(store, LATER)[LIST]) == ("100", "130")

    def test_a_correction_of_the_past_leaves_today_alone(self, store: Store, ledger: Ledger) -> None:
        before = BEGAN.replace(year=2025)
        ledger.save(a_change("80", first_day=before, action=Action.CORRECTED))
        undo(ledger)
        assert prices(store)[LIST] == "100"
        assert LIST not in prices(store, before)

    def test_the_version_in_between_still_shows_it(self, store: Store, ledger: Ledger) -> None:
        ledger.save(a_change("110"))
        between = store.book(TODAY).version
        undo(ledger)
        assert prices(store, version=between)[LIST] == "110"


class TestWhole:
    """An act is taken back with all that belongs to it."""

    def test_many_prices_that_were_changed_together(self, store: Store, ledger: Ledger) -> None:
        new = tuple(NewEntry(entry=a_price("1", subject=name)) for name in (LIST, SPOT, SECRET))
        ledger.save(Change(action=Action.IMPORTED, actor="mei", request="import", entries=new))
        undo(ledger)
        assert prices(store) == {LIST: "100", SPOT: "40", SECRET: "60"}

    def test_a_price_for_a_time(self, store: Store, ledger: Ledger) -> None:
        new = (NewEntry(entry=a_price("110")), NewEntry(entry=a_price(None, LATER)))
        ledger.save(Change(action=Action.CHANGED, actor="mei", request="for a time", entries=new))
        assert LIST not in prices(store, LATER)
        undo(ledger)
        assert (prices(store)[LIST], prices(store, LATER)[LIST]) == ("100", "100")

    def test_also_what_was_changed_without_a_request(self, store: Store, ledger: Ledger) -> None:
        new = tuple(NewEntry(entry=a_price("1", subject=name)) for name in (LIST, SPOT))
        ledger.save(Change(action=Action.CHANGED, actor="mei", entries=new))
        undo(ledger)
        assert prices(store) == {LIST: "100", SPOT: "40", SECRET: "60"}

    def test_any_of_its_rows_says_which_act_is_meant(self, store: Store, ledger: Ledger) -> None:
        new = tuple(NewEntry(entry=a_price("1", subject=name)) for name in (LIST, SPOT))
        ledger.save(Change(action=Action.CHANGED, actor="mei", request="r", entries=new))
        undo(ledger, ledger.latest(2)[1].id)
        assert prices(store) == {LIST: "100", SPOT: "40", SECRET: "60"}

    def test_names_are_given_back(self, store: Store, ledger: Ledger) -> None:
        naming = tuple(Aliasing(table="gpu", id=gpu, alias=f"the {gpu}") for gpu in ("H100", "A100"))
        gone = Aliasing(table="gpu", id="H100", alias="H100 SXM", add=False)
        ledger.save(Change(action=Action.NAMED, actor="mei", request="r", aliases=(*naming, gone)))
        undo(ledger)
        gpus = store.book(TODAY).gpus
        assert (gpus["H100"].aliases, gpus["A100"].aliases) == (("H100 SXM",), ())


class TestTakingBackTwice:
    def test_undoing_is_undone(self, store: Store, ledger: Ledger) -> None:
        ledger.save(a_change("110"))
        undo(ledger)
        undo(ledger)
        assert prices(store)[LIST] == "110"
        undo(ledger)
        assert prices(store)[LIST] == "100"

    def test_nothing_is_ever_removed(self, store: Store, ledger: Ledger) -> None:
        ledger.save(a_change("110"))
        for number in range(4):
            before = entry_count(store)
            undo(ledger, request=f"again {number}")
            assert entry_count(store) == before + 1
        assert [row.action for row in ledger.history("price", LIST)][1:] == ["changed", *["undone"] * 4]

    def test_the_same_request_takes_back_once(self, store: Store, ledger: Ledger) -> None:
        ledger.save(a_change("110"))
        taking_back = ledger.undoing(ledger.latest(1)[0].id, "li", "wrong", "r")
        ledger.save(taking_back)
        assert ledger.save(taking_back).again

    def test_an_act_cannot_be_taken_back_twice(self, ledger: Ledger) -> None:
        ledger.save(a_change("110"))
        number = ledger.latest(1)[0].id
        undo(ledger, number)
        with pytest.raises(Impossible, match="undone-already"):
            ledger.undoing(number, "mei", "wrong")

    def test_of_two_who_take_back_at_once_the_second_is_told(self, ledger: Ledger) -> None:
        ledger.save(a_change("110"))
        number = ledger.latest(1)[0].id
        one, other = (ledger.undoing(number, who, "wrong") for who in ("li", "mei"))
        ledger.save(one)
        with pytest.raises(Outdated):
            ledger.save(other)

    def test_undoing_is_not_undone_twice(self, store: Store, ledger: Ledger) -> None:
        ledger.save(a_change("110"))
        undo(ledger)
        number = ledger.latest(1)[0].id
        undo(ledger, number)
        with pytest.raises(Impossible):
            ledger.undoing(number, "mei", "wrong")

    def test_undoing_is_not_undone_over_what_somebody_wrote_since(self, store: Store, ledger: Ledger) -> None:
        ledger.save(a_change("110"))
        undo(ledger)
        number = ledger.latest(1)[0].id
        ledger.save(a_change("130", actor="zhou"))
        with pytest.raises(Impossible, match="superseded"):
            ledger.undoing(number, "mei", "wrong")


class TestWhatCannotBeTakenBack:
    def test_what_was_superseded_on_its_day(self, ledger: Ledger) -> None:
        ledger.save(a_change("110", request="first"))
        ledger.save(a_change("120", actor="li"))
        [first] = [row.id for row in ledger.latest(9) if row.request == "first"]
        with pytest.raises(Impossible) as refused:
            ledger.undoing(first, "mei", "wrong")
        assert (refused.value.reason, refused.value.values["by"]) == ("superseded", "li")

    def test_after_what_superseded_it_was_taken_back_it_can(self, store: Store, ledger: Ledger) -> None:
        ledger.save(a_change("110", request="first"))
        ledger.save(a_change("120", actor="li"))
        [first] = [row.id for row in ledger.latest(9) if row.request == "first"]
        undo(ledger)
        undo(ledger, first)
        assert prices(store)[LIST] == "100"

    @pytest.mark.parametrize("number", [0, 1, 5, 999_999, -1])
    def test_what_no_person_did(self, ledger: Ledger, number: int) -> None:
        with pytest.raises(Impossible, match="nothing-to-undo"):
            ledger.undoing(number, "mei", "wrong")

    def test_a_proposal_or_what_became_of_it(self, ledger: Ledger) -> None:
        proposal = ledger.propose(a_change("900", request="r"), ())
        ledger.approve(proposal.id, "li")
        for row in ledger.latest(9):
            if row.action in ("proposed", "approved"):
                with pytest.raises(Impossible, match="nothing-to-undo"):
                    ledger.undoing(row.id, "mei", "wrong")

    def test_what_was_approved_can(self, store: Store, ledger: Ledger) -> None:
        proposal = ledger.propose(a_change("900", request="r"), ())
        ledger.approve(proposal.id, "li")
        undo(ledger, next(row.id for row in ledger.latest(9) if row.action == "changed"))
        assert prices(store)[LIST] == "100"

    def test_a_form_opened_before_it_is_outdated(self, ledger: Ledger) -> None:
        ledger.save(a_change("110"))
        seen = ledger.newest(EntryKind.PRICE, LIST)
        assert seen is not None
        undo(ledger)
        with pytest.raises(Outdated):
            ledger.save(a_change("120", base=seen.id))

    def test_taking_back_what_was_changed_meanwhile_is_outdated(self, ledger: Ledger) -> None:
        ledger.save(a_change("110"))
        taking_back = ledger.undoing(ledger.latest(1)[0].id, "li", "wrong")
        ledger.save(a_change("115", first_day=date(2027, 1, 1)))
        with pytest.raises(Outdated):
            ledger.save(taking_back)
