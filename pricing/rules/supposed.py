"""Parts of own hardware as the asker supposes them: each stands in place of the part of the book it speaks of.

A component made here rests on an entry without a number (id 0) whose source is the question, or on a stored
assumption where the question gives no number of its own.
"""

from decimal import ROUND_CEILING, Decimal

from pricing.base import changed
from pricing.book import Entry, EntryKind, PricedComponent
from pricing.catalog import Component, ComponentKind
from pricing.errors import NoAssumption
from pricing.rules.basis import ASKED, MONTHS_PER_YEAR, Basis
from pricing.units import PricingUnit

ENGINEERS = "supposed/engineers"
RESIDUAL_OF_GPUS = "supposed/residual-of-gpus"
OLDEST = 5  # years: for more nobody states what is left
HUNDRED = Decimal(100)
Components = tuple[PricedComponent, ...]


def as_supposed(components: Components, basis: Basis, life_months: Decimal) -> Components:
    """The components with what the scenario supposes of them. Raises NoAssumption."""
    found = _residual_of_age(components, basis, life_months)
    for change in (_colocation, _engineers, _maintenance, _residual):
        found = change(found, basis)
    return found


def is_lump(component: Component) -> bool:
    """Whether one sum over the life stands for building, power and staff alike."""
    return component.kind is ComponentKind.OPERATIONS and component.unit is PricingUnit.CLUSTER_LIFE


def age_in_years(months: Decimal) -> int:
    """Age for the table of residual values: whole years, a year that has begun counts."""
    return max(1, int((months / MONTHS_PER_YEAR).to_integral_value(ROUND_CEILING)))


def residual_of_age(basis: Basis, months: Decimal) -> Entry | None:
    """The share of the purchase that hardware of this age is worth; None where nobody states it."""
    age = age_in_years(months)
    try:
        return basis.assumption(f"residual_after_{age}_years") if age <= OLDEST else None
    except NoAssumption:
        return None


def _residual_of_age(components: Components, basis: Basis, life_months: Decimal) -> Components:
    """A residual value that is stated for another life becomes that of the table, where it has one."""

    def of_age(item: PricedComponent) -> PricedComponent:
        component = item.component
        stated = component.basis_months
        if component.kind is not ComponentKind.RESIDUAL or stated is None or stated == life_months:
            return item
        entry = residual_of_age(basis, life_months)
        return PricedComponent(changed(component, basis_months=None), entry) if entry else item

    return tuple(of_age(item) for item in components)


def _residual(components: Components, basis: Basis) -> Components:
    """residual 20%, of all hardware or of the cards alone, whatever the life."""
    for name, part in (("residual", "supposed/residual"), ("residual_of_gpus", RESIDUAL_OF_GPUS)):
        one = basis.supposed(name)
        if one and one.value is not None:
            share = one.value * HUNDRED
            return _with(components, part, ComponentKind.RESIDUAL, PricingUnit.PERCENT, share)
    return components


def _maintenance(components: Components, basis: Basis) -> Components:
    """10% maintenance: of the hardware, each year."""
    one = basis.supposed("maintenance")
    if one is None or one.value is None:
        return components
    unit, share = PricingUnit.PERCENT_PER_YEAR, one.value * HUNDRED
    return _with(components, "supposed/maintenance", ComponentKind.MAINTENANCE, unit, share)


def _engineers(components: Components, basis: Basis) -> Components:
    """Two more engineers: beside the staff there is, at what the book says one costs a year."""
    one = basis.supposed("engineers")
    if one is None or one.value is None:
        return components
    cost = basis.assumption("engineer_cost_year")
    staff = Component(
        id=ENGINEERS,
        offer=components[0].component.offer,
        kind=ComponentKind.OPERATIONS,
        unit=PricingUnit.CLUSTER_YEAR,
        note=str(one.value),
    )
    return (*components, PricedComponent(staff, cost))


def _colocation(components: Components, basis: Basis) -> Components:
    """A rate per kW and month in place of the facility, and of a lump that holds it.

    Electricity stays a part of its own: the rate is without it unless the question says otherwise.
    """
    one = basis.supposed("colocation")
    if one is None:
        return components
    kept = tuple(
        item for item in components if item.component.kind is not ComponentKind.FACILITY and not is_lump(item.component)
    )
    if one.value is None:
        rate = basis.assumption("colocation_kw_month")
    else:
        rate = _entry(components[0].price, "supposed/colocation", PricingUnit.KW_MONTH, one.value, one.currency)
    offer = components[0].component.offer
    facility = Component(id="supposed/colocation", offer=offer, kind=ComponentKind.FACILITY, unit=PricingUnit.KW_MONTH)
    draw: Components = ()
    if not any(item.component.kind is ComponentKind.POWER_DRAW for item in kept):
        power = Component(
            id="supposed/power-draw", offer=offer, kind=ComponentKind.POWER_DRAW, unit=PricingUnit.NODE_KW
        )
        draw = (PricedComponent(power, basis.assumption("node_kw")),)
    return (*kept, *draw, PricedComponent(facility, rate))


def _with(components: Components, part: str, kind: ComponentKind, unit: PricingUnit, value: Decimal) -> Components:
    """The components with one of this kind in place of those there are."""
    offer, like = components[0].component.offer, components[0].price
    made = PricedComponent(Component(id=part, offer=offer, kind=kind, unit=unit), _entry(like, part, unit, value))
    return (*(item for item in components if item.component.kind is not kind), made)


def _entry(like: Entry, part: str, unit: PricingUnit, value: Decimal, currency: str = "") -> Entry:
    """A number of the question, on the day of an entry of the book."""
    facts = {"kind": EntryKind.COMPONENT, "subject": part, "value": value, "unit": unit, "currency": currency}
    return changed(like, id=0, source=ASKED, note="", observed_on="", cancels=None, **facts)
