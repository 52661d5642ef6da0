"""Files: previewed, confirmed by who previewed them, or waiting for a second person; written as they were shown."""

from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from bot.administration.aside import Aside
from bot.administration.done import Done
from bot.administration.imports import request_of
from pricing.book import EntryKind
from pricing.changes import Action, Impossible
from pricing.importing import PreviewChanged
from pricing.imports.preview import Options, Preview
from pricing.imports.source import Source
from pricing.listings import FileRefused
from tests.bot.administration.offices import Building, a_building
from tests.pricing.books_on_disk import TODAY
from tests.pricing.ledgers import HEADER, LIST, TWO, Clock, a_change, a_file, contents_of, entry_count, prices


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
    assert building.store.prove().broken is None
    building.store.close()


def preview(building: Building, source: Source, actor: str = "mei", **options: Any) -> Preview:
    return building.imports.preview(source, Options.model_validate(options), actor)


def confirm(building: Building, source: Source, shown: Preview, actor: str = "mei") -> Done:
    """Confirm what was shown, as Slack and the terminal do."""
    request = request_of(actor, shown.mark, shown.version)
    return building.imports.confirm(source, shown.options, shown.mark, actor, request)


def take(building: Building, source: Source, **options: Any) -> Done:
    return confirm(building, source, preview(building, source, **options))


class TestConfirming:
    def test_it_is_written(self, building: Building) -> None:
        done = take(building, a_file(("node", "110"), ("b", "7")), why="new list")
        assert done.saved is not None
        assert len(done.saved.entries) == 2
        assert prices(building.store)[LIST] == "110"
        assert building.ledger.latest(1)[0].why == "new list"

    def test_twice_it_is_written_once(self, building: Building) -> None:
        source = a_file(("node", "110"))
        shown = preview(building, source)
        first = confirm(building, source, shown)
        before = contents_of(building.store)
        again = confirm(building, source, shown)
        assert first.saved is not None
        assert again.saved is not None
        assert (again.saved.entries, again.saved.again) == (first.saved.entries, True)
        assert contents_of(building.store) == before

    def test_after_a_restart_it_is_previewed_again_and_written(self, building: Building) -> None:
        source = a_file(("node", "110"))
        shown = preview(building, source)
        assert confirm(building.again(), source, shown).saved
        assert prices(building.store)[LIST] == "110"

    def test_nothing_is_left_of_the_stage(self, building: Building) -> None:
        take(building, a_file(("node", "110")))
        assert list(building.store.path.with_suffix(".imports").iterdir()) == []

    def test_a_file_that_is_none(self, building: Building) -> None:
        with pytest.raises(FileRefused):
            preview(building, Source("x.csv", b"nothing"))

    def test_two_files_one_after_another(self, building: Building) -> None:
        one, other = a_file(("node", "110")), a_file(("b", "7"), name="other.csv")
        shown = [preview(building, source) for source in (one, other)]
        for source, seen in zip((one, other), shown, strict=True):
            assert confirm(building, source, seen).saved
        assert {"110", "7"} < set(prices(building.store).values())

    @pytest.mark.parametrize("days", [0, 1])
    def test_after_it_was_taken_back_it_can_be_imported_again(self, building: Building, days: int) -> None:
        source = a_file(("node", "110"))
        take(building, source)
        ledger = building.ledger
        ledger.save(ledger.undoing(ledger.latest(2)[1].id, "li", "too early"))
        building.clock.on(days=days)
        done = take(building, source)
        assert done.saved is not None
        assert not done.saved.again
        assert prices(building.store)[LIST] == "110"


class TestWhenTheBookChangedSinceThePreview:
    def test_by_something_else_it_is_written(self, building: Building) -> None:
        source = a_file(("b", "7"))
        shown = preview(building, source)
        building.ledger.save(a_change("45"))
        assert confirm(building, source, shown).saved

    def test_by_the_same_it_is_shown_again(self, building: Building) -> None:
        source = a_file(("node", "110"))
        shown = preview(building, source)
        building.ledger.save(a_change("110", actor="li", observed_on="2026-11-30"))
        before = contents_of(building.store)
        with pytest.raises(PreviewChanged) as changed:
            confirm(building, source, shown)
        assert changed.value.preview.writes == 0
        assert contents_of(building.store) == before

    def test_by_another_price_of_the_same_it_is_shown_again(self, building: Building) -> None:
        """Who saw 100 -> 110 has not agreed to 300 -> 110."""
        source = a_file(("node", "110"), seen="2026-12-01")
        shown = preview(building, source)
        building.ledger.save(a_change("300", actor="li"))
        with pytest.raises(PreviewChanged):
            confirm(building, source, shown)
        assert prices(building.store)[LIST] == "300"

    def test_so_that_it_needs_a_second_person_now_it_is_not_written_by_one(self, careful: Building) -> None:
        source = a_file(("node", "120"), seen="2026-12-01")
        shown = preview(careful, source)
        assert shown.waits == 0
        careful.ledger.save(a_change("75", actor="li"), approver="zhou")
        try:
            done = confirm(careful, source, shown)
        except PreviewChanged:
            return
        assert done.proposal is not None

    @pytest.mark.parametrize("name", ["node", "b"])
    def test_while_it_is_confirmed_by_two_clicks_at_once(self, tmp_path: Path, name: str) -> None:
        """The second click comes after the first was looked for and before it is written."""
        with a_building(tmp_path / "book.db").store as store:
            clock = _Clicking()
            building = Building(store, clock)
            source = a_file((name, "110"))
            shown = preview(building, source)
            inner: list[Done] = []
            clock.click = lambda: inner.append(confirm(building, source, shown))
            outer = confirm(building, source, shown)
            assert [inner[0].saved and inner[0].saved.entries] == [outer.saved and outer.saved.entries]


