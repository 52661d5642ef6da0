"""Trouble, filters, substitutes and rows: what a comparison says beside its figures."""

from decimal import Decimal

import pytest

from pricing.catalog import ComponentKind, Includes, Mode, PriceKind, ProviderKind, Region
from pricing.compare import compare
from pricing.costs import Comparison, Quote
from pricing.errors import NoAssumption
from pricing.flags import FlagKind
from pricing.scenario import AskedPrice, Selector
from pricing.units import Duration, PricingUnit, TimeUnit
from tests.builders import a_book, a_gpu, a_scenario, add_component, add_fee, add_offer, add_own, add_rate, article_book


def by_offer(result: Comparison) -> dict[str, Quote]:
    return {quote.offer.id: quote for quote in result.quotes}


def flags(quote: Quote) -> dict[FlagKind, tuple[object, ...]]:
    return {flag.kind: flag.values for flag in quote.flags}


# missing figures


def test_an_offer_without_a_price_is_a_gap_and_hides_nothing() -> None:
    book = a_book()
    add_offer(book, None, id="blank")
    add_offer(book, "2", id="priced")
    result = compare(a_scenario(), book)
    assert [quote.offer.id for quote in result.quotes] == ["priced"]
    assert [(gap.offer.id, gap.reason) for gap in result.gaps] == [("blank", "no-price")]


def test_a_price_of_zero_is_a_price() -> None:
    book = a_book()
    add_offer(book, "0", id="free")
    assert by_offer(compare(a_scenario(), book))["free"].effective_cost == 0


def test_without_a_rate_there_is_no_figure() -> None:
    book = a_book()
    add_offer(book, "95", currency="INR", id="rupees")
    add_offer(book, "2", id="yuan")
    result = compare(a_scenario(), book)
    assert [(gap.offer.id, gap.reason, gap.detail) for gap in result.gaps] == [("rupees", "no-rate", "INR/CNY")]
    assert [quote.offer.id for quote in result.quotes] == ["yuan"]


def test_rates_used_are_named_once() -> None:
    book = a_book()
    add_rate(book, "USD", "CNY", "7.1")
    add_offer(book, "2", currency="USD")
    add_offer(book, "3", currency="USD")
    assert [rate.subject for rate in compare(a_scenario(), book).rates] == ["USD/CNY"]


def test_own_hardware_without_components_is_a_gap() -> None:
    book = a_book()
    add_offer(book, None, kind=ProviderKind.OWN, id="own", provider="own", mode=Mode.OWNED)
    assert [gap.reason for gap in compare(a_scenario(), book).gaps] == ["no-price"]


def test_a_missing_assumption_is_a_fault() -> None:
    book = a_book()
    del book.assumptions["hours_per_month"]
    with pytest.raises(NoAssumption, match="hours_per_month"):
        compare(a_scenario(), book)


# age and kind of prices


@pytest.mark.parametrize(
    ("observed", "mode", "expected"),
    [
        ("2026-11-20", "on-demand", None),
        ("2026-11-01", "on-demand", None),  # 30 days: the limit itself is fresh
        ("2026-10-31", "on-demand", (31,)),
        ("2026-11", "on-demand", None),
        ("2026-Q1", "on-demand", (334,)),  # as old as it can be
        ("2026", "on-demand", (334,)),
        ("2026-11-29", "spot", (2,)),
    ],
)
def test_a_price_past_its_limit_is_stale(observed: str, mode: str, expected: tuple[int] | None) -> None:
    book = a_book()
    add_offer(book, "2", observed=observed, mode=mode, id="offer")
    assert flags(by_offer(compare(a_scenario(), book))["offer"]).get(FlagKind.STALE) == expected


def test_an_unknown_age_is_said() -> None:
    book = a_book()
    add_offer(book, "2", observed="", id="offer")
    assert FlagKind.AGE_UNKNOWN in flags(by_offer(compare(a_scenario(), book))["offer"])


