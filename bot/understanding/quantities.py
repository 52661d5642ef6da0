"""Amounts with their units as one token each: ranges, money, shares, data, lengths of time."""

from dataclasses import dataclass
from decimal import ROUND_HALF_EVEN, Decimal

from bot.understanding import durations
from bot.understanding.kinds import Kind, Number, Token
from bot.understanding.phrases import Match, Phrases, rewrite

_MILLION, _BILLION, _TRILLION = Decimal(10) ** 6, Decimal(10) ** 9, Decimal(10) ** 12
LETTERS = {
    **dict.fromkeys(("m", "mm", "mn"), _MILLION),
    **dict.fromkeys(("b", "bn"), _BILLION),
    **dict.fromkeys(("t", "tn"), _TRILLION),
    "w": Decimal(10_000),
}
BYTES = {unit: Decimal(1000) ** power for power, unit in enumerate(("B", "KB", "MB", "GB", "TB", "PB", "EB"))} | {
    unit: Decimal(1024) ** power for power, unit in enumerate(("KiB", "MiB", "GiB", "TiB", "PiB"), start=1)
}
TENTH = Decimal("0.1")
SIGNS = {"$": "USD", "£": "GBP"}
"""What a bare sign stands for in an answer."""


PLACES = Decimal(1).scaleb(-12)


@dataclass(frozen=True, slots=True)
class Cash:
    """An amount of money as said. `currency`: ISO code, "$" or "£" for the bare sign, "" when none was said."""

    amount: Decimal
    currency: str


@dataclass(frozen=True, slots=True)
class Data:
    """An amount of data in its unit as said."""

    amount: Decimal
    unit: str

    @property
    def tb(self) -> Decimal:
        """In decimal TB."""
        return self.amount * BYTES[self.unit] / BYTES["TB"]


def applied(number: Number) -> Number:
    """The number with its letter read as a size: m million, b billion, t trillion, w 万."""
    return number.times(LETTERS[number.suffix]) if number.suffix else number


def _range(m: Match) -> Token | None:
    """64 to 128, 4-6, 50-100万, between 64 and 128, 64张到128张."""
    low, high = (token.value for token in m.all(Kind.NUM))
    if not (low.scale or low.suffix) and high.scale and 0 < low.low < high.raw_low:
        low = low.times(high.low / high.raw_low)
    rising = low.single and high.single and low.low < high.low
    if not rising or "/" in low.raw + high.raw or low.suffix not in ("", high.suffix):
        return None
    return Token(Kind.NUM, m.start, m.end, Number(low.low, high.low, high.suffix, high.scale))


def _said_twice(m: Match) -> Token | None:
    """forty-five (45)."""
    one, other = (token.value for token in m.all(Kind.NUM))
    return Token(Kind.NUM, m.start, m.end, one) if one.low == other.low else None


def _and_fraction(m: Match) -> Token | None:
    """1 1/2."""
    whole, part = (token.value for token in m.all(Kind.NUM))
    if not (whole.whole and whole.single and part.raw.count("/") == 1 and part.low < 1 and not whole.suffix):
        return None
    return Token(Kind.NUM, m.start, m.end, Number(whole.low + part.low, whole.low + part.low))


def _and_half(m: Match) -> Token | None:
    """5 and a half."""
    number: Number = m[Kind.NUM].value
    half = Number(number.low + Decimal("0.5"), number.high + Decimal("0.5"))
    return Token(Kind.NUM, m.start, m.end, half) if number.whole and not (number.suffix or number.scale) else None


def _negative(m: Match) -> Token | None:
    """minus 5, 负5."""
    return Token(Kind.NUM, m.start, m.end, m[Kind.NUM].value.negated())


def _money(m: Match) -> Token | None:
    """$2M, 2 million dollars, 28万元, RMB 300万, 75 USD million, 48.5 MGBP."""
    number: Number = m[Kind.NUM].value
    if number.bad or not number.single or number.low < 0 or "/" in number.raw:
        return None
    codes = [token.value for token in m.all(Kind.CUR)]
    code = next((code for code in codes if code not in SIGNS), codes[0])
    amount = applied(number).low * (m[Kind.SCALE].value if m.first(Kind.SCALE) else 1)
    if code.startswith("M "):
        code, amount = code.removeprefix("M ").replace("RMB", "CNY"), amount * _MILLION
    return Token(Kind.MONEY, m.start, m.end, Cash(amount, code))


def _in_money(m: Match) -> Token | None:
    """1.8M in dollars; "64 in dollars" counts something."""
    number: Number = m[Kind.NUM].value
    return _money(m) if number.suffix in ("m", "mm", "mn") or number.scale not in ("", "k", "分之") else None


def _cents(m: Match) -> Token | None:
    """99 cents."""
    number: Number = m[Kind.NUM].value
    cash = Cash(number.low * m[Kind.US_CENT].value, "$")
    return None if number.bad or number.suffix or not number.single else Token(Kind.MONEY, m.start, m.end, cash)


