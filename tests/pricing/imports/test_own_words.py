"""Ways of buying and headers of columns, as people write them."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pricing.book_files.columns import HEADER
from pricing.catalog import Mode, Tax
from pricing.imports.buying_words import Way, months_of, way_of
from pricing.imports.headings import columns_of, price_heading
from pricing.units import PricingUnit, TimeUnit

YEAR = Way(Mode.COMMITTED, Decimal(12))


class TestWaysOfBuying:
    @pytest.mark.parametrize(
        ("way", "texts"),
        [
            (Way(Mode.ON_DEMAND), ["on-demand", "On Demand", "on_demand", "PAYG", "按需", "按量付费"]),
            (Way(Mode.SPOT), ["spot", "Preemptible", "竞价", "抢占式", "竞价实例"]),
            (Way(Mode.COMMITTED), ["reserved", "Committed", "预留", "包年包月"]),
            (Way(Mode.OWNED), ["owned", "自有", "自建"]),
            (YEAR, ["1 year", "1yr", "reserved-1y", "1-year commitment", "12 months", "包年", "1年", "一年", "包1年"]),
            (Way(Mode.COMMITTED, Decimal(1)), ["monthly", "包月", "1个月", "commit-1m"]),
            (Way(Mode.COMMITTED, Decimal(6)), ["半年", "6 months"]),
            (Way(Mode.COMMITTED, Decimal(36), upfront=Decimal(0)), ["reserved-3y-no-upfront"]),
            (Way(Mode.COMMITTED, Decimal(12), upfront=Decimal(1)), ["1 year all upfront"]),
            (Way(Mode.COMMITTED, Decimal(36), "savings plan"), ["savings-plan-3y"]),
            (Way(Mode.ON_DEMAND, least=True), ["on-demand-from", "按需起"]),
        ],
    )
    def test_are_understood(self, way: Way, texts: list[str]) -> None:
        assert {text: way_of(text) for text in texts} == dict.fromkeys(texts, way)

    @pytest.mark.parametrize(
        "text", ["", "cheap", "12", "on-demand-windows", "1 fortnight", "spot or reserved", "x" * 99]
    )
    def test_that_are_not_understood_are_refused(self, text: str) -> None:
        with pytest.raises(ValueError, match=r".*"):
            way_of(text)

    @pytest.mark.parametrize(("text", "months"), [("12", 12), ("3年", 36), ("18 months", 18), ("１２个月", 12)])
    def test_last_so_many_months(self, text: str, months: int) -> None:
        assert months_of(text) == months


class TestHeaders:
    def test_of_our_own_format_mean_themselves(self) -> None:
        assert [heading.column for heading in columns_of(HEADER).values()] == list(HEADER)

    @pytest.mark.parametrize(
        ("header", "columns"),
        [
            (["供应商", "卡型", "单价", "币种", "单位"], ["provider", "gpu", "price", "currency", "unit"]),
            (["地区", "生效日期", "来源", "备注", "期限"], ["region", "effective_from", "source", "note", "term"]),
            (["型号", "价格"], ["gpu", "price"]),
            (["型号", "卡型", "价格"], ["name", "gpu", "price"]),
            (["GPU Model", "Unit Price", "GPUs per node"], ["gpu", "price", "gpus_per_node"]),
            (["VRAM (GB)", "期限（月）", "有效期至"], ["memory_gb", "term_months", "last_day"]),
        ],
    )
    def test_are_understood_in_english_and_chinese(self, header: list[str], columns: list[str]) -> None:
        assert [heading.column for heading in columns_of(header).values()] == columns

    def test_of_two_columns_for_one_thing_name_the_first(self) -> None:
        assert list(columns_of(["price", "Price", "GPU"])) == ["price", "GPU"]

    @pytest.mark.parametrize(
        ("header", "unit", "time", "sign", "way"),
        [
            ("Price per GPU/hr", PricingUnit.GPU_HOUR, TimeUnit.HOUR, "", None),
            ("price_usd_per_gpu_hour", PricingUnit.GPU_HOUR, TimeUnit.HOUR, "usd", None),
            ("$/hr", None, TimeUnit.HOUR, "$", None),
            ("单价（元/卡/时）", PricingUnit.GPU_HOUR, TimeUnit.HOUR, "元", None),
            ("On-demand", None, None, "", Way(Mode.ON_DEMAND)),
            ("SpotPrice", None, None, "", Way(Mode.SPOT)),
            ("Reserved (1 year)", None, None, "", YEAR),
            ("1-year ($/GPU/hr)", PricingUnit.GPU_HOUR, TimeUnit.HOUR, "$", YEAR),
            ("包月（元/月）", None, TimeUnit.MONTH, "元", Way(Mode.COMMITTED, Decimal(1))),
        ],
    )
    def test_of_prices_say_what_they_are_for(
        self, header: str, unit: PricingUnit | None, time: TimeUnit | None, sign: str, way: Way | None
    ) -> None:
        heading = price_heading(header)
        assert heading is not None
        assert (heading.unit.unit, heading.unit.time, heading.unit.sign, heading.way) == (unit, time, sign, way)

    def test_of_prices_say_whether_tax_is_inside(self) -> None:
        heading = price_heading("含税单价（元/台/月）")
        assert heading is not None
        assert (heading.tax, heading.unit.unit) == (Tax.INCLUDED, PricingUnit.NODE_MONTH)

    @pytest.mark.parametrize("header", ["GPU", "vCPUs", "RAM", "Per GPU", "Storage price per TB", "", "x" * 500])
    def test_of_other_columns_are_no_prices(self, header: str) -> None:
        assert price_heading(header) is None

    @given(st.text(max_size=40))
    def test_of_any_text_do_no_harm(self, text: str) -> None:
        price_heading(text)
        columns_of([text, "price"])
