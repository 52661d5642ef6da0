# ruff: noqa: E501 - a table reads best with one phrase or list of words to a line
"""What a text says about the need, number by number: how many, in which shape, at what price, for how much data."""

from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache

from bot.understanding.kinds import Kind, Number, Token
from bot.understanding.phrases import Match, Phrases
from bot.understanding.quantities import DAYS, Cash, applied
from pricing.units import TimeUnit

ONE = Number(Decimal(1), Decimal(1))
PER_NODE = (1, 2, 4, 8, 10, 16)  # GPUs that one machine may hold


@dataclass(frozen=True, slots=True)
class Fact:
    """One field and the value said for it."""

    field: str
    value: object


Facts = list[Fact]


def _count(token: Token) -> Number | None:
    """The number if it can count things: no letter that means a size, not a fraction typed with a slash."""
    number: Number = token.value
    return None if number.bad or number.suffix or number.scale == "分之" else number


def _nodes_of(m: Match) -> Facts | None:
    """4x8xH100, 128*8 A100, 128 nodes of 8xA100, 4 nodes with 8 H100 each, twenty 8-GPU servers, 16节点×8卡."""
    numbers = [_count(token) for token in m.all(Kind.NUM)]
    if len(numbers) == 1 and m.first(Kind.A):
        numbers = [ONE, *numbers]
    nodes, each = numbers[0], numbers[1]
    if nodes is None or each is None or not each.single:
        return None
    return [Fact("nodes", nodes), Fact("gpus_per_node", each)]


def _nodes_and_cards(m: Match) -> Facts | None:
    """128台8卡, 四机三十二卡, 16 nodes (128 GPUs): GPUs of each node, unless there are too many for one machine."""
    nodes, cards = (_count(token) for token in m.all(Kind.NUM))
    if nodes is None or cards is None or not cards.single or not nodes.single:
        return None
    total = nodes.low > 1 and cards.low % nodes.low == 0 and (cards.low not in PER_NODE or cards.low == 8 * nodes.low)
    return [Fact("nodes", nodes), Fact("gpu_count" if total else "gpus_per_node", cards)]


def _cards_on_nodes(m: Match) -> Facts | None:
    """32 H100 GPUs (4 nodes), 128 H100 across 16 nodes: all of them."""
    cards, nodes = (_count(token) for token in m.all(Kind.NUM))
    return None if cards is None or nodes is None else [Fact("gpu_count", cards), Fact("nodes", nodes)]


def _each_then_nodes(m: Match) -> Facts | None:
    """H100:8 on 4 nodes, 8xH100 node x 4, 每台8卡，共16台."""
    each, nodes = (_count(token) for token in m.all(Kind.NUM))
    if each is None or nodes is None or not each.single:
        return None
    return [Fact("nodes", nodes), Fact("gpus_per_node", each)]


def _node_of_cards(m: Match) -> Facts | None:
    """8xH100 nodes, 8-GPU node, 8卡A100服务器: the shape, not how many."""
    each = _count(m[Kind.NUM])
    if each is None or not each.single:
        return None
    return [Fact("gpus_per_node", each), *([Fact("nodes", ONE)] if m.first(Kind.A) else [])]


def _nodes(m: Match) -> Facts | None:
    """16 H100 nodes, 8台H100, 2 DGX H100, p5.48xlarge x 4, a DGX H100."""
    token = m.first(Kind.NUM)
    number = _count(token) if token else ONE
    return None if number is None else [Fact("nodes", number)]


def _part_of_node(m: Match) -> Facts | None:
    """half a node, 3/4 of a node."""
    if m.first(Kind.EACH) and m[Kind.EACH].value != "node":
        return None
    part = m[Kind.NUM].value if m.first(Kind.NUM) else Number(Decimal("0.5"), Decimal("0.5"))
    return [Fact("nodes", part)] if part.single and not part.whole else None


def _cards(m: Match) -> Facts | None:
    """1024 H100, H100 x 8, 64 GPUs, count: 64."""
    number = _count(m[Kind.NUM])
    return None if number is None else [Fact("gpu_count", number)]


def _each(m: Match) -> Facts | None:
    """64 each: of every model named."""
    return None if m[Kind.EACH].value == "node" else _cards(m)


def _part_of_card(m: Match) -> Facts | None:
    """半张卡, half a GPU."""
    return [Fact("gpu_count", Number(Decimal("0.5"), Decimal("0.5")))]


