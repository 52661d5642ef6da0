"""What Slack sends about prices becomes a delivery that is private, and the same act has the same key."""

from typing import Any

import pytest

from bot.administration.form import Wanted
from bot.listeners.delivery import Kind
from bot.listeners.prices.payloads import (
    CONFIRMED,
    IMPORTS,
    UPLOADED,
    Upload,
    of_button,
    of_command,
    of_confirmed,
    of_message,
    state_of,
)
from bot.replies.price_forms.state import Form, Origin, WindowState

BOT, NOW = "U0BOT", 1_800_000_000.0


def command(text: str) -> dict[str, Any]:
    ids = {"trigger_id": "9.9", "team_id": "T1", "channel_id": "C1", "user_id": "U1"}
    return {**ids, "text": text, "response_url": "https://hooks.slack.com/commands/1"}


def pressed(action_id: str, **changes: Any) -> dict[str, Any]:
    return {
        "team": {"id": "T1"},
        "user": {"id": "U1"},
        "channel": {"id": "C1"},
        "trigger_id": "9.9",
        "container": {"type": "message", "message_ts": "5.1", "channel_id": "C1"},
        "actions": [{"type": "button", "action_id": action_id, "value": "{}"}],
        **changes,
    }


def shared(text: str, channel: str = "D1", name: str = "prices.csv", **changes: Any) -> dict[str, Any]:
    file = {"id": "F1", "name": name, "size": 12, "url_private_download": "https://files.slack.com/f/prices.csv"}
    event = {"type": "message", "subtype": "file_share", "channel": channel, "user": "U1", "text": text, "ts": "5.1"}
    return {"team_id": "T1", "event": {**event, "files": [file], **changes}}


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("h100", Kind.PRICES),
        ("set aws/x", Kind.PRICES_WINDOW),
        ("修改 aws/x", Kind.PRICES_WINDOW),
        ("undo 12", Kind.PRICES_WINDOW),
        ("undo", Kind.PRICES),  # nothing to open: it does not say what
        ("", Kind.PRICES),
    ],
)
def test_a_command_opens_a_window_only_for_what_is_done_in_one(text: str, kind: Kind) -> None:
    delivery = of_command(command(text), NOW)
    assert (delivery.kind, delivery.private, delivery.key) == (kind, True, "trigger:9.9")


@pytest.mark.parametrize(
    ("action_id", "kind", "queue"),
    [
        ("prices.open.set.v1", Kind.PRICES_WINDOW, ""),
        ("prices.open.nonsense.v1", Kind.PRICES, ""),
        ("prices.approve.v1", Kind.PRICES, ""),
        ("prices.confirm-import.v1", Kind.PRICES, IMPORTS),
    ],
)
def test_a_button_opens_a_window_or_works_and_imports_wait_for_each_other(
    action_id: str, kind: Kind, queue: str
) -> None:
    delivery = of_button(pressed(action_id), NOW)
    assert (delivery.kind, delivery.queue, delivery.private, delivery.ts) == (kind, queue, True, "5.1")


def test_a_message_that_vanishes_is_not_one_to_be_replaced() -> None:
    container = {"type": "message", "is_ephemeral": True, "message_ts": "5.1", "channel_id": "C1"}
    assert of_button(pressed("prices.approve.v1", container=container), NOW).ts == ""


def test_all_windows_on_top_of_one_are_one_act() -> None:
    state = WindowState(form=Form.SET, origin=Origin(channel="C1"), wanted=Wanted(why="because"))
    body = {"team": {"id": "T1"}, "user": {"id": "U1"}, "view": {"id": "V2", "root_view_id": "V1"}}
    first = of_confirmed(body, state, NOW)
    second = of_confirmed({**body, "view": {"id": "V3", "root_view_id": "V1"}}, state, NOW + 5)
    assert first.key == second.key == "view:V1"
    assert (first.kind, first.action_id, first.channel) == (Kind.PRICES, CONFIRMED, "C1")
    assert WindowState.model_validate_json(first.value) == state


@pytest.mark.parametrize(
    ("body", "taken"),
    [
        (shared(""), True),
        (shared("here are the new prices"), True),
        (shared("", name="cat.png"), False),
        (shared("<@U0BOT> import", "C1"), True),
        (shared("<@U0BOT> 请导入这个文件", "C1"), True),
        (shared("<@U0BOT> what does this cost?", "C1"), False),
        (shared("import", "C1"), False),
        (shared("", user="U0BOT"), False),
        (shared("", bot_id="B1"), False),
        (shared("", files=[]), False),
    ],
)
def test_a_file_is_taken_where_it_is_meant_for_the_bot(body: dict[str, Any], taken: bool) -> None:
    delivery = of_message(body, BOT)
    assert (delivery is not None) is taken
    if delivery:
        assert (delivery.kind, delivery.action_id, delivery.queue) == (Kind.PRICES, UPLOADED, IMPORTS)
        assert Upload.model_validate_json(delivery.value).url == "https://files.slack.com/f/prices.csv"
        assert delivery.channel in ("D1", "")  # never answered where others read


def test_mention_and_message_with_a_file_are_one() -> None:
    body = shared("<@U0BOT> import", "C1")
    mention = {**body, "event": {**body["event"], "type": "app_mention"}}
    first, second = of_message(body, BOT), of_message(mention, BOT)
    assert first
    assert second
    assert first.key == second.key


@pytest.mark.parametrize("metadata", ["", "{}", "nonsense", '{"form": "other"}'])
def test_a_window_of_another_version_is_known_as_such(metadata: str) -> None:
    assert state_of({"view": {"private_metadata": metadata}}) is None
