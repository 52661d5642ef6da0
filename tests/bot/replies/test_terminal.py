"""A card on the terminal: the same words, columns that line up in Chinese too, readable in narrow windows."""

from io import StringIO

import pytest
from rich.cells import cell_len
from rich.console import Console

from bot.replies.card import Card, Cell, Column, Table
from bot.replies.comparison import comparison_card
from bot.replies.terminal import print_card, wrapped
from bot.replies.words import languages
from tests.bot.replies.builders import market_comparison, seed_comparison


def page(card: Card, width: int) -> list[str]:
    """The lines that are printed, without colour."""
    output = StringIO()
    print_card(card, Console(file=output, width=width, color_system=None))
    return [line.rstrip() for line in output.getvalue().splitlines()]


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("width", [40, 60, 80, 120])
def test_every_figure_is_printed_whole_in_any_width(language: str, width: int) -> None:
    card = comparison_card(market_comparison(), language)
    lines = page(card, width)
    assert max(map(cell_len, lines)) <= width
    assert card.table
    text = "\n".join(lines)
    for row in card.table.rows:
        assert all(cell.text in text for cell in row[1:5])


FIGURES = ("13,470,247", "49,421,606")


def test_numbers_end_in_one_column_in_chinese() -> None:
    lines = page(comparison_card(seed_comparison(), "zh"), 120)
    ends = {cell_len(line[: line.index(figure)] + figure) for line in lines for figure in FIGURES if figure in line}
    assert len(ends) == 1


def test_the_words_are_those_of_the_card() -> None:
    card = comparison_card(seed_comparison(), "en")
    joined = " ".join(" ".join(page(card, 100)).split())
    for text in (card.header, card.verdict, *card.notes, *card.context, *card.hints):
        assert " ".join(text.split()) in joined


def test_nothing_is_parsed_as_markup() -> None:
    card = Card(
        "en", verdict="[red]x[/red] [link=http://evil]y[/link]", table=Table((Column("[b]c"),), ((Cell("[i]d"),),))
    )
    text = "\n".join(page(card, 80))
    assert "[red]x[/red] [link=http://evil]y[/link]" in text
    assert "[b]c" in text
    assert "[i]d" in text


def test_escape_sequences_do_not_reach_the_terminal() -> None:
    assert "\x1b" not in "\n".join(page(Card("en", header="a\x1b[2Jb", verdict="v"), 80))


def test_cells_are_printed_as_given() -> None:
    row = tuple(Cell(text) for text in ("1,234.50", "1e3", "007"))
    text = "\n".join(page(Card("en", table=Table((Column("a"), Column("b"), Column("c")), (row,))), 80))
    assert "1,234.50" in text
    assert "1e3" in text
    assert "007" in text


def test_chinese_wraps_between_characters_but_not_before_a_stop() -> None:
    assert wrapped("自建更便宜，租用更快。", 12) == "自建更便宜，\n租用更快。"
    assert wrapped("自建更便宜，租用更快。", 10) == "自建更便\n宜，租用更\n快。"
    assert wrapped("six weeks of H100", 9) == "six weeks\nof H100"
    assert all(not line.startswith("。") for line in wrapped("一二三四五六。" * 20, 13).splitlines())
