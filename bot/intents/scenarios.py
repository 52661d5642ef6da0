"""From what was asked to what is priced: defaults for what was not said, and one scenario for each alternative."""

from dataclasses import dataclass
from decimal import Decimal
from itertools import product

from pydantic import ValidationError

from bot.intents.suppositions import OutOfRange, refuse, what_if
from bot.understanding.request import Intent, Period, Request, Supposed, Way
from pricing.book import Book
from pricing.catalog import Mode, ProviderKind
from pricing.exchange import conversion
from pricing.scenario import AskedPrice, Scenario, Selector, SupposedPrice
from pricing.units import GB_PER_TB, Duration, TimeUnit, unit_hours

DEFAULT_GPUS_PER_NODE = 8
"""GPUs in a node where somebody counts nodes without their size: the HGX and DGX systems of NVIDIA and AMD."""

OWNING = (Intent.BREAK_EVEN, Intent.FINANCE, Intent.WAITING, Intent.RESALE)
"""Kinds of question about owning against renting: own hardware is never left out of them."""
MODES = {Way.ON_DEMAND: Mode.ON_DEMAND, Way.COMMITTED: Mode.COMMITTED, Way.SPOT: Mode.SPOT}
KINDS = {
    Way.OWN: (ProviderKind.OWN,),
    Way.CLOUD: (ProviderKind.HYPERSCALER,),
    Way.SPECIALISED: (ProviderKind.SPECIALISED, ProviderKind.MARKETPLACE),
}


WITHOUT_FLEET = (Intent.BREAK_EVEN, Intent.EQUAL_WORK)
"""Kinds of question that need no number of GPUs: one node stands for any."""
WITHOUT_LENGTH = (*OWNING, Intent.EQUAL_WORK)
"""Kinds of question that need no length: a month stands for any."""

Overrides = tuple[tuple[str, Decimal], ...]
"""Assumptions that are replaced: (name, value)."""


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


def plan(request: Request, book: Book, currency: str, house: Overrides = ()) -> Plan:
    """Scenarios for a complete request: one for each GPU, and for both ends of a range.

    `currency`: of the answer where none was asked for. `house`: assumptions the configuration replaces, unless the
    request does. Raises OutOfRange, NoRate, NoAssumption.
    """
    assumed: list[Assumed] = []
    overrides = _overrides(request, book, house)
    month = dict(overrides).get("hours_per_month") or book.assumption("hours_per_month").value or Decimal(0)
    ends = _ends(request, month, assumed)
    if request.start_date is not None:
        if request.start_date < book.day:
            raise OutOfRange("past_start", request.start_date.isoformat())
        assumed.append(Assumed("start", (request.start_date.isoformat(),)))
    if request.unit_price is not None and request.unit_price.amount <= 0:
        assumed.append(Assumed("price-of-nothing"))
    if request.mfu is not None:
        assumed.append(Assumed("mfu", (f"{request.mfu * 100:f}%",)))
    common = {**_common(request, request.currency or currency), "overrides": overrides}
    scenarios = []
    for gpu, (count, duration) in product(request.gpus, ends):
        fields = {**common, "gpu": gpu, "gpu_count": count, "duration": duration}
        fields["egress_gb"] = _egress(request, duration, month)
        fields["requests"] = _requests(request, duration, month)
        fields["what_if"] = what_if(request, duration, month)
        try:
            scenarios.append(Scenario.model_validate(fields))
        except ValidationError:
            raise OutOfRange("out_of_range") from None
    return Plan(tuple(scenarios), tuple(assumed))


def _ends(request: Request, month: Decimal, assumed: list[Assumed]) -> list[tuple[int, Duration | None]]:
    """(count, duration) pairs: one, or the low and the high end of what was given as a range."""
    counts = _counts(request, assumed)
    durations = _durations(request)
    if request.gpu_hours is not None and not any(durations):
        said = counts[0] if request.nodes is not None or request.gpu_count is not None else None
        return [_spread(request.gpu_hours, said, month, assumed)]
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
    if request.intent is Intent.PRICE_LOOKUP:
        return [request.gpus_per_node or DEFAULT_GPUS_PER_NODE]
    if request.intent in WITHOUT_FLEET or request.gpu_hours is not None:
        if request.gpu_hours is None:
            assumed.append(Assumed("gpu-count", (DEFAULT_GPUS_PER_NODE,)))
        return [DEFAULT_GPUS_PER_NODE]
    raise OutOfRange("gpu_count")


def _durations(request: Request) -> list[Duration | None]:
    if request.duration is None:
        return [_month() if request.intent in (*WITHOUT_LENGTH, Intent.PRICE_LOOKUP) else None]
    return [_duration(request.duration.low, request.duration), _duration(request.duration.high, request.duration)]


def _duration(value: Decimal, period: Period) -> Duration:
    return Duration(value=value, unit=period.unit)


def _month() -> Duration:
    return Duration(value=Decimal(1), unit=TimeUnit.MONTH)


