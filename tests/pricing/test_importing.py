"""A file is shown before it is written, written whole or not at all, and only as it was shown."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pricing.audit import Stamp
from pricing.book import EntryKind
from pricing.changes import Action, Overtaken, Policy, Saved
from pricing.errors import BookError
from pricing.findings import FindingKind
from pricing.importing import Importer, feed_of, keep, kept
from pricing.imports.elsewhere import may_fork
from pricing.imports.preview import SHOWN, Options, Outcome, Preview
from pricing.imports.source import Source
from pricing.listings import FileRefused
from pricing.store import Store
from tests.pricing.books_on_disk import NOW, TODAY
from tests.pricing.ledgers import (
    HEADER,
    LIST,
    TWO,
    a_change,
    a_file,
    a_ledger,
    contents_of,
    entry_count,
    prices,
    stocked,
)

BY = Stamp(NOW.isoformat(), "mei", Action.IMPORTED, "new list", "r")


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with stocked(tmp_path / "book.db") as store:
        yield store
        assert store.prove().broken is None


@pytest.fixture
def desk(store: Store) -> "Desk":
    return Desk(store)


class Desk:
    """Previews and writes files as one person does."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.folder = store.path.with_suffix(".imports")
        self.importer = Importer(store, store.book, self.folder)
        self.told: list[tuple[str, int]] = []

    def preview(self, source: Source, actor: str = "mei", policy: Policy | None = None, **options: Any) -> Preview:
        wanted = Options.model_validate(options)
        return self.importer.preview(source, wanted, NOW, actor, policy or Policy(), self.tell)

    def write(self, source: Source, preview: Preview, stamp: Stamp = BY) -> Saved:
        with self.store.transaction() as connection:
            return self.importer.write(connection, preview, stamp, source.data, self.tell)

    def take(self, source: Source, **options: Any) -> Preview:
        """Preview and write."""
        preview = self.preview(source, **options)
        self.write(source, preview)
        return preview

    def tell(self, stage: str, rows: int) -> None:
        self.told.append((stage, rows))


def counts(preview: Preview) -> dict[str, int]:
    """How many rows have each outcome."""
    return {outcome.value: number for outcome, number in preview.counts.items()}


