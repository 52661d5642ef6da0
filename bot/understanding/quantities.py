"""Amounts with their units: lengths of time, money, shares, data, ranges. Each phrase turns tokens into one token."""

from dataclasses import dataclass
from decimal import Decimal

from bot.understanding.kinds import Kind, Number, Token
from bot.understanding.phrases import Match, Phrases, rewrite
from bot.understanding.request import Period
from pricing.units import TimeUnit

MILLION, BILLION, TRILLION = Decimal(10) ** 6, Decimal(10) ** 9, Decimal(10) ** 12
LETTERS = {
    "mm": MILLION,
    "mn": MILLION,
    "m": MILLION,
    "bn": BILLION,
    "b": BILLION,
    "tn": TRILLION,
    "t": TRILLION,
    "w": Decimal(10_000),
}
BYTES = {
    "B": Decimal(1),
    "KB": Decimal(10) ** 3,
    "MB": Decimal(10) ** 6,
    "GB": Decimal(10) ** 9,
    "TB": Decimal(10) ** 12,
    "PB": Decimal(10) ** 15,
    "EB": Decimal(10) ** 18,
    "KiB": Decimal(2) ** 10,
    "MiB": Decimal(2) ** 20,
    "GiB": Decimal(2) ** 30,
    "TiB": Decimal(2) ** 40,
    "PiB": Decimal(2) ** 50,
}
SIGNS = {"$": "USD", "£": "GBP"}
"""What a bare sign stands for in an answer."""
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


@dataclass(frozen=True, slots=True)
class Cash:
    """An amount of money as said. `currency` "": only a word such as 万 says that it may be money."""

    amount: Decimal
    currency: str


@dataclass(frozen=True, slots=True)
class Data:
    """An amount of data in its unit as said."""

    amount: Decimal
    unit: str

    @property
    def tb(self) -> Decimal:
        return self.amount * BYTES[self.unit] / BYTES["TB"]


def applied(number: Number) -> Number:
    """The number with its letter read as a size: m million, b billion, t trillion, w 万."""
    return number.times(LETTERS[number.suffix]) if number.suffix else number


def _range(m: Match) -> Token | None:
    """64 to 128, 4-6, 50-100万, between 64 and 128."""
    low, high = (token.value for token in m.all(Kind.NUM))
    if low.scale == "" and low.suffix == "" and (high.scale or high.suffix) and low.low < high.raw_low:
        factor = high.low / high.raw_low if high.raw_low else 1
        low = low.times(factor)
    if (
        not (low.single and high.single and low.low < high.low)
        or "/" in low.raw + high.raw
        or low.suffix not in ("", high.suffix)
    ):
        return None
    return Token(Kind.NUM, m.start, m.end, Number(low.low, high.low, high.suffix, high.scale))


def _range_of_counted(m: Match) -> Token | None:
    """64张到128张: the range, before its counter."""
    low, high = (token.value for token in m.all(Kind.NUM))
    if not low.low < high.low:
        return None
    return Token(Kind.NUM, m.start, m.tokens[-2].end, Number(low.low, high.low, high.suffix, high.scale))


def _said_twice(m: Match) -> Token | None:
    """forty-five (45)."""
    one, other = (token.value for token in m.all(Kind.NUM))
    return Token(Kind.NUM, m.start, m.end, one) if one.low == other.low else None


def _plus_fraction(m: Match) -> Token | None:
    """1 1/2."""
    whole, part = (token.value for token in m.all(Kind.NUM))
    if not (whole.whole and whole.single and part.raw.count("/") == 1 and part.low < 1 and not whole.suffix):
        return None
    return Token(Kind.NUM, m.start, m.end, Number(whole.low + part.low, whole.low + part.low))


def _negative(m: Match) -> Token | None:
    """minus 5, 负5."""
    return Token(Kind.NUM, m.start, m.end, m[Kind.NUM].value.negated())


NUMBERS: Phrases[Token] = Phrases(
    [
        ("NEGATIVE NUM", _negative),
        ("NUM NUM", _plus_fraction),
        ("NUM OPEN NUM CLOSE", _said_twice),
        ("(BETWEEN)? NUM (TO|DASH|TO DASH|OR) NUM|BETWEEN NUM AND NUM", _range),
    ]
)


def _period(m: Match, value: Decimal, unit: TimeUnit, high: Decimal | None = None) -> Token:
    return Token(
        Kind.DURATION,
        m.start,
        m.end,
        Period.model_construct(low=value, high=value if high is None else high, unit=unit),
    )


def _duration(m: Match) -> Token | None:
    """6 weeks, 6-week, 4 to 6 weeks, 6个星期."""
    number, unit = m[Kind.NUM].value, m[Kind.UNIT].value
    if number.bad or (number.suffix and number.suffix != "w"):
        return None
    if number.suffix == "w":
        number = applied(number)
    return _period(m, number.low, unit, number.high)