def _spread(gpu_hours: Decimal, said: int | None, month: Decimal, assumed: list[Assumed]) -> tuple[int, Duration]:
    """GPU-hours on the GPUs said, else on the fewest whole nodes that are done within a month."""
    count = said or DEFAULT_GPUS_PER_NODE
    if not said:
        nodes = -(-gpu_hours // (month * DEFAULT_GPUS_PER_NODE))
        count = max(1, int(nodes)) * DEFAULT_GPUS_PER_NODE
        assumed.append(Assumed("spread", (gpu_hours, count)))
    return count, Duration(value=gpu_hours / count, unit=TimeUnit.HOUR)


def _common(request: Request, currency: str) -> dict[str, object]:
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
        "price": _asked_price(request),
        "supposed": tuple(supposed_price(one) for one in request.supposed),
    }


def _egress(request: Request, duration: Duration | None, month: Decimal) -> Decimal | None:
    if request.egress_tb is None:
        return None
    volume = request.egress_tb * GB_PER_TB
    if not request.egress_per or duration is None:
        return volume
    return volume * duration.hours(month) / unit_hours(TimeUnit(request.egress_per), month)


def _requests(request: Request, duration: Duration | None, month: Decimal) -> Decimal | None:
    if request.requests is None or not request.requests_per or duration is None:
        return request.requests
    return request.requests * duration.hours(month) / unit_hours(TimeUnit(request.requests_per), month)


def _asked_price(request: Request) -> AskedPrice | None:
    price = request.unit_price
    if price is None or price.amount <= 0:
        return None
    per = TimeUnit(price.per) if price.per else None
    return AskedPrice(amount=price.amount, currency=price.currency, per_node=price.unit == "node", per=per)


def supposed_price(one: Supposed) -> SupposedPrice:
    """The rows a supposed price holds for, and what is paid for them."""
    price = one.price
    return SupposedPrice(
        provider=one.provider,
        gpu=one.gpu,
        modes=tuple(MODES[way] for way in one.ways if way in MODES),
        kinds=tuple(kind for way in one.ways for kind in KINDS.get(way, ())),
        discount=one.discount,
        factor=one.factor,
        price=price
        and AskedPrice(
            amount=price.amount, currency=price.currency, per_node=price.unit == "node", per=TimeUnit(price.per)
        ),
    )


def only(request: Request) -> tuple[Selector, ...]:
    """Offers to be shown. Kinds of provider and providers add up; modes narrow whatever else is named."""
    modes: list[Mode | None] = [MODES[way] for way in request.ways if way in MODES]
    kinds = [kind for way in request.ways for kind in KINDS.get(way, ())]
    rented = [kind for kind in kinds if kind is not ProviderKind.OWN]
    if request.providers and {Way.CLOUD, Way.SPECIALISED} <= {*request.ways}:
        rented = []  # renting at AWS: the seller says which
    found = [Selector(kind=ProviderKind.OWN)] if ProviderKind.OWN in kinds else []
    for mode in modes or [None]:
        found += [Selector(mode=mode, kind=kind) for kind in rented]
        found += [Selector(mode=mode, provider=provider) for provider in request.providers]
        if mode and not rented and not request.providers:
            found.append(Selector(mode=mode))
    if found and request.intent in OWNING and ProviderKind.OWN not in kinds:
        found.append(Selector(kind=ProviderKind.OWN))
    if found == [Selector(kind=ProviderKind.OWN)] and request.intent in (*OWNING, Intent.COMPARE):
        return ()  # "vs buying": own hardware against all else
    return tuple(found)


def _without(request: Request) -> tuple[Selector, ...]:
    lookup = request.intent is Intent.PRICE_LOOKUP and Way.OWN not in request.ways
    found = [Selector(kind=ProviderKind.OWN)] if lookup else []  # what is looked up is the price of a rental
    found += [Selector(mode=MODES[way]) for way in request.exclude_ways if way in MODES]
    found += [Selector(kind=kind) for way in request.exclude_ways for kind in KINDS.get(way, ())]
    return (*found, *(Selector(provider=provider) for provider in request.exclude_providers))


def _overrides(request: Request, book: Book, house: Overrides) -> Overrides:
    """Assumptions that are replaced, each within its bounds. A power price comes into the stored one's currency."""
    asked = {
        "hours_per_month": request.hours_per_month,
        "utilisation": request.utilisation,
        "depreciation_years": request.tco_years,
        "mfu": request.mfu,
        "electricity": _power_price(request, book),
    }
    found = {**dict(house), **{name: value for name, value in asked.items() if value is not None}}
    for name, value in found.items():
        refuse(name, value)
    return tuple(sorted(found.items()))


def _power_price(request: Request, book: Book) -> Decimal | None:
    if request.power_price is None:
        return None
    stored = book.assumption("electricity").currency
    return conversion(request.power_price.currency, stored, book).apply(request.power_price.amount)
