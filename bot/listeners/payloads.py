"""Slack's payloads as one typed value, the delivery: small enough to be written down before any work is done."""

import hashlib
from collections.abc import Mapping
from enum import StrEnum
from typing import Any

from bot.conversation import Place
from bot.slack_client import Spot
from pricing.base import Frozen

SUBTYPES_READ = (None, "thread_broadcast", "file_share")
SKEW_SECONDS = 120


class Kind(StrEnum):
    """How something reached the bot."""

    COMMAND = "command"
    MESSAGE = "message"
    BUTTON = "button"


class Delivery(Frozen):
    """Something a person did that is to be answered.

    `key` is the same for every delivery of the same act. `root` is the timestamp of the thread's first message, empty
    where the answer itself begins one. `own`: the thread began with a question to the bot. `since`: a Slack timestamp
    not later than the answer. `response_url` is empty for messages.
    """

    kind: Kind
    key: str
    team: str
    channel: str
    user: str
    text: str = ""
    root: str = ""
    own: bool = True
    since: str = "0"
    response_url: str = ""
    action_id: str = ""
    value: str = ""

    @property
    def mark(self) -> str:
        """Id of this delivery that tells nothing about it."""
        return hashlib.sha256(self.key.encode()).hexdigest()[:32]

    @property
    def ref(self) -> str:
        """The short form of the mark, for the log and for people."""
        return f"q-{self.mark[:6]}"

    @property
    def place(self) -> Place | None:
        """The thread it belongs to; None where its answer begins one."""
        return Place(self.team, self.channel, self.root) if self.root else None

    @property
    def spot(self) -> Spot:
        """Where the answer goes."""
        return Spot(self.channel, self.root or None, self.since)


def of_command(body: Mapping[str, Any], now: float) -> Delivery:
    """A slash command. It has no timestamp of Slack's, so `now` (seconds since 1970) stands in."""
    return Delivery(
        kind=Kind.COMMAND,
        key=f"trigger:{body['trigger_id']}",
        team=_team(body),
        channel=body["channel_id"],
        user=body["user_id"],
        text=_storable(body.get("text")),
        since=f"{now - SKEW_SECONDS:.6f}",
        response_url=body.get("response_url") or "",
    )


def of_message(body: Mapping[str, Any], bot_user: str) -> Delivery | None:
    """A message or mention that a person wrote; None for anything else: edits, joins, what bots say."""
    event = body["event"]
    if event.get("subtype") not in SUBTYPES_READ or event.get("bot_id") or event.get("user") in (None, bot_user):
        return None
    thread = event.get("thread_ts")
    return Delivery(
        kind=Kind.MESSAGE,
        # Mention and message event of one post have different event ids, so the post itself is the key.
        key=f"message:{_team(body)}:{event['channel']}:{event['ts']}",
        team=_team(body),
        channel=event["channel"],
        user=event["user"],
        text=_storable(event.get("text")),
        root=thread or event["ts"],
        own=thread in (None, event["ts"]) or is_direct(event),
        since=event["ts"],
    )


def of_button(body: Mapping[str, Any], now: float) -> Delivery:
    """A button that was pressed in one of the bot's messages.

    What only one person sees is no message that a thread could hang on: its answer begins a thread of its own, unless
    it was shown in one.
    """
    action, container, message = body["actions"][0], body.get("container") or {}, body.get("message") or {}
    thread = container.get("thread_ts") or message.get("thread_ts")
    seen_by_all = "" if container.get("is_ephemeral") else container.get("message_ts") or message.get("ts") or ""
    return Delivery(
        kind=Kind.BUTTON,
        key=f"trigger:{body['trigger_id']}",
        team=_team(body),
        channel=(body.get("channel") or {}).get("id") or container["channel_id"],
        user=body["user"]["id"],
        root=thread or seen_by_all,
        own=thread in (None, seen_by_all),
        since=action.get("action_ts") or f"{now - SKEW_SECONDS:.6f}",
        response_url=body.get("response_url") or "",
        action_id=action["action_id"],
        value=action.get("value") or "",
    )


def is_direct(event: Mapping[str, Any]) -> bool:
    """Whether only the writer and the bot see this message."""
    return event.get("channel_type") == "im" or str(event.get("channel", "")).startswith("D")


def mentions(event: Mapping[str, Any], bot_user: str) -> bool:
    """Whether the message calls the bot by name."""
    text = event.get("text") or ""
    return event.get("type") == "app_mention" or f"<@{bot_user}>" in text or f"<@{bot_user}|" in text


def _storable(text: object) -> str:
    """The text without halves of surrogate pairs, which no database and no answer can hold."""
    return str(text or "").encode("utf-8", "replace").decode()


def _team(body: Mapping[str, Any]) -> str:
    team = body.get("team_id") or (body.get("team") or {}).get("id") or (body.get("user") or {}).get("team_id")
    return str(team or (body.get("enterprise") or {}).get("id") or body.get("enterprise_id") or "")
