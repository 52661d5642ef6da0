"""Numbers and money as people read them. Rounding is half away from zero, here only, and never gives minus zero.

Tables show whole units (cents when amounts are small), workings show cents, verdicts three significant digits.
"""

from collections.abc import Iterable
from decimal import ROUND_HALF_UP, Context, Decimal, localcontext
from functools import cache
from itertools import pairwise

from babel import Locale
from babel.numbers import get_currency_precision, get_decimal_symbol, get_group_symbol

from bot.replies.words import known, name_of, say

ZERO = Decimal(0)
ONE = Decimal(1)
SMALL = Decimal(100)
PRECISION = 60  # digits; amounts of absurd size must still print
LAST_PLACE = 4
_EXACT = Context(prec=PRECISION)
_STEPS = tuple(Decimal(1).scaleb(-places) for places in range(PRECISION))


@cache
def _locale(language: str) -> Locale:
    return Locale(known(language))


@cache
def _scales(language: str) -> tuple[tuple[Decimal, str], ...]:
    """Powers of ten that shorten an amount, with their signs, largest first: "12:T 9:B 6:M"."""
    pairs = (pair.split(":") for pair in say(language, "money.scales").split())
    return tuple((Decimal(10) ** int(power), sign) for power, sign in pairs)


@cache
def _signs(language: str) -> tuple[str, str]:
    """What stands between groups of three digits, and before the decimal places."""
    return get_group_symbol(_locale(language)), get_decimal_symbol(_locale(language))


def to_places(value: Decimal, places: int) -> Decimal:
    """The value with this many decimal places, half away from zero; never minus zero."""
    step = _step(places)
    return value.quantize(step, ROUND_HALF_UP, _EXACT) or step * 0


def _step(places: int) -> Decimal:
    return _STEPS[places] if places < PRECISION else Decimal(1).scaleb(-places)


def number(language: str, value: Decimal | int, places: int = 0, trim: bool = False) -> str:
    """A grouped number with this many decimal places; `trim` drops zeros at its end."""
    text = f"{to_places(Decimal(value), places):,f}"
    if trim and places:
        text = text.rstrip("0").rstrip(".")
    group, point = _signs(language)
    return text if (group, point) == (",", ".") else text.translate({ord(","): group, ord("."): point})


def places_of(value: Decimal) -> int:
    """Decimal places a number needs to be written in full."""
    return max(0, -int(value.normalize(_EXACT).as_tuple().exponent))


def exact(language: str, value: Decimal, least: int = 0) -> str:
    """A grouped number with every digit it was written with, without zeros at its end but for the `least` places."""
    return number(language, value, max(least, places_of(value)))


def places_of_digits(value: Decimal, digits: int) -> int:
    """Decimal places that show so many significant digits of a number that is not zero."""
    return max(0, digits - 1 - value.adjusted())


def significant(language: str, value: Decimal, digits: int, trim: bool = True) -> str:
    """A number with this many significant digits; whole digits are never cut, zeros at its end are where `trim`."""
    return number(language, value, places_of_digits(value, digits), trim) if value else "0"


def factor_places(value: Decimal) -> int:
    """Decimal places of a factor of a formula: four, or those of four digits where it is smaller than that."""
    return LAST_PLACE if not value or value.adjusted() >= 0 else places_of_digits(value, LAST_PLACE)


def factor(language: str, value: Decimal) -> str:
    """A factor of a formula, without zeros at its end."""
    return number(language, value, factor_places(value), trim=True)


def percent(language: str, fraction: Decimal, places: int = 1) -> str:
    """A fraction as a percentage, "41.7%"; something too small to show is "<0.1%"."""
    value = fraction * 100
    if ZERO < value < ONE and not to_places(value, places):
        return f"<{number(language, _step(places), places)}%"
    return f"{number(language, value, places, trim=True)}%"


@cache
def currency_places(currency: str) -> int:
    """Decimal places a currency is counted in: 2, or 0 for yen and won."""
    return get_currency_precision(currency)


