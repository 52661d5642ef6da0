"""Each act is taken in once, and refused at once when there is no room."""

from typing import Any

import pytest
from sqlite_utils.utils import sqlite3

from bot.conversation import Conversations
from bot.listeners.delivery import Delivery, Kind
from bot.listeners.intake import Intake, Taken
from bot.worker import Pool
from tests.bot.listeners.doubles import PATIENCE, Jobs, now


def delivery(key: str = "k", root: str = "") -> Delivery:
    return Delivery(kind=Kind.COMMAND, key=key, team="T1", channel="C1", user="U1", root=root)


def test_an_act_is_worked_on_once(intake: Intake, pool: Pool, jobs: Jobs) -> None:
    assert [intake.take(delivery()) for _ in range(3)] == [Taken.NEW, Taken.AGAIN, Taken.AGAIN]
    assert pool.drain(PATIENCE)
    assert jobs.done == [("k", False)]


def test_also_after_a_restart(kept: Conversations, pool: Pool, jobs: Jobs) -> None:
    Intake(kept, pool, jobs, now).take(delivery())
    assert Intake(kept, pool, jobs, now).take(delivery()) is Taken.AGAIN


def test_what_there_was_no_room_for_is_new_when_it_comes_again(intake: Intake, pool: Pool, jobs: Jobs) -> None:
    jobs.go.clear()
    for key in ("a", "b"):
        assert intake.take(delivery(key)) is Taken.NEW
    assert intake.take(delivery("c")) is Taken.NO_ROOM
    jobs.go.set()
    assert pool.drain(PATIENCE)
    assert intake.take(delivery("c")) is Taken.NEW


def test_a_disk_that_is_full_stops_nobody(
    intake: Intake, pool: Pool, jobs: Jobs, kept: Conversations, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: Any) -> bool:
        raise sqlite3.OperationalError("database or disk is full")

    monkeypatch.setattr(kept, "accept", full)
    monkeypatch.setattr(kept, "done", full)
    assert [intake.take(delivery()) for _ in range(2)] == [Taken.NEW, Taken.AGAIN]
    assert pool.drain(PATIENCE)
    assert jobs.done == [("k", False)]


def test_what_was_left_over_is_worked_on_with_care_however_much_it_is(intake: Intake, pool: Pool, jobs: Jobs) -> None:
    jobs.go.clear()
    for key in "abcd":
        intake.take_up(delivery(key))
    jobs.go.set()
    assert pool.drain(PATIENCE)
    assert sorted(jobs.done) == [(key, True) for key in "abcd"]
