"""Formulas as a person writes them: "128 nodes × 260,000 CNY/node-month × 1.3808 months ÷ (1 − 7% loss)"."""

from collections.abc import Callable, Mapping
from decimal import Decimal

from bot.replies import figures
from bot.replies.words import say, words
from pricing.costs import Factor, FactorUnit

MINUS_ONE = Decimal(-1)
SHARES = {FactorUnit.UTILISATION, FactorUnit.SHARE, FactorUnit.LOAD}
COMPLEMENTS = {FactorUnit.LOSS, FactorUnit.DISCOUNT}
COUNTED = {FactorUnit.NODES, FactorUnit.GPUS, FactorUnit.GB, FactorUnit.REQUESTS, FactorUnit.PLAIN, FactorUnit.KW}


def formula(language: str, factors: tuple[Factor, ...]) -> str:
    """The factors in order. A factor of minus one is a minus sign in front."""
    shown = [item for item in factors if item.value != MINUS_ONE]
    sign = "−" if (len(factors) - len(shown)) % 2 else ""
    text = ""
    for item, following in zip(shown, [*shown[1:], None], strict=True):
        if item.unit is FactorUnit.HOURS_PER_MONTH and item.divide:
            continue  # written with the hours before it
        if text:
            text += " ÷ " if item.divide else " × "
        elif item.divide:
            text = "1 ÷ "
        text += _months(language, item, following) or factor(language, item)
    return f"{sign}{text}"


def _months(language: str, item: Factor, following: Factor | None) -> str | None:
    """Hours and the hours of a month after them, as months that can be checked: "1.381 months (1,008 h ÷ 730 h)"."""
    if item.unit is not FactorUnit.HOURS or following is None or following.unit is not FactorUnit.HOURS_PER_MONTH:
        return None
    months = item.value / following.value
    value = figures.significant(language, months, 4)
    if months == months.to_integral_value():
        return say(language, "unit.months", value=value)
    hours, month = (figures.factor(language, one.value) for one in (item, following))
    return say(language, "unit.months-of", value=value, hours=hours, month=month)


def factor(language: str, item: Factor) -> str:
    """One factor with what it counts. Prices and counts keep all digits, times and ratios four decimal places."""
    if item.unit in WRITERS:
        return WRITERS[item.unit](language, item)
    if item.unit in SHARES:
        value = figures.percent(language, item.value, places=4)
    elif item.unit in COMPLEMENTS:
        value = figures.percent(language, 1 - item.value, places=4)
    elif item.unit in COUNTED:
        value = figures.exact(language, item.value) if _is_short(item.value) else figures.factor(language, item.value)
    else:
        value = figures.factor(language, item.value)
    return say(language, f"unit.{item.unit}", value=value)


def _is_short(value: Decimal) -> bool:
    return len(value.normalize().as_tuple().digits) <= 12


def _price(language: str, item: Factor) -> str:
    """A price with its unit: `per` is "CNY Node-Months"."""
    currency, _, unit = item.per.partition(" ")
    return priced_per(language, item.value, currency, unit)


def _rate(language: str, item: Factor) -> str:
    """An exchange rate: `per` is "CNY/USD", so many CNY for one USD."""
    quote, _, base = item.per.partition("/")
    return say(language, "unit.rate", value=figures.exact(language, item.value), quote=quote, base=base)


WRITERS: Mapping[FactorUnit, Callable[[str, Factor], str]] = {FactorUnit.PRICE: _price, FactorUnit.RATE: _rate}


def priced_per(language: str, value: Decimal, currency: str, unit: str) -> str:
    """A price with its pricing unit: "260,000 CNY/node-month"; without currency the number and its unit."""
    amount = figures.price(language, value, currency) if currency else figures.exact(language, value)
    sentence = words(language).get(f"priced-per.{unit}")
    return sentence.format(price=amount) if sentence else say(language, "priced-per-other", price=amount, unit=unit)
