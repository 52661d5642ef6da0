"""Deliveries are accepted once, threads are kept, and a crash leaves what it had accepted."""

import contextlib
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlite_utils.utils import sqlite3

from bot.conversation import (
    DELIVERIES_KEPT_SECONDS,
    MOST_TRIES,
    PRUNE_EVERY_SECONDS,
    TAKEN_UP_SECONDS,
    THREADS_KEPT_SECONDS,
    Conversations,
)
from bot.conversation_file import APPLICATION_ID, STEPS, ConversationError
from bot.conversation_records import Place, Replied, Thread

PLACE = Place("T1", "C1", "1.1")


class Clock:
    """A clock that stands until it is moved."""

    def __init__(self) -> None:
        self.seconds = 1_800_000_000.0

    def __call__(self) -> float:
        return self.seconds


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "folder" / "bot.db"


@pytest.fixture
def kept(path: Path, clock: Clock) -> Iterator[Conversations]:
    conversations = Conversations(path, clock)
    yield conversations
    conversations.close()


def test_a_delivery_is_new_once(kept: Conversations) -> None:
    assert kept.accept("a", "{}")
    assert not kept.accept("a", "{}")
    kept.done("a")
    assert not kept.accept("a", "{}")
    kept.forget("a")
    assert kept.accept("a", "{}")


