"""Stated prices beside those of the price book, and what a text cannot be right about whatever its sums give."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal

from pricing.base import Num
from pricing.book import Book, EntryKind, PricedOffer
from pricing.catalog import ComponentKind, Mode
from pricing.claims.figure import Figure
from pricing.claims.products import lengths
from pricing.claims.units import USUAL, size, unit
from pricing.errors import NoRate, PricingError
from pricing.exchange import conversion
from pricing.substitutes import work_factor
from pricing.units import HOURS_PER_YEAR, PricingUnit

DEFAULT_NODE = Decimal(8)
_SAME = Decimal("0.005")
_ROOM = Decimal("1.25")
_NODE_OF = {"H100": "H200"}  # their 8-GPU nodes have one rated power
_PER_NODE = (PricingUnit.NODE_HOUR, PricingUnit.NODE_MONTH)
_BY_MONTH = (PricingUnit.NODE_MONTH, PricingUnit.GPU_MONTH)


@dataclass(frozen=True, slots=True)
class Rate:
    """A price of a GPU-hour in the book: in the currency of the text, and as it was seen."""

    provider: str
    offer: str
    amount: Decimal
    observed_on: str


@dataclass(frozen=True, slots=True)
class Beside:
    """A stated rental price as one of a GPU-hour (`rate`), with GPUs in a node where it is for a node (`assumed`: not
    stated), and the on-demand rates of the book for the same GPU, lowest first. `same`: those equal to it."""

    figure: Figure
    gpu: str
    rate: Decimal
    gpus_per_node: Decimal | None
    assumed: bool
    rates: tuple[Rate, ...]

    @property
    def same(self) -> tuple[Rate, ...]:
        """Rates of the book that are the stated one."""
        return tuple(one for one in self.rates if abs(one.amount - self.rate) <= self.rate * _SAME)


@dataclass(frozen=True, slots=True)
class Unlike:
    """Two GPUs that a text sets against each other in equal number; `factor`: how many of the second do the work of
    one of the first, by dense BF16 peak (None: not known)."""

    gpu: str
    other: str
    factor: Decimal | None


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


@dataclass(frozen=True, slots=True)
class Trial:
    """Money that is said to buy GPU-hours, beside what they cost at the text's own price (`listed`)."""

    money: Figure
    gpu: str
    gpu_hours: Decimal
    listed: Decimal
    price: Figure


def beside(figures: Sequence[Figure], book: Book) -> tuple[Beside, ...]:
    """Each rental price of a text beside the book, once for each GPU and rate."""
    found: list[Beside] = []
    for figure in figures:
        gpu = _gpu_of(figure, figures)
        if not gpu or not _is_rental(figure):
            continue
        per_node, assumed = _node_size(figure, figures)
        rate = figure.amount * size(figure.unit, USUAL) / (per_node or 1)
        if any(one.gpu == gpu and one.rate == rate for one in found):
            continue
        found.append(Beside(figure, gpu, rate, per_node, assumed, _rates(gpu, figure.currency, book)))
    return tuple(found)


def _is_rental(figure: Figure) -> bool:
    names = {name for name, power in figure.unit if power == -1}
    timed = names & {"hour", "month", "day", "week", "year"}
    return bool(figure.currency and timed and not names - timed - {"gpu", "node"} and figure.amount > 0 and "column" not in figure.tags)  # fmt: skip  # noqa: E501


def _gpu_of(figure: Figure, figures: Sequence[Figure]) -> str:
    """The GPU that its clause names, else the one its sentence does."""
    near = [one.gpu for one in figures if one.place.sentence == figure.place.sentence and one.gpu]
    return figure.gpu or (near[0] if near and len(set(near)) == 1 else "")


