"""What owning and renting have cost by each month of use: the two lines whose crossing is the break-even."""

from dataclasses import dataclass
from decimal import Decimal

from pricing.costs import Quote


@dataclass(frozen=True, slots=True)
class Cumulative:
    """Cost by month of full use, in the comparison's currency. `months`: 0, then in equal steps; one figure each."""

    months: tuple[Decimal, ...]
    own: tuple[Decimal, ...]
    rental: tuple[Decimal, ...]


def cumulative(own: Quote, rental: Quote, crossing: Decimal | None, points: int = 13) -> Cumulative:
    """Owning is its purchase and then its running cost; renting is its price for each month, whole terms aside.

    Reaches half as far again as the crossing, at most over the life of the hardware; without a crossing over the life.
    """
    assert own.own is not None
    figures = own.own
    until = figures.life_months if crossing is None else min(crossing * Decimal("1.5"), figures.life_months)
    step = until / (points - 1)
    months = tuple(step * i for i in range(points))
    running = figures.running_cost / figures.life_months
    return Cumulative(
        months=months,
        own=tuple(figures.capex + running * month for month in months),
        rental=tuple(rental.per_month * month for month in months),
    )
