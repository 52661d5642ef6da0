"""The digest is posted once in each ISO week: on time or as soon as it can be, whatever restarts and fails."""

import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from bot.conversation import DELIVERIES_KEPT_SECONDS, TAKEN_UP_SECONDS, Conversations
from bot.listeners.digest import DigestClock, Schedule, seconds_to_the_hour
from bot.replies.card import Message
from bot.slack_client import Spot
from bot.slack_errors import Unsure

ZONE = ZoneInfo("Asia/Shanghai")
MONDAY = datetime(2026, 11, 30, 9, 0, tzinfo=ZONE)  # of week 49
PATIENCE = 5.0


@dataclass
class Office:
    """A channel, a clock that stands until it is moved, and a file for as many processes as wanted."""

    path: Path
    now: datetime = MONDAY
    said: list[tuple[Spot, str, str]] = field(default_factory=list)
    troubles: list[Exception] = field(default_factory=list)
    made: int = 0
    while_posting: Callable[[], None] = lambda: None
    open: list[Conversations] = field(default_factory=list)

    def process(self, wait: Callable[[float], bool] | None = None, weekday: int = 0, hour: int = 9) -> DigestClock:
        """Another process that posts the digest."""
        self.open.append(Conversations(self.path, lambda: self.now.timestamp()))
        schedule = Schedule("C1", weekday, hour)
        return DigestClock(self.open[-1], schedule, lambda: self.now, self.make, self.post, wait)

    def make(self) -> Message:
        self.made += 1
        return Message(f"digest {self.made}")

    def post(self, spot: Spot, message: Message, mark: str, look_first: bool) -> str:
        assert look_first  # a try that failed may have arrived
        self.while_posting()
        if self.troubles:
            raise self.troubles.pop(0)
        self.said.append((spot, message.text, mark))
        return "1.1"

    def end(self) -> None:
        """All processes are killed."""
        for conversations in self.open:
            conversations.close()
        self.open.clear()


@pytest.fixture
def office(tmp_path: Path) -> Iterator[Office]:
    made = Office(tmp_path / "bot.db")
    yield made
    made.end()


def woken(office: Office, clock: DigestClock, hours: int) -> list[datetime]:
    """The hours at which something was posted, of so many that pass."""
    posted = []
    for _ in range(hours):
        before = len(office.said)
        clock.wake()
        posted += [office.now] * (len(office.said) - before)
        office.now += timedelta(hours=1)
    return posted


class TestTheDigest:
    def test_is_posted_once_a_week_at_its_hour(self, office: Office) -> None:
        office.process().wake()
        office.now = MONDAY + timedelta(hours=20)
        posted = woken(office, office.process(), 24 * 22)
        assert posted == [MONDAY + timedelta(weeks=number) for number in (1, 2, 3)]
        assert len({mark for _, _, mark in office.said}) == 4

    def test_goes_to_the_channel_and_can_be_found_there_again(self, office: Office) -> None:
        office.now = MONDAY + timedelta(hours=5)
        office.process().wake()
        [(spot, text, mark)] = office.said
        assert spot == Spot("C1", None, f"{MONDAY.timestamp():.6f}")
        assert (text, len(mark)) == ("digest 1", 32)

    @pytest.mark.parametrize(
        ("weekday", "hour", "hours_late"), [(0, 9, 0), (0, 9, 3), (0, 9, 24 * 6 + 14), (4, 17, 30), (6, 23, 0)]
    )
    def test_is_posted_later_in_the_week_if_nobody_was_there(
        self, office: Office, weekday: int, hour: int, hours_late: int
    ) -> None:
        due = MONDAY.replace(hour=hour) + timedelta(days=weekday)
        office.now = due - timedelta(minutes=1)
        office.process(weekday=weekday, hour=hour).wake()
        assert office.said == []
        office.end()
        office.now = due + timedelta(hours=hours_late)
        assert woken(office, office.process(weekday=weekday, hour=hour), 2) == [due + timedelta(hours=hours_late)]

    def test_of_a_week_that_is_over_is_not_posted(self, office: Office) -> None:
        office.now = MONDAY + timedelta(days=7, hours=-1)
        office.process(weekday=6, hour=12)
        office.now += timedelta(hours=2)
        office.process(weekday=6, hour=12).wake()
        assert office.said == []

    def test_of_the_week_between_two_years_is_one(self, office: Office) -> None:
        office.now = datetime(2026, 12, 28, 10, tzinfo=ZONE)
        assert woken(office, office.process(), 24 * 8) == [
            datetime(2026, 12, 28, 10, tzinfo=ZONE),
            datetime(2027, 1, 4, 9, tzinfo=ZONE),
        ]

    @pytest.mark.parametrize(("hour", "day"), [(2, "2026-03-29"), (2, "2026-10-25")])
    def test_is_posted_once_where_an_hour_is_missing_or_comes_twice(self, office: Office, hour: int, day: str) -> None:
        berlin = ZoneInfo("Europe/Berlin")
        clock = office.process(weekday=6, hour=hour)
        moment = datetime.fromisoformat(f"{day}T00:00").replace(tzinfo=berlin).timestamp()
        for passed in range(20):
            office.now = datetime.fromtimestamp(moment + 3600 * passed, berlin)
            clock.wake()
        assert len(office.said) == 1


