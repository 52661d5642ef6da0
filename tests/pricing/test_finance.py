"""Owning as an investment: worked figures, and what must hold for any figures."""

from decimal import ROUND_FLOOR, Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pricing.break_even import break_even_months
from pricing.cash_flow import paid_by, payments
from pricing.compare import compare
from pricing.costs import Comparison, OwnFigures, Quote
from pricing.finance import (
    against_rent,
    book_values,
    financed,
    leased,
    npv_of_owning,
    rent_in_todays_money,
    resold,
    yearly_charge,
)
from pricing.scenario import WhatIf
from tests.builders import a_scenario, article_book

D = Decimal
CARDS = D(286_720_000)
CAPEX = D(371_720_000)
RUNNING = D(38_000_000)
CENT = D("0.01")


def the_article(**fields: object) -> Comparison:
    return compare(a_scenario(**fields), article_book())


def own(comparison: Comparison) -> Quote:
    assert comparison.own is not None
    return comparison.own


def figures(comparison: Comparison) -> OwnFigures:
    found = own(comparison).own
    assert found is not None
    return found


class TestWorkedFigures:
    def test_net_present_value_as_a_published_calculator_prints_it(self) -> None:
        """Accelerator ROI console, default case: 1,920,000 at order saves 602,725.75 a year for four years, at 10%."""
        found = npv_of_owning(D(1_920_000), D("-602725.75"), D(0), D("0.10"), D(4))
        assert found.quantize(D("0.00001")) == D("-9440.47145")

    def test_yearly_charge_of_the_purchase_at_8_percent(self) -> None:
        charge = yearly_charge(CAPEX, D(0), D("0.08"), D(5))
        assert charge.quantize(CENT) == D("93099673.29")

    def test_capital_makes_a_gpu_hour_11_23_instead_of_9_14(self) -> None:
        found = financed(figures(the_article()), D("0.08"), D("0.276"), D(36), D("0.08"))
        assert found.per_gpu_hour(1024).quantize(CENT) == D("11.23")
        assert (found.tco / 1024 / 43800).quantize(D("0.0001")) == D("9.1351")

    def test_three_years_instead_of_five(self) -> None:
        quote = own(the_article(overrides=(("depreciation_years", D(3)), ("utilisation", D(1)))))
        assert quote.per_month.quantize(D(1)) == D(10_958_889)
        assert quote.effective_cost.quantize(D(1)) == D(15_132_274)

    def test_a_residual_value_of_a_tenth_of_the_cards(self) -> None:
        what_if = (WhatIf(name="residual_of_gpus", value=D("0.10")),)
        found = figures(the_article(what_if=what_if))
        assert found.tco == D(409_720_000) - CARDS / 10
        assert (found.tco / 1024 / 43800).quantize(CENT) == D("8.50")

    def test_break_even_in_months_and_use(self) -> None:
        found = {item.rental.offer.id: item for item in the_article().break_evens}
        shown = sorted((item.months, item.months_all_upfront, item.utilisation) for item in found.values())
        rounded = [tuple(number.quantize(D("0.001")) for number in row) for row in shown if None not in row]
        assert (D("11.386"), D("12.311"), D("0.205")) in rounded
        assert (D("23.600"), D("25.007"), D("0.417")) in rounded

    def test_sold_at_80_percent_after_the_run(self) -> None:
        sale = resold(figures(the_article()), D(1008), 1, D("0.80"))
        assert sale.net.quantize(D(1)) == D(75_218_521)

    def test_a_lease_is_an_annuity_by_the_month(self) -> None:
        lease = leased(D(100_000), D("0.12"), D(12))
        assert lease.payment.quantize(CENT) == D("8884.88")  # every textbook's table: 1% a month, 12 months
        assert leased(D(1200), D(0), D(12)).payment == 100

    def test_book_value_by_year(self) -> None:
        rows = book_values(D(1000), D(100), D(5), D("0.276"))
        assert [row.straight_line for row in rows] == [1000, 820, 640, 460, 280, 100]
        assert [row.declining.quantize(D(1)) for row in rows] == [1000, 724, 524, 380, 275, 199]


