# ruff: noqa: E501 - a table reads best with one phrase to a line
"""How many: GPUs, nodes, GPUs of a node. Totals are worked out later, from all that was said."""

import re
from decimal import Decimal

from bot.understanding.draft import Draft
from bot.understanding.kinds import Kind, Number, Token
from bot.understanding.phrases import Match
from bot.understanding.slots.models import comes_in
from bot.understanding.slots.sharing import leaves_out_shares
from bot.understanding.slots.slot import Fact, Facts, Phrase, Places
from pricing.scenario import MAX_GPUS

ONE = Number(Decimal(1), Decimal(1))
HALF = Number(Decimal("0.5"), Decimal("0.5"))
_DECIMAL_COMMA = re.compile(r",(?!\d{3})|^\d{1,3}\.0{3}$")
LEAST_MONEY = 5000
"""From here a number with a k that counts nothing is rather money."""
MONEY_SCALES = ("万", "亿")
OF_ONE_NODE = (1, 2, 4, 8, 10, 16)
"""GPUs that one machine may hold."""


def count(token: Token) -> Number | None:
    """The number if it can count things: digits that make sense, no letter that means a size, no share."""
    number: Number = token.value
    comma = number.whole and _DECIMAL_COMMA.search(number.raw)  # 1,00 may be 1, 100 or 1,000; 64.000 is 64 or 64,000
    return None if number.bad or number.suffix or comma or number.scale == "分之" else number


def _counts(m: Match) -> list[Number] | None:
    numbers = [count(token) for token in m.all(Kind.NUM)]
    return None if None in numbers else [number for number in numbers if number is not None]


def _nodes_of(m: Match) -> Facts | None:
    """4x8xH100, 128*8 A100, 128 nodes of 8xA100, 4 nodes with 8 H100 each, twenty 8-GPU servers, an 8xH100 node."""
    numbers = _counts(m)
    if numbers is None:
        return None
    nodes, each = numbers if len(numbers) > 1 else [ONE, *numbers]
    return [Fact("nodes", nodes), Fact("gpus_per_node", each)] if each.single else None


def _nodes_and_cards(m: Match) -> Facts | None:
    """128台8卡, 四机三十二卡, 16 nodes (128 GPUs): GPUs of each node, unless there are too many for one machine."""
    numbers = _counts(m)
    if numbers is None or not all(number.single for number in numbers):
        return None
    nodes, cards = numbers
    divides = 1 < nodes.low <= cards.low <= MAX_GPUS and cards.low % nodes.low == 0
    total = divides and (cards.low not in OF_ONE_NODE or cards.low == 8 * nodes.low)
    return [Fact("nodes", nodes), Fact("gpu_count" if total else "gpus_per_node", cards)]


def _cards_on_nodes(m: Match) -> Facts | None:
    """32 H100 GPUs (4 nodes), 128 H100 across 16 nodes: all of them."""
    numbers = _counts(m)
    return None if numbers is None else [Fact("gpu_count", numbers[0]), Fact("nodes", numbers[1])]


def _each_then_nodes(m: Match) -> Facts | None:
    """H100:8 on 4 nodes, 8xH100 node x 4, 每台8卡，共16台."""
    numbers = _counts(m)
    if numbers is None or not numbers[0].single:
        return None
    return [Fact("nodes", numbers[1]), Fact("gpus_per_node", numbers[0])]


def _of_each_node(m: Match) -> Facts | None:
    """8 per node, 每台8: behind the nodes."""
    each = m.first(Kind.EACH)
    return None if each and each.value != "node" else _node_of_cards(m)


def _node_of_cards(m: Match) -> Facts | None:
    """8xH100 nodes, 8-GPU node, 8卡A100服务器: the shape, not how many; 单机八卡 alone is one."""
    each = count(m[Kind.NUM])
    if each is None or not each.single:
        return None
    return [
        Fact("gpus_per_node", each),
        *([Fact("nodes", ONE)] if m.first(Kind.A) else []),
        *([Fact("one_node", ONE)] if m.tokens[0].kind is Kind.EACH else []),
    ]


def _nodes(m: Match) -> Facts | None:
    """16 H100 nodes, 8台H100, 2 DGX H100, p5.48xlarge x 4, a DGX H100."""
    token = m.first(Kind.NUM)
    number = count(token) if token else ONE
    return None if number is None or number.scale in MONEY_SCALES else [Fact("nodes", number)]


