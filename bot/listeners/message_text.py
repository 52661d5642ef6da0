"""The text of a message as people see it: what was typed, or the blocks of an app, and what is attached.

Everything is escaped as Slack escapes the text of a message.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from bot.replies.fallback import escaped

Part = Mapping[str, Any]
DEEPEST = 6
"""How far blocks stand in each other; Slack's own do not go as far."""


def text_of(message: Part) -> str:
    """The text of a message with its attachments. Where there are blocks, the text of an app is for notifications only.

    Previews of links are left out: nobody wrote them here.
    """
    parts = [_shown(message), *(_attached(one) for one in _parts(message.get("attachments")) if not _is_preview(one))]
    return "\n\n".join(part for part in parts if part.strip())


def _shown(part: Part) -> str:
    return "\n".join(_lines(part.get("blocks"))) or str(part.get("text") or "")


def _is_preview(attachment: Part) -> bool:
    is_of_link = attachment.get("from_url") or attachment.get("original_url")
    return bool(is_of_link) and not (attachment.get("is_share") or attachment.get("is_msg_unfurl"))


def _attached(attachment: Part) -> str:
    """An attachment: a message that was shared, or what an app wrote in the older way."""
    if lines := list(_lines(attachment.get("blocks"))):
        return "\n".join(lines)
    texts = [str(attachment[key]) for key in ("pretext", "title", "text") if attachment.get(key)]
    for field in _parts(attachment.get("fields")):
        texts.append(": ".join(str(field[key]) for key in ("title", "value") if field.get(key)))
    if not texts:
        texts = [_shown(one["message"]) for one in _parts(attachment.get("message_blocks")) if _is_part(one, "message")]
    return "\n".join(filter(str.strip, texts)) or str(attachment.get("fallback") or "")


def _lines(blocks: object, depth: int = 0) -> Iterator[str]:
    """The lines of blocks, one after the other."""
    for block in _parts(blocks) if depth < DEEPEST else ():
        match block.get("type"):
            case "rich_text":
                yield from _rich(block.get("elements"))
            case "section" | "header" | "markdown":
                yield from filter(None, [_text(block.get("text")), *map(_text, _list(block.get("fields")))])
            case "context":
                yield " ".join(filter(None, (_text(one) for one in _parts(block.get("elements")))))
            case "table" | "data_table":
                for row in _list(block.get("rows")):
                    yield "| " + " | ".join(_cell(cell) for cell in _parts(row)) + " |"
            case _:
                for inner in ("blocks", "elements", "child_blocks"):
                    yield from _lines(block.get(inner), depth + 1)


def _rich(elements: object, bullet: str = "") -> Iterator[str]:
    """The lines of rich text: paragraphs, quotes, code, and the items of lists."""
    for element in _parts(elements):
        if element.get("type") == "rich_text_list":
            yield from _rich(element.get("elements"), "• ")
        else:
            yield bullet + "".join(map(_inline, _parts(element.get("elements"))))


def _inline(piece: Part) -> str:
    match piece.get("type"):
        case "text":
            return escaped(str(piece.get("text") or ""))
        case "link":
            return escaped(str(piece.get("text") or piece.get("url") or ""))
        case "date":
            return escaped(str(piece.get("fallback") or ""))
        case _:  # people, channels, emoji
            return " "


def _cell(cell: Part) -> str:
    if cell.get("type") == "rich_text":
        return " ".join(_rich(cell.get("elements")))
    return escaped(str(cell.get("text") or cell.get("value") or ""))


def _text(of: object) -> str:
    """The text of a text object, or a bare one."""
    return str(of.get("text") or "") if isinstance(of, Mapping) else str(of or "")


def _list(value: object) -> Sequence[Any]:
    return value if isinstance(value, list) else ()


def _parts(value: object) -> Iterator[Part]:
    """The objects in a list; nothing where Slack sends something else."""
    return (one for one in _list(value) if isinstance(one, Mapping))


def _is_part(of: Part, key: str) -> bool:
    return isinstance(of.get(key), Mapping)
