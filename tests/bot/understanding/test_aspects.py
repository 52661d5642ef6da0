"""Questions about the answer that is there: the aspect is named, every word is accounted for, nothing changes."""

from decimal import Decimal

import pytest

from bot.understanding.reading import About, Action, Reading
from bot.understanding.request import Request
from bot.understanding.understand import understand
from tests.bot.understanding.adapter import TODAY, vocabulary

SIX, THIRTEEN = Decimal("0.06"), Decimal("0.13")
CASES = [
    ("is VAT in? 13 or 6 %?", About("tax", (THIRTEEN, SIX))),
    ("含税吗？13个点还是6个点？", About("tax", (THIRTEEN, SIX))),
    ("is that before tax?", About("tax")),
    ("do we pay two full months?", About("partial")),
    ("不足一个月怎么算？", About("partial")),
    ("SXM or PCIe?", About("variant")),
    ("是SXM还是PCIe？", About("variant")),
    ("with 25 % up front?", About("prepay", (Decimal("0.25"),))),
    ("预付25%能便宜多少？", About("prepay", (Decimal("0.25"),))),
    ("and after the month ends?", About("renewal")),
    ("到期续费什么价？", About("renewal")),
    ("what if spot stops us once a day?", About("interruption", hours=Decimal(24))),
    ("竞价被回收怎么办？", About("interruption")),
    ("can we book exactly these dates?", About("booking")),
    ("能锁定这段时间的卡吗？", About("booking")),
    ("wait for the next generation?", About("next-generation")),
    ("等下一代再买？", About("next-generation")),
    ("cheaper above 500 cards?", About("tiers")),
    ("500张以上有阶梯价吗？", About("tiers")),
    ("if 3 % of nodes are down?", About("failures", (Decimal("0.03"),))),
    ("坏3%的节点呢？", About("failures", (Decimal("0.03"),))),
    ("with 24/7 support", About("support")),
    ("带7x24支持", About("support")),
    ("anything else on the bill?", About("bill")),
    ("还有别的费用吗？", About("bill")),
    ("and above the reserved part?", About("overage")),
    ("超出部分怎么计费？", About("overage")),
    ("is that per GPU or per node, per hour?", About("unit")),
    ("单价是每卡还是每台？", About("unit")),
    ("how long does this hold?", About("validity")),
    ("报价有效期多久？", About("validity")),
    ("who has to approve this?", About("approval")),
    ("这个金额谁批？", About("approval")),
    ("can we get a special VAT invoice?", About("invoice")),
    ("能开专票吗？", About("invoice")),
    ("which exchange rate, of when?", About("exchange-rate")),
    ("汇率按哪天的？", About("exchange-rate")),
    ("with InfiniBand?", About("network")),
    ("要IB组网", About("network")),
    ("if we wait 48 h?", About("queue", hours=Decimal(48))),
    ("排队两天算进去", About("queue", hours=Decimal(48))),
]


def read(text: str, previous: Request | None = None) -> Reading:
    return understand(text, vocabulary(), TODAY, previous)


QUOTE = read("64 H100 for 6 weeks").request


@pytest.mark.parametrize(("text", "about"), CASES, ids=[text for text, _ in CASES])
def test_it_is_about_the_answer_and_changes_nothing(text: str, about: About) -> None:
    reading = read(text, QUOTE)
    assert (reading.action, reading.request, reading.about) == (Action.ABOUT, QUOTE, (about,))
    assert reading.reject is None
    assert not reading.unknown


def test_beside_a_change_both_are_taken() -> None:
    reading = read("12 weeks, and is VAT included?", QUOTE)
    assert reading.action is Action.SET
    assert reading.request.duration is not None
    assert reading.request.duration.low == 12
    assert reading.about == (About("tax"),)


@pytest.mark.parametrize(
    ("text", "aspect"),
    [
        ("64 H100 with InfiniBand for 6 weeks", "network"),
        ("64张H100 NVLink，6周", "network"),
        ("64 H100 with RoCE for 6 weeks", "network"),
        ("64 H100 for 6 weeks, is VAT included?", "tax"),
        ("64张H100，6周，能开专票吗", "invoice"),
    ],
)
def test_in_a_whole_question_it_is_asked_beside_the_price(text: str, aspect: str) -> None:
    reading = read(text)
    assert (reading.action, [one.aspect for one in reading.about]) == (Action.NEW, [aspect])
    assert reading.request.model_copy(update={"intent": QUOTE.intent}) == QUOTE
    assert not reading.unknown