def test_what_a_price_is_and_holds_is_said() -> None:
    book = a_book()
    add_offer(book, "2", id="claim", price_kind=PriceKind.CLAIM)
    add_offer(book, "2", id="estimate", price_kind=PriceKind.ESTIMATE)
    add_offer(book, "2", id="bare", includes=Includes.ACCELERATOR_ONLY)
    add_offer(book, "2", id="spot", mode="spot")
    quotes = by_offer(compare(a_scenario(), book))
    assert FlagKind.CLAIM in flags(quotes["claim"])
    assert FlagKind.ESTIMATE in flags(quotes["estimate"])
    assert FlagKind.ACCELERATOR_ONLY in flags(quotes["bare"])
    assert FlagKind.SPOT_INTERRUPTION in flags(quotes["spot"])


def test_a_discount_that_is_none_is_said() -> None:
    book = a_book()
    add_offer(book, "0.44", id="on-demand")
    add_offer(book, "0.49", id="spot", mode="spot")
    add_offer(book, "0.30", id="cheap-spot", mode="spot")
    quotes = by_offer(compare(a_scenario(), book))
    assert FlagKind.DEARER_THAN_ON_DEMAND in flags(quotes["spot"])
    assert FlagKind.DEARER_THAN_ON_DEMAND not in flags(quotes["cheap-spot"])


# whole nodes, steps, terms


def test_whole_months_show_used_and_billed() -> None:
    values = flags(by_offer(compare(a_scenario(), article_book()))["top-cloud-cn/a100-8/monthly"])[FlagKind.WHOLE_STEPS]
    used, billed, unit = values
    assert (round(Decimal(str(used)), 3), billed, unit) == (Decimal("1.485"), 2, "month")


def test_a_commitment_longer_than_the_need_names_its_unused_part() -> None:
    book = a_book()
    add_offer(book, "1", id="year", mode="committed", term_months=Decimal(12))
    quote = by_offer(compare(a_scenario(gpu_count=8), book))["year"]
    term, share, unused = flags(quote)[FlagKind.UNUSED_COMMITMENT]
    assert term == 12
    assert share == Decimal(1008) / 8760
    assert unused == 8 * (8760 - 1008)


def test_more_nodes_than_one_order_allows_is_said() -> None:
    book = a_book()
    add_offer(book, "2", id="block", max_nodes=64)
    assert flags(by_offer(compare(a_scenario(), book))["block"])[FlagKind.TOO_MANY_NODES] == (64,)


def test_a_run_longer_than_is_sold_is_a_gap() -> None:
    book = a_book()
    week = Duration(value=Decimal(7), unit=TimeUnit.DAY)
    add_offer(book, "2", id="queued", max_duration=week)
    result = compare(a_scenario(), book)
    assert (len(result.quotes), [gap.reason for gap in result.gaps]) == (0, ["too-long"])
    assert len(compare(a_scenario(duration=week), book).quotes) == 1


def test_a_lower_bound_is_not_shown_for_its_kind_while_there_is_a_firm_price() -> None:
    book = a_book()
    add_offer(book, "1", id="from", price_kind=PriceKind.FROM, provider="a")
    add_offer(book, "1", id="bare", includes=Includes.ACCELERATOR_ONLY, provider="b")
    for i in range(8):
        add_offer(book, str(i + 2), id=f"firm-{i}", provider=f"c{i}")
    result = compare(a_scenario(), book)
    shown = [result.quotes[i].offer.id for i in result.featured]
    assert "firm-0" in shown
    assert FlagKind.FROM_PRICE in flags(by_offer(result)["from"])


def test_fees_nobody_knows_are_named() -> None:
    book = a_book()
    add_offer(book, "2", id="offer")
    quote = by_offer(compare(a_scenario(), book))["offer"]
    assert [flag.values for flag in quote.flags if flag.kind is FlagKind.FEE_UNKNOWN] == [("egress",), ("requests",)]


