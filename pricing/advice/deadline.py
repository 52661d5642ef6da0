"""When a run would be done on each option, and which is the cheapest that is done by a day.

`finish = start + ready + run`, in hours: `ready` is lead time and usual queue, `run` the need stretched by the offer's
efficiency loss. On another GPU the same number of cards works longer for the same work: `run x work factor`.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import ROUND_CEILING, Decimal

from pricing.catalog import Mode
from pricing.costs import Comparison, Quote
from pricing.units import HOURS_PER_DAY


@dataclass(frozen=True, slots=True)
class Finish:
    """When an option would be done. `hours`: of the run itself, for equal work. `cost`: cash outlay, for equal work of
    another GPU. `day`: the last day of the run; None where nobody knows how long it takes to get it. `soonest`: that
    day if it could begin at once.
    """

    quote: Quote
    hours: Decimal
    cost: Decimal
    day: date | None
    soonest: date


def finishes(comparison: Comparison, quotes: Iterable[Quote]) -> tuple[Finish, ...]:
    """When each of these quotes would be done, in their order; those whose work cannot be compared are left out."""
    return tuple(found for quote in quotes if (found := finish(comparison, quote)))


def finish(comparison: Comparison, quote: Quote) -> Finish | None:
    """When a quote would be done; None where nobody knows how much work its GPU does."""
    cost = quote.equal_work_cost if quote.is_substitute else quote.billed_cost
    if quote.work_factor is None or cost is None:
        return None
    hours = quote.run_hours * quote.work_factor
    begins = comparison.scenario.start or comparison.day
    day = None
    if quote.ready_hours is not None:
        there = comparison.day + _days(quote.ready_hours)
        day = _last_day(max(begins, there), hours)
    return Finish(quote, hours, cost, day, _last_day(begins, hours))


def cheapest_in_time(found: Iterable[Finish], deadline: date) -> Finish | None:
    """The option with the least cash outlay that is known to be done by the end of a day; spot only where no other is.

    A price that one order would not get counts after all that would.
    """
    in_time = [one for one in found if one.day is not None and one.day <= deadline]
    return min(in_time, key=by_certainty, default=None)


def first_done(found: Iterable[Finish]) -> Finish | None:
    """The option that is done first, of those the cheapest; None where nobody knows of any."""
    known = [one for one in found if one.day is not None]
    return min(known, key=lambda one: (one.day or date.max, by_certainty(one)), default=None)


def by_certainty(one: Finish) -> tuple[bool, bool, Decimal]:
    """What one order gets first, then what cannot be taken away, then the cheaper one."""
    return (not one.quote.is_firm, one.quote.offer.mode is Mode.SPOT, one.cost)


def fewest_gpus(comparison: Comparison, deadline: date) -> int | None:
    """GPUs that do the same GPU-hours by a deadline if they are there at the start; None where no time is left."""
    begins = comparison.scenario.start or comparison.day
    hours = ((deadline - begins).days + 1) * HOURS_PER_DAY
    if hours <= 0:
        return None
    work = comparison.hours * comparison.scenario.gpu_count
    return int((work / hours).to_integral_value(ROUND_CEILING))


def _days(hours: Decimal) -> timedelta:
    return timedelta(days=int((hours / HOURS_PER_DAY).to_integral_value(ROUND_CEILING)))


def _last_day(first: date, hours: Decimal) -> date:
    """The last day of a run that begins with a day: 24 h end on that day, 25 h on the next."""
    whole = (hours / HOURS_PER_DAY).to_integral_value(ROUND_CEILING)
    return first + timedelta(days=max(0, int(whole) - 1))
