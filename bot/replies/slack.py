"""A card as a Slack message: native blocks within Slack's limits, and a text that carries the same figures.

Strings of users and vendors stand in plain_text, raw_text or rich_text only, which Slack does not parse. What does
not fit is counted in the message, the least important rows and lines first; nothing vanishes in silence.
"""

import json
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from bot.replies import figures
from bot.replies.card import Action, Card, Cell, Column, Message, Section, Table
from bot.replies.drawing import block as drawn
from bot.replies.fallback import text_of
from bot.replies.plain import cut, fitting, one_line
from bot.replies.words import say_count

Block = dict[str, object]
_JSON = json.JSONEncoder(ensure_ascii=False).encode

HEADER = 150
SECTION_TEXT = 2900
CONTEXT_TEXT = 2000
VERDICT = 2000
LINE = 1000
CELL = 300
CELLS_TOGETHER = 9_500
ROWS = 99  # beside the header row
COLUMNS = 20
BUTTONS = 8
BUTTON_LABEL = 75
ACTIONS_JSON = 4_000
BLOCKS_JSON = 11_400
LEFT_OUT_JSON = 200
SECTIONS = 30
CHARTS = 2
CHART_SHARE = 0.5  # of the room that the table leaves
ROWS_WITH_BOLD = 12
TABLE_SHARE = 0.7  # of the room that header, verdict and buttons leave, when there are also notes and small print
BULLET = "\n• "


class Sized(NamedTuple):
    """Blocks, and how many characters of JSON they take together: measured once, for Slack counts them."""

    blocks: list[Block]
    size: int = 0


def message(card: Card) -> Message:
    """The message for a card. It keeps Slack's limits whatever the card holds."""
    head = _sized([*_header(card), *_small(card.lead, HEADER * 4).blocks, *_verdict(card)])
    foot = _sized([*_actions(card.actions), *_small(card.hints, HEADER * 4).blocks])
    body = _body(card, BLOCKS_JSON - head.size - foot.size)
    return Message(text=text_of(card), blocks=(*head.blocks, *body, *foot.blocks), private=card.private)


def _sized(blocks: list[Block]) -> Sized:
    return Sized(blocks, sum(_size(block) for block in blocks))


def _size(value: Block | str) -> int:
    return len(_JSON(value)) + 2  # and a separator


def _header(card: Card) -> list[Block]:
    title = one_line(card.header)
    return [{"type": "header", "text": _plain(cut(title, HEADER))}] if title else []


def _plain(text: str) -> Block:
    return {"type": "plain_text", "text": text, "emoji": False}


def _verdict(card: Card) -> list[Block]:
    verdict = one_line(card.verdict)
    return [_bold(cut(verdict, VERDICT))] if verdict else []


def _rich(*texts: Block) -> Block:
    return {"type": "rich_text", "elements": [{"type": "rich_text_section", "elements": list(texts)}]}


def _bold(text: str, *more: Block) -> Block:
    return _rich({"type": "text", "text": text, "style": {"bold": True}}, *more)


def _body(card: Card, room: int) -> list[Block]:
    """Table, notes, sections and small print, in the room there is."""
    notes = _lines(card.notes)
    if len(one_line(card.header)) > HEADER:
        notes.insert(0, one_line(card.header))
    has_more = bool(notes or card.sections or card.context)
    table, rows_left = _table(card.table, int(room * TABLE_SHARE) if has_more else room - LEFT_OUT_JSON)
    if rows_left:
        count = figures.number(card.language, rows_left)
        notes.insert(0, say_count(card.language, "left-out.rows", count))
    charts = _charts(card, room - table.size - LEFT_OUT_JSON)
    room -= table.size + charts.size + LEFT_OUT_JSON
    noted, left = _noted(notes, room, small=bool(table.blocks))
    room -= noted.size
    sections, more = _sections(card.sections, room)
    small = _small(card.context, room - sections.size)
    shown = [*table.blocks, *charts.blocks, *noted.blocks, *sections.blocks]
    return [*shown, *_left_out(card, left + more), *small.blocks]


def _charts(card: Card, room: int) -> Sized:
    """Charts with the same in words below each, as far as they fit; without room only the words."""
    blocks: list[Block] = []
    size = 0
    for chart in card.charts[:CHARTS]:
        text, picture = cut(one_line(chart.text), LINE), drawn(chart)
        words = _sized([_context(text)] if text else [])
        both = _sized([picture, *words.blocks] if picture else [*words.blocks])
        chosen = both if size + both.size <= room * CHART_SHARE else words
        blocks += chosen.blocks
        size += chosen.size
    return Sized(blocks, size)


def _lines(lines: Sequence[str]) -> list[str]:
    return [cut(line, LINE) for raw in lines if (line := one_line(raw))]


def _left_out(card: Card, count: int) -> list[Block]:
    if not count:
        return []
    return [_context(say_count(card.language, "left-out.lines", figures.number(card.language, count)))]


def _context(text: str) -> Block:
    return {"type": "context", "elements": [_plain(text)]}


CONTEXT_FRAME = _size(_context(""))


