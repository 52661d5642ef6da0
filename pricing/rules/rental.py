"""Renting: on demand, spot and committed. Whole nodes, minimums, billing steps, whole terms.

Sources of the formulas: `used = run_hours / (1 - loss)`, `billed = max(minimum, ceil(used / increment) x increment)`,
`committed cost = price x whole terms, whatever is used` (FinOps FOCUS: billed and effective cost, used and unused).
"""

from dataclasses import dataclass
from decimal import ROUND_CEILING, Decimal

from pricing.book import Entry, PricedComponent, PricedOffer
from pricing.catalog import ComponentKind, Includes, Mode, Offer, PriceKind
from pricing.costs import CostLine, Due, Factor, FactorUnit, Flag, FlagKind, LineKind
from pricing.exchange import product
from pricing.rules.basis import HOURS, PER_GPU_UNITS, Basis, whole_hours_per_month
from pricing.units import PricingUnit, ceil_to, nodes_for

ONE = Decimal(1)


@dataclass(frozen=True, slots=True)
class Rental:
    """A rental priced: lines of effective cost, what is billed and when, and what must be said."""

    nodes: int
    run_hours: Decimal
    per_month: Decimal
    effective: tuple[CostLine, ...]
    billed: tuple[CostLine, ...]
    flags: tuple[Flag, ...]


@dataclass(frozen=True, slots=True)
class _Tariff:
    """A price brought to fleet size: `head` are the factors before the time, `unit_hours` hours in its unit of time."""

    basis: Basis
    price: Entry
    head: tuple[Factor, ...]
    unit_hours: Decimal
    time: FactorUnit

    def line(self, kind: LineKind, hours: Decimal, loss: Decimal, **about: object) -> CostLine:
        """Cost of `hours`, shown in the price's own unit of time; `loss` stretches them by 1 / (1 - loss)."""
        quantity = hours if self.unit_hours == 1 else hours / self.unit_hours
        factors = (*self.head, Factor(quantity, self.time))
        if loss:
            factors = (*factors, Factor(ONE - loss, FactorUnit.LOSS, divide=True))
        return self.basis.line(kind, factors, self.price, **about)

    def cost(self, hours: Decimal) -> Decimal:
        """Cost of `hours` without workings."""
        return self.basis.into_currency(self.price.currency).apply(product(self.head) * hours / self.unit_hours)


def rent(priced: PricedOffer, price: Entry, components: tuple[PricedComponent, ...], basis: Basis) -> Rental:
    """Price one rental. Raises NoRate when its currency cannot be converted."""
    offer, scenario = priced.offer, basis.scenario
    asked = nodes_for(scenario.gpu_count, offer.gpus_per_node)
    nodes = max(asked, offer.min_nodes)
    tariff = _tariff(offer, price, nodes, basis)
    run_hours = basis.hours / (1 - offer.efficiency_loss) if offer.efficiency_loss else basis.hours
    flags = [*_standing_flags(offer, nodes), *_node_flags(offer, nodes, asked, scenario.gpu_count)]
    if offer.mode is Mode.COMMITTED:
        effective, billed, more = _committed(offer, tariff, run_hours, basis)
    else:
        effective, billed, more = _metered(offer, tariff, run_hours, basis)
    upfront = tuple(_upfront(part, nodes, offer, basis) for part in components)
    flags += more
    per_month = tariff.cost(basis.hours_per_month)
    return Rental(
        nodes,
        run_hours,
        per_month,
        effective + tuple(line for line, _ in upfront),
        billed + tuple(line for _, line in upfront),
        tuple(flags),
    )


def _tariff(offer: Offer, price: Entry, nodes: int, basis: Basis) -> _Tariff:
    assert price.value is not None
    if price.unit in PER_GPU_UNITS:
        head = [Factor(Decimal(nodes * offer.gpus_per_node), FactorUnit.GPUS)]
    else:
        head = [Factor(Decimal(nodes), FactorUnit.NODES)]
    head.append(Factor(price.value, FactorUnit.PRICE, per=f"{price.currency} {price.unit.value}"))
    discount = basis.scenario.discount
    if discount and offer.price_kind is PriceKind.LIST:
        head.append(Factor(1 - discount, FactorUnit.DISCOUNT))
    if price.unit in HOURS:
        return _Tariff(basis, price, tuple(head), ONE, FactorUnit.HOURS)
    return _Tariff(basis, price, tuple(head), whole_hours_per_month(offer, basis), FactorUnit.MONTHS)


Priced = tuple[tuple[CostLine, ...], tuple[CostLine, ...], list[Flag]]


