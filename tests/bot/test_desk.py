"""The desk: what is asked, remembered and shown, without Slack and without a terminal."""

from datetime import UTC, date, datetime
from decimal import Decimal
from pathlib import Path

import pytest

from bot.desk import Answer, Asking, Desk, ThreadState
from bot.replies.actions import MATH
from pricing.book import Entry, EntryKind
from pricing.catalog import Gpu, Mode, Offer
from pricing.store import Store
from pricing.units import PricingUnit

NOW = datetime(2026, 12, 1, 12, tzinfo=UTC)
TODAY = NOW.date()


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store.open(tmp_path / "book.db", now=NOW)


@pytest.fixture
def desk(store: Store) -> Desk:
    return Desk(store.book, lambda: TODAY, "CNY")


def asked(desk: Desk, *texts: str) -> Answer:
    """The answer to the last of the messages of a thread."""
    state: ThreadState | None = None
    for text in texts:
        answer = desk.ask(Asking(text, "U1", state=state))
        state = answer.state or state
    return answer


def cells(answer: Answer) -> dict[str, list[str]]:
    assert answer.card.table is not None
    return {row[0].text: [cell.text for cell in row[1:]] for row in answer.card.table.rows}


def row(answer: Answer, name: str) -> list[str]:
    return next(values for option, values in cells(answer).items() if option.startswith(name))


def test_a_question_and_a_follow_up(desk: Desk) -> None:
    assert "22,623,386" in row(asked(desk, "1024 H100 for 6 weeks"), "StarVerse")
    assert "45,246,773" in row(asked(desk, "1024 H100 for 6 weeks", "what about 12 weeks?"), "StarVerse")


def test_all_ways_to_ask_give_the_same_figures(desk: Desk) -> None:
    texts = (
        "1024 H100 for 6 weeks",
        "1024张H100，6周",
        "128 nodes of 8xH100 for 42 days",
        "１０２４ Ｈ１００ ６ weeks",
    )
    answers = [asked(desk, text) for text in texts]
    costs = [[q.effective_cost for q in a.comparisons[0].quotes] for a in answers]
    assert all(cost == costs[0] for cost in costs)
    assert len(costs[0]) > 50


def test_words_not_understood_are_reported_beside_the_figures(desk: Desk) -> None:
    answer = asked(desk, "1024 H100 for 6 weeks with frobnicators")
    assert any("frobnicators" in note for note in answer.card.notes)
    assert answer.comparisons


def test_a_question_back_is_remembered_and_completed(desk: Desk) -> None:
    first = asked(desk, "1024 H100")
    assert first.card.private
    assert first.state is not None
    assert "22,623,386" in row(asked(desk, "1024 H100", "6 weeks"), "StarVerse")


def test_a_refusal_leaves_the_thread_as_it_was(desk: Desk) -> None:
    answer = asked(desk, "1024 H100 for 6 weeks", "-3 weeks")
    assert answer.state is None
    assert not answer.comparisons


def test_both_ends_of_a_range_are_priced(desk: Desk) -> None:
    answer = asked(desk, "64 H100 for 4-6 weeks")
    assert [comparison.hours for comparison in answer.comparisons] == [672, 1008]


def test_a_follow_up_says_what_it_changed(desk: Desk) -> None:
    lead = asked(desk, "1024 H100 for 6 weeks", "what about 12 weeks?").card.lead
    assert "6 → 12 weeks" in lead[0]
    assert not asked(desk, "1024 H100 for 6 weeks").card.lead


def test_what_changes_no_figure_is_said(desk: Desk) -> None:
    start = asked(desk, "1024 H100 for 6 weeks starting 2027-03-01")
    assert any("2027-03-01" in note for note in start.card.notes)
    assert any("MFU" in note for note in asked(desk, "64 H100 for 6 weeks, MFU 35%").card.notes)


def test_a_start_in_the_past_is_not_priced(desk: Desk) -> None:
    answer = asked(desk, "1024 H100 for 6 weeks starting 2026-03-01")
    assert not answer.comparisons


def test_start_over_forgets_and_can_be_undone(desk: Desk) -> None:
    fresh = asked(desk, "1024 H100 for 6 weeks", "start over", "64 H200")
    assert not fresh.comparisons  # the six weeks are forgotten, so they are asked for
    back = asked(desk, "1024 H100 for 6 weeks", "start over", "undo")
    assert "22,623,386" in row(back, "StarVerse")


