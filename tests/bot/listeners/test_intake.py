"""Each act is taken in once, and refused at once when there is no room."""

import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from slack_bolt import App, BoltRequest
from slack_bolt.authorization import AuthorizeResult
from slack_sdk import WebClient
from sqlite_utils.utils import sqlite3

from bot.conversation import Conversations, Place
from bot.listeners.intake import Intake, Taken
from bot.listeners.payloads import Delivery, Kind
from bot.listeners.register import register
from bot.worker import Pool

PATIENCE = 5.0


def delivery(key: str = "k", root: str = "") -> Delivery:
    return Delivery(kind=Kind.COMMAND, key=key, team="T1", channel="C1", user="U1", root=root)


class Work:
    """What the pool does: it waits to be let through, and keeps what it was given."""

    def __init__(self) -> None:
        self.done: list[tuple[str, bool]] = []
        self.go = threading.Event()
        self.go.set()

    def __call__(self, given: Delivery, again: bool) -> None:
        assert self.go.wait(PATIENCE)
        self.done.append((given.key, again))


@pytest.fixture
def kept(tmp_path: Path) -> Iterator[Conversations]:
    conversations = Conversations(tmp_path / "bot.db", lambda: 1_800_000_000.0)
    yield conversations
    conversations.close()


@pytest.fixture
def work() -> Work:
    return Work()


@pytest.fixture
def pool(work: Work) -> Iterator[Pool]:
    made = Pool(threads=2, limit=2)
    yield made
    work.go.set()
    made.close()
    assert made.drain(PATIENCE)


@pytest.fixture
def intake(kept: Conversations, pool: Pool, work: Work) -> Intake:
    return Intake(kept, pool, work)


def test_an_act_is_worked_on_once(intake: Intake, pool: Pool, work: Work) -> None:
    assert [intake.take(delivery()) for _ in range(3)] == [Taken.NEW, Taken.AGAIN, Taken.AGAIN]
    assert pool.drain(PATIENCE)
    assert work.done == [("k", False)]


def test_also_after_a_restart(kept: Conversations, pool: Pool, work: Work) -> None:
    Intake(kept, pool, work).take(delivery())
    assert Intake(kept, pool, work).take(delivery()) is Taken.AGAIN


def test_what_there_was_no_room_for_is_new_when_it_comes_again(intake: Intake, pool: Pool, work: Work) -> None:
    work.go.clear()
    for key in ("a", "b"):
        assert intake.take(delivery(key)) is Taken.NEW
    assert intake.take(delivery("c")) is Taken.NO_ROOM
    work.go.set()
    assert pool.drain(PATIENCE)
    assert intake.take(delivery("c")) is Taken.NEW


def test_a_disk_that_is_full_stops_nobody(
    intake: Intake, pool: Pool, work: Work, kept: Conversations, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: Any) -> bool:
        raise sqlite3.OperationalError("database or disk is full")

    monkeypatch.setattr(kept, "accept", full)
    monkeypatch.setattr(kept, "done", full)
    assert [intake.take(delivery()) for _ in range(2)] == [Taken.NEW, Taken.AGAIN]
    assert pool.drain(PATIENCE)
    assert work.done == [("k", False)]


def test_what_was_left_over_is_worked_on_with_care_however_much_it_is(intake: Intake, pool: Pool, work: Work) -> None:
    work.go.clear()
    for key in "abcd":
        intake.take_up(delivery(key))
    work.go.set()
    assert pool.drain(PATIENCE)
    assert sorted(work.done) == [(key, True) for key in "abcd"]


# the listeners, through Bolt


