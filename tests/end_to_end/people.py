"""People who use the bot through the fake Slack."""

import json
from dataclasses import dataclass
from typing import Any

from tests.end_to_end.fake_slack import BOT_USER, TEAM, FakeSlack
from tests.end_to_end.running import Ack, Bot, unique


@dataclass
class Person:
    """Somebody who uses the bot in one channel."""

    bot: Bot
    channel: str
    user: str = "U0ALICE"

    @property
    def slack(self) -> FakeSlack:
        return self.bot.slack

    def command(self, text: str, **changes: str) -> Ack:
        """Type `/quote text`."""
        payload = {
            "command": "/quote",
            "text": text,
            "team_id": TEAM,
            "channel_id": self.channel,
            "user_id": self.user,
            "trigger_id": unique("trigger"),
            "response_url": self.slack.response_url(self.channel),
            **changes,
        }
        return self.bot.deliver("slash_commands", payload)

    def prices(self, text: str, **changes: str) -> Ack:
        """Type `/prices text`."""
        return self.command(text, command="/prices", **changes)

    def told(self, containing: str, count: int = 1) -> dict[str, Any]:
        """The `count`th thing that only this person was told, here or where they talk with the bot, and that contains
        these words, once it is there."""
        places = (self.channel, f"D{self.user}")
        said = self.slack.whispered
        found = self.slack.wait(
            lambda: [m for m in said() if m["channel"] in places and containing in _all_of(m)][count - 1 : count]
        )
        return found[0]

    def direct(self, containing: str, count: int = 1) -> dict[str, Any]:
        """The `count`th direct message of the bot to this person that contains these words, once it is there."""
        where = f"D{self.user}"
        found = self.slack.wait(lambda: [m for m in self.slack.said(where) if containing in _all_of(m)][count - 1 :])
        return found[0]

    def press_direct(self, message: dict[str, Any], label: str) -> Ack:
        """Press a button of a direct message."""
        here, self.channel = self.channel, f"D{self.user}"
        try:
            return self.press(message, label)
        finally:
            self.channel = here

    def share(self, name: str, content: bytes, text: str = "") -> dict[str, Any]:
        """Share a file with a message; the event."""
        files = [self.slack.hand_in(name, content)]
        return self.write(text, subtype="file_share", files=files)

    def write(self, text: str, thread_ts: str | None = None, **changes: Any) -> dict[str, Any]:
        """Write a message; the events Slack makes of it are delivered, and the message event is given back."""
        event = {**self.slack.write(self.channel, self.user, text, thread_ts), **changes}
        event["channel_type"] = "im" if self.channel.startswith("D") else "channel"
        if f"<@{BOT_USER}>" in text and not self.channel.startswith("D"):
            self.event({**event, "type": "app_mention"})
        self.event(event)
        return event

    def event(self, event: dict[str, Any]) -> Ack:
        """Deliver an event."""
        payload = {"type": "event_callback", "team_id": TEAM, "event_id": unique("Ev"), "event": event}
        return self.bot.deliver("events_api", payload)

    def press(self, message: dict[str, Any], label: str | int = 0, **changes: Any) -> Ack:
        """Press a button of a message: the one with this label, or the one in this place."""
        buttons = [b for block in message["blocks"] if block["type"] == "actions" for b in block["elements"]]
        named = {button["text"]["text"]: button for button in buttons}
        pressed = named[label] if isinstance(label, str) else buttons[label]
        container = {"type": "message", "message_ts": message.get("ts", ""), "channel_id": self.channel}
        payload = {
            "type": "block_actions",
            "team": {"id": TEAM},
            "user": {"id": self.user},
            "channel": {"id": self.channel},
            "trigger_id": unique("trigger"),
            "response_url": self.slack.response_url(self.channel),
            "container": container,
            "message": message,
            "actions": [{"type": "button", "block_id": "b", "action_ts": self.slack.new_ts(), **pressed}],
            **changes,
        }
        return self.bot.deliver("interactive", payload)

    def press_private(self, message: dict[str, Any], label: str, **changes: Any) -> Ack:
        """Press a button of a message that only this person sees."""
        container = {"type": "message", "is_ephemeral": True, "channel_id": self.channel, "message_ts": "9.9"}
        return self.press(message, label, container=container, **changes)

    def edit(self, event: dict[str, Any], text: str, previous: str | None = None) -> Ack:
        """Change a message that was written; one that says the same as before is no more than a new preview."""
        before = {key: event[key] for key in ("type", "user", "ts", "text", "thread_ts", "files") if key in event}
        edited = {"edited": {"user": self.user, "ts": self.slack.new_ts()}} if text != event["text"] else {}
        changed = {"type": "message", "subtype": "message_changed", "channel": self.channel, "hidden": True}
        more = {"message": {**before, "text": text, **edited}, "previous_message": before, "ts": self.slack.new_ts()}
        return self.event({**changed, **more, "channel_type": event["channel_type"]})

    def interact(self, kind: str, **content: Any) -> Ack:
        """Anything else a person does with the app."""
        common = {"type": kind, "team": {"id": TEAM}, "user": {"id": self.user}, "trigger_id": unique("trigger")}
        return self.bot.deliver("interactive", {**common, **content})

    def price_message(self, message: dict[str, Any], **changes: Any) -> Ack:
        """Use the shortcut of a message."""
        about = {"callback_id": "price_message", "message": message, "message_ts": message["ts"]}
        where = {"channel": {"id": self.channel}, "response_url": self.slack.response_url(self.channel)}
        return self.interact("message_action", **{**about, **where, **changes})

    def check_message(self, message: dict[str, Any], **changes: Any) -> Ack:
        """Use the other shortcut of a message."""
        return self.price_message(message, callback_id="check_message", **changes)

    def opened(self) -> dict[str, Any]:
        """The window that nobody has looked at yet, once it holds more than a word of patience."""
        seen, views = self.slack.seen_views, self.slack.views
        view_id, view = self.slack.wait(lambda: [(k, v) for k, v in views.items() if k not in seen and "submit" in v])[
            0
        ]
        seen.add(view_id)
        return view

    def submit(self, view: dict[str, Any], fields: dict[str, Any], **changes: Any) -> Ack:
        """Send a window: texts, or lists of the values that are chosen."""
        values = {name: {name: _state(value)} for name, value in fields.items()}
        sent = {**view, "state": {"values": values}}
        return self.interact("view_submission", view=sent, **changes)

    def send(self, view: dict[str, Any], **fields: Any) -> Ack:
        """Send a window as it is filled in, with these fields filled in otherwise."""
        inputs = {block["block_id"]: block["element"] for block in view["blocks"] if block["type"] == "input"}
        assert set(fields) <= set(inputs), f"the window has only {sorted(inputs)}"
        values = {name: {name: _filled(element, fields.get(name))} for name, element in inputs.items()}
        return self.interact("view_submission", view={**view, "state": {"values": values}})

    def on_top(self, view: dict[str, Any], ack: Ack) -> dict[str, Any]:
        """The window that came with an acknowledgement, on top of the one that was sent."""
        assert ack.body, "no window came"
        assert ack.body["response_action"] == "push", ack.body
        return {**ack.body["view"], "id": unique("V"), "root_view_id": view.get("root_view_id", view["id"])}

    def whispers(self) -> list[dict[str, Any]]:
        """What the bot has said to somebody alone in this channel."""
        return self.slack.whispered(self.channel)

    def answer(self, count: int = 1, channel: str | None = None) -> dict[str, Any]:
        """The `count`th thing the bot says in the channel, once it has, and has written down that it did."""
        where = channel or self.channel
        message = self.slack.wait(lambda: self.slack.said(where)[count - 1 : count])[0]
        if "metadata" in message:  # files have none
            self.bot.finished(message["metadata"]["event_payload"]["mark"])
        return message


def _all_of(message: dict[str, Any]) -> str:
    return f"{message.get('text')} {json.dumps(message.get('blocks') or [], ensure_ascii=False)}"


def _filled(element: dict[str, Any], value: Any) -> dict[str, Any]:
    """The state of an element, as Slack sends it: what was filled in, else what stood there."""
    kind = element["type"]
    if kind == "datepicker":
        return {"type": kind, "selected_date": element.get("initial_date") if value is None else value or None}
    if kind == "static_select":
        known = {option["value"]: option for option in element["options"]}
        return {"type": kind, "selected_option": element.get("initial_option") if value is None else known[value]}
    if kind == "checkboxes":
        options = element["options"] if value else element.get("initial_options", []) if value is None else []
        return {"type": kind, "selected_options": options}
    if kind == "file_input":
        return {"type": kind, "files": value or []}
    return {"type": kind, "value": element.get("initial_value") if value is None else value or None}


def _state(value: str | list[str]) -> dict[str, Any]:
    if isinstance(value, str):
        return {"type": "plain_text_input", "value": value}
    options = [{"text": {"type": "plain_text", "text": one}, "value": one} for one in value]
    return {"type": "checkboxes", "selected_options": options}