def _tenths_of_a_yuan(m: Match) -> Token | None:
    """四毛五: money without the word for the yuan."""
    tenths, hundredths = (token.value for token in m.all(Kind.NUM))
    digits = all(number.whole and 0 < number.low < 10 for number in (tenths, hundredths))
    cash = Cash(tenths.low / 10 + hundredths.low / 100, "CNY")
    return Token(Kind.MONEY, m.start, m.end, cash) if digits and m[Kind.CENT].value == TENTH else None


def _grand(m: Match) -> Token | None:
    """200 grand."""
    number: Number = m[Kind.NUM].value
    said = number.scale == "grand" and number.single
    return Token(Kind.MONEY, m.start, m.end, Cash(number.low, "USD")) if said else None


def _money_and_cents(m: Match) -> Token | None:
    """20 dollars 43 cents, 五元三毛, 9块9."""
    money, *more = (token.value for token in m.all(Kind.MONEY))
    whole = money.amount == money.amount.to_integral_value()
    if more:  # 20 dollars 43 cents: two amounts, the second below one
        together = Cash(money.amount + more[0].amount, money.currency)
        below = more[0].currency in ("$", "CNY") and more[0].amount < 1 and whole
        return Token(Kind.MONEY, m.start, m.end, together) if below else None
    number, cent = m[Kind.NUM].value, m.first(Kind.CENT)
    if number.suffix or number.bad or not 0 <= number.low < 100 or not (whole or cent):
        return None
    tenth = money.currency == "CNY" and 0 < number.low < 10
    part = number.low * (cent.value if cent else Decimal("0.1" if tenth else "0.01"))
    return Token(Kind.MONEY, m.start, m.end, Cash(money.amount + part, money.currency))


def _percent(m: Match) -> Token | None:
    """30%, thirty percent, 2.4个百分点."""
    number: Number = m[Kind.NUM].value
    return None if number.bad or number.suffix else Token(Kind.PERCENT, m.start, m.end, number.low / 100)


def _tenths(m: Match) -> Token | None:
    """三成, 七成六, 半成."""
    numbers = [token.value.low for token in m.all(Kind.NUM)] or [Decimal("0.5")]
    share = numbers[0] / 10 + (numbers[1] / 100 if len(numbers) > 1 else 0)
    return Token(Kind.PERCENT, m.start, m.end, share) if 0 <= share <= 1 else None


def _out_of(m: Match) -> Token | None:
    """百分之三十, 千分之一: the reader of numerals has done the division."""
    number: Number = m[Kind.NUM].value
    return Token(Kind.PERCENT, m.start, m.end, number.low) if number.scale == "分之" else None


def _data(m: Match) -> Token | None:
    """20 TB, 8000GB, half a petabyte, a terabyte."""
    token, half = m.first(Kind.NUM), m.first(Kind.HALF)
    alone = Decimal("0.5") if half else Decimal(1)
    number: Number = token.value if token else Number(alone, alone)
    if number.bad or not number.single:
        return None
    return Token(Kind.SIZE, m.start, m.end, Data(applied(number).low, m[Kind.BYTES].value))


NUMBERS: Phrases[Token] = Phrases(
    (
        ("NEGATIVE NUM", _negative),
        ("NUM NUM", _and_fraction),
        ("NUM AND A HALF(?!UNIT)", _and_half),
        ("NUM OPEN NUM CLOSE", _said_twice),
        ("BETWEEN? NUM (TO|DASH|TO DASH|OR) NUM|BETWEEN NUM AND NUM", _range),
        ("NUM (CARD|NODE) (TO|DASH) NUM(?=CARD|NODE)", _range),
    )
)
QUANTITIES: Phrases[Token] = Phrases(
    (
        ("NUM GE? DASH? BYTES|HALF A? BYTES|A BYTES", _data),
        ("CUR+ NUM CUR*|NUM CUR+ SCALE?", _money),
        ("NUM IN CUR", _in_money),
        ("NUM CENT NUM", _tenths_of_a_yuan),
        ("NUM US_CENT", _cents),
        ("NUM", _grand),
        ("NUM (PCT|GE? POINT)", _percent),
        ("NUM CHENG NUM?|HALF CHENG", _tenths),
        ("NUM", _out_of),
        *durations.PHRASES,
    )
)
JOINED: Phrases[Token] = Phrases(
    (*durations.JOINED, ("MONEY AND? (NUM CENT?|MONEY)(?!CARD|NODE|KWH)", _money_and_cents))
)


def read(tokens: list[Token]) -> list[Token]:
    """The tokens with every amount that has a unit as one token."""
    for table in (NUMBERS, QUANTITIES, JOINED, JOINED):  # 1 year 1 month 21 days: two by two
        tokens = rewrite(tokens, table)
    return durations.with_minutes(tokens)


def exact(number: Decimal) -> Decimal:
    """The number with at most 12 places: 1/3 off has no end."""
    places = number.as_tuple().exponent
    endless = isinstance(places, int) and places < -12
    return number.quantize(PLACES, ROUND_HALF_EVEN).normalize() if endless else number
