"""What the columns of a table made by hand are: by their headers, in English or Chinese."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from pricing.book_files.columns import BY_NAME
from pricing.catalog import Tax
from pricing.imports import taxes
from pricing.imports.buying_words import WORDS, Way, way_of
from pricing.imports.unit_words import WrittenUnit, written_unit
from pricing.imports.written import plain

TERM = "term"
"""A column of ways of buying or of months, as it comes."""
LAST_DAY = "last_day"
"""A column of the last day a price holds, where `effective_to` is the first day it no longer does."""

NO_UNIT = WrittenUnit()
_LONGEST = 80


@dataclass(frozen=True, slots=True)
class Heading:
    """What one column holds. For prices also what the header says of them: unit, currency, tax, way of buying."""

    column: str
    unit: WrittenUnit = NO_UNIT
    tax: Tax = Tax.UNKNOWN
    way: Way | None = None


def _all(words: str, *columns: str) -> dict[str, tuple[str, ...]]:
    return {_folded(word): columns for word in words.split(",")}


def _folded(text: str) -> str:
    return re.sub(r"[\s_\-.:/]+", "", plain(text).casefold())


_WORDS: Mapping[str, tuple[str, ...]] = {
    **_all("provider, cloud, cloud provider, vendor, seller, supplier, company, platform", "provider"),
    **_all("供应商, 厂商, 云厂商, 服务商, 云服务商, 云, 平台, 提供商", "provider"),
    **_all("name, offer, offer name, instance, instance type, instance name, sku, product, plan name, machine", "name"),
    **_all("产品, 产品名称, 名称, 规格, 实例, 实例规格, 机型, 套餐, 商品", "name"),
    **_all("gpu, gpu model, gpu type, gpu name, accelerator, card, graphics card", "gpu"),
    **_all("卡型, 显卡, 显卡型号, gpu型号, gpu卡型, gpu类型, 卡, 加速卡, 芯片", "gpu"),
    **_all("model, 型号", "gpu", "name"),
    **_all("gpus per node, gpu count, gpus, number of gpus, # gpus, #gpus, num gpus, count, 卡数", "gpus_per_node"),
    **_all("每台卡数, 单机卡数, gpu数量, gpu数, gpu卡数, 单节点卡数", "gpus_per_node"),
    **_all("memory gb, gpu memory, gpu memory gb, vram, vram gb, gpu ram, memory per gpu, vram per gpu", "memory_gb"),
    **_all("显存, 显存gb, 单卡显存, gpu显存", "memory_gb"),
    **_all("mode, billing, billing mode, billing type, purchase, pricing model, procurement", "mode"),
    **_all("计费方式, 购买方式, 付费方式, 模式, 计费模式, 付费模式, 采购方式", "mode"),
    **_all("term, commitment, contract, 期限, 租期, 合约期, 承诺期, 时长", TERM),
    **_all("term months, months, 月数, 租期月, 期限月", "term_months"),
    **_all("region, location, zone, data center, datacenter, country", "region"),
    **_all("地区, 区域, 地域, 机房, 可用区, 国家", "region"),
    **_all("price, unit price, amount, value, cost, rate, price per unit, list price", "price"),
    **_all("价格, 单价, 报价, 售价, 金额, 目录价, 刊例价", "price"),
    **_all("currency, ccy, 币种, 货币", "currency"),
    **_all("unit, pricing unit, billing unit, per, 单位, 计价单位, 计费单位", "unit"),
    **_all("effective from, effective, valid from, from, start, start date, effective date", "effective_from"),
    **_all("生效日期, 生效日, 生效, 生效时间, 起始日期, 开始日期", "effective_from"),
    **_all("effective to, valid to, 失效日期, 失效日", "effective_to"),
    **_all("valid until, until, end date, last day, expires, 有效期至, 截止日期, 结束日期, 到期日, 截止", LAST_DAY),
    **_all("observed on, observed, date, as of, seen on, checked, price date, collected at", "observed_on"),
    **_all("日期, 采集日期, 观察日期, 报价日期, 查询日期", "observed_on"),
    **_all("source, url, link, source url, reference, 来源, 出处, 链接, 网址", "source"),
    **_all("note, notes, remark, remarks, comment, comments, 备注, 说明, 注释", "note"),
    **_all("tax, vat, 税, 是否含税, 含税, 税务", "tax"),
    **_all("form, form factor, 形态", "form"),
    **{_folded(name): (name,) for name in BY_NAME},
}
_IN_BRACKETS = re.compile(r"^(?P<outside>[^(\[]+)[(\[](?P<inside>[^)\]]+)[)\]]$")
_HINTS = {("memory_gb", "gb"), ("term_months", "months"), ("term_months", "月"), (TERM, "months"), (TERM, "月")}
_PRICE_WORD = re.compile(
    r"\b(?:unit |list |hourly |monthly )?(?:price|prices|pricing|cost|rate)\b|单价|价格|报价|售价|价(?=\s|$)"
)
_TIMES = {"hourly": "/hour", "monthly": "/month"}
_WAY_WORDS = sorted(WORDS.keys() - {"list", "term", "hourly", "monthly"}, key=len, reverse=True)
_KIND = "reserved|reservation|committed|commitment|commit|contract|term"
_WAY = re.compile(
    rf"(?:\b(?:{_KIND})\s?)?\b[0-9]{{1,2}}\s?(?:years?|yrs?|y|months?|mos?|年|个?月)(?![a-z])(?:\s?(?:{_KIND}))?"
    rf"|{'|'.join(map(re.escape, _WAY_WORDS))}"
)


def columns_of(header: Iterable[str]) -> dict[str, Heading]:
    """Header -> what its column is, for those that are understood; of two for one column the first."""
    found: dict[str, Heading] = {}
    taken: set[str] = set()
    header = tuple(header)
    for name in sorted(header, key=lambda name: len(_WORDS.get(_folded(name), ("",)))):
        for heading in _possible(name):
            if heading.column not in taken:
                taken.add(heading.column)
                found[name] = heading
                break
    return {name: found[name] for name in header if name in found}


def _possible(name: str) -> tuple[Heading, ...]:
    """What a header can be: `型号` is the GPU, unless another column is that."""
    if columns := _WORDS.get(_folded(name)):
        return tuple(Heading(column) for column in columns)
    price = price_heading(name)
    if price and price.way is None:
        return (price,)
    bracketed = _IN_BRACKETS.match(plain(name)[:_LONGEST])
    if bracketed:
        inside = _folded(bracketed["inside"])
        columns = _WORDS.get(_folded(bracketed["outside"]), ())
        hinted = (column for column in columns if (column, inside) in _HINTS)
        return tuple(Heading("term_months" if column == TERM else column) for column in hinted)
    return ()


@lru_cache(maxsize=1024)
def price_heading(name: str) -> Heading | None:
    """What a header of prices says: `Price per GPU/hr`, `Spot ($/hr)`, `1-year reserved`, `单价（元/卡/时）`; or None.

    Every word of it must be understood, and it must name a price, a currency or a way of buying.
    """
    if len(name) > _LONGEST:
        return None
    tax, small = taxes.without_tax(plain(name).casefold())
    small = " ".join(re.sub(r"(?<=[a-z0-9])[\-_](?=[a-z])|[()\[\]:*]", " ", small).split())
    way_text = _WAY.search(small)
    rest = _WAY.sub(" ", small, count=1)
    word = _PRICE_WORD.search(rest)
    rest = _PRICE_WORD.sub(lambda found: _time_word(found[0]), rest)
    try:
        way = way_of(way_text[0]) if way_text else None
        unit = written_unit(rest.strip(" ,-"))
    except ValueError:
        return None
    if way is None and not word and not (unit.sign and unit.time):
        return None
    return Heading("price", unit, tax, way)


def _time_word(word: str) -> str:
    return next((f" {unit} " for time, unit in _TIMES.items() if word.startswith(time)), " ")
