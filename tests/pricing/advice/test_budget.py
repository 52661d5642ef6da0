"""What a sum buys is checked by pricing it forwards: it is within the sum, and one more is not."""

from decimal import Decimal
from functools import lru_cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pricing.advice.bought import Affordable, Bought, Limit, Solving
from pricing.advice.budget import affordable, largest, outlay
from pricing.catalog import FeeKind, Mode
from pricing.compare import compare
from pricing.scenario import Scenario
from pricing.units import Duration, PricingUnit, TimeUnit
from tests.builders import MemoryBook, a_book, a_scenario, add_fee, add_offer, add_own, add_rate, weeks

MONTH = Duration(value=Decimal(1), unit=TimeUnit.MONTH)


def put(book: MemoryBook, name: str, price: str, **terms: object) -> None:
    """An offer of eight H100 in USD, at a seller of its own name."""
    terms = {"unit": PricingUnit.GPU_HOUR, **terms}
    add_offer(book, price, currency="USD", id=f"{name}/h100", provider=name, **terms)  # type: ignore[arg-type]


@lru_cache(maxsize=1)
def book() -> MemoryBook:
    """Own hardware, nodes by the hour and by the week, a commitment, limits of order and of time, lost time, spot."""
    found = a_book()
    add_rate(found, "USD", "CNY", "7.2")
    add_own(found)
    put(found, "hourly", "30", unit=PricingUnit.NODE_HOUR)
    put(found, "few", "20", unit=PricingUnit.NODE_HOUR, min_nodes=2, max_nodes=5)
    put(found, "year", "1.5", mode=Mode.COMMITTED, term_months=Decimal(12))
    put(found, "weekly", "2", increment=weeks(1), max_duration=weeks(10))
    put(found, "lossy", "2.5", efficiency_loss=Decimal("0.07"))
    put(found, "spot", "1", mode=Mode.SPOT)
    add_fee(found, "hourly", FeeKind.STORAGE, [("0", "0.02"), ("1000", "0.01")], PricingUnit.GB_MONTH, "USD")
    return found


def solved(budget: Decimal | int, solving: Solving, **fields: object) -> Affordable:
    scenario = a_scenario(**{"gpu": "H100", "gpu_count": 64, "duration": MONTH, **fields})
    return affordable(scenario, book(), Decimal(budget), solving)


def forwards(row: Bought, scenario: Scenario) -> Decimal:
    """The cash of an option for a scenario, from an ordinary comparison."""
    result = compare(scenario, book())
    quote = next(quote for quote in result.quotes if quote.offer.id == row.quote.offer.id)
    return outlay(quote, scenario, result.hours)


def one_more(row: Bought, solving: Solving) -> Scenario:
    if solving is Solving.COUNT:
        each = row.quote.offer.gpus_per_node
        return row.scenario.model_copy(update={"gpu_count": row.scenario.gpu_count + each})
    step = row.step_hours * (1 - (row.quote.offer.efficiency_loss or 0))
    assert row.scenario.duration is not None
    longer = Duration(value=row.scenario.duration.value + step, unit=TimeUnit.HOUR)
    return row.scenario.model_copy(update={"duration": longer})


BUDGETS = st.decimals(min_value=1, max_value=10**10, places=2)


@given(BUDGETS, st.sampled_from(Solving), st.sampled_from([1, 8, 64, 520]), st.integers(1, 30))
@settings(max_examples=60, deadline=None)
def test_it_is_within_the_sum_and_one_more_is_not(budget: Decimal, solving: Solving, count: int, length: int) -> None:
    found = solved(budget, solving, gpu_count=count, duration=weeks(length))
    assert found.rows
    for row in found.rows:
        assert forwards(row, row.scenario) == row.cost
        if not row.units:
            assert row.cost > budget
            continue
        assert row.cost <= budget
        if row.limit is Limit.MONEY:
            assert row.next_cost == forwards(row, one_more(row, solving)) > budget


@given(BUDGETS, st.decimals(min_value=0, max_value=10**9, places=2), st.sampled_from(Solving))
@settings(max_examples=40, deadline=None)
def test_more_money_never_buys_less(budget: Decimal, more: Decimal, solving: Solving) -> None:
    before = {row.quote.offer.id: row.size(solving) for row in solved(budget, solving).rows}
    for row in solved(budget + more, solving).rows:
        assert row.size(solving) >= before.get(row.quote.offer.id, 0)


@given(st.integers(1, 10**9), st.sampled_from(Solving))
@settings(max_examples=30, deadline=None)
def test_it_is_the_same_in_every_currency(dollars: int, solving: Solving) -> None:
    """7.2 CNY are a dollar in this book: exact, so that not even a cent may be lost on the way."""
    rate = book().rate("USD", "CNY")
    assert rate is not None
    assert rate.value is not None
    usd = {row.quote.offer.id: row.units for row in solved(dollars, solving, currency="USD").rows}
    cny = {row.quote.offer.id: row.units for row in solved(dollars * rate.value, solving, currency="CNY").rows}
    assert {name: cny[name] for name in usd if name in cny} == {name: usd[name] for name in usd if name in cny}


