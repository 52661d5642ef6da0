"""Two ways at once: a base under one, the rest under another, and the split of the two that costs least.

Each part is priced as a need of its own: the base for all of the time, the rest for each level of need as long as it
lasts. Data that leaves is shared by GPU-hours, stored data is paid once. The best split is found on the cost of the
GPUs alone (fees are owed whichever part serves), see `pricing.advice.splitting`.
"""

from collections.abc import Sequence
from decimal import Decimal
from math import lcm

from pricing.advice.outcomes import Blend, BlendPart, Blends, Measure, NeedLevel
from pricing.advice.repricing import repriced
from pricing.advice.splitting import Level, Side, best_split
from pricing.base import changed
from pricing.book import Book
from pricing.catalog import Mode
from pricing.compare import compare
from pricing.costs import Comparison, LineKind, Quote
from pricing.scenario import Selector
from pricing.units import Duration, TimeUnit

NOTHING = Decimal(0)
MOST_LEVELS = 32
FEES = {LineKind.EGRESS, LineKind.STORAGE, LineKind.REQUESTS}


def best_of(comparison: Comparison, book: Book, mode: Mode) -> Quote | None:
    """The cheapest way of one kind for the whole need: of the GPU asked for, firm where there is any. Raises NoRate."""
    scenario = comparison.scenario
    if mode is Mode.OWNED:
        return comparison.own or compare(changed(scenario, only=(), without=()), book).own
    named = [changed(one, mode=mode) for one in scenario.only if one.provider or one.kind] or [Selector(mode=mode)]
    commitment = scenario.commitment if mode is Mode.COMMITTED else None
    found = compare(changed(scenario, only=tuple(named), commitment=commitment), book)
    shown = (found.quotes[i] for i in found.featured)
    same = [quote for quote in shown if not quote.is_substitute and quote.own is None]
    return min(same, key=lambda quote: (not quote.is_firm, quote.effective_cost, quote.offer.id), default=None)


def evenly(low: int, high: int, hours: Decimal, sizes: Sequence[int]) -> tuple[NeedLevel, ...]:
    """A range of GPUs as levels that last equally long: a step is whole nodes, there are at most 32 of them."""
    step = lcm(*sizes)
    while (high - low) // step >= MOST_LEVELS:
        step *= 2
    counts = sorted({*range(low, high, step), high})
    return tuple(NeedLevel(count, hours / len(counts)) for count in counts)