class TestAPreview:
    def test_it_counts_and_shows_what_each_row_becomes(self, desk: Desk) -> None:
        source = a_file(("node", "110"), ("big node", "200"), ("none", "dear"))
        preview = desk.preview(source)
        assert counts(preview) == {"changed": 1, "added": 1, "refused": 1}
        assert preview.writes == 2
        assert preview.refusals == {"not-a-number": 1}
        [changed] = preview.rows[Outcome.CHANGED]
        assert changed.old is not None
        assert (f"{changed.old.value}", changed.line) == ("100", 2)

    def test_it_changes_nothing(self, store: Store, desk: Desk) -> None:
        before = contents_of(store)
        desk.preview(a_file(("node", "110"), ("big node", "200")))
        assert contents_of(store) == before

    def test_it_has_the_same_mark_each_time(self, desk: Desk) -> None:
        source = a_file(("node", "110"))
        assert desk.preview(source).mark == desk.preview(source, actor="li").mark

    @pytest.mark.parametrize(
        ("source", "options"),
        [
            (a_file(("node", "111")), {}),
            (a_file(("node", "110.0")), {}),
            (a_file(("node", "110"), ("b", "1")), {}),
            (a_file(("node", "110")), {"effective_from": "2026-12-24"}),
        ],
    )
    def test_another_when_something_else_would_be_written(
        self, desk: Desk, source: Source, options: dict[str, Any]
    ) -> None:
        assert desk.preview(source, **options).mark != desk.preview(a_file(("node", "110"))).mark

    def test_what_is_doubtful_is_counted_and_shown_first(self, desk: Desk) -> None:
        preview = desk.preview(a_file(("node", "101"), ("a", "3"), ("b", "105")))
        assert preview.doubts[FindingKind.NOT_POSITIVE] == 0 if FindingKind.NOT_POSITIVE in preview.doubts else True
        first = preview.rows[Outcome.ADDED][0]
        assert bool(first.findings) >= bool(preview.rows[Outcome.ADDED][-1].findings)

    @pytest.mark.skipif(not hasattr(os, "fork"), reason="no second process")
    @pytest.mark.parametrize("add_names", [False, True])
    def test_of_a_large_file_it_is_the_same(
        self, store: Store, desk: Desk, monkeypatch: pytest.MonkeyPatch, add_names: bool
    ) -> None:
        desk.take(a_file(("vm-0", "20.80")))
        known = a_file(("vm-0", "21.80"), ("VM-0", "22.80"), ("vm-9", "20.80")).data.decode().splitlines()
        rows = [
            "provider,name,gpu,mode,gpus_per_node,price,currency,unit,effective_to",
            "nimbus,vm-1,H100,on-demand,8,2.00,USD,GPU-Hours,",
            "nimbus,vm-1,H100,on-demand,8,2.00,USD,GPU-Hours,",
            "nimbus,vm-2,H100,committed,8,2.00,USD,GPU-Hours,",
            "nimbus,vm-3,Q9999,on-demand,8,2.00,USD,GPU-Hours,",
            "newcomer,vm-4,H100,spot,8,1.00,USD,GPU-Hours,2027-01-01",
            "nimbus,vm-5,Q9999,spot,0,1.00,USD,GPU-Hours,",
            "nimbus,vm-6,H100,spot,1,-1.00,USD,GPU-Hours,",
        ]
        for lines in (known, rows):
            source = Source("large.csv", "\n".join([*lines, ""]).encode())
            here = desk.preview(source, add_names=add_names)
            with monkeypatch.context() as patch:
                patch.setattr("pricing.importing.LARGE", 1)
                assert may_fork()
                there = desk.preview(source, add_names=add_names)
            assert there == here

    def test_of_many_rows_all_are_counted_and_the_largest_changes_shown(self, desk: Desk) -> None:
        names = [f"n{number}" for number in range(SHOWN + 50)]
        desk.take(a_file(*((name, "100") for name in names)))
        raised = a_file(*((name, f"{101 + number}") for number, name in enumerate(names)), seen="2026-12-01")
        preview = desk.preview(raised)
        shown = preview.rows[Outcome.CHANGED]
        assert (len(shown), counts(preview)) == (SHOWN, {"changed": SHOWN + 50})
        percents = [row.percent for row in shown]
        assert percents == sorted(percents, reverse=True)
        assert percents[0] == SHOWN + 50

    def test_it_tells_how_far_it_is(self, desk: Desk) -> None:
        desk.take(a_file(*((f"n{number}", "100") for number in range(1100))))
        assert list(dict.fromkeys(stage for stage, _ in desk.told)) == ["reading", "checking", "writing"]
        assert desk.told[-1] == ("writing", 1100)

    @pytest.mark.parametrize(
        "data", [b"", b"\x00\x01", b"a,b\n1,2\n", b"{", b"PK\x03\x04 no zip", b"%PDF-1.7", "价格".encode("utf-16")]
    )
    def test_a_file_that_is_none_is_refused_and_leaves_nothing(self, store: Store, desk: Desk, data: bytes) -> None:
        before = contents_of(store)
        with pytest.raises(FileRefused):
            desk.preview(Source("x.csv", data))
        assert contents_of(store) == before
        assert not desk.folder.exists() or os.listdir(desk.folder) == []

    def test_an_error_in_the_middle_leaves_no_stage(self, store: Store, desk: Desk) -> None:
        def stop(stage: str, rows: int) -> None:
            raise KeyboardInterrupt

        source = a_file(*((f"n{number}", "100") for number in range(1050)))
        with pytest.raises(KeyboardInterrupt):
            desk.importer.preview(source, Options(), NOW, "mei", Policy(), stop)
        assert os.listdir(desk.folder) == []

    @pytest.mark.skipif(not hasattr(os, "geteuid"), reason="needs POSIX")
    def test_where_there_is_no_place_for_it_that_is_said(self, store: Store, desk: Desk) -> None:
        desk.folder.write_text("in the way")
        with pytest.raises(BookError, match="cannot be written"):
            desk.preview(a_file(("node", "110")))