def row(found: Affordable, offer: str) -> Bought:
    return next(row for row in found.rows if row.quote.offer.id.startswith(offer))


class TestWholeNodes:
    def test_one_node_short_by_a_cent(self) -> None:
        """10 nodes x 30 USD x 730 h = 219,000 USD."""
        assert row(solved(219_000, Solving.COUNT, currency="USD"), "hourly").gpus == 80
        assert row(solved(Decimal("218999.99"), Solving.COUNT, currency="USD"), "hourly").gpus == 72

    def test_an_order_has_a_least_and_a_most(self) -> None:
        """A node-month is 14,600 USD; two nodes at least, five at most."""
        assert row(solved(29_199, Solving.COUNT, currency="USD"), "few").units == 0
        assert row(solved(29_200, Solving.COUNT, currency="USD"), "few").gpus == 16
        most = row(solved(10**9, Solving.COUNT, currency="USD"), "few")
        assert (most.units, most.limit, most.next_cost) == (5, Limit.ORDER, None)

    def test_fees_take_their_part(self) -> None:
        """1,000 GB kept for a month cost 20 USD."""
        kept = {"currency": "USD", "storage_gb": Decimal(1000)}
        assert row(solved(219_000, Solving.COUNT, **kept), "hourly").gpus == 72
        assert row(solved(219_020, Solving.COUNT, **kept), "hourly").gpus == 80


class TestWholeSteps:
    def test_weeks_and_no_longer_than_sold_for(self) -> None:
        """64 GPUs x 2 USD x 168 h = 21,504 USD a week."""
        found = row(solved(43_008, Solving.TIME, currency="USD"), "weekly")
        assert (found.units, found.hours) == (2, 336)
        found = row(solved(10**7, Solving.TIME, currency="USD"), "weekly")
        assert (found.hours, found.limit) == (1680, Limit.SOLD_FOR)

    def test_a_commitment_is_whole_terms(self) -> None:
        """64 GPUs x 1.50 USD x 8,760 h = 840,960 USD a year."""
        assert row(solved(840_959, Solving.TIME, currency="USD"), "year").units == 0
        assert row(solved(2_000_000, Solving.TIME, currency="USD"), "year").hours == 2 * 8760

    def test_lost_time_is_paid_for(self) -> None:
        """64 GPUs x 2.50 USD = 160 USD an hour: 100 hours are paid for, which do the work of 93."""
        found = row(solved(16_000, Solving.TIME, currency="USD"), "lossy")
        assert found.hours == 100
        assert found.scenario.duration is not None
        assert found.scenario.duration.value == 93


class TestDataThatFlows:
    def test_it_grows_with_the_time(self) -> None:
        """30 USD an hour and 730 GB a month at 10 USD: 40 USD an hour."""
        market = a_book()
        put(market, "hourly", "30", unit=PricingUnit.NODE_HOUR)
        add_fee(market, "hourly", FeeKind.EGRESS, [("0", "10")], currency="USD")
        scenario = a_scenario(gpu="H100", gpu_count=8, duration=MONTH, currency="USD", egress_gb=Decimal(730))
        found = affordable(scenario, market, Decimal(4000), Solving.TIME, flowing=True)
        assert row(found, "hourly").hours == 100
        assert row(found, "hourly").scenario.egress_gb == 100


class TestOwnHardware:
    def test_it_is_paid_for_outright(self) -> None:
        found = row(solved(10**9, Solving.COUNT), "own")
        own = found.quote.own
        assert own is not None
        assert found.cost == own.capex + own.running_cost * 730 / own.life_hours > found.quote.effective_cost

    def test_it_runs_no_longer_than_its_life(self) -> None:
        found = row(solved(10**11, Solving.TIME), "own")
        assert (found.hours, found.limit) == (43_800, Limit.LIFE)


def test_what_is_sure_is_best() -> None:
    found = solved(10**7, Solving.COUNT, currency="USD")
    assert found.best is not None
    assert found.best.is_sure
    assert row(found, "spot").gpus > found.best.gpus


def test_too_little_money_names_the_least_there_is() -> None:
    found = solved(1, Solving.COUNT)
    assert found.best is None
    assert found.nearest is not None
    assert found.nearest.cost == min(one.cost for one in found.rows if one.is_sure)


@given(st.integers(-5, 2000), st.integers(1, 9), st.integers(0, 900), st.integers(-10, 3000))
def test_the_largest_that_fits(edge: int, least: int, width: int, guess: int) -> None:
    most = least + width
    expected = max(min(edge, most), least - 1)
    assert largest(lambda n: n <= edge, least, most, guess) == expected


@pytest.mark.parametrize("solving", Solving)
def test_few_questions_are_asked(solving: Solving) -> None:
    asked: list[int] = []

    def fits(n: int) -> bool:
        asked.append(n)
        return n <= 700_000

    assert largest(fits, 1, 10**6, 699_999 if solving is Solving.COUNT else 3) == 700_000
    assert len(asked) < 60
