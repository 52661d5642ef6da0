"""From what was asked to what is priced: defaults for what was not said, and one scenario for each alternative."""

from dataclasses import dataclass
from decimal import Decimal
from itertools import product

from pydantic import ValidationError

from bot.understanding.request import Intent, Period, Request, Way
from pricing.book import Book
from pricing.catalog import Mode, ProviderKind
from pricing.exchange import conversion
from pricing.scenario import Scenario, Selector
from pricing.units import GB_PER_TB, HOURS_PER_DAY, Duration, TimeUnit

DEFAULT_GPUS_PER_NODE = 8
"""GPUs in a node where somebody counts nodes without their size: the HGX and DGX systems of NVIDIA and AMD."""

MODES = {Way.ON_DEMAND: Mode.ON_DEMAND, Way.COMMITTED: Mode.COMMITTED, Way.SPOT: Mode.SPOT}
KINDS = {
    Way.OWN: (ProviderKind.OWN,),
    Way.CLOUD: (ProviderKind.HYPERSCALER,),
    Way.SPECIALISED: (ProviderKind.SPECIALISED, ProviderKind.MARKETPLACE),
}


@dataclass(frozen=True, slots=True)
class Assumed:
    """Something the asker did not say and that was filled in: `assumed.<key>` in the word files, with its values."""

    key: str
    values: tuple[Decimal | str | int, ...] = ()


@dataclass(frozen=True, slots=True)
class Plan:
    """The scenarios a request stands for, in the order they are shown, and what was filled in."""

    scenarios: tuple[Scenario, ...]
    assumed: tuple[Assumed, ...] = ()


