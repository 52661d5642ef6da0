"""Amounts as people write them."""

from contextlib import suppress
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pricing.catalog import Tax
from pricing.imports.numbers import Amount, NotANumber, Style, amount, decimal_style, number
from pricing.units import PricingUnit, TimeUnit

GPU_HOUR, NODE_MONTH = PricingUnit.GPU_HOUR, PricingUnit.NODE_MONTH


class TestDigits:
    @pytest.mark.parametrize(
        ("text", "value"),
        [
            ("2.95", "2.95"),
            ("23.60", "23.60"),
            ("1,234.50", "1234.50"),
            ("1.234,50", "1234.50"),
            ("1 234,50", "1234.50"),
            ("1\u202f234,50", "1234.50"),
            ("1'234.50", "1234.50"),
            ("1’234.50", "1234.50"),
            ("1,234,567", "1234567"),
            ("1.234.567", "1234567"),
            ("1,23,456.00", "123456.00"),
            ("1,5", "1.5"),
            ("0,125", "0.125"),
            ("3.350", "3.350"),
            ("1,024", "1024"),
            (".95", "0.95"),
            ("１２３．４５", "123.45"),
            ("123456789012345", "123456789012345"),
        ],
    )
    def test_keep_what_was_written(self, text: str, value: str) -> None:
        assert str(amount(text).value) == value

    @pytest.mark.parametrize(
        ("text", "value"), [("3.350", "3350"), ("1,024", "1.024"), ("0.125", "0.125"), ("2.95", "2.95")]
    )
    def test_of_a_column_with_decimal_commas(self, text: str, value: str) -> None:
        assert number(text, Style.COMMA) == Decimal(value)

    @pytest.mark.parametrize("text", ["3.350", "1,024"])
    def test_that_a_mixed_column_leaves_open_are_refused(self, text: str) -> None:
        with pytest.raises(NotANumber, match="ambiguous-number"):
            amount(text, Style.MIXED)

    @pytest.mark.parametrize(
        ("cells", "style"),
        [
            (["1.355,90", "3.350"], Style.COMMA),
            (["2.95", "3.350"], Style.POINT),
            (["$1,234.50/hr", ""], Style.POINT),
            (["€ 2,9", "3.1"], Style.MIXED),
            (["3.350", "1,024", "12", "N/A"], Style.UNKNOWN),
            (["1.234.567"], Style.COMMA),
        ],
    )
    def test_style_of_a_column(self, cells: list[str], style: Style) -> None:
        assert decimal_style(cells) is style

    @given(st.decimals(0, 10**12, places=2), st.sampled_from([",", " ", "'", "\u00a0"]))
    def test_in_groups_read_as_without(self, value: Decimal, group: str) -> None:
        assert number(f"{value:,.2f}".replace(",", group)) == value


