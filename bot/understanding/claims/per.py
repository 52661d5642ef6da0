"""What a price or a rate is for: /GPU-h, per node-month, a month, 每卡每小时, /万次."""

import re
from decimal import Decimal

from bot.understanding.claims import words
from bot.understanding.claims.digits import Written

_MODEL = re.compile(r"\0+(\x03)?")
_PER_SIZED_NODE = re.compile(
    r"\s*(?:per|for an?|an?|每台|/)\s*\d+[- ]?(?:x\s*)?(?:gpu|卡)\s?(?:server|node|box|machine|节点|服务器|机)"
)


def read_per(text: str, found: Written) -> None:
    """What a price or a rate is for: /GPU-h, per node-month, a month, 每卡每小时, /万次."""
    if (sized := _PER_SIZED_NODE.match(text, found.end)) and "node" not in found.powers:
        found.powers["node"] = -1  # $250K per 8-GPU server: the eight are a figure of their own
        del sized
    if (often := words.OFTEN.match(text, found.end)) and often.lastgroup not in found.powers:
        found.powers[str(often.lastgroup)], found.end = -1, often.end()
    while (per := words.PER.match(text, found.end)) and _read_thing(text, per.end(), found):
        pass


def _read_thing(text: str, at: int, found: Written) -> bool:
    multiple = words.MULTIPLE.match(text, at)
    thing = words.UNIT.match(text, multiple.end() if multiple else at)
    if thing is None:
        if (size := _MODEL.match(text, at)) and not {"gpu", "node"} & found.powers.keys():
            found.powers["node" if size[1] else "gpu"], found.end = -1, size.end()
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
