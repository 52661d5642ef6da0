"""Price tables copied from web pages."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pricing.catalog import Mode, PriceKind
from pricing.imports import copied
from pricing.imports.source import Source
from pricing.listings import FileRefused, Listing, Refusal, Row, Skipped
from pricing.units import PricingUnit

TABS = """GPU Pricing
GPU\tVRAM\tOn-demand\tSpot\t1-year
H100 SXM\t80GB\t$2.95/hr\t$1.50/hr\t$2.10/hr
A100\t80 GB\t$1.79/hr\tN/A\tContact sales
B200\t180GB\tContact sales\t—\t—
"""
MARKDOWN = """| GPU | vCPUs | Price per GPU/hr | Reserved (1 year) ($/GPU/hr) |
|:---|---:|---|---|
| **H100** | 16 | $2.95 | 2.10 |
| L40S | 8 | $0.99-$1.20 | free |
"""
SPACES = """GPU型号   显存    按需(元/卡/时)   包月（元/卡/月）
H800     80GB     18.5            9,800
A100 40G  40GB     7.9    面议
"""
EUROPEAN = """Model        Price
NVIDIA H100   from €2,49 / GPU / hour
NVIDIA A100    1,29 €/GPU/h
"""


def read(text: str, provider: str = "acme") -> list[Row]:
    return list(copied.read(Source("page.txt", text.encode(), provider=provider, observed_on="2026-03")))


def told(rows: list[Row]) -> list[tuple[int, str, str, str, Mode, Decimal | None]]:
    return [
        (row.line, row.gpu, str(row.value), row.currency, row.mode, row.term_months)
        for row in rows
        if isinstance(row, Listing)
    ]


class TestCopiedTables:
    @pytest.mark.parametrize("text", [TABS, MARKDOWN, SPACES, EUROPEAN])
    def test_are_recognised(self, text: str) -> None:
        assert copied.recognises(Source("page.txt", text.encode()))

    @pytest.mark.parametrize("text", ["", "hello world", "GPU\tRAM\nH100\t80", "a,b\n1,2\n", '{"gpu": 1}', "\0"])
    def test_of_other_things_are_not(self, text: str) -> None:
        assert not copied.recognises(Source("page.txt", text.encode()))

    def test_give_a_listing_for_each_column_of_prices(self) -> None:
        rows = read(TABS)
        assert told(rows) == [
            (3, "H100 SXM", "2.95", "USD", Mode.ON_DEMAND, None),
            (3, "H100 SXM", "1.50", "USD", Mode.SPOT, None),
            (3, "H100 SXM", "2.10", "USD", Mode.COMMITTED, Decimal(12)),
            (4, "A100", "1.79", "USD", Mode.ON_DEMAND, None),
        ]
        assert rows[-1] == Skipped(5, "no-price", "B200")
        first = rows[0]
        assert isinstance(first, Listing)
        assert (first.provider, first.memory_gb, first.unit) == ("acme", 80, PricingUnit.GPU_HOUR)
        assert (first.observed_on, first.source, first.stated_term) == ("2026-03", "page.txt", "On-demand")

    def test_may_be_in_markdown(self) -> None:
        rows = read(MARKDOWN)
        assert told(rows) == [
            (3, "H100", "2.95", "USD", Mode.ON_DEMAND, None),
            (3, "H100", "2.10", "USD", Mode.COMMITTED, Decimal(12)),
        ]
        assert [(row.line, row.reason) for row in rows if isinstance(row, Refusal)] == [
            (1, "unknown-column"),
            (4, "range"),
            (4, "free-word"),
        ]

    def test_may_have_columns_parted_by_spaces_and_words_in_chinese(self) -> None:
        rows = read(SPACES)
        assert told(rows) == [
            (2, "H800", "18.5", "CNY", Mode.ON_DEMAND, None),
            (2, "H800", "9800", "CNY", Mode.COMMITTED, Decimal(1)),
            (3, "A100 40G", "7.9", "CNY", Mode.ON_DEMAND, None),
        ]
        assert [row.unit for row in rows if isinstance(row, Listing)][:2] == [
            PricingUnit.GPU_HOUR,
            PricingUnit.GPU_MONTH,
        ]

    def test_may_have_from_prices_in_euros(self) -> None:
        first, second = read(EUROPEAN)
        assert isinstance(first, Listing)
        assert isinstance(second, Listing)
        assert (str(first.value), first.currency, first.price_kind) == ("2.49", "EUR", PriceKind.FROM)
        assert (str(second.value), second.price_kind) == ("1.29", PriceKind.LIST)

    def test_count_by_the_node_only_where_they_say_so(self) -> None:
        table = "GPU\tGPUs\tPrice ($/hr)\nH100\t8\t23.60\nH100\t1\t2.95\n"
        refusal, row = read(table)
        assert isinstance(refusal, Refusal)
        assert (refusal.reason, refusal.values["gpus"]) == ("unit-vague", "8")
        assert isinstance(row, Listing)

    def test_settle_fractions_by_the_column(self) -> None:
        rows = read("GPU\tPrice (€/GPU/month)\nH100\t1.355,90\nH200\t2.100\n")
        assert [str(row.value) for row in rows if isinstance(row, Listing)] == ["1355.90", "2100"]

    @pytest.mark.parametrize(
        ("line", "reason"),
        [
            ("H100\t80GB\t$2.95/hr", "ragged-row"),
            ("H100\tlots\t$2.95/hr\t\t", "not-a-number"),
            ("H100\t80GB\t2.95/hr\t\t", "missing"),
            ("\t80GB\t$2.95/hr\t\t", "missing"),
        ],
    )
    def test_refuse_what_they_do_not_say_clearly(self, line: str, reason: str) -> None:
        [row] = read("GPU\tVRAM\tOn-demand\tSpot\t1-year\n" + line + "\n")
        assert isinstance(row, Refusal)
        assert (row.line, row.reason) == (2, reason)

    def test_need_somebody_to_name_the_provider(self) -> None:
        [row, *_] = read(TABS, provider="")
        assert isinstance(row, Refusal)
        assert (row.reason, row.values["column"]) == ("missing", "provider")

    def test_without_prices_are_refused(self) -> None:
        with pytest.raises(FileRefused, match="no-prices"):
            read("hello\nworld\n")

    @given(st.text(max_size=150))
    def test_of_any_text_give_rows_or_a_refusal(self, text: str) -> None:
        for whole in (text, f"GPU\tPrice\n{text}"):
            try:
                rows = read(whole)
            except FileRefused as error:
                rows = [Refusal(1, error.reason)]
            assert all(isinstance(row, Listing | Refusal | Skipped) for row in rows)