def _node_size(figure: Figure, figures: Sequence[Figure]) -> tuple[Decimal | None, bool]:
    """GPUs in the node that a price is for, and whether nobody said so; None for the price of a GPU."""
    if ("gpu", -1) in figure.unit:
        return None, False
    sizes = [one for one in figures if ("gpu", 1) in one.unit and ("node", -1) in one.unit]
    near = [one for one in sizes if one.place.section == figure.place.section]
    if ("node", -1) not in figure.unit and not near:
        return None, False
    closest = min(near or sizes, key=lambda one: abs(one.index - figure.index), default=None)
    return (closest.amount, False) if closest else (DEFAULT_NODE, True)


def _rates(gpu: str, currency: str, book: Book) -> tuple[Rate, ...]:
    if gpu not in book.gpus:
        return ()
    found = [rate for priced in book.offers(gpu) if (rate := _rate(priced, currency, book))]
    return tuple(sorted(found, key=lambda one: (one.amount, one.offer)))


def _rate(priced: PricedOffer, currency: str, book: Book) -> Rate | None:
    offer, price = priced
    if price is None or not price.value or offer.mode is not Mode.ON_DEMAND or price.kind is not EntryKind.PRICE:
        return None
    if price.unit not in (*_PER_NODE, *_BY_MONTH, PricingUnit.GPU_HOUR):
        return None
    try:
        amount = conversion(price.currency, currency, book).apply(price.value)
    except NoRate:
        return None
    amount = amount / offer.gpus_per_node if price.unit in _PER_NODE else amount
    if price.unit in _BY_MONTH:
        amount /= offer.hours_in_month or book_month(book)
    return Rate(offer.provider, offer.id, amount, price.observed_on)


def book_month(book: Book) -> Num:
    """Hours in a month, by the book."""
    return book.assumption("hours_per_month").value or USUAL.month


def unlike(figures: Sequence[Figure], book: Book) -> tuple[Unlike, ...]:
    """GPUs that stand beside each other in equal number, in a table or as the offers of a text, and differ in work."""
    counts: dict[str, set[Decimal]] = {}
    for figure in figures:
        if figure.gpu in book.gpus and (count := _gpus(figure, figures)):
            counts.setdefault(figure.gpu, set()).add(count)
    names = list(counts)
    found = []
    for place, one in enumerate(names):
        for other in names[place + 1 :]:
            if counts[one] & counts[other]:
                found.append(_ordered(one, other, book))
    return tuple(pair for pair in found if pair.factor != 1)


def _ordered(one: str, other: str, book: Book) -> Unlike:
    factor = work_factor(book.gpus[one], book.gpus[other])
    if factor is not None and factor < 1:
        return Unlike(other, one, 1 / factor)
    return Unlike(one, other, factor)


def _gpus(figure: Figure, figures: Sequence[Figure]) -> Decimal | None:
    """A number of GPUs: as stated, or nodes times the GPUs of one in the same row or clause."""
    if figure.unit == unit(gpu=1):
        return figure.amount
    if figure.unit != unit(node=1):
        return None
    sizes = [one.amount for one in figures if one.place.clause == figure.place.clause and ("node", -1) in one.unit]
    return figure.amount * sizes[0] if sizes else None


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


def trials(figures: Sequence[Figure], prices: Iterable[Beside]) -> tuple[Trial, ...]:
    """Money said to buy so many hours of so many GPUs, beside the text's own price for them."""
    found = []
    for money in figures:
        sentence = [one for one in figures if one.place.sentence == money.place.sentence and one.index > money.index]
        if not money.is_total or not any("trial" in one.tags for one in sentence):
            continue
        length = next(iter(lengths(one for one in sentence if "trial" in one.tags)), None)
        count = next((one for one in sentence if ("gpu", 1) in one.unit and "trial" in one.tags), None)
        own = next((one for one in prices if count and one.gpu == count.gpu and one.figure.currency == money.currency), None)  # fmt: skip  # noqa: E501
        if length is None or count is None or own is None:
            continue
        hours = length.base(length.unit) * count.amount
        mine = min((one for one in prices if one.gpu == count.gpu), key=lambda one: one.rate)
        if money.amount * 2 < mine.rate * hours:
            found.append(Trial(money, count.gpu, hours, mine.rate * hours, mine.figure))
    return tuple(found[:1])