class OutOfRange(Exception):
    """The request is complete but cannot be priced; `reason` is a reject word of the reading."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


def plan(request: Request, book: Book, currency: str) -> Plan:
    """Scenarios for a complete request: one for each GPU, and for both ends of a range.

    `currency`: of the answer where none was asked for. Raises OutOfRange, NoRate.
    """
    assumed: list[Assumed] = []
    ends = _ends(request, book, assumed)
    common = _common(request, book, request.currency or currency)
    scenarios = []
    for gpu, (count, duration) in product(request.gpus, ends):
        fields = {**common, "gpu": gpu, "gpu_count": count, "duration": duration}
        fields["egress_gb"] = _egress(request, duration, book)
        try:
            scenarios.append(Scenario.model_validate(fields))
        except ValidationError:
            raise OutOfRange("out_of_range") from None
    return Plan(tuple(scenarios), tuple(assumed))


def _ends(request: Request, book: Book, assumed: list[Assumed]) -> list[tuple[int, Duration | None]]:
    """(count, duration) pairs: one, or the low and the high end of what was given as a range."""
    counts = _counts(request, assumed)
    durations = _durations(request)
    if request.gpu_hours is not None and not any(durations):
        return [_spread(request.gpu_hours, counts, book, assumed)]
    low, high = (counts[0], durations[0]), (counts[-1], durations[-1])
    return [low] if low == high else [low, high]


def _counts(request: Request, assumed: list[Assumed]) -> list[int]:
    if request.nodes is not None:
        size = request.gpus_per_node or DEFAULT_GPUS_PER_NODE
        if request.gpus_per_node is None:
            assumed.append(Assumed("gpus-per-node", (size,)))
        return [request.nodes * size]
    if request.gpu_count is not None:
        return [request.gpu_count.low, request.gpu_count.high]
    if request.intent is Intent.BREAK_EVEN or request.gpu_hours is not None:
        if request.gpu_hours is None:
            assumed.append(Assumed("gpu-count", (DEFAULT_GPUS_PER_NODE,)))
        return [DEFAULT_GPUS_PER_NODE]
    raise OutOfRange("gpu_count")


def _durations(request: Request) -> list[Duration | None]:
    if request.duration is None:
        return [_month() if request.intent is Intent.BREAK_EVEN else None]
    return [_duration(request.duration.low, request.duration), _duration(request.duration.high, request.duration)]


def _duration(value: Decimal, period: Period) -> Duration:
    return Duration(value=value, unit=period.unit)


def _month() -> Duration:
    return Duration(value=Decimal(1), unit=TimeUnit.MONTH)


def _spread(gpu_hours: Decimal, counts: list[int], book: Book, assumed: list[Assumed]) -> tuple[int, Duration]:
    """GPU-hours on the GPUs given, else on the fewest whole nodes that are done within a month."""
    month = book.assumption("hours_per_month").value or Decimal(730)
    count = counts[0]
    if count == DEFAULT_GPUS_PER_NODE:
        nodes = -(-gpu_hours // (month * DEFAULT_GPUS_PER_NODE))
        count = max(1, int(nodes)) * DEFAULT_GPUS_PER_NODE
        assumed.append(Assumed("spread", (gpu_hours, count)))
    return count, Duration(value=gpu_hours / count, unit=TimeUnit.HOUR)


def _common(request: Request, book: Book, currency: str) -> dict[str, object]:
    return {
        "gpus_per_node": request.gpus_per_node,
        "start": request.start_date,
        "currency": currency,
        "only": only(request),
        "without": _without(request),
        "region": request.region,
        "commitment": _duration(request.commit.low, request.commit) if request.commit else None,
        "discount": request.discount,
        "storage_gb": None if request.storage_tb is None else request.storage_tb * GB_PER_TB,
        "overrides": _overrides(request, book),
    }


def _egress(request: Request, duration: Duration | None, book: Book) -> Decimal | None:
    if request.egress_tb is None:
        return None
    volume = request.egress_tb * GB_PER_TB
    if request.egress_per != "day" or duration is None:
        return volume
    return volume * duration.hours(book.assumption("hours_per_month").value or Decimal(730)) / HOURS_PER_DAY


def only(request: Request) -> tuple[Selector, ...]:
    """Offers to be shown. Kinds of provider and providers add up; modes narrow whatever else is named."""
    modes: list[Mode | None] = [MODES[way] for way in request.ways if way in MODES]
    kinds = [kind for way in request.ways for kind in KINDS.get(way, ())]
    rented = [kind for kind in kinds if kind is not ProviderKind.OWN]
    found = [Selector(kind=ProviderKind.OWN)] if ProviderKind.OWN in kinds else []
    for mode in modes or [None]:
        found += [Selector(mode=mode, kind=kind) for kind in rented]
        found += [Selector(mode=mode, provider=provider) for provider in request.providers]
        if mode and not rented and not request.providers:
            found.append(Selector(mode=mode))
    if found and request.intent is Intent.BREAK_EVEN and ProviderKind.OWN not in kinds:
        found.append(Selector(kind=ProviderKind.OWN))
    if found == [Selector(kind=ProviderKind.OWN)] and request.intent is Intent.BREAK_EVEN:
        return ()
    return tuple(found)


def _without(request: Request) -> tuple[Selector, ...]:
    found = [Selector(mode=MODES[way]) for way in request.exclude_ways if way in MODES]
    found += [Selector(kind=kind) for way in request.exclude_ways for kind in KINDS.get(way, ())]
    return (*found, *(Selector(provider=provider) for provider in request.exclude_providers))


def _overrides(request: Request, book: Book) -> tuple[tuple[str, Decimal], ...]:
    """Assumptions the asker replaced. A power price comes into the currency the stored one is in."""
    found: list[tuple[str, Decimal]] = []
    if request.utilisation is not None:
        found.append(("utilisation", request.utilisation))
    if request.tco_years is not None:
        found.append(("depreciation_years", request.tco_years))
    if request.mfu is not None:
        found.append(("mfu", request.mfu))
    if request.power_price is not None:
        stored = book.assumption("electricity").currency
        money = conversion(request.power_price.currency, stored, book)
        found.append(("electricity", money.apply(request.power_price.amount)))
    return tuple(found)
