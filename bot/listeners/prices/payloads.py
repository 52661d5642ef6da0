"""Slack's payloads about prices as deliveries. All of them are private: nothing about prices is said to a channel."""

from collections.abc import Mapping
from typing import Any

from pydantic import ValidationError

from bot.listeners import payloads
from bot.listeners.delivery import Delivery, Kind
from bot.listeners.payloads import channel_of, is_direct, mentions, stamp, storable, team_of
from bot.replies.price_forms.buttons import OF_IMPORTS, opens
from bot.replies.price_forms.imports import KINDS
from bot.replies.price_forms.state import PREFIX, Form, Origin, WindowState
from bot.slack_lookups import by_person
from bot.understanding.price_words import VERBS, WINDOWS, Verb, normal, read
from pricing.base import Frozen
from pricing.imports.preview import Options

COMMAND = "/prices"
CONFIRMED = f"{PREFIX}confirmed"
UPLOADED = f"{PREFIX}uploaded"
IMPORT_WORDS = frozenset(word for word, verb in VERBS.items() if verb is Verb.IMPORT)
IMPORTS = "imports"
"""The queue of imports: one at a time, so that questions always find a thread."""
ENDINGS = tuple(f".{kind}" for kind in KINDS)

Body = Mapping[str, Any]


class Upload(Frozen):
    """A file that was handed in: where Slack keeps it, or a table that was pasted; and what was said about it."""

    id: str = ""
    name: str = ""
    url: str = ""
    size: int = 0
    pasted: str = ""
    options: Options = Options()
    language: str = ""


def of_command(body: Body, now: float) -> Delivery:
    """`/prices`, with what is to be done. `now`: seconds since 1970."""
    text = storable(body.get("text")).strip()
    asked = read(text)
    in_window = asked.verb in WINDOWS and asked.trouble is None
    return Delivery(
        kind=Kind.PRICES_WINDOW if in_window else Kind.PRICES,
        key=f"trigger:{body['trigger_id']}",
        team=team_of(body),
        channel=body["channel_id"],
        user=body["user_id"],
        text=text,
        private=True,
        since=stamp(now),
        response_url=body.get("response_url") or "",
        trigger=body["trigger_id"],
    )


def of_button(body: Body, now: float) -> Delivery:
    """A button under a message about prices. `ts`: the message, where it is one that stays."""
    action, container = body["actions"][0], body.get("container") or {}
    kept = not container.get("is_ephemeral") and container.get("type") != "view"
    return Delivery(
        kind=Kind.PRICES_WINDOW if opens(action["action_id"]) else Kind.PRICES,
        key=f"trigger:{body['trigger_id']}",
        team=team_of(body),
        channel=channel_of(body, container),
        user=body["user"]["id"],
        ts=str(container.get("message_ts") or "") if kept else "",
        private=True,
        since=stamp(now),
        response_url=body.get("response_url") or "",
        trigger=body["trigger_id"],
        action_id=action["action_id"],
        value=action.get("value") or "",
        queue=IMPORTS if action["action_id"] in OF_IMPORTS else "",
    )


def of_confirmed(body: Body, state: WindowState, now: float) -> Delivery:
    """A window whose change is meant. Two submissions of one window, and a window put on top of it, are one act."""
    return _submitted(body, state.origin, now, CONFIRMED, state.model_dump_json(exclude_defaults=True))


def of_pick(body: Body, origin: Origin, now: float, action_id: str, value: str) -> Delivery:
    """A price that was picked, for something that needs no further window."""
    return _submitted(body, origin, now, action_id, value)


def of_upload(body: Body, origin: Origin, upload: Upload, now: float) -> Delivery:
    """The window with a file."""
    return _submitted(body, origin, now, UPLOADED, upload.model_dump_json(exclude_defaults=True))


def _submitted(body: Body, origin: Origin, now: float, action_id: str, value: str) -> Delivery:
    view = body["view"]
    return Delivery(
        kind=Kind.PRICES,
        key=f"view:{view.get('root_view_id') or view['id']}",
        team=team_of(body),
        channel=origin.channel,
        user=body["user"]["id"],
        private=True,
        since=stamp(now),
        response_url=origin.response_url,
        action_id=action_id,
        value=value,
        queue=IMPORTS if action_id == UPLOADED else "",
    )


def of_message(body: Body, bot_user: str) -> Delivery | None:
    """A price file in a direct message, or with a message that calls the bot by name and says "import"; else None."""
    event = body["event"]
    if not by_person(event) or event["user"] == bot_user:
        return None
    files = [one for one in event.get("files") or () if isinstance(one, dict) and _is_price_file(one)]
    direct = is_direct(event)
    if not files or not (direct or (mentions(event, bot_user) and says_import(event.get("text"), bot_user))):
        return None
    question = payloads.of_message(body, bot_user)
    if question is None:
        return None
    upload = of_file(files[0])
    value = upload.model_dump_json(exclude_defaults=True)
    about = {"kind": Kind.PRICES, "action_id": UPLOADED, "value": value, "queue": IMPORTS}
    # It is answered in a direct message, wherever it was written.
    where = {"channel": event["channel"] if direct else "", "root": "", "private": True, "own": False}
    return question.model_copy(update={**about, **where})


def of_file(file: Mapping[str, Any]) -> Upload:
    """A file as Slack tells of it."""
    url = file.get("url_private_download") or file.get("url_private") or ""
    size = file.get("size")
    return Upload(
        id=str(file.get("id") or ""),
        name=storable(file.get("name")) or "prices",
        url=str(url),
        size=size if isinstance(size, int) and size > 0 else 0,
    )


def state_of(body: Body) -> WindowState | None:
    """What the window of a submission carries; None for one of another version."""
    try:
        return WindowState.model_validate_json(body["view"].get("private_metadata") or "{}")
    except ValidationError:
        return None


def form_of(body: Body) -> Form | None:
    """Which window with fields a submission is of."""
    return next((form for form in Form if form.view_id == body["view"].get("callback_id")), None)


def _is_price_file(file: Mapping[str, Any]) -> bool:
    return str(file.get("name") or "").casefold().endswith(ENDINGS)


def says_import(text: object, bot_user: str) -> bool:
    """Whether the words of a message say that a file is to be imported."""
    said = normal(str(text or "").replace(f"<@{bot_user}>", " "))
    words = said.casefold().replace(":", " ").replace(",", " ").split()
    return any(word in IMPORT_WORDS for word in words) or any(
        word in said for word in IMPORT_WORDS if not word.isascii()
    )
