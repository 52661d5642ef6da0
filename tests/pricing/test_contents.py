"""All of a book as typed values: what stands today and later, or its whole history, each thing once."""

from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path

import pytest

from pricing.contents import Contents, contents
from pricing.store import Store
from tests.pricing.books_on_disk import TODAY
from tests.pricing.ledgers import BEGAN, LIST, SECRET, SETUP, SPOT, a_change, a_ledger, stocked

LATER = TODAY + timedelta(days=10)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with stocked(tmp_path / "book.db") as store:
        yield store


def of(store: Store, history: bool = False) -> Contents:
    with store.reading() as connection:
        return contents(connection, TODAY, history)


def dated(store: Store, subject: str = LIST, history: bool = False) -> list[tuple[date, str | None]]:
    """First day and value of each entry of a subject."""
    found = (entry for entry in of(store, history).entries if entry.subject == subject)
    return [(entry.effective_from, None if entry.value is None else f"{entry.value:f}") for entry in found]


def test_everything_that_is_named_or_sold_is_there(store: Store) -> None:
    items = {item.id for item in of(store).items}
    assert items == {"H100", "A100", "nimbus", LIST, SPOT, SECRET, SETUP, f"{LIST}/setup", "nimbus/egress"}


def test_of_what_has_changed_only_the_last(store: Store) -> None:
    ledger = a_ledger(store)
    ledger.save(a_change("110", first_day=TODAY - timedelta(days=5)))
    ledger.save(a_change("120"))
    assert dated(store) == [(TODAY, "120")]


def test_with_its_history_all_of_it(store: Store) -> None:
    ledger = a_ledger(store)
    ledger.save(a_change("110", first_day=TODAY - timedelta(days=5)))
    ledger.save(a_change("120"))
    assert dated(store, history=True) == [(BEGAN, "100"), (TODAY - timedelta(days=5), "110"), (TODAY, "120")]


def test_what_begins_later_comes_too(store: Store) -> None:
    a_ledger(store).save(a_change("110", first_day=LATER))
    a_ledger(store).save(a_change(None, first_day=LATER + timedelta(days=1)))
    assert dated(store) == [(BEGAN, "100"), (LATER, "110"), (LATER + timedelta(days=1), None)]


def test_what_was_taken_back_does_not(store: Store) -> None:
    ledger = a_ledger(store)
    ledger.save(a_change("110"))
    ledger.save(ledger.undoing(ledger.latest(1)[0].id, "li", "no"))
    assert dated(store) == dated(store, history=True) == [(BEGAN, "100")]


@pytest.mark.parametrize("history", [False, True])
@pytest.mark.parametrize("day", [TODAY, LATER])
def test_of_several_on_one_day_only_the_last_for_it_alone_counts(store: Store, day: date, history: bool) -> None:
    """A file that had both could not be imported: it would price one thing twice."""
    ledger = a_ledger(store)
    ledger.save(a_change("110", first_day=day))
    ledger.save(a_change("120", first_day=day))
    assert [value for on, value in dated(store, history=history) if on == day] == ["120"]
