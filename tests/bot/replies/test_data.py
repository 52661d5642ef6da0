"""A comparison as data: every figure, as text, under stable names."""

import json
from dataclasses import replace
from decimal import Decimal
from typing import Any

import pytest

from bot.replies.data import comparison_data, plain, text
from pricing.catalog import Claim, Mode, Offer, PriceKind, ProviderKind
from pricing.costs import Comparison, CostLine, Factor, FactorUnit, Quote
from pricing.units import Duration, TimeUnit
from tests.bot.replies.builders import (
    ARTICLE,
    a_comparison,
    a_scenario,
    cloud_quote,
    market_comparison,
    own_quote,
    seed_comparison,
    usd_quote,
)

D = Decimal
NAMES = {
    "format",
    "scenario",
    "day",
    "book_version",
    "currency",
    "hours",
    "hours_per_month",
    "months",
    "decision",
    "quotes",
    "gaps",
    "break_evens",
    "assumptions",
    "rates",
}
QUOTE_NAMES = {
    "featured",
    "offer",
    "provider",
    "is_substitute",
    "is_firm",
    "nodes",
    "idle_gpus",
    "run_hours",
    "per_month",
    "effective_cost",
    "billed_cost",
    "cash_if_kept",
    "equal_work_cost",
    "work_factor",
    "ready_hours",
    "price",
    "own",
    "effective",
    "billed",
    "equal_work",
    "flags",
    "claims",
}
LINE_NAMES = {
    "kind",
    "amount",
    "due",
    "charge_category",
    "charge_frequency",
    "pricing_quantity",
    "pricing_unit",
    "pricing_currency",
    "pricing_currency_unit_price",
    "list_unit_price",
    "contracted_unit_price",
    "list_cost",
    "pricing_category",
    "factors",
    "entries",
}


def as_json(comparison: Comparison, **more: Any) -> dict[str, Any]:
    """The data after a round trip through JSON."""
    data = json.loads(json.dumps(comparison_data(comparison, **more)))
    assert isinstance(data, dict)
    return data


def lines_of(quote: Quote) -> list[dict[str, Any]]:
    """The effective lines of a quote as data."""
    (made,) = as_json(a_comparison([quote]))["quotes"]
    return list(made["effective"])


def numbers(value: object) -> list[float]:
    """All numbers in a value that are no text."""
    if isinstance(value, int | float) and not isinstance(value, bool):
        return [value]
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return [found for item in inner for found in numbers(item)]


def empty(value: object) -> bool:
    """Whether there is an empty text anywhere in a value."""
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return value == "" or any(empty(item) for item in inner)


def test_names_are_stable() -> None:
    data = json.loads(json.dumps(comparison_data(seed_comparison())))
    assert set(data) == NAMES
    assert all(set(quote) == QUOTE_NAMES for quote in data["quotes"])
    lines = [line for quote in data["quotes"] for view in ("effective", "billed") for line in quote[view]]
    assert all(set(line) == LINE_NAMES for line in lines)
    assert data["format"] == "quartermaster.comparison.v1"


def test_figures_are_text_with_all_their_digits() -> None:
    data = json.loads(json.dumps(comparison_data(market_comparison())))
    assert numbers(data) == []
    assert not empty(data)
    assert data["book_version"] == "412"
    assert data["scenario"]["gpu_count"] == "1024"
    assert data["scenario"]["duration"] == {"value": "6", "unit": "week"}
    own = data["quotes"][0]
    assert own["own"]["capex"] == "371720000"
    assert own["effective_cost"].startswith("13470246.575342465753")
    assert own["ready_hours"] == "4380"
    assert data["quotes"][1]["ready_hours"] is None
    assert data["rates"][0]["value"] == "7.1"
    assert data["months"].startswith("1.3808219178")


def test_lines_carry_factors_and_price_rows() -> None:
    cloud = json.loads(json.dumps(comparison_data(seed_comparison())))["quotes"][2]
    line = cloud["effective"][0]
    assert line["kind"] == "compute"
    assert line["factors"][1] == {"value": "260000", "unit": "price", "divide": False, "per": "CNY Node-Months"}
    assert line["entries"][0]["id"] == "18"
    product = Decimal(1)
    for factor in line["factors"]:
        value = Decimal(factor["value"])
        product = product / value if factor["divide"] else product * value
    assert abs(product - Decimal(line["amount"])) < Decimal("0.000001")
    assert {flag["kind"] for flag in cloud["flags"]} == {"substitute", "stale", "claim", "whole-steps"}
    assert cloud["flags"][1] == {"kind": "stale", "values": ["270"]}


def test_gaps_and_break_evens_are_there() -> None:
    data = comparison_data(market_comparison())
    gaps, items = data["gaps"], data["break_evens"]
    assert isinstance(gaps, list)
    assert isinstance(items, list)
    assert [gap["reason"] for gap in gaps] == ["no-price", "no-rate"]
    assert items[0]["own"] == "own/article"


def test_numbers_keep_the_digits_they_were_written_with() -> None:
    assert text(Decimal("1E+7")) == "10000000"
    assert text(Decimal("0.0000001")) == "0.0000001"
    assert text(Decimal("7.10")) == "7.10"
    assert text(Decimal("0")) == "0"
    assert text(3) == "3"
    assert text(None) is None
    assert plain((True, "", None, Mode.SPOT, (1, D("1.30")))) == [True, None, None, "spot", ["1", "1.30"]]
    spot = as_json(market_comparison())["quotes"][1]
    assert spot["price"]["value"] == spot["effective"][0]["pricing_currency_unit_price"] == "1.90"
    with pytest.raises(TypeError):
        plain(object())