def test_undo_goes_back_step_by_step(desk: Desk) -> None:
    steps = ("1024 H100 for 6 weeks", "12 weeks", "24 weeks")
    assert asked(desk, *steps, "undo").comparisons[0].hours == 2016
    assert asked(desk, *steps, "undo", "undo").comparisons[0].hours == 1008


def test_a_price_is_looked_up_without_a_count(desk: Desk) -> None:
    answer = asked(desk, "H100单卡每小时什么价？")
    assert not answer.card.private
    assert all(len(values) == 5 for values in cells(answer).values())
    [values] = cells(asked(desk, "starverse A100 8-gpu node monthly rate")).values()
    assert values[0] == "21.92"  # 128,000 / 8 / 730
    assert "128,000 CNY/node-month" in values[2]


def test_show_the_math_in_a_thread(desk: Desk) -> None:
    card = asked(desk, "1024 H100 for 6 weeks", "show me the math").card
    assert any("1.381 months (1,008 h ÷ 730 h)" in line for section in card.sections for line in section.lines)


def test_an_incomplete_question_has_no_math(desk: Desk) -> None:
    answer = asked(desk, "1024 H100", "show me the math")
    assert not answer.comparisons
    assert answer.card.private


def test_a_button_needs_no_memory_and_keeps_its_prices(desk: Desk, store: Store) -> None:
    answer = asked(desk, "1024 H100 for 6 weeks")
    button = next(action for action in answer.card.actions if action.action_id == MATH)
    before = desk.act(button.action_id, button.value, None, "en").card
    store.add_entries([price("starverse/a100-8/on-demand", "1", TODAY)])
    assert desk.act(button.action_id, button.value, None, "en").card == before


@pytest.mark.parametrize("value", ["", "{}", "[]", '{"scenario": 1}', "x" * 5000])
def test_an_outdated_button_is_answered_politely(desk: Desk, value: str) -> None:
    card = desk.act(MATH, value, None, "en").card
    assert card.private
    assert card.verdict


def price(offer: str, value: str, day: date) -> Entry:
    return Entry(
        kind=EntryKind.PRICE,
        subject=offer,
        value=Decimal(value),
        currency="CNY",
        unit=PricingUnit.NODE_MONTH,
        effective_from=day,
        observed_on=day.isoformat(),
        source="test",
        entered_by="U1",
        entered_at=NOW,
    )


def test_a_new_price_is_used_by_the_next_question(desk: Desk, store: Store) -> None:
    asked(desk, "1024 H100 for 6 weeks")
    store.add_entries([price("starverse/a100-8/on-demand", "64000", TODAY)])
    assert "11,311,693" in row(asked(desk, "1024 H100 for 6 weeks"), "StarVerse")


def test_a_price_of_tomorrow_waits(desk: Desk, store: Store) -> None:
    store.add_entries([price("starverse/a100-8/on-demand", "64000", date(2026, 12, 2))])
    assert "22,623,386" in row(asked(desk, "1024 H100 for 6 weeks"), "StarVerse")
    later = desk.ask(Asking("1024 H100 for 6 weeks", "U1"), day=date(2026, 12, 2))
    assert "11,311,693" in row(later, "StarVerse")


def test_a_gpu_added_with_its_aliases_is_understood_at_once(desk: Desk, store: Store) -> None:
    before = asked(desk, "64 Zeta9000 for 6 weeks")
    assert not before.comparisons
    store.add_gpu(Gpu(id="Z9000", aliases=("zeta9000", "泽塔"), bf16_dense_tflops=Decimal(1000), source="test"))
    store.add_offers(
        [Offer(id="lambda/z9000", provider="lambda", name="z9000", gpu="Z9000", mode=Mode.ON_DEMAND, gpus_per_node=8)]
    )
    store.add_entries([price("lambda/z9000", "730", TODAY)])
    for text in ("64 Zeta9000 for 6 weeks", "64张泽塔，6周"):
        answer = asked(desk, text)
        assert answer.comparisons[0].quotes[0].offer.id == "lambda/z9000"