def _one_card(m: Match) -> Facts | None:
    """a H100: one, if a length of time says that it is a need and not a price that is asked."""
    return [Fact("one_gpu", ONE)]


def _gpu_hours(m: Match) -> Facts | None:
    """48 A100 GPU days, ten thousand H100-hours, 20万A100卡时."""
    number = m[Kind.NUM].value
    if number.bad or number.suffix not in ("", "m", "mn", "mm", "w"):
        return None
    unit = (m.first(Kind.GPU_TIME) or m[Kind.UNIT]).value
    if unit is TimeUnit.MINUTE:
        return None
    return [Fact("gpu_hours", applied(number).times(DAYS[unit] * 24))]


def _params(m: Match) -> Facts | None:
    """70B model, 175B参数, 千亿模型."""
    number = applied(m[Kind.NUM].value)
    return None if number.bad or number.low < 10**6 else [Fact("model_params", number)]


def _tokens(m: Match) -> Facts | None:
    """15T tokens, 3000亿token, tokens: 1.5 trillion."""
    number = m[Kind.NUM].value
    return None if number.bad else [Fact("tokens", applied(number))]


def _cash(token: Token) -> Cash | None:
    """An amount of money; a number with 万, 亿 or w counts where money is expected."""
    if token.kind is Kind.MONEY:
        return token.value if isinstance(token.value, Cash) else None
    number: Number = token.value
    if number.bad or not number.single or "/" in number.raw or number.scale == "分之":
        return None
    named = number.suffix == "w" or number.scale in ("万", "亿")
    return Cash(applied(number).low, "CNY" if named else "")


def _only_if_big(token: Token) -> bool:
    return token.kind is Kind.MONEY or token.value.suffix == "w" or token.value.scale in ("万", "亿")


@dataclass(frozen=True, slots=True)
class Rate:
    """A price for each `unit` (gpu, node, or "" where it is not said), per `per` (hour, month; "" for a purchase)."""

    cash: Cash
    unit: str
    per: str


def _rate(m: Match) -> Facts | None:
    """$2.10 per GPU hour, 12.8万/月, 28,000 USD a card, 每卡每小时15元, 28万一张."""
    money = m.first(Kind.MONEY) or m.all(Kind.NUM)[0]
    certain = m.first(Kind.GPU_TIME, Kind.AT, Kind.PRICE) or (money.kind is Kind.NUM and money.value.scale == "k")
    if not _only_if_big(money) and not certain:
        return None
    cash = _cash(money)
    if cash is None or any(token.value.low != 1 for token in m.all(Kind.NUM) if token is not money):
        return None
    time = m.first(Kind.UNIT, Kind.GPU_TIME, Kind.MOON) or next((t for t in m.all(Kind.PER) if t.value), None)
    per = "" if time is None else "month" if time.kind is Kind.MOON else time.value.value
    if per not in ("", "hour", "month"):
        factor = Decimal(24) if per == "day" else None
        if factor is None:
            return None
        cash, per = Cash(cash.amount / factor, cash.currency), "hour"
    unit = "node" if m.first(Kind.NODE, Kind.INSTANCE, Kind.EACH) else "gpu" if m.first(Kind.CARD, Kind.GPU, Kind.GPU_TIME) else ""  # fmt: skip
    return [Fact("unit_price", Rate(cash, unit, per))]


def _power(m: Match) -> Facts | None:
    """0.6元/度, $0.06/kWh, 电价0.6, power at 8 cents, 电价按四毛."""
    cash, cent = _cash(m.first(Kind.MONEY) or m[Kind.NUM]), m.first(Kind.CENT)
    if cash and cent:
        cash = Cash(cash.amount * cent.value, "CNY" if cent.value > Decimal("0.01") else "$")
    return [Fact("power_price", cash)] if cash and cash.amount < 100 else None


def _budget(m: Match) -> Facts | None:
    """budget $150,000, 预算500万, under $3.5m."""
    token = m.first(Kind.MONEY) or m[Kind.NUM]
    cash = _cash(token)
    if cash is None or (token.kind is Kind.NUM and m[Kind.BUDGET] and not (_only_if_big(token) or token.value.suffix)):
        return None
    return [Fact("budget", cash)]


def _years(m: Match) -> Facts | None:
    """5-year TCO, 按五年折旧."""
    period = m[Kind.DURATION].value
    years = (
        period.low * DAYS[period.unit] / DAYS[TimeUnit.YEAR] if period.unit is not TimeUnit.MONTH else period.low / 12
    )
    return [Fact("tco_years", years)] if period.low == period.high else None


