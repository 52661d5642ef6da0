"""The question in structured form: what is needed, for how long, and which ways to get it are of interest."""

from datetime import date
from decimal import Decimal

from pydantic import Field, model_validator

from pricing.base import Frozen, Num
from pricing.catalog import Mode, ProviderKind
from pricing.units import Duration, TimeUnit

MAX_GPUS = 1_000_000
MAX_HOURS = 20 * 8784


class Selector(Frozen):
    """Offers that match every part that is set; an empty selector matches all."""

    mode: Mode | None = None
    kind: ProviderKind | None = None
    provider: str | None = None


class AskedPrice(Frozen):
    """A price the asker supplies, for a GPU or a node: per hour, per month, or once (a purchase).

    `currency` is empty only where the price stands in for another: it is then in that one's.
    """

    amount: Num = Field(gt=0)
    currency: str
    per_node: bool = False
    per: TimeUnit | None = None


class WhatIf(Frozen):
    """A number of the calculation that the asker supposes: `value` in place of the stored one, or `factor` times it.

    `name`: an assumption of the book, or a part of own hardware (`pricing.rules.supposed`). Shares are 0 to 1.
    `currency`: of a value that is money.
    """

    name: str
    value: Num | None = None
    factor: Num | None = None
    currency: str = ""


class SupposedPrice(Frozen):
    """Another price for rented rows, as the asker supposes: every part of `provider`, `gpu`, `modes` and `kinds` that
    is set must fit a row.

    One of three is set: `discount`, the part (0 to 1) that comes off list prices; `factor`, how many times a price of
    any kind is paid; `price`, what is paid instead.
    """

    provider: str = ""
    gpu: str = ""
    modes: tuple[Mode, ...] = ()
    kinds: tuple[ProviderKind, ...] = ()
    discount: Num | None = Field(default=None, ge=0, lt=1)
    factor: Num | None = Field(default=None, gt=0)
    price: AskedPrice | None = None

    @property
    def paid(self) -> Decimal:
        """How many times the stored price is paid."""
        return self.factor if self.factor is not None else 1 - (self.discount or Decimal(0))


class Scenario(Frozen):
    """One priced question.

    `only`: offers that match any of these (none given: all). `without`: offers that match any of these are left out.
    `duration` is None only when buying is all that is asked. `egress_gb`, `storage_gb`: for the whole run; None means
    the stored assumption. `discount`: part (0 to 1) off list prices, as the asker supposes. `price`: one the asker was
    quoted. `supposed`: other prices for rows of the book. `overrides`: assumptions that are replaced, by name.
    `what_if`: what else is supposed, each name once.
    """

    gpu: str
    gpu_count: int = Field(ge=1, le=MAX_GPUS)
    gpus_per_node: int | None = Field(default=None, ge=1)
    duration: Duration | None = None
    start: date | None = None
    currency: str
    only: tuple[Selector, ...] = ()
    without: tuple[Selector, ...] = ()
    region: str | None = None
    commitment: Duration | None = None
    discount: Num | None = Field(default=None, ge=0, lt=1)
    price: AskedPrice | None = None
    supposed: tuple[SupposedPrice, ...] = ()
    egress_gb: Num | None = Field(default=None, ge=0)
    storage_gb: Num | None = Field(default=None, ge=0)
    requests: Num | None = Field(default=None, ge=0)
    overrides: tuple[tuple[str, Num], ...] = ()
    what_if: tuple[WhatIf, ...] = ()

    @model_validator(mode="after")
    def _not_endless(self) -> "Scenario":
        if self.duration and self.duration.hours(hours_per_month=Decimal(744)) > MAX_HOURS:
            raise ValueError("a need of more than 20 years is not priced")
        return self
