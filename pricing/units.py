"""Units of time, data and pricing, and whole nodes. A month is a convention and is always passed in."""

from collections.abc import Mapping
from decimal import ROUND_CEILING, Decimal
from enum import StrEnum

from pydantic import Field

from pricing.base import Frozen, Num

HOURS_PER_DAY = Decimal(24)
HOURS_PER_WEEK = Decimal(168)
HOURS_PER_YEAR = Decimal(8760)
GB_PER_TB = Decimal(1000)
REQUESTS_PER_BLOCK = {"1000 Requests": Decimal(1000), "10000 Requests": Decimal(10000)}


class TimeUnit(StrEnum):
    """Units of time people ask in."""

    MINUTE = "minute"
    HOUR = "hour"
    DAY = "day"
    WEEK = "week"
    MONTH = "month"
    QUARTER = "quarter"
    YEAR = "year"


class Duration(Frozen):
    """How long something is needed, in the unit it was asked in."""

    value: Num = Field(gt=0)
    unit: TimeUnit

    def hours(self, hours_per_month: Decimal) -> Decimal:
        """Length in hours. A month is `hours_per_month` hours, a quarter three months, a year 8,760 hours."""
        return self.value * unit_hours(self.unit, hours_per_month)


def unit_hours(unit: TimeUnit, hours_per_month: Decimal) -> Decimal:
    """Hours in one unit of time; months and quarters by the convention passed in."""
    match unit:
        case TimeUnit.MINUTE:
            return Decimal(1) / 60
        case TimeUnit.HOUR:
            return Decimal(1)
        case TimeUnit.DAY:
            return HOURS_PER_DAY
        case TimeUnit.WEEK:
            return HOURS_PER_WEEK
        case TimeUnit.MONTH:
            return hours_per_month
        case TimeUnit.QUARTER:
            return 3 * hours_per_month
        case TimeUnit.YEAR:
            return HOURS_PER_YEAR


class PricingUnit(StrEnum):
    """What a price is for (FOCUS PricingUnit style: a count noun, capitalised)."""

    # rent
    GPU_HOUR = "GPU-Hours"
    GPU_MONTH = "GPU-Months"
    NODE_HOUR = "Node-Hours"
    NODE_MONTH = "Node-Months"
    # one-off purchases
    PER_GPU = "GPUs"
    PER_NODE = "Nodes"
    PER_CLUSTER = "Clusters"
    # running cost of own hardware
    NODE_YEAR = "Node-Years"
    CLUSTER_YEAR = "Cluster-Years"
    CLUSTER_LIFE = "Cluster-Lives"
    KW_MONTH = "kW-Months"
    KWH = "kWh"
    PERCENT_PER_YEAR = "% of hardware per year"
    PERCENT = "%"
    # physical facts of own hardware
    NODE_KW = "kW per node"
    # fees
    GB = "GB"
    GB_MONTH = "GB-Months"
    REQUESTS_1K = "1000 Requests"
    REQUESTS_10K = "10000 Requests"
    # other dated numbers
    RATE = "rate"
    NUMBER = "number"


RENTAL_UNITS: Mapping[tuple[bool, TimeUnit | None], PricingUnit] = {
    (False, TimeUnit.HOUR): PricingUnit.GPU_HOUR,
    (False, TimeUnit.MONTH): PricingUnit.GPU_MONTH,
    (True, TimeUnit.HOUR): PricingUnit.NODE_HOUR,
    (True, TimeUnit.MONTH): PricingUnit.NODE_MONTH,
}
"""What a rental is priced for, by whether it is a whole node's price and the time it is for."""


def ceil_to(quantity: Decimal, step: Decimal) -> Decimal:
    """The smallest multiple of `step` that is at least `quantity`."""
    return (quantity / step).to_integral_value(rounding=ROUND_CEILING) * step


def nodes_for(gpus: int, gpus_per_node: int) -> int:
    """Whole nodes that hold at least this many GPUs."""
    return -(-gpus // gpus_per_node)
