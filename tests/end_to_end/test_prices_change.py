"""Prices that change while a thread goes on."""

from collections.abc import Iterator

import pytest

from bot.replies.words import say
from tests.end_to_end.fake_slack import FakeSlack
from tests.end_to_end.people import Person
from tests.end_to_end.prices import reprice, sell
from tests.end_to_end.running import Bot, unique
from tests.end_to_end.test_asking import QUESTION

OFFER = "starverse-cheap"
CHANGED = say("en", "since.changed", version="", day="", items="").split("(")[0]
KEPT = say("en", "since.kept", version="", day="").split(",")[0]
KEEP, TODAY = say("en", "since.keep"), say("en", "since.today")


@pytest.fixture(params=["http", "socket"])
def alice(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Person]:
    """Somebody who asks a bot that sells at 0.001 CNY a GPU-hour: 1,032.19 CNY for the question."""
    database = tmp_path_factory.mktemp("prices") / "quartermaster.db"
    sell(database, OFFER, "0.001")
    with FakeSlack() as fake:
        bot = Bot(fake, request.param, database)
        yield Person(bot, unique("C"))
        assert bot.stop() == 0


def test_a_follow_up_says_that_prices_changed_once_and_offers_the_old_ones(alice: Person) -> None:
    alice.command(QUESTION)
    root = alice.answer()
    assert "1,032" in str(root)
    reprice(alice.bot.database, OFFER, "0.002")

    alice.write("in CNY", root["ts"])
    second = alice.answer(2)
    assert CHANGED in second["text"]
    assert "1,032 CNY → 2,064 CNY" in second["text"]
    alice.write("12 weeks", root["ts"])
    third = alice.answer(3)
    assert CHANGED not in third["text"]
    assert "4,129" in str(third)

    alice.press(second, KEEP)
    fourth = alice.answer(4)
    assert KEPT in fourth["text"]
    assert "2,064" in str(fourth)  # twelve weeks at the old price
    alice.write("6 weeks", root["ts"])
    fifth = alice.answer(5)
    assert KEPT in fifth["text"]
    assert "1,032" in str(fifth)
    assert CHANGED not in fifth["text"]

    alice.press(fifth, TODAY)
    sixth = alice.answer(6)
    assert KEPT not in sixth["text"]
    assert "2,064" in str(sixth)


def test_math_and_files_are_of_the_prices_on_show(alice: Person) -> None:
    alice.command(QUESTION)
    root = alice.answer()
    reprice(alice.bot.database, OFFER, "0.002")
    alice.write("show the math", root["ts"])
    assert "1,032" in str(alice.answer(2))
    alice.write("as csv", root["ts"])
    file = alice.slack.wait(lambda: [m["files"][0] for m in alice.slack.said(alice.channel) if "files" in m])[0]
    assert b"1032.192" in alice.slack.uploads[file["id"]]


def test_other_prices_are_no_news(alice: Person) -> None:
    alice.command("8 H200 for 6 weeks, only AWS")
    root = alice.answer()
    reprice(alice.bot.database, OFFER, "0.002")
    alice.write("12 weeks", root["ts"])
    assert CHANGED not in alice.answer(2)["text"]