def _some_of_all(m: Match) -> Facts | None:
    """3 of the 8 nodes, 40 of our 64 GPUs: the first number."""
    numbers = _counts(m)
    if numbers is None or not numbers[0].low < numbers[1].low:
        return None
    return [Fact("nodes" if m.first(Kind.NODE) else "gpu_count", numbers[0])]


def _changed(m: Match) -> Facts | None:
    """64改48, 64张改成48张: the second number."""
    numbers = _counts(m)
    if numbers is None or any(number.scale in MONEY_SCALES for number in numbers):
        return None
    return [Fact("nodes" if m.first(Kind.NODE) else "gpu_count", numbers[1])]


def _part_of_node(m: Match) -> Facts | None:
    """half a node, 3/4 of a node."""
    each, token = m.first(Kind.EACH), m.first(Kind.NUM)
    part = token.value if token else HALF
    if (each and each.value != "node") or not part.single or part.whole:
        return None
    return [Fact("nodes", part)]


def _cards(m: Match) -> Facts | None:
    """1024 H100, H100 x 8, 64 GPUs, count: 64."""
    number = count(m[Kind.NUM])
    return None if number is None else [Fact("gpu_count", number)]


def _cards_of_each(m: Match) -> Facts | None:
    """64 each: of every model named."""
    return None if m[Kind.EACH].value == "node" else _cards(m)


def _part_of_card(m: Match) -> Facts | None:
    """半张卡, half a GPU."""
    return [Fact("gpu_count", HALF)]


def _one_card(m: Match) -> Facts | None:
    """an H100: one, if a length of time says that it is a need and not a price that is asked."""
    return [Fact("one_gpu", ONE)]


_X = "(TIMES|DASH)?"
_BETWEEN = "(FILLER|WAY|PROVIDER|OF|FORM|OR|OPEN|REGION|GE|COMPARE)*"
_THEN = "(COMMA|STOP|FILLER|TOTAL|AND|TIMES)*"
_IS = "(AT|OF|COLON|FILLER|FOR|TO|CHANGE|BY|ONLY|TOTAL)*"

# fmt: off
MACHINES: tuple[Phrase, ...] = (
    ("NUM OF FILLER* NUM (CARD|GPU|NODE)", _some_of_all),
    ("NUM (CARD|NODE)? BECOME NUM(?!PER|SLASH|CUR|UNIT|PCT|KWH|ZHE) (CARD|NODE)?", _changed),
    (f"NUM TIMES NUM {_X} CARD? {_BETWEEN} GPU CARD? NODE?|NUM TIMES NUM {_X} CARD", _nodes_of),
    (f"(NUM|A) NODE (OF|WITH|FILLER|COMMA|AT|EACH|TIMES|COLON|PER)* (OF|WITH|EACH|TIMES|PER) NUM {_X} (GPU|CARD)* NODE? EACH?", _nodes_of),
    (f"NUM NODE (OF|WITH|FILLER|COMMA|AT|COLON)* NUM {_X} (GPU|CARD)+ NODE? EACH", _nodes_of),
    (f"(NUM|A) NUM (TIMES|DASH) (GPU|CARD) {_BETWEEN} (GPU|CARD)? NODE|(NUM|A) NUM CARD GPU? NODE", _nodes_of),
    ("NUM ((TIMES|DASH) GPU CARD?|DASH? CARD GPU?) NODE (TIMES|COLON|COMMA)? NUM NODE?", _each_then_nodes),
    (f"GPU NUM {_X} CARD NODE TIMES? NUM NODE?", _each_then_nodes),
    ("GPU COLON NUM CARD? (ON|IN|TIMES|COMMA)+ NUM NODE", _each_then_nodes),
    (f"(EACH|PER NODE) {_IS} NUM {_X} (GPU|CARD)+ {_THEN} NUM NODE|NUM {_X} (GPU|CARD)+ (EACH|PER NODE) {_THEN} NUM NODE", _each_then_nodes),
    (f"NUM NODE (COMMA|FILLER|OPEN|TOTAL)* NUM {_X} (GPU|CARD)+ NODE?", _nodes_and_cards),
    (f"NUM {_X} {_BETWEEN} (GPU|CARD)+ (OPEN|ON|COMMA|IN|FILLER|WITH|SLASH|STOP)* NUM NODE", _cards_on_nodes),
    ("A? NUM (TIMES|DASH) GPU CARD? NODE|A? NUM DASH? CARD GPU? NODE|A? GPU NUM DASH? CARD NODE", _node_of_cards),
    (f"NUM {_X} (GPU|CARD)+ (EACH|PER NODE)|(EACH|PER NODE) {_IS} NUM {_X} (GPU|CARD)+", _node_of_cards),
)
# fmt: on

