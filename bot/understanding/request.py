"""What somebody asked for: only what the text said. Defaults are the business of whoever prices it."""

from datetime import date
from enum import StrEnum

from pricing.base import Frozen, Num
from pricing.scenario import WhatIf
from pricing.units import TimeUnit


class Intent(StrEnum):
    """What the asker wants to know."""

    QUOTE = "quote"
    COMPARE = "compare"
    BREAK_EVEN = "break_even"
    BUDGET = "budget"
    SIZE = "size"
    GPU_HOURS = "gpu_hours"
    PRICE_LOOKUP = "price_lookup"
    SENSITIVITY = "sensitivity"
    TARGET_PRICE = "target_price"
    EQUAL_WORK = "equal_work"
    COMMITMENT = "commitment"
    BLEND = "blend"
    FINANCE = "finance"
    RESALE = "resale"
    WAITING = "waiting"
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


class Supposed(Frozen):
    """Another price for a seller, a model or a way to rent, as the asker supposes; parts that are empty hold for all.

    One of three is set: `discount`, what comes off list prices; `factor`, how many times the price is paid; `price`,
    what is paid instead (without a currency where none was said: that of the price it replaces).
    """

    provider: str = ""
    gpu: str = ""
    ways: tuple[Way, ...] = ()
    discount: Num | None = None
    factor: Num | None = None
    price: UnitPrice | None = None


class Request(Frozen):
    """The fields that were said; the rest are empty. Fractions are 0 to 1, sizes decimal TB.

    `gpus`: canonical ids, more than one when they are to stand side by side. `gpu_count` holds for each of them.
    `discount` is what comes off; `supposed` are other prices for single sellers. `currency` is for the answer only.
    `egress_per`, `requests_per`: "day", "week" or "month" when egress or requests are a rate.
    `active_params`: parameters that work on a token, where not all do. `corpus_tb`: text to train on, as data.
    `work_basis`: what equal work is measured by: bf16, fp8, matmul or memory. `deadline`: the last day on which it
    must be done. `what_if`: numbers of the calculation that are supposed, each name once, by name.
    `ends_after`: when the need may end early. `commit_use`: share of a commitment that may be used.
    A blend: `base_gpus` under `base_way`, the rest under `rest_way`. `always_gpus` are needed for the whole `duration`,
    `gpu_count` for the `peak` only. `claim`: a seller's text whose figures are to be checked, as typed.
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
    deadline: date | None = None
    utilisation: Num | None = None
    mfu: Num | None = None
    hours_per_month: Num | None = None
    discount: Num | None = None
    currency: str | None = None
    egress_tb: Num | None = None
    egress_per: str | None = None
    storage_tb: Num | None = None
    requests: Num | None = None
    requests_per: str | None = None
    tco_years: Num | None = None
    power_price: Amount | None = None
    unit_price: UnitPrice | None = None
    supposed: tuple[Supposed, ...] = ()
    budget: Amount | None = None
    model_params: Num | None = None
    active_params: Num | None = None
    tokens: Num | None = None
    corpus_tb: Num | None = None
    bytes_per_token: Num | None = None
    per: str | None = None
    item: str | None = None
    work_basis: str | None = None
    ends_after: Period | None = None
    commit_use: Num | None = None
    base_gpus: int | None = None
    base_way: Way | None = None
    rest_way: Way | None = None
    always_gpus: int | None = None
    peak: Period | None = None
    what_if: tuple[WhatIf, ...] = ()
    claim: str | None = None

    @property
    def asks_of_run(self) -> bool:
        """Whether the GPU-hours that are asked for are those of a training run."""
        of_model = self.model_params is not None or self.active_params is not None
        return self.intent is Intent.GPU_HOURS and of_model
