"""The desk: what is asked, remembered and shown, without Slack and without a terminal."""

from datetime import UTC, date, datetime
from decimal import Decimal
from pathlib import Path

import pytest

from bot.desk import Desk
from bot.intents.public_book import PublicBook
from bot.intents.turn import Answer, Asking, ThreadState
from bot.replies.actions import ALL, KEEP, MATH
from pricing.book import Entry, EntryKind
from pricing.catalog import Gpu, Mode, Offer, PriceKind
from pricing.store import Store
from pricing.units import PricingUnit
from tests.builders import a_price

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


# threads of people, confidential prices, prices that change


def offered(store: Store, name: str, price: str, kind: PriceKind = PriceKind.LIST, gpu: str = "H100") -> None:
    """One more offer, of H100 unless said, or another price of one, at StarVerse."""
    if not store.history(EntryKind.PRICE, name):
        shape = {"gpu": gpu, "mode": Mode.ON_DEMAND, "gpus_per_node": 8, "price_kind": kind}
        store.add_offers([Offer(id=name, provider="starverse", name=name, **shape)])
    store.add_entries([a_price(name, price, NOW)])


@pytest.mark.parametrize("text", ["quote this", "", "what would this cost?", "这个多少钱"])
def test_a_question_that_says_nothing_is_taken_from_what_was_written_before(desk: Desk, text: str) -> None:
    lines = ["Carol has 3 meetings for 2 weeks", "we need 1024 H100", "6 weeks", "ask Bob about 7 chairs"]
    answer = desk.ask(Asking(text, "U1", earlier=lambda: lines))
    assert "22,623,386" in row(answer, "StarVerse" if answer.card.language == "en" else "星宇智算")
    assert [line in str(answer.card.notes) for line in lines] == [False, True, True, False]
    assert answer.state is not None


def test_what_was_written_before_is_not_asked_for_where_it_is_not_needed(desk: Desk) -> None:
    def never() -> list[str]:
        raise AssertionError

    for text in ("8 H100 for 2 weeks", "thanks", "help", "-3 weeks", "8 H100 or H200 for a month"):
        desk.ask(Asking(text, "U1", earlier=never))


def test_a_thread_of_other_things_gives_no_number(desk: Desk) -> None:
    answer = desk.ask(Asking("quote this", "U1", earlier=lambda: ["room 7 for 2 hours", "12 people", "ok"]))
    assert not answer.comparisons
    assert "which GPU" in answer.card.verdict


def test_what_is_asked_again_without_a_change_is_shown_again(desk: Desk) -> None:
    assert asked(desk, "1024 H100 for 6 weeks", "quote this").comparisons
    assert asked(desk, "1024 H100 for 6 weeks", "thanks").idle
    assert asked(desk, "1024 H100 for 6 weeks", "Bob, did you call finance?").idle
    assert asked(desk, "no question at all").idle
    assert not asked(desk, "1024 H100 for 6 weeks").idle


def test_what_cannot_be_replied_to_does_not_ask_for_a_reply(desk: Desk) -> None:
    threaded, alone = (desk.ask(Asking("1024 H100", "U1", threaded=flag)).card.notes for flag in (True, False))
    assert "Answer here" in str(threaded)
    assert "Answer here" not in str(alone)


def test_contract_prices_are_not_for_other_organisations(desk: Desk, store: Store) -> None:
    assert not desk.keeps_secrets()
    offered(store, "secret", "0.001", PriceKind.CONTRACT)
    assert desk.keeps_secrets()
    question = "1024 H100 for 6 weeks"
    seen, public = (desk.ask(Asking(question, "U1", shared=shared)) for shared in (False, True))
    assert "1,032" in str(seen.card)
    assert "1,032" not in str(public.card)
    assert "Contract prices are left out" in str(public.card.notes)
    assert "Contract prices" not in str(desk.ask(Asking("8 H200, 1 week, only AWS", "U1", shared=True)).card.notes)
    button = next(action for action in seen.card.actions if action.action_id == ALL)
    assert "1,032" not in str(desk.act(button.action_id, button.value, seen.state, "en", shared=True).card)
    assert seen.state is not None
    file = desk.export(seen.state, "csv", shared=True)
    assert file is not None
    assert b"1032.192" not in file.content


def test_prices_that_changed_are_named_and_the_old_ones_can_be_kept(desk: Desk, store: Store) -> None:
    offered(store, "cheap", "0.001")
    offered(store, "going", "0.003")
    first = asked(desk, "1024 H100 for 6 weeks, only StarVerse")
    assert first.state is not None
    offered(store, "cheap", "0.002")
    offered(store, "coming", "0.0005")
    store.add_entries([a_price("going", None, NOW)])
    second = desk.ask(Asking("in CNY", "U1", state=first.state))
    (note,) = [line for line in second.card.notes if line.startswith("Prices have changed")]
    assert "1,032 CNY → 2,064 CNY" in note
    assert "new: " in note
    assert "no longer sold: " in note
    keep = next(action for action in second.card.actions if action.action_id == KEEP)
    kept = desk.act(KEEP, keep.value, second.state, "en")
    assert kept.state is not None
    assert kept.state.kept
    assert (kept.state.book_version, kept.state.day) == (first.state.book_version, first.state.day)
    assert "1,032" in str(kept.card.table)
    assert desk.ask(Asking("start over", "U1", state=kept.state)).state.kept is False  # type: ignore[union-attr]
    assert not desk.act(KEEP, keep.value, None, "en").comparisons
    assert not desk.act(KEEP, "of another version", second.state, "en").comparisons


