"""Numbers as parts of a date: days, months, years."""

from bot.understanding.kinds import Number, Token

YEARS = range(1990, 2100)
TWO = ("两", "俩", "仨")  # 两月 is two months; February is 二月


class NoDate(Exception):
    """The numbers in a phrase make no date after all."""


def day_number(token: Token) -> int:
    """A day or month number. Raises NoDate for what is none."""
    if isinstance(token.value, int):
        return token.value
    value = token.value
    if value.suffix or value.scale or not value.single or not value.whole or not 0 < value.low < 100:
        raise NoDate
    return int(value.low)


def short_year(token: Token) -> int:
    """2027, 27, two thousand and five. Raises NoDate."""
    number = token.value
    if not isinstance(number, Number) or number.suffix or not number.single or not number.whole:
        raise NoDate
    if number.low in YEARS and "," not in number.raw:
        return int(number.low)
    if 0 <= number.low < 70 and len(number.raw or "00") == 2:
        return 2000 + int(number.low)
    raise NoDate


def full_year(token: Token) -> int:
    """2027. Raises NoDate."""
    year = short_year(token)
    if token.value.low != year:
        raise NoDate
    return year