def test_disks_that_come_with_the_nodes_are_not_billed() -> None:
    book = a_book()
    add_offer(book, "0", id="offer", local_nvme_tb=Decimal(20))
    add_fee(book, "nimbus", "storage", [("0", "0.1")], PricingUnit.GB_MONTH)  # type: ignore[arg-type]
    scenario = a_scenario(gpu_count=8, storage_gb=Decimal(30000), egress_gb=Decimal(0), requests=Decimal(0))
    quote = by_offer(compare(scenario, book))["offer"]
    # 30 TB less the 20 TB of one node, for 1.3808 months
    assert round(quote.effective_cost, 2) == Decimal("1380.82")
    assert flags(quote)[FlagKind.ALLOWANCE] == ("storage", Decimal(20000))


# substitutes and equal work


def test_a_provider_without_the_gpu_shows_its_nearest() -> None:
    book = a_book()
    add_offer(book, "1", id="a100", gpu="A100")
    add_offer(book, "3", id="b200", gpu="B200")
    result = compare(a_scenario(), book)
    # B200 is 2.3 times an H100, an A100 a third: the B200 is nearer
    assert [quote.offer.id for quote in result.quotes] == ["b200"]
    assert result.quotes[0].is_substitute


def test_a_provider_that_has_the_gpu_shows_no_substitute() -> None:
    book = a_book()
    add_offer(book, "1", id="a100", gpu="A100")
    add_offer(book, "3", id="h100")
    assert [quote.offer.id for quote in compare(a_scenario(), book).quotes] == ["h100"]


def test_a_cheaper_substitute_stands_below_the_gpu_asked_for() -> None:
    book = a_book()
    add_offer(book, "0.01", id="a100", gpu="A100", provider="other")
    add_offer(book, "3", id="h100")
    result = compare(a_scenario(), book)
    assert [quote.offer.id for quote in result.quotes] == ["h100", "a100"]
    assert flags(result.quotes[1])[FlagKind.SUBSTITUTE] == ("A100", "H100", Decimal(989) / Decimal(312))


def test_a_gpu_without_a_known_peak_is_no_substitute() -> None:
    book = a_book()
    add_offer(book, "1", id="l4", gpu="L4")
    assert len(compare(a_scenario(), book).quotes) == 0


def test_a_gpu_of_a_quarter_of_the_peak_or_half_the_memory_is_no_substitute() -> None:
    book = a_book()
    book.gpus["H100"] = a_gpu("H100", memory_gb=Decimal(80))
    book.gpus["RTX4090"] = a_gpu("RTX4090", "165")
    book.gpus["small"] = a_gpu("small", "900", memory_gb=Decimal(24))
    add_offer(book, "0.1", gpu="RTX4090", provider="gaming")
    add_offer(book, "0.1", gpu="small", provider="tiny")
    assert len(compare(a_scenario(), book).quotes) == 0


def test_the_same_offers_are_shown_in_every_currency() -> None:
    book = article_book()
    add_rate(book, "USD", "CNY", "7.1")
    abroad = add_offer(book, None, kind=ProviderKind.OWN, id="abroad", provider="own", mode=Mode.OWNED)
    add_component(book, abroad.id, ComponentKind.GPU, "20000", PricingUnit.PER_GPU, currency="USD")
    add_offer(book, "3", id="rental", currency="USD")
    yuan, dollars = (compare(a_scenario(currency=currency), book) for currency in ("CNY", "USD"))
    assert [q.offer.id for q in yuan.quotes] == [q.offer.id for q in dollars.quotes]
    assert yuan.featured == dollars.featured
    assert [e.own.offer.id for e in yuan.break_evens] == [e.own.offer.id for e in dollars.break_evens]


def test_own_hardware_of_the_most_recent_prices_is_compared_with() -> None:
    book = a_book()
    for name, day in (("old", "2024-08-01"), ("new", "2026-03-06"), ("undated", "")):
        offer = add_offer(book, None, kind=ProviderKind.OWN, id=name, provider="own", mode=Mode.OWNED)
        add_component(book, offer.id, ComponentKind.GPU, "20000", PricingUnit.PER_GPU, observed=day)
    add_offer(book, "10", id="rental")
    assert [item.own.offer.id for item in compare(a_scenario(), book).break_evens] == ["new"]


