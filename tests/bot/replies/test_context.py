"""The small print: ages agree with the marks in the table, and old rates and fees are said to be."""

from dataclasses import replace
from datetime import timedelta
from decimal import Decimal

import pytest

from bot.replies.card import Card
from bot.replies.comparison import comparison_card
from bot.replies.math import math_card
from bot.replies.side_by_side import side_by_side_card
from bot.replies.sources import sources_card
from pricing.book import Entry, EntryKind
from pricing.catalog import ProviderKind
from pricing.costs import Factor, FactorUnit, LineKind, Quote
from pricing.flags import Flag, FlagKind
from pricing.scenario import Selector
from pricing.units import PricingUnit
from tests.bot.replies.builders import (
    DAY,
    a_comparison,
    a_gap,
    a_line,
    a_scenario,
    an_entry,
    assumptions,
    b200_comparison,
    market_comparison,
    own_quote,
    usd_quote,
    usd_rate,
)

D = Decimal


def with_fee(observed: str) -> Quote:
    """An offer seen on 2026-11-20 whose egress price was seen on another day."""
    quote = usd_quote("Nimbus", 52, "3.99", ProviderKind.SPECIALISED)
    fee = an_entry(61, EntryKind.FEE, "nimbus/egress", "0.09", PricingUnit.GB, "CNY", observed)
    factors = (Factor(D(100), FactorUnit.GB), Factor(D("0.09"), FactorUnit.PRICE, per="CNY GB"))
    return replace(quote, effective=(*quote.effective, a_line(LineKind.EGRESS, factors, [fee])))


def rate(observed: str) -> Entry:
    return usd_rate().model_copy(update={"observed_on": observed})


def small_print(card: Card) -> str:
    return "\n".join(card.context)


def test_an_old_rate_is_marked_with_its_age() -> None:
    comparison = a_comparison([with_fee("2026-11-20")], rates=(rate("2026-01-27"),))
    old = "1 USD = 7.1 CNY (2026-01-27, central bank), 308 days old ⚠"
    assert old in comparison_card(comparison, "en").context
    assert "1 USD = 7.1 CNY（2026-01-27，central bank），已308天 ⚠" in comparison_card(comparison, "zh").context
    for card in (math_card(comparison, "en"), sources_card(comparison, "en")):
        assert any(section.lines == (old,) for section in card.sections)


@pytest.mark.parametrize(("days", "marked"), [(30, False), (31, True)])
def test_a_rate_is_old_after_as_many_days_as_a_list_price(days: int, marked: bool) -> None:
    seen = (DAY - timedelta(days=days)).isoformat()
    comparison = a_comparison([with_fee("2026-11-20")], rates=(rate(seen),))
    assert ("⚠" in small_print(comparison_card(comparison, "en"))) == marked


def test_a_rate_of_unknown_age_is_marked() -> None:
    comparison = a_comparison([with_fee("2026-11-20")], rates=(rate(""),))
    assert "1 USD = 7.1 CNY (2026-12-01, central bank), not dated ⚠" in comparison_card(comparison, "en").context


def test_without_a_limit_nothing_is_called_old() -> None:
    comparison = a_comparison([with_fee("2024-09-25")], rates=(rate("2024-01-27"),), assumptions=())
    assert "⚠" not in small_print(comparison_card(comparison, "en"))


def test_old_fees_are_said_once_and_do_not_stretch_the_days_of_the_prices() -> None:
    quotes = [with_fee("2024-09-25"), with_fee("2025-09-25")]
    english = comparison_card(a_comparison(quotes), "en").context[0]
    assert english.startswith("Prices seen 2026-11-20 · fees seen 2024-09-25, 797 days old ⚠ · 730 h a month")
    chinese = comparison_card(a_comparison(quotes), "zh").context[0]
    assert chinese.startswith("价格采集于 2026-11-20 · 费用价格采集于 2024-09-25，已797天 ⚠")
    undated = comparison_card(a_comparison([with_fee("2024-09-25"), with_fee("")]), "en").context[0]
    assert "some fees not dated ⚠" in undated
    assert "fees" not in comparison_card(a_comparison([with_fee("2026-11-20")]), "en").context[0]