def _commit(m: Match) -> Facts | None:
    """1 year reserved, 3-year commit, 包一年."""
    way = m.first(Kind.WAY)
    if way and way.value[0].value != "committed":
        return None
    return [Fact("commit", m[Kind.DURATION].value)]


def _zhe(m: Match) -> Facts | None:
    """七折, 8.5折, 八五折: what is paid; the rest comes off."""
    value = m[Kind.NUM].value.low
    paid = value / 10 if value <= 10 else value / 100
    return [Fact("discount", 1 - paid)] if 0 < paid <= 1 else None


def _half_price(m: Match) -> Facts | None:
    return [Fact("discount", Decimal("0.5"))]


def _share(field: str) -> Callable[[Match], Facts | None]:
    """A share beside its cue: 60% utilisation, MFU 0.4."""

    def build(m: Match) -> Facts | None:
        token = m.first(Kind.PERCENT, Kind.NUM)
        if token is None:
            return [Fact(field, Decimal(1))]
        if token.kind is Kind.NUM:
            number = token.value
            if not number.single or number.suffix or number.scale not in ("", "分之") or not 0 < number.low <= 1:
                return None
            return [Fact(field, number.low)]
        return [Fact(field, token.value)]

    return build


_LINK = "(AT|OF|COLON|IS|FILLER|FOR|TO|CHANGE|BY|APPROX|BOUND|ONLY)"
_BETWEEN = "(FILLER|WAY|PROVIDER|OF|FORM|OR|OPEN|APPROX|REGION|GE|COMPARE)"
_SHAPE = "(TIMES|DASH)?"


