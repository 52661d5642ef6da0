"""A comparison as data: every figure, as text, under stable names."""

import json
from decimal import Decimal

from bot.replies.data import comparison_data, text
from tests.bot.replies.builders import market_comparison, seed_comparison

NAMES = {
    "format",
    "scenario",
    "day",
    "book_version",
    "currency",
    "hours",
    "hours_per_month",
    "months",
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
}


def floats(value: object) -> list[float]:
    """All floating-point numbers in a value."""
    if isinstance(value, float):
        return [value]
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return [found for item in inner for found in floats(item)]


def test_names_are_stable() -> None:
    data = json.loads(json.dumps(comparison_data(seed_comparison())))
    assert set(data) == NAMES
    assert all(set(quote) == QUOTE_NAMES for quote in data["quotes"])
    assert data["format"] == "quartermaster.comparison.v1"


def test_figures_are_text_with_all_their_digits() -> None:
    data = json.loads(json.dumps(comparison_data(market_comparison())))
    assert floats(data) == []
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


def test_gaps_and_break_evens_are_there() -> None:
    data = comparison_data(market_comparison())
    gaps, items = data["gaps"], data["break_evens"]
    assert isinstance(gaps, list)
    assert isinstance(items, list)
    assert [gap["reason"] for gap in gaps] == ["no-price", "no-rate"]
    assert items[0]["own"] == "own/article"


def test_plain_notation_only() -> None:
    assert text(Decimal("1E+7")) == "10000000"
    assert text(Decimal("0.0000001")) == "0.0000001"
    assert text(Decimal("7.10")) == "7.1"
    assert text(Decimal("0")) == "0"
    assert text(None) is None
