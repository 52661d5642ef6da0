"""Lengths of time: 6 weeks, 6-week, 4 to 6 weeks, a month and a half, 1 month and 2 weeks, 一个半月, 三年半."""

from decimal import Decimal

from bot.understanding.kinds import Kind, Number, Token
from bot.understanding.phrases import Match
from bot.understanding.request import Period
from pricing.units import TimeUnit

DAYS = {
    TimeUnit.MINUTE: Decimal(1) / 1440,
    TimeUnit.HOUR: Decimal(1) / 24,
    TimeUnit.DAY: Decimal(1),
    TimeUnit.WEEK: Decimal(7),
    TimeUnit.MONTH: Decimal(30),
    TimeUnit.QUARTER: Decimal(90),
    TimeUnit.YEAR: Decimal(365),
}
"""Days in a unit where units are added up: a month counts 30."""
SHORTEST_MONTH, LONGEST_MONTH = 28 * 24, 31 * 24  # hours
MOST_WEEKS = 104  # "6w" is six weeks, "700W" is power
_WHOLE = {
    (TimeUnit.YEAR, TimeUnit.MONTH): Decimal(12),
    (TimeUnit.YEAR, TimeUnit.QUARTER): Decimal(4),
    (TimeUnit.QUARTER, TimeUnit.MONTH): Decimal(3),
}
_TIME = (Kind.UNIT, Kind.PER, Kind.MOON)
HALF = Decimal("0.5")


def length(value: Decimal, unit: TimeUnit) -> Period:
    """A length that is no range."""
    return Period.model_construct(low=value, high=value, unit=unit)


def added(one: Period, other: Period) -> Period | None:
    """Two lengths as one, in the smaller unit: 2 years 3 months = 27 months, 1 month 2 weeks = 44 days."""
    if one.low != one.high or other.low != other.high:
        return None
    if one.unit is other.unit:
        seconds = one.unit is TimeUnit.MINUTE and 0 < other.low < 1
        return length(one.low + other.low, one.unit) if seconds else None
    big, small = (one, other) if DAYS[one.unit] > DAYS[other.unit] else (other, one)
    if small.unit is TimeUnit.WEEK:
        return length(big.low * DAYS[big.unit] + small.low * 7, TimeUnit.DAY)
    per = _WHOLE.get((big.unit, small.unit), DAYS[big.unit] / DAYS[small.unit])
    return length(big.low * per + small.low, small.unit)


def _token(m: Match, low: Decimal, unit: TimeUnit, high: Decimal | None = None) -> Token:
    period = Period.model_construct(low=low, high=low if high is None else high, unit=unit)
    return Token(Kind.DURATION, m.start, m.end, period)


def _plain(number: Number) -> bool:
    return not (number.bad or number.suffix)


def _number_of_units(m: Match) -> Token | None:
    """6 weeks, 6-week, 4 to 6 weeks, 6个星期."""
    number: Number = m[Kind.NUM].value
    return _token(m, number.low, m[Kind.UNIT].value, number.high) if _plain(number) else None


def units_in(said: Period, unit: TimeUnit) -> Decimal | None:
    """How many of a unit a length has, where that needs no convention: 6 months in months, 2 years in months."""
    if said.low != said.high:
        return None
    if said.unit is unit:
        return said.low
    if (said.unit, unit) in _WHOLE:
        return said.low * _WHOLE[said.unit, unit]
    return said.low / _WHOLE[unit, said.unit] if (unit, said.unit) in _WHOLE else None


def month_hours(said: Period) -> Decimal | None:
    """The hours of a length that a month can have (28 to 31 days), else None."""
    hours = said.low if said.unit is TimeUnit.HOUR else said.low * DAYS[said.unit] * 24
    return hours if said.low == said.high and SHORTEST_MONTH <= hours <= LONGEST_MONTH else None


