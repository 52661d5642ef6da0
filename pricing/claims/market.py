"""Stated prices beside those of the price book, and what a text cannot be right about whatever its sums give."""

from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal

from pricing.base import Num
from pricing.book import Book, EntryKind, PricedOffer
from pricing.catalog import Mode
from pricing.claims.figure import Figure
from pricing.claims.products import lengths
from pricing.claims.units import USUAL, size, unit
from pricing.errors import NoRate
from pricing.exchange import conversion
from pricing.substitutes import work_factor
from pricing.units import PricingUnit

DEFAULT_NODE = Decimal(8)
_SAME = Decimal("0.005")
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
class Trial:
    """Money that is said to buy GPU-hours, beside what they cost at the text's own price (`listed`)."""

    money: Figure
    gpu: str
    gpu_hours: Decimal
    listed: Decimal
    price: Figure


def beside(figures: Sequence[Figure], book: Book, results: Container[int] = ()) -> tuple[Beside, ...]:
    """Each rental price of a GPU or a node beside the book, once for each GPU and rate. `results`: figures by index
    that the text works out from others, which are no prices of their own."""
    found: list[Beside] = []
    for figure in figures:
        gpu = _gpu_of(figure, figures)
        if not gpu or figure.index in results or not _is_rental(figure, figures):
            continue
        per_node, assumed = _node_size(figure, figures)
        rate = figure.amount * size(figure.unit, USUAL) / (per_node or 1)
        if any(one.gpu == gpu and one.rate == rate for one in found):
            continue
        found.append(Beside(figure, gpu, rate, per_node, assumed, _rates(gpu, figure.currency, book)))
    return tuple(found)


def _is_rental(figure: Figure, figures: Sequence[Figure]) -> bool:
    """Whether it is the price of one GPU or one node for a time, and neither a sum, a result nor a fee."""
    names = {name for name, power in figure.unit if power == -1}
    timed = names & {"hour", "month", "day", "week", "year"}
    of_one = names - timed in ({"gpu"}, {"node"}) or (names == timed and "of-one-node" in figure.tags)
    if not (figure.currency and timed and of_one and "of-one" in figure.tags and figure.amount > 0):
        return False
    return not {"column", "charge", "once"} & figure.tags and not _follows(figure, figures)


def _follows(figure: Figure, figures: Sequence[Figure]) -> bool:
    """Whether words make it the result of a price before it in its clause: "64 at $38 an hour is $2,457 an hour"."""
    before = [one for one in figures if one.place.clause == figure.place.clause and one.index < figure.index]
    return bool({"result", "weak", "gain"} & figure.tags) and any(one.currency for one in before)


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
    if ("node", -1) not in figure.unit and "of-one-node" not in figure.tags and not near:
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
