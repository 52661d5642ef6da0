"""One number of a seller's text with its unit: 28万/卡, $24/h, 8 TB, 6 weeks, 每卡时23元, about 2.1亿."""

import re
from collections.abc import Iterator
from decimal import Decimal

from bot.understanding.claims import words
from bot.understanding.claims.counts import MODEL, read_count
from bot.understanding.claims.digits import Written, number_from
from bot.understanding.claims.per import read_per
from pricing.claims.figure import Bound

_TENTHS_OFF = re.compile(r"\s*折")
_PERCENT = re.compile(r"\s*(?:%|percent\b|个?百分点)")
_TIMES = re.compile(r"\s*(?:倍|times\b|-fold|x(?=\s|[,;.)]|$)(?!\s*[\d$¥€]))")
_BEFORE_PRICE = re.compile(r"[\s:为是仅只约按价格收费单价租金的要≈=]*$")
_PRICE_OF_POWER = re.compile(r"(?:电价|electricity (?:at|price|rate|cost)(?: of)?|power at)[^\d,;]{0,4}$")


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
        read_per(text, found)
        return
    if MODEL.match(text, found.end):
        read_count(text, found)
        return
    for pattern, name in ((_PERCENT, "percent"), (_TENTHS_OFF, "tenths"), (_TIMES, "fold")):
        if match := pattern.match(text, found.end):
            found.powers[name] = 1
            found.end = match.end()
            return
    read_count(text, found)


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
    read_per(tail, probe)
    if len(probe.powers) > 1 and _BEFORE_PRICE.match(tail, probe.end):
        found.powers, found.implied_money = probe.powers, False
        found.start = start + begins
        found.times(probe.amount)
