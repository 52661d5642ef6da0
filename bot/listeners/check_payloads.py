"""Slack's payloads that ask for a check of a seller's text: the shortcut on a message, and files with words."""

from collections.abc import Mapping
from typing import Any

from bot.claim_files import is_readable
from bot.listeners import payloads
from bot.listeners.delivery import Delivery, Kind
from bot.listeners.message_text import text_of
from bot.listeners.payloads import storable
from bot.listeners.prices.payloads import Upload, of_file, says_import
from bot.understanding.claims.asked import asks_check
from pricing.base import Frozen

CHECK_MESSAGE = "check_message"
MOST_NAMES = 5
_SNIPPETS = {"text": ".txt", "markdown": ".md", "csv": ".csv"}
"""What Slack calls the kinds of snippets, which need no ending."""

Body = Mapping[str, Any]


class Attached(Frozen):
    """What came with the words. `left`: names of files that are not looked at. `own`: it is a message of the bot."""

    upload: Upload | None = None
    left: tuple[str, ...] = ()
    own: bool = False


def of_shortcut(body: Body, bot_user: str) -> Delivery:
    """ "Check this quote" on a message, whoever wrote it."""
    message = body["message"]
    is_own = message.get("user") == bot_user
    about = Attached(own=True) if is_own else _attached(message)
    text = "" if is_own else storable(text_of(message))
    return _check(payloads.of_shortcut(body, bot_user), about).model_copy(update={"text": text})


def of_message(body: Body, bot_user: str) -> Delivery | None:
    """A message of a person with files and words that ask for a check; None for anything else."""
    asked = payloads.of_message(body, bot_user) if body["event"].get("files") else None
    return with_files(asked, body["event"], bot_user) if asked else None


def with_files(asked: Delivery, message: Body, bot_user: str) -> Delivery | None:
    """The message as the wish for a check of its files; None where its words are of something else."""
    about = _attached(message)
    if not (about.upload or about.left) or not asks_check(asked.text) or says_import(asked.text, bot_user):
        return None
    return _check(asked, about)


def _check(delivery: Delivery, about: Attached) -> Delivery:
    value = about.model_dump_json(exclude_defaults=True)
    return delivery.model_copy(update={"kind": Kind.CHECK, "value": value})


def _attached(message: Body) -> Attached:
    """The first file that can be read, and the names of the others."""
    uploads = [_named(one) for one in message.get("files") or () if isinstance(one, dict)]
    first = next((one for one in uploads if is_readable(one.name)), None)
    left = tuple(one.name for one in uploads if one is not first)
    return Attached(upload=first, left=left[:MOST_NAMES])


def _named(file: Mapping[str, Any]) -> Upload:
    """The file, under a name that says of what kind it is, where Slack knows."""
    upload = of_file(file)
    ending = _SNIPPETS.get(str(file.get("filetype")), "")
    has_one = is_readable(upload.name) or "." in upload.name
    return upload if has_one or not ending else upload.model_copy(update={"name": upload.name + ending})