def table_places(amounts: Iterable[Decimal], currency: str) -> int:
    """Places of a table's amounts: none, or those of the currency when an amount is below 100."""
    small = any(ZERO < abs(amount) < SMALL for amount in amounts)
    return currency_places(currency) if small else 0


def amount(language: str, value: Decimal, places: int) -> str:
    """An amount without its currency; something too small to show is "<0.01", never 0.00."""
    if ZERO < value < ONE and not to_places(value, places):
        return f"<{number(language, _step(places), places)}"
    return number(language, value, places)


def cents(language: str, value: Decimal, currency: str) -> str:
    """An amount to the smallest coin of its currency, without the currency."""
    return amount(language, value, currency_places(currency))


def money(language: str, value: Decimal, currency: str) -> str:
    """An amount to the smallest coin, with its currency: "49,421,606.49 CNY", "49,421,606.49元"."""
    return _with_currency(language, cents(language, value, currency), currency)


def price(language: str, value: Decimal, currency: str) -> str:
    """A unit price with all its digits: "260,000 CNY", "3.90 USD", "0.0104 USD"."""
    return f"{exact(language, value, currency_places(currency) if places_of(value) else 0)} {currency}"


def short_money(language: str, value: Decimal, currency: str) -> str:
    """An amount with three significant digits and its currency: "22.6M CNY", "2,262万元"."""
    return _with_currency(language, short(language, value, currency), currency)


def short(language: str, value: Decimal, currency: str = "") -> str:
    """Three significant digits with M, B, T or 万, 亿, 万亿; below those, whole units or cents."""
    with localcontext(prec=PRECISION):
        scale, sign = _scale(language, value)
        if sign:
            figure = _three(value / scale)
            return f"{number(language, figure, _decimals(figure))}{sign}"
    places = currency_places(currency) if currency and ZERO < abs(value) < SMALL else 0
    return amount(language, value, places)


def _scale(language: str, value: Decimal) -> tuple[Decimal, str]:
    """The largest scale the value reaches, also by rounding: 999,999,999 is 1.00B, not 1000M."""
    for (scale, sign), (below, _) in pairwise((*_scales(language), (ONE, ""))):
        figure = to_places(value, 0) if below == ONE else _three(value / below) * below
        if abs(figure) >= scale:
            return scale, sign
    return ONE, ""


def large(language: str, value: Decimal) -> str:
    """A large number that is no money, to four significant digits: "70B", "15T", "1,750亿"."""
    scale, sign = scale_of(language, value)
    return f"{significant(language, value / scale, 4)}{sign}"


def scale_of(language: str, value: Decimal) -> tuple[Decimal, str]:
    """The largest scale a value reaches, and its sign."""
    return next((pair for pair in _scales(language) if value >= pair[0]), (ONE, ""))


def _three(value: Decimal) -> Decimal:
    return to_places(value, _decimals(value))


def _decimals(value: Decimal) -> int:
    return min(2, max(0, 2 - value.adjusted())) if value else 0


def _with_currency(language: str, figure: str, currency: str) -> str:
    return say(language, "money.amount", figure=figure, currency=currency_name(language, currency))


def currency_name(language: str, currency: str) -> str:
    """How a currency is written behind an amount: its ISO code, or 元, 美元 ... in Chinese."""
    return name_of(language, "currency", currency)


def difference(language: str, old: Decimal, new: Decimal, currency: str) -> str:
    """A change in words with its base: "22.6M CNY more (+100% of 22.6M CNY)"; no percentage of nothing."""
    delta = new - old
    if not delta:
        return say(language, "difference.none")
    key = "difference.more" if delta > 0 else "difference.less"
    words = say(language, key, amount=short_money(language, abs(delta), currency))
    if old <= 0:
        return words
    sign = "+" if delta > 0 else "-"
    share = f"{sign}{percent(language, abs(delta) / old)}"
    return say(language, "difference.share", words=words, share=share, base=short_money(language, old, currency))


def decimal(value: object) -> Decimal:
    """A number of a flag as a Decimal."""
    return value if isinstance(value, Decimal) else Decimal(str(value))
