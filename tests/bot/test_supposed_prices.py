"""Supposed prices as they are answered: marked, explained, traced to the row they come from, and never stored."""

from datetime import UTC, datetime
from decimal import Decimal
from pathlib import Path

import pytest

from bot.desk import Desk
from bot.intents.turn import Answer, Asking, ThreadState
from bot.replies.actions import MATH
from bot.replies.data import comparison_data
from pricing.store import Store

NOW = datetime(2026, 12, 1, 12, tzinfo=UTC)
NEED = {"en": "64 H100 for 6 weeks", "zh": "64张H100，6周"}


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store.open(tmp_path / "book.db", now=NOW)


@pytest.fixture
def desk(store: Store) -> Desk:
    return Desk(store.book, lambda: NOW.date(), "CNY")


def asked(desk: Desk, *texts: str) -> Answer:
    """The answer to the last message of a thread."""
    state: ThreadState | None = None
    for text in texts:
        answer = desk.ask(Asking(text, "U1", state=state))
        state = answer.state or state
    return answer


def rows(answer: Answer) -> dict[str, list[str]]:
    assert answer.card.table is not None
    return {row[0].text: [cell.text for cell in row[1:]] for row in answer.card.table.rows}


@pytest.mark.parametrize(
    ("language", "said", "header", "note"),
    [
        (
            "en",
            "assume 30% off AWS list",
            "AWS 30% off list (supposed)",
            "Supposed in the question, not a price of the book",
        ),
        ("zh", "假设AWS打七折", "AWS目录价减30%（假设）", "提问中假设的价格，不是价格库里的"),
        (
            "en",
            "if Lambda were $2.50 per GPU-hour",
            "Lambda at 2.50 USD/GPU-hour (supposed)",
            "Supposed in the question",
        ),
        ("zh", "星宇智算按11万一个节点月", "星宇智算按", "代替"),
    ],
)
def test_a_supposed_price_is_marked_and_explained(desk: Desk, language: str, said: str, header: str, note: str) -> None:
    answer = asked(desk, NEED[language], said)
    assert header in answer.card.header
    assert any("※" in name for name in rows(answer))
    assert any(line.startswith("※") and note in line for line in answer.card.notes)
    assert header in answer.card.lead[0]


def test_the_math_traces_it_to_the_row_of_the_book(desk: Desk) -> None:
    desk_answer = asked(desk, NEED["en"], "assume 30% off AWS list", "show the math")
    lines = [line for section in desk_answer.card.sections for line in section.lines]
    line = next(line for line in lines if "supposed in the question: 0.7 ×" in line)
    assert "USD/node-hour (no. " in line


def test_the_book_is_as_it_was(desk: Desk, store: Store) -> None:
    before = store.book(NOW.date()).version
    asked(desk, NEED["en"], "assume 30% off AWS list")
    assert store.book(NOW.date()).version == before
    kept, again = asked(desk, NEED["en"]), asked(desk, NEED["en"], "assume 30% off AWS list", "drop that assumption")
    assert rows(kept) == rows(again)
    assert "no longer: AWS 30% off list (supposed)" in again.card.lead[0]


def test_a_seller_without_such_a_row_is_said(desk: Desk) -> None:
    notes = asked(desk, NEED["en"], "Lambda spot 10% dearer").card.notes
    assert any("spot 10% dearer (supposed)” changed nothing" in note for note in notes)
    notes = asked(desk, NEED["zh"], "Lambda竞价贵10%").card.notes
    assert any("没有改变任何价格" in note for note in notes)


def test_a_price_far_from_the_books_is_asked_about_and_not_refused(desk: Desk) -> None:
    answer = asked(desk, NEED["en"], "if Lambda were $250 per GPU-hour")
    assert any("times the price in the book. Is the unit right?" in note for note in answer.card.notes)
    assert any(name.startswith("Lambda") for name in rows(answer))
    low = asked(desk, NEED["zh"], "如果Lambda每卡每小时0.1美元")
    assert any("单位对吗" in note for note in low.card.notes)


def test_list_and_contracted_cost_stand_side_by_side(desk: Desk) -> None:
    answer = asked(desk, NEED["en"], "assume 50% off Lambda")
    [comparison] = answer.comparisons
    data = comparison_data(comparison)
    quotes = data["quotes"]
    assert isinstance(quotes, list)
    quote = next(one for one in quotes if any(flag["kind"] == "supposed" for flag in one["flags"]))
    line = quote["effective"][0]
    assert Decimal(line["contracted_unit_price"]) * 2 == Decimal(line["list_unit_price"])
    assert Decimal(line["list_cost"]) == 2 * Decimal(line["amount"])


def test_it_holds_for_break_even_and_side_by_side_and_for_buttons(desk: Desk) -> None:
    alone = asked(desk, "when does buying 64 H100 beat renting?, assume 30% off AWS list").comparisons[0]
    assert alone.scenario.supposed
    both = asked(desk, "compare 64 H100 and H200 for 6 weeks, AWS 20% cheaper").comparisons
    assert [bool(one.supposed[0].rows) for one in both] == [True, True]
    card = asked(desk, NEED["en"], "assume 30% off AWS list").card
    button = next(action for action in card.actions if action.action_id == MATH)
    assert "supposed" in button.value


def test_the_question_written_back_is_read_again(desk: Desk) -> None:
    verdict = asked(desk, "assume 30% off AWS list, StarVerse at 110,000 a node-month").card
    offered = "64 H100 for 6 weeks, assume aws list 30% off, assume starverse at 110,000 per node per month"
    assert any(offered in line for line in (verdict.verdict, *verdict.notes, *verdict.hints, *verdict.context))
    again = asked(desk, offered).state
    assert again is not None
    assert [one.provider for one in again.requests[-1].supposed] == ["aws", "starverse"]
