"""Renting: on demand, spot and committed. Whole nodes, minimums, billing steps, whole terms.

Sources of the formulas: `used = run_hours / (1 - loss)`, `billed = max(minimum, ceil(used / increment) x increment)`,
`committed cost = price x whole terms, whatever is used` (FinOps FOCUS: billed and effective cost, used and unused).
"""

from dataclasses import dataclass
from decimal import ROUND_CEILING, Decimal
from typing import NamedTuple

from pricing.book import Entry, PricedComponent
from pricing.catalog import Includes, Mode, Offer, PriceKind
from pricing.costs import CostLine, Due, Factor, FactorUnit, LineKind
from pricing.flags import Flag, FlagKind
from pricing.rules.basis import HOURS, PER_GPU_UNITS, Basis, learned_flags, whole_hours_per_month
from pricing.units import HOURS_PER_YEAR, PricingUnit, ceil_to, nodes_for

ONE = Decimal(1)
NONE = Decimal(0)


@dataclass(frozen=True, slots=True)
class Rental:
    """A rental priced: lines of effective cost, what is billed and when, and what must be said."""

    nodes: int
    run_hours: Decimal
    per_month: Decimal
    effective: tuple[CostLine, ...]
    billed: tuple[CostLine, ...]
    flags: tuple[Flag, ...]


class Hours(NamedTuple):
    """How long a rental is used and paid for. `used` are charged to the run, after its efficiency loss and any cap;
    `unused` are owed beyond that and counted in the effective cost; `billed` are what is paid for."""

    run: Decimal
    used: Decimal
    unused: Decimal
    billed: Decimal


class Rate:
    """One offer's price brought to the size of the fleet."""

    __slots__ = (
        "asked_nodes",
        "basis",
        "count",
        "hourly",
        "nodes",
        "offer",
        "paid_share",
        "per_gpu",
        "price",
        "unit_hours",
    )

    def __init__(self, offer: Offer, price: Entry, basis: Basis) -> None:
        self.offer, self.price, self.basis = offer, price, basis
        self.asked_nodes = nodes_for(basis.scenario.gpu_count, offer.gpus_per_node)
        self.nodes = self.asked_nodes if offer.min_nodes <= self.asked_nodes else offer.min_nodes
        self.hourly = price.unit in HOURS
        self.unit_hours = ONE if self.hourly else whole_hours_per_month(offer, basis)
        self.per_gpu = price.unit in PER_GPU_UNITS
        self.count = Decimal(self.nodes * offer.gpus_per_node if self.per_gpu else self.nodes)
        discount = basis.scenario.discount
        self.paid_share = 1 - discount if discount and offer.price_kind is PriceKind.LIST else ONE

    def per_hour(self) -> Decimal:
        """Cost of the fleet for an hour, in the comparison's currency. Raises NoRate."""
        assert self.price.value is not None
        amount = self.count * self.price.value
        if self.paid_share is not ONE:
            amount *= self.paid_share
        if not self.hourly:
            amount /= self.unit_hours
        return self.basis.into_currency(self.price.currency).apply(amount)

    def line(self, kind: LineKind, hours: Decimal, *more: Factor, **about: object) -> CostLine:
        """Cost of so many hours, with workings, in the price's own unit of time; `more` are further factors."""
        assert self.price.value is not None
        per = f"{self.price.currency} {self.price.unit.value}"
        factors = [
            Factor(self.count, FactorUnit.GPUS if self.per_gpu else FactorUnit.NODES),
            Factor(self.price.value, FactorUnit.PRICE, per=per),
        ]
        if self.paid_share != 1:
            factors.append(Factor(self.paid_share, FactorUnit.DISCOUNT))
        factors.append(Factor(hours, FactorUnit.HOURS))
        if not self.hourly:
            factors.append(Factor(self.unit_hours, FactorUnit.HOURS_PER_MONTH, divide=True))
        return self.basis.line(kind, (*factors, *more), self.price, **about)


