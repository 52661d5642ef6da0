"""Slack's payloads as deliveries."""

import re
from collections.abc import Mapping
from typing import Any

from pydantic import ValidationError

from bot.listeners.delivery import Delivery, Kind
from bot.replies.actions import ASK, OPEN_FORM, SHARE, SharedQuestion
from bot.slack_lookups import by_person

SKEW_SECONDS = 120
PRIVATELY = re.compile(r"(?:privately\b|private(?::|(?=\s+\d))|私下|私密)[:：,，]?\s*(?=\S)", re.IGNORECASE)
"""How a command begins whose answer is for the asker alone. A "private cloud" is a question."""

Body = Mapping[str, Any]


def of_command(body: Body, now: float) -> Delivery:
    """A slash command; an empty one wants the form. It has no timestamp of Slack's, so `now` (seconds since 1970)
    stands in."""
    text = storable(body.get("text")).strip()
    private = PRIVATELY.match(text)
    return Delivery(
        kind=Kind.COMMAND if text else Kind.OPEN,
        key=f"trigger:{body['trigger_id']}",
        team=team_of(body),
        channel=body["channel_id"],
        user=body["user_id"],
        text=text[private.end() :] if private else text,
        private=private is not None,
        since=stamp(now),
        response_url=body.get("response_url") or "",
        trigger=body["trigger_id"],
    )


def of_message(body: Body, bot_user: str) -> Delivery | None:
    """A message or mention that a person wrote; None for anything else: edits, joins, what bots say."""
    event = body["event"]
    if not by_person(event) or event["user"] == bot_user:
        return None
    return _message(body, event, event, bot_user)


def of_edit(body: Body, bot_user: str) -> Delivery | None:
    """Another text for a message of a person; None where something else about a message changed, such as a preview."""
    event = body["event"]
    message, before = event.get("message") or {}, event.get("previous_message") or {}
    if not by_person(message) or message["user"] == bot_user or not message.get("ts"):
        return None
    edited = message.get("edited") or {}
    if message.get("text") == before.get("text") or not (edited or before):
        return None
    delivery = _message(body, event, message, bot_user)
    edited = edited.get("ts") or event.get("event_ts") or body.get("event_id")
    return delivery.model_copy(update={"kind": Kind.EDIT, "key": f"edit:{edited}:{delivery.key}"})


def as_question(edit: Delivery) -> Delivery:
    """The edit of a message as that message itself, with its present text."""
    key = edit.key.split(":", 2)[2]
    return edit.model_copy(update={"kind": Kind.MESSAGE, "key": key})


def _message(body: Body, event: Mapping[str, Any], message: Mapping[str, Any], bot_user: str) -> Delivery:
    channel, thread = event["channel"], message.get("thread_ts")
    return Delivery(
        kind=Kind.MESSAGE,
        # Mention and message event of one post have different event ids, so the post itself is the key.
        key=f"message:{team_of(body)}:{channel}:{message['ts']}",
        team=team_of(body),
        channel=channel,
        user=message["user"],
        text=storable(message.get("text")),
        root=thread or message["ts"],
        ts=message["ts"],
        own=thread in (None, message["ts"]) or is_direct(event),
        addressed=is_direct(event) or mentions({"type": event.get("type"), "text": message.get("text")}, bot_user),
        shared=_flag(body.get("is_ext_shared_channel")),
        since=message["ts"],
    )


def of_shortcut(body: Body, bot_user: str) -> Delivery:
    """ "Price this message" on a message: as if it had called the bot. The bot's own messages hold no question."""
    message = body["message"]
    ts = message.get("ts") or body["message_ts"]
    thread = message.get("thread_ts")
    is_own = message.get("user") == bot_user
    return Delivery(
        kind=Kind.SHORTCUT,
        key=f"trigger:{body['trigger_id']}",
        team=team_of(body),
        channel=body["channel"]["id"],
        user=body["user"]["id"],
        text="" if is_own else storable(message.get("text")),
        root=thread or ts,
        ts=ts,
        own=not message.get("reply_count") and thread in (None, ts),
        since=ts,
        response_url=body.get("response_url") or "",
    )


