"""What electricity alone comes to, beside what a text states for running a cluster."""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from pricing.book import Book
from pricing.catalog import ComponentKind
from pricing.claims.figure import Figure
from pricing.claims.market import DEFAULT_NODE
from pricing.claims.products import lengths
from pricing.claims.units import unit
from pricing.errors import PricingError
from pricing.exchange import conversion
from pricing.units import HOURS_PER_YEAR, PricingUnit

_ROOM = Decimal("1.25")
_NODE_OF = {"H100": "H200"}  # their 8-GPU nodes have one rated power


@dataclass(frozen=True, slots=True)
class Electricity:
    """What electricity alone comes to over a stated time beside what a text states for running: nodes × kW × PUE ×
    hours × price of a kWh, in the currency of the text."""

    figure: Figure
    cost: Decimal
    nodes: Decimal
    kilowatts: Decimal
    pue: Decimal
    hours: Decimal
    price: Decimal
    price_currency: str


def electricity(figures: Sequence[Figure], book: Book) -> tuple[Electricity, ...]:
    """Stated costs of running that electricity alone would eat, by the power of nodes and the price in the book."""
    found = []
    for figure in figures:
        near = [one for one in figures if 0 <= figure.place.clause - one.place.clause <= 1]
        if not (figure.is_total and any("running" in one.tags for one in near)):
            continue
        years = next((one for one in lengths(near) if one.unit == unit(year=1)), None)
        fleet = next((one for one in reversed(figures[: figure.index]) if one.unit == unit(gpu=1) and one.gpu and one.amount > 16), None)  # fmt: skip  # noqa: E501
        if years is None or fleet is None or (used := _power(figure, fleet, years, book)) is None:
            continue
        if figure.amount < used.cost * _ROOM:
            found.append(used)
    return tuple(found)


def _power(figure: Figure, fleet: Figure, years: Figure, book: Book) -> Electricity | None:
    kilowatts = _node_power(fleet.gpu, book)
    try:
        price, pue = book.assumption("electricity"), book.assumption("pue")
        factor = conversion(price.currency, figure.currency, book)
    except PricingError:
        return None
    if kilowatts is None or price.value is None or pue.value is None:
        return None
    nodes, hours = fleet.amount / DEFAULT_NODE, years.amount * HOURS_PER_YEAR
    cost = factor.apply(nodes * kilowatts * pue.value * hours * price.value)
    return Electricity(figure, cost, nodes, kilowatts, pue.value, hours, price.value, price.currency)


def _node_power(gpu: str, book: Book) -> Decimal | None:
    for name in (gpu, _NODE_OF.get(gpu, "")):
        for offer, _ in book.offers(name) if name in book.gpus else ():
            for component, price in book.components(offer.id):
                if component.kind is ComponentKind.POWER_DRAW and component.unit is PricingUnit.NODE_KW:
                    return price.value
    return None
