"""What decides: said as it was worked out, with what weakens it, and never against the printed break-even."""

from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.replies.actions import View
from bot.replies.comparison import comparison_card
from bot.replies.side_by_side import side_by_side_card
from bot.replies.words import languages
from pricing.break_even import break_even
from pricing.catalog import Mode, ProviderKind
from pricing.costs import Comparison, Due, Quote
from pricing.decision import decide
from pricing.flags import Flag, FlagKind
from pricing.units import Duration, TimeUnit
from tests.bot.replies.builders import (
    HOURS,
    MONTH,
    a_comparison,
    a_scenario,
    cloud_quote,
    own_quote,
    starverse_quote,
    usd_quote,
)

D = Decimal


def nimbus(flags: Sequence[Flag] = (), price: str = "3.99", number: int = 52, **terms: object) -> Quote:
    return usd_quote("Nimbus", number, price, ProviderKind.SPECIALISED, flags, "0", **terms)


def priced(quotes: Sequence[Quote], **fields: object) -> Comparison:
    """A comparison with the break-evens of the pricing engine."""
    made = a_comparison(quotes, **fields)
    own = next((quote for quote in quotes if quote.own), None)
    pairs = tuple(break_even(own, quote, made.hours, MONTH) for quote in quotes if own and not quote.own)
    return replace(made, break_evens=pairs)


def verdict(comparison: Comparison, view: View = View.EFFECTIVE, language: str = "en") -> str:
    return comparison_card(comparison, language, view).verdict


def test_own_hardware_carries_its_caveats_and_when_it_is_ready() -> None:
    claimed = replace(own_quote(), flags=(Flag(FlagKind.CLAIM), Flag(FlagKind.STALE, (270,))))
    assert verdict(a_comparison([claimed, nimbus()])).startswith(
        "For this one job rent: Nimbus on demand, 29.2M CNY in cash, "
        "against 372M CNY to buy (a seller's claim, old price, ready in 6 months)."
    )
    assert "自建要3.72亿元（卖方说法、旧价格、6个月到位）" in verdict(a_comparison([claimed, nimbus()]), language="zh")
    card = comparison_card(a_comparison([claimed]), "en")
    assert card.verdict.startswith(
        "Only buying is priced here: 372M CNY in cash (a seller's claim, old price, ready in"
    )
    assert card.table
    assert card.table.rows[0][0].text == "Own, 70% used ⚠†"
    assert "† A seller's claim, not a price list: Own, 70% used" in card.notes
    guessed = replace(own_quote(), flags=(Flag(FlagKind.ESTIMATE),))
    assert "372M CNY to buy (an estimate, ready in 6 months)" in verdict(a_comparison([guessed, nimbus()]))


def test_what_buying_takes_is_what_is_compared_with_the_rent() -> None:
    own = own_quote()
    assert own.own
    free = replace(own, own=replace(own.own, running_cost=D(0)))
    assert verdict(a_comparison([free, nimbus(price="99")])).startswith("Buy: 372M CNY in cash (ready in 6 months).")
    heavy = replace(own, own=replace(own.own, running_cost=D(20_000_000_000)))
    rented = verdict(a_comparison([heavy, nimbus(price="80")]))
    assert "586M CNY in cash, against 832M CNY to buy and run it for so long (ready in 6 months)." in rented
    short = replace(own, own=replace(own.own, life_hours=D(600)))
    again = verdict(a_comparison([short, nimbus(price="80")]))
    assert "against 807M CNY to buy it, buy it anew every 5 years, and run it (ready" in again
    assert "807M CNY in cash, running cost and a new purchase every 5 years included" in verdict(
        a_comparison([short, nimbus(price="150")])
    )