def test_the_days_of_the_prices_agree_with_the_ages_of_the_rows() -> None:
    old = replace(own_quote(), flags=(Flag(FlagKind.STALE, (270,)),))
    card = comparison_card(a_comparison([old, with_fee("2024-09-25")]), "en")
    assert card.context[0].startswith("Prices seen 2026-03-06 to 2026-11-20 · fees seen")
    assert "⚠ Old prices, ask again before you order. Own, 70% used: 270 days" in card.notes
    assert (DAY - timedelta(days=270)).isoformat() == "2026-03-06"


def test_side_by_side_has_the_small_print_of_all() -> None:
    euro = an_entry(33, EntryKind.RATE, "EUR/CNY", "7.9", PricingUnit.RATE, source="ecb", observed="2026-01-01")
    assumed = an_entry(70, EntryKind.ASSUMPTION, "pue", "1.3", PricingUnit.NUMBER)
    second = replace(b200_comparison(), rates=(euro,), assumptions=(*assumptions(), assumed))
    print_ = small_print(side_by_side_card([market_comparison(), second], "en"))
    for text in ("1 USD = 7.1 CNY", "1 EUR = 7.9 CNY (2026-01-01, ecb), 334 days old ⚠", "PUE 1.3"):
        assert text in print_


@pytest.mark.parametrize(
    ("language", "verdict", "way_out"),
    [
        (
            "en",
            "There is no exchange rate for EUR/CNY, GBP/CNY on 2026-12-01, so there is no figure.",
            "Ask in another currency, such as “in USD” or “in CNY”.",
        ),
        (
            "zh",
            "2026-12-01没有EUR/CNY、GBP/CNY的汇率，因此没有数字。",
            "请换一种币种提问，例如“换成美元”或“换成人民币”。",
        ),
    ],
)
def test_where_only_rates_are_missing_the_answer_says_which(language: str, verdict: str, way_out: str) -> None:
    gaps = (a_gap("no-rate", "EUR/CNY"), a_gap("no-rate", "GBP/CNY"), a_gap("no-rate", "EUR/CNY"))
    only = a_scenario(only=(Selector(provider="gapless"),))
    for comparison in (a_comparison([], gaps=gaps), a_comparison([], gaps=gaps, scenario=only)):
        card = comparison_card(comparison, language)
        assert card.verdict == verdict
        assert card.notes[-1] == way_out
        both = side_by_side_card([comparison, market_comparison()], language)
        assert both.verdict.startswith(verdict)


def test_what_is_sold_for_shorter_only_says_so() -> None:
    card = comparison_card(a_comparison([], gaps=(a_gap("too-long"),)), "en")
    assert card.verdict == "No option for H100 is sold for so long."
    assert card.notes == ("+ 1 not sold for so long: Gapless", "Ask for a shorter time.")


def test_of_several_reasons_the_one_that_can_be_mended_is_said_first() -> None:
    card = comparison_card(a_comparison([], gaps=(a_gap(), a_gap("too-long"), a_gap("no-rate", "EUR/CNY"))), "en")
    assert card.verdict.startswith("There is no exchange rate for EUR/CNY")
    assert card.notes[0] == (
        "+ 1 without a price: Gapless · 1 not sold for so long: Gapless · 1 without an exchange rate: Gapless (EUR/CNY)"
    )
    shorter = comparison_card(a_comparison([], gaps=(a_gap(), a_gap("too-long"))), "en")
    assert shorter.verdict == "No option for H100 is sold for so long."


def test_data_and_discounts_leave_nothing_out() -> None:
    scenario = a_scenario(egress_gb=D(500), discount=D("0.1"), start="2027-03-01")
    card = comparison_card(a_comparison([], gaps=(a_gap(),), scenario=scenario), "en")
    assert card.verdict == "There is no price for H100 on 2026-12-01."
