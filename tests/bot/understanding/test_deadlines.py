"""By when it must be done: the last day of it, apart from when it starts."""

from datetime import date

import pytest

from bot.understanding.request import Intent, Request
from bot.understanding.understand import understand
from tests.bot.understanding.adapter import TODAY, vocabulary

CASES = [
    ("64 H100 for 6 weeks by 1 March", date(2027, 3, 1)),
    ("64 H100 for 6 weeks, done by Monday, 1 March 2027", date(2027, 3, 1)),
    ("64 H100 for 6 weeks before 2027-03-01", date(2027, 3, 1)),
    ("64 H100 for 2 weeks by March", date(2027, 2, 28)),
    ("30 B200 for 3 wks, has to be done by end of February", date(2027, 2, 28)),
    ("50天，32张H20，必须2月底前跑完", date(2027, 2, 28)),
    ("48张H200，五周，3月15日前完成", date(2027, 3, 15)),
]


def read(text: str, previous: Request | None = None) -> Request:
    reading = understand(text, vocabulary(), TODAY, previous)
    assert not reading.unknown, reading.unknown
    assert reading.reject is None
    return reading.request


@pytest.mark.parametrize(("text", "day"), CASES, ids=[text for text, _ in CASES])
def test_a_deadline_is_no_start(text: str, day: date) -> None:
    request = read(text)
    assert (request.deadline, request.start_date) == (day, None)
    assert request.intent is Intent.QUOTE


@pytest.mark.parametrize(
    "text", ["can we have it by 1 March?", "by 1 March", "what about by 1 March?", "3月1日前能到位吗？", "3月1日前"]
)
def test_in_a_thread_it_asks_which_option_is_in_time(text: str) -> None:
    request = read(text, read("64 H100 for 6 weeks"))
    assert (request.intent, request.deadline) == (Intent.DEADLINE, date(2027, 3, 1))
    assert request.gpu_count == read("64 H100 for 6 weeks").gpu_count


@pytest.mark.parametrize("text", ["when will it be done?", "by when?", "什么时候能跑完？"])
def test_without_a_day_it_asks_when_it_would_be_done(text: str) -> None:
    request = read(text, read("64 H100 for 6 weeks"))
    assert (request.intent, request.deadline) == (Intent.DEADLINE, None)


def test_a_start_and_a_deadline_stand_beside_each_other() -> None:
    request = read("64 H100 for 6 weeks starting 5 January, done by 1 March")
    assert (request.start_date, request.deadline) == (date(2027, 1, 5), date(2027, 3, 1))
