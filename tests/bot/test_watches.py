"""Watched threads are kept beside the others: one for each, for 90 days, told by one process at a time."""

import contextlib
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date
from decimal import Decimal
from pathlib import Path

import pytest
from sqlite_utils.utils import sqlite3

from bot.conversation import Conversations
from bot.conversation_file import APPLICATION_ID, STEPS
from bot.conversation_records import Place
from bot.conversation_watches import CLAIMED_SECONDS, KEPT_SECONDS, MOST_IN_TEAM, Watched, Watches

PLACE = Place("T1", "C1", "1.1")
DAY = date(2026, 12, 1)
ONE = Watched(PLACE, "{}", "en", Decimal("0.05"), DAY, 7)


@dataclass
class Clock:
    seconds: float = 1_800_000_000.0

    def __call__(self) -> float:
        return self.seconds


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def watches(tmp_path: Path, clock: Clock) -> Iterator[Watches]:
    with contextlib.closing(Watches(tmp_path / "bot.db", clock)) as kept:
        yield kept


def test_a_thread_is_watched_until_it_is_stopped(watches: Watches) -> None:
    watches.begin(ONE)
    [kept] = watches.all("T1")
    assert replace(kept, until=0.0) == ONE
    assert watches.all("T2") == ()
    watches.stop(PLACE)
    assert watches.all("T1") == ()


def test_what_is_watched_later_in_a_thread_takes_the_place_of_what_was(watches: Watches) -> None:
    watches.begin(ONE)
    watches.begin(replace(ONE, share=Decimal("0.1")))
    assert [one.share for one in watches.all("T1")] == [Decimal("0.1")]


def test_after_90_days_a_thread_is_watched_no_longer(watches: Watches, clock: Clock) -> None:
    watches.begin(ONE)
    clock.seconds += KEPT_SECONDS - 1
    assert len(watches.all("T1")) == 1
    clock.seconds += 1
    assert watches.all("T1") == ()


def test_a_workspace_watches_so_many_threads_and_no_more(watches: Watches) -> None:
    for number in range(MOST_IN_TEAM):
        assert not watches.is_full("T1", None)
        watches.begin(replace(ONE, place=Place("T1", "C1", f"{number}.0")))
    assert watches.is_full("T1", None)
    assert watches.is_full("T1", PLACE)
    assert not watches.is_full("T1", Place("T1", "C1", "0.0"))  # it is watched already
    assert not watches.is_full("T2", None)


def test_one_of_two_processes_tells_a_thread(tmp_path: Path, clock: Clock) -> None:
    with (
        contextlib.closing(Watches(tmp_path / "bot.db", clock)) as one,
        contextlib.closing(Watches(tmp_path / "bot.db", clock)) as other,
    ):
        one.begin(ONE)
        [kept] = one.all("T1")
        assert one.claim(kept, (DAY, 8))
        assert not other.claim(kept, (DAY, 8))
        one.told(kept, (DAY, 8))
        assert not other.claim(kept, (DAY, 8))  # it was told since
        [now] = other.all("T1")
        assert (now.version, now.telling) == (8, None)
        assert other.claim(now, (DAY, 9))


def test_what_a_killed_process_claimed_is_claimed_again_later(watches: Watches, clock: Clock) -> None:
    watches.begin(ONE)
    [kept] = watches.all("T1")
    assert watches.claim(kept, (DAY, 8))
    assert not watches.claim(kept, (DAY, 8))
    clock.seconds += CLAIMED_SECONDS
    [again] = watches.all("T1")
    assert again.telling == (DAY, 8)
    assert watches.claim(again, (DAY, 8))
    watches.release(again)
    assert watches.claim(again, (DAY, 8))


def test_a_file_of_an_earlier_release_is_brought_up_to_date(tmp_path: Path, clock: Clock) -> None:
    path = tmp_path / "bot.db"
    with contextlib.closing(sqlite3.connect(str(path))) as db:
        for step in STEPS[:2]:
            for statement in step.split(";"):
                db.execute(statement)
        db.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        db.execute("PRAGMA user_version = 2")
        db.execute("INSERT INTO thread VALUES ('T1', 'C1', '1.1', 1, 'kept', 5.0, 'U1')")
        db.commit()
    with contextlib.closing(Watches(path, clock)) as watches:
        watches.begin(ONE)
        assert len(watches.all("T1")) == 1
    with contextlib.closing(Conversations(path, clock)) as conversations:
        thread = conversations.thread(PLACE)
        assert thread is not None
        assert thread.state == "kept"
