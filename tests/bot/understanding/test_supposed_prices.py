"""Supposed prices as they are said, alone and in threads, in both languages."""

from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.understanding.reading import Action, Reading
from bot.understanding.request import Count, Request, Supposed, UnitPrice, Way
from bot.understanding.understand import understand
from bot.understanding.write import written
from tests.bot.understanding.adapter import TODAY, vocabulary
from tests.bot.understanding.requests_strategy import CURRENCIES, PROVIDERS


def read(*texts: str) -> Reading:
    """The reading of the last message of a thread."""
    history: list[Request] = []
    for text in texts:
        previous = history[-1] if history else None
        reading = understand(text, vocabulary(), TODAY, previous, tuple(history[:-1]))
        history.append(reading.request)
    return reading


def price(amount: str, currency: str, unit: str = "gpu", per: str = "hour") -> UnitPrice:
    return UnitPrice(amount=Decimal(amount), currency=currency, unit=unit, per=per)


def off(provider: str, share: str, *ways: Way) -> Supposed:
    return Supposed(provider=provider, ways=ways, discount=Decimal(share))


def times(provider: str, factor: str, *ways: Way, gpu: str = "") -> Supposed:
    return Supposed(provider=provider, ways=ways, factor=Decimal(factor), gpu=gpu)


SAID = [
    ("assume 30% off AWS list", off("aws", "0.3")),
    ("30% off AWS", off("aws", "0.3")),
    ("AWS 30% off", off("aws", "0.3")),
    ("a 30% discount from AWS", off("aws", "0.3")),
    ("if we get 20% off Lambda", off("lambda", "0.2")),
    ("suppose AWS on demand at half price", off("aws", "0.5", Way.ON_DEMAND)),
    ("假设AWS打七折", off("aws", "0.3")),
    ("AWS目录价打八五折", off("aws", "0.15")),
    ("如果AWS给九折", off("aws", "0.1")),
    ("AWS spot 10% dearer", times("aws", "1.1", Way.SPOT)),
    ("what if AWS spot were 10% more expensive?", times("aws", "1.1", Way.SPOT)),
    ("Lambda 10% cheaper", times("lambda", "0.9")),
    ("AWS prices up 10%", times("aws", "1.1")),
    ("if Lambda drops its price by 15%", times("lambda", "0.85")),
    ("AWS竞价贵10%", times("aws", "1.1", Way.SPOT)),
    ("AWS价格上涨10%", times("aws", "1.1")),
    ("AWS便宜10%", times("aws", "0.9")),
    ("H200 price +10%", times("", "1.1", gpu="H200")),
    ("H200 -10%", times("", "0.9", gpu="H200")),
    ("clouds 20% cheaper", times("", "0.8", Way.CLOUD)),
    ("云价降20%", times("", "0.8", Way.CLOUD)),
    ("StarVerse at 110,000 a node-month", Supposed(provider="starverse", price=price("110000", "", "node", "month"))),
    ("星宇智算按11万一个节点月", Supposed(provider="starverse", price=price("110000", "CNY", "node", "month"))),
    ("星宇智算11万/节点/月", Supposed(provider="starverse", price=price("110000", "CNY", "node", "month"))),
    ("if Lambda were $2.50 per GPU-hour", Supposed(provider="lambda", price=price("2.50", "USD"))),
    ("what if the Lambda price fell to $2 per GPU-hour", Supposed(provider="lambda", price=price("2", "USD"))),
    ("Lambda at $2.50", Supposed(provider="lambda", price=price("2.50", "USD"))),
    ("如果Lambda每卡每小时2.5美元", Supposed(provider="lambda", price=price("2.5", "USD"))),
]


@pytest.mark.parametrize(("text", "supposed"), SAID)
def test_said_in_a_thread(text: str, supposed: Supposed) -> None:
    reading = read("64 H100 for 6 weeks", text)
    assert reading.action is Action.SET
    assert reading.request.supposed == (supposed,)
    assert reading.request.model_copy(update={"supposed": ()}) == read("64 H100 for 6 weeks").request
    assert reading.unknown == ()


@pytest.mark.parametrize(("text", "supposed"), [case for case in SAID if case[1].provider])
def test_said_with_the_question(text: str, supposed: Supposed) -> None:
    for whole in (f"64 H100 for 6 weeks, {text}", f"64张H100，6周，{text}"):
        request = read(whole).request
        assert request.supposed == (supposed,)
        assert (request.gpus, request.gpu_count, request.providers) == (("H100",), Count(low=64, high=64), ())


