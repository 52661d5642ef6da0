"""A book is made whole or not at all; a file that is not a book of ours is refused and left as it is."""

import os
import signal
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from sqlite_utils.utils import sqlite3

from pricing import seeds, sqlite, store
from pricing.errors import BookError, DataError
from pricing.migrations import SCHEMA_VERSION
from pricing.store import Store
from tests.pricing.books_on_disk import NOW, TODAY, a_price, price_of, small_store


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "book.db"


def refused(path: Path) -> str:
    """The reason a file is refused for; it must be left byte for byte."""
    before = path.read_bytes() if path.is_file() else b""
    with pytest.raises(BookError) as caught:
        Store.open(path, now=NOW)
    assert str(path) in str(caught.value)
    assert (path.read_bytes() if path.is_file() else b"") == before
    return caught.value.reason


class TestCreation:
    def test_a_missing_folder_is_made_and_nothing_else_is_left(self, tmp_path: Path) -> None:
        path = tmp_path / "a" / "b" / "book.db"
        small_store(path).close()
        assert [file.name for file in path.parent.iterdir()] == ["book.db"]

    def test_the_seeded_book_is_marked(self, path: Path) -> None:
        Store.open(path, now=NOW).close()
        with closing(sqlite3.connect(path)) as file:
            marks = [file.execute(f"PRAGMA {name}").fetchone()[0] for name in ("application_id", "user_version")]
            initialised = file.execute("SELECT value FROM meta WHERE name = 'initialised'").fetchone()
        assert marks == [sqlite.APPLICATION_ID, SCHEMA_VERSION]
        assert initialised == ("1",)

    def test_it_is_seeded_once(self, path: Path) -> None:
        with Store.open(path, now=NOW) as first:
            version = first.book(TODAY).version
        with Store.open(path, now=NOW) as second:
            assert second.book(TODAY).version == version == len(seeds.load(NOW)[1])

    def test_a_fault_in_the_middle_leaves_nothing(self, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        for fault in (DataError("gpus.yaml", "line 1"), sqlite3.OperationalError("disk full"), RuntimeError()):
            monkeypatch.setattr(store, "insert_entries", _raising(fault))
            with pytest.raises((DataError, BookError, RuntimeError)):
                Store.open(path, now=NOW)
            assert list(path.parent.iterdir()) == []

    def test_data_the_tables_refuse_are_a_fault_of_the_data(self, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(seeds, "load", lambda now: ((), (a_price("1", subject="nobody"),)))
        with pytest.raises(DataError, match="no such subject"):
            Store.open(path, now=NOW)
        assert list(path.parent.iterdir()) == []

    @pytest.mark.parametrize("moment", ["insert_entries", "backup"])
    def test_a_kill_in_the_middle_leaves_no_book(self, path: Path, moment: str) -> None:
        code = f"""
import os, signal
from datetime import UTC, datetime
from pathlib import Path
from pricing import sqlite, store
def kill(*_):
    os.kill(os.getpid(), signal.SIGKILL)
if {moment!r} == "backup":
    sqlite.set_journal = kill
else:
    store.insert_entries = kill
store.Store.open(Path({str(path)!r}), now=datetime(2026, 12, 1, tzinfo=UTC))
"""
        assert subprocess.run([sys.executable, "-c", code], check=False).returncode == -signal.SIGKILL
        assert not path.exists()
        small_store(path).close()

    def test_a_book_made_meanwhile_is_kept(self, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        def overtaken(*_: object) -> tuple[int, ...]:
            monkeypatch.undo()
            with small_store(path) as other:
                return other.add_entries([a_price("2")])

        monkeypatch.setattr(store, "insert_entries", overtaken)
        with Store.open(path, now=NOW) as opened:
            assert price_of(opened) == "2"
        assert [file.name for file in path.parent.iterdir()] == ["book.db"]

    def test_changes_left_beside_a_missing_book_are_not_mixed_in(self, path: Path) -> None:
        wal = path.with_name("book.db-wal")
        wal.write_bytes(b"changes")
        assert "-wal" in refused(path)
        assert wal.read_bytes() == b"changes"

    def test_a_place_that_cannot_be_written(self, tmp_path: Path) -> None:
        (tmp_path / "file").write_text("")
        assert "folder" in refused(tmp_path / "file" / "book.db")
        with pytest.raises(BookError, match="cannot be"):
            Store.open(Path("/proc/quartermaster/book.db"), now=NOW)


class TestRefusal:
    def test_an_empty_file(self, path: Path) -> None:
        path.touch()
        assert "is empty" in refused(path)

    def test_a_folder(self, path: Path) -> None:
        path.mkdir()
        assert refused(path) == "is not a file"

    def test_a_file_that_is_not_sqlite(self, path: Path) -> None:
        path.write_text("gpu,price\nH100,2\n" * 200)
        assert refused(path) == "is not a SQLite file"

    def test_a_database_of_something_else(self, path: Path) -> None:
        with closing(sqlite3.connect(path)) as file:
            file.execute("CREATE TABLE meta (name, value)")
            file.commit()
        assert "not a price book" in refused(path)

    def test_a_newer_schema(self, path: Path) -> None:
        small_store(path).close()
        _change(path, f"PRAGMA user_version = {SCHEMA_VERSION + 1}")
        assert "newer release" in refused(path)

    def test_one_that_was_never_completed(self, path: Path) -> None:
        small_store(path).close()
        _change(path, "DELETE FROM meta WHERE name = 'initialised'")
        assert "never completed" in refused(path)

    def test_a_cut_file(self, path: Path) -> None:
        Store.open(path, now=NOW).close()
        path.write_bytes(path.read_bytes()[:-40_000])
        assert "damaged" in refused(path)

    def test_a_spoilt_page(self, path: Path) -> None:
        Store.open(path, now=NOW).close()
        raw = bytearray(path.read_bytes())
        raw[5 * 4096 : 5 * 4096 + 64] = b"\xff" * 64
        path.write_bytes(raw)
        assert "damaged" in refused(path)

    def test_a_read_only_file(self, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        small_store(path).close()
        path.chmod(0o444)
        if os.access(path, os.W_OK):  # root may write everything: ask as somebody else would be answered
            monkeypatch.setattr(os, "access", lambda where, mode: not mode & os.W_OK)
        assert "cannot be read and written" in refused(path)

    def test_a_dangling_link(self, path: Path) -> None:
        path.symlink_to(path.with_name("elsewhere.db"))
        assert refused(path) == "is not a file"


class TestVersionOfSqlite:
    @pytest.mark.parametrize(
        ("version", "safe"),
        [
            ((3, 40, 1), False),
            ((3, 44, 5), False),
            ((3, 44, 6), True),
            ((3, 45, 0), False),
            ((3, 50, 6), False),
            ((3, 50, 7), True),
            ((3, 51, 2), False),
            ((3, 51, 3), True),
            ((3, 53, 4), True),
            ((4, 0, 0), True),
        ],
    )
    def test_which_can_be_trusted_with_wal(self, version: tuple[int, ...], safe: bool) -> None:
        assert sqlite.safe_for_wal(version) is safe

    def test_an_old_one_uses_the_older_journal_and_warns(self, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        small_store(path).close()
        monkeypatch.setattr(sqlite3, "sqlite_version_info", (3, 40, 1))
        with Store.open(path, now=NOW) as opened, opened.transaction() as connection:
            assert connection.execute("PRAGMA journal_mode").fetchone() == ("delete",)
            assert "3.51.3" in opened.warnings[0]


def test_a_book_can_be_checked_on_demand(path: Path) -> None:
    with small_store(path) as opened:
        opened.check()


def _change(path: Path, sql: str) -> None:
    with closing(sqlite3.connect(path)) as file:
        file.execute(sql)
        file.commit()


def _raising(fault: Exception) -> object:
    def stand_in(*_: object) -> None:
        raise fault

    return stand_in