def test_single_cards_are_no_nodes_of_eight() -> None:
    book = a_book()
    add_offer(book, "1", id="single", gpus_per_node=1)
    add_offer(book, "2", id="nodes")
    quotes = by_offer(compare(a_scenario(gpus_per_node=8), book))
    assert flags(quotes["single"])[FlagKind.NODE_SIZE] == (1, 8)
    assert (quotes["single"].is_firm, quotes["nodes"].is_firm) == (False, True)


def test_a_general_name_covers_its_models() -> None:
    book = a_book()
    book.gpus["A100"] = a_gpu("A100", "312", covers=("A100-80GB",))
    book.gpus["A100-80GB"] = a_gpu("A100-80GB", "312")
    add_offer(book, "1", id="80", gpu="A100-80GB")
    [quote] = compare(a_scenario(gpu="A100"), book).quotes
    assert (quote.is_substitute, quote.work_factor) == (False, 1)


# filters


def test_only_and_without() -> None:
    book = a_book()
    add_offer(book, "1", id="spot", mode="spot", provider="a")
    add_offer(book, "2", id="demand", provider="a")
    add_offer(book, "3", id="big", provider="b", kind=ProviderKind.HYPERSCALER)
    add_own(book)

    def shown(**filters: object) -> set[str]:
        return set(by_offer(compare(a_scenario(**filters), book)))

    assert shown(only=(Selector(provider="a"),)) == {"spot", "demand"}
    assert shown(only=(Selector(kind=ProviderKind.OWN), Selector(provider="b"))) == {"own/article-h100", "big"}
    assert shown(without=(Selector(mode=Mode.SPOT),)) == {"demand", "big", "own/article-h100"}
    assert shown(only=(Selector(mode=Mode.ON_DEMAND, provider="a"),)) == {"demand"}
    assert shown(only=(Selector(provider="nobody"),)) == set()


def test_a_commitment_asked_for_hides_other_terms() -> None:
    book = a_book()
    for months in ("1", "12", "36"):
        add_offer(book, "1", id=months, mode="committed", term_months=Decimal(months))
    year = Duration(value=Decimal(1), unit=TimeUnit.YEAR)
    assert set(by_offer(compare(a_scenario(commitment=year), book))) == {"12"}


def test_a_region_asked_for() -> None:
    book = a_book()
    book.regions["us"] = Region(id="us", aliases=("usa",), covers=("us-*",))
    for where in ("us-east-1", "eu-west-1", "", "global"):
        add_offer(book, "1", id=where or "unsaid", region=where)
    quotes = by_offer(compare(a_scenario(region="us"), book))
    assert set(quotes) == {"us-east-1", "unsaid", "global"}
    assert FlagKind.REGION_UNKNOWN in flags(quotes["unsaid"])
    assert FlagKind.REGION_UNKNOWN not in flags(quotes["us-east-1"])


def test_buying_alone_needs_no_duration() -> None:
    [quote] = compare(a_scenario(duration=None), article_book()).quotes
    assert quote.own is not None
    assert quote.effective_cost == quote.own.tco == 409_720_000


# prices the asker brings


def test_a_rental_the_asker_was_quoted_stands_beside_the_rest() -> None:
    book = article_book()
    price = AskedPrice(amount=Decimal("20"), currency="CNY", per=TimeUnit.HOUR)
    result = compare(a_scenario(price=price), book)
    quote = by_offer(result)["asker/quoted"]
    assert quote.effective_cost == Decimal(1024 * 1008 * 20) + Decimal(0)
    assert "asker/quoted" in [result.quotes[i].offer.id for i in result.featured]
    assert quote.price is not None
    assert (quote.price.id, quote.price.source) == (0, "the question")


def test_a_card_the_asker_was_quoted_is_bought_at_that_price() -> None:
    price = AskedPrice(amount=Decimal(240000), currency="CNY")
    [quote] = [q for q in compare(a_scenario(price=price), article_book()).quotes if q.own]
    assert quote.own is not None
    assert quote.own.capex == 1024 * 240_000 + 85_000_000


