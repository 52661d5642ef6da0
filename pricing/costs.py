"""Results: cost lines with their workings, quotes, and comparisons. Computed, never stored as they are.

Amounts are in the currency of the comparison. Nothing here is rounded.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from decimal import ROUND_CEILING, Decimal
from enum import StrEnum

from pricing.book import Entry
from pricing.catalog import Offer, Provider
from pricing.flags import NOT_FIRM, Flag, Touched
from pricing.scenario import Scenario

ZERO = Decimal(0)


class LineKind(StrEnum):
    """What a cost line is for; its label stands in the word files as `line.<kind>`."""

    COMPUTE = "compute"
    UNUSED = "unused"
    UPFRONT = "upfront"
    EGRESS = "egress"
    STORAGE = "storage"
    REQUESTS = "requests"
    GPU = "gpu"
    SERVER_NETWORK = "server-network"
    FACILITY = "facility"
    POWER = "power"
    OPERATIONS = "operations"
    MAINTENANCE = "maintenance"
    RESIDUAL = "residual"


class Due(StrEnum):
    """When a billed amount is paid."""

    AT_ORDER = "at-order"
    DURING_RUN = "during-run"
    COMMITTED = "committed"  # owed after the run, because the term or the billing step goes on
    IF_KEPT = "if-kept"  # running cost of own hardware, only while it is kept


class FactorUnit(StrEnum):
    """What a factor of a formula counts; shown through the word files as `unit.<name>`."""

    NODES = "nodes"
    GPUS = "gpus"
    HOURS = "hours"
    MONTHS = "months"
    YEARS = "years"
    PRICE = "price"
    RATE = "rate"
    LIFE_HOURS = "life-hours"
    LOSS = "loss"  # 1 - loss
    DISCOUNT = "discount"  # 1 - discount
    UTILISATION = "utilisation"
    EQUAL_WORK = "equal-work"
    SHARE = "share"
    STAFF = "staff"
    GB = "gb"
    REQUESTS = "requests"
    DAYS = "days"
    KW = "kw"
    PUE = "pue"
    LOAD = "load"
    HOURS_PER_MONTH = "hours-per-month"
    PLAIN = "plain"


@dataclass(frozen=True, slots=True)
class Factor:
    """One factor of a formula. `per` is the pricing unit of a PRICE ("CNY per Node-Months"), or the pair of a RATE."""

    value: Decimal
    unit: FactorUnit
    divide: bool = False
    per: str = ""


@dataclass(frozen=True, slots=True)
class CostLine:
    """An amount that is the product of its factors, in order, and the entries it rests on.

    `due` is set on billed lines only. `note` is a word key with its parameters for what the line must say.
    """

    kind: LineKind
    amount: Decimal
    factors: tuple[Factor, ...]
    entries: tuple[Entry, ...] = ()
    due: Due | None = None
    charge_category: str = "Usage"
    charge_frequency: str = "Usage-Based"


@dataclass(frozen=True, slots=True)
class OwnFigures:
    """Figures of own hardware over its life. Amounts for the whole cluster; months of `hours_per_month`."""

    capex: Decimal
    running_cost: Decimal
    residual: Decimal
    life_months: Decimal
    life_hours: Decimal
    utilisation: Decimal
    own_hours_only: Decimal

    @property
    def tco(self) -> Decimal:
        """capex + running cost - residual value, undiscounted (domain: TCO)."""
        return self.capex + self.running_cost - self.residual

    def cash_for(self, hours: Decimal) -> Decimal:
        """Cash that owning takes over a need of so many hours: a purchase for each life begun, and running cost."""
        lives = (hours / self.life_hours).to_integral_value(rounding=ROUND_CEILING)
        return self.capex * lives + self.running_cost * hours / self.life_hours


@dataclass(frozen=True, slots=True)
class Quote:
    """One offer priced for one scenario.

    `effective`: lines of the effective cost of the run. `billed`: what is paid for this decision, capex in full, with
    when. `equal_work`: effective lines for the same work as asked, None where no factor is known. The three are never
    added. `run_hours`: length of the run on this offer, stretched by its efficiency loss. `ready_hours`: from order to
    running, None if not known. `per_month`: effective compute or ownership cost of one month of full use of the fleet.
    `work_factor`: offered GPUs that do the work of one asked GPU (1 for the same model).
    """

    offer: Offer
    provider: Provider
    price: Entry | None
    nodes: int
    idle_gpus: int
    run_hours: Decimal
    per_month: Decimal
    effective: tuple[CostLine, ...]
    billed: tuple[CostLine, ...]
    equal_work: tuple[CostLine, ...] | None
    work_factor: Decimal | None
    is_substitute: bool
    ready_hours: Decimal | None
    flags: tuple[Flag, ...]
    own: OwnFigures | None = None

    @property
    def is_firm(self) -> bool:
        """Whether one order gets what was asked for at this price: no lower bound, not too small, in nodes as asked."""
        return not any(flag.kind in NOT_FIRM for flag in self.flags)

    @property
    def pricing_currency(self) -> str:
        """The currency the offer is priced in, before conversion."""
        return next(entry.currency for line in self.effective for entry in line.entries if entry.currency)

    @property
    def effective_cost(self) -> Decimal:
        """Sum of the effective lines."""
        return sum((line.amount for line in self.effective), ZERO)

    @property
    def billed_cost(self) -> Decimal:
        """Cash outlay of this decision: capex in full, whole billing steps, whole terms. Running cost of own hardware
        that falls due only while it is kept is not in it (`cash_if_kept`)."""
        return sum((line.amount for line in self.billed if line.due is not Due.IF_KEPT), ZERO)

    @property
    def cash_if_kept(self) -> Decimal:
        """Running cost over the life of own hardware, beside the outlay."""
        return sum((line.amount for line in self.billed if line.due is Due.IF_KEPT), ZERO)

    @property
    def equal_work_cost(self) -> Decimal | None:
        """Sum of the equal-work lines."""
        return None if self.equal_work is None else sum((line.amount for line in self.equal_work), ZERO)


@dataclass(frozen=True, slots=True)
class Gap:
    """An offer that could not be priced, and why: `no-price`, `no-rate` with the pair of currencies, or
    `too-long` for a run longer than it is sold for."""

    offer: Offer
    provider: Provider
    reason: str
    detail: str = ""


@dataclass(frozen=True, slots=True)
class BreakEven:
    """When owning wins against one rental; None means never.

    `months`: capex / (rental month - own running month). `months_all_upfront`: with the whole TCO paid at once.
    `utilisation`: own cost per available GPU-hour / rental price per GPU-hour. `runs`: TCO / cost of one such run.
    `equal_work_*`: the same with the rental scaled to equal work. `by_use`: whether the rental is paid by use; for a
    commitment, which is owed used or not, utilisation and runs say nothing.
    """

    own: Quote
    rental: Quote
    months: Decimal | None
    months_all_upfront: Decimal | None
    utilisation: Decimal | None
    runs: Decimal | None
    equal_work_months: Decimal | None
    equal_work_utilisation: Decimal | None
    equal_work_runs: Decimal | None
    by_use: bool = True


@dataclass(frozen=True, slots=True)
class Comparison:
    """Quotes side by side: one scenario, one day, one currency.

    `quotes`: same GPU first, each group by effective cost; each is worked out when it is first looked at. `featured`:
    indexes of at most eight quotes that stand for all ways to procure, in the order of `quotes`. `gaps`: offers without
    a figure. `own`: the own hardware of the GPU asked for that everything is compared with. `supposed`: what each
    supposed price of the scenario changed.
    """

    scenario: Scenario
    day: date
    book_version: int
    currency: str
    hours: Decimal
    hours_per_month: Decimal
    quotes: Sequence[Quote]
    featured: tuple[int, ...]
    gaps: tuple[Gap, ...]
    break_evens: tuple[BreakEven, ...]
    assumptions: tuple[Entry, ...]
    rates: tuple[Entry, ...]
    own: Quote | None = None
    supposed: tuple[Touched, ...] = ()
