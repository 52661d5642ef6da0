"""A price book of an earlier release gets the assumptions it has never heard of, once, and nothing else."""

from datetime import UTC, datetime
from pathlib import Path

from pricing.book import EntryKind
from pricing.later_release import add_assumptions
from pricing.store import Store
from tests.pricing.books_on_disk import NOW

LATER = datetime(2027, 1, 1, tzinfo=UTC)
MISSING = ("colocation_kw_month", "bytes_per_token")


def an_earlier_book(path: Path) -> None:
    """A book without some of today's assumptions, as an earlier release made it."""
    with Store.open(path, now=NOW) as store, store.transaction() as connection:
        connection.execute("DROP TRIGGER entry_is_not_deleted")
        connection.execute("DROP TRIGGER audit_is_not_deleted")
        for name in MISSING:
            connection.execute("DELETE FROM audit WHERE kind = 'assumption' AND subject = ?", (name,))
            connection.execute("DELETE FROM entry WHERE kind = 'assumption' AND subject = ?", (name,))


def test_what_is_missing_is_entered_once(tmp_path: Path) -> None:
    an_earlier_book(tmp_path / "book.db")
    with Store.open(tmp_path / "book.db", now=LATER) as store:
        before = store.book(LATER.date()).version
        assert set(add_assumptions(store, LATER)) == set(MISSING)
        assert add_assumptions(store, LATER) == ()
        book = store.book(LATER.date())
        assert book.version == before + len(MISSING)
        assert book.assumption("colocation_kw_month").entered_by == "seed"
        assert len(store.history(EntryKind.ASSUMPTION, "mfu")) == 1


def test_a_book_of_this_release_is_left_as_it_is(tmp_path: Path) -> None:
    with Store.open(tmp_path / "book.db", now=NOW) as store:
        version = store.book(NOW.date()).version
        assert add_assumptions(store, LATER) == ()
        assert store.book(NOW.date()).version == version
        assert store.prove().broken is None


def test_a_book_that_was_not_seeded_is_left_empty(tmp_path: Path) -> None:
    with Store.open(tmp_path / "book.db", now=NOW, seed=False) as store:
        assert add_assumptions(store, LATER) == ()
