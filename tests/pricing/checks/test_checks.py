"""What each check asks about, and what it leaves in peace."""

from datetime import date
from decimal import Decimal
from typing import Any

import pytest

from pricing.catalog import Includes, Mode, PriceKind, ProviderKind
from pricing.findings import FindingKind
from pricing.units import PricingUnit
from tests.builders import a_provider
from tests.pricing.checks.small import a_candidate, a_market_book, findings, of_file, priced

K = FindingKind
SPOT: dict[str, Any] = {"mode": Mode.SPOT}
YEAR: dict[str, Any] = {"mode": Mode.COMMITTED, "term_months": "12"}
THREE_YEARS: dict[str, Any] = {"mode": Mode.COMMITTED, "term_months": "36"}


class TestWhatTheRowSays:
    def test_an_ordinary_price_is_not_doubted(self) -> None:
        assert findings(a_candidate("3.10"), a_market_book()) == {}

    def test_a_withdrawal_is_never_doubted(self) -> None:
        assert findings(a_candidate(None, observed=""), a_market_book()) == {}

    @pytest.mark.parametrize(("free", "expected"), [(False, {K.NOT_POSITIVE}), (True, set())])
    def test_nothing_is_a_price_only_where_it_is_meant(self, free: bool, expected: set[FindingKind]) -> None:
        assert set(findings(a_candidate("0", free=free), a_market_book())) == expected

    @pytest.mark.parametrize(
        ("text", "terms", "doubted"),
        [
            ("H100 attached to DWS Defined Duration VMs", YEAR, True),
            ("H100 DWS flex start", {"plan": "DWS flex start"}, False),
            ("H100 Calendar Mode", {}, True),
            ("Spot Preemptible H100 80GB", {}, True),
            ("Spot Preemptible H100 80GB", SPOT, False),
            ("H100 竞价实例", {}, True),
            ("Commitment v1: H100 for 1 year", YEAR, False),
            ("Commitment v1: H100 for 3 years", YEAR, True),
            ("reserved H100", {}, True),
            ("on-demand H100", SPOT, True),
            ("ND96isr Windows", {}, True),
            ("ND96isr Windows", {"note": "with a Windows licence"}, False),
            ("spotless-h100", {}, False),
        ],
    )
    def test_a_name_of_another_way_of_buying(self, text: str, terms: dict[str, Any], doubted: bool) -> None:
        assert (K.OTHER_TERM in findings(a_candidate("2.9", name=text, **terms), a_market_book())) is doubted

    def test_the_sellers_word_for_the_term_counts_too(self) -> None:
        candidate = a_candidate("2.9", stated_term="reserved-3y", **YEAR)
        assert findings(candidate, a_market_book())[K.OTHER_TERM].values == {"name": "reserved-3y"}

    @pytest.mark.parametrize(
        ("about", "kind"),
        [
            ({"price_kind": PriceKind.ESTIMATE}, K.ESTIMATE),
            ({"note": "estimated from the price of B200"}, K.ESTIMATE),
            ({"price_kind": PriceKind.FROM}, K.FLOOR),
            ({"stated_term": "marketplace-bid-min"}, K.FLOOR),
            ({"region": "Global (lowest)"}, K.FLOOR),
            ({"note": "最低价"}, K.FLOOR),
            ({"includes": Includes.ACCELERATOR_ONLY}, K.PARTIAL),
            ({"name": "Nvidia H100 80GB GPU running in Americas"}, K.PARTIAL),
        ],
    )
    def test_estimates_floors_and_parts_are_named(self, about: dict[str, Any], kind: FindingKind) -> None:
        assert set(findings(a_candidate("3.10", **about), a_market_book())) == {kind}

    @pytest.mark.parametrize(
        ("name", "gpu", "doubted"),
        [
            ("NVIDIA H100 PCIe", "H100", True),
            ("NVIDIA H100 PCIe", "H100-PCIe", False),
            ("n3-H100-SXM5x8", "H100", False),
            ("n3-H100-SXM5x8", "H100-PCIe", True),
            ("n3-H100x8-NVLink", "H100-PCIe", False),
            ("8xA100", "H100", True),
            ("1A100.22V", "A100-40GB", False),
            ("Standard_ND96asr_A100_v4", "A100-80GB", False),
            ("gpu_8x_b200", "B300", True),
            ("p5.48xlarge", "H100", False),
        ],
    )
    def test_a_name_of_another_gpu_or_form(self, name: str, gpu: str, doubted: bool) -> None:
        assert (K.OTHER_GPU in findings(a_candidate("3", name=name, gpu=gpu), a_market_book())) is doubted

    @pytest.mark.parametrize(
        ("stated", "gpu", "gpus", "kind"),
        [
            ("80", "H100", 8, None),
            ("22", "L4", 1, None),  # what the driver shows
            ("192", "B200", 1, None),
            ("262", "B300", 1, None),
            ("640", "H100", 8, K.MEMORY),
            ("10", "H100", 8, K.MEMORY),  # divided once too often
            ("32", "L4", 1, K.MEMORY),
            ("10", "H100", 1, K.FRACTION),
            ("4", "A100-80GB", 1, K.FRACTION),
        ],
    )
    def test_memory_that_no_such_gpu_has(self, stated: str, gpu: str, gpus: int, kind: FindingKind | None) -> None:
        found = findings(a_candidate("3", gpu=gpu, gpus_per_node=gpus, memory=stated), a_market_book())
        assert set(found) & {K.MEMORY, K.FRACTION} == ({kind} if kind else set())

    def test_a_slice_by_its_name(self) -> None:
        assert K.FRACTION in findings(a_candidate("0.5", name="H100 MIG 1g.10gb"), a_market_book())

    @pytest.mark.parametrize(
        ("observed", "kind"),
        [
            ("2026-06-05", None),
            ("2026-06-03", K.OLD),
            ("2026", None),  # it may be of this month
            ("2026-Q2", None),  # it may be of the end of June
            ("2026-Q1", K.OLD),
            ("2025", K.OLD),
            ("", K.DATE_UNKNOWN),
        ],
    )
    def test_half_a_year_is_old(self, observed: str, kind: FindingKind | None) -> None:
        assert set(findings(a_candidate("3", observed=observed), a_market_book())) == ({kind} if kind else set())


