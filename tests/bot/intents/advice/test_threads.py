"""Threads that mix questions: nothing of one is lost or stays behind in the next."""

from decimal import Decimal

import pytest

from bot.understanding.request import Intent, Request
from tests.bot.intents.advice.asked import asked, desk, text_of

NEED = "256 H100 for 3 months"


def request_after(*texts: str) -> Request:
    state = None
    for place in range(len(texts)):
        state = asked(*texts[: place + 1]).state or state
    assert state is not None
    return state.requests[-1]


@pytest.mark.parametrize(
    "refused", ["PUE 0.5", "residual 300%", "at 300% use", "StarVerse at 0 a node-month", "100% off AWS"]
)
def test_what_is_refused_does_not_stay(refused: str) -> None:
    assert asked(NEED, refused).card.table is None
    assert asked(NEED, refused, "in USD").comparisons[0].scenario.currency == "USD"


@pytest.mark.parametrize("after", ["at 8% WACC", "which term is best?", "by 1 March", "what matters most?"])
def test_after_a_budget_the_need_is_what_it_was(after: str) -> None:
    scenario = asked(NEED, "what does $2M buy?", after).comparisons[0].scenario
    assert scenario.gpu_count == 256


@pytest.mark.parametrize(
    "after", ["which assumption matters most?", "by 1 March", "12 weeks, in USD, as a quote again"]
)
def test_break_even_leaves_no_filter_behind(after: str) -> None:
    thread = (NEED, "when does buying pay off?", after)
    if asked(*thread).comparisons and request_after(*thread).intent is not Intent.BREAK_EVEN:
        assert asked(*thread).comparisons[0].scenario.only == ()


@pytest.mark.parametrize("text", ["so should we buy?", "要不要买？", "该不该买", "多久回本？"])
def test_whether_to_buy_is_break_even(text: str) -> None:
    assert request_after("1024 H100 for 6 weeks", text).intent is Intent.BREAK_EVEN


def test_a_discount_that_is_forgotten_leaves_the_seller() -> None:
    request = request_after(NEED, "assume 30% off AWS list", "forget the AWS discount")
    assert (request.supposed, request.exclude_providers) == ((), ())


def test_the_share_of_a_run_is_never_more_than_the_whole() -> None:
    """Three years at a supposed 10% use of five are 60% use: the run itself is use."""
    for need, life in (("64 H100 for 3 years, at 10% use", Decimal(1)), ("64 H100 for 5 years", Decimal(1))):
        own = asked(need).comparisons[0].own
        assert own is not None
        assert own.own is not None
        assert own.effective_cost == own.own.tco * life
    longer = asked("64 H100 for 6 years").comparisons[0].own
    assert longer is not None
    assert longer.own is not None
    assert abs(longer.effective_cost / longer.own.tco - Decimal("1.2")) < Decimal("1e-20")


@pytest.mark.parametrize(
    "text",
    ["512 H100 6 weeks done by 31 March 2027, cheapest", "512张H100跑6周，3月底前要跑完，最便宜的办法"],
)
def test_the_cheapest_by_a_day_keeps_the_day(text: str) -> None:
    assert "2027-03-31" in asked(text).card.verdict


@pytest.mark.parametrize("text", ["what does -$5M buy for 3 months of H100", "-500万能租多少张H100用3个月"])
def test_less_than_no_money_is_refused(text: str) -> None:
    assert asked(text).card.table is None


def test_powers_of_ten_are_numbers() -> None:
    assert desk().read("train 70B with 10^13 tokens on 1024 H100", desk().book_of_today()).request.tokens == 10**13
    assert desk().read("7B on 1.5 x 10^12 tokens, 64 H100", desk().book_of_today()).request.tokens == 15 * 10**11


def test_a_quoted_card_stays_what_it_is_when_money_is_asked_about() -> None:
    request = request_after("1024 H100 for 6 weeks", "we were quoted 240k a card", "what do 2 M buy for 3 months?")
    assert request.intent is Intent.BUDGET
    assert request.unit_price is not None
    assert request.unit_price.amount == 240_000


def test_a_chinese_price_of_one_card_counts_no_card() -> None:
    request = request_after("1024张H100跑6周", "我们拿到的是24万一张")
    assert request.gpu_count is not None
    assert (request.gpu_count.low, request.budget) == (1024, None)


def test_renting_at_a_seller_is_that_seller() -> None:
    scenario = asked("how many months until buying 512 H100 beats renting at AWS?").comparisons[0].scenario
    assert {one.provider for one in scenario.only if one.provider} == {"aws"}
    assert "CUDO" not in text_of(asked("how many months until buying 512 H100 beats renting at AWS?").card)
