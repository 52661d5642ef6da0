"""The workings: every figure can be checked by hand from what is printed, with its price rows and sources."""

from decimal import Decimal

import pytest

from bot.replies.card import Card
from bot.replies.comparison import comparison_card
from bot.replies.formula import factor, formula
from bot.replies.math import math_card
from bot.replies.sources import sources_card
from bot.replies.words import languages
from pricing.catalog import Claim
from pricing.compare import compare
from pricing.costs import Factor, FactorUnit
from pricing.scenario import AskedPrice
from pricing.units import PricingUnit, TimeUnit
from tests.bot.replies.builders import (
    ARTICLE,
    a_comparison,
    a_scenario,
    an_entry,
    assumptions,
    market_comparison,
    own_quote,
    seed_comparison,
)
from tests.builders import a_scenario as an_asked_scenario
from tests.builders import article_book

D = Decimal


def lines(card: Card, title: str) -> tuple[str, ...]:
    """Lines of the section whose title begins with this."""
    return next(section.lines for section in card.sections if section.title.startswith(title))


def test_each_line_is_a_formula_with_its_result() -> None:
    card = math_card(seed_comparison(), "en")
    assert card.verdict == "42 days × 24 h = 1,008 h; ÷ 730 h a month = 1.380822 months"
    assert [section.title for section in card.sections] == [
        "Own, 70% used: 13,470,246.58 CNY effective",
        "StarVerse on demand (A100): 22,623,386.30 CNY effective",
        "Break-even",
        "Top cloud by the month (A100): 49,421,606.49 CNY effective",
        "Assumptions",
    ]
    assert lines(card, "Top cloud") == (
        "Compute: 128 nodes × 260,000 CNY/node-month × 1.381 months (1,008 h ÷ 730 h) ÷ (1 − 7% loss) = 49,412,638.09",
        "Data out: 11,200 GB × 0.80 CNY/GB = 8,960.00",
        "Requests: 8,400,000 requests ÷ 10,000 × 0.01 CNY/10,000 requests = 8.40",
        "A month: 128 nodes × 260,000 CNY/node-month × 1 month = 33,280,000.00",
        "Equal work (about), Compute: 128 nodes × 260,000 CNY/node-month × 1.381 months (1,008 h ÷ 730 h) "
        "÷ (1 − 7% loss) × 3.169871794872 for equal work = 156,631,727.79",
        "Equal work (about), other lines as they are: 156,640,696.19",
        "Cash during the run, Compute: 128 nodes × 260,000 CNY/node-month × 2 months = 66,560,000.00",
        "Used 1.4848, billed 2 months",
        f"Price no. 18: 260,000 CNY/node-month, a seller's claim, seen 2026-03-06, {ARTICLE}, entered by seed data",
        f"Fee no. 21: 0.80 CNY/GB, seen 2026-03-06, {ARTICLE}, entered by seed data",
        f"Fee no. 22: 0.01 CNY/10,000 requests, seen 2026-03-06, {ARTICLE}, entered by seed data",
    )


def test_own_hardware_shows_its_own_hours_and_its_part_of_idle_time() -> None:
    found = lines(math_card(seed_comparison(), "en"), "Own")
    assert found[0] == "GPUs: 1,024 GPUs × 280,000 CNY/GPU × 1,008 h ÷ 43,800 h of life ÷ 70% use = 9,426,410.96"
    assert found[3:7] == (
        "Over its life: purchase 371,720,000.00 + running 38,000,000.00 − residual 0.00 = 409,720,000.00",
        "A month: 409,720,000.00 ÷ 60 months = 6,828,666.67",
        "Own hours only: 409,720,000.00 × 1,008 h ÷ 43,800 h = 9,429,172.60",
        "With its part of idle time: 409,720,000.00 × 1,008 h ÷ 43,800 h ÷ 70% use = 13,470,246.58",
    )
    assert "Cash outlay: 371,720,000.00" in found


def test_break_even_shows_its_divisions() -> None:
    found = lines(math_card(seed_comparison(), "en"), "Break-even")
    assert found[:2] == (
        "StarVerse on demand (A100): 371,720,000.00 ÷ (16,384,000.00 − 633,333.33) = 23.6 months; "
        "all paid at once 409,720,000.00 ÷ 16,384,000.00 = 25.01 months; "
        "6,828,666.67 ÷ 16,384,000.00 = 41.7% use; "
        "409,720,000.00 ÷ (16,384,000.00 × 1,008 h ÷ 730 h) = 18.1 runs",
        "StarVerse on demand (A100), equal work (about): 16,384,000.00 × 3.1698717949 = 51,935,179.49 a month; "
        "371,720,000.00 ÷ (51,935,179.49 − 633,333.33) = 7.246 months; "
        "6,828,666.67 ÷ 51,935,179.49 = 13.1% use; "
        "409,720,000.00 ÷ (51,935,179.49 × 1,008 h ÷ 730 h) = 5.7 runs",
    )


def test_a_converted_price_shows_its_rate() -> None:
    found = lines(math_card(market_comparison(), "en"), "Nimbus")
    assert found[0] == "Compute: 1,024 GPUs × 3.99 USD/GPU-hour × 1,008 h × 7.1 CNY/USD = 29,240,967.17"
    assert found[1] == "A month: 1,024 GPUs × 3.99 USD/GPU-hour × 730 h × 7.1 CNY/USD = 21,176,494.08"
    assert found[2] == "Cash outlay: the same, 29,240,967.17"


def test_one_option_can_be_asked_for() -> None:
    card = math_card(market_comparison(), "en", offer_ids=("starverse/a100",))
    assert [section.title.partition(":")[0] for section in card.sections] == [
        "StarVerse on demand (A100)",
        "Break-even",
        "Exchange rates",
        "Assumptions",
    ]
    assert len(lines(card, "Break-even")) == 2