class TestOnceOnly:
    def test_after_a_restart(self, office: Office) -> None:
        office.process().wake()
        for hours in (1, 30, 24 * 5):
            office.end()
            office.now = MONDAY + timedelta(hours=hours)
            office.process().wake()
        assert len(office.said) == 1

    def test_with_two_processes_that_wake_together(self, office: Office) -> None:
        start, clocks = threading.Barrier(4), [office.process() for _ in range(4)]

        def wake(clock: DigestClock) -> None:
            start.wait()
            clock.wake()

        threads = [threading.Thread(target=wake, args=(clock,)) for clock in clocks]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(PATIENCE)
        assert len(office.said) == 1

    def test_with_two_processes_for_a_week(self, office: Office) -> None:
        """Deliveries are forgotten after a day; that the digest was posted is not."""
        assert DELIVERIES_KEPT_SECONDS < 2 * 24 * 3600
        clocks = [office.process(), office.process()]
        for hour in range(24 * 6):
            office.now = MONDAY + timedelta(hours=hour)
            for clock in clocks:
                clock.wake()
            office.open[0].accept(f"other {hour}", "{}")
        assert len(office.said) == 1

    def test_while_another_process_is_posting(self, office: Office) -> None:
        one, other = office.process(), office.process()
        office.while_posting = other.wake
        one.wake()
        assert len(office.said) == 1
        assert office.made == 1


class TestAFailure:
    @pytest.mark.parametrize("trouble", [Unsure("no_answer"), RuntimeError("a fault")])
    def test_is_logged_and_tried_again_in_an_hour(
        self, office: Office, trouble: Exception, caplog: pytest.LogCaptureFixture
    ) -> None:
        office.troubles = [trouble, trouble]
        assert woken(office, office.process(), 30) == [MONDAY + timedelta(hours=2)]
        failures = [record for record in caplog.records if record.levelname == "ERROR"]
        assert [record.message for record in failures] == ["the digest is not posted, in an hour again"] * 2
        assert failures[0].__dict__["facts"] == {"digest": "digest:2026-W49"}

    def test_may_be_made_good_by_another_process(self, office: Office) -> None:
        office.troubles = [Unsure("no_answer")]
        one, other = office.process(), office.process()
        for clock in (one, other, one):
            clock.wake()
        assert len(office.said) == 1

    def test_of_a_digest_that_cannot_be_made_is_the_same(self, office: Office, monkeypatch: pytest.MonkeyPatch) -> None:
        make = office.make
        monkeypatch.setattr(office, "make", lambda: 1 / 0)
        failing = office.process()
        failing.wake()
        assert office.said == []
        monkeypatch.setattr(office, "make", make)
        office.process().wake()
        assert len(office.said) == 1

    def test_of_the_file_is_no_end_of_the_clock(self, office: Office) -> None:
        clock = office.process()
        office.end()
        clock.wake()
        assert office.said == []

    @pytest.mark.parametrize(("down", "hours"), [(60, 1), (TAKEN_UP_SECONDS + 60, 26)])
    def test_that_kills_the_process_is_made_good(self, office: Office, down: int, hours: int) -> None:
        def killed() -> None:
            office.end()  # nothing more is written
            raise SystemExit

        office.while_posting = killed
        office.process().wake()
        office.while_posting = lambda: None
        office.now += timedelta(seconds=down)
        assert len(woken(office, office.process(), hours)) == 1

    def test_in_writing_down_that_it_was_posted_is_no_reason_to_post_it_again(self, office: Office) -> None:
        """A day later it is looked for, and found: see `Slack.post`."""
        office.while_posting = office.end
        office.process().wake()
        assert len(office.said) == 1
        office.while_posting = lambda: None
        office.now += timedelta(hours=2)
        assert woken(office, office.process(), 20) == []


class TestTheThread:
    @pytest.mark.parametrize(
        ("time", "seconds"),
        [("09:00:00", 3600.0), ("09:59:30", 30.0), ("09:59:59.999000", 1.0), ("00:00:01", 3599.0)],
    )
    def test_wakes_up_at_the_full_hour(self, time: str, seconds: float) -> None:
        assert seconds_to_the_hour(datetime.fromisoformat(f"2026-11-30T{time}+05:30")) == pytest.approx(seconds)

    def test_looks_at_once_and_then_whenever_it_is_woken(self, office: Office) -> None:
        waited: list[float] = []

        def wait(seconds: float) -> bool:
            waited.append(seconds)
            office.now += timedelta(seconds=seconds)
            return len(waited) == 24 * 8

        office.now = MONDAY + timedelta(minutes=20)
        office.process(wait).run()
        assert waited[:3] == [2400.0, 3600.0, 3600.0]
        assert [text for _, text, _ in office.said] == ["digest 1", "digest 2"]

    def test_ends_at_once_when_it_is_closed(self, office: Office) -> None:
        posted = threading.Event()
        office.while_posting = posted.set
        clock = office.process()
        clock.start()
        assert posted.wait(PATIENCE)
        clock.close()
        assert not [thread for thread in threading.enumerate() if thread.name == "digest"]
        assert len(office.said) == 1

    def test_says_nothing_more_once_it_is_closed(self, office: Office, monkeypatch: pytest.MonkeyPatch) -> None:
        clocks: list[DigestClock] = []

        def make() -> Message:
            clocks[0].close()
            return Message("too late")

        monkeypatch.setattr(office, "make", make)
        clocks.append(office.process())
        clocks[0].wake()
        assert office.said == []
        monkeypatch.undo()
        office.process().wake()
        assert len(office.said) == 1

    def test_that_never_began_can_be_closed(self, office: Office) -> None:
        office.process().close()
        assert office.said == []
