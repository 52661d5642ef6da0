"""By when: which option is done in time, asked at once or in a thread."""

import pytest

from tests.bot.intents.advice.asked import asked, text_of


@pytest.mark.parametrize(
    ("texts", "words"),
    [
        (("64 A100 for 2 weeks by 1 March",), "Done by 2027-03-01: cheapest is StarVerse on demand"),
        (("64 A100 for 2 weeks", "can we have it by 1 March?"), "Done by 2027-03-01: cheapest is StarVerse on demand"),
        (("64张A100，2周，3月1日前完成",), "2027-03-01前完成，最便宜的是星宇智算 按需"),
        (("64张A100，2周", "3月1日前能到位吗？"), "2027-03-01前完成，最便宜的是星宇智算 按需"),
    ],
)
def test_the_cheapest_that_is_in_time_is_named(texts: tuple[str, ...], words: str) -> None:
    assert words in asked(*texts).card.verdict


def test_what_nobody_knows_is_no_promise() -> None:
    card = asked("1024 H100 for 6 weeks by 1 March").card
    assert "Nothing is known to be done by 2027-03-01" in card.verdict
    assert "not known" in text_of(card)


def test_what_cannot_be_is_said_with_how_many_gpus_it_would_take() -> None:
    text = text_of(asked("1024 H100 for 6 weeks by 21 December").card)
    assert "Nothing is done by 2026-12-21" in text
    assert "with 2,048 GPUs" in text  # 1,024 x 42 days in 21


def test_without_a_day_the_first_is_named() -> None:
    assert asked("64 A100 for 2 weeks", "when will it be done?").card.verdict.startswith("First done: StarVerse")


def test_a_day_that_is_over_is_refused() -> None:
    card = asked("64 H100 for 6 weeks by 1 November 2026").card
    assert "is over" in text_of(card)


def test_the_thread_goes_on_with_the_deadline() -> None:
    answer = asked("64 A100 for 2 weeks by 1 March", "6 months")
    assert "2027-03-01" in answer.card.verdict
    assert answer.state is not None
    assert answer.state.requests[-1].deadline is not None
