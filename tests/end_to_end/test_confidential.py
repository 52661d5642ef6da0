"""Contract prices stay hidden where people of other organisations read, or may."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from bot.replies.words import say
from pricing.catalog import PriceKind
from tests.end_to_end.fake_slack import BOT_USER, BROKEN, TEAM, FakeSlack
from tests.end_to_end.people import Person
from tests.end_to_end.prices import sell
from tests.end_to_end.running import Bot, unique
from tests.end_to_end.test_asking import QUESTION

LEFT_OUT = say("en", "thread.prices-left-out")
OFFER = "starverse-secret"
SECRET = "1,032.19"  # 1,024 GPUs for 1,008 h at 0.001 CNY


@pytest.fixture(scope="module", params=["http", "socket"])
def bot(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Bot]:
    """A bot with a contract price below all others."""
    database = tmp_path_factory.mktemp("contract") / "quartermaster.db"
    sell(database, OFFER, "0.001", PriceKind.CONTRACT)
    with FakeSlack() as fake:
        running = Bot(fake, request.param, database)
        yield running
        running.stop()


@pytest.fixture
def alice(bot: Bot) -> Person:
    return Person(bot, unique("C"))


def ask(person: Person, text: str = QUESTION, **flags: Any) -> None:
    event = person.slack.write(person.channel, person.user, f"<@{BOT_USER}> {text}")
    payload = {"type": "event_callback", "team_id": TEAM, "event_id": unique("Ev"), **flags}
    person.bot.deliver("events_api", {**payload, "event": {**event, "type": "app_mention"}})


def shows(message: dict[str, Any]) -> bool:
    """Whether the contract price is in the message; where it is left out that is said."""
    shown = "1,032" in str(message)
    assert (LEFT_OUT in message["text"]) is not shown
    return shown


@pytest.mark.parametrize(("flag", "shown"), [(False, True), (True, False)])
def test_what_the_event_says_decides(alice: Person, flag: bool, shown: bool) -> None:
    ask(alice, is_ext_shared_channel=flag)
    answer = alice.answer()
    assert shows(answer) is shown
    alice.press(answer, "All options")
    assert ("1,032" in str(alice.answer(2))) is shown


@pytest.mark.parametrize(
    ("about", "shown"),
    [
        ({"is_ext_shared": False}, True),
        ({"is_ext_shared": True}, False),
        ({"is_ext_shared": False, "is_pending_ext_shared": True}, False),
        ({}, False),
        ({"is_im": True}, True),
    ],
)
def test_else_slack_is_asked_and_what_it_does_not_tell_counts_as_shared(
    alice: Person, about: dict[str, bool], shown: bool
) -> None:
    alice.slack.channels[alice.channel] = about
    alice.command(QUESTION)
    assert shows(alice.answer()) is shown


def test_where_slack_cannot_be_asked_they_are_hidden(alice: Person) -> None:
    alice.slack.fail("conversations.info", BROKEN)
    alice.slack.channels[alice.channel] = {"is_ext_shared": False}
    alice.command(QUESTION)
    assert not shows(alice.answer())


def test_a_private_answer_that_is_shared_is_made_for_those_who_will_read_it(alice: Person) -> None:
    alice.slack.channels[alice.channel] = {"is_ext_shared": True}
    alice.command(f"private {QUESTION}")
    private = alice.slack.wait(lambda: [m for m in alice.whispers() if "blocks" in m])[-1]
    assert not shows(private)


def test_a_setting_shows_them_everywhere(tmp_path: Path) -> None:
    sell(tmp_path / "q.db", OFFER, "0.001", PriceKind.CONTRACT)
    with FakeSlack() as fake:
        bot = Bot(fake, "http", tmp_path / "q.db", QUARTERMASTER_CONTRACT_PRICES_EVERYWHERE="true")
        alice = Person(bot, unique("C"))
        ask(alice, is_ext_shared_channel=True)
        assert "1,032" in str(alice.answer())
        assert not fake.of("conversations.info")
        assert bot.stop() == 0
