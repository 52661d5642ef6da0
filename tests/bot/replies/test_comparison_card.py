"""The reply to a question: what it says, in which order, and that it is honest."""

from dataclasses import replace
from decimal import Decimal

import pytest

from bot.replies.actions import ALL, EXPORT, MATH, SOURCES, ButtonState, View
from bot.replies.card import Card
from bot.replies.comparison import comparison_card
from bot.replies.words import languages
from pricing.catalog import Mode, ProviderKind
from pricing.costs import Quote
from pricing.flags import Flag, FlagKind
from pricing.scenario import Selector
from tests.bot.replies.builders import (
    a_comparison,
    a_scenario,
    cloud_quote,
    market_comparison,
    market_quotes,
    own_quote,
    seed_comparison,
    starverse_quote,
    usd_quote,
)

D = Decimal
WITH_VALUES: dict[FlagKind, tuple[Decimal | str | int, ...]] = {
    FlagKind.STALE: (269,),
    FlagKind.SUBSTITUTE: ("A100", "H100", D("3.17")),
    FlagKind.IDLE_GPUS: (4, 128),
    FlagKind.WHOLE_STEPS: (D("1.381"), D(2), "month"),
    FlagKind.UNUSED_COMMITMENT: (D(12), D("0.115"), D(5430000)),
    FlagKind.MINIMUM: (D(32), D(16), "nodes"),
    FlagKind.TOO_MANY_NODES: (64,),
    FlagKind.SCALED: (1024,),
    FlagKind.NODE_SIZE: (1, 8),
    FlagKind.NO_RESIDUAL: (D(60), D(36)),
    FlagKind.FEE_UNKNOWN: ("egress",),
    FlagKind.ALLOWANCE: ("storage", D(20000)),
    FlagKind.MONTHLY_CAP: (D(672),),
}


def cells(card: Card) -> list[list[str]]:
    assert card.table
    return [[cell.text for cell in row] for row in card.table.rows]


def nimbus(flags: tuple[Flag, ...] = (), price: str = "3.99", ready: str | None = "0", **terms: object) -> Quote:
    return usd_quote("Nimbus", 52, price, ProviderKind.SPECIALISED, flags, ready, **terms)


def test_the_seed_question_in_english() -> None:
    card = comparison_card(seed_comparison(), "en")
    assert card.header == "1,024 × H100 · 6 weeks (42 days, 1,008 h, 1.381 months)"
    assert card.verdict == (
        "No H100 to rent here. For this one job rent another GPU: StarVerse on demand (A100) (old price), "
        "about 71.7M CNY for equal work, against 372M CNY to buy (ready in 6 months). "
        "Owning is cheaper from about 13% use over 5 years (assumed here: 70%)."
    )
    assert card.table
    assert [column.title for column in card.table.columns] == [
        "Option",
        "Effective cost (CNY)",
        "Cash outlay",
        "Ready in",
        "Per month",
        "Setup",
    ]
    assert cells(card) == [
        ["Own, 70% used", "13,470,247", "371,720,000", "6 months", "6,828,667", "128 × 8 H100"],
        ["StarVerse on demand (A100) ≠⚠", "22,623,386", "22,623,386", "now", "16,384,000", "128 × 8 A100"],
        ["Top cloud by the month (A100) ≠⚠†‡", "49,421,606", "66,560,000", "2 days", "33,280,000", "128 × 8 A100"],
    ]
    assert card.notes == (
        "Own hardware: this run's share of its cost over 5 years, idle time included at 70% use.",
        "≠ Another GPU, not the same work as H100. For equal work (about, by dense BF16 peak): "
        "StarVerse on demand (A100) × 3.17 = 71.7M CNY, Top cloud by the month (A100) × 3.17 = 157M CNY",
        "⚠ Old prices, ask again before you order. StarVerse on demand (A100): 270 days; "
        "Top cloud by the month (A100): 270 days",
        "† A seller's claim, not a price list: Top cloud by the month (A100)",
        "‡ Billed in whole steps, in the cash column. Top cloud by the month (A100): used 1.485, billed 2 months",
        "Fees nobody knows, not in the price. StarVerse on demand (A100): data out",
    )
    assert card.context == (
        "Prices seen 2026-03-06 · fees seen 2026-03-06, 270 days old ⚠ · 730 h a month · tax not known",
        "Assumed: 8,000 GB out per 30 days and 1,024 GPUs; 200,000 requests a day per 1,024 GPUs; 0 GB stored",
        "Price book no. 412, as of 2026-12-01",
    )


