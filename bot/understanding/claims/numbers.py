"""One number of a seller's text with its unit: 28万/卡, $24/h, 8 TB, 6 weeks, 每卡时23元, about 2.1亿."""

import re
from collections.abc import Iterator
from decimal import Decimal

from bot.understanding.claims import words
from bot.understanding.claims.digits import Written, number_from
from pricing.claims.figure import Bound
from pricing.claims.units import unit

_TENTHS_OFF = re.compile(r"\s*折")
_PERCENT = re.compile(r"\s*(?:%|percent\b|个?百分点)")
_TIMES = re.compile(r"\s*(?:倍|times\b|-fold|x(?=\s|[,;.)]|$)(?!\s*[\d$¥€]))")
_BEFORE_PRICE = re.compile(r"[\s:为是仅只约按价格收费单价租金的要≈=]*$")
_MADE_OF_HOURS = re.compile(r"\s?[-·* ]?\s?(?:hours?|hrs?|h(?![a-z0-9])|小时|时(?!间))")
_MADE_OF_MONTHS = re.compile(r"\s?[-·* ]?\s?(?:months?\b|月)")
_COUNTED = re.compile(r"\s*(?:x|\*)?\s*\0+\s*(?:\d+\s*(?:卡|张|gpu)|8-gpu)")
_MODEL = re.compile(r"\s*(?:x|\*|块|张|卡|颗|-?gpus?)?\s*(?:nvidia\s*|英伟达\s*)?\0")
_PRICE_OF_POWER = re.compile(r"(?:电价|electricity (?:at|price|rate|cost)(?: of)?|power at)[^\d,;]{0,4}$")
_PER_SIZED_NODE = re.compile(
    r"\s*(?:per|for an?|an?|每台|/)\s*\d+[- ]?(?:x\s*)?(?:gpu|卡)\s?(?:server|node|box|machine|节点|服务器|机)"
)
_SMALL_NODE = 16


def written(text: str, start: int, end: int) -> Iterator[Written]:
    """The numbers between two places of a text, whose names of models are blanked with NUL."""
    at = start
    while at < end:
        found = number_from(text, at, end)
        if found is None:
            return
        _read_around(text, found, start)
        yield found
        at = max(found.end, at + 1)


def _read_around(text: str, found: Written, start: int) -> None:
    before = text[start : found.start]
    _read_before(before, found)
    _read_range(text, found)
    scale = words.SCALE.match(text, found.end)
    if scale and not _is_unit(text, found, scale):
        if found.step > 1:  # 980K may be rounded to 10K, 100万 is no 95万
            found.step = max(Decimal(1), min(found.step, found.amount / 100))
        found.times(words.SCALES[scale[1]])
        found.scaled, found.in_han, found.end = True, not scale[1].isascii(), scale.end()
    _read_bound_after(text, found)
    _read_unit(text, found)
    _read_bound_after(text, found)
    _read_price_before(before, start, found)


def _is_unit(text: str, found: Written, scale: re.Match[str]) -> bool:
    """10 MW and 5 mb are units; a bare m or b behind a number without money is a size."""
    unit_ = words.UNIT.match(text, found.end + len(scale.group()) - len(scale[1]))
    return unit_ is not None and unit_.end() > scale.end()


def _read_before(before: str, found: Written) -> None:
    currency = words.CURRENCY_BEFORE.search(before)
    if currency and currency.lastgroup:
        found.powers[currency.lastgroup] = 1
        found.start -= len(currency.group())
        before = before[: currency.start()]
    found.loose = bool(words.LOOSE_BEFORE.search(before))
    if words.LEAST_BEFORE.search(before):
        found.bound = Bound.LEAST
    elif words.MOST_BEFORE.search(before):
        found.bound = Bound.MOST


def _read_range(text: str, found: Written) -> None:
    other = words.RANGE.match(text, found.end)
    if other and Decimal(other[1]) > found.amount and "*" not in text[found.end : other.end()]:
        found.high, found.end = Decimal(other[1]), other.end()


def _read_bound_after(text: str, found: Written) -> None:
    least, loose = words.LEAST_AFTER.match(text, found.end), words.LOOSE_AFTER.match(text, found.end)
    if least and found.bound is Bound.NONE:
        found.bound = Bound.LEAST
        if "元" in least.group() and not found.currency:
            found.powers["CNY"] = 1
        found.end = least.end()
    elif loose:
        found.loose, found.end = True, loose.end()


def _read_unit(text: str, found: Written) -> None:
    if not found.currency and (currency := words.CURRENCY_AFTER.match(text, found.end)) and currency.lastgroup:
        found.powers[currency.lastgroup] = 1
        found.end = currency.end()
    elif found.currency and (currency := words.CURRENCY_AFTER.match(text, found.end)) and currency.lastgroup == found.currency:  # fmt: skip  # noqa: E501
        found.end = currency.end()
    if found.currency:
        _read_per(text, found)
        return
    if _MODEL.match(text, found.end):
        _read_count(text, found)
        return
    for pattern, name in ((_PERCENT, "percent"), (_TENTHS_OFF, "tenths"), (_TIMES, "fold")):
        if match := pattern.match(text, found.end):
            found.powers[name] = 1
            found.end = match.end()
            return
    _read_count(text, found)


