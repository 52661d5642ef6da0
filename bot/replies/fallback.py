"""The text of a message: verdict and rows in words, for notifications, screen readers and refused blocks."""

from collections.abc import Sequence

from bot.replies import figures
from bot.replies.card import Card, Cell, Table
from bot.replies.plain import cut, fitting, one_line
from bot.replies.words import say, say_count

TEXT_BYTES = 3_400  # chat.update takes 4,000 characters and may count bytes
HEAD_BYTES = 2_400
LINE = 600
NOTHING = "–"


def text_of(card: Card) -> str:
    """The card in words, at most 3,400 bytes; rows and lines left out are counted. `&`, `<` and `>` are escaped."""
    first = [line for raw in (card.header, *card.lead, card.verdict) if (line := one_line(raw))]
    head = [_within(line, HEAD_BYTES // len(first)) for line in first]
    room = TEXT_BYTES - sum(_size(line) for line in head) - LINE // 4
    rows = [escaped(cut(row, LINE)) for row in in_words(card)]
    kept = fitting(rows, room, _size)
    room -= sum(_size(row) for row in rows[:kept])
    left = len(rows) - kept
    counted = [say_count(card.language, "left-out.rows", figures.number(card.language, left))] if left else []
    more = [escaped(cut(line, LINE)) for line in _more(card)]
    noted = more[: fitting(more, room, _size)]
    unsaid = len(more) - len(noted)
    if unsaid:
        counted.append(say_count(card.language, "left-out.lines", figures.number(card.language, unsaid)))
    return "\n".join([*head, *rows[:kept], *noted, *counted]) or NOTHING


def _within(line: str, most: int) -> str:
    """The line, escaped, in at most so many bytes; escaping can make five characters of one."""
    length = len(line)
    while _size(written := escaped(cut(line, length))) > most:
        length = length * most // (_size(written) + 1)
    return written


def _size(line: str) -> int:
    return len(line.encode("utf-8")) + 1


def escaped(text: str) -> str:
    """Text that Slack shows as it is, where it parses markup."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def in_words(card: Card) -> list[str]:
    """The rows of the table, each in one line that names its columns."""
    return [row_in_words(card.language, card.table, row) for row in card.table.rows] if card.table else []


def row_in_words(language: str, table: Table, row: Sequence[Cell]) -> str:
    """ "Own, 70% used: Setup 128 × 8 H100; Effective cost 13,470,247"."""
    titles = [one_line(column.title) for column in table.columns]
    pairs = [
        say(language, "fallback.pair", title=title, value=one_line(cell.text) or NOTHING)
        for title, cell in list(zip(titles, row, strict=False))[1:]
    ]
    name = one_line(row[0].text) if row else NOTHING
    return say(language, "fallback.row", name=name, pairs=say(language, "join.items").join(pairs))


def _more(card: Card) -> list[str]:
    lines = [*(chart.text for chart in card.charts), *card.notes]
    for section in card.sections:
        lines += [section.title, *section.lines]
    return [line for raw in (*lines, *card.context, *card.hints) if (line := one_line(raw))]
