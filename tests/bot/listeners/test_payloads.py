"""Payloads become deliveries: the same act has the same key, however it arrives."""

from typing import Any

import pytest

from bot.conversation_records import Place
from bot.listeners.delivery import Kind
from bot.listeners.payloads import is_direct, mentions, of_button, of_command, of_message

BOT = "U0BOT"
NOW = 1_800_000_000.0


def event(**changes: Any) -> dict[str, Any]:
    content = {"type": "message", "channel": "C1", "user": "U1", "text": "8 H100", "ts": "5.1", **changes}
    return {"team_id": "T1", "event_id": "Ev1", "event": {k: v for k, v in content.items() if v is not None}}


def pressed(**changes: Any) -> dict[str, Any]:
    return {
        "type": "block_actions",
        "team": {"id": "T1"},
        "user": {"id": "U1"},
        "channel": {"id": "C1"},
        "trigger_id": "9.9",
        "response_url": "https://hooks.slack.com/actions/1",
        "container": {"type": "message", "message_ts": "5.1", "channel_id": "C1"},
        "message": {"ts": "5.1"},
        "actions": [{"type": "button", "action_id": "math", "value": "v", "action_ts": "6.1"}],
        **changes,
    }


def test_a_command() -> None:
    body = {"trigger_id": "9.9", "team_id": "T1", "channel_id": "C1", "user_id": "U1", "text": "8 H100"}
    delivery = of_command({**body, "response_url": "https://hooks.slack.com/commands/1"}, NOW)
    assert (delivery.kind, delivery.team, delivery.channel, delivery.user) == (Kind.COMMAND, "T1", "C1", "U1")
    assert delivery.place is None
    assert float(delivery.spot.since) < NOW
    assert delivery.key == of_command(body, NOW + 60).key


def test_mention_and_message_of_one_post_have_one_key() -> None:
    message = of_message(event(), BOT)
    mention = of_message({**event(type="app_mention"), "event_id": "Ev2"}, BOT)
    assert message is not None
    assert mention is not None
    assert message.key == mention.key
    other = of_message(event(ts="5.2"), BOT)
    assert other is not None
    assert other.key != message.key


@pytest.mark.parametrize(
    ("thread", "channel", "root", "own"),
    [(None, "C1", "5.1", True), ("5.1", "C1", "5.1", True), ("4.1", "C1", "4.1", False), ("4.1", "D1", "4.1", True)],
)
def test_the_thread_of_a_message(thread: str | None, channel: str, root: str, own: bool) -> None:
    delivery = of_message(event(thread_ts=thread, channel=channel), BOT)
    assert delivery is not None
    assert (delivery.root, delivery.own) == (root, own)


@pytest.mark.parametrize(
    "changes",
    [{"subtype": "message_changed"}, {"subtype": "channel_join"}, {"bot_id": "B1"}, {"user": BOT}, {"user": None}],
)
def test_what_no_person_wrote_is_no_delivery(changes: dict[str, Any]) -> None:
    assert of_message(event(**changes), BOT) is None


@pytest.mark.parametrize("subtype", ["thread_broadcast", "file_share"])
def test_messages_of_people_with_a_subtype_are_read(subtype: str) -> None:
    assert of_message(event(subtype=subtype), BOT) is not None


def test_half_a_surrogate_pair_does_not_survive() -> None:
    delivery = of_message(event(text="8 \ud83d H100"), BOT)
    assert delivery is not None
    assert delivery.text == "8 ? H100"
    assert delivery.model_dump_json()


def test_a_button_below_a_message_of_the_channel() -> None:
    delivery = of_button(pressed(), NOW)
    assert (delivery.root, delivery.own, delivery.action_id, delivery.value) == ("5.1", True, "math", "v")
    assert delivery.place == Place("T1", "C1", "5.1")


def test_a_button_in_a_thread() -> None:
    delivery = of_button(pressed(message={"ts": "5.1", "thread_ts": "4.1"}), NOW)
    assert (delivery.root, delivery.own) == ("4.1", False)


@pytest.mark.parametrize(("thread", "root"), [(None, ""), ("4.1", "4.1")])
def test_a_button_only_one_person_sees_begins_a_thread_unless_it_was_shown_in_one(
    thread: str | None, root: str
) -> None:
    container = {"message_ts": "5.1", "channel_id": "C1", "is_ephemeral": True, "thread_ts": thread}
    assert of_button(pressed(container=container, message={}), NOW).root == root


def test_a_button_of_an_installation_for_a_whole_organisation() -> None:
    body = pressed(team=None, user={"id": "U1", "team_id": "T2"})
    assert of_button(body, NOW).team == "T2"


def test_the_reference_tells_nothing_and_is_the_same_each_time() -> None:
    first, second = of_button(pressed(), NOW), of_button(pressed(), NOW + 5)
    assert first.ref == second.ref
    assert first.ref.startswith("q-")
    assert len(first.mark) == 32


def test_who_is_addressed() -> None:
    assert is_direct({"channel": "D1"})
    assert is_direct({"channel": "G1", "channel_type": "im"})
    assert not is_direct({"channel": "C1", "channel_type": "channel"})
    assert mentions({"type": "message", "text": f"hey <@{BOT}>"}, BOT)
    assert mentions({"type": "app_mention", "text": ""}, BOT)
    assert not mentions({"type": "message", "text": "hey <@U0BOT2>"}, BOT)
