"""How many GPUs: machines times GPUs of each, and what follows from two of the three."""

from typing import Any

from bot.understanding.draft import Draft
from bot.understanding.kinds import Number
from bot.understanding.quantities import exact
from bot.understanding.refusals import checked_count, checked_size
from bot.understanding.request import Count, Intent
from bot.understanding.slots.counts import OF_ONE_NODE

Values = dict[str, Any]


def counts_of(draft: Draft, intent: Intent) -> Values:
    """GPUs, nodes and GPUs of a node: each from the other two where it can be."""
    del intent
    said = draft.said
    nodes: Number | None = said.get("nodes")
    cards: Number | None = said.get("gpu_count")
    each: int | None = said.get("system_gpus")
    if each is None and "gpus_per_node" in said:
        checked_count(said["gpus_per_node"].low)
        each = int(said["gpus_per_node"].low)
    if cards is None and nodes is None and "one_gpu" in said and not said.keys().isdisjoint(("duration", "period")):
        cards = said["one_gpu"]
    if cards is None and nodes is None and not said.keys().isdisjoint(("duration", "period")):
        nodes = said.get("one_node")
    nodes, cards = _whole_nodes(nodes, cards, each)
    for number in (nodes, cards):
        if number is not None:
            checked_count(number.low, number.high)
    values: Values = {"gpus_per_node": each}
    of_node = each or (cards.low if cards else None)
    if "node_hours" in said and of_node:
        return {"gpu_hours": exact(checked_size(said["node_hours"].low * of_node))}
    if nodes is None:
        return values | {"gpu_count": _count(cards)}
    return values | _of_nodes(nodes, cards, each)


def _whole_nodes(nodes: Number | None, cards: Number | None, each: int | None) -> tuple[Number | None, Number | None]:
    """Half a node is so many GPUs, if it is known how many a node has; else it is asked for."""
    if nodes is None or nodes.whole:
        return nodes, cards
    part = nodes.times(each) if each else None
    return None, cards or (part if part and part.whole else None)


def _of_nodes(nodes: Number, cards: Number | None, each: int | None) -> Values:
    single = nodes.single and (cards is None or cards.single)
    if cards is not None and each is None and cards.low in OF_ONE_NODE and cards.low <= nodes.low > 1:
        return _of_nodes(nodes, None, int(cards.low))  # "8 nodes H800, 八卡": of each node
    if cards is not None and each is None and single and cards.low % nodes.low == 0:
        each = int(cards.low / nodes.low)
    elif cards is not None and each is not None and nodes.times(each).low != cards.low:
        return {"gpus_per_node": each}  # "8 nodes of 8 (60 GPUs)" contradicts itself: the count is asked for
    if cards is None and each:
        cards = nodes.times(each)
        checked_count(cards.low, cards.high)
    return {"gpus_per_node": each, "nodes": int(nodes.low) if nodes.single else None, "gpu_count": _count(cards)}


def _count(number: Number | None) -> Count | None:
    return None if number is None else Count(low=int(number.low), high=int(number.high))
