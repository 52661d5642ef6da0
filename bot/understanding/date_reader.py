"""What the phrases of a date mean: each takes the tokens it matched and says the day, or None when it is none."""

import calendar
import re
from datetime import date, timedelta

from bot.understanding.almanac import Almanac, Day, day_of
from bot.understanding.kinds import Kind, Number, Token
from bot.understanding.phrases import Match
from pricing.units import TimeUnit

YEARS = range(1990, 2100)


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


class DateReader:
    """What each phrase of a date means."""

    def __init__(self, today: date, expected: bool = False) -> None:
        self.almanac = Almanac(today)
        self.year_of = _year if expected else _full_year  # "Jan 11th 64 H100" is not the year 2064

    def written(self, m: Match) -> Day | None:
        """2027-01-15, 20270115, 15/01/2027, 1/15/2027 (month first unless it cannot be), 21/04/16."""
        text = m[Kind.DATE].value
        if text.isdigit():
            return Day(day_of(int(text[:4]), int(text[4:6]), int(text[6:])))
        a, b, c = (int(part) for part in re.split(r"[-/.]", text))
        if a > 31:
            return Day(day_of(a, b, c))
        year = c if c > 99 else 2000 + c
        month, day = (b, a) if a > 12 or re.search(r"[.]", text) else (a, b)
        return Day(day_of(year, month, day))

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
            year = self.almanac.today.year + (ahead.value if ahead else 0)
        return self.almanac.day(m[Kind.MONTH].value, day, year, weekday.value if weekday else None)

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
            return self.almanac.day(month.value, tens + ones, year) if year or len(numbers) < 3 else None
        return self.almanac.weekday_and_number(weekday.value, tens + ones) if weekday else None

    def month_year(self, m: Match) -> Day | None:
        """March 2027, 2027/03 in words, june next year."""
        number = m.first(Kind.NUM)
        if number:
            year = _full_year(number)
            return self.almanac.month(m[Kind.MONTH].value, year) if year else None
        if m[Kind.UNIT].value is not TimeUnit.YEAR:
            return None
        ahead = m.first(Kind.NEXT)
        return self.almanac.month(m[Kind.MONTH].value, self.almanac.today.year + (ahead.value if ahead else 0))

    def month_in_years(self, m: Match) -> Day | None:
        """March in a year."""
        if m[Kind.UNIT].value is not TimeUnit.YEAR:
            return None
        number = m.first(Kind.NUM)
        years = _number(number) if number else 1
        month = self.almanac.month(m[Kind.MONTH].value)
        return Day(day_of(month.first.year + years, month.first.month, 1), "month") if month.first else None

    def year_month_day(self, m: Match) -> Day | None:
        """2027 Jan 15."""
        numbers = m.all(Kind.NUM, Kind.ORDINAL)
        year = _full_year(numbers[0])
        return self.almanac.day(m[Kind.MONTH].value, _number(numbers[-1]), year) if year else None

    def numbers(self, m: Match) -> Day | None:
        """2016 10 16, 11 - 2016, 2015/3, 11/22: read as a date only where one is expected."""
        found = [int(part) for token in m.all(Kind.NUM) for part in re.split(r"[/.]", token.value.raw or "x") if part.isdigit()]  # fmt: skip
        if len(found) == 3 and found[0] in YEARS:
            return Day(day_of(*found))
        if len(found) != 2:
            return None
        a, b = found
        if a in YEARS and 1 <= b <= 12:
            return self.almanac.month(b, a)
        if b in YEARS and 1 <= a <= 12:
            return self.almanac.month(a, b)
        if a <= 31 and b <= 31 and m.all(Kind.NUM)[0].value.raw.count("/") == 1:
            return self.almanac.day(a, b) if a <= 12 else self.almanac.day(b, a)
        return None

    def year(self, m: Match) -> Day | None:
        """2027 alone."""
        year = _full_year(m[Kind.NUM])
        return Day(day_of(year, 1, 1), "year") if year else None

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
            year = self.almanac.today.year + (ahead.value if ahead else 0)
        return self.almanac.period(m[Kind.PERIOD].value, year)

    def nth_quarter(self, m: Match) -> Day | None:
        """the 4th quarter of 2018, the third quarter this year."""
        units = m.all(Kind.UNIT)
        quarter = m[Kind.ORDINAL].value
        if units[0].value is not TimeUnit.QUARTER or quarter > 4:
            return None
        ahead, number = m.first(Kind.NEXT), m.first(Kind.NUM)
        year = _full_year(number) if number else self.almanac.today.year + (ahead.value if ahead else 0) if len(units) > 1 and (ahead or m.first(Kind.THIS)) else None  # fmt: skip
        if number and not year:
            return None
        return self.almanac.period((3 * quarter - 2, 3), year)

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
            return self.almanac.weekday(weekday.value, count) if kind is TimeUnit.WEEK else None
        if number:
            return self.almanac.number(_number(number), count) if kind is TimeUnit.MONTH else None
        return self.almanac.unit(kind, count)

    def day_of_unit(self, m: Match) -> Day | None:
        """the 20th day of next month."""
        return self.unit(Match([t for t in m.tokens if not (t.kind is Kind.UNIT and t.value is TimeUnit.DAY)]))

    def weekday(self, m: Match) -> Day | None:
        """Monday, next Monday, this Friday (the next one), 这周三 (of this week), Friday the 15th."""
        ahead, this, number = m.first(Kind.NEXT), m.first(Kind.THIS), m.first(Kind.NUM, Kind.ORDINAL)
        weekday = m[Kind.WEEKDAY].value
        if number:
            return self.almanac.weekday_and_number(weekday, _number(number)) if 1 <= _number(number) <= 31 else None
        weeks = ahead.value if ahead else 0 if this and this.value == "in it" else None
        found = self.almanac.weekday(weekday, weeks)
        return Day(found.first, "day", bare=not (ahead or this))

    def week_of(self, m: Match) -> Day | None:
        """the week of October 7th."""
        if m[Kind.UNIT].value is not TimeUnit.WEEK:
            return None
        day = self.almanac.day(m[Kind.MONTH].value, _number(m.all(Kind.NUM, Kind.ORDINAL)[0])).first
        return Day(day - timedelta(days=(day.weekday() + 1) % 7 - 1), "week") if day else None  # weeks from Sunday

    def han(self, m: Match) -> Day | None:
        """2027年1月15日, 1月15号, 三月份, 明年3月起, 27年1月."""
        numbers, units = m.all(Kind.NUM), m.all(Kind.UNIT)
        year: int | None = None
        if units and units[0].value is TimeUnit.YEAR:
            ahead, this = m.first(Kind.NEXT), m.first(Kind.THIS)
            if ahead or this:
                year = self.almanac.today.year + (ahead.value if ahead else 0)
            else:
                year, numbers = _year(numbers[0]), numbers[1:]
                if year is None:
                    return None
        elif units and units[0].value is not TimeUnit.DAY:
            return None
        if not numbers or not _number(numbers[0]) or numbers[0].value.raw in ("两", "俩"):
            return None
        if len(numbers) == 1:
            return self.almanac.month(_number(numbers[0]), year)
        return self.almanac.day(_number(numbers[0]), _number(numbers[1]), year)

    def han_year(self, m: Match) -> Day | None:
        """2027年."""
        year = _full_year(m[Kind.NUM])
        return Day(day_of(year, 1, 1), "year") if year and m[Kind.UNIT].value is TimeUnit.YEAR else None

    def nth(self, m: Match) -> Day | None:
        """on the 15th; 15号."""
        number = _number(m.all(Kind.NUM, Kind.ORDINAL)[0])
        return self.almanac.number(number) if 1 <= number <= 31 else None

    def part_of_month(self, m: Match) -> Day | None:
        """mid-January, end of March."""
        number = m.first(Kind.NUM)
        month = self.almanac.month(m[Kind.MONTH].value, _full_year(number) if number else None).first
        if month is None or (number and not _full_year(number)):
            return None
        day = min(m[Kind.PART_OF_MONTH].value, calendar.monthrange(month.year, month.month)[1])
        return Day(month.replace(day=day))

    def han_part_of_month(self, m: Match) -> Day | None:
        """月底, 下月初, 3月中旬."""
        number, ahead = m.first(Kind.NUM), m.first(Kind.NEXT)
        if number and not 1 <= _number(number) <= 12:
            return None
        month = (self.almanac.month(_number(number)) if number else self.almanac.unit(TimeUnit.MONTH, ahead.value if ahead else 0)).first  # fmt: skip
        day = m[Kind.PART_OF_MONTH].value
        return Day(month.replace(day=min(day, calendar.monthrange(month.year, month.month)[1]))) if month else None

    def word(self, m: Match) -> Day | None:
        """today, tomorrow, 后天."""
        days = m[Kind.DAY].value
        return Day(self.almanac.today + timedelta(days=days), "day", bare=days == 0)

    def month(self, m: Match) -> Day | None:
        month = self.almanac.month(m[Kind.MONTH].value)
        return Day(month.first, "month", bare=True)

    def later(self, m: Match) -> Day | None:
        """two weeks from now, 十天后, in a month."""
        period = m[Kind.DURATION].value
        if period.low != period.high or period.unit in (TimeUnit.HOUR, TimeUnit.MINUTE):
            return None
        return self.almanac.later(period.low, period.unit)
