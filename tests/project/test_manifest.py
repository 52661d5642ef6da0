"""The Slack app asks for what the bot uses, no less and no more."""

import re
from pathlib import Path

import yaml

from bot.listeners.register import COMMAND, PRICE_MESSAGE
from bot.replies.form import SHORTCUT

ROOT = Path(__file__).parents[2]
MANIFEST = yaml.safe_load((ROOT / "deploy" / "manifest.yaml").read_text(encoding="utf-8"))
KINDS = ("channels", "groups", "im", "mpim")
SCOPES = {
    "auth_test": (),
    "apps_connections_open": (),  # of the app-level token
    "chat_postMessage": ("chat:write",),
    "chat_postEphemeral": ("chat:write",),
    "chat_update": ("chat:write",),
    "chat_delete": ("chat:write",),
    "users_info": ("users:read",),
    "conversations_info": tuple(f"{kind}:read" for kind in KINDS),
    "conversations_open": ("im:write",),
    # of group messages there are no events, so nothing in them is looked up
    "conversations_history": tuple(f"{kind}:history" for kind in KINDS if kind != "mpim"),
    "conversations_replies": tuple(f"{kind}:history" for kind in KINDS if kind != "mpim"),
    "views_open": (),
    "views_update": (),
    "views_publish": (),
    "files_upload_v2": ("files:write",),
}
EVENTS = {
    "app_mention": ("app_mentions:read",),
    "app_home_opened": (),
    "message.channels": ("channels:history",),
    "message.groups": ("groups:history",),
    "message.im": ("im:history",),
}


def test_scopes_are_those_of_the_calls_and_events() -> None:
    calls = set()
    for path in (ROOT / "bot").glob("slack_*.py"):
        calls |= set(re.findall(r"\b(?:web|quick)\.([a-zA-Z_0-9]+)", path.read_text(encoding="utf-8")))
    assert calls == set(SCOPES)
    wanted = {scope for call in calls for scope in SCOPES[call]} | {s for scopes in EVENTS.values() for s in scopes}
    assert set(MANIFEST["oauth_config"]["scopes"]["bot"]) == {*wanted, "commands"}
    assert set(MANIFEST["settings"]["event_subscriptions"]["bot_events"]) == set(EVENTS)


def test_commands_and_shortcuts_are_those_that_are_listened_to() -> None:
    features = MANIFEST["features"]
    assert [command["command"] for command in features["slash_commands"]] == [COMMAND]
    assert {one["callback_id"]: one["type"] for one in features["shortcuts"]} == {
        PRICE_MESSAGE: "message",
        SHORTCUT: "global",
    }
    assert features["app_home"]["home_tab_enabled"]


def test_nothing_is_cut_by_slack() -> None:
    assert all(len(one["name"]) <= 24 for one in MANIFEST["features"]["shortcuts"])
    assert len(MANIFEST["display_information"]["description"]) <= 140
