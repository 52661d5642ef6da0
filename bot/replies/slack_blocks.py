"""Pieces that Slack messages are made of, and how much room they take."""

import json
from typing import NamedTuple

from bot.replies.card import Action

Block = dict[str, object]
_JSON = json.JSONEncoder(ensure_ascii=False).encode


class Sized(NamedTuple):
    """Blocks, and how many characters of JSON they take together: measured once, for Slack counts them."""

    blocks: list[Block]
    size: int = 0


def sized(blocks: list[Block]) -> Sized:
    """The blocks, measured."""
    return Sized(blocks, sum(size_of(block) for block in blocks))


def size_of(value: Block | str) -> int:
    """Characters of JSON, as part of a list."""
    return len(_JSON(value)) + 2  # and a separator


def plain(text: str) -> Block:
    """Text that Slack does not parse."""
    return {"type": "plain_text", "text": text, "emoji": False}


def rich(*texts: Block) -> Block:
    """A paragraph of pieces of text."""
    return {"type": "rich_text", "elements": [{"type": "rich_text_section", "elements": list(texts)}]}


def bold(text: str, *more: Block) -> Block:
    """A paragraph that begins in bold."""
    return rich({"type": "text", "text": text, "style": {"bold": True}}, *more)


def context(text: str) -> Block:
    """Small print."""
    return {"type": "context", "elements": [plain(text)]}


def header(text: str) -> Block:
    """A heading."""
    return {"type": "header", "text": plain(text)}


def button(action: Action) -> Block:
    """A button, whose label fits."""
    drawn: Block = {
        "type": "button",
        "text": plain(action.label),
        "action_id": action.action_id,
        "value": action.value,
    }
    return {**drawn, "style": "primary"} if action.primary else drawn


CONTEXT_FRAME = size_of(context(""))
