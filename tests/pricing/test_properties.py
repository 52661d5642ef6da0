"""What holds for every scenario and every book."""

from dataclasses import replace
from decimal import Decimal

from hypothesis import given, settings
from hypothesis import strategies as st

from pricing.base import changed
from pricing.compare import compare
from pricing.costs import Comparison, Due, Quote
from pricing.exchange import product
from pricing.quoting import Quoter, Ranked
from pricing.rules.basis import Basis
from pricing.rules.fees import month_shares, split
from pricing.selection import candidates
from pricing.units import Duration, PricingUnit, TimeUnit
from tests.builders import MemoryBook, a_book, a_scenario, add_offer, add_own, add_rate, article_book

CLOSE = Decimal("1e-18")
prices = st.decimals("0.01", "500000", places=4)
units = st.sampled_from([PricingUnit.GPU_HOUR, PricingUnit.NODE_HOUR, PricingUnit.NODE_MONTH, PricingUnit.GPU_MONTH])
durations = st.builds(
    Duration,
    value=st.decimals("0.1", "100", places=2),
    unit=st.sampled_from([TimeUnit.DAY, TimeUnit.WEEK, TimeUnit.MONTH]),
)
modes = st.sampled_from(["on-demand", "spot", "committed"])
scenarios = st.builds(
    lambda count, duration, currency: a_scenario(gpu_count=count, duration=duration, currency=currency),
    st.integers(1, 5000),
    durations,
    st.sampled_from(["CNY", "USD"]),
)


@st.composite
def books(draw: st.DrawFn) -> MemoryBook:
    book = a_book()
    add_rate(book, "USD", "CNY", "7.1")
    add_own(book)
    for i in range(draw(st.integers(0, 6))):
        mode = draw(modes)
        terms: dict[str, object] = {
            "mode": mode,
            "provider": f"seller-{i % 3}",
            "gpu": draw(st.sampled_from(["H100", "A100"])),
        }
        terms["gpus_per_node"] = draw(st.sampled_from([1, 4, 8]))
        if mode == "committed":
            terms |= {
                "term_months": draw(st.sampled_from(["1", "12", "36"])),
                "upfront_share": draw(st.sampled_from(["0", "0.25", "1"])),
            }
        add_offer(book, str(draw(prices)), draw(units), draw(st.sampled_from(["CNY", "USD"])), **terms)
    return book


def close(a: Decimal, b: Decimal) -> bool:
    return abs(a - b) <= CLOSE * max(abs(a), abs(b), Decimal(1))


@settings(max_examples=60, deadline=None)
@given(books(), scenarios)
def test_every_line_is_the_product_of_its_factors(book: MemoryBook, scenario: object) -> None:
    for quote in compare(scenario, book).quotes:  # type: ignore[arg-type]
        for line in (*quote.effective, *quote.billed, *(quote.equal_work or ())):
            assert close(product(line.factors), line.amount)
            assert line.entries


@settings(max_examples=60, deadline=None)
@given(books(), scenarios)
def test_offers_are_ranked_by_what_their_quotes_say(book: MemoryBook, scenario: object) -> None:
    basis = Basis(scenario, book)  # type: ignore[arg-type]
    quoter = Quoter(basis)
    for item in candidates(basis):
        ranked = quoter.rank(item)
        if isinstance(ranked, Ranked):
            quote = quoter.quote(ranked)
            assert close(ranked.effective, quote.effective_cost)
            assert close(ranked.billed, quote.billed_cost)
            assert ranked.is_firm == quote.is_firm


@settings(max_examples=60, deadline=None)
@given(books(), scenarios)
def test_order_and_rows(book: MemoryBook, scenario: object) -> None:
    result: Comparison = compare(scenario, book)  # type: ignore[arg-type]
    costs = [(q.is_substitute, q.effective_cost) for q in result.quotes]
    assert costs == sorted(costs)
    assert len(result.featured) <= 8
    assert list(result.featured) == sorted(set(result.featured))
    shown = {result.quotes[i].provider.kind for i in result.featured}
    assert shown == {q.provider.kind for q in result.quotes}


