"""Oracle's price list (JSON): GPUs by the hour, and what leaves, is kept in and is asked of object storage.

https://apexapps.oracle.com/pls/apex/cetools/api/v1/products/. The unit stands in `metricName`; tiers are ranges of the
quantity in a month, the first often free.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from pricing.book import EntryKind
from pricing.catalog import FeeKind
from pricing.imports.decoding import json_of, text_of
from pricing.imports.foreign import Unreadable, day, each, is_json_with, number, price, series, table, word
from pricing.imports.names import cut
from pricing.imports.source import Source
from pricing.listings import FileRefused, Listing, Row, Skipped
from pricing.units import REQUESTS_PER_BLOCK, PricingUnit

FORMAT = "oracle"
PROVIDER = "OCI"
CURRENCY = "USD"
PAY_AS_YOU_GO = "PAY_AS_YOU_GO"
_KEYS = ("partNumber", "displayName", "metricName")
_BRAND = re.compile(r"^(?:(?:Oracle Cloud Infrastructure|OCI)\s*-\s*)+", re.I)
_FEES: tuple[tuple[re.Pattern[str], FeeKind], ...] = (
    (re.compile(r"Outbound Data Transfer\b", re.I), FeeKind.EGRESS),
    (re.compile(r"Object Storage - Storage$", re.I), FeeKind.STORAGE),
    (re.compile(r"Object Storage - Requests$", re.I), FeeKind.REQUESTS),
)
_UNITS: tuple[tuple[FeeKind, re.Pattern[str], PricingUnit], ...] = (
    (FeeKind.EGRESS, re.compile(r"(?:Gigabyte|GB)s? .*Data Transfer", re.I), PricingUnit.GB),
    (FeeKind.STORAGE, re.compile(r"(?:Gigabyte|GB)s? Storage Capacity Per Month", re.I), PricingUnit.GB_MONTH),
    (FeeKind.REQUESTS, re.compile(r"10,?000 Requests", re.I), PricingUnit.REQUESTS_10K),
    (FeeKind.REQUESTS, re.compile(r"1,?000 Requests", re.I), PricingUnit.REQUESTS_1K),
)
_ORIGIN = re.compile(r"Originating in (.+)", re.I)
_HOME = "north america"
"""Oracle's cheapest class, North America and Europe, is the one that counts where nobody names a region."""

_SHAPE = re.compile(r"\bGPU\.([A-Za-z][\w-]*?)\.(\d{1,3})\b")
_SERIES = {"x7": ("P100", 16), "v2": ("V100", 16), "e3": ("A100", 40), "a100 v2": ("A100", 80)}
"""Series of GPU machines that are named by their generation: VM.GPU2, VM.GPU3, BM.GPU4 and BM.GPU.A100-v2."""


@dataclass(frozen=True, slots=True)
class _Part:
    """One part of the list. `name`: without Oracle's own name in front."""

    line: int
    number: str
    name: str
    metric: str
    category: str
    stated: Mapping[str, Any]

    @property
    def text(self) -> str:
        return f"{self.number} {self.name}".strip()


@dataclass(frozen=True, slots=True)
class _Tier:
    start: Decimal
    value: Decimal
    currency: str


def recognises(source: Source) -> bool:
    """Whether it is JSON with the keys of a part."""
    return is_json_with(source, _KEYS)


def read(source: Source) -> Iterator[Row]:
    """A row for each GPU part, one for each tier of a fee, and one for each other part; its number is the line.

    Refusals: `shape`, `not-a-number`, `negative`, `no-price`, `tiers` (text), `unit` (text), `no-gpu-count` (text).
    Skipped: `no-gpu` for machines, `other-storage` for classes of storage beside the usual, `other-service`.

    Raises:
        FileRefused: those of `text_of` and `json_of`; `shape` where it is no list of parts.
    """
    content = json_of(text_of(source.data))
    items = content.get("items") if isinstance(content, Mapping) else content
    if not isinstance(items, list):
        raise FileRefused("shape")
    observed = source.observed_on or (_updated(content) if isinstance(content, Mapping) else "")
    yield from each(enumerate(items, 1), lambda line, item: _rows(line, item, source, observed))


def _updated(content: Mapping[str, Any]) -> str:
    """The day of the list; without a readable one the age of its prices is unknown."""
    try:
        return day(content.get("lastUpdated"), "lastUpdated")
    except Unreadable:
        return ""


