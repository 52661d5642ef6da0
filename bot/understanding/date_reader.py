"""What the phrases of a date mean: each takes the tokens it matched and says the day, or raises NoDate."""

import calendar
import re
from datetime import date, timedelta

from bot.understanding.almanac import Almanac, Day, day_of
from bot.understanding.date_numbers import TWO, YEARS, NoDate, day_number, full_year, short_year
from bot.understanding.kinds import Kind, Token
from bot.understanding.phrases import Match
from pricing.units import TimeUnit


class DateReader:
    """What each phrase of a date means, counted from a day."""

    def __init__(self, today: date, expected: bool = False) -> None:
        self.almanac = Almanac(today)
        self._year_of = short_year if expected else full_year  # "Jan 11th 64 H100" is not the year 2064

    def _ahead(self, m: Match) -> int:
        """How many periods on "next" says."""
        token = m.first(Kind.NEXT, Kind.YEAR)
        return 2 if m.first(Kind.AFTER_NEXT) else token.value if token else 0

    def _year_ahead(self, m: Match) -> int:
        """next year, this year, 后年. Raises NoDate when the unit is no year."""
        if not m.first(Kind.YEAR) and m[Kind.UNIT].value is not TimeUnit.YEAR:
            raise NoDate
        return self.almanac.today.year + self._ahead(m)

    def _year(self, m: Match, number: Token | None) -> int | None:
        """The year of a date: the number, "next year", or none said."""
        if number is not None:
            return self._year_of(number)
        return self._year_ahead(m) if m.first(Kind.UNIT, Kind.YEAR) else None

    def written(self, m: Match) -> Day:
        """2027-01-15, 20270115, 15/01/2027, 1/15/2027 (month first unless it cannot be), 21/04/16."""
        text = m[Kind.DATE].value
        if text.isdigit():
            return Day(day_of(int(text[:4]), int(text[4:6]), int(text[6:])))
        a, b, c = (int(part) for part in re.split(r"[-/.]", text))
        if a > 31:
            return Day(day_of(a, b, c))
        day_first = a > 12 or "." in text
        return Day(day_of(c if c > 99 else 2000 + c, b if day_first else a, a if day_first else b))

    def month_day(self, m: Match) -> Day:
        """Jan 15, 15 January 2027, the 1st of March, Mon 18 Feb, June 3 next year."""
        number, *more = m.all(Kind.NUM, Kind.ORDINAL)
        weekday = m.first(Kind.WEEKDAY)
        year = self._year(m, more[0] if more else None)
        if day_number(number) > 31:
            raise NoDate
        return self.almanac.day(m[Kind.MONTH].value, day_number(number), year, weekday.value if weekday else None)

    def tens_and_ordinal(self, m: Match) -> Day:
        """twenty second of June 2017, February twenty second, Thursday the twenty first."""
        tens, ones, *more = m.all(Kind.NUM, Kind.ORDINAL, Kind.SECOND)
        last = 2 if ones.kind is Kind.SECOND else day_number(ones)
        if day_number(tens) not in (20, 30) or last > 9:
            raise NoDate
        day, month = day_number(tens) + last, m.first(Kind.MONTH)
        if month is None:
            return self.almanac.weekday_and_number(m[Kind.WEEKDAY].value, day)
        return self.almanac.day(month.value, day, self._year_of(more[0]) if more else None)

    def month_year(self, m: Match) -> Day:
        """March 2027, june next year."""
        number = m.first(Kind.NUM)
        return self.almanac.month(m[Kind.MONTH].value, full_year(number) if number else self._year_ahead(m))

    def month_in_years(self, m: Match) -> Day:
        """March in a year."""
        number = m.first(Kind.NUM)
        year = self._year_ahead(m) - self.almanac.today.year + (day_number(number) if number else 1)
        month = self.almanac.month(m[Kind.MONTH].value).first
        return Day(day_of(month.year + year, month.month, 1), "month") if month else Day(None)

    def year_month_day(self, m: Match) -> Day:
        """2027 Jan 15."""
        numbers = m.all(Kind.NUM, Kind.ORDINAL)
        return self.almanac.day(m[Kind.MONTH].value, day_number(numbers[-1]), full_year(numbers[0]))

    def numbers(self, m: Match) -> Day:
        """2016 10 16, 11 - 2016, 2015/3, 11/22: read as a date only where one is expected."""
        parts = [part for token in m.all(Kind.NUM) for part in re.split(r"[/.]", token.value.raw)]
        if not all(part.isdigit() and len(part) <= 4 for part in parts):
            raise NoDate
        match [int(part) for part in parts]:
            case [a, b, c] if a in YEARS:
                return Day(day_of(a, b, c))
            case [a, b] if a in YEARS and 1 <= b <= 12:
                return self.almanac.month(b, a)
            case [a, b] if b in YEARS and 1 <= a <= 12:
                return self.almanac.month(a, b)
            case [a, b] if max(a, b) <= 31 and m[Kind.NUM].value.raw.count("/") == 1:
                return self.almanac.day(*((a, b) if a <= 12 else (b, a)))
        raise NoDate

    def year_ahead(self, m: Match) -> Day:
        """后年."""
        return Day(day_of(self._year_ahead(m), 1, 1), "year")

    def part_of_year(self, m: Match) -> Day:
        """年底, 明年初."""
        year = self._year_ahead(m)
        last = m[Kind.PART_OF_MONTH].value == 31
        return Day(day_of(year, 12, 31) if last else day_of(year, 1, m[Kind.PART_OF_MONTH].value))

    def year(self, m: Match) -> Day:
        """2027; in Chinese 2027年."""
        unit = m.first(Kind.UNIT)
        if unit and unit.value is not TimeUnit.YEAR:
            raise NoDate
        return Day(day_of(full_year(m[Kind.NUM]), 1, 1), "year")

    def period(self, m: Match) -> Day:
        """Q1, Q1 2027, Q1'27, 2027年下半年, Q3 this year, 明年一季度."""
        number = m.first(Kind.NUM)
        apostrophe = m.first(Kind.STOP)
        of_year = number is not None and m.tokens[0] is number and m.first(Kind.UNIT)
        year = short_year(number) if number and (apostrophe or of_year) else self._year(m, number)
        return self.almanac.period(m[Kind.PERIOD].value, year)

    def nth_quarter(self, m: Match) -> Day:
        """the 4th quarter of 2018, the third quarter this year."""
        quarter, unit, number = m[Kind.ORDINAL].value, m[Kind.UNIT].value, m.first(Kind.NUM)
        if unit is not TimeUnit.QUARTER or quarter > 4:
            raise NoDate
        this_year = m.first(Kind.NEXT, Kind.THIS) is not None
        year = full_year(number) if number else self.almanac.today.year + self._ahead(m) if this_year else None
        return self.almanac.period((3 * quarter - 2, 3), year)

    def unit(self, m: Match) -> Day:
        """next quarter, this week, 下个月; with a day of it: next week Monday, the 20th of next month, 下个月20号."""
        units = [token.value for token in m.all(Kind.UNIT) if token.value is not TimeUnit.DAY or len(m.tokens) == 2]
        unit = units[0] if units else TimeUnit.MONTH
        weekday, number = m.first(Kind.WEEKDAY), m.first(Kind.NUM, Kind.ORDINAL)
        if unit in (TimeUnit.HOUR, TimeUnit.MINUTE):
            raise NoDate
        if weekday and unit is TimeUnit.WEEK:
            return self.almanac.weekday(weekday.value, self._ahead(m))
        if number and unit is TimeUnit.MONTH:
            return self.almanac.number(day_number(number), self._ahead(m))
        if weekday or number:
            raise NoDate
        return self.almanac.unit(unit, self._ahead(m))

    def weekday(self, m: Match) -> Day:
        """Monday, next Monday, this Friday (the next one), 这周三 (of this week), Friday the 15th."""
        ahead, this, number = m.first(Kind.NEXT), m.first(Kind.THIS), m.first(Kind.NUM, Kind.ORDINAL)
        weekday = m[Kind.WEEKDAY].value
        if number and day_number(number) <= 31:
            return self.almanac.weekday_and_number(weekday, day_number(number))
        if number:
            raise NoDate
        coming = ahead is not None and this is not None  # this coming Friday
        weeks = None if coming else ahead.value if ahead else 0 if this and this.value == "in it" else None
        return Day(self.almanac.weekday(weekday, weeks).first, bare=not (ahead or this))

    def nth_of_month(self, m: Match) -> Day:
        """the first Friday of July, the last day of October 2027, the third week of next month."""
        nth, weekday, number = m.first(Kind.ORDINAL), m.first(Kind.WEEKDAY), m.first(Kind.NUM)
        named = m.first(Kind.MONTH)
        if named:
            month = self.almanac.month(named.value, full_year(number) if number else None).first
        else:
            month = self.almanac.unit(m.all(Kind.UNIT)[-1].value, self._ahead(m)).first
        if month is None or (nth and not 1 <= nth.value <= 31):
            raise NoDate
        if weekday:
            return self.almanac.nth_weekday(month, nth.value if nth else 0, weekday.value)
        unit, last = m[Kind.UNIT].value, calendar.monthrange(month.year, month.month)[1]
        if unit is TimeUnit.WEEK:
            return Day(self.almanac.nth_weekday(month, nth.value if nth else 0, 0).first, "week")
        if unit is not TimeUnit.DAY or (nth and nth.value > last):
            raise NoDate
        return Day(month.replace(day=nth.value if nth else last))

    def after_next(self, m: Match) -> Day:
        """Friday after next, March after next: one more than the next."""
        weekday, named = m.first(Kind.WEEKDAY), m.first(Kind.MONTH)
        if weekday:
            following = self.almanac.weekday(weekday.value).first
            return Day(following + timedelta(days=7) if following else None)
        month = self.almanac.month(named.value).first if named else None
        return Day(day_of(month.year + 1, month.month, 1), "month") if month else self.unit(m)

    def week_of(self, m: Match) -> Day:
        """the week of October 7th; such weeks begin on Sunday, ours on the Monday after."""
        if m[Kind.UNIT].value is not TimeUnit.WEEK:
            raise NoDate
        day = self.almanac.day(m[Kind.MONTH].value, day_number(m.all(Kind.NUM, Kind.ORDINAL)[0])).first
        return Day(day - timedelta(days=(day.weekday() + 1) % 7 - 1), "week") if day else Day(None)

    def han(self, m: Match) -> Day:
        """2027年1月15日, 27年1月, 1月15号, 三月份, 明年3月."""
        numbers, unit = m.all(Kind.NUM), m.first(Kind.UNIT)
        year: int | None = None
        if m.first(Kind.NEXT, Kind.THIS, Kind.YEAR):
            year = self._year_ahead(m)
        elif unit and unit.value is TimeUnit.YEAR:
            year, numbers = short_year(numbers[0]), numbers[1:]
        elif unit and unit.value is not TimeUnit.DAY:
            raise NoDate
        if not numbers or numbers[0].value.raw in TWO:
            raise NoDate
        if len(numbers) == 1:
            return self.almanac.month(day_number(numbers[0]), year)
        return self.almanac.day(day_number(numbers[0]), day_number(numbers[1]), year)

    def nth(self, m: Match) -> Day:
        """on the 15th; 15号."""
        number = day_number(m.all(Kind.NUM, Kind.ORDINAL)[0])
        if number > 31:
            raise NoDate
        return self.almanac.number(number)

    def part_of_month(self, m: Match) -> Day:
        """mid-January, end of March 2027; 月底, 下月初, 3月中旬."""
        named, number = m.first(Kind.MONTH), m.first(Kind.NUM)
        if named:
            month = self.almanac.month(named.value, full_year(number) if number else None).first
        elif number:
            month = self.almanac.month(day_number(number)).first
        else:
            month = self.almanac.unit(TimeUnit.MONTH, self._ahead(m)).first
        if month is None:
            raise NoDate
        last = calendar.monthrange(month.year, month.month)[1]
        return Day(month.replace(day=min(m[Kind.PART_OF_MONTH].value, last)))

    def word(self, m: Match) -> Day:
        """today, tomorrow, 后天."""
        days = m[Kind.DAY].value
        return Day(self.almanac.today + timedelta(days=days), bare=days == 0)

    def month(self, m: Match) -> Day:
        """March."""
        return Day(self.almanac.month(m[Kind.MONTH].value).first, "month", bare=True)

    def later(self, m: Match) -> Day:
        """two weeks from now, two days from tomorrow, 十天后, in a month."""
        period, day = m[Kind.DURATION].value, m.first(Kind.WHEN)
        if period.low != period.high or period.unit in (TimeUnit.HOUR, TimeUnit.MINUTE):
            raise NoDate
        start = Almanac(day.value.first) if day and day.value.first else self.almanac
        return start.later(period.low, period.unit)