def _is_plain(offer: Offer) -> bool:
    """Whether exactly the hours of the run are paid for, as with most offers."""
    steps = offer.increment or offer.min_duration or offer.hours_in_month
    return not (steps or offer.efficiency_loss) and offer.mode is not Mode.COMMITTED


def hours_of(offer: Offer, unit: PricingUnit, basis: Basis) -> Hours:
    """How long the offer is used, owed and billed for the scenario's run."""
    run = basis.hours
    if _is_plain(offer):
        return Hours(run, run, NONE, run)
    if offer.efficiency_loss:
        run /= 1 - offer.efficiency_loss
    if offer.mode is Mode.COMMITTED:
        term = term_hours(offer, basis)
        owed = (run / term).to_integral_value(rounding=ROUND_CEILING) * term
        return Hours(run, run, max(owed - run, NONE), owed)  # a run of endless digits may pass it by a hair
    used = _capped(offer, unit, run, basis)
    billed = used
    if offer.increment:
        billed = ceil_to(used, offer.increment.hours(whole_hours_per_month(offer, basis)))
    if offer.min_duration:
        minimum = offer.min_duration.hours(whole_hours_per_month(offer, basis))
        if minimum > billed:
            return Hours(run, used, minimum - used, minimum)
    return Hours(run, used, NONE, billed)


def term_hours(offer: Offer, basis: Basis) -> Decimal:
    """Length of a commitment: a year is 8,760 hours whatever the convention for a month is."""
    months = offer.term_months or ONE
    return months / 12 * HOURS_PER_YEAR if months % 12 == 0 else months * basis.hours_per_month


def _capped(offer: Offer, unit: PricingUnit, hours: Decimal, basis: Basis) -> Decimal:
    """Hours charged where a seller charges no more than `hours_in_month` hours in a month of an hourly price."""
    cap = offer.hours_in_month
    if not cap or unit not in HOURS or cap >= basis.hours_per_month:
        return hours
    months = hours // basis.hours_per_month
    return months * cap + min(hours - months * basis.hours_per_month, cap)


def estimate(rate: Rate, parts: tuple[PricedComponent, ...]) -> tuple[Decimal, Decimal, Decimal]:
    """Cost of an hour, effective cost and billed cost, without workings and fees. Raises NoRate."""
    hours, per_hour = hours_of(rate.offer, rate.price.unit, rate.basis), rate.per_hour()
    billed = per_hour * hours.billed
    effective = per_hour * (hours.used + hours.unused) if hours.unused or hours.used != hours.billed else billed
    if parts:
        upfront = sum((_upfront(part, rate, None).amount for part in parts), NONE)
        return per_hour, effective + upfront, billed + upfront
    return per_hour, effective, billed


def rent(rate: Rate, parts: tuple[PricedComponent, ...]) -> Rental:
    """Price one rental with its workings. Raises NoRate when its currency cannot be converted."""
    offer, basis = rate.offer, rate.basis
    hours = hours_of(offer, rate.price.unit, basis)
    effective = [_used(rate, hours)]
    if hours.unused > 0:
        effective.append(rate.line(LineKind.UNUSED, hours.unused, charge_category="Purchase"))
    if offer.mode is Mode.COMMITTED:
        billed = _billed_terms(rate, hours)
    elif offer.upfront_share == 1:
        billed = [rate.line(LineKind.COMPUTE, hours.billed, due=Due.AT_ORDER)]
    else:
        billed = [rate.line(LineKind.COMPUTE, hours.billed, due=Due.DURING_RUN)]
    effective += [_upfront(part, rate, None) for part in parts]
    billed += [_upfront(part, rate, Due.AT_ORDER) for part in parts]
    flags = (*_standing_flags(rate), *_hours_flags(rate, hours, effective))
    per_month = rate.per_hour() * _capped(offer, rate.price.unit, basis.hours_per_month, basis)
    return Rental(rate.nodes, hours.run, per_month, tuple(effective), tuple(billed), flags)