class TestTheLevel:
    @pytest.mark.parametrize(
        ("price", "outside"), [("1.70", True), ("1.80", False), ("3", False), ("5.00", False), ("5.20", True)]
    )
    def test_the_band_reaches_half_as_much_again_beyond_the_sellers(self, price: str, outside: bool) -> None:
        assert (K.OUT_OF_BAND in findings(a_candidate(price), a_market_book())) is outside

    def test_the_band_is_told_in_the_currency_of_the_price(self) -> None:
        found = findings(a_candidate("70", currency="CNY"), a_market_book())[K.OUT_OF_BAND].values
        assert found["value"] == Decimal(70)
        assert round(Decimal(str(found["high"])), 6) == Decimal("35.7")

    @pytest.mark.parametrize(
        ("price", "unit", "currency", "gpus", "kinds"),
        [
            ("24", PricingUnit.GPU_HOUR, "USD", 8, {K.PER_NODE, K.WRONG_CURRENCY}),
            ("3", PricingUnit.NODE_HOUR, "USD", 8, {K.PER_GPU}),
            ("2190", PricingUnit.GPU_HOUR, "USD", 1, {K.PER_MONTH}),
            ("3", PricingUnit.GPU_MONTH, "USD", 1, {K.PER_HOUR}),
            ("285", PricingUnit.GPU_HOUR, "USD", 1, {K.WRONG_CURRENCY}),
            ("3", PricingUnit.GPU_HOUR, "CNY", 1, {K.WRONG_CURRENCY}),
        ],
    )
    def test_the_slip_that_explains_it_is_named(
        self, price: str, unit: PricingUnit, currency: str, gpus: int, kinds: set[FindingKind]
    ) -> None:
        book = a_market_book()
        priced(book, "300", currency="INR", provider="fern")  # somebody asks rupees
        found = findings(a_candidate(price, unit, currency, gpus_per_node=gpus), book)
        explained = {K.PER_NODE, K.PER_GPU, K.PER_MONTH, K.PER_HOUR, K.WRONG_CURRENCY}
        assert K.OUT_OF_BAND in found
        assert set(found) & explained == kinds

    def test_a_sibling_tells_a_node_from_a_currency(self) -> None:
        book = a_market_book()
        priced(book, "3.00")
        assert K.PER_NODE in (found := findings(a_candidate("24"), book))
        assert found[K.PER_NODE].values["gpus"] == 8
        assert K.WRONG_CURRENCY not in found
        assert K.WRONG_CURRENCY in (found := findings(a_candidate("21"), book))
        assert found[K.WRONG_CURRENCY].values["likely"] == "CNY"
        assert K.PER_NODE not in found

    def test_what_the_seller_is_known_to_ask_is_no_news(self) -> None:
        book = a_market_book()
        assert K.OUT_OF_BAND in findings(a_candidate("6"), book)
        priced(book, "5.5", region="far")
        assert K.OUT_OF_BAND not in findings(a_candidate("6"), book)

    def test_the_rows_of_a_file_do_not_vouch_for_each_other(self) -> None:
        every = of_file([a_candidate("0.5", line=one, region=f"r{one}") for one in range(1, 9)], a_market_book())
        assert all(K.OUT_OF_BAND in kinds for kinds in every)


