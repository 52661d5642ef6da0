"""Days and periods of the calendar, counted from a day: the next Monday, Q1, the 29th of February."""

import calendar
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal

from pricing.units import TimeUnit

_CENTURY = {
    TimeUnit.DAY: Decimal(36_500),
    TimeUnit.WEEK: Decimal(5_200),
    TimeUnit.MONTH: Decimal(1_200),
    TimeUnit.QUARTER: Decimal(400),
    TimeUnit.YEAR: Decimal(100),
}
MONTHS_IN = {TimeUnit.MONTH: 1, TimeUnit.QUARTER: 3, TimeUnit.YEAR: 12}


@dataclass(frozen=True, slots=True)
class Day:
    """A day, or the first day of a period. `grain`: day, week, month, quarter, half-year or year. No `first`: the day
    does not exist."""

    first: date | None
    grain: str = "day"
    bare: bool = False  # said by one word alone that may mean something else (may, sun)


class Almanac:
    """Turns parts of a date into days, counted from `today`; dates without a year lie ahead."""

    def __init__(self, today: date) -> None:
        self.today = today

    def day(self, month: int, day: int, year: int | None = None, weekday: int | None = None) -> Day:
        """The day of this month; without a year the next such day, 29 February in the next leap year."""
        if year is not None:
            return Day(day_of(year, month, day))
        if not 1 <= month <= 12 or not 1 <= day <= (29 if month == 2 else calendar.monthrange(2023, month)[1]):
            return Day(None)
        for ahead in range(9):
            found = day_of(self.today.year + ahead, month, day)
            if found and (found >= self.today or (weekday is not None and found.weekday() == weekday)):
                return Day(found)
        return Day(None)

    def month(self, month: int, year: int | None = None) -> Day:
        if not 1 <= month <= 12:
            return Day(None, "month")
        return self.period((month, 1), year)

    def period(self, period: tuple[int, int], year: int | None = None) -> Day:
        """A part of a year given by its first month and length; without a year the one under way or the next."""
        first, months = period
        grain = {1: "month", 3: "quarter", 6: "half-year"}[months]
        if year is None:
            year = self.today.year + (first + months <= self.today.month)
        return Day(day_of(year, first, 1), grain)

    def unit(self, unit: TimeUnit, ahead: int) -> Day:
        """This, the next, ... day, week, month, quarter or year."""
        if unit is TimeUnit.DAY:
            return Day(self.today + timedelta(days=ahead))
        if unit is TimeUnit.WEEK:
            return Day(self.today + timedelta(days=7 * ahead - self.today.weekday()), "week")
        months = MONTHS_IN.get(unit, 1)
        start = (self.today.month - 1) // months * months + months * ahead
        return Day(day_of(self.today.year + start // 12, start % 12 + 1, 1), unit.value)

    def weekday(self, weekday: int, weeks: int | None = None) -> Day:
        """The next such day of the week after today, or that of the week so many weeks on."""
        if weeks is not None:
            return Day(self.today + timedelta(days=7 * weeks + weekday - self.today.weekday()))
        return Day(self.today + timedelta(days=(weekday - self.today.weekday() - 1) % 7 + 1))

    def weekday_and_number(self, weekday: int, number: int) -> Day:
        """ "Friday the 15th": this month if the day fits, else the next month in which it does."""
        for ahead in range(40):
            start = self.today.month - 1 + ahead
            found = day_of(self.today.year + start // 12, start % 12 + 1, number)
            if found and found.weekday() == weekday:
                return Day(found)
        return Day(None)

    def nth_weekday(self, month: date, number: int, weekday: int) -> Day:
        """The n-th such day of the week of a month; the last one for 0."""
        first = (weekday - month.weekday()) % 7 + 1
        last = calendar.monthrange(month.year, month.month)[1]
        day = first + 7 * (number - 1) if number else first + (last - first) // 7 * 7
        return Day(month.replace(day=day) if day <= last else None)

    def number(self, number: int, months: int | None = None) -> Day:
        """The n-th of the month so many months on; without that the next n-th."""
        if months is None:
            months = 0 if number >= self.today.day else 1
        start = self.today.month - 1 + months
        return Day(day_of(self.today.year + start // 12, start % 12 + 1, number))

    def later(self, value: Decimal, unit: TimeUnit) -> Day:
        """So much later than today, at most a century; earlier for a value below zero."""
        value = max(-_CENTURY[unit], min(value, _CENTURY[unit])) if unit in _CENTURY else value
        days = {TimeUnit.DAY: 1, TimeUnit.WEEK: 7}.get(unit)
        if days:
            return Day(self.today + timedelta(days=int(value * days)))
        whole, part = divmod(value * MONTHS_IN.get(unit, 0), 1)
        if part:
            ahead = self.later(whole, TimeUnit.MONTH).first or self.today
            return Day(ahead + timedelta(days=int(part * 30)))
        months = self.today.month - 1 + int(whole)
        year, month = self.today.year + months // 12, months % 12 + 1
        return Day(day_of(year, month, min(self.today.day, calendar.monthrange(year, month)[1])))


def day_of(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None
