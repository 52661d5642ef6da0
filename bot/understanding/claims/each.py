"""Prices that are for one of something: "at $7,500 each", 单价5万元, a server $315,000."""

import re
from collections.abc import Sequence
from dataclasses import replace

from bot.understanding.claims import words
from pricing.claims.figure import Figure
from pricing.claims.units import ITEMS, LENGTHS, PLAIN, Unit, times, unit

_THINGS = ("gpu", "node", *ITEMS)
_EACH = re.compile(
    r"\s*(?:each\b|apiece\b|a piece\b|per piece\b|per unit\b|/\s?(?:unit|ea|pcs?)\b\.?|ea\b\.?|/?[个件套]\b|一[个件套])"
    r"(?!\s*(?:month|year|hour|day|week|gpu|node|server))"
)
_UNIT_PRICE = re.compile(r"(?:单价|unit price|price per unit)\s*(?:of|is|为|是|约|:)?\s*$")
_NOUN = re.compile(r"\s*[a-z\u3400-\u9fff]")
_MACHINE = r"servers?|nodes?|machines?|box|服务器|节点|整机|\x03"
_PRICE_WORD = (
    r"(?:list |unit )?(?:monthly |annual |yearly |hourly )?"
    r"(?:price|cost|rent|rate|单价|价格|价|[月年]租|[月年]费|包月|每月|每年)?\s*(?:is|costs?|at|for|of|@|:|为|是|要)?"
)
_OF_ONE = re.compile(
    rf"(?:(?P<node>{_MACHINE})|(?P<gpu>gpus?|cards?|显卡|\0)|(?P<switch>switch|交换机)|(?P<rack>racks?|机柜))"
    rf"\s*{_PRICE_WORD}\s*$"
)
_COUNTED = re.compile(r"(?:\d\s*(?:x|\*|台|张|个|套)?|\b(?:all|our|these|the))\s*(?:nvidia\s*)?[\0\x03]*\s*$")
_NAME = r"[\0\x03]"
_SIZED = re.compile(
    rf"(?<!\d)(?:4|8|16)\s?(?:(?:x|\*)\s?(?:nvidia\s*)?{_NAME}+|{_NAME}*-?(?:卡|gpus?|-way|x)\s?{_NAME}*)\s*$"
)
_AT = re.compile(r"(?:\bat|@|单价|[每一](?:台|卡|张|个?节点))\s*(?:just |only |仅|只|约)?$")


def priced_each(figures: Sequence[Figure], text: str) -> list[Figure]:
    """The figures, with the price of one thing as that of one thing of the kind that is counted beside it; and a sum
    behind the name of one thing as its price, if that is how the text goes on."""
    result = list(figures)
    for at, price in enumerate(figures):
        if at and (period := _period_carried(price, result[at - 1])):
            result[at] = price = replace(price, units=(times(price.unit, unit(**{period: -1})), *price.units))
        if not price.currency or "of-one" in price.tags or price.place.row >= 0:
            continue
        start = figures[at - 1].end if at and figures[at - 1].place.sentence == price.place.sentence else 0
        before = text[max(start, price.at - words.NEAR) : price.at]
        if _thing_in(price.unit):
            one = _AT.search(before) or _named(before, text, price.at) or _EACH.match(text, price.end)
            result[at] = replace(price, tags=price.tags | {"of-one"}) if one else price
        elif _EACH.match(text, price.end) or _UNIT_PRICE.search(before):
            if (count := _counted(result, price, text)) is not None:
                result[count.index] = count
                result[at] = _for_each(price, count)
        elif price.is_total and not {"result", "total"} & price.tags and (thing := _named(before, text, price.at)):
            result[at] = replace(price, units=(*price.units, unit(**{price.currency: 1, thing: -1})))
        elif _is_of_period(price) and _named(before, text, price.at) == "node":
            result[at] = replace(price, tags=price.tags | {"of-one", "of-one-node"})
    return result


def _thing_in(one: Unit) -> str:
    return next((name for name, power in one if name in _THINGS and power < 0), "")


def _period_carried(price: Figure, last: Figure) -> str:
    """ "$98.32/h, i.e. $12.29 per GPU": the price of one thing behind that of an hour is of an hour too."""
    said = {"restated", "result"} <= price.tags and price.place.sentence == last.place.sentence
    if not said or not _thing_in(price.unit) or len(price.unit) > 2 or price.currency != last.currency:
        return ""
    return next((name for name, power in last.unit if name in LENGTHS and power < 0), "")


def _is_of_period(price: Figure) -> bool:
    return len(price.unit) == 2 and any(name in LENGTHS for name, _ in price.unit)


def _counted(figures: Sequence[Figure], price: Figure, text: str) -> Figure | None:
    """The number of things that stands nearest before a price in its sentence, else nearest behind it."""
    near = [one for one in figures if one.place.sentence == price.place.sentence and one.index != price.index]
    order = sorted(near, key=lambda one: (one.index > price.index, abs(one.index - price.index)))
    for one in order:
        if any(_name(each) for each in one.units if each):
            bare = PLAIN in one.units
            if not bare:
                return one
            if one.amount == one.amount.to_integral_value() and _NOUN.match(text, one.end):
                return replace(one, units=(unit(item=1),))
    return None


def _name(one: Unit) -> str:
    """The thing that a number counts, if it is a plain count."""
    return one[0][0] if len(one) == 1 and one[0][0] in _THINGS and one[0][1] == 1 else ""


def _for_each(price: Figure, count: Figure) -> Figure:
    """The price of one of what is counted; of an hour or month of it, where it is for one."""
    names = dict.fromkeys(name for each in count.units if (name := _name(each)))
    if any(("node", -1) in each for each in count.units[:1]):
        names = {"node": None, **names}  # 8x H100 node at $24/h each
    powers = {name: power for name, power in price.unit if name == price.currency or name in LENGTHS}
    return replace(price, units=tuple(unit(**powers, **{name: -1}) for name in names), tags=price.tags | {"of-one"})


def _named(before: str, text: str, at: int) -> str:
    """The one thing whose name stands right before a price: "8-GPU server $315,000" and no "16 servers $5M"."""
    match = _OF_ONE.search(before)
    if match is None or match.lastgroup is None:
        return ""
    begin = at - len(before) + match.start()
    lead = text[max(0, begin - words.NEAR) : begin]
    many = match[match.lastgroup].endswith("s") or (_COUNTED.search(lead) and not _SIZED.search(lead))
    return "" if many else match.lastgroup