class TestWaysOfBuying:
    @pytest.mark.parametrize(
        ("known", "price", "terms", "kind"),
        [
            (("3.00", {}), "3.10", SPOT, K.SPOT_ABOVE_ON_DEMAND),
            (("3.20", SPOT), "3.10", {}, K.SPOT_ABOVE_ON_DEMAND),
            (("3.00", {}), "3.10", YEAR, K.TERM_ABOVE_ON_DEMAND),
            (("3.20", YEAR), "3.10", {}, K.TERM_ABOVE_ON_DEMAND),
            (("2.80", YEAR), "3.00", THREE_YEARS, K.LONG_TERM_ABOVE_SHORT),
            (("3.00", THREE_YEARS), "2.80", YEAR, K.LONG_TERM_ABOVE_SHORT),
            (("3.00", {}), "3.00", YEAR, K.SAME_IN_TWO_TERMS),
            (("3.00", YEAR), "3.00", THREE_YEARS, K.SAME_IN_TWO_TERMS),
            (("3.00", {"plan": "flex start"}), "3.00", {"region": "elsewhere"}, K.SAME_IN_TWO_TERMS),
            (("3.00", {}), "0.40", SPOT, K.OUT_OF_LINE),
        ],
    )
    def test_what_is_the_wrong_way_round(
        self, known: tuple[str, dict[str, Any]], price: str, terms: dict[str, Any], kind: FindingKind
    ) -> None:
        book = a_market_book()
        priced(book, known[0], **known[1])
        assert kind in findings(a_candidate(price, **terms), book)

    @pytest.mark.parametrize(
        ("known", "price", "terms"),
        [
            (("3.00", {}), "1.50", SPOT),
            (("3.00", {}), "2.50", YEAR),
            (("2.50", YEAR), "2.20", THREE_YEARS),
            (("3.00", {"region": "far"}), "3.10", SPOT),  # there it costs more
            (("2.60", {"plan": "flex start"}), "2.90", {}),
        ],
    )
    def test_what_is_the_usual_way_round(
        self, known: tuple[str, dict[str, Any]], price: str, terms: dict[str, Any]
    ) -> None:
        book = a_market_book()
        priced(book, known[0], **known[1])
        assert findings(a_candidate(price, **terms), book) == {}

    def test_spot_and_on_demand_are_told_each_in_its_place(self) -> None:
        book = a_market_book()
        priced(book, "3.20", **SPOT)
        values = findings(a_candidate("3.10"), book)[K.SPOT_ABOVE_ON_DEMAND].values
        assert values == {"value": Decimal("3.20"), "other": Decimal("3.10")}

    def test_queued_capacity_may_cost_less_than_spot(self) -> None:
        book = a_market_book()
        priced(book, "4.00")
        priced(book, "2.80", **SPOT)
        assert findings(a_candidate("2.60", plan="flex start"), book) == {}


