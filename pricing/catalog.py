"""What can be bought or rented, in which shape and on which terms: GPUs, providers, offers, fees, own hardware.

An offer is fixed once made. Its price is a dated `Entry` in the book; new terms are a new offer.
"""

from decimal import Decimal
from enum import StrEnum

from pydantic import Field

from pricing.base import Frozen, Num
from pricing.units import Duration, PricingUnit


class ProviderKind(StrEnum):
    """Kinds of provider."""

    OWN = "own"
    HYPERSCALER = "hyperscaler"
    SPECIALISED = "specialised"
    MARKETPLACE = "marketplace"


class Mode(StrEnum):
    """Procurement modes."""

    OWNED = "owned"
    ON_DEMAND = "on-demand"
    COMMITTED = "committed"
    SPOT = "spot"


class Includes(StrEnum):
    """What a rental price covers: the whole machine, or the accelerator alone (vCPU and memory billed apart)."""

    ALL_IN = "all-in"
    ACCELERATOR_ONLY = "accelerator-only"


class Tax(StrEnum):
    """Whether VAT or sales tax is inside the price."""

    INCLUDED = "included"
    EXCLUDED = "excluded"
    UNKNOWN = "unknown"


class PriceKind(StrEnum):
    """How a price was learned."""

    LIST = "list"
    QUOTE = "quote"
    CONTRACT = "contract"
    CLAIM = "claim"
    ESTIMATE = "estimate"
    FROM = "from"  # the lowest of a page's prices: what a given fleet costs is this or more


class Provider(Frozen):
    """Who sells. `names` maps a language (en, zh) to the name shown."""

    id: str
    names: dict[str, str]
    kind: ProviderKind
    aliases: tuple[str, ...] = ()


class Gpu(Frozen):
    """A GPU model as people ask for it.

    `covers` lists the models a general name stands for ("A100" covers both memory sizes); a model always covers
    itself. `bf16_dense_tflops` is the dense BF16 peak in TFLOP/s (never the sparse figure), with its source.
    """

    id: str
    names: dict[str, str] = Field(default_factory=dict)
    vendor: str = ""
    form: str = ""
    memory_gb: Num | None = None
    bf16_dense_tflops: Num | None = None
    source: str = ""
    aliases: tuple[str, ...] = ()
    covers: tuple[str, ...] = ()


class Instance(Frozen):
    """An instance type or system people name: fixes the GPU, GPUs per node and, for an instance, the provider."""

    id: str
    gpu: str
    gpus_per_node: int = Field(ge=1)
    provider: str = ""
    aliases: tuple[str, ...] = ()


class Region(Frozen):
    """A region, country or continent people name. `aliases` in any language; `covers`: what sellers call places in it,
    as patterns ("eu-*")."""

    id: str
    aliases: tuple[str, ...] = ()
    covers: tuple[str, ...] = ()


class Offer(Frozen):
    """One thing a provider sells, with its shape and terms, without its price.

    `gpus_per_node`: GPUs in the unit that is sold. `increment`: the step usage is billed in; without it exact time.
    `term_months`: the commitment. `upfront_share`: part (0 to 1) of a commitment paid at order; 1 on demand: paid at
    booking.
    `hours_in_month`: hours in the seller's own month, where the seller says so. `efficiency_loss`: part (0 to 1) of
    the work lost, which stretches a run by 1 / (1 - loss). `queue_hours`: usual wait for capacity.
    `max_nodes`, `max_duration`: more than this cannot be bought in one order. `plan`: what the seller calls this way of
    selling ("capacity block"), where the mode alone would mislead.
    """

    id: str
    provider: str
    name: str
    gpu: str
    mode: Mode
    gpus_per_node: int = Field(ge=1)
    form: str = ""
    memory_gb: Num | None = None
    region: str = ""
    term_months: Num | None = None
    upfront_share: Num = Field(default=Decimal(0), ge=0, le=1)
    increment: Duration | None = None
    min_duration: Duration | None = None
    min_nodes: int = Field(default=1, ge=1)
    max_nodes: int | None = None
    max_duration: Duration | None = None
    plan: str = ""
    hours_in_month: Num | None = None
    includes: Includes = Includes.ALL_IN
    tax: Tax = Tax.UNKNOWN
    price_kind: PriceKind = PriceKind.LIST
    lead_time_hours: Num | None = None
    queue_hours: Num | None = None
    efficiency_loss: Num = Field(default=Decimal(0), ge=0, lt=1)
    local_nvme_tb: Num | None = None
    note: str = ""

    @property
    def is_confidential(self) -> bool:
        """Whether its price was agreed with the seller in confidence: not everybody may see it."""
        return self.price_kind is PriceKind.CONTRACT


class FeeKind(StrEnum):
    """Fees beside compute."""

    EGRESS = "egress"
    STORAGE = "storage"
    REQUESTS = "requests"
    INTRANET = "intranet"


class Fee(Frozen):
    """One tier of a provider's fee. `tier_from`: the quantity in a calendar month (GB, or requests) it starts at."""

    id: str
    provider: str
    kind: FeeKind
    unit: PricingUnit
    tier_from: Num = Field(default=Decimal(0), ge=0)
    region: str = ""
    note: str = ""


class ComponentKind(StrEnum):
    """Parts of what an offer costs beside its running price: those of own hardware, and an upfront sum."""

    GPU = "gpu"
    SERVER_NETWORK = "server-network"
    FACILITY = "facility"
    POWER_DRAW = "power-draw"
    OPERATIONS = "operations"
    MAINTENANCE = "maintenance"
    RESIDUAL = "residual"
    UPFRONT = "upfront"


class Component(Frozen):
    """A part of an offer's cost; its amount is a dated entry.

    `basis_gpus`: the cluster size a cluster-wide amount was stated for; other sizes are scaled from it and said so.
    `basis_months`: the life an amount over the life, or a residual value, was stated for.
    """

    id: str
    offer: str
    kind: ComponentKind
    unit: PricingUnit
    basis_gpus: int | None = None
    basis_months: int | None = None
    note: str = ""


class Claim(Frozen):
    """What a seller stated about an offer where we compute another figure: shown beside it, never priced with."""

    id: str
    offer: str
    text: dict[str, str]
    stated: Num
    currency: str
    source: str
    stated_on: str