class _Clicking(Clock):
    """A clock at whose first look something else happens."""

    click: Any = None

    def __call__(self) -> datetime:
        if self.click:
            click, self.click = self.click, None
            click()
        return self.moment


class TestSeveralPeople:
    def test_one_who_needs_a_second_person_does_not_borrow_the_preview_of_one_who_does_not(
        self, careful: Building
    ) -> None:
        """Mei has raised it by 25% herself already; for her another 20% is 50%."""
        careful.ledger.save(a_change("125", actor="mei", first_day=TODAY.replace(month=11, day=1)))
        source = a_file(("node", "150"))
        mine = preview(careful, source, actor="mei")
        theirs = preview(careful, source, actor="li")
        assert (mine.waits, theirs.waits) == (1, 0)
        assert confirm(careful, source, mine, actor="mei").proposal is not None

    def test_each_gives_their_own_reason(self, building: Building) -> None:
        source = a_file(("node", "110"))
        mine = preview(building, source, actor="mei", why="mine")
        preview(building, source, actor="li", why="theirs")
        confirm(building, source, mine, actor="mei")
        assert building.ledger.latest(1)[0].why == "mine"

    def test_two_previews_of_one_file_with_other_options(self, building: Building) -> None:
        """The one does not write what the other was shown."""
        source = a_file(("node", "110"))
        now = preview(building, source)
        preview(building, source, actor="li", effective_from="2026-12-24")
        confirm(building, source, now)
        assert prices(building.store)[LIST] == "110"


