"""Puts the parts below Slack together: settings, clock, price book, desk. Used by the terminal and by the Slack app."""

from collections.abc import Callable
from datetime import date, datetime
from zoneinfo import ZoneInfo

from bot.desk import Desk
from bot.settings import Settings
from pricing.store import Store

Clock = Callable[[], datetime]


def clock(settings: Settings) -> Clock:
    """The time it is in the configured zone, which decides what day a price is of. The one clock of the program."""
    zone = ZoneInfo(settings.timezone)
    return lambda: datetime.now(zone)  # noqa: TID251 - here is where the clock is injected from


def open_store(settings: Settings, now: Clock) -> Store:
    """The price book at the configured path, made and seeded at first use. Raises BookError, DataError."""
    return Store.open(settings.database, now=now())


def build_desk(settings: Settings, store: Store, now: Clock) -> Desk:
    """The desk that answers from this price book."""
    house = (("hours_per_month", settings.hours_per_month),) if settings.hours_per_month else ()
    return Desk(store.book, today(now), settings.currency, house)


def today(now: Clock) -> Callable[[], date]:
    """The day it is on this clock."""
    return lambda: now().date()