def test_a_claim_stands_beside_the_figure_and_says_it_is_not_priced_with() -> None:
    claim = Claim(
        id="c",
        offer="top-cloud/a100",
        text={"en": "six weeks with 1.5 months", "zh": "六周按1.5个月"},
        stated=D(49_920_000),
        currency="CNY",
        source=ARTICLE,
        stated_on="2026-03-06",
    )
    claims = {"top-cloud/a100": (claim,)}
    english = lines(math_card(seed_comparison(), "en", claims=claims), "Top cloud")[-1]
    assert english == (
        f"The seller states, not priced with: six weeks with 1.5 months 49,920,000.00 CNY ({ARTICLE}, 2026-03-06)"
    )
    assert "六周按1.5个月 49,920,000.00元" in lines(math_card(seed_comparison(), "zh", claims=claims), "头部云")[-1]


def test_chinese_workings_have_the_same_figures() -> None:
    found = lines(math_card(seed_comparison(), "zh"), "头部云")
    assert found[0] == (
        "算力：128个节点 × 260,000 CNY/节点月 × 1.381个月（1,008小时 ÷ 730小时） ÷ (1 − 损耗7%) = 49,412,638.09"
    )


def test_buying_alone_shows_no_share_of_a_run() -> None:
    card = math_card(a_comparison([own_quote()], scenario=a_scenario(duration=None)), "en")
    assert not any("Own hours only" in line for section in card.sections for line in section.lines)


@pytest.mark.parametrize(
    ("made", "shown"),
    [
        (Factor(D("0.93"), FactorUnit.LOSS, divide=True), "(1 − 7% loss)"),
        (Factor(D("0.85"), FactorUnit.DISCOUNT), "(1 − 15% discount)"),
        (Factor(D("0.7"), FactorUnit.UTILISATION, divide=True), "70% use"),
        (Factor(D("3.169871794871794871794871795"), FactorUnit.EQUAL_WORK), "3.1699 for equal work"),
        (Factor(D("1.380821917808219178082191781"), FactorUnit.MONTHS), "1.3808 months"),
        (Factor(D("0.0104"), FactorUnit.PRICE, per="USD GPU-Hours"), "0.0104 USD/GPU-hour"),
        (Factor(D("7.1"), FactorUnit.RATE, divide=True, per="CNY/USD"), "7.1 CNY/USD"),
        (Factor(D("10.2"), FactorUnit.KW), "10.2 kW"),
        (Factor(D("1.3"), FactorUnit.PUE), "PUE 1.3"),
        (Factor(D("0.75"), FactorUnit.LOAD), "75% load"),
    ],
)
def test_factors_are_written_as_people_write_them(made: Factor, shown: str) -> None:
    assert factor("en", made) == shown


@pytest.mark.parametrize("unit", list(FactorUnit))
@pytest.mark.parametrize("language", languages())
def test_every_unit_of_a_factor_can_be_written(unit: FactorUnit, language: str) -> None:
    per = {FactorUnit.PRICE: "CNY GB", FactorUnit.RATE: "CNY/USD"}.get(unit, "")
    assert any(sign.isdigit() for sign in factor(language, Factor(D("0.5"), unit, per=per)))


@pytest.mark.parametrize("unit", list(PricingUnit))
def test_every_pricing_unit_has_its_words(unit: PricingUnit) -> None:
    assert "2" in factor("en", Factor(D(2), FactorUnit.PRICE, per=f"CNY {unit.value}"))


def test_a_factor_of_minus_one_is_a_sign() -> None:
    factors = (Factor(D(1024), FactorUnit.GPUS), Factor(D("0.1"), FactorUnit.SHARE), Factor(D(-1), FactorUnit.PLAIN))
    assert formula("en", factors, D("-102.4"), 2) == "−1,024 GPUs × 10%"


def test_sources_name_row_price_day_source_and_who() -> None:
    card = sources_card(market_comparison(), "en")
    assert lines(card, "Nimbus") == (
        "Price no. 52: 3.99 USD/GPU-hour, list price, seen 2026-11-20, example.com/prices, entered by seed data",
    )
    assert lines(card, "Exchange rates") == ("1 USD = 7.1 CNY (2026-11-20, central bank)",)
    assert "own hardware 70% used (house assumption, 2026-11-20)" in lines(card, "Assumptions")


def test_a_price_of_the_asker_has_no_row_and_no_age() -> None:
    book = article_book()
    price = AskedPrice(amount=D("2.50"), currency="CNY", per=TimeUnit.HOUR)
    comparison = compare(an_asked_scenario(price=price), book)
    found = lines(sources_card(comparison, "en"), "Your quote")
    assert found == ("Price: 2.50 CNY/GPU-hour (yours)",)
    assert "Prices seen 2026-03-06 to 2026-11-20" in comparison_card(comparison, "en").context[0]


def test_an_assumption_of_the_asker_says_so() -> None:
    mine = an_entry(0, assumptions()[0].kind, "utilisation", "0.8", PricingUnit.NUMBER, source="the question")
    card = sources_card(a_comparison([own_quote()], assumptions=(mine,)), "en")
    assert lines(card, "Assumptions") == ("own hardware 80% used (yours)",)


def test_an_assumption_without_words_is_still_named() -> None:
    odd = an_entry(9, assumptions()[0].kind, "rack_height", "42", PricingUnit.NUMBER, source="house")
    assert lines(sources_card(a_comparison([own_quote()], assumptions=(odd,)), "en"), "Assumptions") == (
        "rack height 42 (house, 2026-11-20)",
    )
