"""Oracle's price list: GPU parts and the fees of the network and of object storage."""

from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pricing.book import EntryKind
from pricing.catalog import Mode
from pricing.imports import oracle
from pricing.listings import FileRefused
from pricing.units import PricingUnit
from tests.pricing.imports.reading import JSON_VALUES, listings, refused, rows, skipped, source_of, survives

PER_GPU, STORED = "GPU Per Hour", "Gigabyte Storage Capacity Per Month"
SENT = "Gigabyte Outbound Data Transfer Per Month"


def part(
    name: str, metric: str, *prices: Any, category: str = "Compute - GPU", currency: str = "USD"
) -> dict[str, Any]:
    """A part with these prices: values, or (from, to, value) of a tier."""
    return {
        "partNumber": "B1",
        "displayName": name,
        "metricName": metric,
        "serviceCategory": category,
        "currencyCodeLocalizations": [{"currencyCode": currency, "prices": [price(value) for value in prices]}],
    }


def price(value: Any) -> dict[str, Any]:
    if not isinstance(value, tuple):
        return {"model": "PAY_AS_YOU_GO", "value": value}
    start, end, amount = value
    return {"model": "PAY_AS_YOU_GO", "rangeMin": start, "rangeMax": end, "value": amount}


def read(*parts: Any, **said: str) -> list[Any]:
    """The rows of a list of parts, after one that makes it Oracle's."""
    return rows(oracle, {"items": [part("Java", "OCPU Per Hour", 1, category="Java"), *parts]}, **said)[1:]


class TestAGpuPart:
    @pytest.mark.parametrize(
        ("name", "gpu", "memory"),
        [
            ("Oracle Cloud Infrastructure - Compute - GPU - H100", "H100", None),
            ("OCI - Compute - GPU - MI300X", "MI300X", None),
            ("Compute  - GPU - A10", "A10", None),
            ("Compute - GPU - A100 - v2", "A100", 80),
            ("Compute - GPU - E3", "A100", 40),
            ("Compute - GPU Standard - V2", "V100", 16),
            ("Compute - Bare Metal GPU Standard - X7", "P100", 16),
            ("Compute - GPU - L40S 48GB", "L40S 48GB", 48),
        ],
    )
    def test_names_the_gpu_or_the_series_of_machines(self, name: str, gpu: str, memory: int | None) -> None:
        (only,) = listings(read(part(name, PER_GPU, 10)))
        assert (only.gpu, only.memory_gb) == (gpu, memory)
        assert (only.value, only.unit, only.mode) == (10, PricingUnit.GPU_HOUR, Mode.ON_DEMAND)
        assert (only.provider, only.currency, only.gpus_per_node) == ("OCI", "USD", 1)
        assert only.name.startswith("B1 Compute")

    def test_the_digits_are_those_of_the_file(self) -> None:
        (only,) = listings(read(part("Compute - GPU - A10", PER_GPU, 1.275)))
        assert only.value == Decimal("1.275")

    def test_per_node_has_the_gpus_of_its_shape(self) -> None:
        (only,) = listings(read(part("VMware - BM.GPU.A10.4 GPU", "Node Per Hour", 20)))
        assert (only.gpu, only.unit, only.gpus_per_node) == ("A10", PricingUnit.NODE_HOUR, 4)
        assert refused(read(part("Compute - GPU - A10", "Node Per Hour", 20))) == [(2, "no-gpu-count")]

    def test_with_prices_by_quantity_is_refused(self) -> None:
        assert refused(read(part("Compute - GPU - A10", PER_GPU, (0, 5, 0), (5, 99, 2)))) == [(2, "tiers")]


class TestAFee:
    def test_what_leaves_has_a_free_first_tier(self) -> None:
        name = "Outbound Data Transfer - Originating in North America, Europe, and UK"
        found = listings(read(part(name, SENT, (0, 10240, 0), (10240, 10**14, 0.0085))))
        assert [(row.value, row.terms["tier_from"]) for row in found] == [
            (0, "0"),
            (Decimal("0.0085"), "10240"),
        ]
        assert {(row.kind, row.unit, row.region, row.terms["kind"]) for row in found} == {
            (EntryKind.FEE, PricingUnit.GB, "", "egress")
        }

    def test_other_origins_are_regions_of_their_own(self) -> None:
        (only,) = listings(read(part("Outbound Data Transfer - Originating in Middle East and Africa", SENT, 0.05)))
        assert only.region == only.terms["region"] == "Middle East and Africa"

    def test_object_storage_is_kept_by_the_month(self) -> None:
        found = listings(read(part("Object Storage - Storage", STORED, (0, 10, 0), (10, 10**9, 0.0255))))
        assert [(row.unit, row.terms["tier_from"]) for row in found] == [
            (PricingUnit.GB_MONTH, "0"),
            (PricingUnit.GB_MONTH, "10"),
        ]

    def test_requests_are_counted_one_by_one_where_a_tier_begins(self) -> None:
        metric = "10,000 Requests per Month (first 50,000 free)"
        found = listings(read(part("Object Storage - Requests", metric, (0, 5, 0), (5, 10**9, 0.0034))))
        assert [(row.unit, row.value, row.terms["tier_from"]) for row in found] == [
            (PricingUnit.REQUESTS_10K, 0, "0"),
            (PricingUnit.REQUESTS_10K, Decimal("0.0034"), "50000"),
        ]

    def test_in_a_unit_nobody_prices_is_refused(self) -> None:
        found = read(
            part("Object Storage - Requests", "1,000,000 Requests", 1), part("Outbound Data Transfer", "Port", 1)
        )
        assert refused(found) == [(2, "unit"), (3, "unit")]


