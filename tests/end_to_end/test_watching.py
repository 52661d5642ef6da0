"""A thread that asks to be told of changes is told of them, in its thread and once."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from bot.replies.words import say
from pricing.catalog import PriceKind
from tests.end_to_end.fake_slack import FakeSlack
from tests.end_to_end.people import Person
from tests.end_to_end.prices import sell
from tests.end_to_end.running import Bot, unique

OFFER, SECRET = "starverse-cheap", "starverse-secret"
QUESTION = "1024 H100 for 6 weeks in CNY, only starverse"
REASON = {"source": "https://starverse.example/prices", "why": "the list changed"}
MOVED = say("en", "watch.moved")
SETTINGS = {"QUARTERMASTER_EDITORS": "U0ED", "QUARTERMASTER_CONTRACT_VIEWERS": "U0ED"}


@pytest.fixture(params=["http", "socket"])
def people(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[Person, Person]]:
    """Somebody who asks, and somebody who changes prices."""
    database = tmp_path / "quartermaster.db"
    sell(database, OFFER, "10")
    sell(database, SECRET, "9", PriceKind.CONTRACT)
    with FakeSlack() as fake:
        bot = Bot(fake, request.param, database, **SETTINGS)
        asker, editor = Person(bot, unique("C")), Person(bot, unique("C"), "U0ED")
        for person in (asker, editor):
            fake.channels[person.channel] = {"is_ext_shared": False}
        yield asker, editor
        assert bot.stop() == 0


def reprice(editor: Person, price: str, offer: str = OFFER) -> None:
    """Change a price by command, as an editor does."""
    editor.prices(f"set {offer}")
    view = editor.opened()
    asked = editor.on_top(view, editor.send(view, **{**REASON, "value": f"{price} CNY"}))
    assert editor.send(asked).body == {"response_action": "clear"}
    editor.told(f"→ {price}")


def news(asker: Person) -> list[dict[str, Any]]:
    return [message for message in asker.slack.said(asker.channel) if MOVED in message["text"]]


def test_a_change_by_more_than_the_share_is_told_once(people: tuple[Person, Person]) -> None:
    asker, editor = people
    asker.command(QUESTION)
    root = asker.answer()
    asker.write("tell me if this changes by more than 5%", root["ts"])
    assert "Watching: 1,024 H100" in asker.answer(2)["text"]

    reprice(editor, "10.1")  # one percent
    reprice(editor, "12", SECRET)  # which nobody here may see
    reprice(editor, "11")
    told = asker.slack.wait(lambda: news(asker))[0]
    assert MOVED in told["text"]
    assert told["thread_ts"] == root["ts"]
    assert "10.3M" in told["text"]
    assert "11.4M" in told["text"]

    asker.write("stop watching", root["ts"])
    assert "not watched any more" in asker.answer(4)["text"]
    reprice(editor, "20")
    asker.write("12 weeks", root["ts"])
    asker.answer(5)
    assert len(news(asker)) == 1