class TestWriting:
    def test_it_is_written_as_it_was_shown(self, store: Store, desk: Desk) -> None:
        desk.take(a_file(("node", "110"), ("big node", "200")))
        assert sorted(prices(store).values()) == ["110", "200", "40", "60"]

    def test_the_trail_has_each_price_and_the_file(self, store: Store, desk: Desk) -> None:
        source = a_file(("node", "110"))
        preview = desk.take(source)
        file, price = a_ledger(store).latest(2)
        assert (price.kind, price.subject, price.actor, price.request, price.why) == (
            "price",
            LIST,
            "mei",
            "r",
            "new list",
        )
        assert price.replaces is not None
        assert file.kind == "import"
        assert file.after is not None
        assert preview.sha256 in file.after

    def test_the_same_file_twice_changes_nothing(self, store: Store, desk: Desk) -> None:
        source = a_file(("node", "110"), ("big node", "200"))
        desk.take(source)
        before = contents_of(store, ("entry", "offer", "gpu", "feed_row"))
        again = desk.take(source)
        assert counts(again) == {"unchanged": 2}
        assert again.writes == 0
        assert contents_of(store, ("entry", "offer", "gpu", "feed_row")) == before

    def test_when_anything_was_written_since_it_must_be_previewed_anew(self, store: Store, desk: Desk) -> None:
        source = a_file(("node", "110"))
        preview = desk.preview(source)
        a_ledger(store).note_rights("somebody else")
        before = contents_of(store)
        with pytest.raises(Overtaken):
            desk.write(source, preview)
        assert contents_of(store) == before

    def test_when_the_stage_is_gone_or_another_it_must_be_previewed_anew(self, store: Store, desk: Desk) -> None:
        source = a_file(("node", "110"))
        preview = desk.preview(source)
        [stage] = desk.folder.iterdir()
        before = contents_of(store)
        stage.write_bytes(stage.read_bytes().replace(b"110", b"1.1"))
        with pytest.raises(Overtaken):
            desk.write(source, preview)
        stage.unlink()
        with pytest.raises(Overtaken):
            desk.write(source, preview)
        assert contents_of(store) == before

    @pytest.mark.parametrize("statement", [1, 3, 7, 15, 40, 90])
    def test_a_write_that_is_stopped_leaves_nothing(self, store: Store, desk: Desk, statement: int) -> None:
        source = a_file(*((f"n{number}", "100") for number in range(60)))
        preview = desk.preview(source)
        before = contents_of(store, ("entry", "audit", "offer", "feed_row", "kept_file"))
        asked = 0

        def stop() -> int:
            nonlocal asked
            asked += 1
            return int(asked == statement)

        def write() -> None:
            with store.transaction() as connection:
                connection.set_progress_handler(stop, 50)
                try:
                    desk.importer.write(connection, preview, BY, source.data, desk.tell)
                finally:
                    connection.set_progress_handler(None, 0)

        with pytest.raises(BookError):
            write()
        assert contents_of(store, ("entry", "audit", "offer", "feed_row", "kept_file")) == before
        desk.write(source, preview)

    def test_it_is_taken_back_whole(self, store: Store, desk: Desk) -> None:
        desk.take(a_file(("node", "110"), *((f"n{number}", "7") for number in range(300))))
        ledger = a_ledger(store)
        price = ledger.latest(2)[1]
        ledger.save(ledger.undoing(price.id, "li", "wrong file"))
        assert prices(store) == {LIST: "100", "nimbus/h100/spot": "40", "nimbus/h100/contract": "60"}

    def test_after_it_was_taken_back_the_file_can_be_imported_again(self, store: Store, desk: Desk) -> None:
        source = a_file(("node", "110"))
        desk.take(source)
        ledger = a_ledger(store)
        ledger.save(ledger.undoing(ledger.latest(2)[1].id, "li", "wrong"))
        assert counts(desk.take(source)) == {"changed": 1}
        assert prices(store)[LIST] == "110"


