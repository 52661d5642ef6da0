"""Own hardware: total cost of ownership over its life, and the run's share of it.

Sources of the formulas: `TCO = capex + running cost - residual`; `energy = nodes x kW x load x PUE x hours x tariff`
(rated power, load and PUE after Epoch AI's cost model); `share = TCO x run hours / life hours / utilisation`.
Power is counted once: a facility price per kW-month is without electricity (one that holds it is entered per node).
"""

from dataclasses import dataclass
from decimal import Decimal

from pricing.book import Entry, EntryKind, PricedComponent
from pricing.catalog import ComponentKind, Offer
from pricing.costs import CostLine, Due, Factor, FactorUnit, LineKind, OwnFigures
from pricing.exchange import product
from pricing.flags import Flag, FlagKind
from pricing.rules.basis import MONTHS_PER_YEAR, Basis, learned_flags
from pricing.rules.supposed import ENGINEERS, RESIDUAL_OF_GPUS, as_supposed, is_lump
from pricing.units import PricingUnit, nodes_for

HUNDRED = Decimal(100)
CAPITAL = {PricingUnit.PER_GPU, PricingUnit.PER_NODE, PricingUnit.PER_CLUSTER}
HARDWARE = {LineKind.GPU, LineKind.SERVER_NETWORK}
LINE_KINDS = {
    ComponentKind.GPU: LineKind.GPU,
    ComponentKind.SERVER_NETWORK: LineKind.SERVER_NETWORK,
    ComponentKind.FACILITY: LineKind.FACILITY,
    ComponentKind.POWER_DRAW: LineKind.POWER,
    ComponentKind.OPERATIONS: LineKind.OPERATIONS,
    ComponentKind.MAINTENANCE: LineKind.MAINTENANCE,
    ComponentKind.RESIDUAL: LineKind.RESIDUAL,
}


@dataclass(frozen=True, slots=True)
class Ownership:
    """Own hardware priced: the run's share, what is paid and when, and the figures over its life."""

    nodes: int
    per_month: Decimal
    effective: tuple[CostLine, ...]
    billed: tuple[CostLine, ...]
    own: OwnFigures
    prices: tuple[Entry, ...]
    flags: tuple[Flag, ...]


@dataclass(frozen=True, slots=True)
class _Part:
    """One component over the whole life: factors in its price's currency, and whether it is paid at order."""

    kind: LineKind
    price: Entry
    factors: tuple[Factor, ...]
    entries: tuple[Entry, ...]
    capital: bool


def own(offer: Offer, components: tuple[PricedComponent, ...], basis: Basis) -> Ownership | None:
    """Price own hardware; None when it has no components in force. Raises NoRate, NoAssumption."""
    if not components:
        return None
    scenario = basis.scenario
    nodes = nodes_for(scenario.gpu_count, offer.gpus_per_node)
    gpus = nodes * offer.gpus_per_node
    life_months = basis.assume("depreciation_years") * MONTHS_PER_YEAR
    stated, components = components, as_supposed(components, basis, life_months)
    life_hours = basis.life_hours()
    parts = _parts(components, nodes, gpus, life_months, basis)
    buying_only = scenario.duration is None
    assumed = Decimal(1) if buying_only else basis.assume("utilisation")
    utilisation = min(max(assumed, basis.hours / life_hours), Decimal(1))  # the need itself is use
    share = _share(basis.hours, life_hours, assumed)
    lines = [_line(part, () if buying_only else share, basis) for part in parts]
    whole = [(part, _line(part, (), basis).amount) for part in parts]
    capex = sum((amount for part, amount in whole if part.capital), Decimal(0))
    residual = -sum((amount for part, amount in whole if part.kind is LineKind.RESIDUAL), Decimal(0))
    running = sum((amount for _, amount in whole), Decimal(0)) - capex + residual
    tco = capex + running - residual
    figures = OwnFigures(capex, running, residual, life_months, life_hours, utilisation, tco * basis.hours / life_hours)
    billed = tuple(
        _line(part, (), basis, due=Due.AT_ORDER if part.capital else Due.IF_KEPT)
        for part in parts
        if part.kind is not LineKind.RESIDUAL
    )
    prices = tuple(item.price for item in components)
    return Ownership(
        nodes=nodes,
        per_month=tco / life_months,
        effective=tuple(lines),
        billed=billed,
        own=figures,
        prices=prices,
        flags=(
            *learned_flags(offer),
            *_flags(components, gpus, scenario.gpu_count, nodes, life_months),
            *_replaced(stated, components),
        ),
    )