def of_form_call(body: Body, now: float) -> Delivery:
    """The global shortcut that calls the form; it does not tell from where."""
    return Delivery(
        kind=Kind.OPEN,
        key=f"trigger:{body['trigger_id']}",
        team=team_of(body),
        channel="",
        user=body["user"]["id"],
        since=stamp(now),
        trigger=body["trigger_id"],
    )


def of_home(body: Body) -> Delivery | None:
    """Somebody looks at the Home tab."""
    event = body["event"]
    if event.get("tab", "home") != "home":
        return None
    key = f"home:{body.get('event_id') or event.get('event_ts')}"
    return Delivery(kind=Kind.HOME, key=key, team=team_of(body), channel="", user=event["user"])


def of_button(body: Body, now: float) -> Delivery:
    """A button that was pressed in one of the bot's messages or on the Home tab.

    What only one person sees is no message that a thread could hang on: its answer begins a thread of its own, unless
    it was shown in one.
    """
    action, container, message = body["actions"][0], body.get("container") or {}, body.get("message") or {}
    thread = container.get("thread_ts") or message.get("thread_ts")
    seen_by_all = "" if container.get("is_ephemeral") else container.get("message_ts") or message.get("ts") or ""
    kind, key = _pressed(action, body["trigger_id"])
    if kind is Kind.SHARE:
        seen_by_all = ""
    return Delivery(
        kind=kind,
        key=key,
        team=team_of(body),
        channel=channel_of(body, container),
        user=body["user"]["id"],
        root=thread or seen_by_all,
        own=thread in (None, seen_by_all),
        # What follows from a private answer is private too, unless it is a question of its own.
        private=kind is Kind.BUTTON and bool(container.get("is_ephemeral")) and action["action_id"] != ASK,
        since=action.get("action_ts") or stamp(now),
        response_url=body.get("response_url") or "",
        trigger=body["trigger_id"],
        action_id=action["action_id"],
        value=action.get("value") or "",
    )


def channel_of(body: Body, container: Mapping[str, Any]) -> str:
    """The channel of a button; empty for one in a window or on the Home tab."""
    if container.get("type") == "view":
        return ""
    return str((body.get("channel") or {}).get("id") or container["channel_id"])


def _pressed(action: Mapping[str, Any], trigger: str) -> tuple[Kind, str]:
    """What a button does, and what makes two presses one act: the press, or what is to be done once only."""
    if action["action_id"] == OPEN_FORM:
        return Kind.OPEN, f"trigger:{trigger}"
    if action["action_id"] == SHARE:
        try:
            return Kind.SHARE, f"share:{SharedQuestion.model_validate_json(action.get('value') or '').mark}"
        except ValidationError:
            pass  # of another version; answered as any outdated button
    return Kind.BUTTON, f"trigger:{trigger}"


def is_direct(event: Mapping[str, Any]) -> bool:
    """Whether only the writer and the bot see this message."""
    return event.get("channel_type") == "im" or str(event.get("channel", "")).startswith("D")


def mentions(event: Mapping[str, Any], bot_user: str) -> bool:
    """Whether the message calls the bot by name."""
    text = event.get("text") or ""
    return event.get("type") == "app_mention" or f"<@{bot_user}>" in text or f"<@{bot_user}|" in text


def of_submission(body: Body, question: str, now: float, **about: object) -> Delivery:
    """The form, filled in: `question` is what its fields say, `about` where and how to answer."""
    return Delivery.model_validate(
        {
            "kind": Kind.FORM,
            "key": f"view:{body['view']['id']}",
            "team": team_of(body),
            "user": body["user"]["id"],
            "text": question,
            "since": stamp(now),
            **about,
        }
    )


def stamp(now: float) -> str:
    """A timestamp as Slack's, early enough whatever the clocks say."""
    return f"{now - SKEW_SECONDS:.6f}"


def _flag(value: object) -> bool | None:
    return value if isinstance(value, bool) else None


def storable(text: object) -> str:
    """The text without halves of surrogate pairs, which no database and no answer can hold."""
    return str(text or "").encode("utf-8", "replace").decode()


def team_of(body: Body) -> str:
    """The workspace that somebody acts in."""
    team = body.get("team_id") or (body.get("team") or {}).get("id") or (body.get("user") or {}).get("team_id")
    return str(team or (body.get("enterprise") or {}).get("id") or body.get("enterprise_id") or "")
