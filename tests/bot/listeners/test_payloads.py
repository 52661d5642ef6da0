"""Payloads become deliveries: the same act has the same key, however it arrives."""

from typing import Any

import pytest

from bot.conversation_records import Place
from bot.listeners.delivery import Kind
from bot.listeners.payloads import (
    as_question,
    is_direct,
    mentions,
    of_button,
    of_command,
    of_edit,
    of_home,
    of_message,
    of_shortcut,
)
from bot.replies.actions import ASK, OPEN_FORM, SHARE, SharedQuestion

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


def edited(text: str = "9 H100", before: str | None = "8 H100", **message: Any) -> dict[str, Any]:
    content = {"user": "U1", "text": text, "ts": "5.1", "edited": {"user": "U1", "ts": "6.1"}, **message}
    previous = {} if before is None else {"previous_message": {"user": "U1", "text": before, "ts": "5.1"}}
    return event(subtype="message_changed", user=None, text=None, ts="6.2", message=content, **previous)


def test_an_edit_is_of_its_message_and_one_act_however_often_it_comes() -> None:
    edit = of_edit(edited(), BOT)
    assert edit is not None
    assert (edit.kind, edit.ts, edit.root, edit.text, edit.user) == (Kind.EDIT, "5.1", "5.1", "9 H100", "U1")
    again = of_edit({**edited(), "event_id": "Ev2"}, BOT)
    assert again is not None
    assert again.key == edit.key
    asked = of_message(event(), BOT)
    assert asked is not None
    assert as_question(edit).key == asked.key
    assert as_question(edit).kind is Kind.MESSAGE


@pytest.mark.parametrize(
    "body",
    [
        edited("8 H100"),  # a preview, or a reply in its thread
        edited(bot_id="B1"),
        edited(user=BOT),
        edited(subtype="bot_message"),
        edited(ts=None),
        edited(before=None, edited=None),
        event(subtype="message_changed"),
    ],
)
def test_what_is_no_edit_of_a_person(body: dict[str, Any]) -> None:
    assert of_edit(body, BOT) is None


@pytest.mark.parametrize(
    ("text", "kind", "said", "private"),
    [
        ("8 H100", Kind.COMMAND, "8 H100", False),
        ("  private   8 H100", Kind.COMMAND, "8 H100", True),
        ("私下8 张 H100", Kind.COMMAND, "8 张 H100", True),
        ("Privately: H100 for a week", Kind.COMMAND, "H100 for a week", True),
        ("private cloud, 8 H100", Kind.COMMAND, "private cloud, 8 H100", False),
        ("private", Kind.COMMAND, "private", False),
        (" \u00a0 ", Kind.OPEN, "", False),
        (None, Kind.OPEN, "", False),
    ],
)
def test_what_a_command_may_say(text: str | None, kind: Kind, said: str, private: bool) -> None:
    body = {"trigger_id": "9.9", "team_id": "T1", "channel_id": "C1", "user_id": "U1", "text": text}
    delivery = of_command(body, NOW)
    assert (delivery.kind, delivery.text, delivery.private, delivery.trigger) == (kind, said, private, "9.9")


@pytest.mark.parametrize(
    ("message", "root", "own", "text"),
    [
        ({"ts": "5.1", "text": "8 H100", "user": "U2"}, "5.1", True, "8 H100"),
        ({"ts": "5.1", "text": "8 H100", "user": "U2", "reply_count": 2, "thread_ts": "5.1"}, "5.1", False, "8 H100"),
        ({"ts": "5.1", "thread_ts": "4.1", "text": "8 H100", "bot_id": "B2"}, "4.1", False, "8 H100"),
        ({"ts": "5.1", "text": "13.8M CNY", "user": BOT}, "5.1", True, ""),
        ({"ts": "5.1", "user": "U2"}, "5.1", True, ""),
    ],
)
def test_a_shortcut_on_a_message(message: dict[str, Any], root: str, own: bool, text: str) -> None:
    body = {"type": "message_action", "trigger_id": "9.9", "team": {"id": "T1"}, "user": {"id": "U1"}}
    delivery = of_shortcut({**body, "channel": {"id": "C1"}, "message": message, "message_ts": "5.1"}, BOT)
    assert (delivery.root, delivery.own, delivery.text, delivery.user) == (root, own, text, "U1")


def test_the_home_tab_and_not_the_others() -> None:
    opened = {"type": "app_home_opened", "user": "U1", "channel": "D1"}
    for tab, taken in (("home", True), ("messages", False)):
        found = of_home({"team_id": "T1", "event_id": "Ev1", "event": {**opened, "tab": tab}})
        assert bool(found) is taken


def test_who_reads_a_channel_is_told_or_not() -> None:
    told = [of_message({**event(), **flag}, BOT) for flag in ({}, {"is_ext_shared_channel": True})]
    assert [delivery and delivery.shared for delivery in told] == [None, True]


def test_a_button_of_the_home_tab_has_no_channel() -> None:
    body = pressed(container={"type": "view", "view_id": "V1"}, channel=None, message=None)
    body["actions"][0] |= {"action_id": OPEN_FORM, "value": "{}"}
    delivery = of_button(body, NOW)
    assert (delivery.kind, delivery.channel, delivery.trigger) == (Kind.OPEN, "", "9.9")


def test_a_private_answer_is_shared_by_one_press_however_often() -> None:
    value = SharedQuestion(mark="m", question="8 H100").model_dump_json()
    container = {"type": "message", "is_ephemeral": True, "message_ts": "5.1", "channel_id": "C1"}
    bodies = [pressed(container=container, trigger_id=trigger) for trigger in ("1", "2")]
    for body in bodies:
        body["actions"][0] |= {"action_id": SHARE, "value": value}
    first, second = (of_button(body, NOW) for body in bodies)
    assert first.key == second.key
    assert (first.kind, first.root) == (Kind.SHARE, "")
    bodies[0]["actions"][0]["value"] = "of another version"
    assert of_button(bodies[0], NOW).kind is Kind.BUTTON


def test_what_follows_from_a_private_answer_is_private_unless_it_is_a_question() -> None:
    container = {"type": "message", "is_ephemeral": True, "message_ts": "5.1", "channel_id": "C1"}
    body = pressed(container=container)
    assert of_button(body, NOW).private
    body["actions"][0]["action_id"] = ASK
    assert not of_button(body, NOW).private
    assert not of_button(pressed(), NOW).private
