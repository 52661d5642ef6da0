"""Formulas as a person writes them: "128 nodes × 260,000 CNY/node-month × 1.381 months (1,008 h ÷ 730 h)".

Who multiplies what is printed gets the printed amount. Prices and counts keep all digits, times and ratios have four
decimal places, or more where it takes more.
"""

from collections.abc import Callable, Mapping
from decimal import Decimal
from itertools import pairwise

from bot.replies import figures, times
from bot.replies.equation import Numbers, as_printed
from bot.replies.words import say, say_count, words
from pricing.costs import Factor, FactorUnit

MINUS_ONE = Decimal(-1)
ONE = Decimal(1)
HUNDRED = Decimal(100)
SHORT = 12  # digits of a number that is printed in full
SHARES = {FactorUnit.UTILISATION, FactorUnit.SHARE, FactorUnit.LOAD}
COMPLEMENTS = {FactorUnit.LOSS, FactorUnit.DISCOUNT}
IN_FULL = {
    FactorUnit.PRICE,
    FactorUnit.RATE,
    FactorUnit.NODES,
    FactorUnit.GPUS,
    FactorUnit.GB,
    FactorUnit.REQUESTS,
    FactorUnit.PLAIN,
    FactorUnit.KW,
}


def formula(language: str, factors: tuple[Factor, ...], amount: Decimal, places: int) -> str:
    """The factors in order, in as many digits as it takes for them to give `amount` to so many decimal places.

    A factor of minus one is a minus sign in front.
    """
    shown = [item for item in factors if item.value != MINUS_ONE]
    sign = "−" if (len(factors) - len(shown)) % 2 else ""
    values = as_printed(
        [item.value for item in shown],
        [_places(item) for item in shown],
        lambda numbers: _product(shown, numbers),
        -amount if sign else amount,
        places,
    )
    return sign + _joined([item.divide for item in shown], _terms(language, shown, values))


def _terms(language: str, items: list[Factor], values: Numbers) -> list[str]:
    """The factors in words; the hours of a month stand with the hours before them, and alone are no term."""
    month_of = {
        i: values[i + 1]
        for i, (item, following) in enumerate(pairwise(items))
        if item.unit is FactorUnit.HOURS and following.unit is FactorUnit.HOURS_PER_MONTH and following.divide
    }
    return [
        ""
        if i - 1 in month_of
        else _months(language, value, month_of[i])
        if i in month_of
        else _written(language, item, value)
        for i, (item, value) in enumerate(zip(items, values, strict=True))
    ]


def _joined(divides: list[bool], terms: list[str]) -> str:
    text = ""
    for divide, term in zip(divides, terms, strict=True):
        if term:
            sign = (" ÷ " if divide else " × ") if text else ("1 ÷ " if divide else "")
            text += sign + term
    return text


def _product(items: list[Factor], numbers: Numbers) -> Decimal:
    amount = ONE
    for item, number in zip(items, numbers, strict=True):
        amount = amount / number if item.divide else amount * number
    return amount


def _places(item: Factor) -> int:
    """Decimal places a factor is printed with at least."""
    if item.unit in SHARES or item.unit in COMPLEMENTS:
        return max(figures.LAST_PLACE + 2, figures.factor_places(item.value))  # four of a percentage
    if item.unit in IN_FULL and len(item.value.normalize().as_tuple().digits) <= SHORT:
        return figures.places_of(item.value)
    return figures.factor_places(item.value)


def _months(language: str, hours: Decimal, hours_per_month: Decimal) -> str:
    """Hours as months that can be checked: "1.381 months (1,008 h ÷ 730 h)"; whole months need no check."""
    months = hours / hours_per_month
    value = times.in_digits(language, months)
    if months == months.to_integral_value():
        return say_count(language, "unit.months", value)
    facts = {"hours": figures.exact(language, hours), "month": figures.exact(language, hours_per_month)}
    return say_count(language, "unit.months-of", value, **facts)


def factor(language: str, item: Factor) -> str:
    """One factor with what it counts."""
    return _written(language, item, figures.to_places(item.value, _places(item)))


def _written(language: str, item: Factor, value: Decimal) -> str:
    """A factor of this value, which is printed in full."""
    if item.unit in WRITERS:
        return WRITERS[item.unit](language, item, value)
    if item.unit in SHARES:
        text = _percentage(language, value)
    elif item.unit in COMPLEMENTS:
        text = _percentage(language, 1 - value)
    else:
        text = figures.exact(language, value)
    return say_count(language, f"unit.{item.unit}", text)


def _percentage(language: str, fraction: Decimal) -> str:
    return f"{figures.exact(language, fraction * HUNDRED)}%"


def _price(language: str, item: Factor, value: Decimal) -> str:
    """A price with its unit: `per` is "CNY Node-Months"."""
    currency, _, unit = item.per.partition(" ")
    return priced_per(language, value, currency, unit)


def _rate(language: str, item: Factor, value: Decimal) -> str:
    """An exchange rate: `per` is "CNY/USD", so many CNY for one USD."""
    quote, _, base = item.per.partition("/")
    return say(language, "unit.rate", value=figures.exact(language, value), quote=quote, base=base)


WRITERS: Mapping[FactorUnit, Callable[[str, Factor, Decimal], str]] = {
    FactorUnit.PRICE: _price,
    FactorUnit.RATE: _rate,
}


def priced_per(language: str, value: Decimal, currency: str, unit: str) -> str:
    """A price with its pricing unit: "260,000 CNY/node-month"; without currency the number and its unit."""
    amount = figures.price(language, value, currency) if currency else figures.exact(language, value)
    sentence = words(language).get(f"priced-per.{unit}")
    return sentence.format(price=amount) if sentence else say(language, "priced-per-other", price=amount, unit=unit)
