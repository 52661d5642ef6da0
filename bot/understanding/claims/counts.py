"""What a number counts: GPUs, GPU-hours, nodes, the GPUs of a node, data, power, lengths of time."""

import re

from bot.understanding.claims import words
from bot.understanding.claims.digits import Written
from bot.understanding.claims.per import read_per
from pricing.claims.units import LENGTHS, unit

_MADE_OF_HOURS = re.compile(r"\s?[-·* ]?\s?(?:hours?|hrs?|h(?![a-z0-9])|小时|时(?!间))")
_MADE_OF_MONTHS = re.compile(r"\s?[-·* ]?\s?(?:months?\b|月)")
_COUNTED = re.compile(r"\s*(?:x|\*)?\s*[\0\x03]+\s*(?:\d+\s*(?:卡|张|gpu)|8-gpu)")
MODEL = re.compile(r"\s*(?:x|\*|块|张|卡|颗|-?gpus?)?\s*(?:nvidia\s*|英伟达\s*)?\0")
_NAMED = r"\s*(?:of\s+)?(?:nvidia\s*|英伟达\s*)?[\0\x03]+[\s-]*"
_HOURS_OF_NAMED = re.compile(
    rf"{_NAMED}(?:(?P<gpu>gpus?|cards?|accelerators?|张?卡)|(?P<node>nodes?|servers?|machines?|instances?|台|节点|服务器))?"
    r"[\s·*-]*(?:(?P<hour>hours?(?![a-z])|hrs?(?![a-z])|小时(?![价单租])|(?<=[卡台点])时(?!间))|(?P<month>months?\b|(?<=[卡台点])月))"
)
_SYSTEMS = re.compile(r"\s*(?:x|\*|套)?\s*(?:nvidia\s*|英伟达\s*)?\0*\x03")
_NAMED_NODES = re.compile(rf"{_NAMED}(?:nodes|servers|machines|boxes|instances|systems|hosts|台|个?节点)(?![a-z])")
_SMALL_NODE = 16


def read_count(text: str, found: Written) -> None:
    """Set what a number without a currency counts, and where its words end."""
    if not (_read_hours_of_named(text, found) or _read_named_nodes(text, found)):
        _read_unit_of(text, found)


def _read_hours_of_named(text: str, found: Written) -> bool:
    """2.788M H800 GPU-hours, 278.8万H800卡时: the name stands between the number and what it counts."""
    match = _HOURS_OF_NAMED.match(text, found.end)
    if match:
        found.powers = {"node" if match["node"] else "gpu": 1, "hour" if match["hour"] else "month": 1}
        found.end, found.in_han = match.end(), False
    return match is not None


def _read_named_nodes(text: str, found: Written) -> bool:
    """16 DGX H100, 32 H100 servers: whole machines. In few "8 H100 nodes" the eight may yet be the GPUs of one."""
    system, plural = _SYSTEMS.match(text, found.end), _NAMED_NODES.match(text, found.end)
    if found.scaled or not (system or plural):
        return False
    found.powers = {"node": 1}
    if not system and found.amount <= _SMALL_NODE:
        found.others = (unit(gpu=1, node=-1), unit(gpu=1))
    return True


def _read_unit_of(text: str, found: Written) -> None:
    at = found.end + len(text[found.end :]) - len(text[found.end :].lstrip(" -"))
    model, counted = MODEL.match(text, found.end), _COUNTED.match(text, found.end)
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
                read_per(text, found)
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
    if not _is_before_period(text, found, name) and name in (
        "request",
        "token",
        "TB",
        "GB",
        "kWh",
        "W",
        "kW",
        "gpu",
        "node",
        *words.ITEMS,
    ):
        read_per(text, found)


def _is_before_period(text: str, found: Written, name: str) -> bool:
    """128台每月共83万元: the month is that of the money, no rate of machines."""
    per = words.PER.match(text, found.end)
    thing = words.UNIT.match(text, per.end()) if per and name in ("gpu", "node", *words.ITEMS) else None
    return thing is not None and thing.lastgroup in LENGTHS


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
    rest = re.sub("[\0\x03]+", "name", text[found.end : found.end + 60])
    found.of_node = bool(words.SIZE_OF_NODE.match(rest)) or text[: found.start].rstrip(" *x").endswith(("\0", "\x03"))
    size, count = unit(gpu=1, node=-1), unit(gpu=1)
    found.others = (count,) if found.of_node else (size,)
    if found.of_node:
        found.powers["node"] = -1
