"""Days and periods of the calendar: 2027-01-15, Jan 15, 15/01/2027, next Monday, Q1 2027, 明年3月, 下周二."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from functools import lru_cache

from bot.understanding.almanac import Day
from bot.understanding.date_numbers import NoDate
from bot.understanding.date_reader import DateReader
from bot.understanding.kinds import Kind, Token
from bot.understanding.phrases import Match, Phrases

Build = Callable[[Match], Day]
_SEP = "(DASH|SLASH|COMMA|OF|STOP|FILLER)?"
_YEAR_SAID = "(NEXT|THIS|FILLER) UNIT"


def _strict(r: DateReader) -> list[tuple[str, Build]]:
    """Phrases that are dates wherever they stand."""
    return [
        ("DATE", r.written),
        (f"FILLER UNIT (OF|START|FILLER) ON? FILLER? MONTH {_SEP} (ORDINAL|NUM)", r.week_of),
        (f"NUM DASH? (ORDINAL|SECOND) OF? FILLER? MONTH {_SEP} NUM", r.tens_and_ordinal),
        ("NUM DASH? (ORDINAL|SECOND) OF? FILLER? MONTH", r.tens_and_ordinal),
        (f"MONTH NUM DASH? (ORDINAL|SECOND) {_SEP} NUM", r.tens_and_ordinal),
        ("MONTH NUM DASH? (ORDINAL|SECOND)", r.tens_and_ordinal),
        ("WEEKDAY FILLER? NUM DASH? (ORDINAL|SECOND)", r.tens_and_ordinal),
        (f"(THIS|NEXT)? (WEEKDAY {_SEP} OPEN?)? MONTH {_SEP} (NUM|ORDINAL) {_SEP} NUM", r.month_day),
        (f"NUM {_SEP} MONTH {_SEP} (NUM|ORDINAL)", r.year_month_day),
        (f"(WEEKDAY {_SEP})? (NUM|ORDINAL) {_SEP} MONTH {_SEP} NUM", r.month_day),
        (f"(NUM|ORDINAL) OF? FILLER? MONTH {_YEAR_SAID}", r.month_day),
        (f"MONTH {_SEP} NUM", r.month_year),
        (f"(THIS|NEXT)? (WEEKDAY {_SEP} OPEN?)? MONTH {_SEP} (NUM|ORDINAL) CLOSE?", r.month_day),
        (f"NUM {_SEP} MONTH", r.month_year),
        (f"NEXT? (WEEKDAY {_SEP})? FILLER? (NUM|ORDINAL) (OF|DASH|SLASH)? FILLER? MONTH", r.month_day),
        ("MONTH IN (A|NUM) UNIT", r.month_in_years),
        (f"MONTH OF? {_YEAR_SAID}", r.month_year),
        ("FILLER? ORDINAL UNIT OF? FILLER? (NUM|(NEXT|THIS)? UNIT)?", r.nth_quarter),
        ("NUM UNIT? STOP? DASH? PERIOD", r.period),
        (f"((NEXT|THIS) UNIT|YEAR) PERIOD|PERIOD (OF|STOP|DASH|COMMA)? (NUM|{_YEAR_SAID})|PERIOD", r.period),
        ("FILLER? (ORDINAL|LAST) (WEEKDAY|UNIT) (OF|IN) FILLER? (MONTH NUM|MONTH|(NEXT|THIS) UNIT)", r.nth_of_month),
        ("(WEEKDAY|MONTH|UNIT) AFTER_NEXT", r.after_next),
        ("FILLER? (ORDINAL|NUM) UNIT? OF FILLER? (NEXT|THIS) (UNIT|MOON)", r.unit),
        ("WEEKDAY OF? FILLER? (NEXT|THIS) UNIT|(NEXT|THIS) UNIT ON? WEEKDAY", r.unit),
        ("((NEXT|THIS) UNIT)? UNIT PART_OF_MONTH|(NEXT|THIS) UNIT PART_OF_MONTH|YEAR PART_OF_MONTH", r.part_of_year),
        ("(NEXT|THIS) (UNIT|MOON) PART_OF_MONTH? NUM (NTH|UNIT)", r.unit),
        ("(NUM|NEXT|THIS)? MOON PART_OF_MONTH", r.part_of_month),
        (
            "(NUM UNIT OF?|(NEXT|THIS) UNIT OF?|YEAR OF?)? NUM MOON (NUM (NTH|UNIT)?)?",
            r.han,
        ),
        ("(NEXT|THIS) (UNIT|MOON)", r.unit),
        ("NUM UNIT", r.year),
        ("FULL OF NUM", r.year),
        ("YEAR", r.year_ahead),
        ("WEEKDAY FILLER? (ORDINAL|NUM)|THIS NEXT WEEKDAY|(NEXT|THIS)? WEEKDAY", r.weekday),
        ("PART_OF_MONTH DASH? MONTH NUM", r.part_of_month),
        ("PART_OF_MONTH DASH? MONTH", r.part_of_month),
        ("NUM NTH", r.nth),
        ("DAY", r.word),
        ("(NEXT|THIS)? MONTH NTH?", r.month),
    ]


def _loose(r: DateReader) -> list[tuple[str, Build]]:
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
    reader, expected = DateReader(today), DateReader(today, expected=True)
    loose = _loose(expected)
    return DateTables(
        strict=_made(_strict(reader)),
        expected=_made([*loose[:1], *_strict(expected), *loose]),
        later=_made([("DURATION HENCE|IN DURATION STOP? LENGTH", reader.later)]),
        in_time=_made([("DURATION HENCE|DURATION FROM WHEN|(IN|AFTER) DURATION (STOP? LENGTH)?", reader.later)]),
    )


def _made(table: list[tuple[str, Build]]) -> Phrases[Token]:
    def token(build: Build) -> Callable[[Match], Token | None]:
        def make(m: Match) -> Token | None:
            try:
                return Token(Kind.WHEN, m.start, m.end, build(m))
            except NoDate:
                return None

        return make

    return Phrases((pattern, token(build)) for pattern, build in table)