class TestWhatIsSupposed:
    @pytest.mark.parametrize(
        ("supposed", "tco"),
        [
            (WhatIf(name="maintenance", value=D("0.10")), D(409_720_000) + CAPEX / 10 * 5),
            (WhatIf(name="residual", value=D("0.20")), D(409_720_000) - CAPEX / 5),
        ],
    )
    def test_maintenance_and_residual_are_shares_of_the_hardware(self, supposed: WhatIf, tco: Decimal) -> None:
        assert figures(the_article(what_if=(supposed,))).tco == tco

    def test_four_runs_a_year_are_a_utilisation(self) -> None:
        found = figures(the_article(what_if=(WhatIf(name="runs_a_year", value=D(4)),)))
        assert found.utilisation == D(4) * 1008 / 8760

    def test_what_is_supposed_says_so(self) -> None:
        quote = own(the_article(what_if=(WhatIf(name="residual", value=D("0.20")),)))
        (entry,) = {e for line in quote.effective for e in line.entries if e.subject == "supposed/residual"}
        assert (entry.id, entry.source) == (0, "the question")


amounts = st.decimals(1, 10**9, places=2)
rates = st.decimals(0, "0.5", places=4)
years = st.sampled_from([D(1), D("2.5"), D(3), D(5), D(7)])


class TestWhatHoldsForAll:
    @given(capex=amounts, rent=amounts, running=amounts)
    def test_break_even_is_the_month_a_simulation_by_days_finds(self, capex: D, rent: D, running: D) -> None:
        """Day by day renting costs rent/30 and owning its running cost/30: the formula's day is the first one on which
        owning has cost no more. Days are skipped to where it happens, and looked at on both sides."""
        months = break_even_months(capex, rent, running)
        if months is None:
            assert rent <= running
            return
        day = int((months * 30).to_integral_value(ROUND_FLOOR))

        def behind(days: int) -> Decimal:
            return capex + running * days / 30 - rent * days / 30

        assert behind(max(0, day - 1)) > 0 or day == 0
        assert behind(day + 1) <= 0

    @given(capex=st.integers(1, 1_000), saving=st.integers(30, 400), running=st.integers(0, 100))
    def test_break_even_by_counting_every_day(self, capex: int, saving: int, running: int) -> None:
        months = break_even_months(D(capex), D(saving + running), D(running))
        assert months is not None
        owned, rented, days = D(capex), D(0), 0
        while owned > rented:
            owned, rented, days = owned + D(running) / 30, rented + D(saving + running) / 30, days + 1
            assert days <= 1_001
        assert abs(D(days) / 30 - months) <= D(1) / 30 + D("1e-18")

    @given(capex=amounts, opex=amounts, rate=rates, life=years)
    def test_the_yearly_charge_is_worth_the_purchase(self, capex: D, opex: D, rate: D, life: D) -> None:
        if life == int(life):
            charge = yearly_charge(capex, D(0), rate, life)
            together = rent_in_todays_money(charge + opex, rate, life)
            assert abs(together - npv_of_owning(capex, opex, D(0), rate, life)) < D("1e-9") * (capex + opex * life)

    @given(capex=amounts, opex=amounts, life=years)
    def test_money_that_costs_nothing_is_only_added_up(self, capex: D, opex: D, life: D) -> None:
        total = npv_of_owning(capex, opex, D(0), D(0), life)
        assert abs(total + capex + opex * life) < D("1e-12") * (capex + opex)

    @given(capex=amounts, opex=amounts, rate=rates, life=years)
    def test_dearer_money_never_makes_running_cost_weigh_more(self, capex: D, opex: D, rate: D, life: D) -> None:
        dearer = npv_of_owning(capex, opex, D(0), rate + D("0.01"), life)
        assert dearer >= npv_of_owning(capex, opex, D(0), rate, life)

    def test_npv_turns_no_verdict_at_no_cost_of_capital(self) -> None:
        result = the_article()
        found = financed(figures(result), D(0), D("0.276"), D(36), D(0))
        for item in result.break_evens:
            assert not against_rent(found, item.rental, D("0.7")).turned


class TestCashByMonth:
    def test_payments_add_up_to_what_is_billed(self) -> None:
        result = the_article()
        for quote in result.quotes:
            total = sum((one.total for one in payments(quote, result.hours_per_month)), D(0))
            assert abs(total - quote.billed_cost - quote.cash_if_kept) < D("1e-9"), quote.offer.id

    def test_own_is_paid_at_order_and_runs_half_a_year_later(self) -> None:
        result = the_article()
        order, later = payments(own(result), result.hours_per_month)
        assert (order.first, order.last, order.amount) == (0, 0, CAPEX)
        assert (later.first, later.last) == (7, 66)
        assert later.amount.quantize(CENT) == (RUNNING / 60).quantize(CENT)
        assert paid_by((order, later), 0, 12) == CAPEX + later.amount * 6

    def test_a_run_of_six_weeks_is_paid_in_two_months(self) -> None:
        result = the_article()
        rental = next(quote for quote in result.quotes if quote.offer.id.startswith("starverse"))
        assert [one.first for one in payments(rental, result.hours_per_month)] == [1, 2]
