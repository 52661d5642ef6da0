"""Money and numbers as people read them: one rounding rule, one currency at a time, no false precision."""

from decimal import Decimal

import pytest

from bot.replies import figures
from bot.replies.figures import (
    amount,
    cents,
    difference,
    exact,
    factor,
    money,
    number,
    percent,
    price,
    short,
    short_money,
    significant,
    table_places,
)

D = Decimal


@pytest.mark.parametrize(
    ("value", "english", "chinese"),
    [
        ("22623386.30", "22.6M CNY", "2,262万元"),
        ("13470246.58", "13.5M CNY", "1,347万元"),
        ("371720000", "372M CNY", "3.72亿元"),
        ("156640696", "157M CNY", "1.57亿元"),
        ("999999999", "1.00B CNY", "10.0亿元"),
        ("99999999", "100M CNY", "1.00亿元"),
        ("99994999", "100M CNY", "9,999万元"),
        ("99995000", "100M CNY", "1.00亿元"),
        ("999999.6", "1.00M CNY", "100万元"),
        ("994999", "994,999 CNY", "99.5万元"),
        ("9999", "9,999 CNY", "9,999元"),
        ("9999.6", "10,000 CNY", "1.00万元"),
        ("12345", "12,345 CNY", "1.23万元"),
        ("1234567890123", "1.23T CNY", "1.23万亿元"),
        ("2262000", "2.26M CNY", "226万元"),
        ("42.5", "42.50 CNY", "42.50元"),
        ("0.004", "<0.01 CNY", "<0.01元"),
        ("0", "0 CNY", "0元"),
    ],
)
def test_verdicts_have_three_significant_digits_and_never_ten_thousand_wan(
    value: str, english: str, chinese: str
) -> None:
    assert short_money("en", D(value), "CNY") == english
    assert short_money("zh", D(value), "CNY") == chinese


@pytest.mark.parametrize("language", ["en", "zh"])
def test_short_figures_never_need_four_whole_digits_where_there_is_a_next_sign(language: str) -> None:
    for power in range(4, 12):
        for offset in ("-0.5", "-0.4", "0", "0.4"):
            figure = short(language, D(10) ** power + D(offset))
            assert "10000万" not in figure.replace(",", "")
            assert "1000M" not in figure.replace(",", "").replace(".0", "")


def test_yuan_and_yen_cannot_be_mistaken_for_each_other() -> None:
    assert money("en", D("1500"), "CNY") == "1,500.00 CNY"
    assert money("en", D("1500"), "JPY") == "1,500 JPY"
    assert money("zh", D("1500"), "CNY") == "1,500.00元"
    assert money("zh", D("1500"), "JPY") == "1,500日元"
    assert money("zh", D("1500"), "USD") == "1,500.00美元"
    assert money("zh", D("1500"), "BRL") == "1,500.00BRL"


@pytest.mark.parametrize(
    ("value", "currency", "shown"),
    [
        ("1234.5", "JPY", "1,235"),
        ("1234.5", "KRW", "1,235"),
        ("2.665", "USD", "2.67"),
        ("2.675", "USD", "2.68"),
        ("-2.665", "USD", "-2.67"),
        ("10.5", "JPY", "11"),
        ("-10.5", "JPY", "-11"),
        ("-0.001", "USD", "0.00"),
        ("-0.4", "JPY", "0"),
        ("0.001", "USD", "<0.01"),
        ("0.4", "JPY", "<1"),
        ("0.005", "USD", "0.01"),
        ("0", "USD", "0.00"),
        ("49412638.0912", "CNY", "49,412,638.09"),
    ],
)
def test_half_goes_away_from_zero_and_there_is_no_minus_zero(value: str, currency: str, shown: str) -> None:
    assert cents("en", D(value), currency) == shown
    assert cents("zh", D(value), currency) == shown


def test_tables_show_whole_units_unless_an_amount_is_small() -> None:
    large = [D("13470246.58"), D("371720000"), D(0)]
    assert table_places(large, "CNY") == 0
    assert amount("en", D("13470246.58"), 0) == "13,470,247"
    assert table_places([D("99.99"), D(5000)], "USD") == 2
    assert table_places([D("99.99"), D(5000)], "JPY") == 0


@pytest.mark.parametrize(
    ("value", "shown"),
    [("260000", "260,000"), ("0.0100", "0.01"), ("7.10", "7.1"), ("1E+3", "1,000"), ("0.000001234", "0.000001234")],
)
def test_exact_numbers_keep_every_digit_that_was_written(value: str, shown: str) -> None:
    assert exact("en", D(value)) == shown


def test_prices_keep_their_digits_and_at_least_cents() -> None:
    assert price("en", D("3.9"), "USD") == "3.90 USD"
    assert price("en", D("260000"), "CNY") == "260,000 CNY"
    assert price("en", D("23.7773"), "USD") == "23.7773 USD"


@pytest.mark.parametrize(
    ("value", "digits", "shown"),
    [("1.380821917", 4, "1.381"), ("0.0136986", 4, "0.0137"), ("12345.678", 4, "12,346"), ("3.16987", 3, "3.17")],
)
def test_significant_digits(value: str, digits: int, shown: str) -> None:
    assert significant("en", D(value), digits) == shown


def test_factors_have_four_places_or_four_digits() -> None:
    assert factor("en", D("1.380821917808")) == "1.3808"
    assert factor("en", D("1008")) == "1,008"
    assert factor("en", D("0.0000123456")) == "0.00001235"


@pytest.mark.parametrize(
    ("fraction", "shown"),
    [("0.4168", "41.7%"), ("0.7", "70%"), ("0.0004", "<0.1%"), ("0", "0%"), ("1", "100%"), ("0.0005", "0.1%")],
)
def test_percentages(fraction: str, shown: str) -> None:
    assert percent("en", D(fraction)) == shown


def test_changes_name_their_base_and_never_divide_by_nothing() -> None:
    assert difference("en", D(50), D(100), "USD") == "50.00 USD more (+100% of 50.00 USD)"
    assert difference("en", D(100), D(70), "USD") == "30.00 USD less (-30% of 100 USD)"
    assert difference("en", D(0), D(5), "USD") == "5.00 USD more"
    assert difference("en", D(5), D(5), "USD") == "no change"
    assert difference("zh", D(50), D(100), "CNY") == "多50.00元（50.00元的+100%）"


def test_absurd_sizes_still_print() -> None:
    huge = D("123456789012345678901234567890123.45")
    assert number("en", huge, 2) == "123,456,789,012,345,678,901,234,567,890,123.45"
    assert short("en", huge).endswith("T")
    assert figures.short("zh", huge).endswith("万亿")
