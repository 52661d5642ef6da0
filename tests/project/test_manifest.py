"""The Slack app asks for what the bot uses, no less and no more."""

import re
from pathlib import Path

import yaml

from bot.listeners.register import CHECK_MESSAGE, COMMAND, PRICE_MESSAGE, PRICES
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
    "usergroups_users_list": ("usergroups:read",),
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
NO_METHODS = {"token", "base_url"}
NO_CALL = ("commands", "files:read")
"""Of what is done without a call of the Web API: commands come by themselves, uploaded files from their own address."""
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
    assert calls - NO_METHODS == set(SCOPES)
    wanted = {scope for call in SCOPES for scope in SCOPES[call]} | {s for scopes in EVENTS.values() for s in scopes}
    assert set(MANIFEST["oauth_config"]["scopes"]["bot"]) == {*wanted, *NO_CALL}
    assert set(MANIFEST["settings"]["event_subscriptions"]["bot_events"]) == set(EVENTS)


def test_commands_and_shortcuts_are_those_that_are_listened_to() -> None:
    features = MANIFEST["features"]
    assert [command["command"] for command in features["slash_commands"]] == [COMMAND, PRICES]
    assert {one["callback_id"]: one["type"] for one in features["shortcuts"]} == {
        PRICE_MESSAGE: "message",
        CHECK_MESSAGE: "message",
        SHORTCUT: "global",
    }
    assert features["app_home"]["home_tab_enabled"]


def test_every_scope_says_what_for_and_none_is_asked_for_twice() -> None:
    text = (ROOT / "deploy" / "manifest.yaml").read_text(encoding="utf-8")
    listed = re.findall(r"^ +- ([a-z_.]+:[a-z]+|commands)( #)?", text, re.MULTILINE)
    scopes = MANIFEST["oauth_config"]["scopes"]["bot"]
    assert [scope for scope, _ in listed] == scopes == sorted(set(scopes))
    unsaid = {scope for scope, comment in listed if not comment}
    assert unsaid == {"groups:read", "im:read"}, "these go with the line above them"


def test_nothing_is_cut_by_slack() -> None:
    about, features = MANIFEST["display_information"], MANIFEST["features"]
    assert all(len(one["name"]) <= 24 for one in features["shortcuts"])
    assert all(len(one["description"]) <= 150 for one in features["shortcuts"])
    assert len(about["name"]) <= 35
    assert len(about["description"]) <= 140
    assert len(features["bot_user"]["display_name"]) <= 80


def test_commands_are_of_the_form_slack_takes() -> None:
    for command in MANIFEST["features"]["slash_commands"]:
        assert re.fullmatch(r"/[a-z0-9_-]{1,31}", command["command"])
        assert len(command["usage_hint"]) <= 1000
        assert not command["should_escape"]
        assert "url" not in command, "Socket Mode has no addresses"


def test_it_is_for_socket_mode_in_one_workspace() -> None:
    settings = MANIFEST["settings"]
    assert settings["socket_mode_enabled"]
    assert not settings["org_deploy_enabled"]
    assert not settings["token_rotation_enabled"]
    assert set(MANIFEST) == {"display_information", "features", "oauth_config", "settings"}
