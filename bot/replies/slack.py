"""A card as a Slack message: native blocks within Slack's limits, and a text that carries the same figures.

Strings of users and vendors stand in plain_text, raw_text or rich_text only, which Slack does not parse. What does
not fit is counted in the message, the least important rows and lines first; nothing vanishes in silence.
"""

from collections.abc import Sequence
from dataclasses import replace

from bot.replies import figures
from bot.replies.card import Action, Card, Message, Section
from bot.replies.drawing import block as drawn
from bot.replies.fallback import text_of
from bot.replies.plain import cut, fitting, one_line
from bot.replies.slack_blocks import (
    CONTEXT_FRAME,
    Block,
    Sized,
    bold,
    button,
    context,
    header,
    plain,
    rich,
    size_of,
    sized,
)
from bot.replies.slack_table import table_block
from bot.replies.words import say_count

HEADER = 150
SECTION_TEXT = 2900
CONTEXT_TEXT = 2000
VERDICT = 2000
LINE = 1000
BUTTONS = 8
BUTTON_LABEL = 75
ACTIONS_JSON = 4_000
BLOCKS_JSON = 11_400
LEFT_OUT_JSON = 200
SECTIONS = 30
CHARTS = 2
CHART_SHARE = 0.5  # of the room that the table leaves
TABLE_SHARE = 0.7  # of the room that header, verdict and buttons leave, when there are also notes and small print
BULLET = "\n• "


def message(card: Card) -> Message:
    """The message for a card. It keeps Slack's limits whatever the card holds."""
    head = sized([*_header(card), *_small(card.lead, HEADER * 4).blocks, *_verdict(card)])
    foot = sized([*_actions(card.actions), *_small(card.hints, HEADER * 4).blocks])
    body = _body(card, BLOCKS_JSON - head.size - foot.size)
    return Message(text=text_of(card), blocks=(*head.blocks, *body, *foot.blocks), private=card.private)


def _header(card: Card) -> list[Block]:
    title = one_line(card.header)
    return [header(cut(title, HEADER))] if title else []


def _verdict(card: Card) -> list[Block]:
    verdict = one_line(card.verdict)
    return [bold(cut(verdict, VERDICT))] if verdict else []


def _body(card: Card, room: int) -> list[Block]:
    """Table, notes, sections and small print, in the room there is."""
    notes = _lines(card.notes)
    if len(one_line(card.header)) > HEADER:
        notes.insert(0, one_line(card.header))
    has_more = bool(notes or card.sections or card.context)
    table, rows_left = table_block(card.table, int(room * TABLE_SHARE) if has_more else room - LEFT_OUT_JSON)
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
        words = sized([context(text)] if text else [])
        both = sized([picture, *words.blocks] if picture else [*words.blocks])
        chosen = both if size + both.size <= room * CHART_SHARE else words
        blocks += chosen.blocks
        size += chosen.size
    return Sized(blocks, size)


def _lines(lines: Sequence[str]) -> list[str]:
    return [cut(line, LINE) for raw in lines if (line := one_line(raw))]


def _left_out(card: Card, count: int) -> list[Block]:
    if not count:
        return []
    return [context(say_count(card.language, "left-out.lines", figures.number(card.language, count)))]


def _noted(notes: Sequence[str], room: int, small: bool) -> tuple[Sized, int]:
    """Notes in one block, in small print below a table, and how many of them were left out."""
    longest = CONTEXT_TEXT if small else SECTION_TEXT
    count = min(fitting(notes, room - CONTEXT_FRAME, size_of), fitting(notes, longest, lambda note: len(note) + 1))
    text = "\n".join(notes[:count])
    blocks: list[Block] = [context(text) if small else {"type": "section", "text": plain(text)}] if text else []
    return sized(blocks), len(notes) - count


def _small(lines: Sequence[str], room: int) -> Sized:
    """Small print in one block. What does not fit is cut with an ellipsis."""
    text = "\n".join(_lines(lines))
    longest = min(room - CONTEXT_FRAME, SECTION_TEXT) // 2 if not text.isascii() else min(room - 100, CONTEXT_TEXT)
    return sized([context(cut(text, longest))] if text and longest > 1 else [])


def _actions(actions: Sequence[Action]) -> list[Block]:
    """Buttons in as few rows as possible: an action id may stand in a row once only."""
    rows: list[list[Block]] = []
    room = ACTIONS_JSON
    for action in actions[:BUTTONS]:
        drawn_button = _button(action)
        if drawn_button is None or (size := size_of(drawn_button)) > room:
            continue
        room -= size
        free = (row for row in rows if all(other["action_id"] != action.action_id for other in row))
        row = next(free, None)
        if row is None:
            rows.append([drawn_button])
        else:
            row.append(drawn_button)
    return [{"type": "actions", "elements": row} for row in rows]


def _button(action: Action) -> Block | None:
    label, value = one_line(action.label), action.value
    if not label or not action.action_id or not value or len(value) > 2000 or len(action.action_id) > 255:
        return None
    return button(replace(action, label=cut(label, BUTTON_LABEL)))


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
        if kept or (title and not lines and SECTION_FRAME + size_of(title) <= space):
            block = _section(title, lines[:kept])
            blocks.append(block)
            size += size_of(block)
    return Sized(blocks, size), left


def _fitting_lines(title: str, lines: Sequence[str], room: int) -> int:
    return fitting(lines, room - SECTION_FRAME - size_of(title), lambda line: size_of(line) + len(BULLET))


def _section(title: str, lines: Sequence[str]) -> Block:
    """A bold title and its lines below it, as one text: a list of Slack's own takes seventy characters more a line."""
    text = "".join(BULLET + line for line in lines)
    listed: list[Block] = [{"type": "text", "text": text if title else text[1:]}] if lines else []
    return bold(title, *listed) if title else rich(*listed)


SECTION_FRAME = size_of(_section("-", ["-"]))
