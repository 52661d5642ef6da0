"""Sentences of sellers, right and wrong, in both languages: the slip is found, and what is right is left alone."""

from decimal import Decimal

import pytest

from pricing.claims.findings import Need, Verdict
from tests.bot.claims.reading import found, held, slips

RIGHT = [
    "8x H100 node at $24/h, 128 nodes for 6 weeks comes to $3.1M",
    "64卡H200每卡时23元，3个月合计322万",
    "saves 43.6% vs $3.9/h at $2.2/h",
    "100 TB egress at $0.09/GB costs $9,000",
    "10 MW x 8760 h x $0.08 = $7.0M",
    "5-year TCO of $60M is $1M a month",
    "2,048 GPUs x 700 W = 1.4 MW",
    "16 nodes of 8x H200 at $28/hr per node, 3 months, total $980K",
    "256 H100 at $2.10 per GPU-hour for 90 days comes to $1.16M",
    "capex $833,806 / ($98.32/h - $0.87/h) = 8,556 hours",
    "Pre-training took 2.664M GPU-hours; at $2 per GPU hour the cost is $5.328M",
    "$98.32 an hour for 8 GPUs is $12.29 per GPU-hour.",
    "$24/h is $17,520 a month",
    "1.46M + 7.0M + 30.84M = 39.3M GPU-hours",
    "At 70% utilization, 64 GPUs at $2.00 per hour for 4 years cost $3.14M",
    "Inference: 50M tokens a day at $0.50 per million tokens is $25 a day.",
    "The cluster uses 1.3 MW. Over a year (8,760 h) this is 11.4 GWh; at $0.09/kWh the bill is $1.02M.",
    "A800 8卡机 每月 6.5 万元，租 32 台 12 个月，总价 2496 万元，比公有云的每台每月 13 万元节省 50%。",
    "存储 500 TB，每 GB 每月 0.12 元，每月 6 万元；出网流量 20 TB，0.5元/GB，共 1 万元。",
    "每卡每小时 18 元 × 64 卡 × 720 小时 = 829,440 元",
    "效率损失 10%，30 天的训练要多跑 3.3 天",
    "服务器 128 台，每台 250 万元，合计 3.2 亿元；机房 3000 万元；网络 5000 万元。总投入 4 亿元。",
    "月租 5.2 万元，租 20 台一年共计 1248 万元，预付可打九折，即 1123.2 万元。",
]

WRONG = [
    ("8x H100 node at $24/h, 128 nodes for 6 weeks comes to $30.9M", "$30.9M", "3096576"),
    ("64卡H200每卡时23元，3个月合计32.2万", "32.2万", "3223680"),
    ("100 TB egress at $0.09/GB costs $900", "$900", "9000"),
    ("10 MW x 8760 h x $0.08 = $70M", "$70M", "7008000"),
    ("2,048 GPUs x 700 W = 14 MW", "14 MW", "1.4336"),
    ("16 nodes of 8x H200 at $28/hr per node, 3 months, total $1.96M", "$1.96M", "981120"),
    ("256 GPUs × 102 h × $98.32 per node-hour = $2.57M, with 8 GPUs per node", "$2.57M", "320916.48"),
    ("$98.32 an hour for 8 GPUs is $1.229 per GPU-hour.", "$1.229 per GPU-hour", "12.29"),
    ("$24/h is $175,200 a month", "$175,200 a month", "17520"),
    ("Inference: 50M tokens a day at $0.50 per million tokens is $250 a day.", "$250 a day", "25"),
    ("存储 500 TB，每 GB 每月 0.12 元，每月 60 万元", "每月 60 万元", "60000"),
    ("月租 5.2 万元，租 20 台一年共计 2496 万元", "2496 万元", "12480000"),
    ("服务器 128 台，每台 250 万元，合计 3.2 亿元；机房 3000 万元。总投入 2.5 亿元。", "2.5 亿元", "350000000"),
    ("效率损失 10%，30 天的训练要多跑 6 天", "6 天", "3.33333"),
    ("GPUs $12M, networking $2M, storage $1M. TCO: $13M.", "$13M", "15000000"),
]


@pytest.mark.parametrize("text", RIGHT)
def test_what_adds_up_holds_and_nothing_is_called_wrong(text: str) -> None:
    assert held(text)
    assert slips(text) == []


@pytest.mark.parametrize(("text", "stated", "right"), WRONG)
def test_what_does_not_add_up_is_found_with_what_it_should_be(text: str, stated: str, right: str) -> None:
    one = found(text)[stated]
    assert one.verdict is Verdict.WRONG
    assert one.right is not None
    assert abs(one.right - Decimal(right)) < Decimal("0.0001")


def test_a_saving_in_percent_is_taken_from_its_two_prices() -> None:
    one = found("saves 60% vs $3.9/h at $2.2/h")["60%"]
    assert one.verdict is Verdict.WRONG
    assert one.value is not None
    assert round(one.value, 1) == Decimal("43.6")


def test_half_the_price_is_a_claim_too() -> None:
    assert "直接腰斩" in held("公有云节点 26 万/月，我们的节点 12.8 万/月，成本直接腰斩")


def test_a_month_of_four_weeks_holds_and_is_said() -> None:
    one = found("集群 3328 万/月，6 周合计 4992 万元")["4992 万元"]
    assert one.verdict is Verdict.HOLDS
    assert one.convention is not None
    assert one.convention.month == 672


def test_what_follows_from_a_slip_names_it_and_is_corrected() -> None:
    text = "硬件 3 亿元，机房 1 亿元，合计 2 亿元。2 亿元 / 50 月 = 400 万元/月"
    stated = found(text)
    assert stated["2 亿元"].verdict is Verdict.WRONG
    assert stated["400 万元/月"].verdict is Verdict.FOLLOWS
    assert stated["400 万元/月"].right == Decimal(8_000_000)


def test_a_table_is_checked_line_by_line_and_at_its_foot() -> None:
    table = (
        "| Item | Qty | Unit price | Amount |\n|---|---|---|---|\n| H100 node | 16 | $310,000 | $4,960,000 |\n"
        "| IB switch | 12 | $36,000 | $342,000 |\n| Total | | | $5,302,000 |"
    )
    stated = found(table)
    assert stated["$4,960,000"].verdict is Verdict.HOLDS
    assert stated["$342,000"].right == 432_000
    assert stated["$5,302,000"].verdict is Verdict.FOLLOWS
    assert stated["$5,302,000"].right == 5_392_000


def test_a_total_without_parts_cannot_be_checked_and_says_what_is_missing() -> None:
    one = found("自建集群总成本 2.1 亿元，5 年使用，24 小时运维。")["2.1 亿元"]
    assert one.verdict is Verdict.OPEN
    assert one.need is Need.PARTS


@pytest.mark.parametrize(
    "text",
    [
        "8 张 H100，单价 24 万元，整机 230 万元，含 3 年质保。",
        "Our nodes have 8 H100 and 30 TB of NVMe; queues are 2 days, support answers in 4 hours.",
        "On-demand is $3 an hour. Our monthly plan costs $1,500 a month.",
        "Renting costs $1.2M a year, so over 3 years you pay $3.6M. Buying costs $2.4M, saving 33%.",
        "Reserve 3 years: $23.78/h instead of $55.04/h. Setup fee $5,000, deposit 20%.",
    ],
)
def test_figures_that_follow_from_nothing_raise_no_alarm(text: str) -> None:
    assert slips(text) == []
