"""A card as a Slack message: within every limit whatever the card holds, nothing parsed, nothing lost in silence."""

import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.replies.actions import View
from bot.replies.card import Action, Card, Cell, Chart, Column, Section, Series, Table
from bot.replies.comparison import comparison_card
from bot.replies.help import help_card
from bot.replies.math import math_card
from bot.replies.plain import clean, one_line
from bot.replies.slack import message
from bot.replies.words import languages
from pricing.catalog import ProviderKind
from tests.bot.replies.builders import a_comparison, a_scenario, market_comparison, seed_comparison, usd_quote
from tests.bot.replies.slack_limits import breaches

short = st.text(max_size=30)
long = st.one_of(
    short, st.text(min_size=100, max_size=400), st.integers(1, 30).map(lambda n: "长<&>\U0001f600 " * 40 * n)
)


@st.composite
def tables(draw: st.DrawFn) -> Table:
    width = draw(st.integers(1, 8))
    columns = tuple(Column(draw(short), draw(st.booleans())) for _ in range(width))
    kinds = tuple(
        tuple(Cell(draw(long), draw(st.booleans())) for _ in range(width)) for _ in range(draw(st.integers(0, 4)))
    )
    return Table(columns, kinds * draw(st.sampled_from([1, 1, 1, 40])))


numbers = st.decimals(-1000, 1000, places=2)
charts = st.builds(
    Chart,
    kind=st.sampled_from(["line", "bar"]),
    title=long,
    series=st.lists(st.builds(Series, long, st.lists(numbers, max_size=25).map(tuple)), max_size=8).map(tuple),
    categories=st.lists(long, max_size=25).map(tuple),
    x_label=long,
    y_label=long,
    text=long,
)

cards = st.builds(
    Card,
    language=st.sampled_from(["en", "zh"]),
    header=long,
    lead=st.lists(long, max_size=3).map(tuple),
    charts=st.lists(charts, max_size=3).map(tuple),
    verdict=long,
    table=st.none() | tables(),
    sections=st.lists(st.builds(Section, long, st.lists(long, max_size=20).map(tuple)), max_size=20).map(tuple),
    notes=st.lists(long, max_size=20).map(tuple),
    context=st.lists(long, max_size=6).map(tuple),
    actions=st.lists(
        st.builds(Action, long, st.sampled_from(["a", "b", "x" * 300]), st.text(max_size=2100), st.booleans()),
        max_size=9,
    ).map(tuple),
    hints=st.lists(long, max_size=3).map(tuple),
)


@given(cards)
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
def test_any_card_keeps_slacks_limits(card: Card) -> None:
    assert breaches(message(card)) == []


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("view", list(View))
@pytest.mark.parametrize("comparison", [seed_comparison(), market_comparison()])
def test_every_view_keeps_slacks_limits(language: str, view: View, comparison: object) -> None:
    assert breaches(message(comparison_card(comparison, language, view))) == []  # type: ignore[arg-type]


@pytest.mark.parametrize("language", languages())
def test_other_cards_keep_slacks_limits(language: str) -> None:
    for card in (math_card(market_comparison(), language), help_card(language)):
        assert breaches(message(card)) == []


@pytest.mark.parametrize("rows", [60, 300])
def test_too_many_rows_are_cut_from_the_end_and_counted(rows: int) -> None:
    quotes = [usd_quote(f"Cloud {i}", 100 + i, "4", ProviderKind.SPECIALISED) for i in range(rows)]
    sent = message(comparison_card(a_comparison(quotes), "en", all_rows=True))
    assert breaches(sent) == []
    (table,) = [block for block in sent.blocks if block["type"] == "table"]
    shown = table["rows"]
    assert isinstance(shown, list)
    kept = len(shown) - 1
    assert kept >= 20
    assert f"{rows - kept} more rows do not fit here." in json.dumps(sent.blocks)
    assert "more rows do not fit here." in sent.text


def test_lines_that_do_not_fit_are_counted() -> None:
    card = Card("en", verdict="v", sections=(Section("s", tuple("x" * 900 for _ in range(30))),))
    sent = message(card)
    kept = json.dumps(sent.blocks).count("x" * 900)
    assert 5 <= kept < 30
    assert f"{30 - kept} more lines do not fit here." in json.dumps(sent.blocks)


