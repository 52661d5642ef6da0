"""A table as Slack's block, with as many rows as there is room for."""

from collections.abc import Iterable

from bot.replies.card import Cell, Column, Table
from bot.replies.plain import cut, one_line
from bot.replies.slack_blocks import Block, Sized, bold, size_of

CELL = 300
CELLS_TOGETHER = 9_500
ROWS = 99  # beside the header row
COLUMNS = 20
ROWS_WITH_BOLD = 12


def table_block(table: Table | None, room: int) -> tuple[Sized, int]:
    """The table block with as many rows as fit, and how many were left out."""
    if table is None or not table.columns or not table.rows:
        return Sized([]), 0
    columns = table.columns[:COLUMNS]
    is_short = len(table.rows) <= ROWS_WITH_BOLD
    head = _row([Cell(column.title) for column in columns], may_be_bold=False)
    settings = [_setting(column) for column in columns]
    size = size_of({"type": "table", "column_settings": settings, "rows": []}) + head.size
    text_room = CELLS_TOGETHER - sum(len(column.title) for column in columns)
    rows = [head.blocks]
    for cells in table.rows[:ROWS]:
        row = _row([cells[i] if i < len(cells) else Cell("") for i in range(len(columns))], is_short)
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


def _row(cells: Iterable[Cell], may_be_bold: bool) -> Sized:
    row, size = [], size_of("")
    for cell in cells:
        text = cut(one_line(cell.text), CELL) or "–"
        strong = may_be_bold and cell.bold
        row.append(bold(text) if strong else _raw(text))
        size += size_of(text) + (BOLD_FRAME if strong else RAW_FRAME)
    return Sized(row, size)


def _raw(text: str) -> Block:
    return {"type": "raw_text", "text": text}


RAW_FRAME, BOLD_FRAME = (size_of(cell) - size_of("") for cell in (_raw(""), bold("")))  # around the text of a cell
