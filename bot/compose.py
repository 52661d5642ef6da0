"""Puts the parts below Slack together: settings, clock, price book, desk. Used by the terminal and by the Slack app."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import date, datetime
from zoneinfo import ZoneInfo

import click

from bot.desk import Desk
from bot.settings import Settings
from pricing.errors import BookError
from pricing.later_release import add_assumptions
from pricing.store import Store

Clock = Callable[[], datetime]


def clock(settings: Settings) -> Clock:
    """The time it is in the configured zone, which decides what day a price is of. The one clock of the program."""
    zone = ZoneInfo(settings.timezone)
    return lambda: datetime.now(zone)  # noqa: TID251 - here is where the clock is injected from


@contextmanager
def opened(settings: Settings, now: Clock, warn: Callable[[str], object]) -> Iterator[Store]:
    """The price book at the configured path, made and seeded at first use; `warn` is told what is doubtful about it.

    Raises BookError, DataError.
    """
    with Store.open(settings.database, now=now()) as store:
        for warning in store.warnings:
            warn(warning)
        try:
            add_assumptions(store, now())
        except BookError as error:  # a file that cannot be written still answers what it can
            warn(str(error))
        yield store


def warn(text: str) -> None:
    """Tell whoever runs a command what is doubtful, beside the output."""
    click.echo(f"Warning: {text}", err=True)


def build_desk(settings: Settings, store: Store, now: Clock) -> Desk:
    """The desk that answers from this price book."""
    house = (("hours_per_month", settings.hours_per_month),) if settings.hours_per_month else ()
    return Desk(store.book, today(now), settings.currency, house)


def today(now: Clock) -> Callable[[], date]:
    """The day it is on this clock."""
    return lambda: now().date()