def _two_months(m: Match) -> Token | None:
    """两月, 俩月."""
    return _period(m, Decimal(2), TimeUnit.MONTH) if m[Kind.NUM].value.raw in ("两", "俩") else None


def _duration_and_half(m: Match) -> Token | None:
    """三年半, 一个半月, a year and a half, half a year."""
    number = m.first(Kind.NUM)
    value = number.value.low if number else Decimal(1 if m.tokens[0].kind is Kind.GE or _starts_with_one(m) else 0)
    if number and (number.value.bad or number.value.suffix or not number.value.single):
        return None
    unit = m.first(Kind.UNIT)
    return _period(m, value + Decimal("0.5"), unit.value if unit else TimeUnit.MONTH)


def _starts_with_one(m: Match) -> bool:
    """a month and a half, but not a half month."""
    return m.tokens[0].kind is Kind.A and m.tokens[1].kind is Kind.UNIT


def _one(m: Match) -> Token | None:
    """a month, a full quarter, 整年."""
    return _period(m, Decimal(1), m[Kind.UNIT].value)


def _weeks_letter(m: Match) -> Token | None:
    """6w, where nothing says that w is 万."""
    number = m[Kind.NUM].value
    weeks = number.suffix == "w" and number.high <= 104  # 700W is power
    return _period(m, number.low, TimeUnit.WEEK, number.high) if weeks else None


def _fortnight(m: Match) -> Token | None:
    number = m.first(Kind.NUM)
    value = number.value.low if number else Decimal(1)
    return _period(m, 2 * value, TimeUnit.WEEK)


def _seconds(m: Match) -> Token | None:
    """15 seconds, as minutes."""
    number = m.first(Kind.NUM)
    if number and (number.value.bad or number.value.suffix):
        return None
    return _period(m, (number.value.low if number else Decimal(1)) / 60, TimeUnit.MINUTE)


def _minutes_and_half(m: Match) -> Token | None:
    """五分半钟, 分半钟, 30分钟."""
    number = m.first(Kind.NUM)
    return _period(m, (number.value.low if number else Decimal(1)) + Decimal("0.5"), TimeUnit.MINUTE)


def _duration_range(m: Match) -> Token | None:
    """4 weeks to 6 weeks."""
    low, high = (token.value for token in m.all(Kind.DURATION))
    if low.unit is not high.unit or not low.high < high.low:
        return None
    return _period(m, low.low, low.unit, high.high)


def _length(value: Decimal, unit: TimeUnit) -> Period:
    return Period.model_construct(low=value, high=value, unit=unit)


def added(low: Period, high: Period) -> Period | None:
    """Two lengths as one, in the smaller unit: 2 years 3 months = 27 months, 1 month 2 weeks = 44 days."""
    if low.low != low.high or high.low != high.high:
        return None
    if low.unit is high.unit:
        seconds = low.unit is TimeUnit.MINUTE and 0 < high.low < 1
        return _length(low.low + high.low, low.unit) if seconds else None
    big, small = (low, high) if DAYS[low.unit] > DAYS[high.unit] else (high, low)
    if big.unit is TimeUnit.YEAR and small.unit in (TimeUnit.MONTH, TimeUnit.QUARTER):
        per = Decimal(12 if small.unit is TimeUnit.MONTH else 4)
    elif big.unit is TimeUnit.QUARTER and small.unit is TimeUnit.MONTH:
        per = Decimal(3)
    elif small.unit is TimeUnit.WEEK:
        days = big.low * DAYS[big.unit] + small.low * 7
        return _length(days, TimeUnit.DAY)
    else:
        per = DAYS[big.unit] / DAYS[small.unit]
    value = big.low * per + small.low
    return _length(value, small.unit)


def _composite(m: Match) -> Token | None:
    """1 month 2 weeks, 6 weeks and 3 days, 一年零三个月."""
    one, other = (token.value for token in m.all(Kind.DURATION))
    if m.first(Kind.AND) is None and DAYS[one.unit] < DAYS[other.unit] and m.first(Kind.COMMA):
        return None
    together = added(one, other)
    return Token(Kind.DURATION, m.start, m.end, together) if together else None


def _money(m: Match) -> Token | None:
    """$2M, 2 million dollars, 28万元, RMB 300万, 75 USD million."""
    number, currency = m[Kind.NUM].value, m.all(Kind.CUR)
    if number.bad or not number.single or "/" in number.raw:
        return None
    codes = [token.value for token in currency]
    amount = applied(number).low * (m[Kind.SCALE].value if m.first(Kind.SCALE) else 1)
    if codes[0].startswith("M "):  # MUSD, MEUR: millions
        codes, amount = [codes[0][2:].replace("RMB", "CNY")], amount * MILLION
    code = codes[0] if len(set(codes)) == 1 else next((c for c in codes if c not in ("$", "£")), codes[0])
    return Token(Kind.MONEY, m.start, m.end, Cash(amount, code))


def _grand(m: Match) -> Token | None:
    """200 grand."""
    number = m[Kind.NUM].value
    return (
        Token(Kind.MONEY, m.start, m.end, Cash(number.low, "USD"))
        if number.scale == "grand" and number.single
        else None
    )


