"""What interruptions of spot capacity cost: work done again, restarts, and checkpoints.

Source of the formula: J. W. Young 1974, J. T. Daly 2006 (first-order optimum of the checkpoint interval).
"""

from dataclasses import dataclass
from decimal import Decimal

SAVE_HOURS = Decimal("0.1")
"""Time to write a checkpoint, where nobody says: six minutes."""
RESTART_HOURS = Decimal("0.25")
"""Time from a stop until the run goes on, where nobody says: a quarter of an hour."""
MEAN_HOURS = Decimal(24)
"""Mean time between interruptions, where nobody says: a day."""


@dataclass(frozen=True, slots=True)
class Overhead:
    """Part of the run that is paid on top. Times in hours; `interval`: between checkpoints."""

    between: Decimal
    interval: Decimal
    save: Decimal
    restart: Decimal
    share: Decimal


def overhead(between: Decimal, save: Decimal = SAVE_HOURS, restart: Decimal = RESTART_HOURS) -> Overhead:
    """`w = (c/2 + r)/M + s/c` with the best interval `c = sqrt(2 s M)`, at most M.

    `between`: mean hours between interruptions (M), `save`: hours to save a checkpoint (s), `restart`: hours to go on
    again (r). The cost of a run is `rate x hours x (1 + w)`. Raises ValueError for times that are not above 0.
    """
    if min(between, save, restart) <= 0:
        raise ValueError("times between interruptions, to save and to restart are above 0")
    interval = min((2 * save * between).sqrt(), between)
    return Overhead(between, interval, save, restart, (interval / 2 + restart) / between + save / interval)