def _share(hours: Decimal, life_hours: Decimal, utilisation: Decimal) -> tuple[Factor, ...]:
    """The run's part of the life, with its part of idle time; never more than all of it, unless the run outlasts it."""
    if utilisation * life_hours <= hours <= life_hours:
        return ()
    if hours > life_hours:
        utilisation = Decimal(1)
    factors = (Factor(hours, FactorUnit.HOURS), Factor(life_hours, FactorUnit.LIFE_HOURS, divide=True))
    return factors if utilisation == 1 else (*factors, Factor(utilisation, FactorUnit.UTILISATION, divide=True))


def _line(part: _Part, share: tuple[Factor, ...], basis: Basis, due: Due | None = None) -> CostLine:
    money = basis.into_currency(part.price.currency)
    factors = part.factors + share + money.factors
    category, frequency = ("Purchase", "One-Time") if part.capital else ("Usage", "Recurring")
    entries = part.entries + money.entries
    return CostLine(part.kind, product(factors), factors, entries, due, category, frequency)


def _parts(
    components: tuple[PricedComponent, ...], nodes: int, gpus: int, life_months: Decimal, basis: Basis
) -> list[_Part]:
    parts: list[_Part] = []
    for item in components:
        if not _keeps_its_worth(item, life_months):
            continue
        if item.component.unit in (PricingUnit.PERCENT, PricingUnit.PERCENT_PER_YEAR):
            parts += _of_hardware(item, parts, components, life_months)
        elif item.component.kind is ComponentKind.POWER_DRAW:
            if basis.supposed("colocation_with_power") is None:  # else the rate holds it: no power twice
                parts.append(_power(item, nodes, basis))
        else:
            parts.append(_plain(item, nodes, gpus, life_months, _draw(components)))
    return parts


def _value(price: Entry) -> Decimal:
    assert price.value is not None
    return price.value


def _draw(components: tuple[PricedComponent, ...]) -> PricedComponent | None:
    return next((item for item in components if item.component.kind is ComponentKind.POWER_DRAW), None)


def _plain(item: PricedComponent, nodes: int, gpus: int, life_months: Decimal, draw: PricedComponent | None) -> _Part:
    """A component whose amount is a count times a price, over the life."""
    unit, price = item.component.unit, item.price
    money = Factor(_value(price), FactorUnit.PRICE, per=f"{price.currency} {unit.value}")
    entries: tuple[Entry, ...] = (price,)
    node_count = Factor(Decimal(nodes), FactorUnit.NODES)
    gpu_count = Factor(Decimal(gpus), FactorUnit.GPUS)
    factors: tuple[Factor, ...]
    match unit:
        case PricingUnit.PER_GPU:
            factors = (gpu_count, money)
        case PricingUnit.PER_NODE:
            factors = (node_count, money)
        case PricingUnit.NODE_YEAR:
            factors = (node_count, money, Factor(life_months / MONTHS_PER_YEAR, FactorUnit.YEARS))
        case PricingUnit.KW_MONTH:
            assert draw is not None, "a price per kW-month needs the power draw of a node"
            kw = Factor(_value(draw.price), FactorUnit.KW)
            factors = (node_count, kw, money, Factor(life_months, FactorUnit.MONTHS))
            entries = (price, draw.price)
        case PricingUnit.CLUSTER_YEAR if item.component.id == ENGINEERS:
            money = Factor(_value(price), FactorUnit.PRICE, per=f"{price.currency} Person-Years")
            people = Factor(Decimal(item.component.note), FactorUnit.STAFF)
            factors = (people, money, Factor(life_months / MONTHS_PER_YEAR, FactorUnit.YEARS))
        case _:
            factors = (money, *_scale(item, gpus))
            if unit is PricingUnit.CLUSTER_YEAR:
                factors = (*factors, Factor(life_months / MONTHS_PER_YEAR, FactorUnit.YEARS))
            if unit is PricingUnit.CLUSTER_LIFE:
                factors = (*factors, *_other_life(item, life_months))
    return _Part(LINE_KINDS[item.component.kind], price, factors, entries, unit in CAPITAL)