def _month_length(m: Match) -> Token | None:
    """28-day months, 730 hours a month, 4周一个月."""
    said, *one = (token.value for token in m.all(Kind.NUM))
    units = [TimeUnit.MONTH if token.kind is Kind.MOON else token.value for token in m.all(*_TIME)]
    units = [unit for unit in units if unit]
    if units[1:] != [TimeUnit.MONTH] or (one and one[0].low != 1) or not _plain(said):
        return None
    hours = month_hours(Period.model_construct(low=said.low, high=said.high, unit=units[0]))
    return Token(Kind.MONTH_LENGTH, m.start, m.end, hours) if hours else None


def _duty(m: Match) -> Token | None:
    """8 hours a day, 3 days a week, 每天8小时: how much of the time it runs, no length."""
    units = [token.value for token in m.all(Kind.PER, Kind.UNIT) if token.value]
    if len(units) != 2:
        return None
    if m.tokens[0].kind is Kind.PER:
        low = TimeUnit.MONTH if units[0] is TimeUnit.MONTH else None  # 每月30天 is the length of a month
        whole = SHORTEST_MONTH / Decimal(24) if low else DAYS[units[0]]
        part_of_it = units[0] is not units[1] and m[Kind.NUM].value.high * DAYS[units[1]] < whole
    else:
        part_of_it = units[0] is not units[1] and m[Kind.NUM].value.high * DAYS[units[0]] <= DAYS[units[1]]
    return Token(Kind.DUTY, m.start, m.end) if part_of_it else None


def _two_months(m: Match) -> Token | None:
    """两月, 俩月, 仨月."""
    number: Number = m[Kind.NUM].value
    return _token(m, number.low, TimeUnit.MONTH) if number.raw in ("两", "俩", "仨") else None


def _and_a_half(m: Match) -> Token | None:
    """三年半, 一个半月, a year and a half, half a year."""
    token, unit = m.first(Kind.NUM), m.first(Kind.UNIT)
    if token and not (_plain(token.value) and token.value.single):
        return None
    one = m.tokens[0].kind is Kind.GE or [t.kind for t in m.tokens[:2]] == [Kind.A, Kind.UNIT]
    whole = token.value.low if token else Decimal(1 if one else 0)
    return _token(m, whole + HALF, unit.value if unit else TimeUnit.MONTH)


def _one_unit(m: Match) -> Token | None:
    """a month, a full quarter, 整年."""
    return _token(m, Decimal(1), m[Kind.UNIT].value)


def _letter(m: Match) -> Token | None:
    """6w, where nothing says that w is 万."""
    number: Number = m[Kind.NUM].value
    weeks = number.suffix == "w" and number.high <= MOST_WEEKS
    return _token(m, number.low, TimeUnit.WEEK, number.high) if weeks else None


def _value(m: Match) -> Decimal:
    token = m.first(Kind.NUM)
    return token.value.low if token else Decimal(1)


def _quarters_of(m: Match) -> Token | None:
    """three quarters of an hour, a quarter of a year."""
    part, whole = m.all(Kind.UNIT)
    if part.value is not TimeUnit.QUARTER or whole.value is TimeUnit.QUARTER:
        return None
    return _token(m, _value(m) / 4, whole.value)


def _parts_of(m: Match) -> Token | None:
    """a third of a year: four months."""
    part, whole = m[Kind.ORDINAL].value, m[Kind.UNIT].value
    if part < 3 or whole is not TimeUnit.YEAR:
        return None
    return _token(m, 12 * _value(m) / part, TimeUnit.MONTH)


def _part_of_a_unit(m: Match) -> Token | None:
    """2/3 of a year."""
    number: Number = m[Kind.NUM].value
    part = _plain(number) and number.low < 1
    return _token(m, number.low, m[Kind.UNIT].value) if part else None


def _more_units(m: Match) -> Token | None:
    """two more weeks, one extra month, another week: how many more is said by the word between."""
    number = m.first(Kind.NUM)
    return _token(m, _value(m), m[Kind.UNIT].value) if number is None or _plain(number.value) else None


def _fortnights(m: Match) -> Token | None:
    """a fortnight."""
    return _token(m, 2 * _value(m), TimeUnit.WEEK)


def _seconds(m: Match) -> Token | None:
    """15 seconds, as minutes."""
    token = m.first(Kind.NUM)
    return _token(m, _value(m) / 60, TimeUnit.MINUTE) if token is None or _plain(token.value) else None


