"""The drills in small: `python -m tests.drills` does them in full and prints figures."""

import os
import sys

import pytest

from tests.drills import bulk, disks, editors, kills, quotes, updates

pytestmark = [
    pytest.mark.skipif(not hasattr(os, "fork"), reason="needs POSIX"),
    pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning"),  # newer Pythons warn where there are threads
]


def test_no_update_is_lost_of_many_editors() -> None:
    assert editors.run(threads=3, processes=2, changes=8)["lost updates"] == 0


def test_an_import_that_is_killed_leaves_all_or_nothing() -> None:
    figures = kills.run(kills=3, rows=100)
    assert figures["half of it, a broken trail, damage"] == 0


@pytest.mark.skipif(sys.platform != "linux", reason="asks for mounts and limits of Linux")
def test_a_full_disk_gives_a_clear_error_and_keeps_what_was() -> None:
    assert all("room" in text or "space" in text.casefold() for text in disks.no_room(4000).values())


def test_what_may_not_be_written_is_told() -> None:
    file, folder = disks.not_allowed().values()
    assert "cannot be read and written by this user" in file
    assert "in a folder that cannot be written" in folder


def test_a_damaged_book_is_not_opened_and_not_changed() -> None:
    said = disks.damaged()
    assert "is empty" in said["no byte left"]
    assert "is not a SQLite file" in said["another kind of file"]
    assert all("is damaged" in said[name] for name in ("cut in half", "cut within a page", "a page overwritten"))


def test_a_change_is_used_by_the_next_question_of_another_process() -> None:
    assert updates.run(rounds=5, processes=1)["next questions answered with the old price"] == 0


def test_an_import_in_a_process_of_its_own_is_seen_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.administration.imports.ASIDE_BYTES", 0)
    figures = quotes.run(rows=150, asked=5, kinds=["look-up"])
    assert str(figures["looks that saw a mixture of before and after"]).startswith("0 of ")


def test_an_import_is_measured() -> None:
    assert len(bulk.run(rows=60)) == 5