# fmt: off
NODES: tuple[Phrase, ...] = (
    ("(HALF|NUM) OF? (EACH|A NODE)|HALF OF? (NODE|A? INSTANCE)", _part_of_node),
    (f"NUM {_X} {_BETWEEN} (INSTANCE|FAMILY NODE|GPU NODE) NODE?|NUM NODE {_BETWEEN} (INSTANCE|FAMILY|GPU)?", _nodes),
    ("(INSTANCE|FAMILY NODE|GPU NODE) NODE? (TIMES|COLON|COMMA|OPEN)* NUM NODE?|(GPU|FAMILY) NUM NODE", _nodes),
    ("INSTANCE NODE? (COMMA|STOP|FILLER)* COUNT COLON? NUM|NODE COLON NUM", _nodes),
    ("A (INSTANCE|GPU? NODE)", _nodes),
)
# fmt: on

# fmt: off
CARDS: tuple[Phrase, ...] = (
    ("NUM (EACH|PER NODE)|(EACH|PER NODE) COLON? NUM", _of_each_node),
    ("NUM CARD? EACH", _cards_of_each),
    (f"NUM {_X} GE? {_BETWEEN} (GPU|NEAR|NAMELIKE) CARD?|NUM {_X} CARD {_BETWEEN} GPU?", _cards),
    (f"GPU (TIMES|COLON) NUM CARD?|GPU CARD? COMMA? NUM CARD(?!MONEY|NUM|DURATION MONEY)|COUNT {_IS} NUM CARD?|TOTAL NUM CARD|CARD COLON NUM", _cards),
    ("HALF A? (CARD|GPU)", _part_of_card),
    ("A GPU", _one_card),
)
# fmt: on

_NO_COUNT_BEFORE = frozenset(
    {Kind.WORD, Kind.NAMELIKE, Kind.NEAR, Kind.CUR, Kind.PCT, Kind.BITRATE, Kind.BYTES, Kind.SLASH, Kind.DASH, Kind.TO}
)
_NO_COUNT_BEHIND = _NO_COUNT_BEFORE | {Kind.FOR, Kind.INSTEAD_OF, Kind.BUDGET}


def read(draft: Draft, left: Places) -> None:
    """H100, 64, 3 months: the only plain number left is the count, unless "for" or an unknown word stands by it."""
    del left
    if leaves_out_shares(draft):
        return
    if not draft.spellings.isdisjoint(("单卡", "单张")):
        draft.said.setdefault("one_gpu", ONE)
    if not draft.gpus or not draft.said.keys().isdisjoint(("gpu_count", "nodes", "gpu_hours")):
        return
    free = [at for at, token in enumerate(draft.tokens) if token.kind is Kind.NUM and not draft.is_marked(token)]
    if len(free) != 1:
        return
    at, token = free[0], draft.tokens[free[0]]
    odd = draft.kind_at(at - 1) in _NO_COUNT_BEHIND or draft.kind_at(at + 1) in _NO_COUNT_BEFORE
    number = count(token)
    if (
        number is not None
        and number.scale not in ("万", "亿")
        and "/" not in number.raw
        and not (number.scale == "k" and number.low >= LEAST_MONEY)
        and not odd
        and not _may_be_memory(draft, at)
    ):
        draft.say("gpu_count", number, token)


def _may_be_memory(draft: Draft, at: int) -> bool:
    """A100 80: memory or count, so it is asked about."""
    if draft.kind_at(at - 1) is not Kind.GPU:
        return False
    return any(comes_in(draft, gpu, draft.tokens[at]) for gpu in draft.tokens[at - 1].value)
