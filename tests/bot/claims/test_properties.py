"""A right computation in words is never called wrong; the same multiplied by ten or halved is."""

from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.bot.claims.reading import held, slips

NODES = st.sampled_from([3, 7, 12, 17, 32, 64, 128, 256])
WEEKS = st.integers(2, 26)
CENTS = st.integers(90, 9_900).map(lambda cents: Decimal(cents) / 100)
DATA = st.sampled_from([7, 13, 30, 75, 120, 500])
SENTENCES = (
    ("{n} nodes at ${p} per node-hour for {w} weeks comes to ${r:,.0f}", 168),
    ("We rent {n} GPUs at ${p}/GPU-h. The total for {w} weeks is ${r:,.0f}.", 168),
    ("{n} x ${p}/h x {w} h = ${r:,.2f}", 1),
    ("Total ${r:,.0f}: {n} GPUs at ${p} per GPU-hour for {w} weeks", 168),
    ("{n}卡，每卡时{p}元，{w}周合计{r:,.0f}元", 168),
    ("租 {n} 台，每台每小时 {p} 元，{w} 天总价 {r:,.2f} 元", 24),
    ("{n} 节点 × {p} 元/小时 × {w} 小时 = {r:,.2f} 元", 1),
)


@settings(deadline=None)  # a busy machine is no slip
@given(nodes=NODES, weeks=WEEKS, price=CENTS, sentence=st.sampled_from(SENTENCES))
def test_a_right_product_is_never_called_wrong(
    nodes: int, weeks: int, price: Decimal, sentence: tuple[str, int]
) -> None:
    words, hours = sentence
    text = words.format(n=nodes, w=weeks, p=price, r=nodes * price * weeks * hours)
    assert slips(text) == []
    assert held(text)


@pytest.mark.parametrize("factor", [Decimal(10), Decimal("0.5")])
@settings(deadline=None)  # a busy machine is no slip
@given(nodes=NODES, weeks=WEEKS, price=CENTS, sentence=st.sampled_from(SENTENCES))
def test_ten_times_or_half_of_it_is(
    factor: Decimal, nodes: int, weeks: int, price: Decimal, sentence: tuple[str, int]
) -> None:
    words, hours = sentence
    text = words.format(n=nodes, w=weeks, p=price, r=nodes * price * weeks * hours * factor)
    assert len(slips(text)) == 1


@settings(deadline=None)  # a busy machine is no slip
@given(parts=st.lists(st.integers(11, 900).map(lambda n: n * 1000 + 7), min_size=3, max_size=6, unique=True))
def test_a_right_sum_holds_and_ten_times_it_does_not(parts: list[int]) -> None:
    items = "; ".join(f"part {chr(97 + at)} ${part:,}" for at, part in enumerate(parts))
    assert slips(f"{items}. Total ${sum(parts):,}.") == []
    assert len(slips(f"{items}. Total ${sum(parts) * 10:,}.")) == 1
    lines = "\n".join(f"- 第{chr(65 + at)}项 {part} 元" for at, part in enumerate(parts))
    assert slips(f"{lines}\n合计 {sum(parts)} 元") == []
    assert len(slips(f"{lines}\n合计 {sum(parts) * 10} 元")) == 1


@settings(deadline=None)  # a busy machine is no slip
@given(data=DATA, price=CENTS)
def test_data_times_its_price(data: int, price: Decimal) -> None:
    price /= 10
    right = data * 1000 * price
    assert slips(f"{data} TB egress at ${price}/GB costs ${right:,.2f}") == []
    assert len(slips(f"{data} TB egress at ${price}/GB costs ${right * 10:,.2f}")) == 1
    assert slips(f"流量 {data} TB，每GB {price} 元，传出费 {right:.2f} 元") == []
    assert len(slips(f"流量 {data} TB，每GB {price} 元，传出费 {right / 2:.2f} 元")) == 1


@settings(deadline=None)  # a busy machine is no slip
@given(text=st.text(alphabet="0123456789 .,万亿元$/%×=+-()|卡周月台hGPUTBkW合计total\n", max_size=120))
def test_no_text_breaks_it(text: str) -> None:
    slips(text)
