"""Terms against on demand: the whole term is owed, and worth it from a number of hours."""

from decimal import Decimal

from pricing.advice.commitment import part_of, term_choices
from pricing.advice.outcomes import TermChoice
from pricing.catalog import ComponentKind
from pricing.scenario import Scenario
from pricing.units import Duration, PricingUnit, TimeUnit
from tests.builders import MemoryBook, a_book, a_scenario, add_component, add_offer


def a_seller(book: MemoryBook, prices: dict[int, str], provider: str = "nimbus", **about: object) -> None:
    """Prices by months of commitment; 0 is on demand."""
    for months, price in prices.items():
        terms = {"mode": "committed", "term_months": Decimal(months)} if months else {}
        add_offer(book, price, id=f"{provider}-{months}", provider=provider, **terms, **about)


def choice(book: MemoryBook, scenario: Scenario | None = None, otherwise: Scenario | None = None) -> TermChoice:
    (found,) = term_choices(scenario or a_scenario(), book, otherwise)
    return found


def months(number: int) -> Duration:
    return Duration(value=Decimal(number), unit=TimeUnit.MONTH)


def p5() -> MemoryBook:
    """AWS p5.48xlarge, 2025-06: 55.04 USD a node-hour on demand, 23.7773 for three years without upfront."""
    book = a_book()
    a_seller(book, {0: "55.04", 36: "23.7773"}, "aws", unit=PricingUnit.NODE_HOUR, currency="USD")
    return book


def test_p5_for_six_weeks_or_for_three_years() -> None:
    """The worked example: 128 nodes commit 79,983,033 USD for a job of 7,101,481 on demand; worth it from 43.2%."""
    found = choice(p5(), a_scenario(currency="USD"))
    on_demand, committed = found.options
    assert round(on_demand.quote.effective_cost, 2) == Decimal("7101480.96")
    assert round(committed.quote.effective_cost) == 79_983_033
    assert committed.worth_from is not None
    assert committed.term_hours == 26_280
    assert round(committed.worth_from) == 11_353
    assert round(committed.worth_from / committed.term_hours, 3) == Decimal("0.432")
    assert found.best is on_demand
    assert round(committed.unused) == round(Decimal("23.7773") * 128 * (26_280 - 1008))


def test_the_best_term_for_each_length() -> None:
    best = {months: offer.id for months, offer in choice(p5(), a_scenario(currency="USD")).by_length}
    assert best == {1: "aws-0", 3: "aws-0", 6: "aws-0", 12: "aws-0", 24: "aws-36", 36: "aws-36"}


def test_a_term_that_costs_more_than_on_demand_is_never_worth_it() -> None:
    book = a_book()
    a_seller(book, {0: "2", 12: "2.1"})
    assert choice(book).options[1].worth_from is None


def test_an_upfront_sum_is_part_of_the_term() -> None:
    book = a_book()
    a_seller(book, {0: "2", 12: "1"})
    add_component(book, "nimbus-12", ComponentKind.UPFRONT, "1460", PricingUnit.PER_GPU)
    option = choice(book, a_scenario(gpu_count=8)).options[1]
    assert option.term_cost == 8 * (8760 + 1460)
    assert option.worth_from == Decimal(8760 + 1460) / 2


def test_a_need_that_ends_early_owes_the_whole_term_all_the_same() -> None:
    book = a_book()
    a_seller(book, {0: "2", 3: "1.8", 12: "1"})
    need = a_scenario(gpu_count=8, duration=months(12))
    found = choice(book, need, a_scenario(gpu_count=8, duration=months(3)))
    owed = {option.quote.offer.id: option.otherwise for option in found.options}
    assert owed["nimbus-0"] == 8 * 2 * 3 * 730
    assert owed["nimbus-3"] == 8 * Decimal("1.8") * 3 * 730
    assert owed["nimbus-12"] == 8 * 8760
    assert found.best.quote.offer.id == "nimbus-12"
    assert found.best_otherwise is not None
    assert found.best_otherwise.quote.offer.id == "nimbus-3"


def test_half_of_a_commitment_used_is_all_of_it_paid() -> None:
    book = a_book()
    a_seller(book, {0: "2", 12: "1.5"})
    need = a_scenario(gpu_count=64, duration=months(12))
    found = choice(book, need, part_of(need, Decimal("0.5")))
    on_demand, committed = found.options
    assert on_demand.otherwise == on_demand.quote.effective_cost / 2
    assert committed.otherwise == committed.quote.effective_cost
    assert found.best is committed
    assert found.best_otherwise is on_demand


def test_only_terms_of_the_same_machine_and_place_are_held_against_each_other() -> None:
    book = a_book()
    a_seller(book, {0: "2"}, region="here")
    a_seller(book, {12: "1"}, region="there")
    a_seller(book, {12: "1"}, "alone")
    assert term_choices(a_scenario(), book) == ()


def test_the_cheapest_seller_for_the_need_stands_first() -> None:
    book = a_book()
    a_seller(book, {0: "3", 12: "2"}, "dear")
    a_seller(book, {0: "2", 12: "1"}, "cheap")
    assert [one.best.quote.offer.provider for one in term_choices(a_scenario(), book)] == ["cheap", "dear"]
