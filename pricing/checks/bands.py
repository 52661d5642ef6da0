"""What a GPU usually costs, from what its sellers ask: a band that a few wrong prices do not move.

Each seller counts once, with its lowest and its highest price, so that a seller with forty regions does not outweigh
the rest, and the seller of the price in question is left out. Hyperscalers, which ask several times what others do,
are a class of their own. Sellers that stand alone at an end (up to one in five, twice as far out as the next) are cut
off, and the band reaches half as much again beyond those that are left.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from statistics import median_high

from pricing.catalog import Gpu, Mode, ProviderKind
from pricing.checks.lines import Line

FEWEST_OF_A_KIND = 2
FEWEST_OF_ANY = 3
FEW_SELLERS = 4
"""Fewer sellers than this tell less: the band is as wide as for spot."""
ONE_IN = 5
ALONE = Decimal(2)
MARGIN = Decimal("1.5")
WIDE_MARGIN = Decimal(2)
"""For spot prices, which move, for few sellers, and for a band that other GPUs lend."""
LOWER = Decimal("0.5")
"""Hosts of a marketplace, and offers under a name of their own (community, queued, shared), cost less than plain ones:
their band reaches down to this part of the low end."""
LEAST_OF_ON_DEMAND: Mapping[Mode, Decimal] = {Mode.SPOT: Decimal("0.15"), Mode.COMMITTED: Decimal("0.25")}
"""Sellers advertise up to 90% off for spot and 72% for three years; what they really ask stays above these parts."""
LIKE_PEAK = Decimal("1.5")
LIKE_MEMORY = Decimal(2)
MOST_SELLERS = 200
"""With more sellers than this, one of them moves nothing, and is not left out of its own band."""

Range = tuple[Decimal, Decimal]


@dataclass(frozen=True, slots=True)
class Band:
    """From `low` to `high` is usual, `typical` is the middle: dollars per GPU-hour."""

    low: Decimal
    high: Decimal
    typical: Decimal


@dataclass(slots=True)
class Bands:
    """Bands over a set of lines."""

    gpus: Mapping[str, Gpu]
    kinds: Mapping[str, ProviderKind]
    _sellers: dict[tuple[str, Mode, bool], dict[str, Range]] = field(default_factory=lambda: defaultdict(dict))
    _known: dict[tuple[str, Mode, str, bool], Band | None] = field(default_factory=dict)
    _plain: dict[tuple[str, Mode, bool | None, str], Band | None] = field(default_factory=dict)
    _merged: dict[tuple[tuple[str, ...], Mode, tuple[bool, ...]], dict[str, Range]] = field(default_factory=dict)
    _like: dict[str, tuple[str, ...]] = field(default_factory=dict)
    _sizes: dict[str, bool | None] = field(default_factory=dict)
    _of: set[str] = field(default_factory=set)

    def add(self, line: Line) -> None:
        """Count this price too."""
        if self._known:
            for known in (self._known, self._plain, self._merged):
                known.clear()
        provider, usd = line.provider, line.usd
        sellers = self._sellers[line.gpu, line.terms.mode, self._large(provider) or False]
        low, high = sellers.get(provider, (usd, usd))
        if not low < usd < high:
            sellers[provider] = (min(low, usd), max(high, usd))
            self._of.add(provider)

    def band(self, line: Line) -> Band | None:
        """The band for a price of this GPU bought this way from this kind of seller; None where nothing is known."""
        key = (line.gpu, line.terms.mode, line.provider, bool(line.terms.plan))
        if key not in self._known:
            self._known[key] = self._of_seller(*key)
        return self._known[key]

    def _of_seller(self, gpu: str, mode: Mode, provider: str, is_planned: bool) -> Band | None:
        seller = provider if provider in self._of else ""
        key = (gpu, mode, self._large(provider), seller)
        if key not in self._plain:
            self._plain[key] = self._band(*key)
        found = self._plain[key]
        if found and (is_planned or self.kinds.get(provider) is ProviderKind.MARKETPLACE):
            return Band(found.low * LOWER, found.high, found.typical)
        return found

    def _large(self, provider: str) -> bool | None:
        """Whether it is a hyperscaler; None for an unknown seller."""
        if provider not in self._sizes:
            kind = self.kinds.get(provider)
            self._sizes[provider] = None if kind is None else kind is ProviderKind.HYPERSCALER
        return self._sizes[provider]

    def _band(self, gpu: str, mode: Mode, large: bool | None, without: str) -> Band | None:
        """From sellers of its kind; else from what they ask on demand; else from sellers of any kind."""
        if large is not None and (found := self._from(gpu, mode, (large,), without, FEWEST_OF_A_KIND)):
            return found
        if mode in LEAST_OF_ON_DEMAND and (plain := self._band(gpu, Mode.ON_DEMAND, large, without)):
            part = LEAST_OF_ON_DEMAND[mode]
            return Band(plain.low * part, plain.high, plain.typical * (1 + part) / 2)
        found = self._from(gpu, mode, (True, False), without, FEWEST_OF_ANY)
        if found and large is not None:  # of the other kind: it says less
            return Band(found.low / MARGIN, found.high * MARGIN, found.typical)
        return found

    def _from(self, gpu: str, mode: Mode, kinds: tuple[bool, ...], without: str, fewest: int) -> Band | None:
        """From the sellers of this GPU; with too few, from those of its like too."""
        own = self._ranges((gpu,), mode, kinds, without)
        if len(own) >= fewest:
            return _spread(own, WIDE_MARGIN if mode is Mode.SPOT or len(own) < FEW_SELLERS else MARGIN)
        like = self._ranges((gpu, *self._alike(gpu)), mode, kinds, without)
        return _spread(like, WIDE_MARGIN) if len(like) >= FEWEST_OF_ANY else None

    def _ranges(self, names: tuple[str, ...], mode: Mode, kinds: tuple[bool, ...], without: str) -> list[Range]:
        key = (names, mode, kinds)
        if key not in self._merged:
            self._merged[key] = self._merge(*key)
        found = self._merged[key]
        if without not in found or len(found) > MOST_SELLERS:
            return list(found.values())
        return [asked for provider, asked in found.items() if provider != without]

    def _merge(self, names: tuple[str, ...], mode: Mode, kinds: tuple[bool, ...]) -> dict[str, Range]:
        found: dict[str, Range] = {}
        for provider, (low, high) in self._asked(names, mode, kinds):
            least, most = found.get(provider, (low, high))
            found[provider] = (min(least, low), max(most, high))
        return found

    def _asked(self, names: tuple[str, ...], mode: Mode, kinds: tuple[bool, ...]) -> Iterator[tuple[str, Range]]:
        for name in names:
            for large in kinds:
                yield from self._sellers.get((name, mode, large), {}).items()

    def _alike(self, gpu: str) -> tuple[str, ...]:
        """GPUs of much the same peak and memory, and kinds of the same model."""
        if gpu not in self._like:
            one = self.gpus.get(gpu)
            others = (other for other in self.gpus.values() if other.id != gpu)
            self._like[gpu] = tuple(other.id for other in others if one and _alike(one, other))
        return self._like[gpu]


def _alike(one: Gpu, other: Gpu) -> bool:
    memory = _near(one.memory_gb, other.memory_gb, LIKE_MEMORY)
    if one.id.startswith(f"{other.id}-") or other.id.startswith(f"{one.id}-"):
        return memory is not False
    return bool(memory and _near(one.bf16_dense_tflops, other.bf16_dense_tflops, LIKE_PEAK))


def _near(one: Decimal | None, other: Decimal | None, factor: Decimal) -> bool | None:
    """Whether two numbers are within a factor of each other; None where one is not known."""
    if not one or not other:
        return None
    return one <= other * factor and other <= one * factor


def _spread(ranges: list[Range], margin: Decimal) -> Band:
    lows = sorted(low for low, _ in ranges)
    highs = sorted((high for _, high in ranges), reverse=True)
    return Band(_end(lows) / margin, _end(highs) * margin, median_high(lows))


def _end(prices: list[Decimal]) -> Decimal:
    """The outermost price that does not stand alone; the outermost come first."""
    most = max(len(prices) // ONE_IN, 1 if len(prices) > FEWEST_OF_ANY else 0)
    for cut in range(most, 0, -1):
        out, next_one = prices[cut - 1], prices[cut]
        if out * ALONE < next_one or out > next_one * ALONE:
            return next_one
    return prices[0]
