"""Supposed prices: which rows they change, to what, and what is said of them. Nothing is stored."""

from decimal import Decimal

from hypothesis import given, settings
from hypothesis import strategies as st

from pricing.catalog import ComponentKind, Mode, PriceKind, ProviderKind
from pricing.compare import compare
from pricing.costs import Comparison, Quote
from pricing.flags import Flag, FlagKind
from pricing.scenario import AskedPrice, SupposedPrice
from pricing.units import PricingUnit, TimeUnit
from tests.builders import MemoryBook, a_book, a_scenario, add_component, add_offer, add_rate, article_book

HOUR, MONTH = TimeUnit.HOUR, TimeUnit.MONTH


def the_book() -> MemoryBook:
    """One seller with each way to rent, and another seller."""
    book = a_book()
    add_offer(book, "10", id="on-demand")
    add_offer(book, "6", id="committed", mode=Mode.COMMITTED, term_months=Decimal(12))
    add_offer(book, "4", id="spot", mode=Mode.SPOT)
    add_offer(book, "9", id="agreed", price_kind=PriceKind.CONTRACT)
    add_offer(book, "12", id="other", provider="stratus", kind=ProviderKind.HYPERSCALER)
    return book


def supposing(book: MemoryBook, *prices: SupposedPrice, **fields: object) -> Comparison:
    return compare(a_scenario(supposed=prices, **fields), book)


def quotes(result: Comparison) -> dict[str, Quote]:
    return {quote.offer.id: quote for quote in result.quotes}


def values(result: Comparison) -> dict[str, Decimal | None]:
    return {name: quote.price.value for name, quote in quotes(result).items() if quote.price}


def the_flag(quote: Quote) -> Flag | None:
    return next((flag for flag in quote.flags if flag.kind is FlagKind.SUPPOSED), None)


def price(amount: str, per: TimeUnit = HOUR, per_node: bool = False, currency: str = "CNY") -> AskedPrice:
    return AskedPrice(amount=Decimal(amount), currency=currency, per=per, per_node=per_node)


# which rows


def test_a_discount_comes_off_list_prices_of_that_seller_on_demand_and_committed_alike() -> None:
    result = supposing(the_book(), SupposedPrice(provider="nimbus", discount=Decimal("0.3")))
    expected = {"on-demand": Decimal("7.0"), "committed": Decimal("4.2"), "spot": 4, "agreed": 9, "other": 12}
    assert values(result) == expected


def test_a_named_way_is_the_only_one_that_changes() -> None:
    result = supposing(the_book(), SupposedPrice(provider="nimbus", modes=(Mode.SPOT,), factor=Decimal("1.1")))
    assert values(result)["spot"] == Decimal("4.4")
    assert [name for name, quote in quotes(result).items() if the_flag(quote)] == ["spot"]


def test_a_model_or_a_kind_of_seller_changes_all_of_its_rentals_and_no_own_hardware() -> None:
    dearer = supposing(the_book(), SupposedPrice(gpu="H100", factor=Decimal(2)))
    assert values(dearer) == {"on-demand": 20, "committed": 12, "spot": 8, "agreed": 18, "other": 24}
    cheaper = supposing(the_book(), SupposedPrice(kinds=(ProviderKind.HYPERSCALER,), factor=Decimal("0.5")))
    assert values(cheaper)["other"] == 6
    assert values(cheaper)["on-demand"] == 10
    own = supposing(article_book(), SupposedPrice(gpu="H100", factor=Decimal(2)))
    assert own.own is not None
    assert own.own.effective_cost == compare(a_scenario(), article_book()).own.effective_cost  # type: ignore[union-attr]


def test_the_narrowest_word_holds_and_of_equals_the_last() -> None:
    everything = SupposedPrice(gpu="H100", factor=Decimal(2))
    seller = SupposedPrice(provider="nimbus", factor=Decimal(3))
    way = SupposedPrice(provider="nimbus", modes=(Mode.SPOT,), factor=Decimal(5))
    result = supposing(the_book(), way, seller, everything)
    assert values(result) == {"on-demand": 30, "committed": 18, "spot": 20, "agreed": 27, "other": 24}
    again = supposing(the_book(), seller, SupposedPrice(provider="nimbus", factor=Decimal(4)))
    assert values(again)["on-demand"] == 40


def test_a_price_stands_for_the_sellers_foremost_way_to_rent() -> None:
    result = supposing(the_book(), SupposedPrice(provider="nimbus", price=price("5")))
    assert values(result) == {"on-demand": 5, "committed": 6, "spot": 4, "agreed": 5, "other": 12}
    book = a_book()
    add_offer(book, "4", id="spot", mode=Mode.SPOT)
    assert values(supposing(book, SupposedPrice(provider="nimbus", price=price("5")))) == {"spot": 5}


def test_a_price_of_the_sellers_own_plan_is_left_alone() -> None:
    book = the_book()
    add_offer(book, "8", id="blocks", plan="capacity block")
    assert values(supposing(book, SupposedPrice(provider="nimbus", price=price("5"))))["blocks"] == 8


def test_the_discount_of_one_seller_takes_the_place_of_the_common_one() -> None:
    result = supposing(the_book(), SupposedPrice(provider="nimbus", discount=Decimal("0.3")), discount=Decimal("0.1"))
    costs = quotes(result)
    hours = Decimal(1024 * 1008)
    assert costs["on-demand"].effective_cost == 7 * hours
    assert costs["other"].effective_cost == Decimal("10.8") * hours


