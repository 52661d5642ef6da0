"""A keeper of prices in Slack, on a price book of its own."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from pricing.store import Store
from tests.bot.listeners.prices.keeper import NOW, Keeper


@pytest.fixture
def keeper(tmp_path: Path) -> Iterator[Keeper]:
    with Store.open(tmp_path / "book.db", now=NOW) as store:
        made = Keeper(store)
        yield made
        made.prices.close()
