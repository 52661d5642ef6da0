"""Offerings with their tier, day, source and caveats."""

from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pricing.catalog import Includes, Mode, PriceKind
from pricing.imports import offerings
from pricing.listings import FileRefused
from pricing.units import PricingUnit
from tests.pricing.imports.reading import JSON_VALUES, listings, refused, rows, skipped, source_of, survives


def offering(**changed: Any) -> dict[str, Any]:
    return {
        "id": "lambda-h100",
        "provider_id": "lambda",
        "gpu_model": "NVIDIA H100 SXM",
        "gpu_brand": "NVIDIA",
        "vram_gb": 80,
        "interconnect": "SXM",
        "tier": "on-demand",
        "is_spot": False,
        "price_usd_hour": 4.29,
        "source_url": "https://lambda.ai/pricing",
        "collected_at": "2026-05-24",
    } | changed


class TestAnOffering:
    def test_is_a_gpu_for_an_hour(self) -> None:
        (only,) = listings(rows(offerings, [offering(notes="Hopper")]))
        assert (only.value, only.currency, only.unit) == (Decimal("4.29"), "USD", PricingUnit.GPU_HOUR)
        assert (only.provider, only.name, only.gpu) == ("lambda", "NVIDIA H100 SXM", "NVIDIA H100 SXM")
        assert (only.form, only.memory_gb, only.mode) == ("SXM", 80, Mode.ON_DEMAND)
        assert (only.observed_on, only.source, only.note) == ("2026-05-24", "https://lambda.ai/pricing", "Hopper")

    @pytest.mark.parametrize(
        ("tier", "spot", "mode", "months", "plan"),
        [
            ("on-demand", False, Mode.ON_DEMAND, None, ""),
            ("spot", True, Mode.SPOT, None, ""),
            ("marketplace", True, Mode.SPOT, None, ""),
            ("marketplace", None, Mode.ON_DEMAND, None, ""),
            ("community", False, Mode.ON_DEMAND, None, "community cloud"),
            ("secure", False, Mode.ON_DEMAND, None, "secure cloud"),
            ("prototyping", True, Mode.SPOT, None, "prototyping"),
            ("production", False, Mode.ON_DEMAND, None, "production"),
            ("reserved-3m", False, Mode.COMMITTED, 3, ""),
            ("reserved-1y", False, Mode.COMMITTED, 12, ""),
            ("6-month", None, Mode.COMMITTED, 6, ""),
            (None, None, Mode.ON_DEMAND, None, ""),
        ],
    )
    def test_is_bought_as_its_tier_says(
        self, tier: str | None, spot: bool | None, mode: Mode, months: int | None, plan: str
    ) -> None:
        (only,) = listings(rows(offerings, [offering(tier=tier, is_spot=spot)]))
        assert (only.mode, only.term_months, only.plan, only.stated_term) == (mode, months, plan, tier or "")

    @pytest.mark.parametrize(
        ("caveat", "kind"),
        [
            ("Spot price estimated (-56%); exact per-GPU price not published", PriceKind.ESTIMATE),
            ("Interruptible estimated at ~50% of on-demand", PriceKind.ESTIMATE),
            ("Marketplace min price from cheapest host at time of collection", PriceKind.FROM),
            ("Decentralized marketplace; price reflects min live offer", PriceKind.FROM),
            ("Marketplace: $0.14–$0.40 across providers", PriceKind.FROM),
            ("1x from Classic catalog. No minimum commitment; price per GPU", PriceKind.LIST),
            ("", PriceKind.LIST),
        ],
    )
    def test_is_what_its_caveats_say(self, caveat: str, kind: PriceKind) -> None:
        (only,) = listings(rows(offerings, [offering(caveats=[caveat])]))
        assert only.price_kind is kind
        assert only.note == caveat

    def test_of_a_marketplace_is_the_least_one_pays(self) -> None:
        (only,) = listings(rows(offerings, [offering(tier="marketplace")]))
        assert only.price_kind is PriceKind.FROM

    @pytest.mark.parametrize(
        ("caveat", "includes"),
        [
            ("vCPU $0.01/h and RAM $0.005/GB/h billed separately", Includes.ACCELERATOR_ONLY),
            ("Serverless; CPU/RAM/storage billed separately", Includes.ACCELERATOR_ONLY),
            ("vCPU and RAM are FREE; only GPU + storage are billed.", Includes.ALL_IN),
        ],
    )
    def test_may_be_the_gpu_alone(self, caveat: str, includes: Includes) -> None:
        (only,) = listings(rows(offerings, [offering(caveats=[caveat])]))
        assert only.includes is includes

    @pytest.mark.parametrize("stated", ["NVLink", None, ""])
    def test_has_no_form_where_only_a_link_is_named(self, stated: str | None) -> None:
        assert listings(rows(offerings, [offering(interconnect=stated)]))[0].form == ""


class TestOtherItems:
    def test_without_a_price_are_skipped(self) -> None:
        assert skipped(rows(offerings, [offering(price_usd_hour=None), offering()])) == [(1, "no-price")]

    @pytest.mark.parametrize(
        ("changed", "reason"),
        [
            ({"price_usd_hour": "4,29"}, "not-a-number"),
            ({"price_usd_hour": True}, "not-a-number"),
            ({"price_usd_hour": -1}, "negative"),
            ({"tier": "gold"}, "tier"),
            ({"tier": "reserved-0m"}, "tier"),
            ({"tier": "on-demand", "is_spot": True}, "tier"),
            ({"tier": "spot", "is_spot": False}, "tier"),
            ({"is_spot": "no"}, "shape"),
            ({"collected_at": "05/06/2026"}, "ambiguous-day"),
            ({"collected_at": "soon"}, "not-a-day"),
            ({"caveats": "none"}, "shape"),
            ({"gpu_model": ["H100"]}, "shape"),
        ],
    )
    def test_that_cannot_be_read_are_refused_alone(self, changed: dict[str, Any], reason: str) -> None:
        found = rows(offerings, [offering(**changed), offering()])
        assert refused(found) == [(1, reason)]
        assert len(found) == 2

    def test_a_table_instead_of_a_list_is_refused(self) -> None:
        with pytest.raises(FileRefused, match="shape"):
            list(offerings.read(source_of({"a": offering()})))

    @pytest.mark.parametrize("text", ["", "[]", '{"gpu_model": 1}', "gpu_model,provider_id,price_usd_hour\na,b,1\n"])
    def test_other_files_are_not_recognised(self, text: str) -> None:
        assert not offerings.recognises(source_of(text))

    @given(st.dictionaries(st.sampled_from([*offering(), "caveats", "notes"]), JSON_VALUES), JSON_VALUES)
    def test_any_values_give_one_row_each(self, changed: dict[str, Any], other: Any) -> None:
        assert len(survives(offerings, source_of([offering(**changed), other]))) in (0, 2)