class Listeners:
    """A Bolt app with the listeners, without a network."""

    def __init__(self, intake: Intake) -> None:
        known = AuthorizeResult(enterprise_id=None, team_id="T1", bot_user_id="U0BOT", bot_id="B0BOT", bot_token="x")
        self.app = App(client=WebClient(), authorize=lambda: known, process_before_response=True, signing_secret="x")
        register(self.app, intake, "U0BOT", lambda: 1_800_000_000.0)

    def send(self, **body: Any) -> tuple[int, str]:
        response = self.app.dispatch(BoltRequest(body=body, mode="socket_mode"))
        return response.status, response.body

    def command(self, text: str = "8 H100", trigger: str = "1.1") -> tuple[int, str]:
        ids = {"team_id": "T1", "channel_id": "C1", "user_id": "U1", "trigger_id": trigger}
        return self.send(command="/quote", text=text, **ids)

    def event(self, **event: Any) -> tuple[int, str]:
        content = {"type": "message", "channel": "C1", "user": "U1", "text": "8 H100", "ts": "5.1", **event}
        return self.send(type="event_callback", team_id="T1", event_id="Ev1", event=content)


@pytest.fixture
def listeners(intake: Intake) -> Listeners:
    return Listeners(intake)


def test_a_full_bot_says_so_at_once_in_the_language_of_the_question(listeners: Listeners, work: Work) -> None:
    work.go.clear()
    assert listeners.command(trigger="1") == (200, "")
    assert listeners.command(trigger="2") == (200, "")
    assert "send it again" in listeners.command(trigger="3")[1]
    assert "再发一次" in listeners.command("8 张 H100", trigger="4")[1]


def test_an_event_there_is_no_room_for_is_left_for_slack_to_bring_again(listeners: Listeners, work: Work) -> None:
    work.go.clear()
    for ts in ("1.1", "1.2"):
        assert listeners.event(type="app_mention", ts=ts)[0] == 200
    assert listeners.event(type="app_mention", ts="1.3")[0] == 503
    work.go.set()


@pytest.mark.parametrize(
    ("event", "taken"),
    [
        ({"type": "app_mention"}, True),
        ({"text": "hey <@U0BOT>"}, True),
        ({"channel": "D1", "channel_type": "im"}, True),
        ({}, False),
        ({"thread_ts": "4.1"}, False),
        ({"thread_ts": "3.1"}, True),
        ({"thread_ts": "4.1", "parent_user_id": "U0BOT"}, True),
        ({"thread_ts": "3.1", "subtype": "message_changed"}, False),
        ({"thread_ts": "3.1", "bot_id": "B2"}, False),
    ],
)
def test_which_messages_are_meant_for_the_bot(
    listeners: Listeners, kept: Conversations, pool: Pool, work: Work, event: dict[str, Any], taken: bool
) -> None:
    kept.remember(Place("T1", "C1", "3.1"), own=True, state=None)
    kept.remember(Place("T1", "C1", "4.1"), own=False, state="{}")
    assert listeners.event(**event)[0] == 200
    assert pool.drain(PATIENCE)
    assert bool(work.done) is taken


@pytest.mark.parametrize(
    "body",
    [
        {"type": "event_callback", "event": {"type": "reaction_added"}},
        {"type": "event_callback", "event": {"type": "message"}},
        {"type": "event_callback", "event": {"type": "app_mention", "ts": 5}},
        {"type": "block_actions", "actions": [{"type": "button", "action_id": "x", "block_id": "b"}]},
        {
            "type": "block_actions",
            "actions": [{"type": "button", "action_id": "x", "block_id": "b", "url": "https://x"}],
        },
        {"type": "view_submission", "view": {"type": "modal", "callback_id": "x"}},
        {"type": "view_closed", "view": {"type": "modal", "callback_id": "x"}},
        {"type": "shortcut", "callback_id": "x", "trigger_id": "1"},
        {"type": "message_action", "callback_id": "x", "trigger_id": "1"},
        {"command": "/quote"},
        {"command": "/other", "text": "x"},
    ],
)
def test_everything_else_is_acknowledged_and_ignored(
    listeners: Listeners, pool: Pool, work: Work, body: dict[str, Any]
) -> None:
    assert listeners.send(**body)[0] == 200
    assert pool.drain(PATIENCE)
    assert not work.done
