"""When a run would be done, and the cheapest option that is done by a day."""

from datetime import date, timedelta
from decimal import Decimal

from hypothesis import given
from hypothesis import strategies as st

from pricing.advice.deadline import Finish, cheapest_in_time, fewest_gpus, finishes
from pricing.catalog import Mode
from pricing.compare import compare
from pricing.costs import Comparison
from pricing.units import Duration, TimeUnit
from tests.builders import DAY, a_book, a_scenario, add_offer, article_book


def ten_days_of_two_sellers(**scenario: object) -> Comparison:
    """One dear and there at once, one cheap and there in ten days, one cheaper of which nobody knows, and spot."""
    book = a_book()
    add_offer(book, "9", id="dear", provider="quick", lead_time_hours=Decimal(0))
    add_offer(book, "3", id="cheap", provider="slow", lead_time_hours=Decimal(240))
    add_offer(book, "2", id="unknown", provider="silent")
    add_offer(book, "1", id="spot", provider="quick", mode=Mode.SPOT, lead_time_hours=Decimal(0))
    need = {"gpu_count": 8, "duration": Duration(value=Decimal(10), unit=TimeUnit.DAY), **scenario}
    return compare(a_scenario(**need), book)


def by_id(comparison: Comparison) -> dict[str, Finish]:
    return {one.quote.offer.id: one for one in finishes(comparison, comparison.quotes)}


def test_the_day_is_the_last_one_of_the_run() -> None:
    found = by_id(ten_days_of_two_sellers())
    assert found["dear"].day == date(2026, 12, 10)
    assert found["cheap"].day == date(2026, 12, 20)
    assert found["unknown"].day is None
    assert found["unknown"].soonest == date(2026, 12, 10)


def test_a_later_start_leaves_time_for_delivery() -> None:
    found = by_id(ten_days_of_two_sellers(start=date(2026, 12, 11)))
    assert {found["dear"].day, found["cheap"].day} == {date(2026, 12, 20)}


def test_the_cheapest_that_is_known_to_be_in_time() -> None:
    found = tuple(by_id(ten_days_of_two_sellers()).values())
    best = {day: cheapest_in_time(found, date(2026, 12, day)) for day in (9, 10, 19, 20)}
    assert best[9] is None
    assert [best[day].quote.offer.id for day in (10, 19, 20) if best[day]] == ["dear", "dear", "cheap"]


def test_an_efficiency_loss_and_another_gpu_make_the_run_longer() -> None:
    """42 days at 7% loss are 45.16 days; an H100 does the work of 3.17 A100 (domain: the seed article)."""
    found = by_id(compare(a_scenario(), article_book()))
    cloud = found["top-cloud-cn/a100-8/monthly"]
    assert cloud.hours == Decimal(1008) / Decimal("0.93") * (Decimal(989) / Decimal(312))
    assert cloud.cost == cloud.quote.equal_work_cost
    assert found["own/article-h100"].day == DAY + timedelta(days=183 + 42 - 1)


@given(days=st.integers(1, 400), gpus=st.integers(1, 5000), left=st.integers(0, 500))
def test_so_many_gpus_are_just_enough_for_a_deadline(days: int, gpus: int, left: int) -> None:
    need = Duration(value=Decimal(days), unit=TimeUnit.DAY)
    comparison = compare(a_scenario(gpu_count=gpus, duration=need), article_book())
    enough = fewest_gpus(comparison, DAY + timedelta(days=left))
    assert enough is not None
    assert enough * (left + 1) >= gpus * days
    assert (enough - 1) * (left + 1) < gpus * days


def test_no_number_of_gpus_is_done_yesterday() -> None:
    assert fewest_gpus(ten_days_of_two_sellers(), DAY - timedelta(days=1)) is None
