"""The seed data: complete, from somewhere, in units we know, without rows known to be wrong, and adding up."""

from collections import defaultdict
from collections.abc import Iterator
from datetime import date
from decimal import Decimal
from pathlib import Path

import pytest

from pricing.book import EntryKind, observed_day
from pricing.catalog import (
    Claim,
    ComponentKind,
    Fee,
    FeeKind,
    Includes,
    Mode,
    PriceKind,
    ProviderKind,
)
from pricing.store import Store
from pricing.stored_book import StoredBook
from pricing.units import PricingUnit
from tests.pricing.books_on_disk import NOW, TODAY
from tests.pricing.seed_data import ENTRIES, ITEMS, OFFERS, PRICES, PROVIDERS, RENTED, value

RENT_UNITS = {PricingUnit.GPU_HOUR, PricingUnit.GPU_MONTH, PricingUnit.NODE_HOUR, PricingUnit.NODE_MONTH}
ASSUMPTIONS = {
    *("hours_per_month", "utilisation", "depreciation_years", "pue", "power_load", "electricity", "cost_of_capital"),
    *("egress_gb_per_30_days_per_1024_gpus", "requests_per_day_per_1024_gpus", "storage_gb"),
    *("stale_days_list", "stale_days_spot", "mfu", "bytes_per_token"),
    *("declining_balance", "colocation_kw_month", "node_kw", "engineer_cost_year"),
    *(f"residual_after_{age}_years" for age in range(1, 6)),
}


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Iterator[StoredBook]:
    with Store.open(Path(tmp_path_factory.mktemp("data")) / "book.db", now=NOW) as store:
        yield store.book(TODAY)


class TestPrices:
    def test_there_are_enough(self) -> None:
        assert len(RENTED) >= 60
        assert len({offer.provider for offer in RENTED.values()}) >= 12
        for gpu in ("H100", "H200", "B200", "A100-80GB", "L40S", "MI300X", "RTX4090"):
            offers = [offer for offer in RENTED.values() if offer.gpu == gpu]
            assert len({offer.provider for offer in offers}) >= 5, gpu
        assert {offer.mode for offer in RENTED.values()} == {Mode.ON_DEMAND, Mode.COMMITTED, Mode.SPOT}
        kinds = {PROVIDERS[offer.provider].kind for offer in OFFERS.values()}
        assert kinds == set(ProviderKind)

    def test_a_rental_has_dated_prices_in_one_unit(self) -> None:
        for name, offer in RENTED.items():
            prices = PRICES[name]
            assert name.startswith(f"{offer.provider}/")
            assert prices, name
            assert {price.unit for price in prices} <= RENT_UNITS, name
            assert len({(price.unit, price.currency) for price in prices}) == 1, name
            days = [price.effective_from for price in prices]
            assert days == sorted(set(days)), (name, "in order of first day, one each")
            assert (offer.term_months is not None) == (offer.mode is Mode.COMMITTED), name

    def test_every_number_has_a_source_and_no_day_to_come(self) -> None:
        for entry in ENTRIES:
            assert len(entry.source) >= 10, entry
            assert entry.effective_from <= TODAY, entry
            assert entry.value is not None
            assert entry.value >= 0
            seen = observed_day(entry.observed_on)
            assert seen is None or seen <= TODAY

    def test_an_unknown_age_is_not_taken_for_a_young_one(self) -> None:
        unknown = [entry for entry in ENTRIES if not entry.observed_on]
        assert unknown
        assert all(OFFERS[e.subject].mode is not Mode.SPOT for e in unknown if e.kind is EntryKind.PRICE)

    def test_prices_per_gpu_hour_are_of_this_world(self) -> None:
        """Between 0.05 and 40 USD per GPU-hour: a slip of a unit or of a digit falls out."""
        to_usd = {"USD": Decimal(1), "CNY": Decimal(7), "INR": Decimal("95.7"), "KRW": Decimal(1450)}
        for name, offer in RENTED.items():
            for price in PRICES[name]:
                assert price.value is not None
                gpus = 1 if price.unit in (PricingUnit.GPU_HOUR, PricingUnit.GPU_MONTH) else offer.gpus_per_node
                hours = 1 if price.unit in (PricingUnit.GPU_HOUR, PricingUnit.NODE_HOUR) else 730
                rate = price.value / gpus / hours / to_usd[price.currency]
                assert Decimal("0.05") < rate < 40, (name, rate)

    def test_a_longer_commitment_costs_no_more(self) -> None:
        by_terms: dict[tuple[str, str, str, str, str], dict[Decimal, Decimal]] = defaultdict(dict)
        for name, offer in RENTED.items():
            if offer.term_months is not None:
                key = (offer.provider, offer.name, offer.gpu, offer.region, str(offer.gpus_per_node))
                by_terms[key][offer.term_months] = value(name)
        for key, prices in by_terms.items():
            in_order = [prices[months] for months in sorted(prices)]
            assert in_order == sorted(in_order, reverse=True), key

    def test_accelerator_only_prices_say_so(self) -> None:
        only = [name for name, offer in OFFERS.items() if offer.includes is Includes.ACCELERATOR_ONLY]
        assert any(name.startswith("gcp/h100/") for name in only)
        assert any(name.startswith("modal/") for name in only)

    def test_a_price_history_is_one_offer(self, tmp_path: Path) -> None:
        name = "aws/p5.48xlarge/on-demand/us-east-1"
        days = [date(2025, 4, 22), date(2025, 6, 4), date(2025, 6, 5), TODAY]
        found = []
        with Store.open(tmp_path / "book.db", now=NOW) as store:
            for day in days:
                [price] = [p.price for p in store.book(day).offers("H100") if p.offer.id == name]
                found.append(price and str(price.value))
        assert found == [None, "98.32", "55.04", "55.04"]