def _money_and_cents(m: Match) -> Token | None:
    """20 dollars 43 cents, 五元三毛."""
    money = m[Kind.MONEY].value
    number, cent = m[Kind.NUM].value, m.first(Kind.CENT)
    if number.suffix or number.bad or not 0 <= number.low < 100 or (money.amount % 1 and cent is None):
        return None
    tenth = money.currency == "CNY" and 0 < number.low < 10  # 9块9
    part = number.low * (cent.value if cent else Decimal("0.1" if tenth else "0.01"))
    return Token(Kind.MONEY, m.start, m.end, Cash(money.amount + part, money.currency))


def _percent(m: Match) -> Token | None:
    """30%, thirty percent, 2.4个百分点."""
    number = m[Kind.NUM].value
    return None if number.bad or number.suffix else Token(Kind.PERCENT, m.start, m.end, number.low / 100)


def _tenths(m: Match) -> Token | None:
    """三成, 七成六, 半成."""
    numbers = [token.value.low for token in m.all(Kind.NUM)] or [Decimal("0.5")]
    share = numbers[0] / 10 + (numbers[1] / 100 if len(numbers) > 1 else 0)
    return Token(Kind.PERCENT, m.start, m.end, share) if 0 <= share <= 1 else None


def _out_of(m: Match) -> Token | None:
    """百分之三十, 千分之一: the number reader has done the division."""
    number = m[Kind.NUM].value
    return Token(Kind.PERCENT, m.start, m.end, number.low) if number.scale == "分之" else None


def _data(m: Match) -> Token | None:
    """20 TB, 8000GB."""
    number = m[Kind.NUM].value
    if number.bad or not number.single:
        return None
    number = applied(number) if number.suffix != "w" else number.times(10_000)
    return Token(Kind.SIZE, m.start, m.end, Data(number.low, m[Kind.BYTES].value))


def _half_data(m: Match) -> Token | None:
    """half a petabyte."""
    return Token(Kind.SIZE, m.start, m.end, Data(Decimal("0.5"), m[Kind.BYTES].value))


QUANTITIES: Phrases[Token] = Phrases(
    [
        # data and rates of data
        ("NUM GE? DASH? BYTES", _data),
        ("HALF A? BYTES", _half_data),
        # money
        ("CUR+ NUM CUR*|NUM CUR+ SCALE?", _money),
        ("NUM", _grand),
        # shares
        ("NUM (PCT|GE? POINT)", _percent),
        ("NUM CHENG NUM?|HALF CHENG", _tenths),
        ("NUM", _out_of),
        # time
        ("NUM AND? A? HALF DASH? OF? UNIT|NUM GE? HALF (UNIT|MOON)|GE HALF (UNIT|MOON)", _duration_and_half),
        ("NUM UNIT AND? A? HALF|A UNIT AND A? HALF", _duration_and_half),
        ("HALF OF? A? DASH? UNIT|HALF GE? (UNIT|MOON)|A HALF DASH? UNIT", _duration_and_half),
        ("NUM GE? DASH? OF? UNIT", _duration),
        ("NUM GE? FULL UNIT", _duration),
        ("NUM MOON", _two_months),
        ("A? FULL DASH? UNIT|A UNIT", _one),
        ("(NUM|A)? FORTNIGHT", _fortnight),
        ("(NUM|A) SECOND", _seconds),
        ("NUM? CENT HALF CLOCK", _minutes_and_half),
        ("NUM", _weeks_letter),
    ]
)

COMPOSITES: Phrases[Token] = Phrases(
    [
        ("DURATION (TO|DASH) DURATION", _duration_range),
        ("DURATION (AND|COMMA)? DURATION", _composite),
        ("MONEY AND? NUM CENT?", _money_and_cents),
    ]
)


def read(tokens: list[Token]) -> list[Token]:
    """The tokens with every amount that has a unit as one token."""
    for table in (NUMBERS, QUANTITIES, COMPOSITES, COMPOSITES):  # 1 year 1 month 21 days: two by two
        tokens = rewrite(tokens, table)
    return _with_minutes(tokens)


def _with_minutes(tokens: list[Token]) -> list[Token]:
    """1 hour fifteen, 2 hours and ten: only at the very end, where the number cannot count anything else."""
    before = tokens[:-2] if len(tokens) > 1 and tokens[-2].kind is Kind.AND else tokens[:-1]
    if not before or before[-1].kind is not Kind.DURATION or tokens[-1].kind is not Kind.NUM:
        return tokens
    hours, number = before[-1], tokens[-1].value
    if hours.value.unit is not TimeUnit.HOUR or number.suffix or not number.whole or not 0 < number.low < 60:
        return tokens
    together = added(hours.value, _length(number.low, TimeUnit.MINUTE))
    return [*before[:-1], Token(Kind.DURATION, hours.start, tokens[-1].end, together)] if together else tokens