def _read_count(text: str, found: Written) -> None:
    at = found.end + len(text[found.end :]) - len(text[found.end :].lstrip(" -"))
    model, counted = _MODEL.match(text, found.end), _COUNTED.match(text, found.end)
    if counted:
        found.powers, found.others = {"node": 1}, (unit(gpu=1),)
        return
    match = words.UNIT.match(text, at)
    if match is None or words.COUNTS_NOTHING.match(text, at):
        if model and not found.scaled:
            found.powers["gpu"] = 1
            _read_node_size(text, found)
        elif found.in_han:
            found.implied_money = not words.COUNTS_NOTHING.match(text, found.end)
            if found.implied_money:
                found.powers["CNY"] = 1
                _read_per(text, found)
                found.implied_money = len(found.powers) == 1
        return
    name = str(match.lastgroup)
    begin, found.end = found.end, match.end()
    found.powers[name] = 1
    if name in ("gpu", "node"):
        _read_hours_of(text, found)
    if name == "gpu":
        found.end, here = begin, found.end
        _read_node_size(text, found)
        found.end = max(found.end, here)
    if name in ("request", "token", "TB", "GB", "kWh", "W", "kW", "gpu"):
        _read_per(text, found)


def _read_hours_of(text: str, found: Written) -> None:
    """GPU-hours, 卡时, node-months: what counts them is not a number of GPUs."""
    for pattern, name in ((_MADE_OF_HOURS, "hour"), (_MADE_OF_MONTHS, "month")):
        if (match := pattern.match(text, found.end)) and match.end() > found.end:
            found.powers[name] = 1
            found.end = match.end()
            return


def _read_node_size(text: str, found: Written) -> None:
    """8x H100 node, 8卡节点, 8 GPUs per node, A100 8卡: so many GPUs in a node, or so many GPUs."""
    if found.powers != {"gpu": 1} or found.amount > _SMALL_NODE:
        return
    rest = re.sub("\0+", "name", text[found.end : found.end + 60])
    found.of_node = bool(words.SIZE_OF_NODE.match(rest)) or text[: found.start].rstrip(" *x").endswith("\0")
    size, count = unit(gpu=1, node=-1), unit(gpu=1)
    found.others = (count,) if found.of_node else (size,)
    if found.of_node:
        found.powers["node"] = -1


def _read_per(text: str, found: Written) -> None:
    """What a price or a rate is for: /GPU-h, per node-month, a month, 每卡每小时, /万次."""
    if (sized := _PER_SIZED_NODE.match(text, found.end)) and "node" not in found.powers:
        found.powers["node"] = -1  # $250K per 8-GPU server: the eight are a figure of their own
        del sized
    while (per := words.PER.match(text, found.end)) and _read_thing(text, per.end(), found):
        pass


def _read_thing(text: str, at: int, found: Written) -> bool:
    multiple = words.MULTIPLE.match(text, at)
    thing = words.UNIT.match(text, multiple.end() if multiple else at)
    if thing is None:
        if (size := re.match(r"\0+", text[at:])) and "gpu" not in found.powers:
            found.powers["gpu"], found.end = -1, at + size.end()
            and_ = words.AND_UNIT.match(text, found.end)
            return bool(and_ and _read_thing(text, and_.end(), found))
        return False
    name = str(thing.lastgroup)
    if name in found.powers:
        return False
    if multiple:
        found.times(1 / multiple_of(multiple[1]))
    found.powers[name], found.end = -1, thing.end()
    also = words.AND_UNIT.match(text, found.end)
    if also and name in words.LENGTHS_OR_THINGS and words.UNIT.match(text, also.end()):
        _read_thing(text, also.end(), found)
    return True


def multiple_of(said: str) -> Decimal:
    """How many one price is for: 10,000 or 万 requests, a million tokens."""
    bare = said.replace(",", "").removeprefix("one ").removeprefix("一")
    if bare[-1] in "mk" and bare[:-1].isdigit():
        return Decimal(bare[:-1]) * words.SCALES[bare[-1]]
    return Decimal(bare) if bare.isdigit() else {"百": Decimal(100)}.get(bare) or words.SCALES[bare]


def _read_price_before(before: str, start: int, found: Written) -> None:
    """每卡每小时23元, 每万次0.01元, per GPU-hour: $2. Read only where nothing behind the price says what it is for."""
    if len(found.powers) != 1 or not (found.currency or {"kW", "W"} & found.powers.keys()):
        return
    if found.currency and _PRICE_OF_POWER.search(before):
        found.powers["kWh"] = -1
        return
    begins = max(before.rfind("每"), before.rfind("单"), before.rfind("per "))
    while begins > 0 and before[:begins].rfind("每") >= begins - 6 and before[:begins].rfind("每") >= 0:
        begins = before[:begins].rfind("每")
    if begins < 0 or len(before) - begins > 24:
        return
    probe = Written(0, 0, Decimal(1), Decimal(1), powers=dict(found.powers))
    tail = before[begins:].replace("单", "每", 1)
    _read_per(tail, probe)
    if len(probe.powers) > 1 and _BEFORE_PRICE.match(tail, probe.end):
        found.powers, found.implied_money = probe.powers, False
        found.start = start + begins
        found.times(probe.amount)