def _noted(notes: Sequence[str], room: int, small: bool) -> tuple[Sized, int]:
    """Notes in one block, in small print below a table, and how many of them were left out."""
    longest = CONTEXT_TEXT if small else SECTION_TEXT
    count = min(fitting(notes, room - CONTEXT_FRAME, _size), fitting(notes, longest, lambda note: len(note) + 1))
    text = "\n".join(notes[:count])
    blocks: list[Block] = [_context(text) if small else {"type": "section", "text": _plain(text)}] if text else []
    return _sized(blocks), len(notes) - count


def _small(lines: Sequence[str], room: int) -> Sized:
    """Small print in one block. What does not fit is cut with an ellipsis."""
    text = "\n".join(_lines(lines))
    longest = min(room - CONTEXT_FRAME, SECTION_TEXT) // 2 if not text.isascii() else min(room - 100, CONTEXT_TEXT)
    return _sized([_context(cut(text, longest))] if text and longest > 1 else [])


def _actions(actions: Sequence[Action]) -> list[Block]:
    """Buttons in as few rows as possible: an action id may stand in a row once only."""
    rows: list[list[Block]] = []
    room = ACTIONS_JSON
    for action in actions[:BUTTONS]:
        button = _button(action)
        if button is None or (size := _size(button)) > room:
            continue
        room -= size
        free = (row for row in rows if all(other["action_id"] != button["action_id"] for other in row))
        row = next(free, None)
        if row is None:
            rows.append([button])
        else:
            row.append(button)
    return [{"type": "actions", "elements": row} for row in rows]


def _button(action: Action) -> Block | None:
    label, value = one_line(action.label), action.value
    if not label or not action.action_id or not value or len(value) > 2000 or len(action.action_id) > 255:
        return None
    button: Block = {
        "type": "button",
        "text": _plain(cut(label, BUTTON_LABEL)),
        "action_id": action.action_id,
        "value": value,
    }
    if action.primary:
        button["style"] = "primary"
    return button


def _table(table: Table | None, room: int) -> tuple[Sized, int]:
    """The table block with as many rows as fit, and how many were left out."""
    if table is None or not table.columns or not table.rows:
        return Sized([]), 0
    columns = table.columns[:COLUMNS]
    bold = len(table.rows) <= ROWS_WITH_BOLD
    head = _row([Cell(column.title) for column in columns], bold=False)
    settings = [_setting(column) for column in columns]
    size = _size({"type": "table", "column_settings": settings, "rows": []}) + head.size
    text_room = CELLS_TOGETHER - sum(len(column.title) for column in columns)
    rows = [head.blocks]
    for cells in table.rows[:ROWS]:
        row = _row([cells[i] if i < len(cells) else Cell("") for i in range(len(columns))], bold)
        text_room -= sum(min(len(cell.text), CELL) + 1 for cell in cells[:COLUMNS])
        if size + row.size > room or text_room < 0:
            break
        size += row.size
        rows.append(row.blocks)
    left = len(table.rows) - len(rows) + 1
    if len(rows) == 1:
        return Sized([]), left
    return Sized([{"type": "table", "column_settings": settings, "rows": rows}], size), left


def _setting(column: Column) -> Block:
    return {"align": "right" if column.right else "left"}


def _row(cells: Iterable[Cell], bold: bool) -> Sized:
    row, size = [], _size("")
    for cell in cells:
        text = cut(one_line(cell.text), CELL) or "–"
        strong = bold and cell.bold
        row.append(_bold(text) if strong else _raw(text))
        size += len(_JSON(text)) + (BOLD_FRAME if strong else RAW_FRAME)
    return Sized(row, size)


def _raw(text: str) -> Block:
    return {"type": "raw_text", "text": text}


RAW_FRAME = _size(_raw("")) - 2  # without the quotation marks, which are measured with the text
BOLD_FRAME = _size(_bold("")) - 2


def _sections(sections: Sequence[Section], room: int) -> tuple[Sized, int]:
    """Titled lists, and how many lines were left out."""
    blocks: list[Block] = []
    left, size = 0, 0
    for section in sections:
        lines = _lines(section.lines)
        title = cut(one_line(section.title), LINE)
        space = room - size if len(blocks) < SECTIONS else 0
        kept = _fitting_lines(title, lines, space)
        left += len(lines) - kept
        if kept or (title and not lines and SECTION_FRAME + _size(title) <= space):
            block = _section(title, lines[:kept])
            blocks.append(block)
            size += _size(block)
    return Sized(blocks, size), left


def _fitting_lines(title: str, lines: Sequence[str], room: int) -> int:
    return fitting(lines, room - SECTION_FRAME - _size(title), lambda line: _size(line) + len(BULLET))


def _section(title: str, lines: Sequence[str]) -> Block:
    """A bold title and its lines below it, as one text: a list of Slack's own takes seventy characters more a line."""
    text = "".join(BULLET + line for line in lines)
    listed: list[Block] = [{"type": "text", "text": text if title else text[1:]}] if lines else []
    return _bold(title, *listed) if title else _rich(*listed)


SECTION_FRAME = _size(_section("-", ["-"]))
