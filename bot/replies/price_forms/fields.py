"""Pieces of windows: fields of each kind, and the frame around them."""

import re
from collections.abc import Iterable, Sequence
from datetime import date

from bot.replies.plain import cut, one_line
from bot.replies.slack_blocks import Block, plain, rich
from bot.replies.words import say, words

YES = "yes"
LONGEST_OPTION = 75
MOST_OPTIONS = 100
LONGEST_VALUE = 150
LONGEST_TEXT = 3000
PERSON = "\ufffc"
_ACCOUNT = re.compile("[UW][A-Z0-9]{1,20}")
SHORT, LONG = 100, 500
"""Characters that fields take: names and amounts, and sentences."""


def window(
    language: str, view_id: str, title: str, blocks: Sequence[Block], metadata: str = "", submit: str = ""
) -> Block:
    """A window. `title`, `submit`: keys of their words; without `submit` it can only be closed."""
    view: Block = {
        "type": "modal",
        "callback_id": view_id,
        "title": plain(say(language, title)),
        "close": plain(say(language, "price-form.close")),
        "blocks": [*blocks],
    }
    if metadata:
        view["private_metadata"] = metadata
    if submit:
        view["submit"] = plain(say(language, submit))
    return view


def field(language: str, name: str, element: Block, optional: bool = False, label: str = "") -> Block:
    """A field with its label, and with its hint where there are words for one. `label`: another name for its words."""
    known, called = words(language), (label or name).replace("_", "-")
    block: Block = {
        "type": "input",
        "block_id": name,
        "label": plain(say(language, f"price-form.field-{called}")),
        "element": {"action_id": name, **element},
        "optional": optional,
    }
    hint = known.get(f"price-form.hint-{called}")
    return {**block, "hint": plain(hint)} if hint else block


def text(value: str = "", longest: int = SHORT, lines: bool = False, example: str = "") -> Block:
    """A field for text."""
    element: Block = {"type": "plain_text_input", "max_length": longest}
    if lines:
        element["multiline"] = True
    if value:
        element["initial_value"] = cut(value, longest)
    if example:
        element["placeholder"] = plain(cut(example, LONGEST_VALUE))
    return element


def day(initial: date | str | None = None) -> Block:
    """A field for a day, as a date or as it was sent."""
    return {"type": "datepicker", **({"initial_date": str(initial)} if initial else {})}


def choice(options: Iterable[tuple[str, str]], chosen: str = "") -> Block:
    """A field that takes one of at most a hundred values; each with its label."""
    made = [option(label, value) for value, label in options if 0 < len(value) <= LONGEST_VALUE][:MOST_OPTIONS]
    element: Block = {"type": "static_select", "options": made}
    initial = next((one for one in made if one["value"] == chosen), None)
    return {**element, "initial_option": initial} if initial else element


def tick(language: str, name: str, ticked: bool = False) -> Block:
    """A field that is ticked or not."""
    only = option(say(language, f"price-form.tick-{name.replace('_', '-')}"), YES)
    return {"type": "checkboxes", "options": [only], **({"initial_options": [only]} if ticked else {})}


def option(label: str, value: str) -> Block:
    """Something that can be chosen."""
    return {"text": plain(cut(one_line(label), LONGEST_OPTION) or value[:LONGEST_OPTION]), "value": value}


def lines(texts: Iterable[str]) -> list[Block]:
    """Paragraphs that Slack does not parse."""
    return [{"type": "section", "text": plain(cut(text, LONGEST_TEXT))} for text in texts if text]


def with_person(sentence: str, person: str) -> Block:
    """A paragraph in which the sign `PERSON` stands for somebody: Slack shows the name of whoever has an account."""
    pieces: list[Block] = []
    for number, piece in enumerate(cut(one_line(sentence), LONGEST_TEXT).split(PERSON)):
        if number:
            known = _ACCOUNT.fullmatch(person)
            pieces.append({"type": "user", "user_id": person} if known else {"type": "text", "text": person or "–"})
        if piece:
            pieces.append({"type": "text", "text": piece})
    return rich(*pieces)
