"""Units of prices as people write them: `/GPU/hr`, `per node-month`, `元/卡/时`, `万元/台/月`, `0.01元/万次`."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from functools import lru_cache
from typing import TypeVar

from pricing.imports import currencies
from pricing.imports.written import plain
from pricing.units import PricingUnit, TimeUnit

T = TypeVar("T")
ONE = Decimal(1)
_LONGEST = 60
SCALES = {"千": 3, "万": 4, "百万": 6, "千万": 7, "亿": 8, "k": 3}
"""Words behind a number -> the power of ten they stand for."""


class _Thing(StrEnum):
    GPU = "gpu"
    NODE = "node"
    GB = "gb"
    KW = "kw"
    KWH = "kwh"
    REQUEST = "request"


@dataclass(frozen=True, slots=True)
class WrittenUnit:
    """What a price is for. `unit` None: the text says the time alone (`/hr`), or nothing.

    `sign`: the currency as it is written. `scale`: the power of ten amounts stand in (4 for 万元). `per`: how many
    requests the price is for (10000 for 万次).
    """

    unit: PricingUnit | None = None
    time: TimeUnit | None = None
    sign: str = ""
    scale: int = 0
    per: Decimal = ONE

    @property
    def currency(self) -> str:
        """The code of the currency; empty without one."""
        return currencies.currency_of(self.sign)


_UNITS: dict[tuple[_Thing, TimeUnit | None], PricingUnit] = {
    (_Thing.GPU, TimeUnit.HOUR): PricingUnit.GPU_HOUR,
    (_Thing.GPU, TimeUnit.MONTH): PricingUnit.GPU_MONTH,
    (_Thing.GPU, None): PricingUnit.PER_GPU,
    (_Thing.NODE, TimeUnit.HOUR): PricingUnit.NODE_HOUR,
    (_Thing.NODE, TimeUnit.MONTH): PricingUnit.NODE_MONTH,
    (_Thing.NODE, TimeUnit.YEAR): PricingUnit.NODE_YEAR,
    (_Thing.NODE, None): PricingUnit.PER_NODE,
    (_Thing.GB, None): PricingUnit.GB,
    (_Thing.GB, TimeUnit.MONTH): PricingUnit.GB_MONTH,
    (_Thing.KW, TimeUnit.MONTH): PricingUnit.KW_MONTH,
    (_Thing.KWH, None): PricingUnit.KWH,
}
_BLOCKS = {Decimal(1000): PricingUnit.REQUESTS_1K, Decimal(10000): PricingUnit.REQUESTS_10K}


def _all(words: str, meaning: T) -> dict[str, T]:
    return dict.fromkeys(words.split(), meaning)


_THINGS = {
    **_all("gpus gpu gpu卡 cards card accelerators accelerator 加速卡 显卡 张卡 卡 张", _Thing.GPU),
    **_all(
        "nodes node instances instance servers server machines machine vms vm hosts host systems system", _Thing.NODE
    ),
    **_all("台 节点 实例 服务器 整机 机器 机 套", _Thing.NODE),
    **_all("requests request reqs req calls call operations ops 次请求 次调用 请求 次", _Thing.REQUEST),
    **_all("kwh 度", _Thing.KWH),
    "kw": _Thing.KW,
    "gb": _Thing.GB,
}
_TIMES = {
    **_all("hours hour hourly hrs hr h 小时 时 钟头", TimeUnit.HOUR),
    **_all("months month monthly mth mo 个月 月", TimeUnit.MONTH),
    **_all("years year yearly yr 年", TimeUnit.YEAR),
    **_all("days day daily 天 日", TimeUnit.DAY),
}
_COUNTS = {"千": 3, "万": 4, "百万": 6, "k": 3, "m": 6, "million": 6, "thousand": 3}
_EXACT = {unit.value.casefold(): unit for unit in PricingUnit}


def _either(words: Iterable[str]) -> str:
    return "|".join(sorted(map(re.escape, words), key=len, reverse=True))


_PIECE = re.compile(
    rf"(?P<count>[0-9][0-9,]*|million|thousand)(?P<power>k|m)?(?![a-z0-9])"
    rf"|(?P<chinese>百万|千|万)(?=次|请求|$)|(?P<thing>{_either(_THINGS)})|(?P<time>{_either(_TIMES)})"
    r"|(?P<between>\b(?:per|each|a|an|one)\b|[\s/·*•∙×\-_、()\[\]每个]+)"
)
_MONEY = re.compile(rf"(?P<scale>百万|千万|万|亿|千)?\s*(?P<sign>{currencies.PATTERN})\s*(?=$|[/\s(·\-_]|每|per\b)")


@lru_cache(maxsize=4096)
def written_unit(text: str) -> WrittenUnit:
    """What a price is for, in one of the forms above; currency and scale in front are told too.

    Raises:
        ValueError: for anything that is not understood to its last character.
    """
    small = plain(text).casefold()
    if len(small) > _LONGEST:
        raise ValueError(text)
    if small in _EXACT:
        return WrittenUnit(_EXACT[small], per=_per(_EXACT[small]))
    small = small.strip("() ")
    money = _MONEY.match(small)
    if not money:
        return _what(small, "", 0)
    return _what(small[money.end() :], money["sign"], SCALES.get(money["scale"] or "", 0))


def _per(unit: PricingUnit) -> Decimal:
    return next((count for count, block in _BLOCKS.items() if block is unit), ONE)


def _what(text: str, sign: str, scale: int) -> WrittenUnit:
    """The thing and the time, in any order; each at most once."""
    thing, time, count, place = None, None, None, 0
    while place < len(text):
        piece = _PIECE.match(text, place)
        if not piece:
            raise ValueError(text)
        place = piece.end()
        match piece.lastgroup:
            case "thing" if thing is None:
                thing = _THINGS[piece["thing"]]
            case "time" if time is None:
                time = _TIMES[piece["time"]]
            case "count" | "power" | "chinese" if count is None:
                count = _count(piece)
            case "between":
                pass
            case _:
                raise ValueError(text)
    return _made(text, thing, time, sign, scale, ONE if count is None else count)


def _count(piece: re.Match[str]) -> Decimal:
    if piece["chinese"]:
        return ONE.scaleb(_COUNTS[piece["chinese"]])
    if piece["count"] in _COUNTS:
        return ONE.scaleb(_COUNTS[piece["count"]])
    return Decimal(piece["count"].replace(",", "")).scaleb(_COUNTS.get(piece["power"] or "", 0))


def _made(text: str, thing: _Thing | None, time: TimeUnit | None, sign: str, scale: int, count: Decimal) -> WrittenUnit:
    if thing is _Thing.REQUEST and time is None:
        return WrittenUnit(_BLOCKS.get(count), None, sign, scale, count)
    if count != ONE:
        raise ValueError(text)  # "per 8 GPUs": the price of a node, whose size is told elsewhere
    if thing is None:
        return WrittenUnit(None, time, sign, scale)
    if (thing, time) not in _UNITS:
        raise ValueError(text)
    return WrittenUnit(_UNITS[thing, time], time, sign, scale)
