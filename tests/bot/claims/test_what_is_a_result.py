"""Which figures of a text are results of others and which are given, by the words and the clause they stand in."""

import pytest

from tests.bot.claims.reading import found, held, slips

RIGHT = [
    ("128 nodes x 12.8万 = 1,638万 per month, 6 weeks 2,457万, cost cut in half vs 26万", "2,457万"),
    ("128台，每台每月26万，每月3328万，6周4992万", "4992万"),
    ("64张H100，每卡时20元，30天，共92万，另付培训费5万，总价97万", "97万"),
    ("64 H100 at $2.50 per GPU-hour for 720 hours comes to $115,200, an extra $4,800 fee, total $120,000", "$120,000"),
    (
        "128 nodes of 8 H100 at $24 per node-hour for 6 weeks comes to $3.1M, and 8 TB of egress at $0.09/GB is $720",
        "$720",
    ),
    ("5-year TCO for 1024 H100 is 4.10亿: cards 2.87亿, servers 0.85亿, power 0.38亿", "4.10亿"),
    ("5年TCO 4.1亿：硬件2.87亿，服务器0.85亿，电力0.38亿", "4.1亿"),
    ("30% discount on $100,000 gives $70,000", "$70,000"),
    ("100万打七折是70万", "70万"),
    ("64 GPUs x $2.50 x 730 hours = $116,800 a month", "$116,800 a month"),
    ("8 TB流量，每GB 0.8元，额外6400元", "6400元"),
    ("5年TCO 4.1亿，每月683万", "每月683万"),
    ("$1.17M a month minus 10% = $1.053M a month", "$1.053M a month"),
    ("100万元+13% = 113万元", "113万元"),
    ("$2,000 × (1 - 30%) = $1,400", "$1,400"),
]


@pytest.mark.parametrize(("text", "result"), RIGHT)
def test_a_result_that_adds_up_holds(text: str, result: str) -> None:
    assert result in held(text)
    assert slips(text) == []


WRONG = [
    ("128台，每台每月26万，每月4328万", "每月4328万", "33280000"),
    ("128 nodes, 26万 per node per month, 4328万 per month", "4328万 per month", "33280000"),
    (
        "128 nodes of 8 H100 at $24 per node-hour for 6 weeks comes to $3.1M, and 8 TB of egress at $0.09/GB is $7,200",
        "$7,200",
        "720",
    ),
    ("128台8卡节点，每台每小时170元，6周共2193万元，另有8TB流量，每GB 0.8元，即6.4万元", "6.4万元", "6400"),
    ("5-year TCO for 1024 H100 is 2.1亿: cards 2.87亿, servers 0.85亿, power 0.38亿", "2.1亿", "410000000"),
    ("5年TCO 2.1亿：硬件2.87亿，服务器0.85亿，电力0.38亿", "2.1亿", "410000000"),
    ("5年TCO 2.1亿，每月3500万", "每月3500万", "3500000"),
    ("30% discount on $100,000 gives $60,000", "$60,000", "70000"),
    ("100万打七折是60万", "60万", "700000"),
    ("$1.17M a month minus 10% = $0.95M a month", "$0.95M a month", "1053000"),
    ("100万元+13% = 130万元", "130万元", "1130000"),
    ("8 nodes x $20,000 = $160,000 per month, 3 months $580,000", "$580,000", "480000"),
]


@pytest.mark.parametrize(("text", "slip", "right"), WRONG)
def test_a_slip_is_seen_and_nothing_else_is_called_one(text: str, slip: str, right: str) -> None:
    assert slips(text) == [slip]
    value = found(text)[slip].value
    assert value is not None
    assert f"{value:.0f}" == right


def test_what_all_machines_cost_is_no_price_of_one() -> None:
    formula = found("64 GPUs x $2.50 x 730 hours = $161,800 a month")["$161,800 a month"].formula
    assert formula is not None
    assert formula.unit == (("USD", 1), ("month", -1))


@pytest.mark.parametrize(
    "text",
    [
        "128 nodes at $24,000 per node per month, cut in half versus $48,000",
        "月付12万，1年130万，3年350万",
        "1 month $120,000 monthly, 1 year $1.3M, 3 years $3.5M",
        "我们每卡时14元，对比云上21元，便宜33%；64张一个月65.4万元，而云上要98.1万元",
        "power 700 kW at $0.10/kWh for 8,760 hours is $613,200 plus €40,000 cooling",
        "power 700 kW at $0.10/kWh for 8,760 hours is $613,200 plus $40,000 cooling",
        "节点月费12.8万，相比26万直接腰斩",
    ],
)
def test_what_a_price_is_compared_with_is_given(text: str) -> None:
    assert slips(text) == []


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("64 GPUs x $2.50 x 730 hours = $161,800 a month", "…x 730 hours"),
        ("our price for you 12,345,678 a year in all = $9", "…a year in all"),
    ],
)
def test_a_quoted_figure_never_begins_within_a_word_or_a_number(text: str, label: str) -> None:
    from bot.understanding.claims.read import read
    from tests.bot.understanding.adapter import vocabulary

    assert read(text, vocabulary()).figures[-1].label == label


@pytest.mark.parametrize(
    "text",
    [
        "512张H200，每卡时16元，720小时，共590万元，额外培训5万元，总价595万元",
        "512 H200 at $2.30 per GPU-hour for 720 hours, extra training $5,000",
        "64 nodes at $20 per node-hour for 720 hours comes to $921,600 plus $10,000",
    ],
)
def test_what_is_paid_extra_for_something_named_is_given(text: str) -> None:
    assert slips(text) == []
