"""The book as a file is held against it: the same answers as the book gives, one look-up each."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from pricing.base import changed
from pricing.book import EntryKind
from pricing.catalog import Gpu, Mode, Offer, PriceKind, Provider
from pricing.imports.matching import key_of
from pricing.shelf import StoreShelf
from pricing.store import Store
from tests.pricing.books_on_disk import TODAY, an_offer
from tests.pricing.ledgers import BEGAN, LIST, SECRET, SETUP, SPOT, a_change, a_ledger, stocked


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with stocked(tmp_path / "book.db") as store:
        yield store


def ask(store: Store) -> StoreShelf:
    """The shelf as it is now."""
    with store.reading() as connection:
        return StoreShelf(connection)


def offer(store: Store, name: str) -> Offer:
    found = ask(store).offer(name)
    assert found is not None
    return found


class TestOffers:
    def test_each_is_found_by_its_key(self, store: Store) -> None:
        shelf = ask(store)
        for name in (LIST, SPOT, SECRET):
            assert shelf.offer_id(key_of(offer(store, name))) == name

    @pytest.mark.parametrize("other", [{"region": "mars"}, {"gpus_per_node": 9}, {"price_kind": PriceKind.CONTRACT}])
    def test_another_key_is_of_no_offer(self, store: Store, other: dict[str, object]) -> None:
        assert ask(store).offer_id(key_of(changed(offer(store, LIST), **other))) is None

    def test_of_two_with_one_key_it_is_the_one_that_was_there_first(self, store: Store) -> None:
        store.add_offers([an_offer("aaa-later"), an_offer("zzz-later")])
        assert ask(store).offer_id(key_of(offer(store, LIST))) == LIST

    def test_a_term_is_compared_as_a_number(self, store: Store) -> None:
        year = an_offer("year", mode=Mode.COMMITTED, term_months="12.00")
        store.add_offers([year])
        assert ask(store).offer_id(key_of(changed(year, term_months="12"))) == "year"


class TestOthers:
    def test_what_is_there_is_given_whole(self, store: Store) -> None:
        shelf = ask(store)
        book = store.book(TODAY)
        assert shelf.gpus == book.gpus
        assert shelf.providers == book.providers
        assert shelf.named(Gpu, "H100") == book.gpus["H100"]
        part = shelf.component(SETUP)
        assert part is not None
        assert part.offer == SECRET
        assert [fee.id for fee in shelf.fees("nimbus")] == ["nimbus/egress"]
        assert shelf.fee("nimbus/egress") == shelf.fees("nimbus")[0]

    def test_what_is_not_there_is_none(self, store: Store) -> None:
        shelf = ask(store)
        nothing = (shelf.offer("x"), shelf.fee("x"), shelf.component("x"), shelf.named(Provider, "x"))
        assert nothing == (None, None, None, None)
        assert shelf.fees("x") == ()


class TestEntries:
    def test_what_is_in_force_is_what_the_book_says(self, store: Store) -> None:
        ledger = a_ledger(store)
        ledger.save(a_change("110", first_day=TODAY.replace(day=20)))
        ledger.save(a_change("105"))
        ledger.save(ledger.undoing(ledger.latest(1)[0].id, "li", "no"))
        shelf = ask(store)
        for day in (BEGAN.replace(day=2), TODAY, TODAY.replace(day=20)):
            [price] = [priced.price for priced in store.book(day).offers("H100") if priced.offer.id == LIST]
            assert shelf.in_force(EntryKind.PRICE, LIST, day.isoformat()) == price
        assert shelf.in_force(EntryKind.PRICE, LIST, "2020-01-01") is None

    def test_an_end_is_an_entry_too(self, store: Store) -> None:
        a_ledger(store).save(a_change(None))
        found = ask(store).in_force(EntryKind.PRICE, LIST, TODAY.isoformat())
        assert found is not None
        assert found.value is None
