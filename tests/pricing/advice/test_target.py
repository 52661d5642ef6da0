"""Target prices: in closed form, and the same cost when priced again at them."""

from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pricing.advice.outcomes import PriceToTie, Tie
from pricing.advice.repricing import price_factors, repriced
from pricing.advice.target import prices_to_tie
from pricing.catalog import FeeKind
from pricing.compare import compare
from pricing.scenario import AskedPrice, Scenario
from tests.builders import MemoryBook, a_book, a_scenario, add_fee, add_offer, add_own, add_rate

CENT = Decimal("0.01")


def ties(book: MemoryBook, against_own: bool = False, scenario: Scenario | None = None) -> dict[str, PriceToTie]:
    result = compare(scenario or a_scenario(), book)
    options = [result.quotes[i] for i in result.featured]
    return {one.option.offer.id: one for one in prices_to_tie(result, book, options, against_own)}


def tie(found: Tie | None) -> Tie:
    assert found is not None
    return found


def two_rentals() -> MemoryBook:
    book = a_book()
    add_offer(book, "2", id="cheap", provider="cheap")
    add_offer(book, "3", id="dear", provider="dear")
    return book


def test_each_ties_at_the_price_of_the_other() -> None:
    found = ties(two_rentals())
    assert tie(found["cheap"].effective).price == 3
    assert tie(found["dear"].effective).price == 2
    assert tie(found["dear"].cash).price == 2


def test_fees_lower_the_price_that_ties() -> None:
    """100 TB at 0.8 CNY a GB are 80,000 CNY, which the rental with fees must make up for."""
    book = two_rentals()
    add_fee(book, "dear", FeeKind.EGRESS, [("0", "0.8")])
    add_fee(book, "cheap", FeeKind.EGRESS, [("0", "0")])
    found = ties(book, scenario=a_scenario(egress_gb=Decimal(100_000)))
    hours = 1024 * 1008
    assert tie(found["dear"].effective).price == Decimal(2) - Decimal(80_000) / hours


def test_where_fees_alone_cost_more_no_price_ties() -> None:
    book = two_rentals()
    add_fee(book, "dear", FeeKind.EGRESS, [("0", "50")])
    found = ties(book, scenario=a_scenario(egress_gb=Decimal(100_000)))
    assert tie(found["dear"].effective).price is None


def test_the_cloud_price_at_which_owning_loses() -> None:
    """Own at 70% use: 409.72 M x 1,008 / 43,800 / 0.7 over 1,032,192 GPU-hours."""
    book = a_book()
    add_own(book)
    add_offer(book, "20", id="rented")
    found = ties(book, against_own=True)["rented"]
    own = Decimal(409_720_000) * 1008 / 43800 / Decimal("0.7")
    price = tie(found.effective).price
    assert price is not None
    assert abs(price - own / (1024 * 1008)) < Decimal("1e-20")
    cash = tie(found.cash).price
    assert cash is not None
    assert abs(cash - (Decimal(371_720_000) + Decimal(38_000_000) * 1008 / 43800) / (1024 * 1008)) < Decimal("1e-18")


def test_own_hardware_has_a_price_to_beat_too() -> None:
    """The purchase per GPU at which owning ties with a rental, all of its parts moved alike."""
    book = a_book()
    add_own(book)
    add_offer(book, "5", id="rented")
    found = ties(book)["own/article-h100"]
    assert found.now == Decimal(371_720_000) / 1024
    price = tie(found.effective).price
    assert price is not None
    share = Decimal(1008) / 43800 / Decimal("0.7")
    cost = (price * 1024 + Decimal(38_000_000)) * share
    assert abs(cost - 5 * 1024 * 1008) < CENT


def test_a_card_price_that_was_quoted_is_what_moves() -> None:
    """Cards at 200,000 CNY instead of the stored 280,000: the purchase is 289.8 M, and the tie is the same sum."""
    book = a_book()
    add_own(book)
    add_offer(book, "5", id="rented")
    stored = tie(ties(book)["own/article-h100"].effective).price
    quoted = ties(book, scenario=a_scenario(price=AskedPrice(amount=Decimal(200_000), currency="CNY")))
    found = quoted["own/article-h100"]
    assert found.now == Decimal(289_800_000) / 1024
    price = tie(found.effective).price
    assert price is not None
    assert stored is not None
    assert abs(price - stored) < CENT
    assert tie(found.effective).repriced == pytest.approx(tie(found.effective).cost)


def test_another_gpu_is_judged_by_equal_work_and_never_by_cash() -> None:
    book = a_book()
    add_offer(book, "6", id="asked")
    add_offer(book, "4", id="other", provider="other", gpu="A100")
    found = ties(book)["other"]
    assert found.cash is None
    price = tie(found.effective).price
    assert price is not None
    assert abs(price - Decimal(6) * 312 / 989) < Decimal("1e-20")


@settings(max_examples=60, deadline=None)
@given(
    one=st.decimals("0.01", "90", places=4),
    other=st.decimals("0.01", "90", places=4),
    rate=st.decimals("0.5", "9", places=4),
    gpus=st.integers(1, 4096),
    discount=st.sampled_from([None, Decimal("0.15")]),
    term=st.sampled_from([None, Decimal(12)]),
)
def test_at_the_target_price_both_cost_the_same(
    one: Decimal, other: Decimal, rate: Decimal, gpus: int, discount: Decimal | None, term: Decimal | None
) -> None:
    book = a_book()
    add_rate(book, "USD", "CNY", str(rate))
    mode = {"mode": "committed", "term_months": term} if term else {}
    add_offer(book, str(one), currency="USD", id="one", provider="one", **mode)
    add_offer(book, str(other), id="other", provider="other")
    scenario = a_scenario(gpu_count=gpus, discount=discount)
    result = compare(scenario, book)
    options = [quote for quote in result.quotes if quote.offer.id == "one"]
    found = prices_to_tie(result, book, options)[0]
    goal = tie(found.effective)
    assert goal.price is not None
    again = repriced(result, options, book, scenario, price_factors(options[0], book, goal.price / found.now))
    assert abs(again.quotes[0].effective_cost - goal.cost) <= goal.cost * Decimal("1e-20")
    assert goal.repriced == pytest.approx(goal.cost)
