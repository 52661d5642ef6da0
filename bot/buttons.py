"""What a button carries: the question it belongs to and the book it was priced with, so that it needs no memory."""

from datetime import date

from pydantic import ValidationError

from bot.understanding.request import Request
from pricing.base import Frozen

VERSION = 1
MAX_VALUE = 2000
"""Characters Slack allows in the value of a button."""


class ButtonState(Frozen):
    """State of a button. `view` and `options` say what pressing it shows."""

    v: int
    request: Request
    day: date
    book_version: int
    language: str
    view: str = ""
    options: tuple[str, ...] = ()


class Outdated(Exception):
    """A button of an earlier version, or one that was tampered with."""


def encoded(state: ButtonState) -> str | None:
    """The value of a button; None when it would be longer than Slack allows."""
    text = state.model_dump_json(exclude_defaults=True)
    return text if len(text) <= MAX_VALUE else None


def decoded(value: str) -> ButtonState:
    """The state in a button's value. Raises Outdated."""
    try:
        state = ButtonState.model_validate_json(value)
    except ValidationError:
        raise Outdated from None
    if state.v != VERSION:
        raise Outdated
    return state
