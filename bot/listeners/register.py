"""What the bot listens to. A listener types the payload, has it taken in and acknowledges; it never works or waits."""

import logging
import re
from collections.abc import Callable
from typing import Any

from slack_bolt import Ack, App, BoltResponse

from bot.listeners import check_payloads as of_checks
from bot.listeners import payloads
from bot.listeners.delivery import Delivery, Kind
from bot.listeners.forms import Forms
from bot.listeners.intake import Intake, Taken
from bot.listeners.prices import payloads as of_prices
from bot.listeners.prices.submissions import Submissions
from bot.listeners.wording import is_chinese
from bot.logs import facts
from bot.replies.form import SHORTCUT, VIEW_ID
from bot.replies.price_forms.small import plain_view
from bot.replies.price_forms.state import PREFIX
from bot.replies.words import say

log = logging.getLogger(__name__)

ANYTHING = re.compile(".*")
COMMAND = "/quote"
PRICES = of_prices.COMMAND
PRICE_MESSAGE = "price_message"
CHECK_MESSAGE = of_checks.CHECK_MESSAGE
OF_PRICES = re.compile(re.escape(PREFIX) + ".*")

Body = dict[str, Any]
Read = Callable[[Body], Delivery | None]
Listener = Callable[[Ack, Body], BoltResponse | None]


def register(
    app: App, intake: Intake, forms: Forms, prices: Submissions, bot_user: str, now: Callable[[], float]
) -> None:
    """Tie the listeners to the app. `now`: seconds since 1970."""

    def taking(kind: str, read: Read) -> Listener:
        """A listener that takes in what `read` makes of a payload. None is nothing to the bot."""

        def listener(ack: Ack, body: Body) -> BoltResponse | None:
            try:
                delivery = read(body)
                taken = intake.take(delivery) if delivery else None
            except Exception:
                return _refused(kind)
            if taken is Taken.NO_ROOM:
                return _later()
            ack()
            return None

        return listener

    def commanded(read: Callable[[Body, float], Delivery]) -> Listener:
        """A listener that takes in a command."""

        def listener(ack: Ack, body: Body) -> BoltResponse | None:
            try:
                taken = intake.take(read(body, now()))
            except Exception:
                return _refused("command")
            if taken is Taken.NO_ROOM:
                ack(text=say("zh" if is_chinese(str(body.get("text"))) else "en", "slack.busy"))
            else:
                ack()
            return None

        return listener

    def on_submission(ack: Ack, body: Body) -> BoltResponse | None:
        try:
            read = forms.submitted(body, now())
            taken = intake.take(read) if isinstance(read, Delivery) else None
        except Exception:
            return _refused("form")
        if isinstance(read, dict):
            ack(response_action="errors", errors=read)
        elif taken is Taken.NO_ROOM:
            ack(response_action="errors", errors={"gpu": say("en", "slack.busy")})
        else:
            ack()
        return None

    def on_price_window(ack: Ack, body: Body) -> BoltResponse | None:
        try:
            step = prices.answer(body, now())
            taken = intake.take(step.does) if step.does else None
        except Exception:
            return _refused("price window")
        if taken is Taken.NO_ROOM:
            ack(response_action="update", view=busy_view())
        else:
            ack(**step.response())
        return None

    def message(body: Body) -> Delivery | None:
        event = body["event"]
        if event.get("subtype") == "message_changed":
            edit = payloads.of_edit(body, bot_user)
            return edited(edit, event["message"]) if edit else None
        if check := of_checks.of_message(body, bot_user):
            return check if is_meant(check, event) else None
        if file := of_prices.of_message(body, bot_user):
            return file
        delivery = payloads.of_message(body, bot_user)
        return delivery if delivery and is_meant(delivery, event) else None

    def edited(edit: Delivery, message: Body) -> Delivery | None:
        """An edit, or its message where that is new. A check of a file stays as it is, whatever is said of the file."""
        found = intake.edited(edit, is_meant(edit, message))
        check = of_checks.with_files(found, message, bot_user) if found else None
        if check is None:
            return found
        return check if found and found.kind is Kind.MESSAGE else None

    def is_meant(delivery: Delivery, message: Body) -> bool:
        """Whether the bot should answer: it is written to directly, called by name, or asked in a thread of its own."""
        if delivery.addressed:
            return True
        if delivery.root == delivery.ts:
            return False
        return message.get("parent_user_id") == bot_user or intake.is_own_thread(delivery)

    def button(body: Body) -> Delivery | None:
        action = body["actions"][0]
        if action.get("type") != "button" or action.get("url"):
            return None
        of_button = of_prices.of_button if OF_PRICES.fullmatch(str(action["action_id"])) else payloads.of_button
        return of_button(body, now())

    def on_unknown_command(ack: Ack, body: Body) -> None:
        ack(text=say("en", "slack.unknown-command", command=str(body.get("command", ""))[:40]))

    def on_anything_else(ack: Ack) -> None:
        """Acknowledge what nobody asked for: unanswered, Slack would send it again and again."""
        ack()

    app.command(COMMAND)(commanded(payloads.of_command))
    app.command(PRICES)(commanded(of_prices.of_command))
    app.event("app_mention")(taking("message", message))
    app.event("message")(taking("message", message))
    app.event("app_home_opened")(taking("home", payloads.of_home))
    app.action({"type": "block_actions", "action_id": ANYTHING})(taking("button", button))
    app.shortcut({"type": "message_action", "callback_id": PRICE_MESSAGE})(
        taking("shortcut", lambda body: payloads.of_shortcut(body, bot_user))
    )
    app.shortcut({"type": "message_action", "callback_id": CHECK_MESSAGE})(
        taking("shortcut", lambda body: of_checks.of_shortcut(body, bot_user))
    )
    app.shortcut({"type": "shortcut", "callback_id": SHORTCUT})(
        taking("form call", lambda body: payloads.of_form_call(body, now()))
    )
    app.view(VIEW_ID)(on_submission)
    app.view(OF_PRICES)(on_price_window)
    app.command(ANYTHING)(on_unknown_command)
    app.event(ANYTHING)(on_anything_else)
    app.action(ANYTHING)(on_anything_else)
    app.shortcut(ANYTHING)(on_anything_else)
    app.view(ANYTHING)(on_anything_else)
    app.view_closed(ANYTHING)(on_anything_else)
    app.options(ANYTHING)(on_anything_else)


def busy_view() -> Body:
    """A window that says that there is no room for what was sent."""
    return plain_view("en", say("en", "slack.busy"))


def _later() -> BoltResponse:
    """No acknowledgement: Slack delivers an event again, soon and then after a minute and five, and shows at once that
    a button or a shortcut did not work."""
    return BoltResponse(status=503, body="")


def _refused(kind: str) -> BoltResponse:
    """For a signed payload of a shape nobody expects: acknowledged, for it would be no better the next time."""
    log.exception("a payload could not be read", extra=facts(kind=kind))
    return BoltResponse(status=200, body="")
