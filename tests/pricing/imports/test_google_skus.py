"""Google's SKUs: a GPU without its machine, for each region it is sold in."""

from datetime import date
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pricing.catalog import Includes, Mode
from pricing.imports import google_skus
from pricing.listings import FileRefused
from pricing.units import PricingUnit
from tests.pricing.imports.reading import JSON_VALUES, listings, refused, rows, skipped, source_of, survives

A100 = "Nvidia Tesla A100 GPU running in Americas"


def rate(units: Any = "2", nanos: Any = 933908000, currency: str = "USD", start: int = 0) -> dict[str, Any]:
    return {"startUsageAmount": start, "unitPrice": {"currencyCode": currency, "units": units, "nanos": nanos}}


def pricing(*rates: Any, unit: str = "h", since: str | None = "2023-03-24T10:52:50.681Z") -> dict[str, Any]:
    info: dict[str, Any] = {"pricingExpression": {"usageUnit": unit, "tieredRates": list(rates)}}
    return info | ({"effectiveTime": since} if since else {})


def sku(description: str = A100, group: str = "GPU", usage: str = "OnDemand", **changed: Any) -> dict[str, Any]:
    """A SKU with one price in one region."""
    return {
        "name": "services/6F81/skus/039F",
        "skuId": "039F",
        "description": description,
        "category": {"resourceFamily": "Compute", "resourceGroup": group, "usageType": usage},
        "serviceRegions": ["us-central1"],
        "pricingInfo": [pricing(rate())],
    } | changed


def read(*skus: Any) -> list[Any]:
    return rows(google_skus, {"skus": [*skus]})


class TestAGpu:
    def test_is_the_accelerator_alone_for_an_hour(self) -> None:
        (only,) = listings(read(sku()))
        assert (only.value, only.currency, only.unit) == (Decimal("2.933908"), "USD", PricingUnit.GPU_HOUR)
        assert (only.includes, only.mode, only.provider) == (Includes.ACCELERATOR_ONLY, Mode.ON_DEMAND, "GCP")
        assert (only.effective_from, only.observed_on) == (date(2023, 3, 24), "2023-03-24")
        assert (only.name, only.source) == (A100, "services/6F81/skus/039F")

    def test_is_listed_once_for_each_region(self) -> None:
        found = listings(read(sku(serviceRegions=["us-central1", "us-east1", "us-central1"])))
        assert [row.region for row in found] == ["us-central1", "us-east1"]
        assert {row.line for row in found} == {1}

    @pytest.mark.parametrize(
        ("description", "gpu", "memory"),
        [
            (A100, "Tesla A100", 40),  # Google says so where it has 80
            ("Nvidia Tesla A100 80GB GPU attached to Spot Preemptible VMs running in Iowa", "Tesla A100 80GB", 80),
            ("A4 Nvidia B200 (1 gpu slice) attached to DWS Defined Duration VMs running in Mumbai", "B200", None),
            ("Nvidia H100 80GB Mega GPU running in Tokyo", "H100 80GB Mega", 80),
            ("Nvidia H100 80GB Plus GPU running in Tokyo", "H100 80GB", 80),
            ("Commitment v1: Nvidia H200 141GB GPU in Iowa for 1 Year", "H200 141GB", 141),
            ("Commitment v1: L4 GPU in Iowa for 3 Years", "L4", None),
            ("Nvidia Tesla V100 GPU running in Americas", "Tesla V100", None),
        ],
    )
    def test_is_named_in_the_description(self, description: str, gpu: str, memory: int | None) -> None:
        (only,) = listings(read(sku(description)))
        assert (only.gpu, only.memory_gb) == (gpu, memory)

    @pytest.mark.parametrize(
        ("usage", "mode", "months"),
        [
            ("OnDemand", Mode.ON_DEMAND, None),
            ("Preemptible", Mode.SPOT, None),
            ("Commit1Yr", Mode.COMMITTED, 12),
            ("Commit3Yr", Mode.COMMITTED, 36),
        ],
    )
    def test_is_bought_as_the_usage_type_says(self, usage: str, mode: Mode, months: int | None) -> None:
        (only,) = listings(read(sku(usage=usage)))
        assert (only.mode, only.term_months, only.plan, only.stated_term) == (mode, months, "", usage)

    @pytest.mark.parametrize("usage", ["OnDemand", "Commit1Yr", "CalendarMode"])
    @pytest.mark.parametrize(
        ("words", "plan"),
        [
            ("DWS Defined Duration", "DWS flex start"),
            ("DWS Calendar Mode", "DWS calendar"),
            ("Flex Start", "DWS flex start"),
        ],
    )
    def test_of_the_workload_scheduler_is_no_commitment(self, usage: str, words: str, plan: str) -> None:
        (only,) = listings(read(sku(f"Nvidia B200 attached to {words} VMs running in Mumbai", usage=usage)))
        assert (only.mode, only.term_months, only.plan) == (Mode.ON_DEMAND, None, plan)