def _used(rate: Rate, hours: Hours) -> CostLine:
    """The run's own time; an efficiency loss is a factor of its own, so that it can be seen."""
    loss = rate.offer.efficiency_loss
    if loss and hours.used == hours.run:
        stretch = Factor(1 - loss, FactorUnit.LOSS, divide=True)
        return rate.line(LineKind.COMPUTE, rate.basis.hours, stretch)
    return rate.line(LineKind.COMPUTE, hours.used)


def _billed_terms(rate: Rate, hours: Hours) -> list[CostLine]:
    """What a commitment costs and when: its upfront share at order, the rest as the term goes on, used or not."""
    share = rate.offer.upfront_share
    portions = (
        (LineKind.UPFRONT, hours.billed, share, Due.AT_ORDER),
        (LineKind.COMPUTE, hours.run, 1 - share, Due.DURING_RUN),
        (LineKind.COMPUTE, hours.unused, 1 - share, Due.COMMITTED),
    )
    return [
        rate.line(
            kind, time, *([] if part == 1 else [Factor(part, FactorUnit.SHARE)]), due=due, charge_category="Purchase"
        )
        for kind, time, part, due in portions
        if time > 0 and part > 0
    ]


def _upfront(part: PricedComponent, rate: Rate, due: Due | None) -> CostLine:
    """A sum paid at order beside the running price: owed in full, in the effective cost too."""
    assert part.price.value is not None
    if part.component.unit is PricingUnit.PER_GPU:
        count = Factor(Decimal(rate.nodes * rate.offer.gpus_per_node), FactorUnit.GPUS)
    else:
        count = Factor(Decimal(rate.nodes), FactorUnit.NODES)
    per = f"{part.price.currency} {part.component.unit.value}"
    factors = (count, Factor(part.price.value, FactorUnit.PRICE, per=per))
    about = {"charge_category": "Purchase", "charge_frequency": "One-Time"}
    return rate.basis.line(LineKind.UPFRONT, factors, part.price, due=due, **about)


def _standing_flags(rate: Rate) -> list[Flag]:
    """What must be said of the offer whatever the length of the run."""
    offer = rate.offer
    found = learned_flags(offer)
    if offer.includes is Includes.ACCELERATOR_ONLY:
        found.append(Flag(FlagKind.ACCELERATOR_ONLY))
    if offer.mode is Mode.SPOT:
        found.append(Flag(FlagKind.SPOT_INTERRUPTION))
    if offer.max_nodes and rate.nodes > offer.max_nodes:
        found.append(Flag(FlagKind.TOO_MANY_NODES, (offer.max_nodes,)))
    size = rate.basis.scenario.gpus_per_node
    if size and offer.gpus_per_node % size:
        found.append(Flag(FlagKind.NODE_SIZE, (offer.gpus_per_node, size)))
    if rate.nodes > rate.asked_nodes:
        found.append(Flag(FlagKind.MINIMUM, (Decimal(rate.nodes), Decimal(rate.asked_nodes), "nodes")))
    if idle := rate.nodes * offer.gpus_per_node - rate.basis.scenario.gpu_count:
        found.append(Flag(FlagKind.IDLE_GPUS, (idle, rate.nodes)))
    return found


def _hours_flags(rate: Rate, hours: Hours, effective: list[CostLine]) -> list[Flag]:
    """What must be said where other hours are paid for than the run takes."""
    offer, basis = rate.offer, rate.basis
    if offer.mode is Mode.COMMITTED:
        if not hours.unused:
            return []
        term, share = hours.billed / basis.hours_per_month, hours.run / hours.billed
        return [Flag(FlagKind.UNUSED_COMMITMENT, (term, share, effective[1].amount))]
    found = []
    if hours.used < hours.run:
        found.append(Flag(FlagKind.MONTHLY_CAP, (offer.hours_in_month or NONE,)))
    if hours.unused:
        found.append(Flag(FlagKind.MINIMUM, (hours.billed, hours.used, "hours")))
    elif offer.increment and hours.billed != hours.used:
        step = offer.increment.hours(whole_hours_per_month(offer, basis))
        if step > 1:
            steps = (hours.used / step, hours.billed / step, offer.increment.unit.value)
            found.append(Flag(FlagKind.WHOLE_STEPS, steps))
    return found
