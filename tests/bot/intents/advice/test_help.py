"""What the help shows can be asked, word for word."""

import pytest

from bot.replies.help import help_card
from bot.replies.words import languages
from tests.bot.intents.advice.asked import asked, desk

START = {"en": "1024 H100 for 6 weeks", "zh": "1024张H100，6周"}
FIRST = [(language, line) for language in languages() for line in help_card(language).sections[0].lines]
NEXT = [
    (language, part.strip())
    for language in languages()
    for line in help_card(language).sections[1].lines
    for part in line.split(" · ")
]


@pytest.mark.parametrize(("language", "text"), FIRST)
def test_an_example_is_answered(language: str, text: str) -> None:
    reading = desk().read(text, desk().book_of_today())
    assert (reading.reject, reading.unknown) == (None, ())
    assert asked(text).card.table is not None


@pytest.mark.parametrize(("language", "text"), NEXT)
def test_a_follow_up_is_understood(language: str, text: str) -> None:
    state = asked(START[language]).state
    assert state is not None
    reading = desk().read(text, desk().book_of_today(), state.requests)
    assert (reading.reject, reading.unknown) == (None, ())
