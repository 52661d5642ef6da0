"""Fees beside compute: tiered egress, storage, requests. Quantities are those of the whole run.

Tiers are marginal and start anew each month, so a run over two months passes through them twice (AWS, Google and
Oracle price lists). The unit size of a fee ("10000 Requests") is part of its price and is never dropped.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from decimal import Decimal
from itertools import groupby
from typing import NamedTuple

from pricing.book import PricedFee
from pricing.catalog import FeeKind, Offer
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


NONE = Decimal(0)


class Charge(NamedTuple):
    """What one tier of a fee is charged for; `months` where the price is for a month of it."""

    line: LineKind
    tier: PricedFee
    quantity: Decimal
    months: Decimal | None


Tiers = Mapping[FeeKind, tuple[PricedFee, ...]]
Charged = tuple[tuple[CostLine, ...], tuple[Flag, ...]]


class Fees:
    """Fees of one scenario, provider by provider; the quantities are worked out once."""

    def __init__(self, basis: Basis) -> None:
        self.basis = basis
        self.egress = egress_gb(basis)
        self.requests = requests(basis)
        self.storage = storage_gb(basis)
        self._months = basis.months
        self._shares = Counter(month_shares(self._months))  # all whole months are alike
        self._totals: dict[str, Decimal] = {}
        self._tiers: dict[str, Tiers] = {}

    def total(self, offer: Offer, nodes: int) -> Decimal:
        """Sum of the known fees of a rental, without workings. Raises NoRate."""
        if self.storage and offer.local_nvme_tb:
            return self._total(offer.provider, self._storage_beyond(offer, nodes))
        if offer.provider not in self._totals:
            self._totals[offer.provider] = self._total(offer.provider, self.storage)
        return self._totals[offer.provider]

    def of(self, offer: Offer, nodes: int) -> Charged:
        """Fee lines of a rental, and flags for the fees nobody knows. Raises NoRate."""
        storage, flags = self.storage, []
        if storage and offer.local_nvme_tb:
            storage = self._storage_beyond(offer, nodes)
            flags.append(Flag(FlagKind.ALLOWANCE, ("storage", offer.local_nvme_tb * GB_PER_TB * nodes)))
        known = self._tiers_of(offer.provider)
        lines = [self._line(charge) for charge in self._charges(known, storage)]
        wanted = ((FeeKind.EGRESS, self.egress), (FeeKind.STORAGE, storage), (FeeKind.REQUESTS, self.requests))
        unknown = (kind for kind, quantity in wanted if quantity and kind not in known)
        return tuple(lines), (*flags, *(Flag(FlagKind.FEE_UNKNOWN, (kind.value,)) for kind in unknown))

    def _storage_beyond(self, offer: Offer, nodes: int) -> Decimal:
        """Storage to be paid for, after the disks that come with the nodes."""
        assert offer.local_nvme_tb is not None
        return max(self.storage - offer.local_nvme_tb * GB_PER_TB * nodes, NONE)

    def _total(self, provider: str, storage: Decimal) -> Decimal:
        known = self._tiers_of(provider)
        return sum((self._amount(charge) for charge in self._charges(known, storage)), NONE) if known else NONE

    def _tiers_of(self, provider: str) -> Tiers:
        """Tiers by kind, of the provider's default region class; sorted once for all its offers."""
        if provider not in self._tiers:
            self._tiers[provider] = self._sorted_tiers(provider)
        return self._tiers[provider]

    def _sorted_tiers(self, provider: str) -> Tiers:
        default = [item for item in self.basis.book.fees(provider) if not item.fee.region]
        if not default:
            return {}
        default.sort(key=lambda item: (item.fee.kind, item.fee.tier_from))
        return {kind: tuple(items) for kind, items in groupby(default, key=lambda item: item.fee.kind)}

    def _charges(self, known: Tiers, storage: Decimal) -> Iterator[Charge]:
        """What each tier of each fee is charged for: marginal, tiers anew each month, storage for the whole run."""
        for kind, line, quantity in (
            (FeeKind.EGRESS, LineKind.EGRESS, self.egress),
            (FeeKind.STORAGE, LineKind.STORAGE, storage),
            (FeeKind.REQUESTS, LineKind.REQUESTS, self.requests),
        ):
            tiers = known.get(kind)
            if not tiers or not quantity:
                continue
            if kind is FeeKind.STORAGE:
                yield from (Charge(line, tier, part, self._months) for tier, part in split(tiers, quantity))
                continue
            totals: dict[str, Decimal] = {}
            for share, months in self._shares.items():
                for tier, part in split(tiers, quantity * share):
                    totals[tier.fee.id] = totals.get(tier.fee.id, NONE) + part * months
            yield from (Charge(line, tier, totals[tier.fee.id], None) for tier in tiers if tier.fee.id in totals)

    def _amount(self, charge: Charge) -> Decimal:
        price = charge.tier.price
        assert price.value is not None
        amount = charge.quantity * price.value
        if block := REQUESTS_PER_BLOCK.get(price.unit.value):
            amount /= block
        if charge.months is not None:
            amount *= charge.months
        return self.basis.into_currency(price.currency).apply(amount)

    def _line(self, charge: Charge) -> CostLine:
        price = charge.tier.price
        assert price.value is not None
        unit = FactorUnit.REQUESTS if charge.line is LineKind.REQUESTS else FactorUnit.GB
        factors = [Factor(charge.quantity, unit)]
        if block := REQUESTS_PER_BLOCK.get(price.unit.value):
            factors.append(Factor(block, FactorUnit.PLAIN, divide=True))
        factors.append(Factor(price.value, FactorUnit.PRICE, per=f"{price.currency} {price.unit.value}"))
        if charge.months is not None:
            factors.append(Factor(charge.months, FactorUnit.MONTHS))
        return self.basis.line(charge.line, tuple(factors), price)


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
