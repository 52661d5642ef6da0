"""The best split of a need that varies: so many nodes for all of the time, the rest as it is needed.

The cost over the number of base nodes is made of straight pieces: the base rises by the same with each node, and each
level of need pays for the nodes it lacks. Pieces meet where a level is just covered, or lacks just the fewest nodes
that are let at once. Nodes of two sizes make a pattern that repeats; within a piece each place of the pattern is a
straight line, so its least stands within one repeat of an end. Only those points are looked at.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from math import gcd

NOTHING = Decimal(0)


@dataclass(frozen=True, slots=True)
class Side:
    """One way of a split: GPUs in a node, the fewest nodes, a sum that is owed with the first node."""

    size: int
    least: int = 1
    fixed: Decimal = NOTHING


@dataclass(frozen=True, slots=True)
class Level:
    """So many GPUs are needed for some of the time; `node`: what a node of the rest costs for that time."""

    gpus: int
    node: Decimal


def split_cost(nodes: int, base: Side, base_node: Decimal, rest: Side, levels: Iterable[Level]) -> Decimal:
    """Cost with so many base nodes asked for: theirs, and for each level that of the nodes it lacks."""
    held = max(nodes, base.least) if nodes else 0
    cost = base.fixed + base_node * held if held else NOTHING
    for level in levels:
        lacking = -(-max(0, level.gpus - held * base.size) // rest.size)
        if lacking:
            cost += rest.fixed + level.node * max(lacking, rest.least)
    return cost


def candidates(base: Side, rest: Side, levels: Sequence[Level]) -> list[int]:
    """Numbers of base nodes among which the least cost stands, ascending."""
    top = max(-(-level.gpus // base.size) for level in levels)
    top = max(top, base.least)
    repeat = rest.size // gcd(base.size, rest.size)
    ends = {0, base.least, top}
    for level in levels:
        for lacking in {0, rest.least}:
            ends.add((level.gpus - lacking * rest.size) // base.size)
    near = range(-repeat - 1, repeat + 2)
    return sorted({end + step for end in ends for step in near if 0 <= end + step <= top})


def best_split(base: Side, base_node: Decimal, rest: Side, levels: Sequence[Level]) -> tuple[int, Decimal]:
    """Base nodes that cost least with the rest as it is needed, and that cost; the fewest nodes of several."""
    costs = ((split_cost(nodes, base, base_node, rest, levels), nodes) for nodes in candidates(base, rest, levels))
    cost, nodes = min(costs)
    return (max(nodes, base.least) if nodes else 0), cost
