"""What somebody asked for: only what the text said. Defaults are the business of whoever prices it."""

from datetime import date
from enum import StrEnum

from pricing.base import Frozen, Num
from pricing.units import TimeUnit


class Intent(StrEnum):
    """What the asker wants to know."""

    QUOTE = "quote"
    COMPARE = "compare"
    BREAK_EVEN = "break_even"
    BUDGET = "budget"
    SIZE = "size"
    PRICE_LOOKUP = "price_lookup"
    SENSITIVITY = "sensitivity"
    TARGET_PRICE = "target_price"
    EQUAL_WORK = "equal_work"
    COMMITMENT = "commitment"
    BLEND = "blend"
    FINANCE = "finance"
    CASH_FLOW = "cash_flow"
    DEADLINE = "deadline"
    WATCH = "watch"
    CLAIM = "claim"
    HELP = "help"
    UNKNOWN = "unknown"


class Way(StrEnum):
    """Ways to procure, as people name them. `cloud` is hyperscalers, `specialised` GPU clouds and marketplaces."""

    OWN = "own"
    CLOUD = "cloud"
    ON_DEMAND = "on_demand"
    COMMITTED = "committed"
    SPOT = "spot"
    SPECIALISED = "specialised"


class Count(Frozen):
    """A whole number of things, or a range of it (`low` < `high`)."""

    low: int
    high: int


class Period(Frozen):
    """A length of time, or a range of it, in the unit it was said in."""

    low: Num
    high: Num
    unit: TimeUnit


class Amount(Frozen):
    """Money as said."""

    amount: Num
    currency: str


class UnitPrice(Frozen):
    """A price the asker supplies. `unit`: gpu or node. `per`: hour or month; empty for a purchase."""

    amount: Num
    currency: str
    unit: str
    per: str = ""


class Request(Frozen):
    """The fields that were said; the rest are empty. Fractions are 0 to 1, sizes decimal TB.

    `gpus`: canonical ids, more than one when they are to stand side by side. `gpu_count` holds for each of them.
    `discount` is what comes off. `currency` is for the answer only. `egress_per`: "day", "week" or "month" when
    egress is a rate.
    `claim`: a seller's text whose figures are to be checked, as typed.
    `hours_per_month`: the length of a month the asker counts with (672 for months of four weeks).
    """

    intent: Intent = Intent.QUOTE
    gpus: tuple[str, ...] = ()
    instance: str | None = None
    gpu_count: Count | None = None
    nodes: int | None = None
    gpus_per_node: int | None = None
    duration: Period | None = None
    gpu_hours: Num | None = None
    ways: tuple[Way, ...] = ()
    providers: tuple[str, ...] = ()
    exclude_ways: tuple[Way, ...] = ()
    exclude_providers: tuple[str, ...] = ()
    commit: Period | None = None
    region: str | None = None
    start_date: date | None = None
    utilisation: Num | None = None
    mfu: Num | None = None
    hours_per_month: Num | None = None
    discount: Num | None = None
    currency: str | None = None
    egress_tb: Num | None = None
    egress_per: str | None = None
    storage_tb: Num | None = None
    tco_years: Num | None = None
    power_price: Amount | None = None
    unit_price: UnitPrice | None = None
    budget: Amount | None = None
    model_params: Num | None = None
    tokens: Num | None = None
    per: str | None = None
    item: str | None = None
    claim: str | None = None
