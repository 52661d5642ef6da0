"""Which entry is in force on which day, at which version."""

from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pricing.book import EntryKind
from pricing.store import Store
from tests.pricing.books_on_disk import OFFER, TODAY, a_price, an_offer, price_of, small_store


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with small_store(tmp_path / "book.db") as store:
        yield store


class TestInForce:
    def test_a_price_waits_for_its_first_day_and_ends_the_one_before(self, store: Store) -> None:
        store.add_entries([a_price("98.32", date(2025, 4, 23)), a_price("55.04", date(2025, 6, 5))])
        days = [date(2025, 4, 22), date(2025, 4, 23), date(2025, 6, 4), date(2025, 6, 5), date(2030, 1, 1)]
        assert [price_of(store, day) for day in days] == [None, "98.32", "98.32", "55.04", "55.04"]

    def test_the_order_of_entering_does_not_matter(self, store: Store) -> None:
        store.add_entries([a_price("55.04", date(2025, 6, 5))])
        store.add_entries([a_price("98.32", date(2025, 4, 23))])
        assert price_of(store) == "55.04"

    def test_a_correction_with_the_same_first_day_wins(self, store: Store) -> None:
        store.add_entries([a_price("550.4"), a_price("55.04")])
        assert price_of(store) == "55.04"
        assert [str(entry.value) for entry in store.history(EntryKind.PRICE, OFFER)] == ["550.4", "55.04"]

    def test_a_withdrawn_price_leaves_the_offer_without_one(self, store: Store) -> None:
        store.add_entries([a_price("2", TODAY - timedelta(days=9)), a_price(None)])
        assert price_of(store, TODAY - timedelta(days=1)) == "2"
        assert price_of(store) is None

    def test_a_withdrawn_price_may_come_back(self, store: Store) -> None:
        store.add_entries([a_price("2"), a_price(None), a_price("3")])
        assert price_of(store) == "3"

    def test_no_price_is_not_a_price_of_zero(self, store: Store) -> None:
        assert price_of(store) is None
        store.add_entries([a_price("0")])
        assert price_of(store) == "0"

    def test_an_older_version_does_not_know_later_entries(self, store: Store) -> None:
        [first] = store.add_entries([a_price("2")])
        [second] = store.add_entries([a_price("3")])
        assert [price_of(store, version=v) for v in (0, first, second, 999)] == [None, "2", "3", "3"]
        assert store.book(TODAY, 999).version == second

    def test_a_book_keeps_its_answers_when_the_store_moves_on(self, store: Store) -> None:
        store.add_entries([a_price("2")])
        book = store.book(TODAY)
        store.add_entries([a_price("3")])
        store.add_offers([an_offer("nimbus/h100/spot", mode="spot")])
        store.add_entries([a_price("1", subject="nimbus/h100/spot")])
        prices = {priced.offer.id: priced.price for priced in book.offers("H100")}
        assert {name: price and str(price.value) for name, price in prices.items()} == {OFFER: "2"}
        assert len(store.book(TODAY).offers("H100")) == 2

    def test_an_older_version_does_not_show_an_offer_made_later(self, store: Store) -> None:
        [first] = store.add_entries([a_price("2")])
        store.add_entries([a_price("3")])
        store.add_offers([an_offer("nimbus/a100", gpu="A100")])
        assert store.book(TODAY, first).offers("A100") == ()
        assert "A100" not in store.book(TODAY, first).gpus_of_providers()["nimbus"]
        assert store.book(TODAY).gpus_of_providers() == {"nimbus": {"H100", "A100"}}

    @settings(max_examples=20, deadline=None)
    @given(st.lists(st.tuples(st.integers(0, 9), st.one_of(st.none(), st.integers(0, 99))), max_size=12), st.data())
    def test_it_agrees_with_looking_at_every_entry(
        self, drawn: list[tuple[int, int | None]], data: st.DataObject
    ) -> None:
        start = date(2026, 1, 1)
        entries = [a_price(None if v is None else str(v), start + timedelta(days=d)) for d, v in drawn]
        with TemporaryDirectory() as folder, small_store(Path(folder) / "book.db") as store:
            ids = store.add_entries(entries)
            version = data.draw(st.integers(0, len(entries)))
            for offset in range(-1, 11):
                day = start + timedelta(days=offset)
                known = [
                    (entry.effective_from, number, entry.value)
                    for entry, number in zip(entries, ids, strict=True)
                    if entry.effective_from <= day and number <= version
                ]
                value = max(known)[2] if known else None
                assert price_of(store, day, version) == (None if value is None else str(value))
