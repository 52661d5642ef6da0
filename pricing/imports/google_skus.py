"""SKUs of the Google Cloud Billing API: GPUs without their machines; vCPUs and memory are SKUs of their own.

https://cloud.google.com/billing/docs/reference/rest/v1/services.skus. A price is `units` and billionths (`nanos`).
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Any

from pricing.catalog import Includes, Mode
from pricing.imports.decoding import json_of, text_of
from pricing.imports.foreign import Unreadable, day, each, is_json_with, number, price, series, table, word
from pricing.imports.names import cut
from pricing.imports.source import Source
from pricing.listings import FileRefused, Listing, Row, Skipped
from pricing.units import PricingUnit

FORMAT = "google-skus"
PROVIDER = "GCP"
HOUR = "h"
NANOS = Decimal(10) ** 9
MOST_ROWS = 1_000
"""Prices of one SKU: Google has some fifty regions."""
PLAIN_A100_GB = Decimal(40)
"""Google calls its A100 of 80 GB so, and that of 40 GB A100."""

_KEYS = ("skuId", "category")
_HOST = {"cpu", "ram", "n1standard"}
_GPU = re.compile(
    r"(?:[^:]*:\s*)?(?:.*?\bnvidia\s+)?(.+?)\s*(?:\(|\bplus\b|\bgpus?\b|\battached\b|\breserved\b|\brunning\b|\bin\b|$)",
    re.I,
)
_PLANS = {
    "DWS calendar": re.compile(r"\bcalendar\b", re.I),
    "DWS flex start": re.compile(r"\bdws\b|\bdefined duration\b|\bflex[ -]start\b", re.I),
}
_USAGE = {
    "ondemand": (Mode.ON_DEMAND, None),
    "preemptible": (Mode.SPOT, None),
    "commit1mo": (Mode.COMMITTED, Decimal(1)),
    "commit1yr": (Mode.COMMITTED, Decimal(12)),
    "commit3yr": (Mode.COMMITTED, Decimal(36)),
}


@dataclass(frozen=True, slots=True)
class _Price:
    value: Decimal
    currency: str
    since: str


def recognises(source: Source) -> bool:
    """Whether it is JSON with the keys of a SKU."""
    return is_json_with(source, _KEYS)


def read(source: Source) -> Iterator[Row]:
    """A row for each region and price of a SKU; the SKU's number is the line.

    Refusals: `shape`, `not-a-number`, `negative`, `not-a-day`, `no-price` (text), `tiers` (text), `unit` (text),
    `usage-type` (text), `too-many-prices` (text, most). Skipped: `host` for vCPUs and memory, `other-service`.

    Raises:
        FileRefused: those of `text_of` and `json_of`; `shape` where it is no list of SKUs.
    """
    skus = _skus(json_of(text_of(source.data)))
    yield from each(enumerate(skus, 1), lambda line, sku: _rows(line, sku, source))


def _skus(value: Any) -> list[Any]:
    """The SKUs of an answer of the API, of a list of its pages, or of a list of SKUs."""
    pages = value if isinstance(value, list) else [value]
    found: list[Any] = []
    for page in pages:
        if not isinstance(page, Mapping) or "skus" not in page:
            found.append(page)
        elif isinstance(page["skus"], list):
            found += page["skus"]
        else:
            raise FileRefused("shape")
    return found


def _rows(line: int, item: Any, source: Source) -> list[Row]:
    sku = table(item, "sku")
    category = table(sku.get("category"), "category")
    name, group = word(sku.get("description"), "description"), word(category.get("resourceGroup"), "resourceGroup")
    if group.casefold() != "gpu":
        return [Skipped(line, "host" if group.casefold() in _HOST else "other-service", name)]
    usage = word(category.get("usageType"), "usageType")
    mode, months, plan = _way(usage, name)
    gpu = _gpu(name)
    memory = cut(gpu).memory or (PLAIN_A100_GB if cut(gpu).model == "a100" else None)
    prices, regions = _prices(sku), _regions(sku)
    if len(prices) * len(regions) > MOST_ROWS:
        raise Unreadable("too-many-prices", text=name, most=MOST_ROWS)
    return [
        Listing(
            line=line,
            value=found.value,
            currency=found.currency,
            unit=PricingUnit.GPU_HOUR,
            provider=source.provider or PROVIDER,
            name=name,
            gpu=gpu,
            memory_gb=memory,
            mode=mode,
            term_months=months,
            plan=plan,
            region=region,
            includes=Includes.ACCELERATOR_ONLY,
            observed_on=source.observed_on or found.since,
            effective_from=date.fromisoformat(found.since) if found.since else None,
            source=source.source or word(sku.get("name"), "name"),
            stated_term=usage,
        )
        for found in prices
        for region in regions
    ]


def _regions(sku: Mapping[str, Any]) -> list[str]:
    """Each region once, in the order of the SKU; one without a name where it names none."""
    stated = series(sku.get("serviceRegions", []), "serviceRegions")
    return list(dict.fromkeys(word(region, "serviceRegions") for region in stated)) or [""]


def _way(usage: str, name: str) -> tuple[Mode, Decimal | None, str]:
    """Mode, months and plan. SKUs of the Dynamic Workload Scheduler (DWS) are no commitments, whatever their type."""
    for plan, words in _PLANS.items():
        if words.search(name):
            return Mode.ON_DEMAND, None, plan
    if usage.casefold() not in _USAGE:
        raise Unreadable("usage-type", text=usage)
    return *_USAGE[usage.casefold()], ""


def _gpu(description: str) -> str:
    """The model in "A4 Nvidia B200 (1 gpu slice) attached to Spot Preemptible VMs running in Iowa"."""
    found = _GPU.match(description)
    return found[1] if found else description


def _prices(sku: Mapping[str, Any]) -> list[_Price]:
    """Prices and the day each is from, oldest first. Raises Unreadable, also where there is none."""
    name = word(sku.get("description"), "description")
    found = [_price(table(info, "pricingInfo"), name) for info in series(sku.get("pricingInfo"), "pricingInfo")]
    if not found:
        raise Unreadable("no-price", text=name)
    return found


def _price(info: Mapping[str, Any], name: str) -> _Price:
    expression = table(info.get("pricingExpression"), "pricingExpression")
    if expression.get("usageUnit") != HOUR:
        raise Unreadable("unit", text=expression.get("usageUnit"))
    rates = [table(rate, "tieredRates") for rate in series(expression.get("tieredRates"), "tieredRates")]
    stated = {_money(table(rate.get("unitPrice"), "unitPrice")) for rate in rates}
    if len(stated) != 1:
        raise Unreadable("tiers" if stated else "no-price", text=name)
    value, currency = stated.pop()
    since = day(info.get("effectiveTime"), "effectiveTime")
    return _Price(value, currency, since if len(since) == len("2026-01-01") else "")


def _money(stated: Mapping[str, Any]) -> tuple[Decimal, str]:
    """Amount and currency of units and billionths; zero units may be left out, and so may zero billionths."""
    units, nanos = number(stated.get("units", 0), "units"), number(stated.get("nanos", 0), "nanos")
    if abs(nanos) >= NANOS:
        raise Unreadable("not-a-number", field="nanos", text=nanos)
    value = price(units + nanos / NANOS, "unitPrice")
    assert value is not None
    return value.normalize() + 0, word(stated.get("currencyCode"), "currencyCode")
