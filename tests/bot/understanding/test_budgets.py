"""Money without a currency before "buy", and what a budget in a thread solves for."""

from decimal import Decimal

import pytest

from bot.understanding.request import Count, Intent
from tests.bot.understanding.test_training import read

NEED = "1024 H100 for 6 weeks"


@pytest.mark.parametrize("text", ["what does 20M buy for 3 months of H800", "what do 20 M buy for 3 months of H800?"])
def test_a_bare_sum_that_buys_is_money(text: str) -> None:
    request = read(text)
    assert request.intent is Intent.BUDGET
    assert request.budget is not None
    assert request.budget.amount == 20_000_000
    assert not request.ways


@pytest.mark.parametrize("text", ["what do 2 M buy for 3 months?", "what does $2M buy?", "两千万能租多少张？"])
def test_what_money_buys_solves_for_the_number(text: str) -> None:
    request = read(NEED, text)
    assert request.intent is Intent.BUDGET
    assert request.gpu_count is None
    assert request.duration is not None


def test_how_long_solves_for_the_time() -> None:
    request = read(NEED, "两千万够跑多久")
    assert (request.gpu_count, request.duration) == (Count(low=1024, high=1024), None)


def test_whether_it_is_enough_keeps_both() -> None:
    request = read(NEED, "预算100万够吗")
    assert (request.gpu_count, request.duration) == (Count(low=1024, high=1024), read(NEED).duration)
    assert request.budget is not None
    assert request.budget.amount == Decimal(10**6)
