"""What matters most: each assumption and price turned alone, priced again by the same rules."""

from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pricing.advice.outcomes import Knob, Sensitivity, Turn, Variation
from pricing.advice.sensitivity import sensitivity
from pricing.book import BOUNDS, Book
from pricing.compare import compare
from pricing.scenario import Scenario
from tests.builders import MemoryBook, a_book, a_scenario, add_offer, add_own, add_rate, article_book


def study(book: Book, scenario: Scenario | None = None) -> Sensitivity:
    found = sensitivity(compare(scenario or a_scenario(), book), book)
    assert found is not None
    return found


def named(found: Sensitivity) -> dict[tuple[Knob, str], Variation]:
    return {(one.knob, one.subject): one for one in found.variations}


def own_and_rented(price: str = "13", currency: str = "CNY") -> MemoryBook:
    """Own hardware at 13.05 CNY a GPU-hour at 70% use, against one rental."""
    book = a_book()
    add_own(book)
    add_rate(book, "USD", "CNY", "7")
    add_offer(book, price, currency=currency, id="rented")
    return book


def test_utilisation_by_hand() -> None:
    """Own 409.72 M x 1,008 h / 43,800 h: 9,429,172.60 at full use; / 0.56 and / 0.84 at the ends."""
    own = Decimal("409720000") * 1008 / 43800
    rent = Decimal(13) * 1024 * 1008
    one = named(study(own_and_rented()))[Knob.ASSUMPTION, "utilisation"]
    assert (one.low.value, one.now, one.high.value) == (Decimal("0.56"), Decimal("0.70"), Decimal("0.84"))
    assert one.low.difference is not None
    assert one.high.difference is not None
    assert round(one.low.difference, 6) == round(rent - own / Decimal("0.56"), 6)
    assert round(one.high.difference, 6) == round(rent - own / Decimal("0.84"), 6)
    assert round(one.swing, 6) == round(own / Decimal("0.56") - own / Decimal("0.84"), 6)


def test_the_largest_effect_stands_first() -> None:
    swings = [one.swing for one in study(own_and_rented()).variations]
    assert swings == sorted(swings, reverse=True)


def test_an_assumption_that_nothing_rests_on_is_not_listed() -> None:
    """No power is priced here, no data leaves at a known price."""
    listed = {one.subject for one in study(own_and_rented()).variations}
    assert listed.isdisjoint({"pue", "power_load", "electricity", "mfu", "cost_of_capital", "stale_days_list"})
    assert listed.isdisjoint({"egress_gb_per_30_days_per_1024_gpus", "storage_gb", "USD/CNY"})


def test_what_is_turned_stays_within_its_bounds() -> None:
    for one in study(own_and_rented(), a_scenario(overrides=(("utilisation", Decimal("0.9")),))).variations:
        least, most = BOUNDS.get(one.subject, (Decimal(0), None))
        assert one.low.value >= least
        assert most is None or one.high.value <= most


def test_the_verdict_turns_where_owning_becomes_dearer() -> None:
    """13.05 own against 13.20 rented: at 56% use owning costs 16.3."""
    one = named(study(own_and_rented("13.2")))[Knob.ASSUMPTION, "utilisation"]
    assert one.low.turn is Turn.OWN_DEARER
    assert one.high.turn is None


def test_another_rental_may_become_the_one_to_take() -> None:
    book = own_and_rented("13")
    add_offer(book, "14", id="next")
    one = named(study(book))[Knob.RENTAL_PRICE, "rented"]
    assert one.low.turn is not Turn.RENTAL
    assert one.high.turn is Turn.RENTAL
    assert one.high.option is not None
    assert one.high.option.offer.id == "next"


def test_buying_may_turn_by_cash() -> None:
    """Two years at 20.5 CNY cost 368 M to rent, a little less than 387 M to buy and run."""
    two_years = a_scenario(duration={"value": 2, "unit": "year"})
    found = named(study(own_and_rented("20.5"), two_years))
    assert found[Knob.RENTAL_PRICE, "rented"].high.turn is Turn.BUY
    assert found[Knob.OWN_HARDWARE, "own/article-h100"].low.turn is Turn.BUY


def test_only_rented_options_are_measured_by_their_cost() -> None:
    book = a_book()
    add_offer(book, "2", id="rented")
    found = study(book)
    assert found.base.difference == 2 * 1024 * 1008
    assert named(found)[Knob.RENTAL_PRICE, "rented"].swing == found.base.difference * Decimal("0.4")


def test_another_gpu_is_measured_by_equal_work() -> None:
    found = study(article_book())
    work = named(found)[Knob.WORK_FACTOR, ""]
    assert found.base.rent is not None
    assert round(found.base.rent, 2) == round(Decimal(128000) * 128 * 1008 / 730 * 989 / 312, 2)
    assert work.swing > 0


def test_where_nothing_is_priced_nothing_is_found() -> None:
    book = a_book()
    assert sensitivity(compare(a_scenario(), book), book) is None


@settings(max_examples=25, deadline=None)
@given(
    price=st.decimals("1", "40", places=2),
    rate=st.decimals("5", "9", places=3),
    utilisation=st.decimals("0.2", "1", places=2),
    weeks=st.integers(1, 300),
)
def test_the_ranking_is_the_same_in_every_currency(
    price: Decimal, rate: Decimal, utilisation: Decimal, weeks: int
) -> None:
    book = own_and_rented(str(price), currency="USD")
    book.rates.clear()
    add_rate(book, "USD", "CNY", str(rate))
    add_rate(book, "EUR", "CNY", "8.125")
    about = {"duration": {"value": weeks, "unit": "week"}, "overrides": (("utilisation", utilisation),)}
    ranked = []
    for currency in ("CNY", "USD", "EUR"):
        found = study(book, a_scenario(currency=currency, **about))
        order = [(one.knob, one.subject) for one in found.variations if one.swing]
        shares = [one.swing / found.variations[0].swing for one in found.variations if one.swing]
        ranked.append((order, [round(share, 12) for share in shares]))
    in_cny, in_usd, in_euro = ranked
    # Equal effects may stand in either order; their shares of the largest are the same.
    assert in_cny[1] == in_usd[1] == in_euro[1]
    assert sorted(in_cny[0]) == sorted(in_usd[0]) == sorted(in_euro[0])


@pytest.mark.parametrize("currency", ["CNY", "USD"])
def test_the_base_is_the_quote_itself(currency: str) -> None:
    book = own_and_rented("2", currency="USD")
    result = compare(a_scenario(currency=currency), book)
    found = sensitivity(result, book)
    assert found is not None
    quotes = {quote.offer.id: quote.effective_cost for quote in result.quotes}
    assert (found.base.rent, found.base.own) == (quotes["rented"], quotes["own/article-h100"])
