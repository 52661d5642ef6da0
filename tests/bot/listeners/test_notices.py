"""A notice comes once, late enough, and gives way to the answer."""

import threading
from collections.abc import Iterator

import pytest

from bot.listeners.delivery import Delivery, Kind
from bot.listeners.notices import Notices
from bot.slack_client import Spot
from bot.slack_errors import NotAMember, SlackTrouble, Unsure
from tests.bot.listeners.doubles import PATIENCE, delivery

SECOND = 1.0


class Clock:
    """A clock that stands until it is moved."""

    seconds = 100.0

    def __call__(self) -> float:
        return self.seconds


class Slack:
    """Says notices when it is let to."""

    def __init__(self) -> None:
        self.said: list[Spot] = []
        self.trouble: Exception | None = None
        self.go, self.called = threading.Event(), threading.Event()
        self.go.set()

    def working(self, spot: Spot, text: str, mark: str) -> str:
        self.called.set()
        assert self.go.wait(PATIENCE)
        if self.trouble:
            raise self.trouble
        self.said.append(spot)
        return "6.6"


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def slack() -> Slack:
    return Slack()


@pytest.fixture
def notices(slack: Slack, clock: Clock) -> Iterator[Notices]:
    made = Notices(slack, lambda asked: "working", clock, SECOND)  # type: ignore[arg-type]
    yield made
    made.close()


def is_due(clock: Clock, notices: Notices) -> None:
    """Let a second pass; another delivery wakes whoever waits for it."""
    clock.seconds += 2 * SECOND
    with notices._changed:
        notices._changed.notify_all()


def test_an_answer_that_is_quick_has_none(notices: Notices, slack: Slack, clock: Clock) -> None:
    assert notices.begin(delivery()).take() is None
    late = notices.begin(delivery())
    is_due(clock, notices)
    assert slack.called.wait(PATIENCE)
    assert late.take() == "6.6"
    assert slack.said == [delivery().spot]
    assert late.take() is None  # it is handed over once


def test_who_takes_it_waits_for_one_that_is_being_said(notices: Notices, slack: Slack, clock: Clock) -> None:
    slack.go.clear()
    notice = notices.begin(delivery())
    is_due(clock, notices)
    assert slack.called.wait(PATIENCE)
    taken: list[str | None] = []
    taker = threading.Thread(target=lambda: taken.append(notice.take()))
    taker.start()
    slack.go.set()
    taker.join(PATIENCE)
    assert taken == ["6.6"]


@pytest.mark.parametrize(
    ("trouble", "unsure"), [(Unsure("no_answer"), True), (NotAMember("not_in_channel"), False), (ValueError(), False)]
)
def test_one_that_fails_is_no_obstacle(
    notices: Notices, slack: Slack, clock: Clock, trouble: SlackTrouble, unsure: bool
) -> None:
    slack.trouble = trouble
    notice = notices.begin(delivery())
    is_due(clock, notices)
    assert slack.called.wait(PATIENCE)
    assert notice.take() is None
    assert notice.is_unsure is unsure


@pytest.mark.parametrize(
    "asked",
    [
        delivery(Kind.EDIT),
        delivery(Kind.HOME),
        delivery(Kind.OPEN),
        delivery(Kind.COMMAND, private=True),
        delivery(Kind.FORM, channel=""),
    ],
)
def test_where_the_channel_is_told_nothing_there_is_none(notices: Notices, asked: Delivery) -> None:
    assert not notices.begin(asked).is_waited_for
