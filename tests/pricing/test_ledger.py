"""A change is written whole, once, on top of what the person saw, with its place in the trail; or not at all."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta, timezone
from pathlib import Path
from threading import Barrier

import pytest

from pricing.book import EntryKind
from pricing.catalog import Component, ComponentKind, Fee, FeeKind, Gpu, Instance, Mode, Provider, ProviderKind, Region
from pricing.changes import Action, Aliasing, Change, Impossible, NewEntry, Outdated
from pricing.errors import BookError
from pricing.ledger import Ledger
from pricing.store import Store
from pricing.units import PricingUnit
from tests.pricing.books_on_disk import NOW, TODAY, a_price, an_offer
from tests.pricing.ledgers import (
    BEGAN,
    LIST,
    SPOT,
    Clock,
    a_change,
    a_ledger,
    contents_of,
    entry_count,
    prices,
    stocked,
)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with stocked(tmp_path / "book.db") as store:
        yield store
        assert store.prove().broken is None


@pytest.fixture
def ledger(store: Store) -> Ledger:
    return a_ledger(store)


def everything_new() -> Change:
    """A change with something new of each kind, an alias and an entry."""
    offer = an_offer("cumulus/h20/1y", provider="cumulus", gpu="H20", mode=Mode.COMMITTED, term_months="12")
    return Change(
        action=Action.ADDED,
        actor="mei",
        request="all",
        gpus=(Gpu(id="H20", aliases=("H 20",)),),
        providers=(Provider(id="cumulus", names={"en": "Cumulus"}, kind=ProviderKind.MARKETPLACE),),
        instances=(Instance(id="h20.8", gpu="H20", gpus_per_node=8),),
        regions=(Region(id="eu"),),
        offers=(offer,),
        fees=(Fee(id="cumulus/egress", provider="cumulus", kind=FeeKind.EGRESS, unit=PricingUnit.GB),),
        components=(Component(id="up", offer=offer.id, kind=ComponentKind.UPFRONT, unit=PricingUnit.PER_NODE),),
        aliases=(Aliasing(table="gpu", id="H20", alias="Hopper 20"),),
        entries=(
            NewEntry(entry=a_price("9", subject=offer.id), base=0),
            NewEntry(entry=a_price("7", subject="up", kind=EntryKind.COMPONENT, unit=PricingUnit.PER_NODE)),
        ),
    )


class TestSaving:
    def test_the_next_question_knows_it(self, store: Store, ledger: Ledger) -> None:
        ledger.save(a_change("110"))
        assert prices(store)[LIST] == "110"

    def test_who_did_it_and_when_is_what_the_ledger_knows_and_not_what_the_entry_says(
        self, store: Store, ledger: Ledger
    ) -> None:
        [number] = ledger.save(a_change("110", actor="mei", entered_by="mallory")).entries
        newest = ledger.newest(EntryKind.PRICE, LIST)
        assert newest is not None
        assert (newest.id, newest.entered_by, newest.entered_at) == (number, "mei", NOW)

    def test_everything_new_comes_with_its_price(self, store: Store, ledger: Ledger) -> None:
        ledger.save(everything_new())
        book = store.book(TODAY)
        [priced] = book.offers("H20")
        assert priced.price is not None
        assert book.gpus["H20"].aliases == ("H 20", "Hopper 20")
        assert len(book.components(priced.offer.id)) == 1

    def test_an_older_version_of_the_book_stays_as_it_was(self, store: Store, ledger: Ledger) -> None:
        before = store.book(TODAY).version
        ledger.save(a_change("110"))
        assert prices(store, version=before)[LIST] == "100"

    def test_what_begins_later_counts_from_its_day_on(self, store: Store, ledger: Ledger) -> None:
        later = TODAY.replace(day=20)
        ledger.save(a_change("110", first_day=later, action=Action.SCHEDULED))
        assert prices(store)[LIST] == "100"
        assert prices(store, later)[LIST] == "110"
        assert [entry.effective_from for entry in ledger.beginning_after(TODAY)] == [later]

    def test_a_change_of_nothing_writes_nothing(self, store: Store, ledger: Ledger) -> None:
        before = contents_of(store)
        assert ledger.save(Change(action=Action.CHANGED, actor="mei")).entries == ()
        assert contents_of(store) == before


class TestTheSameRequest:
    def test_it_is_done_once_and_told_what_it_did(self, store: Store, ledger: Ledger) -> None:
        first = ledger.save(a_change("110", request="r"))
        count = entry_count(store)
        again = ledger.save(a_change("110", request="r"))
        assert (again.entries, again.again, first.again) == (first.entries, True, False)
        assert entry_count(store) == count

    def test_also_when_its_form_is_outdated_by_its_own_doing(self, ledger: Ledger) -> None:
        newest = ledger.newest(EntryKind.PRICE, LIST)
        assert newest is not None
        ledger.save(a_change("110", request="r", base=newest.id))
        assert ledger.save(a_change("110", request="r", base=newest.id)).again

    def test_also_at_the_same_moment(self, store: Store, ledger: Ledger) -> None:
        together = Barrier(4)

        def save(_: int) -> bool:
            together.wait()
            return ledger.save(a_change("110", request="r")).again

        with ThreadPoolExecutor(4) as pool:
            assert sorted(pool.map(save, range(4))) == [False, True, True, True]
        assert [row.action for row in ledger.history("price", LIST)].count("changed") == 1

    def test_without_a_request_each_is_its_own(self, store: Store, ledger: Ledger) -> None:
        ledger.save(a_change("110"))
        assert not ledger.save(a_change("110")).again

    def test_what_an_act_wrote_can_be_asked_for(self, ledger: Ledger) -> None:
        assert ledger.done("r", Action.CHANGED) is None
        saved = ledger.save(a_change("110", request="r"))
        done = ledger.done("r", Action.CHANGED)
        assert done is not None
        assert done.entries == saved.entries
        assert ledger.done("r", Action.WITHDRAWN) is None


class TestAFormThatIsOutdated:
    def test_it_is_refused_with_the_newer_value(self, store: Store, ledger: Ledger) -> None:
        seen = ledger.newest(EntryKind.PRICE, LIST)
        assert seen is not None
        ledger.save(a_change("110", actor="li", base=seen.id))
        before = contents_of(store)
        with pytest.raises(Outdated) as refused:
            ledger.save(a_change("120", base=seen.id))
        assert (refused.value.subject, f"{refused.value.newest.value}", refused.value.by) == (LIST, "110", "li")
        assert contents_of(store) == before

    def test_nothing_seen_is_outdated_by_anything(self, ledger: Ledger) -> None:
        with pytest.raises(Outdated):
            ledger.save(a_change("120", base=0))

    def test_also_by_what_begins_on_another_day(self, ledger: Ledger) -> None:
        """A price that somebody scheduled, or took back, since the form was opened is worth a second look."""
        seen = ledger.newest(EntryKind.PRICE, LIST)
        assert seen is not None
        ledger.save(a_change("110", first_day=TODAY.replace(year=2027)))
        with pytest.raises(Outdated):
            ledger.save(a_change("120", base=seen.id))

    def test_a_change_of_something_else_does_not_matter(self, ledger: Ledger) -> None:
        seen = ledger.newest(EntryKind.PRICE, LIST)
        assert seen is not None
        ledger.save(a_change("45", SPOT))
        ledger.save(a_change("120", base=seen.id))

    def test_of_many_at_once_one_wins_and_each_other_is_shown_its_value(self, store: Store, ledger: Ledger) -> None:
        seen = ledger.newest(EntryKind.PRICE, LIST)
        assert seen is not None
        together = Barrier(6)

        def save(number: int) -> str:
            together.wait()
            try:
                ledger.save(a_change(str(200 + number), base=seen.id))
            except Outdated as outdated:
                return f"{outdated.newest.value}"
            return "won"

        with ThreadPoolExecutor(6) as pool:
            results = list(pool.map(save, range(6)))
        assert results.count("won") == 1
        assert set(results) - {"won"} == {prices(store)[LIST]}


class TestAllOrNothing:
    """Whatever goes wrong in the middle, none of it is there: no item, no alias, no entry, no row of the trail."""

    def test_an_entry_that_the_book_refuses(self, store: Store, ledger: Ledger) -> None:
        change = everything_new()
        odd = NewEntry(entry=a_price("1", subject="of nobody"))
        before = contents_of(store)
        with pytest.raises(ValueError, match="no such subject"):
            ledger.save(change.model_copy(update={"entries": (*change.entries, odd)}))
        assert contents_of(store) == before

    def test_an_outdated_entry_after_one_that_is_not(self, store: Store, ledger: Ledger) -> None:
        good, bad = a_change("1", SPOT), a_change("2", base=0)
        before = contents_of(store)
        with pytest.raises(Outdated):
            ledger.save(good.model_copy(update={"entries": (*good.entries, *bad.entries)}))
        assert contents_of(store) == before

    def test_an_alias_that_names_another(self, store: Store, ledger: Ledger) -> None:
        taken = Aliasing(table="gpu", id="A100", alias="h100 sxm")
        before = contents_of(store)
        with pytest.raises(Impossible, match="alias-taken"):
            ledger.save(everything_new().model_copy(update={"aliases": (taken,)}))
        assert contents_of(store) == before

    def test_an_offer_that_is_there_already(self, store: Store, ledger: Ledger) -> None:
        change = everything_new()
        before = contents_of(store)
        with pytest.raises(ValueError, match="refuses"):
            ledger.save(change.model_copy(update={"offers": (*change.offers, an_offer())}))
        assert contents_of(store) == before

    @pytest.mark.parametrize("statement", range(1, 40, 3))
    def test_a_process_that_is_told_to_stop_at_any_statement(
        self, store: Store, ledger: Ledger, statement: int
    ) -> None:
        """SQLite asks at every few steps whether to go on; here it is told not to, at a later step each time."""
        before = contents_of(store)
        asked = 0

        def stop() -> int:
            nonlocal asked
            asked += 1
            return int(asked == statement)

        with store.reading() as connection:
            connection.set_progress_handler(stop, 40)
        try:
            with pytest.raises(BookError):
                ledger.save(everything_new())
        finally:
            with store.reading() as connection:
                connection.set_progress_handler(None, 0)
        assert contents_of(store) == before
        ledger.save(everything_new())


class TestAliases:
    def naming(self, alias: str, add: bool = True, **thing: str) -> Change:
        about = {"table": "gpu", "id": "H100", **thing}
        aliasing = Aliasing.model_validate({**about, "alias": alias, "add": add})
        return Change(action=Action.NAMED, actor="mei", aliases=(aliasing,))

    def test_a_name_is_given_and_taken_away(self, store: Store, ledger: Ledger) -> None:
        ledger.save(self.naming("Hopper"))
        assert store.book(TODAY).gpus["H100"].aliases == ("H100 SXM", "Hopper")
        ledger.save(self.naming("hopper", add=False))
        assert store.book(TODAY).gpus["H100"].aliases == ("H100 SXM",)

    @pytest.mark.parametrize(
        ("change", "reason"),
        [
            ({"alias": "H100 sxm"}, "alias-taken"),
            ({"alias": "a100"}, "alias-taken"),
            ({"alias": "x", "id": "H999"}, "unknown"),
            ({"alias": "x", "add": False}, "no-such-alias"),
            ({"alias": "nimbus", "table": "provider", "id": "nimbus"}, "alias-taken"),
        ],
    )
    def test_what_cannot_be_done_is_said(self, ledger: Ledger, change: dict[str, str], reason: str) -> None:
        with pytest.raises(Impossible) as refused:
            ledger.save(self.naming(**change))
        assert refused.value.reason == reason

    def test_the_trail_keeps_the_names_before_and_after(self, ledger: Ledger) -> None:
        ledger.save(self.naming("Hopper"))
        *_, row = ledger.history("gpu", "H100")
        assert row.before is not None
        assert row.after is not None
        assert "Hopper" not in row.before
        assert "Hopper" in row.after


class TestLookingUp:
    def test_the_newest_entry_is_the_one_written_last_whatever_its_day(self, ledger: Ledger) -> None:
        [number] = ledger.save(a_change("1", first_day=BEGAN.replace(year=2020))).entries
        newest = ledger.newest(EntryKind.PRICE, LIST)
        assert newest is not None
        assert newest.id == number
        assert ledger.newest(EntryKind.PRICE, "of nobody") is None

    def test_what_stands_comes_by_day(self, ledger: Ledger) -> None:
        ledger.save(a_change("2", first_day=TODAY))
        ledger.save(a_change("1", first_day=BEGAN.replace(year=2020)))
        assert [f"{entry.value}" for entry in ledger.standing(EntryKind.PRICE, LIST)] == ["1", "100", "2"]

    def test_subjects_are_all_that_ever_had_an_entry(self, ledger: Ledger) -> None:
        ledger.save(a_change(None, SPOT, action=Action.WITHDRAWN))
        assert SPOT in ledger.subjects(EntryKind.PRICE)
        assert ledger.subjects(EntryKind.RATE) == ()

    def test_times_are_kept_in_utc(self, store: Store) -> None:
        shanghai = timezone(timedelta(hours=8))
        ledger = a_ledger(store, Clock(NOW.astimezone(shanghai)))
        ledger.save(a_change("110"))
        assert ledger.latest(1)[0].at.isoformat() == NOW.isoformat()
