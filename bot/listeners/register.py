"""What the bot listens to. A listener types the payload, has it taken in and acknowledges; it never works or waits."""

import logging
import re
from collections.abc import Callable
from typing import Any

from slack_bolt import Ack, App, BoltResponse

from bot.listeners import payloads
from bot.listeners.answers import is_chinese
from bot.listeners.intake import Intake, Taken
from bot.logs import facts
from bot.replies.words import say

log = logging.getLogger(__name__)

ANYTHING = re.compile(".*")
COMMAND = "/quote"


def register(app: App, intake: Intake, bot_user: str, now: Callable[[], float]) -> None:
    """Tie the listeners to the app. `now`: seconds since 1970."""

    def on_command(ack: Ack, body: dict[str, Any]) -> BoltResponse | None:
        try:
            taken = intake.take(payloads.of_command(body, now()))
        except Exception:
            return _refused("command")
        if taken is Taken.NO_ROOM:
            ack(text=say("zh" if is_chinese(str(body.get("text"))) else "en", "slack.busy"))
        else:
            ack()
        return None

    def on_message(ack: Ack, body: dict[str, Any]) -> BoltResponse | None:
        try:
            delivery = payloads.of_message(body, bot_user)
            taken = intake.take(delivery) if delivery and _is_meant(delivery, body["event"]) else None
        except Exception:
            return _refused("message")
        if taken is Taken.NO_ROOM:
            return _later()
        ack()
        return None

    def _is_meant(delivery: payloads.Delivery, event: dict[str, Any]) -> bool:
        """Whether the bot should answer: it is written to directly, called by name, or asked in a thread of its own."""
        if payloads.is_direct(event) or payloads.mentions(event, bot_user):
            return True
        if event.get("thread_ts") in (None, event["ts"]):
            return False
        return event.get("parent_user_id") == bot_user or intake.is_own_thread(delivery)

    def on_button(ack: Ack, body: dict[str, Any]) -> BoltResponse | None:
        try:
            is_button = body["actions"][0].get("type") == "button" and not body["actions"][0].get("url")
            taken = intake.take(payloads.of_button(body, now())) if is_button else None
        except Exception:
            return _refused("button")
        if taken is Taken.NO_ROOM:
            return _later()  # Slack shows at once that the button did not work
        ack()
        return None

    def on_unknown_command(ack: Ack, body: dict[str, Any]) -> None:
        ack(text=say("en", "slack.unknown-command", command=str(body.get("command", ""))[:40]))

    def on_anything_else(ack: Ack) -> None:
        """Acknowledge what nobody asked for: unanswered, Slack would send it again and again."""
        ack()

    app.command(COMMAND)(on_command)
    app.event("app_mention")(on_message)
    app.event("message")(on_message)
    app.action({"type": "block_actions", "action_id": ANYTHING})(on_button)
    app.command(ANYTHING)(on_unknown_command)
    app.event(ANYTHING)(on_anything_else)
    app.action(ANYTHING)(on_anything_else)
    app.shortcut(ANYTHING)(on_anything_else)
    app.view(ANYTHING)(on_anything_else)
    app.view_closed(ANYTHING)(on_anything_else)
    app.options(ANYTHING)(on_anything_else)


def _later() -> BoltResponse:
    """No acknowledgement: Slack delivers an event again, soon and then after a minute and five."""
    return BoltResponse(status=503, body="")


def _refused(kind: str) -> BoltResponse:
    """For a signed payload of a shape nobody expects: acknowledged, for it would be no better the next time."""
    log.exception("a payload could not be read", extra=facts(kind=kind))
    return BoltResponse(status=200, body="")
