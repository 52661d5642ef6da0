"""A row finds the offer it is about, or makes one whose id follows from what the row says and from nothing else."""

from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pricing.base import changed
from pricing.book import EntryKind
from pricing.catalog import Component, ComponentKind, Fee, FeeKind, Mode, PriceKind
from pricing.imports.matching import Unmatched, component_of, fee_of, id_of, key_of, offer_of, slugged
from pricing.imports.names import Names
from pricing.units import PricingUnit
from tests.pricing.paper_shelf import PaperShelf, a_row


def match(shelf: PaperShelf, **fields: Any) -> tuple[str, bool]:
    """The id of the offer of a row, and whether it is new."""
    offer, is_new = offer_of(a_row(**fields), shelf, Names(shelf.gpus, shelf.providers))
    if is_new:
        shelf.offers[offer.id] = offer
    return offer.id, is_new


def refusal(shelf: PaperShelf, **fields: Any) -> tuple[str, dict[str, str]]:
    """Why a row cannot be matched."""
    with pytest.raises(Unmatched) as refused:
        match(shelf, **fields)
    return refused.value.reason, dict(refused.value.values)


class TestTheSameOffer:
    def test_is_found_again(self) -> None:
        shelf = PaperShelf()
        first, is_new = match(shelf)
        assert is_new
        assert match(shelf) == (first, False)

    @pytest.mark.parametrize(
        "fields",
        [
            {"name": "NODE"},
            {"provider": "Nimbus Cloud"},
            {"provider": "雨云"},
            {"gpu": "NVIDIA H100"},
            {"value": "7"},
            {"currency": "CNY"},
            {"observed_on": "2020"},
            {"note": "x"},
            {"price_kind": PriceKind.QUOTE},
        ],
    )
    def test_whatever_does_not_make_it_another(self, fields: dict[str, Any]) -> None:
        shelf = PaperShelf()
        first, _ = match(shelf)
        assert match(shelf, **fields) == (first, False)

    @pytest.mark.parametrize(
        "fields",
        [
            {"name": "big node"},
            {"gpu": "A100 80GB"},
            {"gpus_per_node": 4},
            {"mode": Mode.SPOT},
            {"mode": Mode.COMMITTED, "term_months": Decimal(12)},
            {"plan": "capacity block"},
            {"region": "eu"},
            {"includes": "accelerator-only"},
            {"price_kind": PriceKind.CONTRACT},
        ],
    )
    def test_is_another_with_other_terms(self, fields: dict[str, Any]) -> None:
        shelf = PaperShelf()
        first, _ = match(shelf)
        other, is_new = match(shelf, **fields)
        assert is_new
        assert other != first

    def test_a_price_agreed_with_the_seller_is_never_the_list_price_of_the_same_thing(self) -> None:
        shelf = PaperShelf()
        secret, _ = match(shelf, price_kind=PriceKind.CONTRACT)
        listed, is_new = match(shelf, price_kind=PriceKind.LIST)
        assert is_new
        assert secret != listed
        assert match(shelf, price_kind=PriceKind.CONTRACT) == (secret, False)

    def test_a_term_is_the_same_however_its_number_is_written(self) -> None:
        shelf = PaperShelf()
        first, _ = match(shelf, mode=Mode.COMMITTED, term_months=Decimal(12))
        assert match(shelf, mode=Mode.COMMITTED, term_months=Decimal("12.0")) == (first, False)

    def test_an_offer_somebody_made_by_hand_is_found_by_what_it_is(self) -> None:
        shelf = PaperShelf()
        name, _ = match(shelf)
        shelf.offers["by-hand"] = changed(shelf.offers.pop(name), id="by-hand")
        assert match(shelf) == ("by-hand", False)


class TestIds:
    def test_they_can_be_read(self) -> None:
        name, _ = match(PaperShelf(), mode=Mode.COMMITTED, term_months=Decimal(12), region="US East", plan="")
        assert name.startswith("nimbus/node/committed-12m/us-east/")

    def test_they_are_the_same_whenever_and_wherever_the_row_is_read(self) -> None:
        assert match(PaperShelf())[0] == "nimbus/node/on-demand/edfc6e"

    @given(
        st.lists(
            st.fixed_dictionaries(
                {
                    "name": st.text(max_size=120) | st.sampled_from(["node", "Node", "node!", "a/b", "节点", ""]),
                    "region": st.sampled_from(["", "eu", "EU", "us-east-1"]),
                    "plan": st.sampled_from(["", "block"]),
                    "gpus_per_node": st.integers(1, 8),
                    "mode": st.sampled_from([Mode.SPOT, Mode.ON_DEMAND]),
                    "price_kind": st.sampled_from([PriceKind.LIST, PriceKind.CONTRACT]),
                }
            ),
            max_size=12,
        )
    )
    def test_two_offers_have_one_id_only_if_they_have_one_key(self, rows: list[dict[str, Any]]) -> None:
        shelf, names = PaperShelf(), Names(PaperShelf().gpus, PaperShelf().providers)
        keys: dict[str, Any] = {}
        for row in rows:
            offer, _ = offer_of(a_row(**row), shelf, names)
            assert offer.id == id_of(offer)
            assert keys.setdefault(offer.id, key_of(offer)) == key_of(offer)

    @pytest.mark.parametrize("name", ["../../etc/passwd", "a\nb", "=1+1", "<!channel>", "x" * 5000, "'; DROP TABLE"])
    def test_an_odd_name_gives_a_plain_id(self, name: str) -> None:
        found, _ = match(PaperShelf(), name=name)
        assert len(found) < 120
        assert not set(found) & set("\n<>=';* ")
        assert ".." not in found

    def test_letters_of_other_scripts_stay(self) -> None:
        assert slugged("８卡 H100 节点") == "8卡-h100-节点"