class TestSiblings:
    @pytest.mark.parametrize(
        ("one", "one_price", "name", "gpus", "price", "doubted"),
        [
            ("L4", "3.00", "L4x4", 4, "3.00", False),
            ("L4", "3.00", "L4x4", 4, "5.00", True),
            ("NC24ads", "3.00", "NC96ads", 4, "3.90", True),
            ("g6.xlarge", "2.00", "g6.12xlarge", 4, "2.90", False),  # the host grows faster than the GPUs
            ("p5.4xlarge", "3.00", "p5.48xlarge", 8, "3.00", False),
            ("SMALL", "3.00", "MEDIUM", 2, "2.20", True),
            ("p5en", "4.90", "p5e", 1, "2.60", True),
            ("8vcpu", "2.00", "40vcpu", 1, "3.00", False),
        ],
    )
    def test_shapes_of_one_seller(
        self, one: str, one_price: str, name: str, gpus: int, price: str, doubted: bool
    ) -> None:
        book = a_market_book()
        priced(book, one_price, name=one)
        found = findings(a_candidate(price, name=name, gpus_per_node=gpus), book)
        assert (K.OUT_OF_LINE in found) is doubted

    def test_prices_of_other_days_are_not_compared(self) -> None:
        book = a_market_book()
        priced(book, "2.00", observed="2026-03-01")
        assert K.OUT_OF_LINE not in findings(a_candidate("3.30", gpus_per_node=8), book)

    def test_regions_may_differ_twice_but_not_five_times(self) -> None:
        book = a_market_book()
        priced(book, "4.40", region="far")
        assert K.OUT_OF_LINE not in findings(a_candidate("2.20"), book)
        assert K.OUT_OF_LINE in findings(a_candidate("0.88"), book)

    def test_the_pcie_card_is_not_dearer_than_the_sxm_module(self) -> None:
        book = a_market_book()
        priced(book, "2.60")
        found = findings(a_candidate("3.20", gpu="H100-PCIe"), book)[K.PCIE_ABOVE_SXM]
        assert found.values == {"value": Decimal("3.20"), "other": Decimal("2.60")}
        assert K.PCIE_ABOVE_SXM not in findings(a_candidate("2.40", gpu="H100-PCIe"), book)

    def test_the_newer_gpu_at_half_the_price_of_the_older(self) -> None:
        book = a_market_book()
        priced(book, "3.00")
        assert K.OUT_OF_LINE in findings(a_candidate("1.40", gpu="B200"), book)
        assert K.OUT_OF_LINE not in findings(a_candidate("4.40", gpu="B200"), book)

    def test_the_very_price_of_a_gpu_of_another_class(self) -> None:
        book = a_market_book()
        priced(book, "3.00")
        found = findings(a_candidate("3.00", gpu="B200"), book)[K.SAME_AS_OTHER_GPU]
        assert found.values == {"value": Decimal("3.00"), "other_gpu": "H100"}

    def test_the_first_spot_price_of_a_seller_that_sells_on_demand(self) -> None:
        book = a_market_book()
        for gpu in ("H100", "B200", "L4", "A100-80GB"):
            assert K.FIRST_SPOT not in findings(a_candidate("1.50", **SPOT), book)
            priced(book, "3.00", gpu=gpu)
        assert K.FIRST_SPOT in findings(a_candidate("1.50", **SPOT), book)
        assert K.FIRST_SPOT not in findings(a_candidate("1.50"), book)
        first = priced(book, "2.00", gpu="B200", mode=Mode.SPOT)
        assert K.FIRST_SPOT not in findings(a_candidate("1.50", **SPOT), book)
        assert K.FIRST_SPOT not in findings(a_candidate("1.90", gpu="B200", id=first.id, **SPOT), book)

    def test_spot_prices_of_one_file_come_together(self) -> None:
        book = a_market_book()
        for gpu in ("H100", "B200", "L4", "A100-80GB"):
            priced(book, "3.00", gpu=gpu)
        rows = [a_candidate("1.50", line=1, **SPOT), a_candidate("1.60", line=2, gpu="B200", **SPOT)]
        assert not any(K.FIRST_SPOT in kinds for kinds in of_file(rows, book))
        assert K.FIRST_SPOT in of_file(rows[:1], book)[0]

    def test_hosts_of_a_marketplace_decide_for_themselves(self) -> None:
        book = a_market_book()
        book.providers["nimbus"] = a_provider("nimbus", ProviderKind.MARKETPLACE)
        for gpu in ("H100", "B200", "L4", "A100-80GB"):
            priced(book, "3.00", gpu=gpu)
        assert K.FIRST_SPOT not in findings(a_candidate("1.50", **SPOT), book)

    def test_a_new_seller_has_the_rest_of_its_file(self) -> None:
        rows = [a_candidate("3.00", line=1), a_candidate("3.20", line=2, **SPOT)]
        assert all(K.SPOT_ABOVE_ON_DEMAND in kinds for kinds in of_file(rows, a_market_book()))

    def test_a_price_list_that_is_halved_as_a_whole_is_in_line(self) -> None:
        book = a_market_book()
        one, eight = priced(book, "4.00", name="x1"), priced(book, "4.00", name="x8", gpus_per_node=8)
        rows = [a_candidate("2.00", line=1, id=one.id, name="x1")]
        rows.append(a_candidate("2.00", line=2, id=eight.id, name="x8", gpus_per_node=8))
        assert of_file(rows, book) == [{K.BIG_CHANGE}, {K.BIG_CHANGE}]


