"""How many of another GPU do the same: which is asked for, by which measure, in a thread and at once."""

from decimal import Decimal

import pytest

from tests.bot.intents.advice.asked import asked, text_of


@pytest.mark.parametrize(
    "texts",
    [
        ("how many A100 do the same work as 1024 H100 for 6 weeks?",),
        ("1024 H100 for 6 weeks", "how many A100 do the same?"),
        ("跟1024张H100同样的活要多少张A100？6周",),
        ("1024张H100，6周", "同样的活A100要多少张？"),
    ],
)
def test_so_many_of_another_do_the_same(texts: tuple[str, ...]) -> None:
    card = asked(*texts).card
    assert card.header.startswith("1,024")
    assert card.table is not None
    rows = {row[0].text: row[1].text for row in card.table.rows}
    assert rows["A100"].startswith("3,246")
    assert rows["H100"].startswith("1,024")


def test_the_measure_can_be_changed_and_the_workings_hold() -> None:
    text = text_of(asked("1024 H100 for 6 weeks", "how many A100 do the same?", "by measured matmul").card)
    assert "794.5 / 271.2 = 2.930 A100" in text
    assert "= 3,000 GPUs" in text


def test_a_gpu_without_a_figure_is_said_to_have_none() -> None:
    text = text_of(asked("1024 H100 for 6 weeks", "how many 910B do the same?").card)
    assert "No figure by dense BF16 peak: Ascend-910B" in text


def test_rates_per_pflops_need_no_fleet() -> None:
    card = asked("H100 vs B200 per pflop, in USD").card
    assert card.table is not None
    assert [row[0].text for row in card.table.rows] in (["B200", "H100"], ["H100", "B200"])
    rates = [Decimal(row[4].text) for row in card.table.rows]
    assert all(rate > 0 for rate in rates)


def test_the_thread_goes_on() -> None:
    answer = asked("1024 H100 for 6 weeks", "how many A100 do the same?", "512")
    assert answer.card.header.startswith("512")