class TestFeeds:
    """Files that follow each other: what was in the last one and is not in this one has vanished."""

    def test_what_vanished_is_told_and_left_in_force(self, store: Store, desk: Desk) -> None:
        desk.take(a_file(("node", "110"), ("big node", "200")))
        preview = desk.take(a_file(("node", "110"), seen="2026-12-01"))
        assert counts(preview) == {"confirmed": 1, "vanished": 1}
        assert "200" in prices(store).values()

    def test_where_it_is_wanted_it_ends_today(self, store: Store, desk: Desk) -> None:
        desk.take(a_file(("node", "110"), ("big node", "200")))
        preview = desk.take(a_file(("node", "110"), seen="2026-12-01"), withdraw_vanished=True)
        assert preview.writes == 2
        assert "200" not in prices(store).values()
        assert "200" in prices(store, TODAY.replace(month=11, day=30)).values()

    def test_what_comes_back_is_added(self, store: Store, desk: Desk) -> None:
        desk.take(a_file(("node", "110"), ("big node", "200")))
        desk.take(a_file(("node", "110"), seen="2026-12-01"), withdraw_vanished=True)
        preview = desk.take(a_file(("node", "110"), ("big node", "200"), seen="2026-12-01"))
        assert counts(preview) == {"unchanged": 1, "added": 1}

    def test_what_vanished_once_is_not_told_again(self, desk: Desk) -> None:
        desk.take(a_file(("node", "110"), ("big node", "200")))
        desk.take(a_file(("node", "110"), seen="2026-12-01"))
        assert "vanished" not in counts(desk.preview(a_file(("node", "110"), seen="2026-12-01")))

    def test_files_of_other_feeds_have_nothing_to_do_with_it(self, desk: Desk) -> None:
        desk.take(a_file(("node", "110"), ("big node", "200"), name="nimbus.csv"))
        assert "vanished" not in counts(desk.preview(a_file(("node", "110"), name="other.csv")))
        assert counts(desk.preview(a_file(("node", "110"), name="other.csv"), feed="own:nimbus"))["vanished"] == 1

    @pytest.mark.parametrize(
        ("one", "other", "same"),
        [
            ("nimbus-2026-11.csv", "nimbus-2026-12.csv", True),
            ("nimbus (2).csv", "Nimbus.csv", True),
            ("/tmp/x/nimbus.csv", "nimbus.xlsx", True),
            ("nimbus.csv", "cumulus.csv", False),
        ],
    )
    def test_a_feed_is_known_by_its_name_without_numbers(self, one: str, other: str, same: bool) -> None:
        assert (feed_of("own", Source(one, b"")) == feed_of("own", Source(other, b""))) == same

    def test_a_row_that_is_refused_has_not_vanished(self, store: Store, desk: Desk) -> None:
        """A slip in one cell must not end the price it is about."""
        desk.take(a_file(("node", "110"), ("big node", "200")))
        preview = desk.take(a_file(("node", "110"), ("big node", "2OO"), seen="2026-12-01"), withdraw_vanished=True)
        assert "vanished" not in counts(preview)
        assert "200" in prices(store).values()

    def test_an_older_row_has_not_vanished(self, desk: Desk) -> None:
        desk.take(a_file(("node", "110"), ("big node", "200")))
        assert counts(desk.preview(a_file(("node", "110"), ("big node", "201"), seen="2026-11-01"))) == {"skipped": 2}