def blends(
    before: Comparison, book: Book, pair: tuple[Quote, Quote], levels: Sequence[NeedLevel], asked: int | None = None
) -> Blends:
    """The splits of a need between two ways, the base and the rest. `asked`: GPUs of the base that were said."""
    served = _Served(before, book, pair, levels)
    size = pair[0].offer.gpus_per_node
    best, by_cash = (served.best(measure) for measure in Measure)
    return Blends(
        levels=tuple(levels),
        asked=None if asked is None else served.split(-(-asked // size)),
        best=best,
        best_by_cash=by_cash,
        all_base=served.split(-(-served.most // size)),
        all_rest=served.split(0),
    )


class _Served:
    """A need served by two ways."""

    def __init__(self, before: Comparison, book: Book, pair: tuple[Quote, Quote], levels: Sequence[NeedLevel]) -> None:
        self.before, self.book = before, book
        self.base, self.rest = pair
        self.levels = levels
        self.most = max(level.gpus for level in levels)
        self.hours = before.hours  # not the sum of the levels, which may have lost a hair to endless digits
        self.gpu_hours = sum((level.gpus * level.hours for level in levels), NOTHING)
        self._splits: dict[int, Blend] = {}

    def split(self, nodes: int) -> Blend:
        """So many base nodes, both parts priced."""
        if nodes not in self._splits:
            self._splits[nodes] = self._split(nodes)
        return self._splits[nodes]

    def best(self, measure: Measure) -> Blend:
        """The split that costs least."""
        base, rest = self._side(self.base, measure), self._side(self.rest, measure)
        node = self._node(self.base, self.hours, measure)
        per_node = {hours: self._node(self.rest, hours, measure) for hours in {level.hours for level in self.levels}}
        levels = [Level(level.gpus, per_node[level.hours]) for level in self.levels]
        nodes, _ = best_split(base, node, rest, levels)
        return self.split(nodes)

    def _split(self, nodes: int) -> Blend:
        size = self.base.offer.gpus_per_node
        held = max(nodes, self.base.offer.min_nodes) * size if nodes else 0
        base = None
        if held:
            used = sum((min(level.gpus, held) * level.hours for level in self.levels), NOTHING)
            count = min(held, self.most)  # a node that is not full does not make more data
            priced = self._priced(self.base, count, self.hours, used, stores=True)
            base = self._part([priced], count, used, [self.hours])
        lacking = [(max(0, level.gpus - held), level.hours) for level in self.levels]
        short = [(gpus, hours) for gpus, hours in lacking if gpus]
        priced_rest = [self._priced(self.rest, gpus, hours, gpus * hours, stores=not held) for gpus, hours in short]
        served = sum((gpus * hours for gpus, hours in short), NOTHING)
        most = max((gpus for gpus, _ in short), default=0)
        rest = self._part(priced_rest, most, served, [hours for _, hours in short]) if short else None
        return Blend(base, rest)

    def _priced(self, option: Quote, gpus: int, hours: Decimal, gpu_hours: Decimal, stores: bool) -> Quote:
        """One part as a need of its own."""
        scenario = self.before.scenario
        share = gpu_hours / self.gpu_hours
        egress, requests = (
            None if asked is None else asked * share for asked in (scenario.egress_gb, scenario.requests)
        )
        need = changed(
            scenario,
            gpu_count=gpus,
            duration=Duration(value=hours, unit=TimeUnit.HOUR),
            egress_gb=egress,
            requests=requests,
            storage_gb=scenario.storage_gb if stores else NOTHING,
        )
        return repriced(self.before, [option], self.book, need).quotes[0]

    def _part(self, priced: Sequence[Quote], gpus: int, gpu_hours: Decimal, hours: Sequence[Decimal]) -> BlendPart:
        largest = max(priced, key=lambda quote: quote.nodes)
        return BlendPart(
            option=largest,
            gpus=gpus,
            nodes=largest.nodes,
            gpu_hours=gpu_hours,
            effective=sum((quote.effective_cost for quote in priced), NOTHING),
            cash=sum((_cash(quote, time) for quote, time in zip(priced, hours, strict=True)), NOTHING),
        )

    def _node(self, option: Quote, hours: Decimal, measure: Measure) -> Decimal:
        """What one more node costs over so many hours, without fees."""
        least = option.offer.min_nodes
        return self._bare(option, least + 1, hours, measure) - self._bare(option, least, hours, measure)

    def _side(self, option: Quote, measure: Measure) -> Side:
        least = option.offer.min_nodes
        node = self._node(option, self.hours, measure)
        fixed = self._bare(option, least, self.hours, measure) - node * least
        return Side(option.offer.gpus_per_node, least, fixed)

    def _bare(self, option: Quote, nodes: int, hours: Decimal, measure: Measure) -> Decimal:
        gpus = nodes * option.offer.gpus_per_node
        quote = self._priced(option, gpus, hours, gpus * hours, stores=False)
        if measure is Measure.CASH:
            fees = sum((line.amount for line in quote.billed if line.kind in FEES), NOTHING)
            return _cash(quote, hours) - fees
        return sum((line.amount for line in quote.effective if line.kind not in FEES), NOTHING)


def _cash(quote: Quote, hours: Decimal) -> Decimal:
    """The cash a part takes: a purchase and its running cost, or what is billed."""
    return quote.own.cash_for(hours) if quote.own else quote.billed_cost
