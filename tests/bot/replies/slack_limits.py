"""What Slack refuses in a message: limits of its reference pages, as one function that names every breach."""

import json
from collections.abc import Iterator, Sequence

from bot.replies.card import Message

BLOCKS = 50
JSON_TOGETHER = 12_000
TEXT = 3_500
LIMITS = {"header": 150, "section": 3000, "context": 2000}


def breaches(message: Message) -> list[str]:
    """Everything in the message that Slack would refuse, cut or hide."""
    found = list(_of_text(message.text))
    if len(message.blocks) > BLOCKS:
        found.append(f"{len(message.blocks)} blocks")
    size = len(json.dumps(message.blocks, ensure_ascii=False))
    if size > JSON_TOGETHER:
        found.append(f"{size} characters of JSON")
    if sum(1 for block in message.blocks if block["type"] == "table") > 1:
        found.append("more than one table")
    for block in message.blocks:
        found += _of_block(block)
        found += [f"null at {place}" for place in _nulls(block, str(block["type"]))]
    return found


def _of_text(text: str) -> Iterator[str]:
    if not text.strip():
        yield "no text"
    if len(text.encode("utf-8")) > TEXT:
        yield f"text of {len(text.encode('utf-8'))} bytes"
    bare = text.replace("&lt;", "").replace("&gt;", "").replace("&amp;", "")
    if any(sign in bare for sign in "<>&"):
        yield "unescaped markup in the text"


def _of_block(block: dict[str, object]) -> list[str]:
    match block:
        case {"type": "header" | "section" as kind, "text": {"type": "plain_text", "text": str(text)}}:
            return _length(kind, text)
        case {"type": "context", "elements": [{"type": "plain_text", "text": str(text)}]}:
            return _length("context", text)
        case {"type": "rich_text", "elements": list(elements)}:
            return [] if elements and all(_rich_texts(element) for element in elements) else ["empty rich text"]
        case {"type": "actions", "elements": list(buttons)}:
            return _of_buttons(buttons)
        case {"type": "table"}:
            return _of_table(block)
        case {"type": "data_visualization", "title": str(title), "chart": dict(chart)}:
            return _of_chart(title, chart)
    return [f"unexpected block {block}"]


def _length(kind: str, text: str) -> list[str]:
    return [] if 1 <= len(text) <= LIMITS[kind] else [f"{kind} of {len(text)} characters"]


def _of_buttons(buttons: Sequence[dict[str, object]]) -> list[str]:
    found = [] if 1 <= len(buttons) <= 8 else [f"{len(buttons)} buttons"]
    if len({str(button["action_id"]) for button in buttons}) < len(buttons):
        found.append("two buttons with one action id")
    for button in buttons:
        label = button["text"]
        assert isinstance(label, dict)
        if not 1 <= len(label["text"]) <= 75 or label["type"] != "plain_text":
            found.append(f"button label {label}")
        if not 1 <= len(str(button["value"])) <= 2000 or not 1 <= len(str(button["action_id"])) <= 255:
            found.append("button value or action id")
    return found


def _of_chart(title: str, chart: dict[str, object]) -> list[str]:
    axes, series = chart["axis_config"], chart["series"]
    assert isinstance(axes, dict)
    assert isinstance(series, list)
    categories, names = axes["categories"], [one["name"] for one in series]
    found = [] if 1 <= len(title) <= 50 else ["chart title"]
    if not 1 <= len(series) <= 6 or not 1 <= len(categories) <= 20:
        found.append("series or categories")
    if any(not 1 <= len(name) <= 20 for name in (*categories, *names)):
        found.append("chart label")
    if len(set(categories)) < len(categories) or len(set(names)) < len(names):
        found.append("two of a name in a chart")
    if any([point["label"] for point in one["data"]] != categories for one in series):
        found.append("not one point for each category")
    if any(not 1 <= len(axes[key]) <= 50 for key in ("x_label", "y_label") if key in axes):
        found.append("axis label")
    return found


def _of_table(block: dict[str, object]) -> list[str]:
    rows, settings = block["rows"], block["column_settings"]
    assert isinstance(rows, list)
    assert isinstance(settings, list)
    found = [] if 2 <= len(rows) <= 100 else [f"{len(rows)} rows"]
    width = len(rows[0])
    if not 1 <= width <= 20 or len(settings) != width or any(len(row) != width for row in rows):
        found.append("rows of different length")
    texts = [text for row in rows for cell in row for text in _cell_texts(cell)]
    if not all(texts):
        found.append("empty cell")
    if sum(map(len, texts)) > 10_000:
        found.append("more than 10,000 characters in cells")
    return found


def _cell_texts(cell: dict[str, object]) -> list[str]:
    if cell["type"] == "raw_text":
        return [str(cell["text"])]
    return _rich_texts(cell)


def _rich_texts(element: object) -> list[str]:
    match element:
        case {"type": "text", "text": str(text)}:
            return [text]
        case {"elements": list(children)}:
            return [text for child in children for text in _rich_texts(child)]
    return []


def _nulls(value: object, place: str) -> Iterator[str]:
    if value is None:
        yield place
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield from _nulls(inner, f"{place}/{key}")
    elif isinstance(value, list | tuple):
        for i, inner in enumerate(value):
            yield from _nulls(inner, f"{place}/{i}")