def _minutes_and_a_half(m: Match) -> Token | None:
    """五分半钟, 分半钟."""
    return _token(m, _value(m) + HALF, TimeUnit.MINUTE)


def _range(m: Match) -> Token | None:
    """4 weeks to 6 weeks."""
    low, high = (token.value for token in m.all(Kind.DURATION))
    fits = low.unit is high.unit and low.high < high.low
    return _token(m, low.low, low.unit, high.high) if fits else None


def _sum(m: Match) -> Token | None:
    """1 month 2 weeks, 6 weeks and 3 days, 一年零三个月."""
    one, other = (token.value for token in m.all(Kind.DURATION))
    if m.first(Kind.COMMA) and other.high * DAYS[other.unit] >= DAYS[one.unit]:
        return None  # "1 month, 2 weeks" is one length, "1 month, 40 days" are two
    together = added(one, other)
    return Token(Kind.DURATION, m.start, m.end, together) if together else None


_NO_MONEY_BEFORE = "(?<!BUDGET)(?<!BUDGET COLON)(?<!BUDGET FILLER)(?<!PRICE)(?<!CUR)"
PHRASES = (
    ("NUM AND? A? HALF DASH? OF? UNIT|NUM GE? HALF (UNIT|MOON)|GE HALF (UNIT|MOON)", _and_a_half),
    ("(NUM UNIT AND? A? HALF|A UNIT AND A? HALF)(?!UTIL|OFF|OF|A|NODE|CARD|GPU|PRICE)", _and_a_half),
    ("HALF OF? A? DASH? UNIT|HALF GE? (UNIT|MOON)|A HALF DASH? UNIT", _and_a_half),
    ("(NUM|A)? UNIT OF A? UNIT", _quarters_of),
    ("(NUM|A) ORDINAL OF A UNIT", _parts_of),
    ("NUM OF A UNIT", _part_of_a_unit),
    ("NUM DASH? (MORE|FEWER) UNIT|A? MORE UNIT", _more_units),
    ("NUM GE? DASH? UNIT (DASH|A|PER|SLASH|IN A?|NUM GE?)? (UNIT|MOON)|NUM UNIT PER", _month_length),
    ("NUM DASH? UNIT (A|PER|SLASH) UNIT|PER (FILLER|ONLY|FOR)* NUM UNIT", _duty),
    ("NUM GE? DASH? OF? FULL? UNIT|UNIT COLON NUM", _number_of_units),
    ("NUM MOON", _two_months),
    ("A? FULL DASH? UNIT|(?<!CUR)(?<!CUR NUM)A UNIT", _one_unit),
    ("(NUM|A)? FORTNIGHT", _fortnights),
    ("(NUM|A) SECOND", _seconds),
    ("NUM? CENT HALF CLOCK", _minutes_and_a_half),
    (f"{_NO_MONEY_BEFORE}NUM(?!SLASH|PER|CUR|BUDGET|AFFORD)", _letter),
)
JOINED = (
    ("DURATION (TO|DASH) DURATION", _range),
    ("DURATION (AND|COMMA)? DURATION(?!OF? (TCO|COMMIT))", _sum),
)


def with_minutes(tokens: list[Token]) -> list[Token]:
    """1 hour fifteen, 2 hours and ten: only at the very end, where the number cannot count anything else."""
    before = tokens[:-2] if len(tokens) > 1 and tokens[-2].kind is Kind.AND else tokens[:-1]
    if not before or before[-1].kind is not Kind.DURATION or tokens[-1].kind is not Kind.NUM:
        return tokens
    hours, number = before[-1], tokens[-1].value
    if (
        hours.value.unit is not TimeUnit.HOUR
        or number.suffix not in ("", "m")
        or not number.whole
        or not 0 < number.low < 60
    ):
        return tokens
    together = added(hours.value, length(number.low, TimeUnit.MINUTE))
    return [*before[:-1], Token(Kind.DURATION, hours.start, tokens[-1].end, together)] if together else tokens
