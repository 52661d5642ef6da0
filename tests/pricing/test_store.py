"""What goes in comes out to the digit, what must not go in is refused, and a change is made whole or not at all."""

from collections.abc import Iterator
from contextlib import suppress
from datetime import date, timedelta
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlite_utils.utils import sqlite3

from pricing.book import Entry, EntryKind
from pricing.catalog import Claim, Component, ComponentKind, Fee, FeeKind, Gpu, Instance, Offer, Provider, Region
from pricing.errors import BookError, NoAssumption
from pricing.store import Store
from pricing.units import Duration, PricingUnit, TimeUnit
from tests.pricing.books_on_disk import NOW, OFFER, TODAY, a_price, an_offer, price_of, small_store


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with small_store(tmp_path / "book.db") as store:
        yield store


class TestRoundTrip:
    @pytest.mark.parametrize(
        "written", ["0", "0.8015", "23.60", "1750", "0.0000004", "47848", "999999999999999.999999999999", "100"]
    )
    def test_a_value_keeps_its_digits(self, store: Store, written: str) -> None:
        store.add_entries([a_price(written)])
        assert price_of(store) == written

    @settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=60, deadline=None)
    @given(st.decimals(min_value=0, max_value=10**14, allow_nan=False, allow_infinity=False, places=6))
    def test_any_value_is_exact(self, store: Store, value: Decimal) -> None:
        [number] = store.add_entries([a_price(str(value))])
        [kept] = [entry for entry in store.history(EntryKind.PRICE, OFFER) if entry.id == number]
        assert str(kept.value) == f"{value:f}"

    def test_an_exponent_is_written_out(self, store: Store) -> None:
        store.add_entries([a_price("1E+3")])
        assert price_of(store) == "1000"

    def test_every_field_of_an_entry(self, store: Store) -> None:
        entry = a_price("98.32", date(2025, 6, 4), note="原价 'quoted' \"double\"", source="价目表; DROP TABLE entry")
        [number] = store.add_entries([entry])
        assert store.history(EntryKind.PRICE, OFFER) == (entry.model_copy(update={"id": number}),)

    def test_every_field_of_what_can_be_bought(self, store: Store) -> None:
        offer = an_offer(
            "nimbus/a100/1y",
            gpu="A100",
            mode="committed",
            form="SXM",
            memory_gb="80",
            region="eu",
            term_months="12",
            upfront_share="0.25",
            increment=Duration(value=Decimal(1), unit=TimeUnit.MONTH),
            min_duration=Duration(value=Decimal("1.5"), unit=TimeUnit.WEEK),
            min_nodes=2,
            max_nodes=64,
            hours_in_month="672",
            includes="accelerator-only",
            tax="excluded",
            price_kind="quote",
            lead_time_hours="0",
            queue_hours="48",
            efficiency_loss="0.070",
            local_nvme_tb="20",
            note="n",
        )
        store.add_offers([offer])
        [priced] = store.book(TODAY).offers("A100")
        assert priced.offer == offer
        assert str(priced.offer.efficiency_loss) == "0.070"

    def test_the_reference_tables(self, store: Store) -> None:
        gpu = Gpu(id="H20", names={"en": "H20", "zh": "H20"}, bf16_dense_tflops=Decimal("148"), aliases=("H 20",))
        provider = Provider(id="own", names={"en": "Own"}, kind="own")
        instance = Instance(id="DGX H100", gpu="H100", gpus_per_node=8)
        region = Region(id="eu", aliases=("Europe", "欧洲"))
        claim = Claim(
            id="c", offer=OFFER, text={"en": "half price"}, stated="0.5", currency="USD", source="s", stated_on="2026"
        )
        store.add_gpu(gpu)
        store.add_provider(provider)
        store.add_instance(instance)
        store.add_region(region)
        store.add_claims([claim])
        book = store.book(TODAY)
        assert (book.gpus["H20"], book.providers["own"]) == (gpu, provider)
        assert (book.instances["DGX H100"], book.regions["eu"], book.claims(OFFER)) == (instance, region, (claim,))


