"""What the words of a row say of its price: another way of buying, an estimate, a floor, a part of the machine."""

import re
from collections.abc import Iterable, Mapping
from decimal import Decimal
from enum import StrEnum
from functools import lru_cache
from typing import NamedTuple


class Sense(StrEnum):
    """What words may say of a price."""

    SPOT = "spot"
    COMMITTED = "committed"
    ON_DEMAND = "on-demand"
    SCHEDULED = "scheduled"  # booked ahead or queued for
    WINDOWS = "windows"  # with a licence
    ESTIMATE = "estimate"
    FLOOR = "floor"
    PARTIAL = "partial"
    SLICE = "slice"


_PATTERNS: Mapping[Sense, str] = {
    Sense.SPOT: r"\bspot\b|\bpre-?emptible\b|\binterruptible\b|竞价|抢占",
    Sense.COMMITTED: r"\bcommit(?:ment|ted)?\b|\bcuds?\b|\breserv(?:ed|ation)\b|\bsavings?[ _-]plans?\b|包年|预留",
    Sense.ON_DEMAND: r"\bon[ _-]?demand\b|\bpay[ _-]as[ _-]you[ _-]go\b|按量",
    Sense.SCHEDULED: r"\bdws\b|\bflex[ _-]?start\b|\bcalendar\b|\bdefined duration\b|\bcapacity[ _-]blocks?\b",
    Sense.WINDOWS: r"\bwindows\b",
    Sense.ESTIMATE: r"\bestimat\w*|\bextrapolat\w*|\bplaceholder\b|\bguess\w*|估算|估计",
    Sense.FLOOR: r"\blowest\b|\bfloor\b|\bmin(?:imum)?[ _-]bid\b|\bbid[ _-](?:min\w*|floor)\b"
    r"|\bstarting (?:at|from)\b|\bmarketplace-(?:min|from)\b|\w-from\b|\bfrom[\"' ]+price\b|最低|起价|元起",
    Sense.PARTIAL: r"\b(?:accelerator|gpu|card)[ _-]only\b|\battached to\b|\bgpu running in\b"
    r"|\b(?:vcpus?|cpus?|ram)\b.{0,30}\b(?:billed|charged|sold|priced) (?:apart|separately)\b|仅显卡",
    Sense.SLICE: r"\bmig\b|\b\d+g[ ._-]\d+gb\b|\b1/(?:[2-9]|\d\d)\b|\bfraction(?:al)?\b|\bhalf (?:a )?gpu\b|\bvgpu\b",
}
_ANY = re.compile("|".join(f"(?P<{sense.name}>{pattern})" for sense, pattern in _PATTERNS.items()), re.IGNORECASE)
_HINTS: Mapping[Sense, tuple[str, ...]] = {
    Sense.SPOT: ("spot", "empt", "interrupt", "竞价", "抢占"),
    Sense.COMMITTED: ("commit", "cud", "reserv", "saving", "包年", "预留"),
    Sense.ON_DEMAND: ("demand", "pay", "按量"),
    Sense.SCHEDULED: ("dws", "flex", "calendar", "duration", "capacity"),
    Sense.WINDOWS: ("windows",),
    Sense.ESTIMATE: ("estim", "extrapol", "placeholder", "guess", "估算", "估计"),
    Sense.FLOOR: ("lowest", "floor", "min", "bid", "starting", "from", "最低", "起"),
    Sense.PARTIAL: ("only", "attached", "running", "cpu", "ram", "仅显卡"),
    Sense.SLICE: ("mig", "gb", "1/", "fraction", "half", "vgpu"),
}
"""One of these is in every text that says it: looked for first, for most texts say nothing. None has a blank."""

_YEARS = re.compile(r"(?<![0-9.])([1-5])[ _-]?(?:years?|yrs?|y|年)\b", re.IGNORECASE)
_MONTHS = re.compile(r"(?<![0-9.])(\d\d?)[ _-]?(?:months?|mo|m|个月)\b", re.IGNORECASE)


class Words(NamedTuple):
    """What a text says: each sense with the words that say it, and months of commitment where it names them."""

    senses: Mapping[Sense, str]
    months: Decimal | None


NOTHING = Words({}, None)
NONE: frozenset[Sense] = frozenset()
ANY = tuple(Sense)


@lru_cache(maxsize=4096)
def read(text: str) -> Words:
    """What a text says."""
    if not _hints(ANY).search(text.casefold()):
        return NOTHING
    senses: dict[Sense, str] = {}
    for match in _ANY.finditer(text):
        senses.setdefault(Sense[match.lastgroup or ""], match.group())
    return Words(senses, _months(text) if senses else None)


def says(wanted: tuple[Sense, ...], texts: Iterable[str]) -> frozenset[Sense]:
    """Which of these senses several texts have, one behind the other."""
    texts = tuple(texts)
    if not any(_has_hint(text, wanted) for text in texts):
        return NONE
    return frozenset(wanted) & read(" | ".join(texts)).senses.keys()


@lru_cache(maxsize=4096)
def _has_hint(text: str, wanted: tuple[Sense, ...]) -> bool:
    return bool(_hints(wanted).search(text.casefold()))


@lru_cache
def _hints(wanted: tuple[Sense, ...]) -> re.Pattern[str]:
    return re.compile("|".join(re.escape(hint) for sense in wanted for hint in _HINTS[sense]))


def _months(text: str) -> Decimal | None:
    if years := _YEARS.search(text):
        return 12 * Decimal(years.group(1))
    months = _MONTHS.search(text)
    return Decimal(months.group(1)) if months else None
