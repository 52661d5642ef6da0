"""A fake Slack and a bot for each transport, shared by the tests; each test has a channel of its own."""

from collections.abc import Iterator

import pytest

from tests.end_to_end.fake_slack import FakeSlack
from tests.end_to_end.people import Person
from tests.end_to_end.running import Bot, unique


@pytest.fixture(scope="package", params=["http", "socket"])
def bot(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Bot]:
    """A bot on either transport."""
    with FakeSlack() as fake:
        running = Bot(fake, request.param, tmp_path_factory.mktemp("bot") / "quartermaster.db")
        yield running
        assert running.stop() == 0


@pytest.fixture
def alice(bot: Bot) -> Person:
    """A person in a channel that no other test uses."""
    return Person(bot, unique("C"))
