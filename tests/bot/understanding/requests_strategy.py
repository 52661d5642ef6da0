"""Requests as the reader can make them, for properties."""

from datetime import date
from decimal import Decimal
from typing import Any

from hypothesis import strategies as st

from bot.understanding.request import Amount, Count, Intent, Period, Request, UnitPrice, Way
from pricing.units import TimeUnit

GPUS = ("H100", "H200", "A100", "A100-80GB", "H100-NVL", "RTX4090", "MI300X", "Ascend-910B", "L40S", "B200")
PROVIDERS = ("aws", "gcp", "azure", "starverse", "lambda", "coreweave", "alicloud", "runpod", "tencent")
INSTANCES = (
    ("p5.48xlarge", "H100", 8, "aws"),
    ("a2-ultragpu-4g", "A100-80GB", 4, "gcp"),
    ("ND96isr_H100_v5", "H100", 8, "azure"),
    ("BM.GPU.H100.8", "H100", 8, "oci"),
)
REGIONS = ("us", "eu", "us-east-1", "tokyo", "beijing", "singapore")
CURRENCIES = ("USD", "CNY", "EUR", "JPY", "HKD")

whole = st.integers(1, 20_000)
shares = st.integers(1, 99).map(lambda percent: Decimal(percent) / 100)
terabytes = st.integers(1, 5000).map(lambda tenths: Decimal(tenths) / 10)
currencies = st.sampled_from(CURRENCIES)


@st.composite
def counts(draw: Any) -> Count:
    low = draw(whole)
    return Count(low=low, high=low + draw(st.sampled_from((0, 0, 0, 64))))


@st.composite
def periods(draw: Any, ranges: bool = True) -> Period:
    unit = draw(
        st.sampled_from([TimeUnit.HOUR, TimeUnit.DAY, TimeUnit.WEEK, TimeUnit.MONTH, TimeUnit.QUARTER, TimeUnit.YEAR])
    )
    low = Decimal(draw(st.integers(1, 18)))
    high = low + draw(st.sampled_from((0, 0, 2))) if ranges else low
    return Period(low=low, high=high, unit=unit)


def some(values: tuple[Any, ...], most: int = 3, least: int = 0) -> Any:
    return st.permutations(values).flatmap(lambda mixed: st.integers(least, most).map(lambda size: tuple(mixed[:size])))


def maybe(strategy: Any) -> Any:
    return st.one_of(st.none(), st.none(), strategy)


@st.composite
def requests(draw: Any) -> Request:
    """A quote, comparison, break-even or budget with any fields."""
    values: dict[str, Any] = {"gpus": draw(some(GPUS, 2, least=1))}
    shape = draw(st.sampled_from(("count", "nodes", "nodes of", "hours", "instances")))
    if shape == "count":
        values["gpu_count"] = draw(counts())
    elif shape == "nodes":
        values["nodes"] = draw(st.integers(1, 500))
    elif shape == "nodes of":
        nodes, each = draw(st.integers(1, 500)), draw(st.sampled_from((1, 2, 4, 8)))
        values |= {"nodes": nodes, "gpus_per_node": each, "gpu_count": Count(low=nodes * each, high=nodes * each)}
    elif shape == "instances":
        values |= draw(instances())
    else:
        values["gpu_hours"] = Decimal(draw(st.integers(2, 10**7)))
    if shape != "hours":
        values["duration"] = draw(maybe(periods()))
    seller = values.get("providers", ())
    providers = draw(some(tuple(provider for provider in PROVIDERS if provider not in seller), 4))
    ways = draw(some(tuple(Way), 4))
    split = draw(st.integers(0, 2))
    values |= {"providers": (*seller, *providers[split:]), "exclude_providers": providers[:split]}
    values |= {"ways": ways[split:], "exclude_ways": ways[:split]}
    values |= {
        "region": draw(maybe(st.sampled_from(REGIONS))),
        "start_date": draw(maybe(st.dates(date(2026, 12, 2), date(2029, 1, 1)))),
        "utilisation": draw(maybe(shares)),
        "mfu": draw(maybe(shares)),
        "discount": draw(maybe(shares)),
        "currency": draw(maybe(currencies)),
        "storage_tb": draw(maybe(terabytes)),
        "egress_tb": draw(maybe(terabytes)),
        "tco_years": draw(maybe(st.integers(1, 9).map(Decimal))),
        "hours_per_month": draw(maybe(st.sampled_from((Decimal(672), Decimal(720), Decimal(730), Decimal(744))))),
        "power_price": draw(maybe(st.builds(Amount, amount=shares, currency=currencies))),
        "unit_price": draw(maybe(unit_prices())),
    }
    if values["egress_tb"] is not None:
        values["egress_per"] = draw(st.sampled_from((None, "day")))
    if Way.COMMITTED in values["ways"]:
        values["commit"] = draw(maybe(periods(ranges=False)))
    values["intent"] = draw(st.sampled_from((Intent.QUOTE, Intent.COMPARE, Intent.BREAK_EVEN, Intent.BUDGET)))
    if values["intent"] is Intent.BREAK_EVEN and Way.OWN not in values["ways"]:
        values["ways"] = (Way.OWN, *values["ways"])
        values["exclude_ways"] = tuple(way for way in values["exclude_ways"] if way is not Way.OWN)
    if values["intent"] is Intent.BUDGET:
        amount = st.integers(1000, 10**8).map(Decimal)
        values["budget"] = draw(st.builds(Amount, amount=amount, currency=currencies))
    return Request(**values)


@st.composite
def instances(draw: Any) -> dict[str, Any]:
    """Nodes of an instance type, which says the GPU, the GPUs of a node and the provider."""
    name, gpu, each, provider = draw(st.sampled_from(INSTANCES))
    nodes = draw(st.integers(1, 500))
    total = Count(low=nodes * each, high=nodes * each)
    shape = {"nodes": nodes, "gpus_per_node": each, "gpu_count": total}
    return {"gpus": (gpu,), "instance": name, "providers": (provider,), **shape}


@st.composite
def unit_prices(draw: Any) -> UnitPrice:
    per = draw(st.sampled_from(("", "hour", "month")))
    amount = Decimal(draw(st.integers(1, 10**6))) / 100
    return UnitPrice(amount=amount, currency=draw(currencies), unit=draw(st.sampled_from(("gpu", "node"))), per=per)


@st.composite
def runs(draw: Any) -> Request:
    """A training run."""
    billions = st.integers(1, 5000).map(lambda tenths: Decimal(tenths) * 10**8)
    return Request(
        intent=Intent.SIZE,
        gpus=draw(some(GPUS, 1)),
        gpu_count=draw(maybe(counts())),
        duration=draw(maybe(periods())),
        model_params=draw(billions),
        tokens=draw(billions) * 1000,
        mfu=draw(maybe(shares)),
    )


@st.composite
def look_ups(draw: Any) -> Request:
    """A price that is looked up."""
    return Request(
        intent=Intent.PRICE_LOOKUP,
        gpus=draw(some(GPUS, 2, least=1)),
        providers=draw(some(PROVIDERS, 2)),
        per=draw(st.sampled_from((None, "hour", "month"))),
        currency=draw(maybe(currencies)),
    )