class TestOtherSubjects:
    def an_entry(self, kind: str, subject: str, value: str | None, unit: str, **more: Any) -> Entry:
        return a_price(value, subject=subject, kind=kind, unit=unit, **more)

    def test_fee_tiers_come_by_kind_region_and_start(self, store: Store) -> None:
        tiers = [("e3", "10240", ""), ("e1", "100", ""), ("e2", "1024", ""), ("e0", "0", "asia")]
        store.add_fees(
            [
                Fee(
                    id=name,
                    provider="nimbus",
                    kind=FeeKind.EGRESS,
                    unit=PricingUnit.GB,
                    tier_from=Decimal(at),
                    region=where,
                )
                for name, at, where in tiers
            ]
        )
        store.add_entries([self.an_entry("fee", name, "0.09", "GB") for name, _, _ in tiers])
        assert [item.fee.id for item in store.book(TODAY).fees("nimbus")] == ["e1", "e2", "e3", "e0"]

    def test_a_withdrawn_fee_and_one_without_a_price_are_gone(self, store: Store) -> None:
        assert store.book(TODAY).fees("nimbus") == ()
        store.add_entries([self.an_entry("fee", "nimbus/egress", "0.09", "GB")])
        assert len(store.book(TODAY).fees("nimbus")) == 1
        store.add_entries([self.an_entry("fee", "nimbus/egress", None, "GB")])
        assert store.book(TODAY).fees("nimbus") == ()

    def test_components_come_in_the_order_they_were_listed(self, store: Store) -> None:
        names = ["z", "b", "a"]
        store.add_components(
            [Component(id=n, offer=OFFER, kind=ComponentKind.GPU, unit=PricingUnit.PER_GPU) for n in names]
        )
        store.add_entries([self.an_entry("component", n, "7", "GPUs") for n in names])
        assert [part.component.id for part in store.book(TODAY).components(OFFER)] == names

    def test_a_rate_has_one_direction(self, store: Store) -> None:
        store.add_entries([self.an_entry("rate", "USD/CNY", "6.9858", "rate", currency="CNY")])
        book = store.book(TODAY)
        rate = book.rate("USD", "CNY")
        assert rate is not None
        assert str(rate.value) == "6.9858"
        assert book.rate("CNY", "USD") is None
        store.add_entries([self.an_entry("rate", "USD/CNY", None, "rate", currency="CNY")])
        assert store.book(TODAY).rate("USD", "CNY") is None

    def test_an_assumption_that_is_not_there_says_so(self, store: Store) -> None:
        store.add_entries([self.an_entry("assumption", "pue", "1.3", "number", currency="")])
        assert store.book(TODAY).assumption("pue").value == Decimal("1.3")
        with pytest.raises(NoAssumption):
            store.book(TODAY - timedelta(days=1)).assumption("pue")


class TestRefusals:
    @pytest.mark.parametrize(
        ("fields", "reason"),
        [
            ({"value": "-1"}, "plain number"),
            ({"currency": "usd"}, "ISO code"),
            ({"currency": ""}, "has a currency"),
            ({"subject": "nobody/knows"}, "no such subject"),
            ({"kind": EntryKind.RATE, "subject": "USD-CNY", "currency": "CNY"}, "no such subject"),
            ({"kind": EntryKind.RATE, "subject": "USD/CNY", "currency": "USD"}, "no such subject"),
            ({"source": ""}, "source"),
            ({"entered_by": ""}, "entered_by"),
        ],
    )
    def test_an_entry_the_tables_refuse_leaves_nothing(
        self, store: Store, fields: dict[str, object], reason: str
    ) -> None:
        good = a_price("1")
        with pytest.raises(ValueError, match=reason):
            store.add_entries([good, a_price("2").model_copy(update=dict(fields, value=_value(fields)))])
        assert price_of(store) is None
        assert store.book(TODAY).version == 0

    def test_an_offer_of_nobody_and_one_that_is_there(self, store: Store) -> None:
        with pytest.raises(ValueError, match="FOREIGN KEY"):
            store.add_offers([an_offer("x", provider="nobody")])
        with pytest.raises(ValueError, match="never replaced"):
            store.add_offers([an_offer()])

    @pytest.mark.parametrize(
        "sql",
        [
            "UPDATE entry SET value = '1'",
            "DELETE FROM entry",
            "INSERT OR REPLACE INTO entry SELECT * FROM entry",
            "UPDATE offer SET gpus_per_node = 4",
            "DELETE FROM component",
            "DELETE FROM fee",
        ],
    )
    def test_nothing_is_changed_or_removed(self, store: Store, sql: str) -> None:
        store.add_entries([a_price("2")])
        with pytest.raises(ValueError, match="never"), store.transaction() as connection:
            connection.execute(sql)
        assert price_of(store) == "2"

    def test_ids_are_never_used_twice(self, store: Store) -> None:
        assert store.add_entries([a_price("1"), a_price("2", id=1)]) == (1, 2)


