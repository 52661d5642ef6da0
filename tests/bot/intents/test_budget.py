"""Questions with a sum of money in them, as people ask them, on the seeded book."""

from collections.abc import Iterator
from datetime import UTC, datetime
from decimal import Decimal
from pathlib import Path

import pytest

from bot.desk import Desk
from bot.intents.turn import Answer, Asking, ThreadState
from pricing.store import Store

NOW = datetime(2026, 12, 1, 12, tzinfo=UTC)


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Desk]:
    path: Path = tmp_path_factory.mktemp("book") / "book.db"
    with Store.open(path, now=NOW) as store:
        yield Desk(store.book, NOW.date, "CNY")


def asked(desk: Desk, *texts: str) -> Answer:
    state: ThreadState | None = None
    for text in texts:
        answer = desk.ask(Asking(text, "U1", state=state))
        state = answer.state or state
    return answer


def titles(answer: Answer) -> list[str]:
    assert answer.card.table is not None
    return [column.title for column in answer.card.table.columns]


@pytest.mark.parametrize(
    ("text", "said", "column"),
    [
        ("what does $2M buy for 3 months of H200", "2.00M USD buys most with", "GPUs"),
        ("how long can I run 512 H100 for ¥20M", "20.0M CNY runs 512 (64 × 8 H100) longest with", "Paid for"),
        ("what can we get for 5M CNY a month of A100", "5.00M CNY buys most with", "GPUs"),
        ("两千万能租多少张H100用3个月", "2,000万元在", "GPU"),
        ("2000万够512张H100跑多久", "2,000万元供", "可用时长"),
        ("3000万够自建多少张H100", "3,000万元在自建", "GPU"),
    ],
)
def test_it_is_solved_for_what_was_not_said(desk: Desk, text: str, said: str, column: str) -> None:
    answer = asked(desk, text)
    assert answer.card.verdict.startswith(said)
    assert titles(answer)[1] == column
    assert len(titles(answer)) <= 6


def test_cash_and_what_is_left_are_the_sum(desk: Desk) -> None:
    answer = asked(desk, "what does $2M buy for 3 months of H200")
    assert answer.card.table
    for row in answer.card.table.rows:
        paid, left = (Decimal(cell.text.replace(",", "")) for cell in row[2:4])
        assert paid + left == 2_000_000


def test_the_workings_are_those_of_the_best_option(desk: Desk) -> None:
    """The comparison behind "show the math" is the ordinary one for what the money buys."""
    answer = asked(desk, "what does $2M buy for 3 months of H200")
    [comparison] = answer.comparisons
    assert f"{comparison.scenario.gpu_count:,} × H200" in answer.card.verdict
    assert [action.action_id for action in answer.card.actions] == ["quote.math.v1"]
    assert asked(desk, "what does $2M buy for 3 months of H200", "show the math").card.sections


def test_spot_and_own_hardware_are_said_to_be_what_they_are(desk: Desk) -> None:
    notes = "\n".join(asked(desk, "what does $2M buy for 3 months of H200").card.notes)
    assert "Spot gives more" in notes
    assert "can be taken away" in notes
    assert "Own hardware is paid for outright" in notes


def test_too_little_money_names_the_least_there_is(desk: Desk) -> None:
    answer = asked(desk, "what does $100 buy for 3 months of H200")
    assert answer.card.verdict.startswith("100 USD is not enough. The least there is: 1 × H200 for 3 months with ")
    assert answer.card.table is None
    assert asked(desk, "预算100元，H200用3个月能租几张").card.verdict.startswith("100元不够。")


def test_neither_a_number_nor_a_time_is_asked_for(desk: Desk) -> None:
    answer = asked(desk, "$2M for H200")
    assert answer.card.verdict.startswith("For how long, or how many GPUs?")
    assert asked(desk, "$2M for H200", "3 months").card.verdict.startswith("2.00M USD buys most with")
    assert asked(desk, "$2M for H200", "512 GPUs").card.verdict.startswith("2.00M USD runs 512")
    assert asked(desk, "两百万美元H200").card.verdict.startswith("用多久")


def test_with_both_the_comparison_says_what_fits(desk: Desk) -> None:
    answer = asked(desk, "budget 20M CNY, 512 H100 for 3 months")
    assert answer.card.lead[0].startswith("Within your 20.0M CNY: ")
    answer = asked(desk, "budget 12M CNY, 512 H100 for 3 months")
    assert answer.card.lead[0].startswith("Within your 12.0M CNY is only what can be taken away")
    answer = asked(desk, "budget 1M CNY, 512 H100 for 3 months")
    assert answer.card.lead[0].startswith("None of the options of this GPU on show is within your 1.00M CNY")


def test_another_currency_is_converted_and_said(desk: Desk) -> None:
    answer = asked(desk, "we have €300k, how many MI300X for 90 days in USD")
    assert any(note.startswith("300,000.00 EUR is ") for note in answer.card.notes)
    assert any("EUR" in line for line in answer.card.context)


@pytest.mark.parametrize("change", ["$3M", "6 months", "on H100", "only on demand", "how long would 256 run?"])
def test_a_thread_goes_on(desk: Desk, change: str) -> None:
    before = asked(desk, "what does $2M buy for 3 months of H200")
    after = asked(desk, "what does $2M buy for 3 months of H200", change)
    assert (after.card.header, after.card.verdict) != (before.card.header, before.card.verdict)
    assert after.card.table
