"""The Home tab: how to ask, what was asked, how the price book stands."""

import json
from datetime import UTC, date, datetime
from typing import Any

import pytest

from bot.conversation import Conversations
from bot.conversation_records import Place
from bot.intents.turn import ThreadState
from bot.listeners.delivery import Delivery, Kind
from bot.listeners.home import HomeTab
from bot.listeners.locales import Locales
from bot.replies.home import MOST_RECENT, Asked, BookState, home_view
from bot.replies.words import languages, say
from bot.understanding.request import Count, Request
from tests.bot.listeners.doubles import ME, FakeSlack, delivery, now

BOOK = BookState(version=572, day=date(2026, 12, 1), offers=467, newest=date(2026, 11, 20), stale=1, undated=25)


class World:
    """A desk and a place for tabs."""

    def __init__(self, kept: Conversations) -> None:
        self.tabs: dict[str, dict[str, Any]] = {}
        self.slack = FakeSlack()
        desk: Any = self
        locales = Locales(self.slack.lookups.locale, now)
        self.tab = HomeTab(desk, desk, kept, locales, ME, lambda seconds: datetime.fromtimestamp(seconds, UTC).date())

    def book_state(self) -> BookState:
        return BOOK

    def publish(self, user: str, view: dict[str, Any]) -> None:
        self.tabs[user] = view

    def shown(self, user: str) -> str:
        looked: Delivery = delivery(Kind.HOME, channel="", user=user)
        assert self.tab.publish(looked, False, None) == "published"  # type: ignore[arg-type]
        return json.dumps(self.tabs[user], ensure_ascii=False)


def asked_for(count: int) -> str:
    request = Request(gpus=("H100",), gpu_count=Count(low=count, high=count))
    return ThreadState(requests=(request,), language="en", book_version=1, day=date(2026, 1, 1)).model_dump_json()


def test_it_shows_what_this_user_asked_first_and_nobody_else(kept: Conversations) -> None:
    world = World(kept)
    assert say("en", "home.none-yet") in world.shown("U1")
    kept.remember(Place("T1", "C1", "5.1"), own=True, state=asked_for(64), asker="U1")
    kept.remember(Place("T1", "C1", "5.1"), own=True, state=asked_for(65), asker="U2")
    kept.remember(Place("T1", "C1", "5.2"), own=True, state=asked_for(66), asker="U2")
    kept.remember(Place("T2", "C1", "5.3"), own=True, state=asked_for(67), asker="U1")
    kept.remember(Place("T1", "C1", "5.4"), own=True, state='{"of": "the future"}', asker="U1")
    kept.remember(Place("T1", "C1", "5.5"), own=True, state=None, asker="U1")
    shown = world.shown("U1")
    assert "65 H100" in shown
    assert "https://test.slack.com/archives/C1/p51" in shown
    assert not any(text in shown for text in ("64 H100", "66 H100", "67 H100", "p54", "p55"))


def test_it_speaks_the_language_of_the_account(kept: Conversations) -> None:
    world = World(kept)
    world.slack.languages["U1"] = "zh-CN"
    assert say("zh", "home.recent") in world.shown("U1")


@pytest.mark.parametrize("language", [*languages(), "fr"])
def test_it_stays_within_what_slack_takes(language: str) -> None:
    recent = [Asked("<!channel> " + "x" * 500, date(2026, 12, 1), "https://a/b")] * (MOST_RECENT + 5)
    view = home_view(language, recent, BOOK)
    assert view["type"] == "home"
    blocks: Any = view["blocks"]
    assert len(blocks) <= 100
    lists = [lines for block in blocks if block["type"] == "rich_text" for lines in block["elements"]]
    links = [element for lines in lists for line in lines["elements"] for element in line["elements"]]
    assert sum(element["type"] == "link" for element in links) == MOST_RECENT
    assert all(len(element["text"]) < 300 for element in links)
    assert "mrkdwn" not in json.dumps(view)


def test_what_is_zero_or_unknown_is_not_said() -> None:
    bare = BookState(version=1, day=date(2026, 12, 1), offers=1, newest=None, stale=0, undated=0)
    text = json.dumps(home_view("en", [], bare))
    assert "1 offer with a price" in text
    assert "Newest" not in text
    assert "age limit" not in text
