"""Watched threads are told of each change once, whoever made it and whatever fails."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from pathlib import Path

import pytest

from bot.conversation_records import Place
from bot.conversation_watches import CLAIMED_SECONDS, Watches
from bot.intents.replying import Wish
from bot.listeners.watching import WatchClock
from bot.replies.card import Message
from bot.replies.slack import message
from bot.slack_client import Spot
from bot.slack_errors import PlaceGone, Unsure
from bot.understanding.request import Count, Period, Request
from pricing.compare import compare
from pricing.costs import Comparison
from pricing.units import TimeUnit
from tests.builders import DAY, MemoryBook, a_book, a_scenario, add_offer

PLACE = Place("T1", "C1", "1.1")
REQUEST = Request(
    gpus=("H100",),
    gpu_count=Count(low=64, high=64),
    duration=Period(low=Decimal(6), high=Decimal(6), unit=TimeUnit.WEEK),
)
SHARE = Decimal("0.05")


@dataclass
class House:
    """A book whose price is changed, a channel, and a file for as many processes as wanted."""

    path: Path
    prices: list[str] = field(default_factory=lambda: ["10"])
    day: date = DAY
    seconds: float = 1_800_000_000.0
    said: dict[str, tuple[Spot, str]] = field(default_factory=dict)
    troubles: list[Exception] = field(default_factory=list)
    looked: int = 0
    open: list[Watches] = field(default_factory=list)

    def process(self) -> WatchClock:
        self.open.append(Watches(self.path, lambda: self.seconds))
        return WatchClock(self.open[-1], "T1", self.book, self.price, self.post, message)

    def book(self) -> MemoryBook:
        return self.book_at(self.day, len(self.prices))

    def book_at(self, day: date, version: int) -> MemoryBook:
        book = a_book()
        book.day, book.version = day, version
        add_offer(book, self.prices[version - 1])
        return book

    def price(self, request: Request, day: date, version: int) -> Sequence[Comparison]:
        assert request == REQUEST
        self.looked += 1
        return (compare(a_scenario(gpu_count=64), self.book_at(day, version)),)

    def post(self, spot: Spot, news: Message, mark: str, look_first: bool) -> str:
        assert look_first
        self.said.setdefault(mark, (spot, news.text))  # what is there is not said again
        if self.troubles:
            raise self.troubles.pop(0)
        return "1.2"


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    made = House(tmp_path / "bot.db")
    yield made
    for watches in made.open:
        watches.close()


def watching(house: House, language: str = "en") -> WatchClock:
    clock = house.process()
    clock.keep(PLACE, Wish(REQUEST, SHARE), language, (DAY, 1))
    return clock


def texts(house: House) -> list[str]:
    return [text for _, text in house.said.values()]


def test_a_change_by_more_than_the_share_is_told_once_in_the_thread(house: House) -> None:
    clock = watching(house)
    clock.wake()
    assert texts(house) == []
    house.prices.append("10.6")
    for _ in range(3):
        clock.wake()
    [(spot, text)] = house.said.values()
    assert (spot.channel, spot.thread) == ("C1", "1.1")
    assert "683,827 CNY" in text
    assert "price book no. 1 → 2" in text


def test_a_smaller_change_is_not_told_until_it_adds_up(house: House) -> None:
    clock = watching(house)
    for price in ("10.1", "10.4", "10.5"):
        house.prices.append(price)
        clock.wake()
    assert texts(house) == []
    house.prices.append("10.51")
    clock.wake()
    assert len(texts(house)) == 1
    house.prices.append("10.6")  # from what was told last
    clock.wake()
    assert len(texts(house)) == 1
    house.prices.append("12")
    clock.wake()
    assert len(texts(house)) == 2


def test_it_is_told_in_the_language_of_the_thread(house: House) -> None:
    clock = watching(house, "zh")
    house.prices.append("12")
    clock.wake()
    assert "价格变了" in texts(house)[0]


def test_a_thread_that_is_watched_no_longer_is_told_nothing(house: House) -> None:
    clock = watching(house)
    clock.keep(PLACE, Wish(None, SHARE), "en", None)
    house.prices.append("12")
    clock.wake()
    assert texts(house) == []


def test_nothing_is_priced_while_the_book_stands(house: House) -> None:
    clock = watching(house)
    house.prices.append("10.1")
    clock.wake()
    priced = house.looked
    clock.wake()
    assert house.looked == priced


def test_two_processes_tell_it_once(house: House) -> None:
    first, second = watching(house), house.process()
    house.prices.append("12")
    first.wake()
    second.wake()
    assert len(texts(house)) == 1


def test_what_slack_refused_is_told_at_the_next_look(house: House) -> None:
    clock = watching(house)
    house.prices.append("12")
    house.troubles.append(Unsure("timeout"))
    clock.wake()
    clock.wake()
    clock.wake()
    assert len(texts(house)) == 1  # the first try had arrived, and the second found it


def test_a_process_that_is_killed_between_saying_and_noting_says_it_no_second_time(house: House) -> None:
    clock = watching(house)
    house.prices.append("12")
    house.troubles.append(KeyboardInterrupt())  # type: ignore[arg-type]
    house.open[0].release = lambda watched: None  # type: ignore[method-assign]
    with pytest.raises(KeyboardInterrupt):
        clock.wake()
    house.prices.append("13")  # and the book goes on meanwhile
    after = house.process()
    after.wake()
    assert len(texts(house)) == 1  # the claim still stands
    house.seconds += CLAIMED_SECONDS
    after.wake()
    assert len(texts(house)) == 1  # it was found
    after.wake()
    assert len(texts(house)) == 2  # and what came after it is told from there
    assert "838,656 CNY" in texts(house)[1]


def test_a_thread_that_is_gone_is_watched_no_longer(house: House) -> None:
    clock = watching(house)
    house.prices.append("12")
    house.troubles.append(PlaceGone("is_archived"))
    clock.wake()
    house.prices.append("20")
    clock.wake()
    assert house.open[0].all("T1") == ()


def test_a_new_day_may_bring_a_price_into_force(house: House) -> None:
    clock = watching(house)
    clock.wake()
    house.prices[0] = "10"
    house.day = date(2026, 12, 2)
    clock.wake()
    assert texts(house) == []  # another day, the same price


def test_the_same_wish_after_news_is_a_new_one(house: House) -> None:
    clock = watching(house)
    house.prices.append("12")
    clock.wake()
    house.seconds += 60
    clock.keep(PLACE, Wish(REQUEST, SHARE), "en", (DAY, 1))  # from the answer that was given then
    clock.wake()
    assert len(texts(house)) == 2
