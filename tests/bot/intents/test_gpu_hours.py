"""How many GPU-hours a need takes, in money: in a thread, fresh, and of a training run; in both languages."""

import re
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


def numbers(text: str) -> list[Decimal]:
    return [Decimal(number.replace(",", "")) for number in re.findall(r"(?<![A-Z\d])\d[\d,.]*(?<=\d)", text)]


@pytest.mark.parametrize(
    "texts",
    [
        ("1024 H100 for 6 weeks", "how many GPU hours did that take, in dollars?"),
        ("1024 H100 for 6 weeks, how many GPU hours is that, in USD",),
        ("1024张H100，6周，换算美元", "训练一次要多少卡时、多少钱？"),
    ],
)
def test_hours_times_rate(desk: Desk, texts: tuple[str, ...]) -> None:
    """1,024 GPUs for 1,008 hours; the equation holds as it is printed."""
    answer = asked(desk, *texts)
    count, hours, total, rate, cost = numbers(answer.card.verdict)[:5]
    assert (count, hours, total) == (1024, 1008, 1_032_192)
    assert round(total * rate) == cost
    assert answer.comparisons[0].currency == "USD"


def test_of_a_training_run(desk: Desk) -> None:
    answer = asked(desk, "175B on 300B tokens on 1024 A100", "how many GPU hours did that take, in dollars?")
    assert "701,122 GPU-hours" in answer.card.verdict
    assert "701,122 GPU-hours" in answer.card.lead[0]
    after = asked(
        desk, "175B on 300B tokens on 1024 A100", "how many GPU hours did that take, in dollars?", "our MFU is 20%"
    )
    assert "1,402,244 GPU-hours" in after.card.lead[0]


def test_a_budget_in_gpu_hours_stays_a_budget(desk: Desk) -> None:
    assert asked(desk, "with 75k USD how many GPU hours of H200 do we get").card.verdict.startswith("For how long")