def test_several_sellers_at_once() -> None:
    request = read("64 H100 for 6 weeks", "assume AWS and GCP 20% off, and Lambda at 2.5 USD per GPU-hour").request
    expected = (off("aws", "0.2"), off("gcp", "0.2"), Supposed(provider="lambda", price=price("2.5", "USD")))
    assert request.supposed == expected


def test_a_later_word_for_the_same_seller_replaces_the_earlier() -> None:
    thread = ("64 H100 for 6 weeks", "assume 30% off AWS list", "if Lambda were $2.50 per GPU-hour")
    assert read(*thread, "assume 40% off AWS list").request.supposed == (
        Supposed(provider="lambda", price=price("2.50", "USD")),
        off("aws", "0.4"),
    )
    assert len(read(*thread, "AWS spot 10% dearer").request.supposed) == 3


@pytest.mark.parametrize(
    "text", ["drop that assumption", "drop the assumptions", "去掉假设", "取消这个假设", "forget that assumption"]
)
def test_what_was_supposed_is_taken_back(text: str) -> None:
    reading = read("64 H100 for 6 weeks", "assume 30% off AWS list", text)
    assert reading.request == read("64 H100 for 6 weeks").request
    assert reading.unknown == ()


def test_one_seller_is_taken_back() -> None:
    thread = ("64 H100 for 6 weeks", "assume 30% off AWS list", "Lambda 10% cheaper")
    for text in ("drop the AWS assumption", "去掉AWS的假设"):
        assert read(*thread, text).request.supposed == (times("lambda", "0.9"),)


def test_it_is_kept_while_the_question_changes() -> None:
    request = read("64 H100 for 6 weeks", "assume 30% off AWS list", "12 weeks").request
    assert request.supposed == (off("aws", "0.3"),)
    assert request.duration is not None
    assert request.duration.low == 12


@pytest.mark.parametrize(
    "text",
    [
        "64 H100 on AWS, 20% off, for 6 weeks",
        "64 H100 on AWS at $2.50 per GPU-hour for 6 weeks",
        "AWS 64卡 H100 一个月",
        "64 H100 for 6 weeks, 15% off",
        "spot at 20% off, 64 H100, 6 weeks",
        "64 H100 for 6 weeks, we were quoted 240k a card",
    ],
)
def test_a_filter_with_a_discount_or_a_price_supposes_nothing(text: str) -> None:
    assert read(text).request.supposed == ()


def test_a_change_of_the_book_is_still_refused() -> None:
    assert read("add a price: runpod L40S $0.79 per hour").reject == "admin_command"
    assert read("星宇智算A100降到10万一个月，帮我更新").reject == "admin_command"


@pytest.mark.parametrize("text", ["assume 100% off AWS list", "AWS 200% cheaper", "AWS 200000% dearer"])
def test_what_nobody_could_pay_is_refused(text: str) -> None:
    reading = read("64 H100 for 6 weeks", text)
    assert reading.reject == "price_out_of_range"
    assert reading.request.supposed == ()


supposed_prices = st.builds(
    lambda provider, ways, change: Supposed(provider=provider, ways=ways, **change),
    st.sampled_from(PROVIDERS),
    st.sampled_from([(), (Way.SPOT,), (Way.ON_DEMAND,), (Way.COMMITTED,)]),
    st.one_of(
        st.integers(1, 99).map(lambda share: {"discount": Decimal(share) / 100}),
        st.integers(1, 199).filter(lambda share: share != 100).map(lambda share: {"factor": Decimal(share) / 100}),
        st.builds(
            lambda cents, currency, unit, per: {
                "price": UnitPrice(amount=Decimal(cents) / 100, currency=currency, unit=unit, per=per)
            },
            st.integers(1, 10**7),
            st.sampled_from(CURRENCIES),
            st.sampled_from(("gpu", "node")),
            st.sampled_from(("hour", "month")),
        ),
    ),
)


@settings(deadline=None)
@given(st.lists(supposed_prices, max_size=3, unique_by=lambda one: one.provider), st.sampled_from(("en", "zh")))
def test_a_written_question_reads_back(supposed: list[Supposed], language: str) -> None:
    request = read("64 H100 for 6 weeks").request.model_copy(update={"supposed": tuple(supposed)})
    assert read(written(request, language, vocabulary())).request == request