def test_what_users_and_vendors_write_is_never_parsed() -> None:
    evil = "<!channel> <@U1> <https://evil|bank> *bold* :smile: =HYPERLINK(1)"
    card = Card(
        "en",
        header=evil,
        verdict=evil,
        table=Table((Column(evil),), ((Cell(evil, bold=True),), (Cell(evil),))),
        notes=(evil,),
        context=(evil,),
        sections=(Section(evil, (evil,)),),
        actions=(Action(evil, "id", "value"),),
    )
    sent = message(card)
    assert "mrkdwn" not in json.dumps(sent.blocks)
    assert '"emoji": true' not in json.dumps(sent.blocks)
    assert "<!channel>" not in sent.text
    assert "&lt;!channel&gt;" in sent.text


def test_the_text_carries_verdict_and_every_row_with_its_figures() -> None:
    for language in languages():
        card = comparison_card(market_comparison(), language)
        text = message(card).text
        assert card.table
        assert card.verdict in text
        for row in card.table.rows:
            assert all(cell.text in text for cell in row)
        assert "⚠" in text


def test_a_section_is_its_title_and_a_line_for_each_of_its_lines() -> None:
    sections = (Section("Own: 5", ("a × b", "c")), Section("Nothing", ()), Section("", ("d", "e")), Section("", ()))
    blocks = message(Card("en", sections=sections)).blocks
    elements = [block["elements"][0]["elements"] for block in blocks]  # type: ignore[index]
    title = {"type": "text", "text": "Own: 5", "style": {"bold": True}}
    assert elements == [
        [title, {"type": "text", "text": "\n• a × b\n• c"}],
        [{"type": "text", "text": "Nothing", "style": {"bold": True}}],
        [{"type": "text", "text": "• d\n• e"}],
    ]


def test_text_that_needs_nothing_done_is_told_from_text_that_does() -> None:
    for code in range(0x11000):
        sign = chr(code)
        for text in (sign, f"a{sign}b", f" {sign}", f"a  {sign}"):
            assert one_line(text) == " ".join(clean(text).split())


def test_hidden_and_turning_characters_are_taken_out() -> None:
    sent = message(Card("en", header="a\u202eb\u200bc\x00d\ttab", verdict="v"))
    assert sent.blocks[0]["text"] == {"type": "plain_text", "text": "abcd tab", "emoji": False}


def test_a_header_too_long_stands_in_full_below() -> None:
    header = "only " + ", ".join(f"provider {i}" for i in range(40))
    sent = message(Card("en", header=header, verdict="v"))
    assert header in json.dumps(sent.blocks, ensure_ascii=False)


def test_numbers_are_right_aligned_and_options_left() -> None:
    (table,) = [b for b in message(comparison_card(seed_comparison(), "en")).blocks if b["type"] == "table"]
    assert table["column_settings"] == [{"align": side} for side in ["left", *["right"] * 4, "left"]]


def test_buttons_of_one_kind_stand_in_rows_of_their_own() -> None:
    corrections = tuple(Action(f"8 H{i}", "quote.ask.v1", f"question {i}") for i in range(3))
    rows = [
        b["elements"] for b in message(Card("en", verdict="v", actions=corrections)).blocks if b["type"] == "actions"
    ]
    assert [[button["value"] for button in row] for row in rows] == [[f"question {i}"] for i in range(3)]  # type: ignore[attr-defined]


def test_a_private_card_makes_a_private_message() -> None:
    assert message(help_card("en")).private
    assert not message(comparison_card(seed_comparison(), "en")).private


def test_a_card_of_nothing_still_has_a_text() -> None:
    assert message(Card("en")).text == "–"


def test_the_main_reply_is_short_enough_to_update() -> None:
    for language in languages():
        sent = message(comparison_card(market_comparison(), language))
        assert len(sent.text.encode()) < 3_500
        assert len(sent.text) < 3_500 if language == "en" else 1_300


def test_scenario_fields_of_a_long_question_do_not_break_it() -> None:
    scenario = a_scenario(region="x" * 500)
    assert breaches(message(comparison_card(a_comparison([], scenario=scenario), "zh"))) == []