def _rows(line: int, item: Any, source: Source, observed: str) -> list[Row]:
    part = _part(line, item)
    common = {
        "line": line,
        "provider": source.provider or PROVIDER,
        "name": part.text,
        "observed_on": observed,
        "source": source.source,
    }
    metric = part.metric.casefold()
    if metric == "gpu per hour" or (metric == "node per hour" and re.search(r"\bgpu\b", part.name, re.I)):
        return [_gpu(part, common, source)]
    for pattern, kind in _FEES:
        if pattern.match(part.name):
            return [_fee(part, kind, tier, common) for tier in _tiers(part, source)]
    return [Skipped(line, _why(part.category.casefold()), part.text)]


def _part(line: int, item: Any) -> _Part:
    stated = table(item, "item")
    number, name, metric, category = (
        word(stated.get(key), key) for key in ("partNumber", "displayName", "metricName", "serviceCategory")
    )
    return _Part(line, number, _BRAND.sub("", name), metric, category, stated)


def _why(category: str) -> str:
    if category.startswith("storage"):
        return "other-storage"
    return "no-gpu" if category.startswith("compute") else "other-service"


def _gpu(part: _Part, common: Mapping[str, Any], source: Source) -> Listing:
    tiers = _tiers(part, source)
    if len({tier.value for tier in tiers}) > 1:
        raise Unreadable("tiers", text=part.text)
    shape = _SHAPE.search(part.name)
    gpu, memory = _model(shape[1].replace("-", " ") if shape else _tail(part.name))
    of_node = part.metric.casefold().startswith("node")
    if of_node and not shape:
        raise Unreadable("no-gpu-count", text=part.text)
    return Listing(
        **common,
        value=tiers[0].value,
        currency=tiers[0].currency,
        unit=PricingUnit.NODE_HOUR if of_node else PricingUnit.GPU_HOUR,
        gpu=gpu,
        memory_gb=memory,
        gpus_per_node=int(shape[2]) if of_node and shape else 1,
    )


def _tail(name: str) -> str:
    """What stands after the word GPU: "A100 v2" of "Compute - GPU - A100 - v2", "X7" of "GPU Standard - X7"."""
    parts = re.split(r"\s+-\s+", name)
    place = next((i for i, text in enumerate(parts) if re.search(r"\bGPU\b", text, re.I)), -1)
    return " ".join(parts[place + 1 :]) or parts[-1]


def _model(text: str) -> tuple[str, Decimal | None]:
    """GPU and memory of one."""
    if text.casefold() in _SERIES:
        gpu, memory = _SERIES[text.casefold()]
        return gpu, Decimal(memory)
    return text, cut(text).memory


def _fee(part: _Part, kind: FeeKind, tier: _Tier, common: Mapping[str, Any]) -> Listing:
    unit = next((unit for of, words, unit in _UNITS if of is kind and words.match(part.metric)), None)
    if unit is None:
        raise Unreadable("unit", text=part.metric)
    origin = _ORIGIN.search(part.name)
    region = "" if origin is None or _HOME in origin[1].casefold() else origin[1]
    start = tier.start * REQUESTS_PER_BLOCK.get(unit.value, Decimal(1))
    return Listing(
        **common,
        value=tier.value,
        currency=tier.currency,
        unit=unit,
        kind=EntryKind.FEE,
        region=region,
        note=part.name,
        terms={"kind": kind.value, "tier_from": f"{start.normalize() + 0:f}", "region": region},
    )


def _tiers(part: _Part, source: Source) -> list[_Tier]:
    """The prices in the currency that was asked for, else in dollars, else in the first. Raises Unreadable."""
    localised = part.stated.get("currencyCodeLocalizations")
    direct = {"currencyCode": source.currency or CURRENCY, "prices": part.stated.get("prices")}
    lists = [table(entry, "currencyCodeLocalizations") for entry in series(localised or [direct], "currencies")]
    wanted = source.currency or CURRENCY
    chosen = next((entry for entry in lists if entry.get("currencyCode") == wanted), lists[0])
    currency = word(chosen.get("currencyCode"), "currencyCode")
    stated = [table(entry, "prices") for entry in series(chosen.get("prices"), "prices")]
    paid = [entry for entry in stated if entry.get("model", PAY_AS_YOU_GO) == PAY_AS_YOU_GO]
    tiers = [_tier(entry, currency, part) for entry in paid]
    if not tiers:
        raise Unreadable("no-price", text=part.text)
    return tiers


def _tier(stated: Mapping[str, Any], currency: str, part: _Part) -> _Tier:
    value = price(stated.get("value"), "value")
    if value is None:
        raise Unreadable("no-price", text=part.text)
    return _Tier(number(stated.get("rangeMin") or 0, "rangeMin"), value, currency)
