"""Units as people write them."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pricing.imports.unit_words import written_unit
from pricing.units import PricingUnit, TimeUnit


class TestUnits:
    @pytest.mark.parametrize(
        ("unit", "texts"),
        [
            (
                PricingUnit.GPU_HOUR,
                [
                    "GPU-Hours",
                    "per GPU-hour",
                    "/GPU/hr",
                    "gpu_hour",
                    "元/卡/时",
                    "卡时",
                    "/card/h",
                    "每卡每小时",
                    "GPUh",
                ],
            ),
            (PricingUnit.GPU_MONTH, ["GPU-Months", "元/卡/月", "per GPU per month", "USD/GPU/mo"]),
            (PricingUnit.NODE_HOUR, ["Node-Hours", "node_hour", "$/instance/hr", "元/台/小时", "per server per hour"]),
            (PricingUnit.NODE_MONTH, ["node-month", "元/台/月", "万元/台/月", "（元/节点/月）", "per VM-month"]),
            (PricingUnit.GB_MONTH, ["GB-Months", "元/GB/月", "per GB per month"]),
            (
                PricingUnit.REQUESTS_10K,
                ["10000 Requests", "元/万次", "per 10,000 requests", "/10k requests", "万次请求"],
            ),
            (PricingUnit.REQUESTS_1K, ["1000 Requests", "per 1k requests", "per thousand calls", "元/千次"]),
            (PricingUnit.KWH, ["kWh", "元/kWh", "元/度"]),
            (PricingUnit.PERCENT_PER_YEAR, ["% of hardware per year"]),
        ],
    )
    def test_are_understood(self, unit: PricingUnit, texts: list[str]) -> None:
        assert {text: written_unit(text).unit for text in texts} == dict.fromkeys(texts, unit)

    @pytest.mark.parametrize("unit", PricingUnit)
    def test_of_the_book_are_understood_in_any_case(self, unit: PricingUnit) -> None:
        assert written_unit(unit.value.upper()).unit is unit

    @pytest.mark.parametrize(
        ("text", "sign", "scale"), [("万元/台/月", "元", 4), ("$/GPU/hr", "$", 0), ("RMB per card-hour", "rmb", 0)]
    )
    def test_tell_the_currency_in_front(self, text: str, sign: str, scale: int) -> None:
        assert (written_unit(text).sign, written_unit(text).scale) == (sign, scale)

    @pytest.mark.parametrize(
        ("text", "time"), [("$/h", TimeUnit.HOUR), ("/mo", TimeUnit.MONTH), ("每月", TimeUnit.MONTH)]
    )
    def test_of_time_alone_do_not_say_of_what(self, text: str, time: TimeUnit) -> None:
        assert (written_unit(text).unit, written_unit(text).time) == (None, time)

    @pytest.mark.parametrize(
        "text", ["fortnight", "per 8 GPUs", "GPU GPU", "GB/hour", "GiB", "hr hr", "GPU/day", "gpu-hour!", "per chip"]
    )
    def test_that_are_not_understood_to_the_last_letter_are_refused(self, text: str) -> None:
        with pytest.raises(ValueError, match=r".*"):
            written_unit(text)

    @given(st.text(max_size=30) | st.text(alphabet="gpuhrnode/- 元卡台月时万次0123k", max_size=12))
    def test_or_a_refusal_is_all_that_text_can_give(self, text: str) -> None:
        with suppress(ValueError):
            written_unit(text)
