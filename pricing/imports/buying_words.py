"""Ways of buying as people write them: on-demand 按需, spot 竞价, reserved or committed 包年 包月, owned 自有."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import lru_cache

from pricing.catalog import Mode
from pricing.imports.written import plain


@dataclass(frozen=True, slots=True)
class Way:
    """A way of buying. `months`: the commitment; `plan`: what the seller calls it, where the mode alone would mislead;
    `upfront`: the share paid at order; `least`: a "from" price. Each where the words tell it."""

    mode: Mode
    months: Decimal | None = None
    plan: str = ""
    upfront: Decimal | None = None
    least: bool = False


def _all(words: str, mode: Mode, months: int | None = None) -> dict[str, Way]:
    way = Way(mode, None if months is None else Decimal(months))
    return dict.fromkeys((word.strip() for word in words.split(",")), way)


WORDS: Mapping[str, Way] = {
    **_all("on demand, ondemand, pay as you go, payg, pay go, hourly, list", Mode.ON_DEMAND),
    **_all("按需, 按量, 按量付费, 按量计费, 按需付费, 按需计费, 按小时, 按时, 后付费, 随用随付", Mode.ON_DEMAND),
    **_all("marketplace, market place", Mode.ON_DEMAND),
    **_all(
        "spot market, marketplace bid, spot, preemptible, pre emptible, interruptible, low priority, spot instance",
        Mode.SPOT,
    ),
    **_all("竞价, 抢占, 抢占式, 竞价实例, 抢占式实例, 竞价型, spot实例", Mode.SPOT),
    **_all("reserved, committed, commitment, commit, reservation, contract, term, prepaid", Mode.COMMITTED),
    **_all("预留, 预付费, 包年包月, 承诺, 长租, 预留实例, 合约", Mode.COMMITTED),
    **_all("monthly, 包月, 月付, 月租", Mode.COMMITTED, 1),
    **_all("quarterly, 包季, 季付", Mode.COMMITTED, 3),
    **_all("yearly, annual, annually, 包年, 年付, 年租", Mode.COMMITTED, 12),
    **_all("owned, own, 自有, 自建, 自购", Mode.OWNED),
}
"""Words in small letters, with spaces for hyphens and underscores -> what they mean."""

_LONGEST = 80
_KIND = (
    r"reserved|reservation|committed|commitment|commit|contract|prepaid|term|subscription|ri"
    r"|(?P<plan>savings plan|compute savings plan|cud|committed use discount)|预留|承诺|合约|包"
)
_AFTER = r"reserved|reservation|committed|commitment|commit|contract|prepaid|term|subscription|付|期|租"
_TERM = re.compile(
    rf"(?:(?:{_KIND})\s?)?(?P<number>[0-9]{{1,3}}|one|two|three|一|两|二|三|半)\s?"
    rf"(?P<unit>years?|yrs?|y|months?|mos?|m|年|个?月)\s?(?:{_AFTER})?(?:\s(?P<upfront>no|all) upfront)?"
)
_LEAST = re.compile(r"(?P<way>.+?) (?:from|min|minimum|起)|(?P<chinese>.+)起")
_SHARES = {"no": Decimal(0), "all": Decimal(1)}
_LENGTH = re.compile(r"[0-9]{1,15}(?:\.[0-9]+)?")
_NUMBERS = {"one": "1", "two": "2", "three": "3", "一": "1", "两": "2", "二": "2", "三": "3", "半": "0.5"}


@lru_cache(maxsize=1024)
def way_of(text: str) -> Way:
    """The way of buying that a text names. Raises ValueError when it is not understood to its last letter."""
    small = _small(text)
    if small in WORDS:
        return WORDS[small]
    if term := _TERM.fullmatch(small):
        return Way(Mode.COMMITTED, _months(term), term["plan"] or "", _SHARES.get(term["upfront"]))
    if least := _LEAST.fullmatch(small):
        return replace(way_of(least["way"] or least["chinese"]), least=True)
    raise ValueError(text)


@lru_cache(maxsize=1024)
def months_of(text: str) -> Decimal:
    """A commitment in months: `12`, `12 months`, `1 year`, `3年`. Raises ValueError."""
    small = _small(text)
    if _LENGTH.fullmatch(small):
        return Decimal(small)
    if term := _TERM.fullmatch(small):
        return _months(term)
    raise ValueError(text)


def _small(text: str) -> str:
    if len(text) > _LONGEST:
        raise ValueError(text)
    return " ".join(re.sub(r"[\-_]", " ", plain(text).casefold()).split())


def _months(term: re.Match[str]) -> Decimal:
    number = Decimal(_NUMBERS.get(term["number"], term["number"]))
    return Decimal(f"{number * 12:f}").normalize() + 0 if term["unit"][0] in "y年" else number
