"""The seeded book, read once for the tests of the checks."""

import pytest

from pricing.book import Book
from pricing.checks.market import Market
from pricing.store import Store
from tests.pricing.books_on_disk import NOW, TODAY
from tests.pricing.checks.rows import Reader


@pytest.fixture(scope="package")
def book(tmp_path_factory: pytest.TempPathFactory) -> Book:
    """A new book, as it is seeded."""
    return Store.open(tmp_path_factory.mktemp("seeded") / "book.db", now=NOW).book(TODAY)


@pytest.fixture(scope="package")
def market(book: Book) -> Market:
    """All its prices in force."""
    return Market(book)


@pytest.fixture(scope="package")
def reader(book: Book) -> Reader:
    """Reads published rows for it."""
    return Reader(book)