@settings(max_examples=40, deadline=None)
@given(books(), st.integers(1, 4000), durations)
def test_the_ranking_is_the_same_in_every_currency(book: MemoryBook, count: int, duration: Duration) -> None:
    yuan = compare(a_scenario(gpu_count=count, duration=duration, currency="CNY"), book)
    dollars = compare(a_scenario(gpu_count=count, duration=duration, currency="USD"), book)
    in_dollars = {q.offer.id: q.effective_cost for q in dollars.quotes}
    assert in_dollars.keys() == {q.offer.id for q in yuan.quotes}
    for quote in yuan.quotes:
        assert close(quote.effective_cost, in_dollars[quote.offer.id] * Decimal("7.1"))


@settings(max_examples=40, deadline=None)
@given(books(), scenarios, st.integers(1, 1000))
def test_more_never_costs_less(book: MemoryBook, scenario: object, more: int) -> None:
    small = {q.offer.id: q for q in compare(scenario, book).quotes}  # type: ignore[arg-type]
    larger = changed(scenario, gpu_count=scenario.gpu_count + more)  # type: ignore[type-var,attr-defined]
    for quote in compare(larger, book).quotes:
        assert quote.effective_cost >= small[quote.offer.id].effective_cost * (1 - CLOSE)
        assert quote.billed_cost >= small[quote.offer.id].billed_cost * (1 - CLOSE)


@settings(max_examples=40, deadline=None)
@given(books(), scenarios)
def test_a_rental_is_billed_at_least_what_the_run_uses(book: MemoryBook, scenario: object) -> None:
    for quote in compare(scenario, book).quotes:  # type: ignore[arg-type]
        if quote.own is None:
            assert quote.billed_cost >= quote.effective_cost * (1 - CLOSE)
            assert quote.cash_if_kept == 0


def paid(quote: Quote, due: Due) -> Decimal:
    return sum((line.amount for line in quote.billed if line.due is due), Decimal(0))


@settings(max_examples=40, deadline=None)
@given(st.integers(1, 4000), durations)
def test_own_cash_and_effective_cost_are_two_views_of_one_sum(count: int, duration: Duration) -> None:
    [quote] = [q for q in compare(a_scenario(gpu_count=count, duration=duration), article_book()).quotes if q.own]
    assert quote.own is not None
    assert paid(quote, Due.AT_ORDER) == quote.own.capex
    assert close(quote.own.tco, quote.billed_cost + quote.cash_if_kept - quote.own.residual)
    assert close(quote.effective_cost * quote.own.utilisation, quote.own.own_hours_only)


@given(st.decimals("0.001", "60", places=3))
def test_shares_of_months_sum_to_one(months: Decimal) -> None:
    shares = month_shares(months)
    assert close(sum(shares, Decimal(0)), Decimal(1))
    assert max(shares) <= 1 / months + CLOSE or months < 1


@given(st.decimals("0", "1000000", places=2))
def test_tiers_share_out_the_whole_quantity(quantity: Decimal) -> None:
    book = article_book()
    tiers = tuple(replace_tier(book, start) for start in ("0", "100", "10240"))
    assert sum((part for _, part in split(tiers, quantity)), Decimal(0)) == quantity


def replace_tier(book: MemoryBook, start: str) -> object:
    tier = book.fee_tiers[0]
    return tier._replace(fee=changed(tier.fee, tier_from=Decimal(start)))


@settings(max_examples=30, deadline=None)
@given(books(), scenarios)
def test_the_same_question_has_the_same_answer(book: MemoryBook, scenario: object) -> None:
    first, second = compare(scenario, book), compare(scenario, book)  # type: ignore[arg-type]
    assert replace(first, quotes=()) == replace(second, quotes=())
    assert [q.effective_cost for q in first.quotes] == [q.effective_cost for q in second.quotes]