class TestImportsThatWait:
    SOURCE = a_file(("node", "200"), ("b", "7"))

    def test_a_second_person_lets_them_be_written(self, careful: Building) -> None:
        done = take(careful, self.SOURCE, why="new list")
        assert done.proposal is not None
        assert [reason.kind for reason in done.reasons] == ["import"]
        assert prices(careful.store)[LIST] == "100"
        saved = careful.imports.approve(done.proposal.id, "li")
        assert len(saved.entries) == 2
        assert prices(careful.store)[LIST] == "200"
        row = next(row for row in careful.ledger.latest(9) if row.kind == "price")
        assert (row.actor, row.approver, row.why, row.action) == ("mei", "li", "new list", Action.IMPORTED)

    def test_also_after_a_restart(self, careful: Building) -> None:
        done = take(careful, self.SOURCE)
        assert done.proposal is not None
        careful.again().imports.approve(done.proposal.id, "li")
        assert prices(careful.store)[LIST] == "200"

    def test_also_days_later(self, careful: Building) -> None:
        done = take(careful, self.SOURCE)
        assert done.proposal is not None
        careful.clock.on(days=3)
        careful.imports.approve(done.proposal.id, "li")
        assert prices(careful.store)[LIST] == "200"

    @pytest.mark.parametrize("options", [{}, {"withdraw_vanished": True}])
    def test_also_days_later_when_the_file_does_not_say_from_when_it_holds(
        self, careful: Building, options: dict[str, Any]
    ) -> None:
        done = take(careful, a_file(("node", "200"), seen=""), **options)
        assert done.proposal is not None
        careful.clock.on(days=1)
        careful.imports.approve(done.proposal.id, "li")
        assert prices(careful.store)[LIST] == "200"

    def test_also_when_what_the_person_changed_before_counts_no_longer(self, careful: Building) -> None:
        """For who raised a price by 25% lately, 20% more is a large change; a week later it is not."""
        careful.ledger.save(a_change("125", first_day=TODAY.replace(month=11, day=1)))
        careful.clock.on(days=6)
        done = take(careful, a_file(("node", "150"), ("b", "7")))
        assert done.proposal is not None
        careful.clock.on(days=2)
        careful.imports.approve(done.proposal.id, "li")
        assert prices(careful.store)[LIST] == "150"

    def test_also_when_the_book_changed_otherwise(self, careful: Building) -> None:
        done = take(careful, self.SOURCE)
        assert done.proposal is not None
        careful.ledger.save(a_change("7", "nimbus/h100/spot", actor="li"))
        careful.imports.approve(done.proposal.id, "li")
        assert prices(careful.store)[LIST] == "200"

    def test_also_when_the_same_content_was_kept_under_another_name(self, careful: Building) -> None:
        content = self.SOURCE.data.replace(b",list", b",")
        careful.imports.keep(Source("first.csv", content), "zhou")
        done = take(careful, Source("second.csv", content))
        assert done.proposal is not None
        careful.imports.approve(done.proposal.id, "li")
        assert prices(careful.store)[LIST] == "200"

    def test_not_who_imported_it(self, careful: Building) -> None:
        done = take(careful, self.SOURCE)
        assert done.proposal is not None
        before = contents_of(careful.store)
        with pytest.raises(Impossible, match="own-proposal"):
            careful.imports.approve(done.proposal.id, "mei")
        assert contents_of(careful.store) == before

    def test_once(self, careful: Building) -> None:
        done = take(careful, self.SOURCE)
        assert done.proposal is not None
        careful.imports.approve(done.proposal.id, "li")
        count = entry_count(careful.store)
        with pytest.raises((Impossible, PreviewChanged)):
            careful.imports.approve(done.proposal.id, "zhou")
        assert entry_count(careful.store) == count

    def test_not_after_what_it_would_change_was_changed(self, careful: Building) -> None:
        done = take(careful, self.SOURCE)
        assert done.proposal is not None
        careful.ledger.save(a_change("200", actor="zhou", observed_on="2026-11-30"), approver="li")
        before = contents_of(careful.store)
        with pytest.raises(PreviewChanged):
            careful.imports.approve(done.proposal.id, "li")
        assert contents_of(careful.store) == before

    def test_confirmed_twice_they_wait_once(self, careful: Building) -> None:
        shown = preview(careful, self.SOURCE)
        for _ in range(2):
            confirm(careful, self.SOURCE, shown)
        assert len(careful.ledger.pending()) == 1

    def test_the_same_again_after_it_was_rejected_waits_again(self, careful: Building) -> None:
        """A rejected proposal is not what somebody means who confirms the file anew."""
        done = take(careful, self.SOURCE)
        assert done.proposal is not None
        careful.ledger.reject(done.proposal.id, "li", "not yet")
        again = take(careful, self.SOURCE)
        assert again.proposal is not None
        assert careful.ledger.pending() == (again.proposal,)

    def test_what_order_it_is(self, careful: Building) -> None:
        done = take(careful, self.SOURCE)
        assert done.proposal is not None
        order = careful.imports.order_of(done.proposal)
        assert order is not None
        assert order.name == "nimbus.csv"
        plain = careful.ledger.propose(a_change("900"), ())
        assert careful.imports.order_of(plain) is None

    def test_an_agreed_price_in_a_file_waits(self, careful: Building) -> None:
        line = "nimbus,ours,H100,on-demand,8,9,USD,Node-Hours,2026-11-30,letter,contract"
        done = take(careful, Source("x.csv", f"{HEADER},price_kind\n{line}\n".encode()))
        assert done.proposal is not None


class TestKeptFiles:
    def test_a_file_is_given_back(self, building: Building) -> None:
        source = a_file(("node", "110"))
        sha = building.imports.keep(source, "mei")
        assert building.imports.kept(sha) == source
        assert building.imports.kept("0" * 64) is None

    def test_keeping_does_not_outdate_a_preview(self, building: Building) -> None:
        source = a_file(("node", "110"))
        shown = preview(building, source)
        building.imports.keep(source, "mei")
        assert confirm(building, source, shown).saved


class TestInAProcessOfItsOwn:
    """Large files go there; what comes back is the same."""

    def test_it_is_previewed_and_written_there(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("bot.administration.imports.ASIDE_BYTES", 0)
        plain = a_building(tmp_path / "plain" / "book.db")
        aside = Building(a_building(tmp_path / "aside" / "book.db").store, Clock(), aside=Aside())
        source = a_file(*((f"n{number:05}", f"{100 + number % 7}") for number in range(50)))
        shown = [preview(building, source) for building in (plain, aside)]
        assert shown[0].mark == shown[1].mark
        assert shown[0].counts == shown[1].counts
        for building, seen in zip((plain, aside), shown, strict=True):
            saved = confirm(building, source, seen).saved
            assert saved is not None
            assert len(saved.entries) == 50
        assert prices(plain.store) == prices(aside.store)
        assert aside.store.prove().broken is None
        newest = aside.ledger.newest(EntryKind.PRICE, LIST)
        assert newest is not None
        for building in (plain, aside):
            building.store.close()
