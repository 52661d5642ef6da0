# ruff: noqa: E501 - a table reads best with one phrase or list of words to a line
"""Days and periods of the calendar: 2027-01-15, Jan 15, 15/01/2027, next Monday, Q1 2027, 明年3月, 下周二."""

import calendar
import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal
from functools import lru_cache

from bot.understanding.kinds import Kind, Number, Token
from bot.understanding.phrases import Match, Phrases
from pricing.units import TimeUnit

YEARS = range(1990, 2100)
MONTHS_IN = {TimeUnit.MONTH: 1, TimeUnit.QUARTER: 3, TimeUnit.YEAR: 12}


@dataclass(frozen=True, slots=True)
class Day:
    """A day, or the first day of a period. `grain`: day, week, month, quarter, half-year or year. No `first`: the day
    does not exist."""

    first: date | None
    grain: str = "day"
    bare: bool = False  # said by one word alone that may mean something else (may, sun)


class Calendar:
    """Turns parts of a date into days, counted from `today`; dates without a year lie ahead."""

    def __init__(self, today: date) -> None:
        self.today = today

    def day(self, month: int, day: int, year: int | None = None, weekday: int | None = None) -> Day:
        """The day of this month; without a year the next such day, 29 February in the next leap year."""
        if year is not None:
            return Day(_date(year, month, day))
        if not 1 <= month <= 12 or not 1 <= day <= (29 if month == 2 else calendar.monthrange(2023, month)[1]):
            return Day(None)
        for ahead in range(9):
            found = _date(self.today.year + ahead, month, day)
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
        return Day(_date(year, first, 1), grain)

    def unit(self, unit: TimeUnit, ahead: int) -> Day:
        """This, the next, ... day, week, month, quarter or year."""
        if unit is TimeUnit.DAY:
            return Day(self.today + timedelta(days=ahead))
        if unit is TimeUnit.WEEK:
            return Day(self.today + timedelta(days=7 * ahead - self.today.weekday()), "week")
        months = MONTHS_IN.get(unit, 1)
        start = (self.today.month - 1) // months * months + months * ahead
        return Day(_date(self.today.year + start // 12, start % 12 + 1, 1), unit.value)

    def weekday(self, weekday: int, weeks: int | None = None) -> Day:
        """The next such day of the week after today, or that of the week so many weeks on."""
        if weeks is not None:
            return Day(self.today + timedelta(days=7 * weeks + weekday - self.today.weekday()))
        return Day(self.today + timedelta(days=(weekday - self.today.weekday() - 1) % 7 + 1))

    def weekday_and_number(self, weekday: int, number: int) -> Day:
        """ "Friday the 15th": this month if the day fits, else the next month in which it does."""
        for ahead in range(40):
            start = self.today.month - 1 + ahead
            found = _date(self.today.year + start // 12, start % 12 + 1, number)
            if found and found.weekday() == weekday:
                return Day(found)
        return Day(None)

    def number(self, number: int, months: int | None = None) -> Day:
        """The n-th of the month so many months on; without that the next n-th."""
        if months is None:
            months = 0 if number >= self.today.day else 1
        start = self.today.month - 1 + months
        return Day(_date(self.today.year + start // 12, start % 12 + 1, number))

    def later(self, value: Decimal, unit: TimeUnit) -> Day:
        """So much later than today."""
        days = {TimeUnit.DAY: 1, TimeUnit.WEEK: 7}.get(unit)
        if days:
            return Day(self.today + timedelta(days=min(int(value * days), 36_500)))
        months = self.today.month - 1 + min(int(value * MONTHS_IN.get(unit, 0)), 1200)
        year, month = self.today.year + months // 12, months % 12 + 1
        return Day(_date(year, month, min(self.today.day, calendar.monthrange(year, month)[1])))


def _date(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None


def _year(token: Token | None) -> int | None:
    """The year a number says: 2027, 27, two thousand and five; None when it is no year."""
    if token is None or not isinstance(token.value, Number) or token.value.suffix or not token.value.single:
        return None
    number = token.value.low
    if number != int(number):
        return None
    if number in YEARS and "," not in token.value.raw:
        return int(number)
    return 2000 + int(number) if 0 <= number < 70 and len(token.value.raw or "00") == 2 else None


def _full_year(token: Token | None) -> int | None:
    year = _year(token)
    return year if year and token and token.value.low == year else None


def _number(token: Token) -> int:
    """A day or month number; 0 when it is none."""
    if isinstance(token.value, int):
        return token.value
    value = token.value
    plain = not value.suffix and not value.scale and value.single and value.whole and 0 < value.low < 100
    return int(value.low) if plain else 0


class _Reader:
    """What each phrase of a date means."""

    def __init__(self, today: date, expected: bool = False) -> None:
        self.calendar = Calendar(today)
        self.year_of = _year if expected else _full_year  # "Jan 11th 64 H100" is not the year 2064

    def written(self, m: Match) -> Day | None:
        """2027-01-15, 20270115, 15/01/2027, 1/15/2027 (month first unless it cannot be), 21/04/16."""
        text = m[Kind.DATE].value
        if text.isdigit():
            return Day(_date(int(text[:4]), int(text[4:6]), int(text[6:])))
        a, b, c = (int(part) for part in re.split(r"[-/.]", text))
        if a > 31:
            return Day(_date(a, b, c))
        year = c if c > 99 else 2000 + c
        month, day = (b, a) if a > 12 or re.search(r"[.]", text) else (a, b)
        return Day(_date(year, month, day))

    def month_day(self, m: Match) -> Day | None:
        """Jan 15, 15 January 2027, the 1st of March, Mon 18 Feb."""
        numbers = m.all(Kind.NUM, Kind.ORDINAL)
        weekday = m.first(Kind.WEEKDAY)
        day = _number(numbers[0])
        if not 1 <= day <= 31:
            return None
        if len(numbers) > 2 and _number(numbers[0]) % 10 == 0:  # twenty second of June
            day, numbers = day + _number(numbers[1]), numbers[1:]
        year = self.year_of(numbers[1]) if len(numbers) > 1 else None
        if len(numbers) > 1 and year is None:
            return None
        if year is None and (unit := m.first(Kind.UNIT)):
            if unit.value is not TimeUnit.YEAR:
                return None
            ahead = m.first(Kind.NEXT)
            year = self.calendar.today.year + (ahead.value if ahead else 0)
        return self.calendar.day(m[Kind.MONTH].value, day, year, weekday.value if weekday else None)

    def tens_and_ordinal(self, m: Match) -> Day | None:
        """twenty second of June 2017, February twenty second, Thursday the twenty first."""
        numbers = m.all(Kind.NUM, Kind.ORDINAL, Kind.SECOND)
        tens = _number(numbers[0])
        ones = 2 if numbers[1].kind is Kind.SECOND else _number(numbers[1])
        if tens not in (20, 30) or not 1 <= ones <= 9:
            return None
        month, weekday = m.first(Kind.MONTH), m.first(Kind.WEEKDAY)
        if month:
            year = self.year_of(numbers[2]) if len(numbers) > 2 else None
            return self.calendar.day(month.value, tens + ones, year) if year or len(numbers) < 3 else None
        return self.calendar.weekday_and_number(weekday.value, tens + ones) if weekday else None

    def month_year(self, m: Match) -> Day | None:
        """March 2027, 2027/03 in words, june next year."""
        number = m.first(Kind.NUM)
        if number:
            year = _full_year(number)
            return self.calendar.month(m[Kind.MONTH].value, year) if year else None
        if m[Kind.UNIT].value is not TimeUnit.YEAR:
            return None
        ahead = m.first(Kind.NEXT)
        return self.calendar.month(m[Kind.MONTH].value, self.calendar.today.year + (ahead.value if ahead else 0))

    def month_in_years(self, m: Match) -> Day | None:
        """March in a year."""
        if m[Kind.UNIT].value is not TimeUnit.YEAR:
            return None
        number = m.first(Kind.NUM)
        years = _number(number) if number else 1
        month = self.calendar.month(m[Kind.MONTH].value)
        return Day(_date(month.first.year + years, month.first.month, 1), "month") if month.first else None

    def year_month_day(self, m: Match) -> Day | None:
        """2027 Jan 15."""
        numbers = m.all(Kind.NUM, Kind.ORDINAL)
        year = _full_year(numbers[0])
        return self.calendar.day(m[Kind.MONTH].value, _number(numbers[-1]), year) if year else None

    def numbers(self, m: Match) -> Day | None:
        """2016 10 16, 11 - 2016, 2015/3, 11/22: read as a date only where one is expected."""
        found = [int(part) for token in m.all(Kind.NUM) for part in re.split(r"[/.]", token.value.raw or "x") if part.isdigit()]  # fmt: skip
        if len(found) == 3 and found[0] in YEARS:
            return Day(_date(*found))
        if len(found) != 2:
            return None
        a, b = found
        if a in YEARS and 1 <= b <= 12:
            return self.calendar.month(b, a)
        if b in YEARS and 1 <= a <= 12:
            return self.calendar.month(a, b)
        if a <= 31 and b <= 31 and m.all(Kind.NUM)[0].value.raw.count("/") == 1:
            return self.calendar.day(a, b) if a <= 12 else self.calendar.day(b, a)
        return None

    def year(self, m: Match) -> Day | None:
        """2027 alone."""
        year = _full_year(m[Kind.NUM])
        return Day(_date(year, 1, 1), "year") if year else None

    def period(self, m: Match) -> Day | None:
        """Q1, Q1 2027, 2027年下半年, Q3 this year, 明年一季度."""
        number, unit = m.first(Kind.NUM), m.first(Kind.UNIT)
        certain = m.first(Kind.STOP) or (number and m.tokens[0] is number and unit)  # Q1'27, 27年一季度
        year = (_year if certain else self.year_of)(number) if number else None
        if number and year is None:
            return None
        if not number and unit:
            if unit.value is not TimeUnit.YEAR:
                return None
            ahead = m.first(Kind.NEXT)
            year = self.calendar.today.year + (ahead.value if ahead else 0)
        return self.calendar.period(m[Kind.PERIOD].value, year)

    def nth_quarter(self, m: Match) -> Day | None:
        """the 4th quarter of 2018, the third quarter this year."""
        units = m.all(Kind.UNIT)
        quarter = m[Kind.ORDINAL].value
        if units[0].value is not TimeUnit.QUARTER or quarter > 4:
            return None
        ahead, number = m.first(Kind.NEXT), m.first(Kind.NUM)
        year = _full_year(number) if number else self.calendar.today.year + (ahead.value if ahead else 0) if len(units) > 1 and (ahead or m.first(Kind.THIS)) else None  # fmt: skip
        if number and not year:
            return None
        return self.calendar.period((3 * quarter - 2, 3), year)

    def unit(self, m: Match) -> Day | None:
        """next quarter, this week, 下个月; with a day of it: next week Monday, 下个月20号."""
        unit = m.first(Kind.UNIT)
        ahead = m.first(Kind.NEXT)
        count = ahead.value if ahead else 0
        kind = unit.value if unit else TimeUnit.MONTH
        if kind in (TimeUnit.HOUR, TimeUnit.MINUTE):
            return None
        weekday, number = m.first(Kind.WEEKDAY), m.first(Kind.NUM, Kind.ORDINAL)
        if weekday:
            return self.calendar.weekday(weekday.value, count) if kind is TimeUnit.WEEK else None
        if number:
            return self.calendar.number(_number(number), count) if kind is TimeUnit.MONTH else None
        return self.calendar.unit(kind, count)

    def day_of_unit(self, m: Match) -> Day | None:
        """the 20th day of next month."""
        return self.unit(Match([t for t in m.tokens if not (t.kind is Kind.UNIT and t.value is TimeUnit.DAY)]))

    def weekday(self, m: Match) -> Day | None:
        """Monday, next Monday, this Friday (the next one), 这周三 (of this week), Friday the 15th."""
        ahead, this, number = m.first(Kind.NEXT), m.first(Kind.THIS), m.first(Kind.NUM, Kind.ORDINAL)
        weekday = m[Kind.WEEKDAY].value
        if number:
            return self.calendar.weekday_and_number(weekday, _number(number)) if 1 <= _number(number) <= 31 else None
        weeks = ahead.value if ahead else 0 if this and this.value == "in it" else None
        found = self.calendar.weekday(weekday, weeks)
        return Day(found.first, "day", bare=not (ahead or this))

    def week_of(self, m: Match) -> Day | None:
        """the week of October 7th."""
        if m[Kind.UNIT].value is not TimeUnit.WEEK:
            return None
        day = self.calendar.day(m[Kind.MONTH].value, _number(m.all(Kind.NUM, Kind.ORDINAL)[0])).first
        return Day(day - timedelta(days=(day.weekday() + 1) % 7 - 1), "week") if day else None  # weeks from Sunday

    def han(self, m: Match) -> Day | None:
        """2027年1月15日, 1月15号, 三月份, 明年3月起, 27年1月."""
        numbers, units = m.all(Kind.NUM), m.all(Kind.UNIT)
        year: int | None = None
        if units and units[0].value is TimeUnit.YEAR:
            ahead, this = m.first(Kind.NEXT), m.first(Kind.THIS)
            if ahead or this:
                year = self.calendar.today.year + (ahead.value if ahead else 0)
            else:
                year, numbers = _year(numbers[0]), numbers[1:]
                if year is None:
                    return None
        elif units and units[0].value is not TimeUnit.DAY:
            return None
        if not numbers or not _number(numbers[0]) or numbers[0].value.raw in ("两", "俩"):
            return None
        if len(numbers) == 1:
            return self.calendar.month(_number(numbers[0]), year)
        return self.calendar.day(_number(numbers[0]), _number(numbers[1]), year)

    def han_year(self, m: Match) -> Day | None:
        """2027年."""
        year = _full_year(m[Kind.NUM])
        return Day(_date(year, 1, 1), "year") if year and m[Kind.UNIT].value is TimeUnit.YEAR else None

    def nth(self, m: Match) -> Day | None:
        """on the 15th; 15号."""
        number = _number(m.all(Kind.NUM, Kind.ORDINAL)[0])
        return self.calendar.number(number) if 1 <= number <= 31 else None

    def part_of_month(self, m: Match) -> Day | None:
        """mid-January, end of March."""
        number = m.first(Kind.NUM)
        month = self.calendar.month(m[Kind.MONTH].value, _full_year(number) if number else None).first
        if month is None or (number and not _full_year(number)):
            return None
        day = min(m[Kind.PART_OF_MONTH].value, calendar.monthrange(month.year, month.month)[1])
        return Day(month.replace(day=day))

    def han_part_of_month(self, m: Match) -> Day | None:
        """月底, 下月初, 3月中旬."""
        number, ahead = m.first(Kind.NUM), m.first(Kind.NEXT)
        if number and not 1 <= _number(number) <= 12:
            return None
        month = (self.calendar.month(_number(number)) if number else self.calendar.unit(TimeUnit.MONTH, ahead.value if ahead else 0)).first  # fmt: skip
        day = m[Kind.PART_OF_MONTH].value
        return Day(month.replace(day=min(day, calendar.monthrange(month.year, month.month)[1]))) if month else None

    def word(self, m: Match) -> Day | None:
        """today, tomorrow, 后天."""
        days = m[Kind.DAY].value
        return Day(self.calendar.today + timedelta(days=days), "day", bare=days == 0)

    def month(self, m: Match) -> Day | None:
        month = self.calendar.month(m[Kind.MONTH].value)
        return Day(month.first, "month", bare=True)

    def later(self, m: Match) -> Day | None:
        """two weeks from now, 十天后, in a month."""
        period = m[Kind.DURATION].value
        if period.low != period.high or period.unit in (TimeUnit.HOUR, TimeUnit.MINUTE):
            return None
        return self.calendar.later(period.low, period.unit)


SEPARATOR = "(DASH|SLASH|COMMA|OF|STOP|FILLER)?"
_YEAR_SAID = "(NEXT|THIS|FILLER) UNIT"


def _strict(r: _Reader) -> list[tuple[str, Callable[[Match], Day | None]]]:
    """Phrases that are dates wherever they stand."""
    return [
        ("DATE", r.written),
        (f"FILLER UNIT (OF|START|FILLER) ON? FILLER? MONTH {SEPARATOR} (ORDINAL|NUM)", r.week_of),
        (f"NUM DASH? (ORDINAL|SECOND) OF? FILLER? MONTH {SEPARATOR} NUM", r.tens_and_ordinal),
        ("NUM DASH? (ORDINAL|SECOND) OF? FILLER? MONTH", r.tens_and_ordinal),
        (f"MONTH NUM DASH? (ORDINAL|SECOND) {SEPARATOR} NUM", r.tens_and_ordinal),
        ("MONTH NUM DASH? (ORDINAL|SECOND)", r.tens_and_ordinal),
        ("WEEKDAY FILLER? NUM DASH? (ORDINAL|SECOND)", r.tens_and_ordinal),
        (f"(THIS|NEXT)? (WEEKDAY {SEPARATOR} OPEN?)? MONTH {SEPARATOR} (NUM|ORDINAL) {SEPARATOR} NUM", r.month_day),
        (f"NUM {SEPARATOR} MONTH {SEPARATOR} (NUM|ORDINAL)", r.year_month_day),
        (f"(NUM|ORDINAL) {SEPARATOR} MONTH {SEPARATOR} NUM", r.month_day),
        (f"(NUM|ORDINAL) OF? FILLER? MONTH {_YEAR_SAID}", r.month_day),
        (f"MONTH {SEPARATOR} NUM", r.month_year),
        (f"(THIS|NEXT)? (WEEKDAY {SEPARATOR} OPEN?)? MONTH {SEPARATOR} (NUM|ORDINAL) CLOSE?", r.month_day),
        (f"NUM {SEPARATOR} MONTH", r.month_year),
        (f"NEXT? (WEEKDAY {SEPARATOR})? FILLER? (NUM|ORDINAL) (OF|DASH|SLASH)? FILLER? MONTH", r.month_day),
        ("MONTH IN (A|NUM) UNIT", r.month_in_years),
        (f"MONTH OF? {_YEAR_SAID}", r.month_year),
        ("FILLER? ORDINAL UNIT OF? FILLER? (NUM|(NEXT|THIS)? UNIT)?", r.nth_quarter),
        ("NUM UNIT? STOP? DASH? PERIOD", r.period),
        (f"(NEXT|THIS) UNIT PERIOD|PERIOD (OF|STOP|DASH|COMMA)? (NUM|{_YEAR_SAID})|PERIOD", r.period),
        ("FILLER? (ORDINAL|NUM) UNIT? OF FILLER? (NEXT|THIS) (UNIT|MOON)", r.day_of_unit),
        ("WEEKDAY OF FILLER? (NEXT|THIS) UNIT|(NEXT|THIS) UNIT WEEKDAY", r.unit),
        ("(NEXT|THIS) (UNIT|MOON) PART_OF_MONTH? NUM (NTH|UNIT)", r.day_of_unit),
        ("(NUM|NEXT|THIS)? MOON PART_OF_MONTH", r.han_part_of_month),
        (
            "NUM UNIT NUM MOON (NUM (NTH|UNIT)?)?|(NEXT|THIS) UNIT NUM MOON (NUM (NTH|UNIT)?)?|NUM MOON (NUM (NTH|UNIT)?)?",
            r.han,
        ),
        ("(NEXT|THIS) (UNIT|MOON)", r.unit),
        ("NUM UNIT", r.han_year),
        ("FULL OF NUM", r.year),
        ("WEEKDAY FILLER? (ORDINAL|NUM)|(NEXT|THIS)? WEEKDAY", r.weekday),
        ("PART_OF_MONTH DASH? MONTH NUM", r.part_of_month),
        ("PART_OF_MONTH DASH? MONTH", r.part_of_month),
        ("NUM NTH", r.nth),
        ("DAY", r.word),
        ("MONTH", r.month),
    ]


def _loose(r: _Reader) -> list[tuple[str, Callable[[Match], Day | None]]]:
    """Phrases that are dates only where a date is expected."""
    return [
        ("NUM NUM NUM|NEXT? NUM (DASH|SLASH|COMMA)? NUM|NEXT? NUM", r.numbers),
        ("FILLER? ORDINAL", r.nth),
        ("FILLER? NUM", r.year),
    ]


@dataclass(frozen=True, slots=True)
class DateTables:
    """Phrases of dates counted from one day. `strict`: dates wherever they stand. `expected`: also what is a date only
    behind a word such as "starting". `later`: lengths of time that mean a day; `in_time`: also "in two weeks"."""

    strict: Phrases[Token]
    expected: Phrases[Token]
    later: Phrases[Token]
    in_time: Phrases[Token]


@lru_cache(maxsize=8)
def tables(today: date) -> DateTables:
    """The tables for dates counted from this day."""
    reader, expected = _Reader(today), _Reader(today, expected=True)
    loose = _loose(expected)
    return DateTables(
        strict=_made(_strict(reader)),
        expected=_made([*loose[:1], *_strict(expected), *loose]),
        later=_made([("DURATION HENCE|IN DURATION STOP? LENGTH", reader.later)]),
        in_time=_made([("DURATION HENCE|IN DURATION (STOP? LENGTH)?", reader.later)]),
    )


def _made(table: list[tuple[str, Callable[[Match], Day | None]]]) -> Phrases[Token]:
    def token(build: Callable[[Match], Day | None]) -> Callable[[Match], Token | None]:
        def make(m: Match) -> Token | None:
            day = build(m)
            return None if day is None else Token(Kind.WHEN, m.start, m.end, day)

        return make

    return Phrases((pattern, token(build)) for pattern, build in table)
