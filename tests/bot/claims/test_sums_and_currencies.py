"""Sums: of one currency only, no looser than their parts, with what is paid once beside them."""

import pytest

from pricing.claims.findings import Need, Verdict
from pricing.claims.units import USUAL
from tests.bot.claims.reading import found, held, slips

MIXED = [
    ("64 H100 at $2.49/h for 3 months = $349,000, plus ¥50,000 setup, total $400,000", "$400,000"),
    ("对吗：100万美元+50万人民币=150万", "150万"),
    ("Hardware $1.2M + support €300,000 = $1.5M", "$1.5M"),
    ("monthly fee ¥1,200,000, setup €20,000, total for 6 months ¥7,400,000", "¥7,400,000"),
    ("Hardware €2.0M, network €0.3M, support $200k a year; 3-year total €2.9M", "€2.9M"),
    ("服务器100万美元，网络80万元人民币，总价800万元", "800万元"),
    ("$100,000 + €50,000 = 150,000", "150,000"),
    ("服务器300万元，软件20万美元，维保30万元，合计350万元", "350万元"),
]


@pytest.mark.parametrize(("text", "total"), MIXED)
def test_parts_of_different_currencies_are_never_added(text: str, total: str) -> None:
    one = found(text)[total]
    assert one.verdict is Verdict.OPEN
    assert one.need is Need.CURRENCY


def test_a_total_said_again_in_another_currency_is_still_checked() -> None:
    assert slips("Servers $2.0M, network $0.5M, total $3.5M (about ¥25M)") == ["$3.5M"]
    assert held("服务器200万美元，网络50万美元，合计250万美元（约1800万元）")[0] == "250万美元"


RIGHT = [
    "128 nodes, $26,000 per node per month, support $20,000 per month, total $3,348,000 per month",
    "4-year TCO is $13.7M: servers $9.28M, opex $1.1M a year",
    "4年TCO为1368万元：服务器928万元，运维每年110万元",
    "monthly fee ¥1,200,000, setup ¥200,000, total for 6 months ¥7,400,000",
    "64张H100，每卡时20元，30天，共92万，另付设置费5万，总价97万",
    "64 H100 at $2.50 per GPU-hour for 720 hours comes to $115,200, one-off activation $4,800, total $120,000",
    "$300,000 a node x 8 = $2.4M, switches $400k, total $2.8M",
]


@pytest.mark.parametrize("text", RIGHT)
def test_what_is_paid_once_is_a_part_and_no_result(text: str) -> None:
    assert held(text)
    assert slips(text) == []


def test_a_part_that_is_exact_lends_a_total_no_tolerance() -> None:
    assert slips("$300,000 a node x 8 = $2.4M, switches $400k, total $2.9M") == ["$2.9M"]
    assert slips("1024 H100 at $28,000 each is $28.7M, switches $3.1M, total $31.9M") == ["$31.9M"]
    assert slips("每台300万元×8=2400万元，交换机400万元，合计2900万元") == ["2900万元"]


def test_a_total_behind_its_parts_is_their_sum_with_letters_right_behind_chinese_ones() -> None:
    assert slips("1024张H100每张28万共2.87亿，服务器0.85亿，电力0.38亿，5年TCO 2.1亿")[0] == "2.1亿"
    assert held("1024张H100每张28万共2.87亿，服务器0.85亿，电力0.38亿，5年TCO 4.1亿")[1] == "4.1亿"


def test_a_total_that_is_the_sum_of_its_parts_needs_no_other_month() -> None:
    text = "512 H200 at $2.30 per GPU-hour for 12 months comes to $10.3M; extra support $200,000; grand total $10.5M"
    total = found(text)["$10.5M"]
    assert total.verdict is Verdict.HOLDS
    assert total.convention is USUAL
