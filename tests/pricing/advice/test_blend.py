"""Two ways at once: each part priced as a need of its own, and the split that costs least."""

from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pricing.advice.blend import best_of, blends, evenly
from pricing.advice.outcomes import Blends, NeedLevel
from pricing.catalog import FeeKind, Mode
from pricing.compare import compare
from pricing.scenario import Scenario
from pricing.units import Duration, TimeUnit
from tests.builders import MemoryBook, a_book, a_scenario, add_fee, add_offer, add_own

YEAR = Duration(value=Decimal(1), unit=TimeUnit.YEAR)
HOURS = Decimal(8760)


def market(committed: str = "1.5", on_demand: str = "2", size: int = 8, rest_size: int = 8) -> MemoryBook:
    book = a_book()
    add_offer(book, committed, id="year", mode="committed", term_months=Decimal(12), gpus_per_node=size)
    add_offer(book, on_demand, id="hour", provider="hourly", gpus_per_node=rest_size)
    return book


def found(
    book: MemoryBook, levels: tuple[NeedLevel, ...], asked: int | None = None, scenario: Scenario | None = None
) -> Blends:
    need = scenario or a_scenario(gpu_count=max(level.gpus for level in levels), duration=YEAR)
    result = compare(need, book)
    base, rest = best_of(result, book, Mode.COMMITTED), best_of(result, book, Mode.ON_DEMAND)
    assert base is not None
    assert rest is not None
    return blends(result, book, (base, rest), levels, asked)


def test_256_reserved_and_the_rest_on_demand() -> None:
    split = found(market(), (NeedLevel(1024, HOURS),), asked=256).asked
    assert split is not None
    assert split.base is not None
    assert split.rest is not None
    assert split.base.effective == 256 * Decimal("1.5") * HOURS
    assert split.rest.effective == 768 * 2 * HOURS
    assert split.effective == split.base.effective + split.rest.effective
    assert split.cash == split.base.cash + split.rest.cash


def test_a_peak_is_rented_for_as_long_as_it_lasts() -> None:
    """256 always and 1,024 for 8 weeks: the base is worth a year's term, the peak is not."""
    levels = (NeedLevel(256, HOURS - 1344), NeedLevel(1024, Decimal(1344)))
    best = found(market(), levels).best
    assert best.base is not None
    assert best.rest is not None
    assert best.base.gpus == 256
    assert best.rest.effective == 768 * 2 * 1344
    assert best.rest.gpu_hours == 768 * 1344


def test_a_term_that_is_never_worth_it_is_not_taken() -> None:
    best = found(market(committed="2.5"), (NeedLevel(1024, HOURS),)).best
    assert best.base is None
    assert best.effective == 1024 * 2 * HOURS


@pytest.mark.parametrize("count", [8, 1001, 1024])
def test_one_way_alone_costs_what_its_quote_says(count: int) -> None:
    book = market()
    for provider in ("nimbus", "hourly"):
        add_fee(book, provider, FeeKind.EGRESS, [("0", "0.8"), ("10000", "0.5")])
    need = a_scenario(gpu_count=count, duration=YEAR)
    quotes = {quote.offer.id: quote for quote in compare(need, book).quotes}
    split = found(book, (NeedLevel(count, HOURS),))
    assert split.all_base.effective == quotes["year"].effective_cost
    assert split.all_rest.effective == quotes["hour"].effective_cost
    assert split.all_base.cash == quotes["year"].billed_cost
    assert split.all_rest.cash == quotes["hour"].billed_cost


def test_own_hardware_can_be_the_base() -> None:
    book = market()
    add_own(book)
    need = a_scenario(duration=YEAR)
    result = compare(need, book)
    base, rest = best_of(result, book, Mode.OWNED), best_of(result, book, Mode.ON_DEMAND)
    assert base is not None
    assert rest is not None
    split = blends(result, book, (base, rest), (NeedLevel(1024, HOURS),), 256).asked
    assert split is not None
    assert split.base is not None
    assert round(split.base.effective, 6) == round(Decimal(409_720_000) / 4 / 5 / Decimal("0.7"), 6)
    assert split.base.cash == (Decimal(371_720_000) + Decimal(38_000_000) / 5) / 4


def test_data_is_paid_once_whichever_part_serves() -> None:
    book = market()
    for provider in ("nimbus", "hourly"):
        add_fee(book, provider, FeeKind.EGRESS, [("0", "0.8")])
    need = a_scenario(duration=YEAR, egress_gb=Decimal(100_000))
    split = found(book, (NeedLevel(1024, HOURS),), 256, need).asked
    assert split is not None
    assert split.effective == 256 * Decimal("1.5") * HOURS + 768 * 2 * HOURS + 80_000


def test_a_range_is_spread_evenly_in_whole_nodes() -> None:
    levels = evenly(256, 1024, HOURS, (8, 1))
    assert [levels[0].gpus, levels[-1].gpus] == [256, 1024]
    assert all((level.gpus - 256) % 8 == 0 for level in levels)
    assert round(sum(level.hours for level in levels), 18) == HOURS
    assert len(levels) <= 33


@settings(max_examples=30, deadline=None)
@given(
    counts=st.lists(st.integers(1, 120), min_size=1, max_size=3, unique=True),
    committed=st.decimals("0.2", "3", places=2),
    sizes=st.sampled_from([(8, 8), (8, 1), (1, 8), (4, 8)]),
)
def test_no_split_costs_less(counts: list[int], committed: Decimal, sizes: tuple[int, int]) -> None:
    """Against every number of base nodes, each priced in full."""
    book = market(committed=str(committed), size=sizes[0], rest_size=sizes[1])
    levels = tuple(NeedLevel(count, HOURS / len(counts)) for count in sorted(counts))
    best = found(book, levels).best
    top = -(-max(counts) // sizes[0])
    every = [found(book, levels, asked=nodes * sizes[0]).asked for nodes in range(0, top + 1, max(1, top // 6))]
    assert all(one is not None and best.effective <= one.effective + Decimal("1e-15") for one in every)