# break-even


def test_owning_that_costs_more_to_run_than_rent_never_pays_off() -> None:
    book = a_book()
    add_own(book)
    add_offer(book, "0.0001", id="dirt-cheap")
    [item] = compare(a_scenario(), book).break_evens
    assert (item.months, item.utilisation) == (None, None)


def test_a_break_even_beyond_the_life_is_never() -> None:
    book = article_book(depreciation_years="1")
    items = {item.rental.offer.id: item for item in compare(a_scenario(), book).break_evens}
    # 371.72 M / (16.384 - 3.167) M = 28.1 months; the hardware lives 12
    assert items["starverse/a100-8/on-demand"].months is None


def test_a_commitment_has_no_break_even_by_use() -> None:
    book = article_book()
    add_offer(book, "30", id="year", mode="committed", term_months=Decimal(12), provider="other")
    items = {item.rental.offer.id: item for item in compare(a_scenario(), book).break_evens}
    assert (items["year"].by_use, items["year"].utilisation, items["year"].runs) == (False, None, None)
    assert items["year"].months is not None


def test_runs_that_do_not_fit_into_the_life_are_never() -> None:
    book = article_book()
    add_offer(book, "9.1", id="cheap", provider="other")
    items = {item.rental.offer.id: item for item in compare(a_scenario(), book).break_evens}
    # owning costs 9.135 an hour: no number of six-week runs within five years makes it cheaper
    assert items["cheap"].runs is None


def test_a_price_that_is_capped_by_the_month_costs_no_more_in_a_month() -> None:
    book = a_book()
    add_offer(book, "10", PricingUnit.NODE_HOUR, id="capped", hours_in_month=Decimal(672))
    assert by_offer(compare(a_scenario(gpu_count=8), book))["capped"].per_month == 6720


def test_a_year_fits_into_a_year_whatever_a_month_is() -> None:
    book = a_book()
    add_offer(book, "1", id="year", mode="committed", term_months=Decimal(12))
    scenario = a_scenario(
        duration=Duration(value=Decimal(1), unit=TimeUnit.YEAR), overrides=(("hours_per_month", Decimal(720)),)
    )
    assert FlagKind.UNUSED_COMMITMENT not in flags(by_offer(compare(scenario, book))["year"])


def test_a_residual_value_is_not_carried_to_another_life() -> None:
    book = a_book()
    offer = add_offer(book, None, kind=ProviderKind.OWN, id="own", provider="own", mode=Mode.OWNED)
    add_component(book, offer.id, ComponentKind.GPU, "1000", PricingUnit.PER_GPU)
    add_component(book, offer.id, ComponentKind.RESIDUAL, "10", PricingUnit.PERCENT, currency="", basis_months=60)
    [five] = compare(a_scenario(), book).quotes
    [three] = compare(a_scenario(overrides=(("depreciation_years", Decimal(3)),)), book).quotes
    assert five.own is not None
    assert three.own is not None
    assert (five.own.residual, three.own.residual) == (102_400, 0)
    assert flags(three)[FlagKind.NO_RESIDUAL] == (60, 36)


def test_a_purchase_lasts_its_life_and_is_made_again() -> None:
    [quote] = [q for q in compare(a_scenario(), article_book()).quotes if q.own]
    assert quote.own is not None
    assert quote.own.cash_for(Decimal(1008)) == Decimal(371_720_000) + Decimal(38_000_000) * 1008 / 43800
    assert quote.own.cash_for(Decimal(43801)) > 2 * 371_720_000


def test_an_assumption_the_asker_replaced_says_so() -> None:
    result = compare(a_scenario(overrides=(("utilisation", Decimal("0.4")),)), article_book())
    [entry] = [entry for entry in result.assumptions if entry.subject == "utilisation"]
    assert (entry.value, entry.id, entry.source) == (Decimal("0.4"), 0, "the question or the configuration")