class TestWhatCannotBeMatched:
    @pytest.mark.parametrize(
        ("fields", "reason", "values"),
        [
            ({"gpu": "H1000"}, "unknown-gpu", {"text": "H1000", "close": "H100, A100, A100-40GB"}),
            ({"gpu": "A100", "memory_gb": Decimal(99)}, None, {}),
            ({"gpu": ""}, "missing-gpu", {}),
            ({"provider": ""}, "missing-provider", {}),
            ({"provider": "nimbos"}, "unknown-provider", {"text": "nimbos", "close": "nimbus"}),
            ({"mode": Mode.COMMITTED}, "missing-term", {"text": "node"}),
            ({"terms": {"upfront_share": "2"}}, "bad-terms", None),
            ({"terms": {"increment": "1 fortnight"}}, "bad-terms", None),
            ({"gpus_per_node": 0}, "bad-terms", None),
        ],
    )
    def test_it_is_said_why(self, fields: dict[str, Any], reason: str | None, values: dict[str, str] | None) -> None:
        if reason is None:
            assert match(PaperShelf(), **fields)
            return
        found, said = refusal(PaperShelf(), **fields)
        assert found == reason
        assert values is None or said == values

    def test_memory_chooses_the_variant(self) -> None:
        shelf = PaperShelf()
        name, _ = match(shelf, gpu="A100", memory_gb=Decimal(80))
        assert shelf.offers[name].gpu == "A100-80GB"


class TestRowsWithAnId:
    def test_the_id_alone_says_which_offer_it_is(self) -> None:
        shelf = PaperShelf()
        name, _ = match(shelf)
        assert match(shelf, subject=name, gpu="", provider="") == (name, False)

    @pytest.mark.parametrize(
        ("fields", "field"),
        [
            ({"gpus_per_node": 4}, "gpus_per_node"),
            ({"mode": Mode.SPOT}, "mode"),
            ({"region": "eu"}, "region"),
            ({"terms": {"min_nodes": "4"}}, "min_nodes"),
        ],
    )
    def test_terms_that_are_not_those_of_the_offer_are_refused(self, fields: dict[str, Any], field: str) -> None:
        """An offer is fixed once made: new terms are a new offer."""
        shelf = PaperShelf()
        name, _ = match(shelf)
        reason, values = refusal(shelf, subject=name, **fields)
        assert (reason, values["field"]) == ("terms-differ", field)

    def test_an_id_that_is_new_is_kept(self) -> None:
        assert match(PaperShelf(), subject="nimbus/mine") == ("nimbus/mine", True)


class TestFeesAndParts:
    FEE = Fee(id="nimbus/egress", provider="nimbus", kind=FeeKind.EGRESS, unit=PricingUnit.GB)

    def fee(self, shelf: PaperShelf, **fields: Any) -> tuple[str, bool]:
        row = a_row(kind=EntryKind.FEE, unit=PricingUnit.GB, name="", **{"terms": {"kind": "egress"}, **fields})
        fee, is_new = fee_of(row, shelf, Names(shelf.gpus, shelf.providers))
        return fee.id, is_new

    def test_a_fee_is_known_by_its_kind_unit_tier_and_region(self) -> None:
        shelf = PaperShelf(tiers={"nimbus/egress": self.FEE})
        assert self.fee(shelf) == ("nimbus/egress", False)
        assert self.fee(shelf, terms={"kind": "egress", "tier_from": "0.0"}) == ("nimbus/egress", False)
        assert self.fee(shelf, terms={"kind": "egress", "tier_from": "1000"}) == ("nimbus/egress/1000", True)
        assert self.fee(shelf, region="Asia") == ("nimbus/egress/asia", True)

    def test_a_fee_of_no_kind_is_refused(self) -> None:
        with pytest.raises(Unmatched, match="bad-terms"):
            self.fee(PaperShelf(), terms={})

    def part(self, shelf: PaperShelf, **terms: str) -> tuple[Component, bool]:
        row = a_row(kind=EntryKind.COMPONENT, unit=PricingUnit.PER_NODE, subject="part", terms=terms)
        return component_of(row, shelf, {"new-offer"})

    def test_a_part_belongs_to_an_offer_of_the_book_or_of_the_file(self) -> None:
        part, is_new = self.part(PaperShelf(), kind="upfront", offer="new-offer")
        assert (part.kind, is_new) == (ComponentKind.UPFRONT, True)
        with pytest.raises(Unmatched, match="unknown-offer"):
            self.part(PaperShelf(), kind="upfront", offer="of nobody")
        with pytest.raises(Unmatched, match="unknown-component"):
            self.part(PaperShelf())
