"""What was saved stays, whatever happens to the process, and a book that was given to somebody never changes."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from pricing.changes import Action, Change, NewEntry
from pricing.errors import BookError
from pricing.store import Store
from tests.pricing.books_on_disk import NOW, TODAY, a_price, an_offer
from tests.pricing.ledgers import LIST, a_change, a_ledger, prices, stocked


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with stocked(tmp_path / "book.db") as store:
        yield store


class TestAStopAtAnyMoment:
    """SQLite asks at every step of a statement whether to go on; here it is told not to, at a later step each time."""

    def stopped(self, store: Store, step: int, value: str) -> bool:
        """Whether a change that is stopped at this step failed; whatever was stopped goes on afterwards."""
        asked = 0

        def stop() -> int:
            nonlocal asked
            asked += 1
            return int(asked == step)

        with store.reading() as connection:
            connection.set_progress_handler(stop, 1)
        try:
            a_ledger(store).save(a_change(value))
        except BookError:
            return True
        finally:
            with store.reading() as connection:
                connection.set_progress_handler(None, 0)
        return False

    @pytest.mark.parametrize("step", range(20, 500, 37))
    def test_a_change_is_made_or_not_made(self, store: Store, step: int) -> None:
        failed = self.stopped(store, step, "110")
        assert prices(store)[LIST] == ("100" if failed else "110")
        with Store.open(store.path, now=NOW) as other:
            assert prices(other) == prices(store)
            assert other.prove().broken is None

    def test_also_as_it_begins(self, store: Store) -> None:
        for step in range(1, 12):
            self.stopped(store, step, "110")
            with store.reading() as connection:
                assert not connection.in_transaction, step


class TestBooksThatWereGiven:
    """Somebody who works with a book goes on with it while others change it."""

    def test_prices_of_it_do_not_change(self, store: Store) -> None:
        book = store.book(TODAY)
        a_ledger(store).save(a_change("110"))
        assert {f"{price.value}" for offer, price in book.offers("H100") if price and offer.id == LIST} == {"100"}

    def test_what_was_added_since_is_not_in_it(self, store: Store) -> None:
        before = store.book(TODAY)
        offer = an_offer("nimbus/new")
        new = NewEntry(entry=a_price("9", subject=offer.id))
        a_ledger(store).save(Change(action=Action.ADDED, actor="mei", offers=(offer,), entries=(new,)))
        assert offer.id not in {priced.offer.id for priced in before.offers("H100")}
        older = store.book(TODAY, before.version)
        assert offer.id not in {priced.offer.id for priced in older.offers("H100")}

    def test_it_is_the_same_after_a_change_that_failed(self, store: Store) -> None:
        ledger = a_ledger(store)
        seen = {}

        def fail() -> None:
            with store.transaction():
                ledger.save(a_change("110"))
                seen.update(prices(store))
                raise RuntimeError

        with pytest.raises(RuntimeError):
            fail()
        assert seen[LIST] == "110"
        assert prices(store)[LIST] == "100"
        ledger.save(a_change("120"))
        assert prices(store)[LIST] == "120"


class TestWhatWasSaved:
    def test_it_is_there_after_the_file_was_closed_and_opened(self, store: Store) -> None:
        a_ledger(store).save(a_change("110"))
        head = store.prove().head
        store.close()
        with Store.open(store.path, now=NOW) as again:
            assert prices(again)[LIST] == "110"
            assert again.prove().head == head

    def test_it_is_there_in_a_copy_made_while_it_is_used(self, store: Store, tmp_path: Path) -> None:
        a_ledger(store).save(a_change("110"))
        with store.reading() as connection:
            connection.execute("VACUUM INTO ?", (str(tmp_path / "copy.db"),))
        with Store.open(tmp_path / "copy.db", now=NOW) as copy:
            assert prices(copy)[LIST] == "110"
            assert copy.prove().broken is None