def test_the_decision_is_there_with_its_figures() -> None:
    decision = as_json(seed_comparison())["decision"]
    assert isinstance(decision, dict)
    assert decision["rental"] == "starverse/a100"
    assert decision["own"] == "own/article"
    assert decision["rent"].startswith("71713234.14")
    assert decision["buy"].startswith("372594520.5479")
    assert (decision["buying"], decision["other_gpu"]) == (False, True)
    assert decision["break_even"]["months"].startswith("23.6")
    nothing = as_json(a_comparison([]))["decision"]
    assert nothing == {
        "rental": None,
        "rent": None,
        "own": None,
        "buy": None,
        "buying": False,
        "other_gpu": False,
        "break_even": None,
    }


def test_an_offer_has_all_its_terms() -> None:
    week = Duration(value=D(1), unit=TimeUnit.WEEK)
    quote = usd_quote("N", 5, "1.30", ProviderKind.SPECIALISED, upfront_share=D("0.25"), min_duration=week)
    (made,) = as_json(a_comparison([quote]))["quotes"]
    offer = made["offer"]
    assert set(offer) == set(Offer.model_fields)
    assert offer["upfront_share"] == "0.25"
    assert offer["min_duration"] == {"value": "1", "unit": "week"}
    assert offer["mode"] == "on-demand"
    assert offer["region"] is None


def test_claims_stand_beside_the_offer_they_are_about() -> None:
    claim = Claim(
        id="c", offer="x", text={"en": "all in"}, stated=D("320000.0"), currency="CNY", source=ARTICLE, stated_on="2026"
    )
    data = as_json(seed_comparison(), claims={"top-cloud/a100": (claim,)})
    stated = [quote["claims"] for quote in data["quotes"]]
    assert stated[:2] == [[], []]
    assert stated[2][0]["stated"] == "320000.0"
    assert stated[2][0]["text"] == {"en": "all in"}


def test_lines_have_focus_names() -> None:
    compute, egress, requests = lines_of(cloud_quote())
    assert compute["pricing_unit"] == "Node-Months"
    assert compute["list_unit_price"] == compute["contracted_unit_price"] == "260000"
    assert compute["pricing_quantity"].startswith("190.0486")
    assert compute["pricing_category"] == "Standard"
    assert (egress["pricing_quantity"], egress["pricing_unit"], egress["list_cost"]) == ("11200", "GB", "8960.0")
    assert (requests["pricing_quantity"], requests["pricing_unit"]) == ("840", "10000 Requests")
    own = lines_of(own_quote())
    assert {line["pricing_category"] for line in own} == {"Other"}
    assert [line["pricing_unit"] for line in own] == ["GPUs", "Clusters", "Cluster-Lives"]


def test_quantity_times_contracted_price_is_the_amount() -> None:
    for quote in market_comparison().quotes:
        for line in lines_of(quote):
            quantity, contracted, cost = (
                D(line[name]) for name in ("pricing_quantity", "contracted_unit_price", "list_cost")
            )
            assert abs(quantity * contracted - D(line["amount"])) < D("1e-15")
            assert abs(cost - D(line["amount"])) < D("1e-15")


def discounted(**terms: object) -> Quote:
    """An offer of 2.00 USD with a discount of 15%, in CNY."""
    quote = usd_quote("N", 5, "2.00", ProviderKind.SPECIALISED, (), "0", **terms)
    (line,) = quote.effective
    factors = (*line.factors[:2], Factor(D("0.85"), FactorUnit.DISCOUNT), *line.factors[2:])
    return replace(quote, effective=(CostLine(line.kind, line.amount * D("0.85"), factors, line.entries),))


def test_a_discount_parts_list_and_contracted_price() -> None:
    (line,) = lines_of(discounted())
    assert line["pricing_currency"] == "USD"
    assert line["pricing_currency_unit_price"] == "2.00"
    assert line["list_unit_price"] == "14.200"
    assert line["contracted_unit_price"] == "12.07000"
    assert D(line["amount"]) == D("0.85") * D(line["list_cost"])


def test_a_contract_price_says_nothing_of_the_list() -> None:
    (line,) = lines_of(usd_quote("N", 5, "2.00", ProviderKind.SPECIALISED, price_kind=PriceKind.CONTRACT))
    assert line["list_unit_price"] is None
    assert line["list_cost"] is None
    assert line["contracted_unit_price"] == "14.200"


@pytest.mark.parametrize(
    ("mode", "category"), [(Mode.ON_DEMAND, "Standard"), (Mode.COMMITTED, "Committed"), (Mode.SPOT, "Dynamic")]
)
def test_the_pricing_category_follows_the_mode(mode: Mode, category: str) -> None:
    (line,) = lines_of(usd_quote("N", 5, "2.00", ProviderKind.SPECIALISED, mode=mode))
    assert line["pricing_category"] == category


def test_purchases_without_a_length_have_data_too() -> None:
    data = as_json(a_comparison([own_quote()], scenario=a_scenario(duration=None)))
    assert data["scenario"]["duration"] is None