class TestWhatASecondPersonMustSee:
    def test_rows_are_counted_that_change_much_or_were_agreed(self, desk: Desk) -> None:
        source = a_file(("node", "131"), ("new", "1"))
        assert desk.preview(source, policy=TWO).waits == 1
        assert desk.preview(source).waits == 0

    def test_by_what_the_person_changed_before(self, store: Store, desk: Desk) -> None:
        a_ledger(store).save(a_change("125", actor="mei", first_day=TODAY.replace(month=11, day=1)))
        source = a_file(("node", "150"))
        assert desk.preview(source, actor="mei", policy=TWO).waits == 1
        assert desk.preview(source, actor="li", policy=TWO).waits == 0

    def test_a_new_price_that_was_agreed(self, desk: Desk) -> None:
        lines = f"{HEADER},price_kind\nnimbus,ours,H100,on-demand,8,9,USD,Node-Hours,2026-11-30,letter,contract\n"
        preview = desk.preview(Source("x.csv", lines.encode()), policy=TWO)
        assert preview.waits == 1
        assert preview.rows[Outcome.ADDED][0].confidential

    def test_what_vanished_and_is_to_end(self, desk: Desk) -> None:
        desk.take(a_file(("node", "110"), ("big node", "200")))
        source = a_file(("node", "110"), seen="2026-12-01")
        assert desk.preview(source, policy=TWO, withdraw_vanished=True).waits == 1
        assert desk.preview(source, policy=TWO).waits == 0


class TestKeptFiles:
    def test_a_file_is_kept_as_it_was(self, store: Store) -> None:
        content = bytes(range(256)) * 100
        with store.transaction() as connection:
            sha = keep(connection, "x.csv", content, BY)
        with store.reading() as connection:
            assert kept(connection, sha) == ("x.csv", content)
            assert kept(connection, "0" * 64) is None

    def test_once(self, store: Store) -> None:
        with store.transaction() as connection:
            first, second = (keep(connection, name, b"x", BY) for name in ("a.csv", "b.csv"))
            assert first == second
            assert connection.execute("SELECT count(*) FROM kept_file").fetchone() == (1,)

    def test_one_that_was_imported_is_kept_with_it(self, store: Store, desk: Desk) -> None:
        source = a_file(("node", "110"))
        preview = desk.take(source)
        with store.reading() as connection:
            assert kept(connection, preview.sha256) == ("nimbus.csv", source.data)


class TestHostileCells:
    """Whatever stands in a cell is text; a row that cannot be kept is refused, and the rest of the file is written."""

    CELLS = (
        *("=HYPERLINK(1)", "@SUM(A1)", "'; DROP TABLE entry; --", "!!python/object:os.system", "<!channel>", "../../x"),
        *("a\\x00b", "ＦＵＬＬ　ｗｉｄｔｈ", "\u202eabc", "x" * 3000, "😀"),
    )

    @pytest.mark.parametrize("cell", CELLS)
    def test_in_the_name_of_an_offer(self, store: Store, desk: Desk, cell: str) -> None:
        text = cell.replace('"', '""')
        source = Source(
            "x.csv", f'{HEADER}\nnimbus,"{text}",H100,on-demand,8,100,USD,Node-Hours,2026-11-30,list\n'.encode()
        )
        preview = desk.take(source)
        assert sum(preview.counts.values()) == 1
        assert len(prices(store)) == 3 + preview.writes
        assert store.history(EntryKind.PRICE, LIST)

    @pytest.mark.parametrize("cell", CELLS)
    def test_in_any_other_cell(self, store: Store, desk: Desk, cell: str) -> None:
        for place in range(len(HEADER.split(","))):
            cells = ["nimbus", "odd", "H100", "on-demand", "8", "100", "USD", "Node-Hours", "2026-11-30", "list"]
            cells[place] = f'"{cell}"'
            before = entry_count(store)
            preview = desk.take(Source("x.csv", f"{HEADER}\n{','.join(cells)}\n".encode()))
            assert entry_count(store) == before + preview.writes
