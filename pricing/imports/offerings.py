"""tardellirs' `offerings.json`: one price of one GPU for an hour with its source, day and caveats in each item.

https://github.com/tardellirs/gpu-pricing
"""

import re
from collections.abc import Iterator, Mapping
from decimal import Decimal
from typing import Any

from pricing.catalog import Includes, Mode, PriceKind
from pricing.imports.decoding import json_of, text_of
from pricing.imports.foreign import Unreadable, day, each, is_json_with, memory, price, series, table, tidy, word
from pricing.imports.source import Source
from pricing.listings import FileRefused, Listing, Row, Skipped
from pricing.units import PricingUnit

FORMAT = "offerings"
CURRENCY = "USD"
LONGEST_NOTE = 500
_KEYS = ("gpu_model", "provider_id", "price_usd_hour")
_TIERS = {
    "": (None, ""),
    "on-demand": (Mode.ON_DEMAND, ""),
    "spot": (Mode.SPOT, ""),
    "interruptible": (Mode.SPOT, ""),
    "preemptible": (Mode.SPOT, ""),
    "marketplace": (None, ""),
    "community": (None, "community cloud"),
    "secure": (None, "secure cloud"),
    "prototyping": (None, "prototyping"),
    "production": (None, "production"),
}
"""Tier -> mode and plan; without a mode `is_spot` tells it."""

_TERM = re.compile(r"(?:reserved|committed|commitment|commit|subscription)?-?(\d{1,3})-?(m|mo|months?|y|yr|years?)")
_FORMS = {"sxm", "pcie", "nvl", "oam"}
_ESTIMATED = re.compile(r"\bestimate[ds]?\b|\bapproximate(?:ly)?\b", re.I)
_FLOOR = re.compile(r"\b(?:min(?:imum)?|cheapest|lowest)\b[^.;]{0,40}\b(?:offer|price|host|listing)s?\b", re.I)
_SPREAD = re.compile(r"\$?\d+\.\d+\s*[–—-]\s*\$?\d+\.\d+ across")
_HOST_APART = re.compile(r"\bv?cpu\b.*\bbilled separately\b", re.I)


def recognises(source: Source) -> bool:
    """Whether it is a JSON list whose items have the keys of an offering."""
    return is_json_with(source, _KEYS, opening=("[",))


def read(source: Source) -> Iterator[Row]:
    """A row for each item; its number is the line.

    Refusals: `shape`, `not-a-number`, `negative`, `not-a-day`, `ambiguous-day`, `tier` (text). Skipped: `no-price`.

    Raises:
        FileRefused: those of `text_of` and `json_of`; `shape` where it is no list.
    """
    items = json_of(text_of(source.data))
    if not isinstance(items, list):
        raise FileRefused("shape")
    yield from each(enumerate(items, 1), lambda line, item: [_row(line, item, source)])


def _row(line: int, item: Any, source: Source) -> Row:
    offer = table(item, "item")
    gpu = word(offer.get("gpu_model"), "gpu_model")
    value = price(offer.get("price_usd_hour"), "price_usd_hour")
    if value is None:
        return Skipped(line, "no-price", gpu)
    tier, spot = word(offer.get("tier"), "tier").casefold(), _spot(offer.get("is_spot"))
    mode, plan, months = _way(tier, spot)
    caveats = _caveats(offer)
    form = word(offer.get("interconnect"), "interconnect")
    return Listing(
        line=line,
        value=value,
        currency=CURRENCY,
        unit=PricingUnit.GPU_HOUR,
        provider=word(offer.get("provider_id"), "provider_id") or source.provider,
        name=gpu,
        gpu=gpu,
        form=form if form.casefold() in _FORMS else "",
        memory_gb=memory(offer.get("vram_gb")),
        mode=mode,
        term_months=months,
        plan=plan,
        includes=Includes.ACCELERATOR_ONLY if _HOST_APART.search(caveats) else Includes.ALL_IN,
        price_kind=_kind(tier, caveats),
        observed_on=day(offer.get("collected_at"), "collected_at") or source.observed_on,
        source=word(offer.get("source_url"), "source_url") or source.source,
        note=caveats,
        stated_term=tier,
    )


def _spot(value: object) -> bool | None:
    if value is not None and not isinstance(value, bool):
        raise Unreadable("shape", field="is_spot")
    return value


def _way(tier: str, spot: bool | None) -> tuple[Mode, str, Decimal | None]:
    """Mode, plan and months of a tier. Raises Unreadable where it is unknown or `is_spot` says the opposite."""
    if found := _TERM.fullmatch(tier):
        months = int(found[1]) * (12 if found[2].startswith("y") else 1)
        if spot or not months:
            raise Unreadable("tier", text=tier)
        return Mode.COMMITTED, "", Decimal(months)
    if tier not in _TIERS:
        raise Unreadable("tier", text=tier)
    mode, plan = _TIERS[tier]
    if mode is not None and spot is not None and spot != (mode is Mode.SPOT):
        raise Unreadable("tier", text=tier)
    return mode or (Mode.SPOT if spot else Mode.ON_DEMAND), plan, None


def _caveats(offer: Mapping[str, Any]) -> str:
    """All that is said about a price, the caveats first."""
    stated = offer.get("caveats")
    lines = [word(line, "caveats") for line in ([] if stated is None else series(stated, "caveats"))]
    return tidy("; ".join(line for line in (*lines, word(offer.get("notes"), "notes")) if line), LONGEST_NOTE)


def _kind(tier: str, caveats: str) -> PriceKind:
    if _ESTIMATED.search(caveats):
        return PriceKind.ESTIMATE
    if tier == "marketplace" or _FLOOR.search(caveats) or _SPREAD.search(caveats):
        return PriceKind.FROM
    return PriceKind.LIST