class TestArticle:
    def test_the_rented_offers(self, book: StoredBook) -> None:
        offers = {priced.offer.id: priced for priced in book.offers("A100")}
        star, top = offers["starverse/a100-8/on-demand"], offers["top-cloud-cn/a100-8/monthly"]
        assert star.price is not None
        assert top.price is not None
        assert (str(star.price.value), star.price.currency, star.price.unit) == (
            "128000",
            "CNY",
            PricingUnit.NODE_MONTH,
        )
        assert (str(top.price.value), top.price.currency, top.price.unit) == ("260000", "CNY", PricingUnit.NODE_MONTH)
        assert (star.offer.price_kind, top.offer.price_kind) == (PriceKind.LIST, PriceKind.CLAIM)
        assert star.offer.increment is not None
        assert top.offer.increment is not None
        assert (star.offer.increment.unit, top.offer.increment.unit) == ("minute", "month")
        assert (str(star.offer.lead_time_hours), str(star.offer.local_nvme_tb)) == ("0", "20")
        assert (str(top.offer.efficiency_loss), str(top.offer.queue_hours)) == ("0.07", "48")
        assert star.price.observed_on == top.price.observed_on == "2026-03-06"

    def test_its_fees(self, book: StoredBook) -> None:
        fees = {item.fee.kind: item.price for item in book.fees("top-cloud-cn")}
        assert {kind: str(price.value) for kind, price in fees.items()} == {"egress": "0.8", "requests": "0.01"}
        assert fees[FeeKind.REQUESTS].unit is PricingUnit.REQUESTS_10K

    def test_its_own_cluster_is_409_720_000(self, book: StoredBook) -> None:
        parts = {part.component.kind: part for part in book.components("own/article-h100")}
        amounts = {kind: part.price.value or Decimal(0) for kind, part in parts.items()}
        assert 1024 * amounts[ComponentKind.GPU] == 286_720_000
        total = 1024 * amounts[ComponentKind.GPU] + amounts[ComponentKind.SERVER_NETWORK]
        assert total == 371_720_000
        assert total + amounts[ComponentKind.OPERATIONS] == 409_720_000
        assert OFFERS["own/article-h100"].lead_time_hours == 4380

    def test_what_it_claims_stands_beside_and_is_no_price(self, book: StoredBook) -> None:
        stated = {int(claim.stated) for claim in book.claims("own/article-h100")}
        assert {210_000_000, 35_000_000, 52_500_000} <= stated
        stated = {int(claim.stated) for claim in book.claims("top-cloud-cn/a100-8/monthly")}
        assert {49_920_000, 4_000_000, 64_000, 320_000} <= stated
        assert 24_570_000 in {int(claim.stated) for claim in book.claims("starverse/a100-8/on-demand")}
        claims = [item for item in ITEMS if isinstance(item, Claim)]
        assert all(set(claim.text) == {"en", "zh"} for claim in claims)


class TestOtherNumbers:
    def test_the_assumptions_are_those_the_engine_asks_for(self, book: StoredBook) -> None:
        stored = {entry.subject for entry in ENTRIES if entry.kind is EntryKind.ASSUMPTION}
        assert stored == ASSUMPTIONS
        values = {name: str(book.assumption(name).value) for name in ASSUMPTIONS}
        assert (values["hours_per_month"], values["utilisation"], values["electricity"]) == ("730", "0.70", "0.0904")
        assert book.assumption("electricity").currency == "USD"

    def test_the_rates(self, book: StoredBook) -> None:
        pairs = [("USD", "CNY", "6.9858"), ("EUR", "CNY", "8.2755"), ("JPY", "CNY", "0.045176")]
        for base, quote, written in [*pairs, ("CNY", "KRW", "207.82"), ("USD", "INR", "95.7")]:
            rate = book.rate(base, quote)
            assert rate is not None
            assert (str(rate.value), rate.currency, rate.unit) == (written, quote, PricingUnit.RATE)

    def test_every_currency_of_a_price_can_be_converted(self) -> None:
        pairs = {entry.subject for entry in ENTRIES if entry.kind is EntryKind.RATE}
        known = {code for pair in pairs for code in pair.split("/")}
        assert {entry.currency for entry in ENTRIES if entry.currency} <= known

    def test_fee_tiers_begin_at_zero_and_rise(self) -> None:
        tiers: dict[tuple[str, str, str], list[Decimal]] = defaultdict(list)
        for item in ITEMS:
            if isinstance(item, Fee):
                tiers[item.provider, item.kind, item.region].append(item.tier_from)
        for key, starts in tiers.items():
            assert starts[0] == 0, key
            assert starts == sorted(set(starts)), key
        assert {provider for provider, kind, _ in tiers if kind == "egress"} >= {"aws", "gcp", "azure", "oci", "runpod"}

    def test_every_offer_names_a_region_plainly(self) -> None:
        assert not [name for name, offer in OFFERS.items() if "(" in offer.region or "/" in offer.region]


def test_a_book_holds_all_of_it(book: StoredBook) -> None:
    stored = [priced.offer for gpu in book.gpus for priced in book.offers(gpu)]
    assert sorted(offer.id for offer in stored) == sorted(OFFERS)
    assert all(offer == OFFERS[offer.id] for offer in stored)
    unpriced = [p.offer.id for gpu in book.gpus for p in book.offers(gpu) if p.price is None]
    assert sorted(unpriced) == sorted(name for name, offer in OFFERS.items() if offer.mode is Mode.OWNED)