class TestMoney:
    @pytest.mark.parametrize(
        ("text", "expected"),
        [
            ("$2.95/hr", Amount(Decimal("2.95"), "USD", None, TimeUnit.HOUR)),
            ("US$ 2.95 / GPU / hour", Amount(Decimal("2.95"), "USD", GPU_HOUR, TimeUnit.HOUR)),
            ("2.95 USD per GPU-hour", Amount(Decimal("2.95"), "USD", GPU_HOUR, TimeUnit.HOUR)),
            ("€1.355,90", Amount(Decimal("1355.90"), "EUR")),
            ("¥18,000", Amount(Decimal("18000"), "CNY")),
            ("￥1,000元", Amount(Decimal("1000"), "CNY")),
            ("¥100 JPY", Amount(Decimal("100"), "JPY")),
            ("$3 AUD", Amount(Decimal("3"), "AUD")),
            ("1.2万元/台/月", Amount(Decimal("12000"), "CNY", NODE_MONTH, TimeUnit.MONTH)),
            ("28万元", Amount(Decimal("280000"), "CNY")),
            ("25元/卡时", Amount(Decimal("25"), "CNY", GPU_HOUR, TimeUnit.HOUR)),
            ("0.01元/万次", Amount(Decimal("0.01"), "CNY", PricingUnit.REQUESTS_10K, per=Decimal(10000))),
            ("$0.005 per 1k requests", Amount(Decimal("0.005"), "USD", PricingUnit.REQUESTS_1K, per=Decimal(1000))),
            ("$0.4 per 1M requests", Amount(Decimal("0.4"), "USD", per=Decimal(1000000))),
            ("0.5元/GB", Amount(Decimal("0.5"), "CNY", PricingUnit.GB)),
            ("0.023 $/GB-month", Amount(Decimal("0.023"), "USD", PricingUnit.GB_MONTH, TimeUnit.MONTH)),
            ("100元/卡/月 含税", Amount(Decimal(100), "CNY", PricingUnit.GPU_MONTH, TimeUnit.MONTH, tax=Tax.INCLUDED)),
            ("100 元（不含税）", Amount(Decimal(100), "CNY", tax=Tax.EXCLUDED)),
            ("€5 excl. 19% VAT", Amount(Decimal(5), "EUR", tax=Tax.EXCLUDED)),
            ("$5 incl. VAT", Amount(Decimal(5), "USD", tax=Tax.INCLUDED)),
            ("from $2.95/hr", Amount(Decimal("2.95"), "USD", None, TimeUnit.HOUR, least=True)),
            ("2.95元起", Amount(Decimal("2.95"), "CNY", least=True)),
            ("", Amount()),
            ("  \u3000", Amount()),
        ],
    )
    def test_is_read_with_all_its_cell_says(self, text: str, expected: Amount) -> None:
        assert amount(text) == expected

    def test_in_dollars_is_of_the_country_the_row_names(self) -> None:
        assert amount("$2.95", known="AUD").currency == "AUD"
        assert amount("¥450", known="JPY").currency == "JPY"

    @pytest.mark.parametrize(
        ("text", "reason"),
        [
            ("N/A", "not-available"),
            ("-", "not-available"),
            ("—", "not-available"),
            ("free", "free-word"),
            ("免费", "free-word"),
            ("Contact sales", "on-request"),
            ("面议", "on-request"),
            ("售罄", "sold-out"),
            ("5%", "percent"),
            ("1e5", "scientific"),
            ("1.5E+05", "scientific"),
            ("NaN", "not-finite"),
            ("-inf", "not-finite"),
            ("Infinity", "not-finite"),
            ("1234567890123456", "too-large"),
            ("9999999999999万", "too-large"),
            ("-5", "negative"),
            ("$-5", "negative"),
            ("(1,234.50)", "not-a-number"),
            ("~3", "approximate"),
            ("约3元", "approximate"),
            ("$2.95¹", "unit-unknown"),
            ("$2.95/fortnight", "unit-unknown"),
            ("$23.60/hr (8-GPU node)", "unit-unknown"),
            ("A$3 USD", "two-currencies"),
            ("1.2.3", "not-a-number"),
            ("1,2,3", "not-a-number"),
            ("12 34", "not-a-number"),
            ("hello", "not-a-number"),
            ("=1+1", "not-a-number"),
        ],
    )
    def test_is_refused(self, text: str, reason: str) -> None:
        with pytest.raises(NotANumber) as refused:
            amount(text)
        assert refused.value.reason == reason
        assert refused.value.values["text"]

    @pytest.mark.parametrize(
        ("text", "low", "high"),
        [
            ("¥18,000-¥25,000", "18000", "25000"),
            ("12.5–15", "12.5", "15"),
            ("$2.95/hr - $3.10/hr", "2.95", "3.10"),
            ("2万~3万元/台/月", "20000", "30000"),
            ("$1 to $2", "1", "2"),
        ],
    )
    def test_in_a_range_is_refused_with_both_ends(self, text: str, low: str, high: str) -> None:
        with pytest.raises(NotANumber) as refused:
            amount(text)
        assert (refused.value.reason, refused.value.values["low"], refused.value.values["high"]) == ("range", low, high)

    @given(st.text(max_size=40) | st.text(alphabet="0123456789.,'万元$€%/-~ eEkGPUhr", max_size=25))
    def test_or_a_reason_is_all_that_text_can_give(self, text: str) -> None:
        for style in Style:
            with suppress(NotANumber):
                value = amount(text, style).value
                assert value is None or (value.is_finite() and value >= 0 and value.adjusted() < 15)

    @given(st.text(alphabet="0123456789,.' ", max_size=400))
    def test_of_many_digits_takes_no_time(self, text: str) -> None:
        with suppress(NotANumber):
            number(text * 20)
