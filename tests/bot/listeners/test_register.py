"""What the bot listens to, through Bolt."""

import json
from collections.abc import Mapping
from typing import Any

import pytest
from slack_bolt import App, BoltRequest
from slack_bolt.authorization import AuthorizeResult
from slack_sdk import WebClient

from bot.conversation import Conversations
from bot.conversation_records import Place
from bot.listeners.delivery import Delivery, Kind
from bot.listeners.intake import Intake
from bot.listeners.prices.submissions import Step
from bot.listeners.register import register
from bot.replies.form import VIEW_ID
from bot.worker import Pool
from tests.bot.listeners.doubles import PATIENCE, Jobs, delivery, now


class FakeForms:
    """Reads every form the same way."""

    def __init__(self) -> None:
        self.read: Delivery | dict[str, str] = {"count": "not a number"}

    def submitted(self, body: Mapping[str, Any], now: float) -> Delivery | dict[str, str]:
        return self.read


class FakeWindows:
    """Answers every window about prices the same way."""

    def __init__(self) -> None:
        self.step: Step | Exception = Step(errors={"why": "it is missing"})

    def answer(self, body: Mapping[str, Any], now: float) -> Step:
        if isinstance(self.step, Exception):
            raise self.step
        return self.step


class Listeners:
    """A Bolt app with the listeners, without a netjobs."""

    def __init__(self, intake: Intake, pools: tuple[Pool, ...]) -> None:
        self._pools = pools
        self.forms: Any = FakeForms()
        known = AuthorizeResult(enterprise_id=None, team_id="T1", bot_user_id="U0BOT", bot_id="B0BOT", bot_token="x")
        self.app = App(client=WebClient(), authorize=lambda: known, process_before_response=True, signing_secret="x")
        self.windows: Any = FakeWindows()
        register(self.app, intake, self.forms, self.windows, "U0BOT", now)

    def drained(self) -> None:
        """Wait until everything that was taken in is done."""
        assert all(pool.drain(PATIENCE) for pool in self._pools)

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
def listeners(intake: Intake, pool: Pool) -> Listeners:
    return Listeners(intake, (pool, intake._windows))


def test_a_full_bot_says_so_at_once_in_the_language_of_the_question(listeners: Listeners, jobs: Jobs) -> None:
    jobs.go.clear()
    assert listeners.command(trigger="1") == (200, "")
    assert listeners.command(trigger="2") == (200, "")
    assert "send it again" in listeners.command(trigger="3")[1]
    assert "再发一次" in listeners.command("8 张 H100", trigger="4")[1]


def test_an_event_there_is_no_room_for_is_left_for_slack_to_bring_again(listeners: Listeners, jobs: Jobs) -> None:
    jobs.go.clear()
    for ts in ("1.1", "1.2"):
        assert listeners.event(type="app_mention", ts=ts)[0] == 200
    assert listeners.event(type="app_mention", ts="1.3")[0] == 503
    jobs.go.set()


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
    listeners: Listeners, kept: Conversations, pool: Pool, jobs: Jobs, event: dict[str, Any], taken: bool
) -> None:
    kept.remember(Place("T1", "C1", "3.1"), own=True, state=None)
    kept.remember(Place("T1", "C1", "4.1"), own=False, state="{}")
    assert listeners.event(**event)[0] == 200
    assert pool.drain(PATIENCE)
    assert bool(jobs.done) is taken


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
    listeners: Listeners, pool: Pool, jobs: Jobs, body: dict[str, Any]
) -> None:
    assert listeners.send(**body)[0] == 200
    assert pool.drain(PATIENCE)
    assert not jobs.done


def test_an_edit_is_taken_where_its_message_was_or_is_meant_for_the_bot(listeners: Listeners, jobs: Jobs) -> None:
    listeners.event(type="app_mention", ts="1799999999.1")
    change = {"type": "message", "subtype": "message_changed", "user": None}

    def edit(ts: str, text: str) -> None:
        message = {"user": "U1", "text": text, "ts": ts, "edited": {"ts": "7.1"}}
        assert listeners.event(**change, message=message, previous_message={"text": "before"})[0] == 200
        listeners.drained()

    edit("1799999999.1", "other words")
    edit("1799999999.2", "nobody's words")
    edit("1799999999.3", "hey <@U0BOT>")  # the message itself may still come
    edit("1700000000.3", "hey <@U0BOT>")  # it may have come, and been forgotten
    assert sorted(key.split(":")[0] + key[-2:] for key, _ in jobs.done) == ["edit.1", "message.1", "message.3"]


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        ({"type": "message_action", "callback_id": "price_message", "message": {"ts": "5.1", "text": "x"}}, "shortcut"),
        ({"type": "message_action", "callback_id": "check_message", "message": {"ts": "5.1", "text": "x"}}, "check"),
        ({"type": "shortcut", "callback_id": "quote_form"}, "open"),
        ({"command": "/quote", "text": ""}, "open"),
        ({"type": "event_callback", "event_id": "1", "event": {"type": "app_home_opened", "user": "U1"}}, "home"),
    ],
)
def test_ways_in(listeners: Listeners, jobs: Jobs, body: dict[str, Any], kind: str) -> None:
    ids = {
        "trigger_id": "9.9",
        "team": {"id": "T1"},
        "user": {"id": "U1"},
        "channel": {"id": "C1"},
        "message_ts": "5.1",
    }
    if "command" in body:
        ids = {"trigger_id": "9.9", "team_id": "T1", "user_id": "U1", "channel_id": "C1"}
    assert listeners.send(**{**ids, **body}) == (200, "")
    listeners.drained()
    assert [done.kind for done in jobs.deliveries] == [kind]


def test_a_form_stays_open_with_what_is_wrong(listeners: Listeners, jobs: Jobs) -> None:
    view = {"type": "view_submission", "view": {"type": "modal", "callback_id": VIEW_ID, "id": "V1"}}
    status, body = listeners.send(**view)
    assert status == 200
    assert json.loads(body) == {"response_action": "errors", "errors": {"count": "not a number"}}
    listeners.forms.read = delivery(Kind.FORM)
    assert listeners.send(**view) == (200, "")
    listeners.drained()
    assert len(jobs.done) == 1


def test_a_form_there_is_no_room_for_stays_open(listeners: Listeners, jobs: Jobs) -> None:
    jobs.go.clear()
    for trigger in ("1", "2"):
        listeners.command(trigger=trigger)
    listeners.forms.read = delivery(Kind.FORM)
    _, body = listeners.send(type="view_submission", view={"type": "modal", "callback_id": VIEW_ID, "id": "V1"})
    assert "errors" in body
    jobs.go.set()