class TestHistory:
    @pytest.mark.parametrize(
        ("price", "percent"), [("3.89", None), ("3.91", "30.3"), ("2.09", "-30.3"), ("2.11", None)]
    )
    def test_a_change_of_more_than_30_percent(self, price: str, percent: str | None) -> None:
        book = a_market_book()
        known = priced(book, "3.00")
        found = findings(a_candidate(price, id=known.id), book).get(K.BIG_CHANGE)
        assert (found and str(round(Decimal(str(found.values["percent"])), 1))) == percent

    def test_the_old_price_is_told_in_the_unit_of_the_new(self) -> None:
        book = a_market_book()
        known = priced(book, "3.00", gpus_per_node=8)
        candidate = a_candidate("32", PricingUnit.NODE_HOUR, id=known.id, gpus_per_node=8)
        values = findings(candidate, book)[K.BIG_CHANGE].values
        assert (values["old"], values["new"]) == (Decimal(24), Decimal(32))

    def test_a_price_of_an_earlier_day_changes_nothing(self) -> None:
        book = a_market_book()
        known = priced(book, "3.00")
        earlier = a_candidate("4.20", id=known.id, first_day=date(2026, 10, 1))
        assert K.BIG_CHANGE not in findings(earlier, book)

    def test_another_price_begins_inside_the_period(self) -> None:
        first = a_candidate("3.00", id="same", line=1, first_day=date(2027, 1, 1), until=date(2027, 4, 1))
        inside = a_candidate("3.10", id="same", line=2, first_day=date(2027, 3, 1))
        after = a_candidate("3.10", id="same", line=2, first_day=date(2027, 4, 1))
        assert of_file([first, inside], a_market_book())[0] == {K.OVERLAP}
        assert of_file([first, after], a_market_book())[0] == set()

    def test_the_same_thing_twice_with_two_prices(self) -> None:
        rows = [a_candidate("3.00", id="same", line=1), a_candidate("3.10", id="same", line=2)]
        assert of_file(rows, a_market_book()) == [{K.TWICE}, {K.TWICE}]

    def test_the_same_thing_twice_with_one_price_is_only_said_twice(self) -> None:
        rows = [a_candidate("3.00", id="same", line=1), a_candidate("3.00", id="same", line=2)]
        assert of_file(rows, a_market_book()) == [set(), set()]
