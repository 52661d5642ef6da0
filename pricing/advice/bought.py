"""What a sum of money buys, as a result: computed by `pricing.advice.budget`, shown by the replies."""

from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum

from pricing.catalog import Mode
from pricing.costs import Comparison, Quote
from pricing.scenario import Scenario

HOUR = Decimal(1)


class Solving(StrEnum):
    """What is asked for: how many GPUs, or for how long."""

    COUNT = "count"
    TIME = "time"


class Limit(StrEnum):
    """Why it is not more."""

    MONEY = "money"
    ORDER = "order"  # as many nodes as one order may have
    SOLD_FOR = "sold-for"  # as long as it is sold for
    LIFE = "life"  # own hardware has reached the end of its life
    RANGE = "range"  # a million GPUs or 20 years: more is not priced


@dataclass(frozen=True, slots=True)
class Bought:
    """What one option gives for the money. Amounts in the currency of `scenario`.

    `units`: nodes, or billing steps of `step_hours` hours; 0 where not even the least is within the sum, and `quote`,
    `scenario` and `cost` are then those of the least. `next_cost`: of one node or step more, None where something else
    than money is the limit. `hours`: length paid for, efficiency loss included.
    """

    quote: Quote
    scenario: Scenario
    units: int
    cost: Decimal
    next_cost: Decimal | None
    limit: Limit
    hours: Decimal
    step_hours: Decimal = HOUR

    @property
    def gpus(self) -> int:
        """GPUs of all nodes."""
        return self.quote.nodes * self.quote.offer.gpus_per_node

    @property
    def per_gpu_hour(self) -> Decimal | None:
        """Cash for each GPU and hour of a rental; a purchase is no rate."""
        return None if self.quote.own else self.cost / self.gpus / self.hours

    def size(self, solving: Solving) -> Decimal:
        """How much it is: GPUs, or hours; nothing where the sum is not enough."""
        if not self.units:
            return Decimal(0)
        return Decimal(self.gpus) if solving is Solving.COUNT else self.hours

    @property
    def is_sure(self) -> bool:
        """Whether one order gets it, and nobody takes it away."""
        return self.quote.is_firm and self.quote.offer.mode is not Mode.SPOT


@dataclass(frozen=True, slots=True)
class Affordable:
    """What a sum buys at each option on show, most first. `comparison`: what the rows have in common, for showing.
    `flowing`: its egress is for each month of the time that is solved for."""

    budget: Decimal
    solving: Solving
    comparison: Comparison
    rows: tuple[Bought, ...]
    flowing: bool = False

    @property
    def within(self) -> tuple[Bought, ...]:
        """The options that the sum is enough for."""
        return tuple(row for row in self.rows if row.units)

    @property
    def best(self) -> Bought | None:
        """The option that buys most; one that is sure first, spot and lower bounds only where no other is there."""
        return max(self.within, key=lambda row: (row.is_sure, row.size(self.solving)), default=None)

    @property
    def nearest(self) -> Bought | None:
        """What takes the least money, where the sum is enough for nothing."""
        sure = [row for row in self.rows if row.is_sure]
        return min(sure or self.rows, key=lambda row: row.cost, default=None)
