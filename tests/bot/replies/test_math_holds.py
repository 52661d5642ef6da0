"""Who works out what the math prints gets what it prints, to the last digit, whatever is asked of whatever book."""

from decimal import Decimal

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.replies.card import Card
from bot.replies.math import math_card
from bot.replies.words import languages
from pricing.catalog import ComponentKind, FeeKind, Mode, ProviderKind
from pricing.compare import compare
from pricing.costs import Comparison
from pricing.units import Duration, PricingUnit, TimeUnit
from tests.bot.replies.builders import market_comparison, seed_comparison
from tests.bot.replies.printed import equations, holds
from tests.builders import MemoryBook, a_book, a_scenario, add_component, add_fee, add_offer, add_rate, article_book

D = Decimal
HOUR = Duration(value=D(1), unit=TimeUnit.HOUR)
MONTH = Duration(value=D(1), unit=TimeUnit.MONTH)

prices = st.decimals("0.0001", "500000", places=4).map(str)
units = st.sampled_from([PricingUnit.GPU_HOUR, PricingUnit.NODE_HOUR, PricingUnit.NODE_MONTH, PricingUnit.GPU_MONTH])
currencies = st.sampled_from(["CNY", "USD", "EUR", "JPY"])
durations = st.builds(Duration, value=st.decimals("0.1", "19", places=7), unit=st.sampled_from(list(TimeUnit)))
scenarios = st.fixed_dictionaries(
    {
        "gpu_count": st.integers(1, 5000),
        "duration": st.none() | durations,
        "currency": currencies,
        "discount": st.none() | st.decimals("0.01", "0.9", places=3),
        "egress_gb": st.none() | st.decimals("0", "900000", places=2),
        "storage_gb": st.none() | st.decimals("0", "900000", places=2),
        "overrides": st.just(())
        | st.tuples(st.tuples(st.just("utilisation"), st.decimals("0.01", "1", places=5, allow_nan=False))),
    }
)
rental_terms = st.fixed_dictionaries(
    {
        "mode": st.sampled_from([Mode.ON_DEMAND, Mode.SPOT, Mode.COMMITTED]),
        "gpu": st.sampled_from(["H100", "A100", "B200"]),
        "gpus_per_node": st.sampled_from([1, 4, 8]),
        "term_months": st.sampled_from(["1", "12", "36"]),
        "upfront_share": st.sampled_from(["0", "0.25", "1"]),
        "efficiency_loss": st.sampled_from(["0", "0.07", "0.333"]),
        "hours_in_month": st.sampled_from([None, "672", "744"]),
        "increment": st.sampled_from([None, HOUR, MONTH]),
        "min_duration": st.sampled_from([None, HOUR, MONTH]),
    }
)


@st.composite
def books(draw: st.DrawFn) -> MemoryBook:
    """Rentals of all kinds in several currencies, fees, and own hardware with parts in every unit."""
    book = a_book(hours_per_month=draw(st.sampled_from(["730", "720", "672", "730.5"])))
    for base, rate in (("USD", "7.1234"), ("EUR", "7.87"), ("JPY", "0.0471")):
        add_rate(book, base, "CNY", rate)
    for i in range(draw(st.integers(1, 5))):
        terms = draw(rental_terms)
        if terms["mode"] is not Mode.COMMITTED:
            terms |= {"term_months": None, "upfront_share": "0"}
        unit, currency = draw(units), draw(currencies)
        seller = {"kind": ProviderKind.SPECIALISED, "observed": "2026-11-20", "provider": f"seller-{i}"}
        add_offer(book, draw(prices), unit, currency, **seller, **terms)  # type: ignore[arg-type]
    add_fee(book, "seller-0", FeeKind.EGRESS, [("0", "0"), ("100", "0.09"), ("10240", "0.085")], currency="USD")
    add_fee(book, "seller-0", FeeKind.STORAGE, [("0", "0.023")], PricingUnit.GB_MONTH, "USD")
    add_fee(book, "seller-0", FeeKind.REQUESTS, [("0", "0.005")], PricingUnit.REQUESTS_1K, "USD")
    own = add_offer(book, None, kind=ProviderKind.OWN, id="own", provider="own", mode=Mode.OWNED)
    currency = draw(currencies)
    add_component(book, own.id, ComponentKind.GPU, draw(prices), PricingUnit.PER_GPU, currency=currency)
    for kind, unit in (
        (ComponentKind.SERVER_NETWORK, PricingUnit.PER_CLUSTER),
        (ComponentKind.OPERATIONS, PricingUnit.CLUSTER_LIFE),
    ):
        add_component(book, own.id, kind, draw(prices), unit, 1000, currency, draw(st.sampled_from([36, 48, 60])))
    add_component(book, own.id, ComponentKind.POWER_DRAW, "10.2", PricingUnit.NODE_KW)
    add_component(book, own.id, ComponentKind.FACILITY, "131.7", PricingUnit.KW_MONTH, currency=currency)
    add_component(book, own.id, ComponentKind.MAINTENANCE, "3.3", PricingUnit.PERCENT_PER_YEAR)
    add_component(book, own.id, ComponentKind.RESIDUAL, "12.5", PricingUnit.PERCENT)
    return book


def broken(card: Card) -> list[tuple[str, str]]:
    """Equations that do not hold."""
    return [(left, right) for left, right in equations(card) if not holds(left, right)]


@given(books(), scenarios)
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_every_printed_formula_gives_its_printed_figure(book: MemoryBook, scenario: dict[str, object]) -> None:
    comparison = compare(a_scenario(**scenario), book)
    for language in languages():
        card = math_card(comparison, language, tuple(quote.offer.id for quote in comparison.quotes))
        found = list(equations(card))
        assert len(found) >= 2 * len(comparison.quotes)
        assert broken(card) == []


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("comparison", [seed_comparison(), market_comparison(), compare(a_scenario(), article_book())])
def test_the_worked_results_hold_in_every_language(comparison: Comparison, language: str) -> None:
    card = math_card(comparison, language)
    assert len(list(equations(card))) > 20
    assert broken(card) == []


@pytest.mark.parametrize(
    ("left", "right", "right_answer"),
    [
        ("128 nodes × 128,000 CNY/node-month × 1.381 months (1,008 h ÷ 730 h)", "22,623,386.30", True),
        ("128 nodes × 128,000 CNY/node-month × 1.381 months", "22,623,386.30", False),
        ("8,400,000 requests ÷ 10,000 × 0.01 CNY/10,000 requests", "8.40", True),
        ("9,429,172.60 ÷ 70% use", "13,470,246.58", False),
        ("6,828,666.67 ÷ 6,788,632.78", "100.6%, so never", True),
        ("−1,024 GPUs × 10%", "-102.40", True),
        ("3 h × 0.001 CNY/GPU-hour", "<0.01", True),
        ("1 h ÷ (1 − 7% loss)", "1.08", True),
        ("7 × 1", "8", False),
    ],
)
def test_the_reader_of_formulas_can_tell_right_from_wrong(left: str, right: str, right_answer: bool) -> None:
    assert holds(left, right) is right_answer