# to what


def test_the_articles_cluster_at_110000_yuan_a_node_month() -> None:
    supposed = SupposedPrice(provider="starverse", price=price("110000", MONTH, per_node=True, currency=""))
    result = supposing(article_book(), supposed)
    quote = quotes(result)["starverse/a100-8/on-demand"]
    assert quote.effective_cost == Decimal(128) * 110000 * 1008 / 730
    assert quote.price is not None
    assert quote.price.currency == "CNY"
    assert result.supposed[0].rows == 1
    assert result.supposed[0].most is not None
    assert abs(result.supposed[0].most - Decimal(110000) / 128000) < Decimal("1e-20")


def test_a_price_of_a_node_month_is_brought_to_the_offers_node_and_month() -> None:
    book = a_book()
    add_offer(book, "10", gpus_per_node=4, hours_in_month=Decimal(720))
    result = supposing(book, SupposedPrice(provider="nimbus", price=price("14400", MONTH, per_node=True)))
    assert result.quotes[0].effective_cost == 256 * Decimal(14400) * 1008 / 720
    assert result.supposed[0].most == Decimal("0.5")  # 5 for a GPU and an hour, instead of 10


def test_prices_in_another_currency_are_set_side_by_side_by_the_stored_rate() -> None:
    book = a_book()
    add_rate(book, "USD", "CNY", "7")
    add_offer(book, "14")
    result = supposing(book, SupposedPrice(provider="nimbus", price=price("20", currency="USD")))
    assert result.supposed[0].most == 10
    assert result.quotes[0].effective_cost == Decimal(20 * 7 * 1024 * 1008)


def test_a_sum_paid_at_order_changes_by_the_same_share() -> None:
    book = a_book()
    offer = add_offer(book, "6", mode=Mode.COMMITTED, term_months=Decimal(12))
    add_component(book, offer.id, ComponentKind.UPFRONT, "100", PricingUnit.PER_GPU)
    half = supposing(book, SupposedPrice(provider="nimbus", discount=Decimal("0.5"))).quotes[0]
    full = compare(a_scenario(), book).quotes[0]
    assert half.effective_cost * 2 == full.effective_cost
    assert half.billed_cost * 2 == full.billed_cost


def test_an_offer_without_a_price_gets_one() -> None:
    book = a_book()
    add_offer(book, None, id="blank")
    result = supposing(book, SupposedPrice(provider="nimbus", price=price("5")))
    assert values(result) == {"blank": 5}
    assert supposing(book, SupposedPrice(provider="nimbus", factor=Decimal(2))).supposed[0].rows == 0


# what is said of it


def test_a_row_says_from_which_row_of_the_book_it_derives() -> None:
    book = a_book()
    add_offer(book, "55.04", PricingUnit.NODE_HOUR, observed="2025-06-05")
    quote = supposing(book, SupposedPrice(provider="nimbus", discount=Decimal("0.3"))).quotes[0]
    assert quote.price is not None
    assert quote.price.id == 0
    assert quote.price.source.startswith("supposed in the question: 0.7 x 55.04 CNY/Node-Hours of 2025-06-05, ")
    assert the_flag(quote) is not None
    assert any(flag.kind is FlagKind.STALE for flag in quote.flags)  # as old as the price it derives from


def test_a_claim_with_a_supposed_discount_stays_a_claim() -> None:
    supposed = SupposedPrice(provider="top-cloud-cn", discount=Decimal("0.1"))
    quote = quotes(supposing(article_book(), supposed))["top-cloud-cn/a100-8/monthly"]
    assert {FlagKind.CLAIM, FlagKind.SUPPOSED} <= {flag.kind for flag in quote.flags}


def test_what_was_supposed_of_a_seller_without_such_a_row_changed_none() -> None:
    result = supposing(the_book(), SupposedPrice(provider="stratus", modes=(Mode.SPOT,), factor=Decimal(2)))
    assert [one.rows for one in result.supposed] == [0]


def test_a_supposed_row_is_always_on_show() -> None:
    book = a_book()
    for number in range(30):
        add_offer(book, str(number + 1), id=f"row-{number}", provider=f"seller-{number}")
    result = supposing(book, SupposedPrice(provider="seller-20", price=price("25")))
    assert "row-20" in {result.quotes[i].offer.id for i in result.featured}


@settings(deadline=None)
@given(st.decimals("0.001", "1000", places=3), st.decimals("0.01", "50", places=2))
def test_the_cost_of_compute_changes_by_the_factor_and_nothing_else_does(stored: Decimal, factor: Decimal) -> None:
    book = a_book()
    add_offer(book, str(stored), id="changed")
    add_offer(book, "3", id="kept", provider="stratus")
    before = quotes(compare(a_scenario(), book))
    after = quotes(supposing(book, SupposedPrice(provider="nimbus", factor=factor)))
    assert after["changed"].effective_cost == before["changed"].effective_cost * factor
    assert after["kept"].effective_cost == before["kept"].effective_cost
    assert after["kept"].flags == before["kept"].flags


@settings(deadline=None)
@given(st.decimals("0.01", "0.99", places=2))
def test_a_discount_and_the_factor_that_is_left_cost_the_same(discount: Decimal) -> None:
    book = a_book()
    add_offer(book, "10")
    off = supposing(book, SupposedPrice(provider="nimbus", discount=discount))
    paid = supposing(book, SupposedPrice(provider="nimbus", factor=1 - discount))
    assert off.quotes[0].effective_cost == paid.quotes[0].effective_cost