def test_the_seed_question_in_chinese() -> None:
    card = comparison_card(seed_comparison(), "zh")
    assert card.header == "1,024张 H100 · 6周（42天、1,008小时、1.381个月）"
    assert card.verdict == (
        "这里租不到H100。只做这一次可改租其他GPU：星宇智算 按需（A100）（旧价格），同等工作量约7,171万元；"
        "自建要3.72亿元（6个月到位）。5年内利用率约达13%，自建更便宜（此处假设70%）。"
    )
    assert cells(card) == [
        ["自建，利用率70%", "13,470,247", "371,720,000", "6个月", "6,828,667", "128 × 8卡 H100"],
        ["星宇智算 按需（A100） ≠⚠", "22,623,386", "22,623,386", "立即", "16,384,000", "128 × 8卡 A100"],
        ["头部云 按月（A100） ≠⚠†‡", "49,421,606", "66,560,000", "2天", "33,280,000", "128 × 8卡 A100"],
    ]


def test_beside_offers_of_the_gpu_asked_for_a_substitute_never_decides() -> None:
    card = comparison_card(market_comparison(), "en")
    assert card.verdict == (
        "For this one job rent: Nimbus on demand, 29.2M CNY in cash, against 372M CNY to buy (ready in 6 months). "
        "Owning is cheaper only above 32% use over 5 years (assumed here: 70%)."
    )
    assert "StarVerse" not in card.verdict
    assert card.notes[0] == ("+ 1 without a price: Gapless · 1 without an exchange rate: Gapless (EUR/CNY)")
    assert card.notes[1] == "Spot is cheaper, 13.9M CNY at Vast spot (undated price), but can be taken away."
    assert "1 USD = 7.1 CNY (2026-11-20, central bank)" in card.context


def test_a_cheaper_substitute_is_mentioned_with_its_cost_for_equal_work() -> None:
    dear = nimbus(price="39")
    card = comparison_card(a_comparison([own_quote(), dear, starverse_quote()]), "en")
    assert card.verdict.startswith("For this one job rent: Nimbus on demand, 286M CNY in cash")
    assert (
        "Another GPU may do the same work for less: StarVerse on demand (A100) (old price), about 71.7M CNY."
        in card.notes
    )


def test_owning_never_wins_where_it_never_does() -> None:
    card = comparison_card(a_comparison([own_quote(), nimbus(price="0.50")]), "en")
    assert card.verdict.endswith("At these prices owning never gets cheaper, even in full use for 5 years.")


def test_buying_wins_where_even_this_job_costs_more_to_rent() -> None:
    card = comparison_card(a_comparison([own_quote(), nimbus(price="99")]), "en")
    assert card.verdict == (
        "Buy: 373M CNY in cash, running cost included (ready in 6 months). "
        "Even for this one job renting costs more: Nimbus on demand, 726M CNY."
    )


@pytest.mark.parametrize(
    ("quotes", "verdict"),
    [
        (
            [own_quote()],
            "Only buying is priced here: 372M CNY in cash (ready in 6 months). This job's share is 13.5M CNY at",
        ),
        ([nimbus()], "Cheapest to rent: Nimbus on demand, 29.2M CNY in cash."),
        ([starverse_quote()], "No H100 here. The cheapest for equal work is StarVerse on demand (A100) (old price)"),
    ],
)
def test_one_kind_alone(quotes: list[Quote], verdict: str) -> None:
    assert comparison_card(a_comparison(quotes), "en").verdict.startswith(verdict)


def test_what_cannot_be_had_in_one_order_does_not_decide() -> None:
    small = nimbus((Flag(FlagKind.TOO_MANY_NODES, (64,)),), price="1")
    other = usd_quote("Big", 53, "5", ProviderKind.HYPERSCALER)
    assert "Big on demand" in comparison_card(a_comparison([small, other]), "en").verdict


def test_what_weakens_a_price_stands_in_the_verdict() -> None:
    flags = (Flag(FlagKind.CLAIM), Flag(FlagKind.ACCELERATOR_ONLY), Flag(FlagKind.STALE, (40,)))
    card = comparison_card(a_comparison([nimbus(flags)]), "en")
    assert "Nimbus on demand (a seller's claim, without CPU and memory, old price)" in card.verdict


@pytest.mark.parametrize("kind", list(FlagKind))
@pytest.mark.parametrize("language", languages())
def test_every_remark_has_a_sentence_with_its_row_and_its_mark(kind: FlagKind, language: str) -> None:
    quote = nimbus((Flag(kind, WITH_VALUES.get(kind, ())),))
    quote = replace(quote, is_substitute=kind is FlagKind.SUBSTITUTE)
    card = comparison_card(a_comparison([quote]), language)
    (note,) = [line for line in card.notes if "Nimbus" in line and line[0] in "≠⚠†※‡FI费已"]
    assert "{" not in note
    mark = set("≠⚠†※‡") & {note[0]}
    assert card.table
    assert all(sign in card.table.rows[0][0].text for sign in mark), "a mark that is explained stands in the table"