def _metered(offer: Offer, tariff: _Tariff, run_hours: Decimal, basis: Basis) -> Priced:
    """Paid as used, in billing steps: the run's own time is the effective cost, whole steps are what is billed."""
    flags: list[Flag] = []
    hours = basis.hours
    capped = _capped(offer, tariff.price.unit, run_hours, basis)
    if capped < run_hours:
        flags.append(Flag(FlagKind.MONTHLY_CAP, (offer.hours_in_month or 0,)))
        effective = [tariff.line(LineKind.COMPUTE, capped, Decimal(0))]
    else:
        effective = [tariff.line(LineKind.COMPUTE, hours, offer.efficiency_loss)]
    billed_hours = capped
    if offer.increment:
        step = offer.increment.hours(whole_hours_per_month(offer, basis))
        billed_hours = ceil_to(capped, step)
        if billed_hours != capped and step > 1:
            steps = (capped / step, billed_hours / step, offer.increment.unit.value)
            flags.append(Flag(FlagKind.WHOLE_STEPS, steps))
    if offer.min_duration:
        minimum = offer.min_duration.hours(whole_hours_per_month(offer, basis))
        if minimum > billed_hours:
            flags.append(Flag(FlagKind.MINIMUM, (minimum, capped, "hours")))
            billed_hours = minimum
            effective.append(tariff.line(LineKind.UNUSED, minimum - capped, Decimal(0)))
    billed = tariff.line(LineKind.COMPUTE, billed_hours, Decimal(0), due=Due.DURING_RUN)
    return tuple(effective), (billed,), flags


def _capped(offer: Offer, unit: PricingUnit, hours: Decimal, basis: Basis) -> Decimal:
    """Hours charged where a seller charges no more than `hours_in_month` hours in a month of an hourly price."""
    cap = offer.hours_in_month
    if not cap or unit not in HOURS or cap >= basis.hours_per_month:
        return hours
    months = hours // basis.hours_per_month
    return months * cap + min(hours - months * basis.hours_per_month, cap)


def _committed(offer: Offer, tariff: _Tariff, run_hours: Decimal, basis: Basis) -> Priced:
    """Whole terms are owed, used or not: used and unused lines make up the effective cost."""
    term = (offer.term_months or ONE) * basis.hours_per_month
    terms = (run_hours / term).to_integral_value(rounding=ROUND_CEILING)
    owed = terms * term
    unused = owed - run_hours
    effective = [tariff.line(LineKind.COMPUTE, basis.hours, offer.efficiency_loss)]
    flags = []
    if unused > 0:
        line = tariff.line(
            LineKind.UNUSED, unused, Decimal(0), charge_category="Purchase", charge_frequency="Recurring"
        )
        effective.append(line)
        flags.append(Flag(FlagKind.UNUSED_COMMITMENT, (owed / basis.hours_per_month, run_hours / owed, line.amount)))
    billed = []
    share = offer.upfront_share
    if share:
        billed.append(_part(tariff, owed, share, Due.AT_ORDER))
    if share < 1:
        billed.append(_part(tariff, run_hours, 1 - share, Due.DURING_RUN))
        if unused > 0:
            billed.append(_part(tariff, unused, 1 - share, Due.COMMITTED))
    return tuple(effective), tuple(billed), flags


def _part(tariff: _Tariff, hours: Decimal, share: Decimal, due: Due) -> CostLine:
    kind = LineKind.UPFRONT if due is Due.AT_ORDER else LineKind.COMPUTE
    if share == 1:
        return tariff.line(kind, hours, Decimal(0), due=due, charge_category="Purchase")
    scaled = _Tariff(
        tariff.basis, tariff.price, (*tariff.head, Factor(share, FactorUnit.SHARE)), tariff.unit_hours, tariff.time
    )
    return scaled.line(kind, hours, Decimal(0), due=due, charge_category="Purchase")


def _upfront(part: PricedComponent, nodes: int, offer: Offer, basis: Basis) -> tuple[CostLine, CostLine]:
    """A sum paid at order beside the running price: owed in full, in the effective cost too."""
    assert part.component.kind is ComponentKind.UPFRONT
    assert part.price.value is not None
    per_gpu = part.component.unit is PricingUnit.PER_GPU
    count = Factor(
        Decimal(nodes * offer.gpus_per_node if per_gpu else nodes), FactorUnit.GPUS if per_gpu else FactorUnit.NODES
    )
    factors = (
        count,
        Factor(part.price.value, FactorUnit.PRICE, per=f"{part.price.currency} {part.component.unit.value}"),
    )
    about = {"charge_category": "Purchase", "charge_frequency": "One-Time"}
    return (
        basis.line(LineKind.UPFRONT, factors, part.price, **about),
        basis.line(LineKind.UPFRONT, factors, part.price, due=Due.AT_ORDER, **about),
    )


def _standing_flags(offer: Offer, nodes: int) -> list[Flag]:
    flags = []
    if offer.price_kind is PriceKind.CLAIM:
        flags.append(Flag(FlagKind.CLAIM))
    if offer.price_kind is PriceKind.ESTIMATE:
        flags.append(Flag(FlagKind.ESTIMATE))
    if offer.includes is Includes.ACCELERATOR_ONLY:
        flags.append(Flag(FlagKind.ACCELERATOR_ONLY))
    if offer.mode is Mode.SPOT:
        flags.append(Flag(FlagKind.SPOT_INTERRUPTION))
    if offer.max_nodes and nodes > offer.max_nodes:
        flags.append(Flag(FlagKind.TOO_MANY_NODES, (offer.max_nodes,)))
    return flags


def _node_flags(offer: Offer, nodes: int, asked: int, gpus: int) -> list[Flag]:
    flags = []
    if nodes > asked:
        flags.append(Flag(FlagKind.MINIMUM, (Decimal(nodes), Decimal(asked), "nodes")))
    if idle := nodes * offer.gpus_per_node - gpus:
        flags.append(Flag(FlagKind.IDLE_GPUS, (idle, nodes)))
    return flags