def _scale(item: PricedComponent, gpus: int) -> tuple[Factor, ...]:
    """From the cluster the amount was stated for to the one that is asked for."""
    basis_gpus = item.component.basis_gpus
    if not basis_gpus or basis_gpus == gpus:
        return ()
    return (Factor(Decimal(gpus), FactorUnit.GPUS), Factor(Decimal(basis_gpus), FactorUnit.GPUS, divide=True))


def _other_life(item: PricedComponent, life_months: Decimal) -> tuple[Factor, ...]:
    """From the life a running cost was stated for to the one that is assumed."""
    stated = item.component.basis_months
    if not stated or stated == life_months:
        return ()
    return (Factor(life_months, FactorUnit.MONTHS), Factor(Decimal(stated), FactorUnit.MONTHS, divide=True))


def _keeps_its_worth(item: PricedComponent, life_months: Decimal) -> bool:
    """Whether a residual value was stated for this life; for another it is not known, so none is counted."""
    stated = item.component.basis_months
    return item.component.kind is not ComponentKind.RESIDUAL or stated is None or stated == life_months


def _power(item: PricedComponent, nodes: int, basis: Basis) -> _Part:
    """Electricity over the life: nodes x kW x load x PUE x hours x price per kWh."""
    tariff = basis.assumption("electricity")
    factors = (
        Factor(Decimal(nodes), FactorUnit.NODES),
        Factor(_value(item.price), FactorUnit.KW),
        Factor(basis.assume("power_load"), FactorUnit.LOAD),
        Factor(basis.assume("pue"), FactorUnit.PUE),
        Factor(basis.life_hours(), FactorUnit.HOURS),
        Factor(_value(tariff), FactorUnit.PRICE, per=f"{tariff.currency} {PricingUnit.KWH.value}"),
    )
    entries = (item.price, tariff, basis.assumption("power_load"), basis.assumption("pue"))
    return _Part(LineKind.POWER, tariff, factors, entries, capital=False)


def _of_hardware(
    item: PricedComponent, parts: list[_Part], components: tuple[PricedComponent, ...], life_months: Decimal
) -> list[_Part]:
    """Maintenance a year, or residual value, as a percentage of each hardware part (which are listed before it)."""
    share = _value(item.price)
    if item.price.kind is not EntryKind.ASSUMPTION:  # parts of one there, a percentage of a component
        share /= HUNDRED
    percent = Factor(share, FactorUnit.SHARE)
    kind = LINE_KINDS[item.component.kind]
    hardware = {LineKind.GPU} if item.component.id == RESIDUAL_OF_GPUS else HARDWARE
    found = []
    for part in parts:
        if not part.capital or part.kind not in hardware:
            continue
        factors = (*part.factors, percent)
        if item.component.unit is PricingUnit.PERCENT_PER_YEAR:
            factors = (*factors, Factor(life_months / MONTHS_PER_YEAR, FactorUnit.YEARS))
        if kind is LineKind.RESIDUAL:
            factors = (*factors, Factor(Decimal(-1), FactorUnit.PLAIN))
        found.append(_Part(kind, part.price, factors, (part.price, item.price), capital=False))
    return found


def _flags(
    components: tuple[PricedComponent, ...], gpus: int, asked: int, nodes: int, life_months: Decimal
) -> tuple[Flag, ...]:
    flags = []
    bases = {item.component.basis_gpus for item in components if item.component.basis_gpus}
    flags += [Flag(FlagKind.SCALED, (size,)) for size in sorted(bases) if size != gpus]
    for item in components:
        if not _keeps_its_worth(item, life_months):
            flags.append(Flag(FlagKind.NO_RESIDUAL, (Decimal(item.component.basis_months or 0), life_months)))
    if gpus > asked:
        flags.append(Flag(FlagKind.IDLE_GPUS, (gpus - asked, nodes)))
    return tuple(flags)


def _replaced(stated: tuple[PricedComponent, ...], priced: tuple[PricedComponent, ...]) -> list[Flag]:
    """A remark where a colocation rate stands in place of one sum for building, power and staff."""
    kept = {item.component.id for item in priced}
    lumps = [item for item in stated if is_lump(item.component) and item.component.id not in kept]
    return [Flag(FlagKind.COLOCATION)] if lumps else []
