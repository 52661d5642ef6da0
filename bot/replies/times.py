"""Lengths of time and days as people read them. A month is passed in as hours; days are ISO.

No length has more than four decimal places, and one that is not zero never reads as zero.
"""

from decimal import Decimal

from bot.replies import figures
from bot.replies.words import say, say_count
from pricing.units import HOURS_PER_DAY, HOURS_PER_WEEK, Duration, TimeUnit

MONTHS_PER_YEAR = Decimal(12)
DAYS_SHOWN_AS_HOURS = Decimal(2)
WEEKS_SHOWN = Decimal(8)
MOST_PLACES = 4
FEW = Decimal(10)
"""Below this every place of a length says something; 29.9999 days are 30."""


def _counted(language: str, key: str, value: Decimal, places: int) -> str:
    """A length in the sentence `key`, with at most so many decimal places: "6 weeks", "less than 0.01 h"."""
    return say_count(language, key, amount(language, value, places))


def amount(language: str, value: Decimal, places: int = MOST_PLACES) -> str:
    """A length without its unit."""
    shown = figures.number(language, value, places, trim=True)
    if shown != "0" or not value:
        return shown
    return say(language, "period.less-than", n=figures.number(language, Decimal(1).scaleb(-places), places))


def period(language: str, value: Decimal, unit: TimeUnit | str) -> str:
    """A length of time in its own unit: "6 weeks", "6周"."""
    return _counted(language, f"period.{unit}", value, 2 if unit == TimeUnit.DAY and value >= FEW else MOST_PLACES)


def duration(language: str, length: Duration) -> str:
    """A duration as it was asked."""
    return period(language, length.value, length.unit)


def spelled_out(language: str, length: Duration, hours: Decimal, hours_per_month: Decimal) -> str:
    """A duration with what it is in other units: "6 weeks (42 days, 1,008 h, 1.381 months)"."""
    parts = []
    days, months = hours / HOURS_PER_DAY, hours / hours_per_month
    if length.unit is not TimeUnit.DAY and days >= 1:
        parts.append(_counted(language, "period.day", days, 1))
    if length.unit is not TimeUnit.HOUR:
        parts.append(in_hours(language, hours))
    if length.unit is not TimeUnit.MONTH:
        parts.append(in_months(language, months))
    rest = say(language, "join.list").join(parts)
    return say(language, "period.spelled-out", period=duration(language, length), rest=rest)


def in_hours(language: str, hours: Decimal) -> str:
    """Hours, "1,008 h"."""
    return _counted(language, "period.hours-short", hours, 2)


def in_months(language: str, months: Decimal, digits: int = 4) -> str:
    """Months with four significant digits, "1.381 months"."""
    return say_count(language, "period.month", in_digits(language, months, digits))


def in_digits(language: str, value: Decimal, digits: int = 4) -> str:
    """A length with so many significant digits, without its unit."""
    places = figures.places_of_digits(value, digits) if value else 0
    return amount(language, value, min(places, MOST_PLACES))


def life(language: str, months: Decimal) -> str:
    """A life or term in years where it is whole years, else in months."""
    if months % MONTHS_PER_YEAR == 0:
        return period(language, months / MONTHS_PER_YEAR, TimeUnit.YEAR)
    return in_months(language, months)


def ready(language: str, hours: Decimal | None, hours_per_month: Decimal) -> str:
    """From order to running: "now", "2 days", "6 months"; "not known" is not the same as now."""
    if hours is None:
        return say(language, "ready.unknown")
    if hours == 0:
        return say(language, "ready.now")
    unit, length = _ready_unit(hours, hours_per_month)
    return _counted(language, f"period.{unit}", length, 1)


def _ready_unit(hours: Decimal, hours_per_month: Decimal) -> tuple[TimeUnit, Decimal]:
    if hours < 1:
        return TimeUnit.MINUTE, hours * 60
    if hours < DAYS_SHOWN_AS_HOURS * HOURS_PER_DAY:
        return TimeUnit.HOUR, hours
    if hours % hours_per_month == 0:
        return TimeUnit.MONTH, hours / hours_per_month
    if hours % HOURS_PER_WEEK == 0 and hours < WEEKS_SHOWN * HOURS_PER_WEEK:
        return TimeUnit.WEEK, hours / HOURS_PER_WEEK
    if hours < 2 * hours_per_month:
        return TimeUnit.DAY, hours / HOURS_PER_DAY
    return TimeUnit.MONTH, hours / hours_per_month


def days(language: str, count: int) -> str:
    """A number of days: "269 days"."""
    return _counted(language, "period.day", Decimal(count), 0)