def test_of_many_at_once_one_is_new(kept: Conversations) -> None:
    start, news = threading.Barrier(8), []

    def accept() -> None:
        start.wait()
        news.append(kept.accept("same", "{}"))

    threads = [threading.Thread(target=accept) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(news) == [False] * 7 + [True]


def test_deliveries_are_remembered_for_hours_and_forgotten_after_a_day(kept: Conversations, clock: Clock) -> None:
    kept.accept("a", "{}")
    clock.seconds += 3 * 3600
    kept.accept("b", "{}")
    assert not kept.accept("a", "{}")
    clock.seconds += DELIVERIES_KEPT_SECONDS + PRUNE_EVERY_SECONDS
    kept.accept("c", "{}")
    assert kept.accept("a", "{}")


def test_threads_do_not_mix_and_keep_their_state(kept: Conversations) -> None:
    kept.remember(PLACE, own=True, state="one")
    kept.remember(Place("T1", "C1", "2.2"), own=False, state="two")
    kept.remember(Place("T2", "C1", "1.1"), own=False, state=None)
    assert kept.thread(PLACE) == Thread(True, "one")
    assert kept.thread(Place("T1", "C1", "2.2")) == Thread(False, "two")
    assert kept.thread(Place("T2", "C1", "1.1")) == Thread(False, None)
    assert kept.thread(Place("T1", "C2", "1.1")) is None


def test_no_new_state_leaves_the_one_before(kept: Conversations) -> None:
    kept.remember(PLACE, own=True, state="one")
    kept.remember(PLACE, own=False, state=None)
    assert kept.thread(PLACE) == Thread(True, "one")


def test_a_thread_belongs_to_the_bot_from_the_moment_its_question_is_accepted(kept: Conversations) -> None:
    kept.accept("a", "{}", begins=PLACE)
    assert kept.thread(PLACE) == Thread(True, None)


def test_threads_nobody_used_for_a_year_go(kept: Conversations, clock: Clock) -> None:
    kept.remember(PLACE, own=True, state="one")
    clock.seconds += THREADS_KEPT_SECONDS + 1
    kept.accept("a", "{}")
    assert kept.thread(PLACE) is None


def left_over(path: Path, clock: Clock, tries: str = "") -> tuple[str, ...]:
    """What a new process finds, which begins to work on `tries` and crashes."""
    conversations = Conversations(path, clock)
    if tries:
        conversations.tried(tries)
    conversations.close()
    return conversations.left_over


def test_what_a_crash_left_is_found_in_order(path: Path, clock: Clock) -> None:
    first = Conversations(path, clock)
    first.accept("old", "0")
    clock.seconds += TAKEN_UP_SECONDS + 1
    first.accept("finished", "1")
    first.done("finished")
    first.accept("b", "2")
    clock.seconds += 1
    first.accept("a", "3")
    first.close()  # nothing of a and b is done: as good as a crash
    assert left_over(path, clock) == ("2", "3")
    assert left_over(path, clock) == ("2", "3")


def test_a_job_that_crashes_the_process_is_given_up(path: Path, clock: Clock) -> None:
    first = Conversations(path, clock)
    first.accept("a", "deadly")
    first.accept("b", "patient")
    first.close()
    for _ in range(MOST_TRIES):
        assert left_over(path, clock, tries="a") == ("deadly", "patient")
    assert left_over(path, clock) == ("patient",)


def test_what_a_living_process_has_accepted_is_left_to_it(kept: Conversations, path: Path, clock: Clock) -> None:
    kept.accept("a", "{}")
    beside = Conversations(path, clock)
    assert beside.left_over == ()
    assert not beside.accept("a", "{}")
    beside.close()


def test_the_text_of_a_question_is_forgotten_once_it_is_answered(kept: Conversations, path: Path) -> None:
    kept.accept("a", "what somebody wrote")
    kept.done("a")
    with sqlite3.connect(str(path)) as db:
        assert db.execute("SELECT job FROM delivery").fetchall() == [(None,)]
    db.close()


def test_accepting_does_not_wait_for_a_file_that_is_locked(kept: Conversations, path: Path) -> None:
    other = sqlite3.connect(str(path), isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(sqlite3.OperationalError):
        kept.accept("a", "{}")
    assert kept.thread(PLACE) is None  # readers do not wait at all
    other.execute("ROLLBACK")
    other.close()
    assert kept.accept("a", "{}")


def test_the_file_is_for_this_user_only(kept: Conversations, path: Path) -> None:
    assert path.stat().st_mode & 0o077 == 0


def test_the_file_of_another_program_is_refused_and_left_as_it_is(path: Path, clock: Clock) -> None:
    path.parent.mkdir()
    other = sqlite3.connect(str(path))
    other.execute("CREATE TABLE theirs (x)")
    other.commit()
    other.close()
    before = path.read_bytes()
    with pytest.raises(ConversationError, match="another program"):
        Conversations(path, clock)
    assert path.read_bytes() == before


@pytest.mark.parametrize("content", [b"not a database at all, but longer than a header" * 50])
def test_a_file_that_is_no_database_is_named(path: Path, clock: Clock, content: bytes) -> None:
    path.parent.mkdir()
    path.write_bytes(content)
    with pytest.raises(ConversationError, match=str(path)):
        Conversations(path, clock)
    assert path.read_bytes() == content


def test_health_is_told(kept: Conversations) -> None:
    assert kept.healthy()


def test_who_asked_first_and_lately(kept: Conversations, clock: Clock) -> None:
    for number, asker in enumerate(("U1", "U2", "U1")):
        clock.seconds += 1
        kept.remember(Place("T1", "C1", f"{number}.1"), own=True, state=f"{number}", asker=asker)
    kept.remember(Place("T1", "C1", "0.1"), own=False, state="again", asker="U2")
    assert [(one.place.root, one.state) for one in kept.recent("T1", "U1", 5)] == [("2.1", "2"), ("0.1", "again")]
    assert [one.place.root for one in kept.recent("T1", "U1", 1)] == ["2.1"]
    assert kept.recent("T2", "U1", 5) == ()


def test_how_a_question_was_answered_is_known_for_a_day(kept: Conversations, clock: Clock) -> None:
    kept.remember(PLACE, own=True, state="after", replied=Replied("1.2", "1.3", "before"))
    assert kept.replied("T1", "C1", "1.2") == Replied("1.2", "1.3", "before")
    assert kept.replied("T1", "C1", "1.3") is None
    kept.accept("m", "{}")
    assert kept.accepted("m")
    assert not kept.accepted("n")
    clock.seconds += DELIVERIES_KEPT_SECONDS + PRUNE_EVERY_SECONDS
    kept.accept("o", "{}")
    assert kept.replied("T1", "C1", "1.2") is None
    assert not kept.accepted("m")


def test_another_text_changes_the_thread_only_if_nothing_was_asked_since(kept: Conversations) -> None:
    for question in ("1.2", "1.4"):
        kept.remember(PLACE, own=True, state=f"after {question}", replied=Replied(question, "9.9", None))
    kept.remember(Place("T1", "C1", "7.1"), own=True, state="x", replied=Replied("7.2", "9.9", None))
    kept.accept("e", "{}")
    kept.amend(PLACE, "1.2", "amended", done="e")
    assert kept.thread(PLACE) == Thread(True, "after 1.4")
    kept.amend(PLACE, "1.4", None, done="e")
    assert kept.thread(PLACE) == Thread(True, None)


def test_a_file_of_the_first_release_is_kept_and_brought_up_to_date(path: Path, clock: Clock) -> None:
    path.parent.mkdir()
    with contextlib.closing(sqlite3.connect(str(path))) as db:
        for statement in STEPS[0].split(";"):
            db.execute(statement)
        db.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        db.execute("PRAGMA user_version = 1")
        db.execute("INSERT INTO thread VALUES ('T1', 'C1', '1.1', 1, 'kept', 5.0)")
        db.execute("INSERT INTO delivery (key, received, job) VALUES ('k', ?, 'job')", (clock(),))
        db.commit()
    conversations = Conversations(path, clock)
    assert conversations.thread(PLACE) == Thread(True, "kept")
    assert conversations.left_over == ("job",)
    conversations.remember(PLACE, own=True, state=None, asker="U1", replied=Replied("1.2", "1.3", None))
    assert [one.state for one in conversations.recent("T1", "U1", 5)] == ["kept"]
    conversations.close()
    Conversations(path, clock).close()