def test_the_state_of_the_book(desk: Desk, store: Store) -> None:
    before = desk.book_state()
    offered(store, "fresh", "9")
    after = desk.book_state()
    assert (after.version, after.offers, after.stale) == (before.version + 1, before.offers + 1, before.stale)
    assert after.day == TODAY
    assert after.newest is not None
    assert desk.gpus()[0] == "H100"


@pytest.mark.parametrize("texts", [("0 H100 for 6 weeks", "I meant 100"), ("100 H1000 for 6 weeks", "H100")])
def test_the_fault_of_a_first_question_can_be_put_right(desk: Desk, texts: tuple[str, str]) -> None:
    assert not asked(desk, texts[0]).comparisons
    answer = asked(desk, *texts)
    assert answer.comparisons
    assert answer.card.header.startswith("100 × H100 · 6 weeks")


def test_a_fault_later_on_leaves_the_thread_as_it_was(desk: Desk) -> None:
    assert asked(desk, "1024 H100 for 6 weeks", "-3 weeks", "in USD").card.header.startswith("1,024 × H100 · 6 weeks")


def test_a_number_nobody_understands_is_not_talk(desk: Desk) -> None:
    assert not asked(desk, "I meant 100").idle
    assert asked(desk, "thanks").idle


TALK = ("lunch at 12 for the team", "see you in room 24", "ticket 4711 is closed", "there are 3 people in the meeting")


@pytest.mark.parametrize("text", TALK)
def test_talk_of_other_things_in_a_thread_changes_nothing(desk: Desk, text: str) -> None:
    answer = asked(desk, "1024 H100 for 6 weeks", text)
    assert answer.idle
    assert answer.state is None
    assert not answer.comparisons


@pytest.mark.parametrize("text", ["only bananas", "without frobnicators", "2027", "for 6", "make it purple"])
def test_a_change_that_is_not_understood_is_answered_and_keeps_the_question(desk: Desk, text: str) -> None:
    answer = asked(desk, "1024 H100 for 6 weeks", text)
    assert not answer.idle
    assert answer.state is None
    assert text.split()[-1] in str(answer.card)
    assert "45,246,773" in row(asked(desk, "1024 H100 for 6 weeks", text, "what about 12 weeks?"), "StarVerse")


def test_a_change_beside_unknown_words_is_taken_and_the_words_are_reported(desk: Desk) -> None:
    answer = asked(desk, "1024 H100 for 6 weeks", "what about 512 H200 with frobnicators")
    assert not answer.idle
    assert any("frobnicators" in note for note in answer.card.notes)
    assert "22,623,386" not in row(answer, "StarVerse")


@pytest.mark.parametrize("text", ["keep it under 2M CNY", "help"])
def test_what_has_no_figures_is_not_what_comes_next_is_about(desk: Desk, text: str) -> None:
    assert "45,246,773" in row(asked(desk, "1024 H100 for 6 weeks", text, "what about 12 weeks?"), "StarVerse")


@pytest.mark.parametrize("change", ["80% utilisation", "undo"])
def test_a_change_that_makes_no_difference_is_said(desk: Desk, change: str) -> None:
    assert asked(desk, "64 H100 for 6 weeks only spot", change).card.lead == ("That changes no figure here.",)


def test_gpu_hours_go_on_the_gpus_that_were_said(desk: Desk) -> None:
    answer = asked(desk, "100k GPU-hours on 8 H100")
    (comparison,) = answer.comparisons
    assert (comparison.scenario.gpu_count, comparison.hours) == (8, 12_500)
    assert not any("Assumed" in note for note in answer.notes)


def test_a_comparison_with_buying_alone_is_with_all_else(desk: Desk) -> None:
    names = str(list(cells(asked(desk, "price for 128 nodes of 8 x H100 for a year vs buying"))))
    assert "Own" in names
    assert "on demand" in names


def test_a_price_of_nothing_is_not_dropped_in_silence(desk: Desk) -> None:
    assert any("price of 0" in note for note in asked(desk, "64 H100 for 6 weeks at $0 per GPU hour").notes)


def test_who_sells_a_gpu_by_contract_alone_is_not_told_to_other_organisations(store: Store) -> None:
    gpu = next(gpu for gpu in store.book(TODAY).gpus if gpu not in store.book(TODAY).gpus_of_providers()["starverse"])
    offered(store, "secret", "2", PriceKind.CONTRACT, gpu)
    book = store.book(TODAY)
    assert gpu in book.gpus_of_providers()["starverse"]
    assert gpu not in PublicBook(book).gpus_of_providers()["starverse"]
