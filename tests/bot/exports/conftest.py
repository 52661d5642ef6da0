"""The seeded price book, asked once for all tests of the exports."""

from collections.abc import Callable
from datetime import UTC, datetime

import pytest

from bot.desk import Desk
from bot.intents.turn import Asking
from pricing.costs import Comparison
from pricing.store import Store

NOW = datetime(2026, 12, 1, 12, tzinfo=UTC)
Ask = Callable[..., tuple[Comparison, ...]]


@pytest.fixture(scope="session")
def seeded(tmp_path_factory: pytest.TempPathFactory) -> Desk:
    store = Store.open(tmp_path_factory.mktemp("exports") / "book.db", now=NOW)
    return Desk(store.book, NOW.date, "CNY")


@pytest.fixture(scope="session")
def ask(seeded: Desk) -> Ask:
    """The comparisons a question is answered with."""

    def asked(question: str) -> tuple[Comparison, ...]:
        return seeded.ask(Asking(question, "tests")).comparisons

    return asked