def _table() -> list[tuple[str, Callable[[Match], Facts | None]]]:
    link, between = _LINK.replace("IS|", ""), _BETWEEN
    share = "(PERCENT|NUM)"
    return [
        # prices with their unit, before the units can be taken for a count or a time
        ("(MONEY|NUM CENT?) AT? (SLASH|PER|A) KWH|(KWH|POWER) (AT|COLON|FILLER|OF|BY|CHANGE|TO)* (MONEY|NUM CENT?) ((SLASH|PER|A) KWH)?|NUM KWH (MONEY|NUM CENT)", _power),
        ("(MONEY|NUM) (SLASH|PER|A|EACH)? (SLASH|PER|A)? (GPU|CARD|NODE|INSTANCE|GE) (DASH|SLASH|PER|A|AND)* (UNIT|MOON|PER)", _rate),
        ("(AT|PRICE) (AT|COLON|APPROX|FILLER)* NUM (SLASH|PER|A) (CARD|NODE|GPU)? (SLASH|PER|A)? (GPU_TIME|UNIT|MOON|CARD|NODE)", _rate),
        ("(MONEY|NUM) (SLASH|PER|A) (GPU_TIME|UNIT|MOON|CARD|NODE|GPU|INSTANCE)", _rate),
        ("MONEY (EACH DASH? (UNIT|MOON|PER UNIT|SLASH UNIT)?|GPU_TIME|PER)|(MONEY|NUM) PER", _rate),
        ("(MONEY|NUM) NUM (CARD|NODE)", _rate),
        ("PER (CARD|NODE|GPU)? PER? (UNIT|MOON)? (AT|COLON)? (MONEY|NUM)|(PER|EACH) (CARD|NODE) (AT|COLON)? (MONEY|NUM)", _rate),
        # machines
        (f"NUM TIMES NUM {_SHAPE} CARD? {between}* (GPU CARD?) NODE?|NUM TIMES NUM {_SHAPE} CARD", _nodes_of),
        (f"NUM NODE (OF|WITH|FILLER|COMMA|AT|EACH|TIMES|COLON|PER)* (OF|WITH|EACH|TIMES|PER) NUM {_SHAPE} (GPU|CARD)* NODE? EACH?", _nodes_of),
        (f"NUM NODE (OF|WITH|FILLER|COMMA|AT|COLON)* NUM {_SHAPE} (GPU|CARD)+ NODE? EACH", _nodes_of),
        (f"(NUM|A) NUM (TIMES|DASH) (GPU|CARD) {between}* (GPU|CARD)? NODE|(NUM|A) NUM CARD GPU? NODE", _nodes_of),
        (f"NUM {_SHAPE} (GPU|CARD|FORM)+ NODE (TIMES|COLON|COMMA)? NUM NODE?|GPU NUM {_SHAPE} CARD NODE TIMES? NUM NODE?", _each_then_nodes),
        ("GPU COLON NUM CARD? (ON|IN|TIMES|COMMA)+ NUM NODE", _each_then_nodes),
        (f"(EACH|PER NODE) {link}? NUM {_SHAPE} (GPU|CARD)+ (COMMA|STOP|FILLER|TOTAL|AND|TIMES)* NUM NODE", _each_then_nodes),
        (f"NUM {_SHAPE} (GPU|CARD)+ (EACH|PER NODE) (COMMA|STOP|FILLER|TOTAL|AND|TIMES)* NUM NODE", _each_then_nodes),
        (f"NUM NODE (COMMA|FILLER|OPEN|TOTAL)* NUM {_SHAPE} (GPU|CARD)+ NODE?", _nodes_and_cards),
        (f"NUM {_SHAPE} {between}* (GPU|CARD)+ (OPEN|ON|COMMA|IN|FILLER|WITH|SLASH|STOP)* NUM NODE", _cards_on_nodes),
        (f"A? NUM {_SHAPE} (GPU|CARD)+ NODE|A? GPU NUM {_SHAPE} CARD NODE|NUM {_SHAPE} (GPU|CARD)+ (EACH|PER NODE)|(EACH|PER NODE) {link}? NUM {_SHAPE} (GPU|CARD)+", _node_of_cards),
        # GPU-hours
        (f"NUM GE? {between}* (GPU DASH?)? (GPU_TIME|CARD DASH? UNIT)|NUM GE? GPU DASH? UNIT", _gpu_hours),
        # whole machines without a number of GPUs
        ("(HALF|NUM) OF? (EACH|A NODE)|HALF OF? (NODE|A? INSTANCE)", _part_of_node),
        (f"NUM {_SHAPE} {between}* (INSTANCE|GPU NODE) NODE?|NUM NODE {between}* (INSTANCE|GPU)?|(INSTANCE|GPU NODE) NODE? (TIMES|COLON|COMMA|OPEN)* NUM NODE?|GPU NUM NODE", _nodes),
        ("INSTANCE NODE? (COMMA|STOP|FILLER)* COUNT COLON? NUM", _nodes),
        ("A (INSTANCE|GPU? NODE)", _nodes),
        # size of a training run
        ("TOKENS (COLON|OF|AT|FILLER)* NUM|NUM GE? OF? TOKENS", _tokens),
        ("NUM DASH? OF? (PARAMS|MODEL)+|(PARAMS|MODEL) (COLON|OF|AT|FILLER)* NUM", _params),
        # GPUs
        ("NUM CARD? EACH", _each),
        (f"NUM {_SHAPE} GE? {between}* ((GPU|NEAR|NAMELIKE) CARD?)|NUM {_SHAPE} CARD {between}* GPU?", _cards),
        ("GPU (TIMES|COLON) NUM CARD?|GPU CARD? COMMA? NUM CARD|COUNT (COLON|OF|AT|FILLER|TOTAL)* NUM CARD?|TOTAL NUM CARD", _cards),
        ("HALF A? (CARD|GPU)", _part_of_card),
        ("A GPU", _one_card),
        # shares
        (f"{share} (OF|FILLER|ON)? MFU|MFU {link}* {share}", _share("mfu")),
        (f"{share} (FILLER|OF)? UTIL|UTIL {link}* {share}|FULL UTIL", _share("utilisation")),
        (f"{share} (FILLER|OF|ON)? OFF|OFF {link}* {share}", _share("discount")),
        ("OFF? NUM ZHE", _zhe),
        ("OFF? HALF_PRICE", _half_price),
        # terms
        ("DURATION (OF|FILLER)? TCO|TCO (FOR|OF|AT|COLON|OPEN|FILLER|BY)* DURATION|AT DURATION TCO", _years),
        ("DURATION (OF|FILLER)? (COMMIT|WAY)|COMMIT (FOR|OF|AT|COLON|FILLER)* DURATION", _commit),
        # money to spend
        (f"BUDGET {link}* (MONEY|NUM)|MONEY (OF|FILLER)? BUDGET", _budget),
    ]  # fmt: skip


@lru_cache(maxsize=1)
def phrases() -> Phrases[Facts]:
    """The table of phrases that give numbers their meaning."""
    return Phrases(_table())
