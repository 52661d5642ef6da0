"""Things that are counted and priced one by one: named models, whole machines, switches; GPU-hours of a named model."""

from decimal import Decimal

import pytest

from pricing.claims.findings import Verdict
from tests.bot.claims.reading import found, held, slips

RIGHT = [
    "Training took 2.788M H800 GPU hours, at $2 per GPU hour costs $5.576M",
    "Pre-training used 2,788K H800 GPU-hours. At $2 per GPU-hour that costs $5.576M",
    "1.3M A100 hours at $1.10 per GPU-hour comes to $1.43M",
    "训练用了278.8万H800卡时，每卡时2美元，共557.6万美元",
    "278.8万卡时×2美元=557.6万美元",
    "Buying 100 L40S at $7,500 each is $750,000",
    "100张L40S，单价5万元，合计500万元",
    "16 DGX H100 at $400,000 apiece totals $6.4M",
    "16台DGX H100，每台280万元，共4480万元",
    "32 H100 servers at $250,000 each comes to $8M",
    "12 IB switches at $36,000 each is $432,000",
    "交换机12台，单价25万元，共300万元",
    "8-GPU server $315,000; 16 servers come to $5.04M",
    "H100服务器 220万元，16台合计3520万元",
    "每台每月6.5万元，128台每月共832万元",
    "64张H100，每张每月4500元，64张每月共28.8万元",
    "100 L40S at $7,500 each; 20 A100 at $15,000 each; total $1.05M",
    "L40S 100张，单价5万元；A100 20张，单价10万元；合计700万元",
]

WRONG = [
    ("Training took 2.788M H800 GPU hours, at $2 per GPU hour costs $55.76M", "$55.76M", "5576000"),
    ("训练用了278.8万H800卡时，每卡时2美元，共55.76万美元", "55.76万美元", "5576000"),
    ("Buying 100 L40S at $7,500 each is $75,000", "$75,000", "750000"),
    ("100张L40S，单价5万元，合计50万元", "50万元", "5000000"),
    ("16 DGX H100 at $400,000 apiece totals $640,000", "$640,000", "6400000"),
    ("16台DGX H100，每台280万元，共448万元", "448万元", "44800000"),
    ("12 IB switches at $36,000 each is $342,000", "$342,000", "432000"),
    ("8-GPU server $315,000; 16 servers come to $50.4M", "$50.4M", "5040000"),
    ("H100服务器 220万元，16台合计3.52亿元", "3.52亿元", "35200000"),
    ("每台每月6.5万元，128台每月共83.2万元", "83.2万元", "8320000"),
    ("64张H100，每张每月4500元，64张每月共2.88万元", "2.88万元", "288000"),
    ("100 L40S at $7,500 each; 20 A100 at $15,000 each; total $10.5M", "$10.5M", "1050000"),
    ("L40S 100张，单价5万元；A100 20张，单价10万元；合计70万元", "70万元", "7000000"),
]

OPEN = [
    "100 L40S for $750,000 is $7,500 each",
    "H100 server $315,000. Networking for 16 servers comes to $1M.",
    "16 servers $5.04M; support is $400,000",
    "服务器 220万元，16台的网络合计300万元",
]


@pytest.mark.parametrize("text", RIGHT)
def test_a_count_times_the_price_of_one_holds(text: str) -> None:
    assert held(text)
    assert slips(text) == []


@pytest.mark.parametrize(("text", "stated", "right"), WRONG)
def test_a_slip_in_it_is_found(text: str, stated: str, right: str) -> None:
    one = found(text)[stated]
    assert one.verdict is Verdict.WRONG
    assert one.right is not None
    assert abs(one.right - Decimal(right)) < Decimal("0.0001")


@pytest.mark.parametrize("text", OPEN)
def test_the_price_of_one_thing_is_held_against_nothing_else(text: str) -> None:
    assert slips(text) == []
