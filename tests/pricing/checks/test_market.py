"""What a price is compared with: everything per GPU-hour, and a band that a few wrong prices do not move."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pricing.catalog import Mode, Offer, ProviderKind
from pricing.checks.around import MOST_SIBLINGS
from pricing.checks.bands import Band
from pricing.checks.checking import CHECKS, check
from pricing.checks.lines import per_gpu_hour, place
from pricing.checks.market import Market
from pricing.checks.names import other_host
from pricing.units import PricingUnit
from tests.builders import MemoryBook, a_book, add_offer
from tests.pricing.checks.small import SELLERS, a_candidate, a_market_book, priced


def _band(book: MemoryBook, **terms: object) -> Band | None:
    market = Market(book)
    line = market.line(a_candidate("1", **{"provider": "stranger", **terms}))
    assert line
    return market.band(line)


class TestPerGpuHour:
    @pytest.mark.parametrize(
        ("value", "unit", "month", "expected"),
        [
            ("3", PricingUnit.GPU_HOUR, None, "3"),
            ("24", PricingUnit.NODE_HOUR, None, "3"),
            ("2190", PricingUnit.GPU_MONTH, None, "3"),
            ("17520", PricingUnit.NODE_MONTH, None, "3"),
            ("16128", PricingUnit.NODE_MONTH, "672", "3"),
        ],
    )
    def test_every_unit_becomes_one(self, value: str, unit: PricingUnit, month: str | None, expected: str) -> None:
        offer = a_candidate("1", gpus_per_node=8, hours_in_month=month).offer
        assert per_gpu_hour(Decimal(value), unit, offer) == Decimal(expected)

    def test_currencies_meet_in_dollars(self) -> None:
        line = Market(a_market_book()).line(a_candidate("21", currency="CNY"))
        assert line
        assert (line.per_hour, line.usd) == (Decimal(21), Decimal(3))

    @pytest.mark.parametrize("terms", [{"currency": "XYZ"}, {"mode": Mode.OWNED}])
    def test_what_cannot_be_compared_is_only_read(self, terms: dict[str, object]) -> None:
        candidate = a_candidate("3", **terms)  # type: ignore[arg-type]
        assert Market(a_market_book()).line(candidate) is None
        assert check(candidate, Market(a_market_book())) == ()

    @pytest.mark.parametrize("text", ["", "global", "Worldwide", "Global (lowest)", "全球"])
    def test_everywhere_has_many_names(self, text: str) -> None:
        assert place(text) == ""


class TestTheBand:
    def test_half_as_much_again_beyond_the_sellers(self) -> None:
        band = _band(a_market_book())
        assert band == Band(Decimal("2.60") / Decimal("1.5"), Decimal("5.10"), Decimal("3.00"))

    @given(wrong=st.sampled_from(["0.0001", "0.2", "1.2", "7", "30", "9000"]))
    def test_one_wrong_price_of_six_does_not_move_it(self, wrong: str) -> None:
        book = a_market_book()
        add_offer(book, wrong, currency="USD", provider="wrong", gpus_per_node=1)
        band, before = _band(book), _band(a_market_book())
        assert band
        assert before
        assert (band.low, band.high) == (before.low, before.high)

    def test_a_seller_counts_once(self) -> None:
        book = a_market_book()
        for number in range(40):
            add_offer(book, "2.61", currency="USD", provider="altus", region=f"r{number}", gpus_per_node=1)
        assert _band(book) == _band(a_market_book())

    def test_a_seller_does_not_make_its_own_band(self) -> None:
        book = a_market_book()
        priced(book, "40")
        assert _band(book, provider="nimbus") == _band(a_market_book())

    def test_hyperscalers_are_a_class_of_their_own(self) -> None:
        book = a_market_book()
        for name, price in (("major", "9"), ("minor", "10"), ("third", "11")):
            add_offer(book, price, currency="USD", kind=ProviderKind.HYPERSCALER, provider=name, gpus_per_node=1)
        large, small = _band(book, provider="major"), _band(book, provider="altus")
        assert large
        assert small
        assert large.low > Decimal(4) > Decimal(3) > small.low

    def test_spot_without_sellers_is_a_part_of_on_demand(self) -> None:
        spot, plain = _band(a_market_book(), mode=Mode.SPOT), _band(a_market_book())
        assert spot
        assert plain
        assert (spot.low, spot.high) == (plain.low * Decimal("0.15"), plain.high)

    def test_a_gpu_nobody_sells_borrows_from_its_like(self) -> None:
        band = _band(a_market_book(), gpu="H100-PCIe")
        assert band
        assert band.low == Decimal("2.60") / 2

    def test_where_nothing_is_known_there_is_none(self) -> None:
        assert _band(a_market_book(), gpu="L4") is None
        assert check(a_candidate("3"), Market(a_book())) == ()

    def test_a_file_speaks_for_gpus_the_book_does_not_know(self) -> None:
        book = a_market_book()
        rows = [a_candidate("0.5", gpu="L4", provider=name, line=i) for i, name in enumerate(SELLERS, start=1)]
        market = Market(book).extended(rows)
        line = market.line(a_candidate("40", gpu="L4", provider="stranger", line=9))
        assert line
        assert (band := market.band(line))
        assert band.high == Decimal("0.75")


class TestLargeFiles:
    def test_one_price_is_compared_with_few_others(self) -> None:
        rows = [a_candidate("3", line=one, name=f"machine-{one}") for one in range(1, 500)]
        market = Market(a_market_book()).extended(rows)
        line = market.line(rows[0])
        assert line
        around = market.around
        assert max(len(around.beside(line)), len(around.elsewhere(line)), len(around.same_value(line))) <= MOST_SIBLINGS

    @given(st.lists(st.decimals("1", "9", places=2), min_size=1, max_size=12))
    def test_of_what_a_seller_asks_the_ends_are_known_whichever_price_is_left_out(self, prices: list[Decimal]) -> None:
        book = a_market_book()
        offers = [priced(book, str(price), id=f"nimbus/{at}") for at, price in enumerate(prices)]
        market = Market(book)
        for offer in offers:
            line = market.line(a_candidate("3", id=offer.id))
            assert line
            others = [price for one, price in zip(offers, prices, strict=True) if one is not offer]
            known = [other.usd for other in market.accepted(line)]
            assert (min(known, default=None), max(known, default=None)) == (
                min(others, default=None),
                max(others, default=None),
            )

    def test_a_file_leaves_the_market_as_it_was(self) -> None:
        market = Market(a_market_book())
        market.extended([a_candidate("3.3", mode=Mode.SPOT)])
        assert check(a_candidate("3.2"), market) == ()


class TestHosts:
    @pytest.mark.parametrize(
        ("one", "gpus", "other", "other_gpus", "differs"),
        [
            ("Standard_NC24ads_A100_v4", 1, "Standard_NC96ads_A100_v4", 4, False),
            ("g2.v100.c8m90", 1, "g2.v100.c64m720", 8, False),
            ("p3.2xlarge", 1, "p3.16xlarge", 8, False),
            ("g6.xlarge", 1, "g6.12xlarge", 4, True),
            ("g6.12xlarge", 4, "g6.48xlarge", 8, True),
            ("GPU2 SMALL", 1, "GPU2 HUGE", 4, False),  # nothing to tell
        ],
    )
    def test_whether_the_host_grows_with_the_gpus(
        self, one: str, gpus: int, other: str, other_gpus: int, differs: bool
    ) -> None:
        assert other_host(one, gpus, other, other_gpus) is differs


def test_each_check_is_registered_once() -> None:
    assert len(set(CHECKS)) == len(CHECKS)


def test_an_offer_of_an_unknown_gpu_and_seller_is_only_read() -> None:
    offer = {"gpu": "Quasar-9", "provider": "nobody", "form": "SXM", "memory_gb": "48"}
    assert check(a_candidate("3", **offer), Market(a_market_book())) == ()
    assert isinstance(a_candidate("3", **offer).offer, Offer)
