"""Lengths of time as people say them."""

import re
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.replies import times
from pricing.units import Duration, TimeUnit

D = Decimal
MONTH = D(730)


def weeks(number: str) -> Duration:
    return Duration(value=D(number), unit=TimeUnit.WEEK)


def test_six_weeks_are_spelled_out_with_days_hours_and_months() -> None:
    length = weeks("6")
    hours = length.hours(MONTH)
    assert times.spelled_out("en", length, hours, MONTH) == "6 weeks (42 days, 1,008 h, 1.381 months)"
    assert times.spelled_out("zh", length, hours, MONTH) == "6周（42天、1,008小时、1.381个月）"


@pytest.mark.parametrize(
    ("value", "unit", "english", "chinese"),
    [
        ("1", TimeUnit.WEEK, "1 week (7 days, 168 h, 0.2301 months)", "1周（7天、168小时、0.2301个月）"),
        ("1", TimeUnit.MONTH, "1 month (30.4 days, 730 h)", "1个月（30.4天、730小时）"),
        ("10", TimeUnit.HOUR, "10 hours (0.0137 months)", "10小时（0.0137个月）"),
        ("45", TimeUnit.DAY, "45 days (1,080 h, 1.479 months)", "45天（1,080小时、1.479个月）"),
        ("1", TimeUnit.MINUTE, "1 minute (0.02 h, less than 0.0001 months)", "1分钟（0.02小时、不到0.0001个月）"),
        (
            "0.01666666666666666666666666667",
            TimeUnit.MINUTE,
            "0.0167 minutes (less than 0.01 h, less than 0.0001 months)",
            "0.0167分钟（不到0.01小时、不到0.0001个月）",
        ),
        (
            "735.2941176470588235294117647",
            TimeUnit.HOUR,
            "735.2941 hours (30.6 days, 1.007 months)",
            "735.2941小时（30.6天、1.007个月）",
        ),
        ("0.00001", TimeUnit.HOUR, "less than 0.0001 hours (less than 0.0001 months)", None),
        ("730.01", TimeUnit.HOUR, "730.01 hours (30.4 days, 1 month)", "730.01小时（30.4天、1个月）"),
        ("1.5", TimeUnit.YEAR, "1.5 years (547.5 days, 13,140 h, 18 months)", "1.5年（547.5天、13,140小时、18个月）"),
    ],
)
def test_units_are_written_out_so_that_m_is_never_minutes(
    value: str, unit: TimeUnit, english: str, chinese: str | None
) -> None:
    length = Duration(value=D(value), unit=unit)
    assert times.spelled_out("en", length, length.hours(MONTH), MONTH) == english
    assert chinese is None or times.spelled_out("zh", length, length.hours(MONTH), MONTH) == chinese


@pytest.mark.parametrize(
    ("hours", "english", "chinese"),
    [
        (None, "not known", "未知"),
        ("0", "now", "立即"),
        ("0.5", "30 minutes", "30分钟"),
        ("0.0002777777777777777777777777778", "less than 0.1 minutes", "不到0.1分钟"),
        ("0.017", "1 minute", "1分钟"),
        ("1", "1 hour", "1小时"),
        ("24", "24 hours", "24小时"),
        ("48", "2 days", "2天"),
        ("336", "2 weeks", "2周"),
        ("4380", "6 months", "6个月"),
        ("4320", "5.9 months", "5.9个月"),
    ],
)
def test_ready_says_not_known_where_nobody_knows(hours: str | None, english: str, chinese: str) -> None:
    value = None if hours is None else D(hours)
    assert times.ready("en", value, MONTH) == english
    assert times.ready("zh", value, MONTH) == chinese


def test_a_life_is_in_years_where_it_is_whole_years() -> None:
    assert times.life("en", D(60)) == "5 years"
    assert times.life("en", D(12)) == "1 year"
    assert times.life("zh", D(18)) == "18个月"


@given(st.decimals("0.000001", "100000", allow_nan=False, places=9), st.sampled_from(list(TimeUnit)))
def test_no_length_has_more_than_four_decimals_or_reads_as_nothing(value: Decimal, unit: TimeUnit) -> None:
    length = Duration(value=value, unit=unit)
    shown = times.spelled_out("en", length, length.hours(MONTH), MONTH)
    for figure in re.findall(r"[\d,.]*\d", shown):
        assert len(figure.partition(".")[2]) <= 4
        assert D(figure.replace(",", ""))
    assert not re.search(r"(?<![\d.,])1 (minute|hour|day|week|month|quarter|year)s\b", shown)
