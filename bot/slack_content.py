"""What a message to Slack is made of, and what is left of it where Slack takes no more."""

import logging
from collections.abc import Callable
from typing import Any, TypeVar

from bot.logs import facts
from bot.replies.card import Message
from bot.slack_errors import BlocksRefused, TooLong

log = logging.getLogger(__name__)

LONGEST_TEXT = 3_900
PICTURES = ("data_visualization",)
METADATA_EVENT = "quartermaster_answer"

T = TypeVar("T")
Blocks = list[dict[str, object]]


def content_of(text: str, blocks: Blocks | None) -> dict[str, Any]:
    """A text with its blocks; no page that it names is shown with it."""
    content: dict[str, Any] = {"text": text, "unfurl_links": False, "unfurl_media": False}
    return {**content, "blocks": blocks} if blocks else content


def metadata_of(mark: str, working: bool = False) -> dict[str, Any]:
    """What a message is found again by. `working`: it is only the notice that an answer is on its way."""
    payload = {"mark": mark, **({"working": True} if working else {})}
    return {"metadata": {"event_type": METADATA_EVENT, "event_payload": payload}}


def shortened(text: str) -> str:
    """The text within what an update takes, whether Slack counts characters or bytes."""
    raw = text.encode()
    return text if len(raw) <= LONGEST_TEXT else raw[:LONGEST_TEXT].decode(errors="ignore") + " …"


def simpler_and_simpler(message: Message, send: Callable[[str, Blocks | None], T]) -> T:
    """Send the message; without its pictures, then without blocks if Slack refuses them; cut short if even the text is
    too long."""
    plainer = [block for block in message.blocks if block["type"] not in PICTURES]
    tries = [[*message.blocks], *([plainer] if 0 < len(plainer) < len(message.blocks) else [])]
    for blocks in tries:
        try:
            return send(message.text, blocks)
        except BlocksRefused as trouble:
            log.error("blocks were refused", extra=facts(code=trouble.code, detail=trouble.detail))
        except TooLong:
            break
    try:
        return send(message.text, None)
    except TooLong:
        return send(message.text[:LONGEST_TEXT] + " …", None)