class TestTransactions:
    def test_all_or_nothing(self, store: Store) -> None:
        with suppress(RuntimeError), store.transaction():
            store.add_entries([a_price("2")])
            assert price_of(store) == "2"
            raise RuntimeError
        assert price_of(store) is None

    def test_what_an_abandoned_change_showed_is_forgotten(self, store: Store) -> None:
        with suppress(RuntimeError), store.transaction():
            [number] = store.add_entries([a_price("2")])
            price_of(store)
            raise RuntimeError
        assert store.add_entries([a_price("3")]) == (number,)
        assert price_of(store) == "3"

    def test_an_inner_one_can_fail_alone(self, store: Store) -> None:
        with store.transaction():
            store.add_entries([a_price("2")])
            with pytest.raises(ValueError, match="out of range"):
                store.add_entries([a_price("3"), a_price("-1")])
            store.add_entries([a_price("4", TODAY + timedelta(days=1))])
        assert [str(entry.value) for entry in store.history(EntryKind.PRICE, OFFER)] == ["2", "4"]

    def test_a_full_or_unwritable_disk_is_said(self, store: Store) -> None:
        with store.transaction() as connection:
            pass
        connection.execute("PRAGMA query_only = ON")
        with pytest.raises(BookError, match=r"book\.db: cannot be written"):
            store.add_entries([a_price("2")])
        connection.execute("PRAGMA query_only = OFF")
        connection.execute(f"PRAGMA max_page_count = {connection.execute('PRAGMA page_count').fetchone()[0]}")
        with pytest.raises(BookError, match="full"):
            store.add_entries([a_price("2", note="x" * 100_000)])
        assert price_of(store) is None

    def test_a_closed_store_is_said(self, store: Store) -> None:
        store.close()
        with pytest.raises(BookError, match="closed"):
            store.book(TODAY)


def test_a_repeated_question_reads_nothing_but_the_version(store: Store) -> None:
    store.add_entries([a_price("2")])
    first = store.book(TODAY).offers("H100")
    assert store.book(TODAY).gpus
    asked: list[str] = []
    with store.transaction() as connection:
        pass
    connection.set_trace_callback(asked.append)
    again = store.book(TODAY)
    assert again.offers("H100") == first
    assert again.gpus["H100"].id == "H100"
    assert len(asked) == 1


def test_a_look_up_uses_the_index(store: Store) -> None:
    from pricing.stored_book import _IN_FORCE

    sql = "EXPLAIN QUERY PLAN SELECT * FROM entry WHERE id = " + _IN_FORCE.format(subject=":key")
    values = {"kind": "price", "key": OFFER, "day": "2026-12-01", "version": 1}
    with store.transaction() as connection:
        plan = " ".join(row[-1] for row in connection.execute(sql, values))
    assert "entry_in_force" in plan
    assert "SCAN" not in plan
    assert "TEMP B-TREE" not in plan


def test_every_connection_is_set_up(store: Store) -> None:
    wanted = {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1, "busy_timeout": 30000, "trusted_schema": 0}
    with store.transaction() as connection:
        found = {name: connection.execute(f"PRAGMA {name}").fetchone()[0] for name in (*wanted, "cell_size_check")}
    assert found == {**wanted, "cell_size_check": 1}
    assert isinstance(connection, sqlite3.Connection)
    assert store.warnings == ()


def _value(fields: dict[str, object]) -> Decimal:
    return Decimal(str(fields.get("value", "2")))


def test_the_day_and_moment_of_entering_are_kept(store: Store) -> None:
    store.add_entries([a_price("2")])
    [entry] = store.history(EntryKind.PRICE, OFFER)
    assert (entry.entered_at, entry.entered_by) == (NOW, "mei")


def test_an_offer_is_typed_when_read(store: Store) -> None:
    assert isinstance(store.book(TODAY).offers("H100")[0].offer, Offer)