@pytest.mark.parametrize(
    ("scenario", "fee", "said"),
    [
        ({"egress_gb": D(200_000)}, "egress", "Nimbus on demand (data out not priced)"),
        ({"storage_gb": D(0)}, "storage", "Nimbus on demand (storage not priced)"),
        ({"requests": D(5)}, "requests", "Nimbus on demand (requests not priced)"),
        ({"egress_gb": D(200_000)}, "storage", "Nimbus on demand, 29.2M"),
        ({}, "egress", "Nimbus on demand, 29.2M"),
    ],
)
def test_a_fee_nobody_knows_weakens_the_price_where_its_volume_was_asked(
    scenario: dict[str, Decimal], fee: str, said: str
) -> None:
    quotes = [own_quote(), nimbus([Flag(FlagKind.FEE_UNKNOWN, (fee,))])]
    assert said in verdict(a_comparison(quotes, scenario=a_scenario(**scenario)))


def test_what_else_weakens_a_price_is_said() -> None:
    flags = [Flag(FlagKind.REGION_UNKNOWN), Flag(FlagKind.UNUSED_COMMITMENT, (D(12), D("0.1"), D(5)))]
    assert "Nimbus on demand (whole term owed, region not stated)" in verdict(a_comparison([nimbus(flags)]))
    flags = [Flag(FlagKind.TOO_MANY_NODES, (4,)), Flag(FlagKind.NODE_SIZE, (1, 8))]
    alone = verdict(a_comparison([nimbus(flags)]))
    assert alone.startswith("Cheapest to rent: Nimbus on demand (more than one order can get, in other nodes), 29.2M")


@pytest.mark.parametrize(
    "flag",
    [
        Flag(FlagKind.ACCELERATOR_ONLY),
        Flag(FlagKind.FROM_PRICE),
        Flag(FlagKind.TOO_MANY_NODES, (4,)),
        Flag(FlagKind.NODE_SIZE, (1, 8)),
    ],
)
def test_what_is_not_firm_does_not_decide_beside_what_is(flag: Flag) -> None:
    weak, firm = nimbus([flag], price="1"), usd_quote("Big", 53, "5", ProviderKind.HYPERSCALER)
    for comparison in (a_comparison([weak, firm]), a_comparison([own_quote(), weak, firm])):
        assert "Big on demand" in verdict(comparison)
        assert "Big on demand" in side_by_side_card([comparison, comparison], "en").verdict
    spot = nimbus([flag], price="0.5", number=60, mode=Mode.SPOT)
    notes = comparison_card(a_comparison([spot, firm]), "en").notes
    assert not any(note.startswith("Spot is cheaper") for note in notes)


def test_a_commitment_has_no_use_and_no_runs() -> None:
    owed = nimbus(mode=Mode.COMMITTED, term_months=D(1), price="3.99")
    comparison = priced([own_quote(), owed])
    assert verdict(comparison).endswith(" Owning is cheaper only from 18.1 months of full use.")
    card = comparison_card(comparison, "en", View.BREAK_EVEN)
    assert card.table
    assert [cell.text for cell in card.table.rows[0]][1:] == ["18.1", "19.3", "–", "–"]
    assert "“–”: a commitment is owed used or not, so use and runs say nothing of it." in card.notes
    assert card.verdict == "Against Nimbus committed 1 month, owning is cheaper from 18.1 months of full use."
    cheap = priced([own_quote(), nimbus(mode=Mode.COMMITTED, term_months=D(1), price="0.50")])
    assert verdict(cheap).endswith("At these prices owning never gets cheaper, even in full use for 5 years.")


def test_a_residual_value_that_decides_is_said() -> None:
    own = own_quote()
    assert own.own
    worth = replace(own, own=replace(own.own, residual=D(80_000_000)))
    comparison = priced([worth, nimbus(price="1.15")])
    found = decide(comparison).break_even
    assert found
    assert found.months is None
    assert found.utilisation
    assert verdict(comparison).endswith(
        "Owning is cheaper only above 90% use over 5 years (assumed here: 70%). "
        "That counts its residual value; by cash alone it never is."
    )
    assert verdict(comparison, View.BREAK_EVEN) == (
        "Against Nimbus on demand, owning is cheaper only from 90% use over 5 years, "
        "and only with its residual value counted."
    )