def test_every_mark_in_the_table_is_explained_below() -> None:
    for comparison in (seed_comparison(), market_comparison()):
        card = comparison_card(comparison, "en")
        assert card.table
        marks = {sign for row in card.table.rows for cell in row for sign in cell.text if sign in "≠⚠†※‡"}
        assert marks == {note[0] for note in card.notes} & set("≠⚠†※‡")


def test_rows_left_out_are_counted() -> None:
    quotes = [own_quote(), *(usd_quote(f"Cloud {i}", 60 + i, "4", ProviderKind.SPECIALISED) for i in range(9))]
    card = comparison_card(a_comparison(quotes, featured=(0, 1, 2)), "en")
    assert card.notes[0] == "+ 7 more options"
    assert ALL in [action.action_id for action in card.actions]
    everything = comparison_card(a_comparison(quotes, featured=(0, 1, 2)), "en", all_rows=True)
    assert len(cells(everything)) == 10
    assert ALL not in [action.action_id for action in everything.actions]


def test_rows_that_would_read_the_same_are_told_apart() -> None:
    twice = [nimbus(name="p5.48xlarge"), replace(nimbus(name="p5.4xlarge"), offer=nimbus(name="p5.4xlarge").offer)]
    twice[1] = replace(twice[1], offer=twice[1].offer.model_copy(update={"id": "other"}))
    names = [row[0] for row in cells(comparison_card(a_comparison(twice), "en"))]
    assert names == ["Nimbus on demand (p5.48xlarge)", "Nimbus on demand (p5.4xlarge)"]


def test_committed_rows_say_their_term() -> None:
    row = cells(comparison_card(a_comparison([nimbus(mode=Mode.COMMITTED, term_months=D(36))]), "en"))[0]
    assert row[0] == "Nimbus committed 3 years"
    assert cells(comparison_card(a_comparison([nimbus(mode=Mode.COMMITTED, term_months=D(1))]), "zh"))[0][0] == (
        "Nimbus 包1个月"
    )


def test_what_nobody_knows_is_not_called_now() -> None:
    row = cells(comparison_card(a_comparison([nimbus(ready=None)]), "en"))[0]
    assert row[3] == "not known"


def test_small_amounts_are_shown_in_cents() -> None:
    small = replace(nimbus(), effective=(replace(nimbus().effective[0], amount=D("1.785")),))
    assert cells(comparison_card(a_comparison([small]), "en"))[0][1] == "1.79"


def test_yen_have_no_decimals() -> None:
    line = replace(nimbus().effective[0], amount=D("85.4"))
    card = comparison_card(a_comparison([replace(nimbus(), effective=(line,))], currency="JPY"), "en")
    assert cells(card)[0][1] == "85"
    assert card.table
    assert card.table.columns[1].title == "Effective cost (JPY)"


def test_conditions_stand_in_the_header() -> None:
    scenario = a_scenario(
        only=(Selector(provider="nimbus"), Selector(kind=ProviderKind.OWN)),
        without=(Selector(mode=Mode.SPOT),),
        region="eu",
        discount=D("0.15"),
        egress_gb=D(200000),
        start="2027-03-01",
    )
    card = comparison_card(a_comparison([nimbus()], scenario=scenario), "en")
    assert card.header.endswith(
        " · only Nimbus, own hardware · without spot · in eu · from 2027-03-01"
        " · 15% off list prices (yours) · 200 TB out"
    )


@pytest.mark.parametrize(
    ("price", "said"),
    [
        ({"amount": D("2.50"), "currency": "USD", "per": "hour"}, "2.50 USD/GPU-hour (yours)"),
        ({"amount": D(200), "currency": "CNY", "per": "month", "per_node": True}, "200 CNY/node-month (yours)"),
        ({"amount": D(200_000), "currency": "CNY"}, "200,000 CNY/GPU (yours)"),
        ({"amount": D(9), "currency": "CNY", "per": "week"}, "9 CNY per week (yours)"),
    ],
)
def test_a_price_of_the_asker_stands_in_the_header(price: dict[str, object], said: str) -> None:
    card = comparison_card(a_comparison([nimbus()], scenario=a_scenario(price=price)), "en")
    assert card.header.endswith(f" · {said}")


def test_nothing_left_names_the_conditions() -> None:
    scenario = a_scenario(only=(Selector(provider="nimbus"),), region="eu")
    card = comparison_card(a_comparison([], scenario=scenario), "en")
    assert card.verdict == "No option for H100 is left: only nimbus, in eu."
    assert card.table is None


def test_no_price_at_all_says_so() -> None:
    assert comparison_card(a_comparison([]), "en").verdict == "There is no price for H100 on 2026-12-01."


