"""A card as a Slack message: native blocks within Slack's limits, and a text that carries the same figures.

Strings of users and vendors stand in plain_text, raw_text or rich_text only, which Slack does not parse. What does
not fit is counted in the message, the least important rows and lines first; nothing vanishes in silence.
"""

import json
from collections.abc import Iterable, Sequence

from bot.replies import figures
from bot.replies.card import Action, Card, Cell, Column, Message, Section, Table
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
BUTTONS = 6
BUTTON_LABEL = 75
ACTIONS_JSON = 4_000
BLOCKS_JSON = 11_400
LEFT_OUT_JSON = 200
SECTIONS = 30
ROWS_WITH_BOLD = 12
TABLE_SHARE = 0.7  # of the room that header, verdict and buttons leave, when there are also notes and small print


def message(card: Card) -> Message:
    """The message for a card. It keeps Slack's limits whatever the card holds."""
    head = [*_header(card), *_verdict(card)]
    foot = [*_actions(card.actions), *_small(card.hints, HEADER * 4)]
    room = BLOCKS_JSON - _size(head) - _size(foot)
    blocks = [*head, *_body(card, room), *foot]
    return Message(text=text_of(card), blocks=tuple(blocks), private=card.private)


def _size(blocks: Iterable[Block]) -> int:
    return sum(len(_JSON(block)) + 2 for block in blocks)


def _json_size(text: str) -> int:
    return len(_JSON(text)) + 2


def _header(card: Card) -> list[Block]:
    title = one_line(card.header)
    return [{"type": "header", "text": _plain(cut(title, HEADER))}] if title else []


def _plain(text: str) -> Block:
    return {"type": "plain_text", "text": text, "emoji": False}


def _verdict(card: Card) -> list[Block]:
    verdict = one_line(card.verdict)
    return [_rich([_bold_line(cut(verdict, VERDICT))])] if verdict else []


def _rich(elements: list[Block]) -> Block:
    return {"type": "rich_text", "elements": elements}


def _bold_line(text: str) -> Block:
    return {"type": "rich_text_section", "elements": [{"type": "text", "text": text, "style": {"bold": True}}]}


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
    room -= _size(table) + LEFT_OUT_JSON
    noted, left = _noted(notes, room, small=bool(table))
    room -= _size(noted)
    sections, more = _sections(card.sections, room)
    small = _small(card.context, room - _size(sections))
    return [*table, *noted, *sections, *_left_out(card, left + more), *small]


def _lines(lines: Sequence[str]) -> list[str]:
    return [cut(line, LINE) for raw in lines if (line := one_line(raw))]


def _left_out(card: Card, count: int) -> list[Block]:
    if not count:
        return []
    return [_context(say_count(card.language, "left-out.lines", figures.number(card.language, count)))]


def _context(text: str) -> Block:
    return {"type": "context", "elements": [_plain(text)]}


def _noted(notes: Sequence[str], room: int, small: bool) -> tuple[list[Block], int]:
    """Notes in one block, in small print below a table, and how many of them were left out."""
    longest = CONTEXT_TEXT if small else SECTION_TEXT
    count = min(
        fitting(notes, room - _size([_context("")]), _json_size), fitting(notes, longest, lambda note: len(note) + 1)
    )
    text = "\n".join(notes[:count])
    blocks: list[Block] = [_context(text) if small else {"type": "section", "text": _plain(text)}] if text else []
    return blocks, len(notes) - count


def _small(lines: Sequence[str], room: int) -> list[Block]:
    """Small print in one block. What does not fit is cut with an ellipsis."""
    text = "\n".join(_lines(lines))
    longest = min(room - _size([_context("")]), SECTION_TEXT) // 2 if not text.isascii() else min(room - 100, 2000)
    return [_context(cut(text, longest))] if text and longest > 1 else []


def _actions(actions: Sequence[Action]) -> list[Block]:
    """Buttons in as few rows as possible: an action id may stand in a row once only."""
    rows: list[list[Block]] = []
    for action in actions[:BUTTONS]:
        button = _button(action)
        if button is None or _size([button, *(b for row in rows for b in row)]) > ACTIONS_JSON:
            continue
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


def _table(table: Table | None, room: int) -> tuple[list[Block], int]:
    """The table block with as many rows as fit, and how many were left out."""
    if table is None or not table.columns or not table.rows:
        return [], 0
    columns = table.columns[:COLUMNS]
    bold = len(table.rows) <= ROWS_WITH_BOLD
    head = [_cell(Cell(column.title), bold=False) for column in columns]
    block: Block = {"type": "table", "column_settings": [_setting(column) for column in columns], "rows": [head]}
    room -= _size([block])
    text_room = CELLS_TOGETHER - sum(len(column.title) for column in columns)
    rows: list[list[Block]] = []
    for row in table.rows[:ROWS]:
        cells = [_cell(row[i] if i < len(row) else Cell(""), bold) for i in range(len(columns))]
        room -= _size(cells) + 4
        text_room -= sum(min(len(cell.text), CELL) + 1 for cell in row[:COLUMNS])
        if room < 0 or text_room < 0:
            break
        rows.append(cells)
    left = len(table.rows) - len(rows)
    return ([{**block, "rows": [head, *rows]}] if rows else []), left


def _setting(column: Column) -> Block:
    return {"align": "right" if column.right else "left"}


def _cell(cell: Cell, bold: bool) -> Block:
    text = cut(one_line(cell.text), CELL) or "–"
    if bold and cell.bold:
        return _rich([_bold_line(text)])
    return {"type": "raw_text", "text": text}


def _sections(sections: Sequence[Section], room: int) -> tuple[list[Block], int]:
    """Titled lists, and how many lines were left out."""
    blocks: list[Block] = []
    left = 0
    for section in sections:
        lines = _lines(section.lines)
        block, kept = _section(one_line(section.title), lines, room) if len(blocks) < SECTIONS else (None, 0)
        left += len(lines) - kept
        if block:
            blocks.append(block)
            room -= _size([block])
    return blocks, left


def _section(title: str, lines: list[str], room: int) -> tuple[Block | None, int]:
    titled = [_bold_line(cut(title, LINE))] if title else []
    frame = _size([_rich([*titled, _list([])])])
    kept = lines[: fitting(lines, room - frame, lambda line: _size([_item(line)]))]
    if frame > room or not (kept or (title and not lines)):
        return None, 0
    return _rich([*titled, *([_list(kept)] if kept else [])]), len(kept)


def _list(lines: Sequence[str]) -> Block:
    return {"type": "rich_text_list", "style": "bullet", "elements": [_item(line) for line in lines]}


def _item(line: str) -> Block:
    return {"type": "rich_text_section", "elements": [{"type": "text", "text": line}]}