def test_the_break_even_says_why_this_need_is_decided_otherwise() -> None:
    owed = nimbus(mode=Mode.COMMITTED, term_months=D(36))
    terms = replace(owed, billed=(replace(owed.effective[0], amount=D(900_000_000), due=Due.DURING_RUN),))
    comparison = priced([own_quote(), terms])
    assert verdict(comparison).startswith("Buy: 373M CNY in cash")
    assert verdict(comparison, View.BREAK_EVEN).endswith(
        "For this need buying takes less cash all the same, 373M CNY against 900M CNY: "
        "fees, whole steps and whole terms are not in the break-even."
    )
    own = own_quote()
    assert own.own
    short = replace(own, own=replace(own.own, life_hours=HOURS - 1))
    twice = priced([short, nimbus(price="80")])
    assert decide(twice).break_even
    assert verdict(twice, View.BREAK_EVEN).endswith(
        "For this need renting takes less cash all the same, 586M CNY against 781M CNY: "
        "hardware would be bought more than once."
    )


dear = st.decimals("0.3", "120", places=2).map(str)


@given(price=dear, weeks=st.integers(1, 600), running=st.integers(0, 900), residual=st.integers(0, 300), other=dear)
@settings(max_examples=150, deadline=None)
def test_the_verdict_never_contradicts_the_break_even(
    price: str, weeks: int, running: int, residual: int, other: str
) -> None:
    own, hours = own_quote(), D(weeks) * 168
    assert own.own
    life = replace(own.own, running_cost=D(running) * 1_000_000, residual=D(residual) * 1_000_000)
    rented = [nimbus(price=price), usd_quote("Big", 53, other, ProviderKind.HYPERSCALER)]
    rented = [
        replace(quote, billed=(replace(quote.billed[0], amount=quote.per_month * hours / MONTH),)) for quote in rented
    ]
    need = a_scenario(duration=Duration(value=D(weeks), unit=TimeUnit.WEEK))
    comparison = priced([replace(own, own=life), *rented], scenario=need, hours=hours)
    decision = decide(comparison)
    found = decision.break_even
    assert found
    said, table = verdict(comparison), comparison_card(comparison, "en", View.BREAK_EVEN)
    assert said.startswith("Buy") == decision.buying
    assert ("never gets cheaper" in said) <= (found.months is None and found.utilisation is None)
    assert ("never gets cheaper" in table.verdict) == (found.months is None and found.utilisation is None)
    pays = found.months is not None and found.months * MONTH <= hours
    assert ("all the same" in table.verdict) == (pays != decision.buying)
    assert hours > life.life_hours or pays == decision.buying


@pytest.mark.parametrize("language", languages())
def test_another_gpu_is_judged_by_equal_work_in_every_language(language: str) -> None:
    both = verdict(priced([own_quote(), starverse_quote(), cloud_quote()]), language=language)
    assert {"en": "about 71.7M CNY", "zh": "约7,171万元"}[language] in both
    alone = verdict(a_comparison([starverse_quote()]), language=language)
    assert {"en": "about 71.7M CNY", "zh": "约7,171万元"}[language] in alone


def test_where_only_another_gpu_can_be_bought_that_is_said() -> None:
    other = replace(own_quote(), is_substitute=True)
    bought = a_comparison([other], scenario=a_scenario(duration=None))
    assert verdict(bought) == "There is no purchase price for H100 here, only for other GPUs."
    assert verdict(bought, language="zh") == "这里没有H100的购买价格，只有其他GPU的。"


def test_no_sentence_promises_what_cannot_be_given() -> None:
    notes = comparison_card(a_comparison([own_quote(), starverse_quote()]), "en", View.EQUAL_WORK).notes
    assert notes[0] == "About: by dense BF16 peak. Real speed-ups differ by model and software."