def test_buying_alone_needs_no_length() -> None:
    card = comparison_card(a_comparison([own_quote()], scenario=a_scenario(duration=None)), "en")
    assert card.header == "1,024 × H100 · to buy"
    assert card.verdict == (
        "To buy: 372M CNY at order (ready in 6 months), 410M CNY in all over 5 years, which is 6.83M CNY a month."
    )
    assert cells(card)[0][0] == "Own"


def test_the_cash_view_says_when_and_sorts_by_outlay() -> None:
    card = comparison_card(market_comparison(), "en", View.CASH)
    assert card.table
    assert [column.title for column in card.table.columns] == [
        "Option",
        "Cash outlay (CNY)",
        "At order",
        "During the run",
        "Running cost while kept",
        "Ready in",
    ]
    assert [row[1] for row in cells(card)] == [
        "13,924,270",
        "29,240,967",
        "50,420,515",
        "371,720,000",
        "22,623,386",
        "66,560,000",
    ]
    assert cells(card)[3] == ["Own, 70% used", "371,720,000", "371,720,000", "–", "38,000,000", "6 months"]


def test_the_equal_work_view_ranks_by_equal_work() -> None:
    card = comparison_card(seed_comparison(), "en", View.EQUAL_WORK)
    assert card.verdict == "For equal work the cheapest is Own, 70% used: 13.5M CNY."
    assert cells(card) == [
        ["Own, 70% used", "1,024 × H100", "1", "13,470,247", "6 months"],
        ["StarVerse on demand (A100) ≠⚠", "about 3,246 × A100", "3.17", "71,713,234", "now"],
        ["Top cloud by the month (A100) ≠⚠†‡", "about 3,246 × A100", "3.17", "156,640,696", "2 days"],
    ]
    assert "dense BF16 peak" in card.notes[0]


def test_the_break_even_view_has_both_versions_of_another_gpu() -> None:
    card = comparison_card(seed_comparison(), "en", View.BREAK_EVEN)
    assert cells(card) == [
        ["StarVerse on demand (A100) ≠⚠", "23.6", "25.0", "41.7%", "18.1"],
        ["StarVerse on demand (A100), equal work (about)", "7.25", "–", "13.1%", "5.7"],
        ["Top cloud by the month (A100) ≠⚠†‡", "11.4", "12.3", "20.5%", "8.9"],
        ["Top cloud by the month (A100), equal work (about)", "3.54", "–", "6.5%", "2.8"],
    ]


def test_never_is_a_word_in_the_break_even_view() -> None:
    card = comparison_card(a_comparison([own_quote(), nimbus(price="0.50")]), "en", View.BREAK_EVEN)
    assert cells(card)[0][1:4] == ["never", "never", "never"]
    assert card.verdict == (
        "Against Nimbus on demand, owning never gets cheaper at these prices, even in full use for 5 years."
    )


@pytest.mark.parametrize("view", list(View))
def test_buttons_carry_the_question_and_lead_to_the_other_views(view: View) -> None:
    card = comparison_card(seed_comparison(), "en", view)
    ids = [action.action_id for action in card.actions]
    assert ids[0] == MATH
    assert ids[-2:] == [SOURCES, EXPORT]
    assert view.action_id not in ids
    assert len(ids) <= 7
    assert all(len(action.value) <= 2000 for action in card.actions)
    carried = ButtonState.model_validate_json(card.actions[0].value)
    assert (carried.scenario, carried.book_version) == (a_scenario(), 412)


def test_a_question_too_long_for_a_button_has_none() -> None:
    scenario = a_scenario(without=tuple(Selector(provider=f"provider-number-{i}") for i in range(100)))
    assert comparison_card(a_comparison([nimbus()], scenario=scenario), "en").actions == ()


def test_views_that_make_no_sense_have_no_button() -> None:
    ids = [action.action_id for action in comparison_card(a_comparison([nimbus()]), "en").actions]
    assert View.BREAK_EVEN.action_id not in ids
    assert View.EQUAL_WORK.action_id not in ids


def test_an_unknown_language_is_answered_in_english() -> None:
    assert comparison_card(seed_comparison(), "fr") == comparison_card(seed_comparison(), "en")


def test_rows_come_cheapest_first_as_given() -> None:
    order = [quote.provider.names["en"] for quote in market_quotes()]
    names = [row[0] for row in cells(comparison_card(market_comparison(), "en"))]
    assert all(name.startswith(provider) for name, provider in zip(names, order, strict=True))


def test_many_old_prices_are_counted_with_their_span() -> None:
    quotes = [
        usd_quote(f"Cloud {i}", 60 + i, "4", ProviderKind.SPECIALISED, [Flag(FlagKind.STALE, (100 + i,))])
        for i in range(5)
    ]
    notes = comparison_card(a_comparison([*quotes, cloud_quote()]), "en").notes
    assert "⚠ Old prices, ask again before you order. 6 of 6 rows: 100 to 270 days" in notes