class TestOtherParts:
    @pytest.mark.parametrize(
        ("name", "metric", "category", "reason"),
        [
            ("Archive Storage - Storage", STORED, "Storage - Object Storage", "other-storage"),
            ("Storage - Block Volume - Storage", STORED, "Storage - Block Volumes", "other-storage"),
            ("MySQL Database - Storage", STORED, "Database - MySQL", "other-service"),
            ("Oracle Content Management - Outbound Data Transfer", SENT, "Content Management", "other-service"),
            ("MySQL HeatWave - Standard", "Node Per Hour", "Database - HeatWave", "other-service"),
            ("Compute - Standard - E4", "OCPU Per Hour", "Compute - Virtual Machine", "no-gpu"),
        ],
    )
    def test_are_skipped(self, name: str, metric: str, category: str, reason: str) -> None:
        assert skipped(read(part(name, metric, 1, category=category))) == [(2, reason)]


class TestCurrenciesAndModels:
    def test_the_currency_that_was_said_is_taken_else_dollars_else_the_first(self) -> None:
        item = part("Compute - GPU - A10", PER_GPU, 2)
        item["currencyCodeLocalizations"].insert(0, {"currencyCode": "EUR", "prices": [price(1.8)]})
        assert listings(read(item))[0].currency == "USD"
        assert listings(read(item, currency="EUR"))[0].value == Decimal("1.8")
        (only,) = listings(read(part("Compute - GPU - A10", PER_GPU, 300, currency="JPY")))
        assert (only.value, only.currency) == (300, "JPY")

    def test_prices_may_stand_in_the_part_itself(self) -> None:
        item = part("Compute - GPU - A10", PER_GPU)
        del item["currencyCodeLocalizations"]
        (only,) = listings(read(item | {"prices": [price(2)]}))
        assert (only.value, only.currency) == (2, "USD")

    def test_only_pay_as_you_go_is_a_price(self) -> None:
        item = part("Compute - GPU - A10", PER_GPU, 2)
        item["currencyCodeLocalizations"][0]["prices"].append({"model": "MONTHLY_COMMIT", "value": 1})
        assert [row.value for row in listings(read(item))] == [2]
        item["currencyCodeLocalizations"][0]["prices"].pop(0)
        assert refused(read(item)) == [(2, "no-price")]

    def test_the_day_is_that_of_the_list(self) -> None:
        items = [part("Compute - GPU - A10", PER_GPU, 2)]
        (dated,) = listings(rows(oracle, {"lastUpdated": "2026-03-06T10:00:00Z", "items": items}))
        (undated,) = listings(rows(oracle, {"lastUpdated": "lately", "items": items}))
        assert (dated.observed_on, undated.observed_on) == ("2026-03-06", "")


class TestBrokenFiles:
    @pytest.mark.parametrize(
        ("changed", "reason"),
        [
            ({"displayName": 5}, "shape"),
            ({"currencyCodeLocalizations": {"a": 1}}, "shape"),
            ({"currencyCodeLocalizations": [{"currencyCode": "USD", "prices": []}]}, "no-price"),
            ({"currencyCodeLocalizations": [{"currencyCode": "USD", "prices": [{}]}]}, "no-price"),
            ({"currencyCodeLocalizations": [{"currencyCode": "USD", "prices": [{"value": [1]}]}]}, "not-a-number"),
            ({"currencyCodeLocalizations": [{"currencyCode": "USD", "prices": [{"value": -1}]}]}, "negative"),
            ({"currencyCodeLocalizations": [{"currencyCode": "USD", "prices": [{"value": True}]}]}, "not-a-number"),
        ],
    )
    def test_a_part_of_the_wrong_shape_is_refused_alone(self, changed: dict[str, Any], reason: str) -> None:
        good = part("Compute - GPU - A10", PER_GPU, 2)
        found = read(good | changed, None, good)
        assert refused(found) == [(2, reason), (3, "shape")]
        assert len(found) == 3

    @pytest.mark.parametrize("content", [{"items": 5}, {"items": {}}, {}, 5])
    def test_no_list_of_parts_is_no_price_list(self, content: Any) -> None:
        with pytest.raises(FileRefused, match="shape"):
            list(oracle.read(source_of(content)))

    @pytest.mark.parametrize("text", ["", "[]", "a,b\n1,2\n", '{"skus": []}'])
    def test_other_files_are_not_recognised(self, text: str) -> None:
        assert not oracle.recognises(source_of(text))

    @given(st.dictionaries(st.sampled_from([*part("", ""), "prices"]), JSON_VALUES), JSON_VALUES)
    def test_any_values_give_a_row_for_each_part(self, changed: dict[str, Any], other: Any) -> None:
        items = [part("Compute - GPU - A10", PER_GPU, 2) | changed, other]
        assert {row.line for row in survives(oracle, source_of({"items": items}))} in ({1, 2}, set())
