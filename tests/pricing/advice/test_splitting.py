"""The best split is the best of all splits: against trying every one."""

from decimal import Decimal

from hypothesis import given, settings
from hypothesis import strategies as st

from pricing.advice.splitting import Level, Side, best_split, split_cost

NODE = st.sampled_from([1, 2, 4, 6, 8, 9, 72])
MONEY = st.decimals("0", "50", places=2)


def sides(least: int) -> st.SearchStrategy[Side]:
    return st.builds(Side, NODE, st.integers(1, least), MONEY)


@settings(max_examples=400, deadline=None)
@given(
    base=sides(4),
    node=MONEY,
    rest=sides(4),
    levels=st.lists(st.builds(Level, st.integers(1, 160), MONEY), min_size=1, max_size=5),
)
def test_nothing_is_cheaper(base: Side, node: Decimal, rest: Side, levels: list[Level]) -> None:
    top = max(level.gpus for level in levels) // base.size + base.least + 1
    everything = min(split_cost(nodes, base, node, rest, levels) for nodes in range(top + 1))
    nodes, cost = best_split(base, node, rest, levels)
    assert cost == everything == split_cost(nodes, base, node, rest, levels)


def test_a_base_that_is_used_all_of_the_time_is_held() -> None:
    """4 nodes always and 16 for a tenth of it: a base node costs 6, the same for all of the time on demand 10."""
    levels = [Level(32, Decimal(9)), Level(128, Decimal(1))]
    assert best_split(Side(8), Decimal(6), Side(8), levels) == (4, Decimal(4 * 6 + 12))


def test_of_splits_that_cost_the_same_the_smaller_base_is_taken() -> None:
    assert best_split(Side(8), Decimal(10), Side(8), [Level(64, Decimal(10))]) == (0, Decimal(80))