class TestMoney:
    @pytest.mark.parametrize(
        ("units", "nanos", "expected"),
        [
            ("2", 933908000, "2.933908"),
            ("0", 1, "0.000000001"),
            (50, 0, "50"),
            ("68", 204999658, "68.204999658"),
            ("0", 0, "0"),
        ],
    )
    def test_is_units_and_billionths(self, units: Any, nanos: int, expected: str) -> None:
        (only,) = listings(read(sku(pricingInfo=[pricing(rate(units, nanos))])))
        assert str(only.value) == expected or f"{only.value:f}" == expected

    def test_zero_units_or_billionths_may_be_left_out(self) -> None:
        info = pricing({"unitPrice": {"currencyCode": "EUR", "nanos": 500000000}}, since=None)
        (only,) = listings(read(sku(pricingInfo=[info])))
        assert (only.value, only.currency, only.effective_from) == (Decimal("0.5"), "EUR", None)

    def test_each_time_of_a_price_is_given(self) -> None:
        info = [
            pricing(rate("3", 0), since="2025-01-01T00:00:00Z"),
            pricing(rate("2", 0), since="2026-01-01T00:00:00Z"),
        ]
        found = listings(read(sku(pricingInfo=info)))
        assert [(row.value, row.effective_from) for row in found] == [(3, date(2025, 1, 1)), (2, date(2026, 1, 1))]

    @pytest.mark.parametrize(
        ("info", "reason"),
        [
            ([], "no-price"),
            ([pricing()], "no-price"),
            ([pricing(rate("0", 0), rate("2", 0, start=100))], "tiers"),
            ([pricing(rate(), unit="mo")], "unit"),
            ([pricing(rate("-2", 0))], "negative"),
            ([pricing(rate("two"))], "not-a-number"),
            ([pricing(rate("2", 10**9))], "not-a-number"),
            ([pricing(rate(), since="soon")], "not-a-day"),
            ("free", "shape"),
        ],
    )
    def test_that_is_no_one_price_is_refused(self, info: Any, reason: str) -> None:
        found = read(sku(pricingInfo=info), sku())
        assert refused(found) == [(1, reason)]
        assert len(found) == 2


class TestOtherSkus:
    @pytest.mark.parametrize(
        ("group", "reason"),
        [("CPU", "host"), ("RAM", "host"), ("TPU", "other-service"), ("PdSnapshot", "other-service")],
    )
    def test_are_skipped(self, group: str, reason: str) -> None:
        assert skipped(read(sku("A2 Instance Core running in Americas", group))) == [(1, reason)]

    def test_an_unknown_usage_type_is_refused(self) -> None:
        assert refused(read(sku(usage="Commit5Yr"))) == [(1, "usage-type")]

    def test_more_prices_than_google_has_regions_are_refused(self) -> None:
        found = read(sku(serviceRegions=[f"r{i}" for i in range(200)], pricingInfo=[pricing(rate())] * 200))
        assert refused(found) == [(1, "too-many-prices")]


class TestFiles:
    @pytest.mark.parametrize(
        "content",
        [{"skus": [sku(), sku()], "nextPageToken": ""}, [sku(), sku()], [{"skus": [sku()]}, {"skus": [sku()]}]],
        ids=["answer", "list", "pages"],
    )
    def test_an_answer_a_list_and_pages_are_the_same(self, content: Any) -> None:
        assert [row.line for row in listings(rows(google_skus, content))] == [1, 2]

    def test_skus_of_the_wrong_shape_are_refused_one_by_one(self) -> None:
        found = read(None, sku(category=5), sku(serviceRegions="us"), sku(serviceRegions=[1]), sku())
        assert refused(found) == [(1, "shape"), (2, "shape"), (3, "shape"), (4, "shape")]

    def test_no_list_of_skus_is_refused(self) -> None:
        with pytest.raises(FileRefused, match="shape"):
            list(google_skus.read(source_of({"skus": 5})))

    @pytest.mark.parametrize("text", ["", "{}", "a,b\n1,2\n", '{"items": [{"partNumber": "B1"}]}'])
    def test_other_files_are_not_recognised(self, text: str) -> None:
        assert not google_skus.recognises(source_of(text))

    @given(st.dictionaries(st.sampled_from(sorted(sku())), JSON_VALUES), JSON_VALUES)
    def test_any_values_give_a_row_for_each_sku(self, changed: dict[str, Any], other: Any) -> None:
        found = survives(google_skus, source_of({"skus": [sku() | changed, other]}))
        assert {row.line for row in found} in ({1, 2}, set())

    @given(st.dictionaries(st.sampled_from(["usageUnit", "tieredRates"]), JSON_VALUES), JSON_VALUES, JSON_VALUES)
    def test_any_prices_do_too(self, changed: dict[str, Any], units: Any, nanos: Any) -> None:
        broken = {"pricingExpression": pricing(rate(units, nanos))["pricingExpression"] | changed}
        assert len(survives(google_skus, source_of({"skus": [sku(pricingInfo=[broken])]}))) <= 1
