"""Costs stated as a share of others, and sums that are written off over a stated life."""

from decimal import Decimal

import pytest

from pricing.claims.findings import Verdict
from tests.bot.claims.reading import found, held, slips

RIGHT = [
    "16 servers come to $5.04M; network 20% adds $1.0M; total $6.05M",
    "服务器合计5000万元；网络另加20%，即1000万元；总计6000万元",
    "采购40台，总价4000万元；按3年直线折旧，每月111万元",
    "设备 3600 万元，按 36 个月摊销，每月 100 万元",
    "设备 3600 万元，残值 10%，按 3 年折旧，每年 1080 万元",
    "Capex $5.04M; straight-line over 36 months = $140K a month",
    "Capex $5.04M, depreciated over 3 years is $140K a month",
    "The cluster costs $12M. Written off over 4 years, that is $3M a year.",
    "- Capex: $5.04M\n- Depreciation over 36 months: $140K a month",
]

WRONG = [
    ("16 servers come to $5.04M; network 20% adds $10M", "$10M", "1008000"),
    ("服务器合计5000万元；网络另加20%，增加100万元", "增加100万元", "10000000"),
    ("采购40台，总价4000万元；按3年直线折旧，每月1333万元", "每月1333万元", "1111111.11"),
    ("Capex $5.04M; straight-line over 36 months = $1.68M a month", "$1.68M a month", "140000"),
    ("Capex $5.04M, depreciated over 3 years is $1.4M a month", "$1.4M a month", "140000"),
    ("设备 3600 万元，按 36 个月摊销，每月 1200 万元", "每月 1200 万元", "1000000"),
    ("- Capex: $5.04M\n- Depreciation over 36 months: $1.4M a month", "$1.4M a month", "140000"),
]

UNRELATED = [
    "Servers $5M depreciated over 5 years; support is $20K a month.",
    "设备 3600 万元，按 36 个月摊销，运维费每月 20 万元",
    "Buying costs $5M over 3 years; renting costs $90K a month.",
]


@pytest.mark.parametrize("text", RIGHT)
def test_what_follows_holds(text: str) -> None:
    assert held(text)
    assert slips(text) == []


@pytest.mark.parametrize(("text", "stated", "right"), WRONG)
def test_a_slip_is_found_with_what_it_should_be(text: str, stated: str, right: str) -> None:
    one = next(one for said, one in found(text).items() if said in stated)
    assert one.verdict is Verdict.WRONG
    assert one.right is not None
    assert round(one.right, 2) == Decimal(right)


@pytest.mark.parametrize("text", UNRELATED)
def test_a_fee_beside_it_is_no_part_of_it(text: str) -> None:
    assert slips(text) == []
