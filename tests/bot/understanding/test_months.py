"""The length of a month, where the asker counts with one of their own."""

import pytest

from bot.understanding.request import Period
from bot.understanding.understand import understand
from pricing.units import TimeUnit
from tests.bot.understanding.adapter import TODAY, vocabulary

LENGTHS = [
    ("64 H100 for 2 months, 4-week months", 672),
    ("64 H100 for 2 months, assume 28-day months", 672),
    ("64 H100, 2 months of 28 days", 672),
    ("64 H100 for 2 months, 730 h/month", 730),
    ("64 H100 for 2 months (730 hours per month)", 730),
    ("64 H100 for 2 months, count a month as 720 hours", 720),
    ("64 H100 for 2 months at 730 hours a month", 730),
    ("64 H100 for 2 months, a month is 30 days", 720),
    ("64 H100 for 2 months with 744 hours in a month", 744),
    ("64张H100，两个月，按4周一个月算", 672),
    ("64张H100两个月，一个月按30天算", 720),
    ("64张H100两个月，每月按28天", 672),
    ("64张H100两个月，按30天/月", 720),
    ("64张H100两个月，每月730小时", 730),
    ("64张H100两个月，一个月等于720小时", 720),
    ("64 H100 for 2 months", None),
    ("64 H100 for 2 months, 200 hours a month", None),
    ("64 H100 for 2 months, 40-day months", None),
]


@pytest.mark.parametrize(("text", "hours"), LENGTHS, ids=[text for text, _ in LENGTHS])
def test_the_hours_of_a_month_are_read_and_the_length_is_kept(text: str, hours: int | None) -> None:
    said = understand(text, vocabulary(), TODAY).request
    assert said.hours_per_month == hours
    assert said.duration == Period(low=2, high=2, unit=TimeUnit.MONTH)


def test_a_follow_up_sets_the_hours_of_a_month() -> None:
    before = understand("64 H100 for 2 months", vocabulary(), TODAY).request
    after = understand("what about 4-week months", vocabulary(), TODAY, before).request
    assert after == before.model_copy(update={"hours_per_month": 672})
