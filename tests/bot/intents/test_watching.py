"""Whether the figures that decide have moved, and what is said when somebody wants to hear of it."""

from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.desk import Desk
from bot.intents.turn import Answer, Asking, ThreadState
from bot.intents.watching import FULL, IN_SLACK, moves
from pricing.catalog import ProviderKind
from pricing.compare import compare
from pricing.costs import Comparison
from tests.builders import DAY, MemoryBook, a_book, a_scenario, add_offer

SHARE = Decimal("0.05")


def costing(price: str, other: str = "100") -> Comparison:
    """One seller at a price, and another."""
    return compare(a_scenario(), a_book_of(price, other))


def a_book_of(price: str, other: str = "100") -> MemoryBook:
    book = a_book()
    add_offer(book, price, id="first")
    add_offer(book, other, id="second", provider="stratus", kind=ProviderKind.HYPERSCALER)
    return book


def test_more_than_the_share_is_a_move_and_the_share_itself_is_none() -> None:
    assert moves([costing("10")], [costing("10.5")], SHARE) == ()
    [move] = moves([costing("10")], [costing("10.51")], SHARE)
    assert not move.turned
    assert moves([costing("10")], [costing("9.49")], SHARE)


def test_another_option_that_decides_is_a_turn_however_small_the_change() -> None:
    [move] = moves([costing("10", "10.1")], [costing("10.2", "10.1")], SHARE)
    assert move.turned


def test_an_option_that_does_not_decide_moves_nothing() -> None:
    assert moves([costing("10", "100")], [costing("10", "50")], SHARE) == ()


@settings(deadline=None)
@given(st.integers(1, 10_000), st.integers(1, 10_000))
def test_a_move_is_a_change_by_more_than_the_share(old: int, new: int) -> None:
    book, later = a_book(), a_book()
    add_offer(book, str(old))
    add_offer(later, str(new))
    found = moves([compare(a_scenario(), book)], [compare(a_scenario(), later)], SHARE)
    assert bool(found) == (abs(new - old) * 20 > old)


def the_desk() -> Desk:
    book = a_book_of("10")
    return Desk(lambda day, version: book, lambda: DAY, "CNY")  # type: ignore[arg-type, return-value]


def said(*texts: str, watching: str = IN_SLACK) -> Answer:
    desk, state = the_desk(), None
    for text in texts:
        answer = desk.ask(Asking(text, "U1", state=state, watching=watching))
        state = answer.state or state
    return answer


NEED = "64 H100 for 6 weeks"


@pytest.mark.parametrize(
    ("text", "share", "words"),
    [
        ("tell me if this changes by more than 5%", "0.05", "Watching: 64 H100 for 6 weeks."),
        ("watch this", "0.05", "more than 5%"),
        ("let me know if it moves by 3%", "0.03", "Until 2027-03-01"),
        ("变化超过8%通知我", "0.08", "变化超过8%"),
        ("帮我盯着", "0.05", "到2027-03-01为止"),
    ],
)
def test_a_thread_is_watched_from_now_on(text: str, share: str, words: str) -> None:
    answer = said(NEED, text)
    assert words in answer.card.verdict
    assert answer.wish is not None
    assert answer.wish.share == Decimal(share)
    assert answer.wish.request is not None
    assert answer.wish.request.gpus == ("H100",)
    assert answer.state is None
    assert not answer.idle


@pytest.mark.parametrize("text", ["stop watching", "别盯了"])
def test_and_no_longer(text: str) -> None:
    answer = said(NEED, text)
    assert answer.wish is not None
    assert answer.wish.request is None


def test_a_question_can_be_watched_as_it_is_asked_or_changed() -> None:
    for texts in ((f"{NEED}, watch this",), (NEED, "12 weeks, and tell me if this changes by 2%")):
        answer = said(*texts)
        assert answer.comparisons
        assert answer.wish is not None
        assert answer.state is not None
        assert answer.wish.request == answer.state.requests[-1]
        assert any(note.startswith("Watching: ") for note in answer.card.notes)


def test_where_no_thread_can_be_watched_that_is_said() -> None:
    assert "works in Slack threads" in said(NEED, "watch this", watching="").card.verdict
    assert "话题里使用" in said(NEED, "帮我盯着", watching="").card.verdict
    assert "As many threads" in said(NEED, "watch this", watching=FULL).card.verdict
    assert "no answer here yet" in said("watch this").card.verdict
    for text in ("watch this", f"{NEED}, watch this"):
        assert said(text, watching="").wish is None


@pytest.mark.parametrize("text", ["tell me if this changes by 0.01%", "tell me if this changes by 5000%"])
def test_a_share_that_makes_no_sense_is_refused_with_the_range(text: str) -> None:
    answer = said(NEED, text)
    assert "from 0.1% to 1,000%" in answer.card.verdict
    assert answer.wish is None


def test_words_of_the_wish_that_are_not_understood_are_said() -> None:
    assert any("cheaper" in note for note in said(NEED, "tell me if it gets cheaper").card.notes)


def test_a_thread_still_knows_its_question_afterwards() -> None:
    state: ThreadState | None = said(NEED, "watch this", "12 weeks").state
    assert state is not None
    assert state.requests[-1].duration is not None
    assert state.requests[-1].duration.low == 12
