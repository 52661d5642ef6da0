"""Fees beside compute: tiered egress, storage, requests. Quantities are those of the whole run.

Tiers are marginal and start anew each month, so a run over two months passes through them twice (AWS, Google and
Oracle price lists). The unit size of a fee ("10000 Requests") is part of its price and is never dropped.
"""

from decimal import Decimal
from itertools import groupby

from pricing.book import PricedFee
from pricing.catalog import FeeKind, Mode, Offer
from pricing.costs import CostLine, Due, Factor, FactorUnit, LineKind
from pricing.flags import Flag, FlagKind
from pricing.rules.basis import Basis
from pricing.units import GB_PER_TB, HOURS_PER_DAY, REQUESTS_PER_BLOCK

REFERENCE_GPUS = Decimal(1024)
DAYS_PER_30 = Decimal(30)


def egress_gb(basis: Basis) -> Decimal:
    """GB that leave the provider over the run: as asked, else the stored rate for 1,024 GPUs scaled to the fleet."""
    asked = basis.scenario.egress_gb
    if asked is not None:
        return asked
    per_30_days = basis.assume("egress_gb_per_30_days_per_1024_gpus")
    return per_30_days * basis.scenario.gpu_count / REFERENCE_GPUS * basis.hours / (DAYS_PER_30 * HOURS_PER_DAY)


def requests(basis: Basis) -> Decimal:
    """Object-storage requests over the run: as asked, else the stored daily rate for 1,024 GPUs scaled to the fleet."""
    asked = basis.scenario.requests
    if asked is not None:
        return asked
    per_day = basis.assume("requests_per_day_per_1024_gpus")
    return per_day * basis.scenario.gpu_count / REFERENCE_GPUS * basis.hours / HOURS_PER_DAY


def storage_gb(basis: Basis) -> Decimal:
    """GB kept for the whole run."""
    asked = basis.scenario.storage_gb
    return basis.assume("storage_gb") if asked is None else asked


Charged = tuple[tuple[CostLine, ...], tuple[Flag, ...]]


class Fees:
    """Fees of one scenario, provider by provider; the quantities are worked out once."""

    def __init__(self, basis: Basis) -> None:
        self.basis = basis
        self.egress = egress_gb(basis)
        self.requests = requests(basis)
        self.storage = storage_gb(basis)
        wanted = ((FeeKind.EGRESS, self.egress), (FeeKind.STORAGE, self.storage), (FeeKind.REQUESTS, self.requests))
        self._nothing_known = tuple(Flag(FlagKind.FEE_UNKNOWN, (kind.value,)) for kind, much in wanted if much)
        self._by_provider: dict[str, Charged] = {}

    def total(self, offer: Offer, nodes: int) -> Decimal:
        """Sum of the known fees of an offer."""
        lines = self.of(offer, nodes)[0]
        return sum((line.amount for line in lines), Decimal(0)) if lines else Decimal(0)

    def of(self, offer: Offer, nodes: int) -> Charged:
        """Fee lines of an offer, and flags for the fees nobody knows. Own hardware has none."""
        if offer.mode is Mode.OWNED:
            return (), ()
        if self.storage and offer.local_nvme_tb:
            included = offer.local_nvme_tb * GB_PER_TB * nodes
            lines, flags = self._charged(offer.provider, max(self.storage - included, Decimal(0)))
            return lines, (Flag(FlagKind.ALLOWANCE, ("storage", included)), *flags)
        if offer.provider not in self._by_provider:
            self._by_provider[offer.provider] = self._charged(offer.provider, self.storage)
        return self._by_provider[offer.provider]

    def _charged(self, provider: str, storage: Decimal) -> Charged:
        known = self._known(provider)
        if not known:
            return (), self._nothing_known
        wanted = (
            (FeeKind.EGRESS, LineKind.EGRESS, self.egress),
            (FeeKind.STORAGE, LineKind.STORAGE, storage),
            (FeeKind.REQUESTS, LineKind.REQUESTS, self.requests),
        )
        lines: list[CostLine] = []
        flags: list[Flag] = []
        for fee_kind, line_kind, quantity in wanted:
            if not quantity:
                continue
            tiers = known.get(fee_kind)
            if tiers:
                lines += self._lines(line_kind, tiers, quantity)
            else:
                flags.append(Flag(FlagKind.FEE_UNKNOWN, (fee_kind.value,)))
        return tuple(lines), tuple(flags)

    def _known(self, provider: str) -> dict[FeeKind, tuple[PricedFee, ...]]:
        """Tiers by kind, of the provider's default region class."""
        default = [item for item in self.basis.book.fees(provider) if not item.fee.region]
        if not default:
            return {}
        default.sort(key=lambda item: (item.fee.kind, item.fee.tier_from))
        return {kind: tuple(items) for kind, items in groupby(default, key=lambda item: item.fee.kind)}

    def _lines(self, kind: LineKind, tiers: tuple[PricedFee, ...], quantity: Decimal) -> list[CostLine]:
        if kind is LineKind.STORAGE:
            return [self._line(kind, tier, part, self.basis.months) for tier, part in split(tiers, quantity)]
        totals: dict[str, Decimal] = {}
        for share in month_shares(self.basis.months):
            for tier, part in split(tiers, quantity * share):
                totals[tier.fee.id] = totals.get(tier.fee.id, Decimal(0)) + part
        return [self._line(kind, tier, totals[tier.fee.id], None) for tier in tiers if totals.get(tier.fee.id)]

    def _line(self, kind: LineKind, tier: PricedFee, quantity: Decimal, months: Decimal | None) -> CostLine:
        price = tier.price
        assert price.value is not None
        unit = FactorUnit.REQUESTS if kind is LineKind.REQUESTS else FactorUnit.GB
        factors = [Factor(quantity, unit)]
        if block := REQUESTS_PER_BLOCK.get(price.unit.value):
            factors.append(Factor(block, FactorUnit.PLAIN, divide=True))
        factors.append(Factor(price.value, FactorUnit.PRICE, per=f"{price.currency} {price.unit.value}"))
        if months is not None:
            factors.append(Factor(months, FactorUnit.MONTHS))
        return self.basis.line(kind, tuple(factors), price)


def billed(lines: tuple[CostLine, ...]) -> tuple[CostLine, ...]:
    """The same fees as they are billed: during the run."""
    return tuple(
        CostLine(line.kind, line.amount, line.factors, line.entries, Due.DURING_RUN, line.charge_category)
        for line in lines
    )


def month_shares(months: Decimal) -> list[Decimal]:
    """How an even flow over `months` divides into months: 1.5 -> 2/3, 1/3. The shares sum to 1."""
    whole = int(months)
    shares = [1 / months] * whole
    rest = months - whole
    return [*shares, rest / months] if rest else shares


def split(tiers: tuple[PricedFee, ...], quantity: Decimal) -> list[tuple[PricedFee, Decimal]]:
    """A month's quantity cut at the borders of the tiers (marginal), the parts that are above zero."""
    parts = []
    for i, tier in enumerate(tiers):
        end = tiers[i + 1].fee.tier_from if i + 1 < len(tiers) else quantity
        part = min(quantity, end) - tier.fee.tier_from
        if part > 0:
            parts.append((tier, part))
    return parts
