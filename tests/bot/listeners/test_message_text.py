"""A message is read as people see it, whatever Slack calls its parts."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.listeners.message_text import text_of

QUOTE = "8 x $2 = $16"


def rich(*elements: dict[str, Any]) -> dict[str, Any]:
    return {"type": "rich_text", "elements": [{"type": "rich_text_section", "elements": list(elements)}]}


def said(text: str) -> dict[str, Any]:
    return {"type": "text", "text": text}


@pytest.mark.parametrize(
    ("message", "text"),
    [
        ({"text": QUOTE}, QUOTE),
        ({"text": QUOTE, "blocks": [rich(said("8 x "), said("$2 = $16"))]}, QUOTE),
        ({"text": "new offer", "blocks": [{"type": "header", "text": {"type": "plain_text", "text": QUOTE}}]}, QUOTE),
        ({"text": QUOTE, "blocks": [{"type": "divider"}, {"type": "image", "image_url": "x", "alt_text": "y"}]}, QUOTE),
        ({"blocks": [{"type": "section", "fields": [{"text": "a 1"}, {"text": "b 2"}]}]}, "a 1\nb 2"),
        ({"blocks": [{"type": "context", "elements": [{"text": "a"}, {"type": "image"}, {"text": "b"}]}]}, "a b"),
        ({"blocks": [{"type": "markdown", "text": QUOTE}]}, QUOTE),
        ({"blocks": [{"type": "container", "child_blocks": [{"type": "markdown", "text": QUOTE}]}]}, QUOTE),
        ({"text": "", "attachments": [{"text": QUOTE, "fallback": "x"}]}, QUOTE),
        ({"text": "see", "attachments": [{"fallback": QUOTE}]}, f"see\n\n{QUOTE}"),
        ({"attachments": [{"title": "a", "fields": [{"title": "Rate", "value": "$2"}]}]}, "a\nRate: $2"),
        ({"attachments": [{"blocks": [{"type": "markdown", "text": QUOTE}], "text": "x"}]}, QUOTE),
        ({"attachments": [{"is_share": True, "from_url": "https://x", "text": QUOTE}]}, QUOTE),
        ({"attachments": [{"message_blocks": [{"message": {"blocks": [rich(said(QUOTE))]}}]}]}, QUOTE),
    ],
)
def test_what_is_shown_is_read(message: dict[str, Any], text: str) -> None:
    assert text_of(message) == text


def test_a_table_that_was_pasted_is_read_by_its_cells() -> None:
    rows = [[{"type": "raw_text", "text": "Qty"}, rich(said("Price"))], [{"type": "raw_number", "value": 8}, rich()]]
    assert text_of({"text": "", "blocks": [{"type": "table", "rows": rows}]}) == "| Qty | Price |\n| 8 |  |"


def test_items_of_lists_and_links_are_read_people_and_emoji_are_not() -> None:
    link = {"type": "link", "url": "https://x.example/99", "text": "$2 < $3"}
    items = [rich(said("a "), link)["elements"][0], rich({"type": "user", "user_id": "U12"}, said("b"))["elements"][0]]
    block = {"type": "rich_text", "elements": [{"type": "rich_text_list", "elements": items}]}
    assert text_of({"blocks": [block]}) == "• a $2 &lt; $3\n•  b"


def test_the_preview_of_a_link_was_written_by_nobody_here() -> None:
    preview = {"from_url": "https://x.example", "text": "only $1.99", "title": "Offer"}
    assert text_of({"text": "https://x.example", "attachments": [preview]}) == "https://x.example"


KEYS = ("type", "text", "elements", "fields", "rows", "blocks", "message_blocks", "message")
VALUES = st.sampled_from((None, 7, "8 x $2", "rich_text", "section", "context", "table", "rich_text_list", "text"))
ANYTHING = st.recursive(
    VALUES,
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.sampled_from(KEYS), inner, max_size=3),
    max_leaves=12,
)


@given(st.dictionaries(st.sampled_from(("text", "blocks", "attachments")), ANYTHING))
def test_no_shape_breaks_it(message: dict[str, Any]) -> None:
    assert isinstance(text_of(message), str)
