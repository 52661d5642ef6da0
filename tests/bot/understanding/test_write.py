"""A request that is written out reads back as itself."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.understanding.request import Count, Intent, Period, Request
from bot.understanding.understand import understand
from bot.understanding.write import written
from pricing.units import TimeUnit
from tests.bot.understanding.adapter import TODAY, vocabulary
from tests.bot.understanding.requests_strategy import look_ups, requests, runs


@pytest.mark.parametrize("language", ["en", "zh"])
@settings(max_examples=150, deadline=None)
@given(request=st.one_of(requests(), requests(), runs(), look_ups()))
def test_a_request_written_out_reads_back_as_itself(language: str, request: Request) -> None:
    text = written(request, language, vocabulary())
    reading = understand(text, vocabulary(), TODAY)
    assert (reading.request, reading.reject, reading.unknown) == (request, None, ()), text


def test_how_the_seed_question_is_written() -> None:
    request = Request(
        gpus=("H100",), gpu_count=Count(low=1024, high=1024), duration=Period(low=6, high=6, unit=TimeUnit.WEEK)
    )
    assert written(request, "en", vocabulary()) == "1,024 H100, for 6 weeks"
    assert written(request, "zh", vocabulary()) == "1,024 张 H100，6 周"


def test_a_request_that_asks_nothing_gives_an_empty_text() -> None:
    assert written(Request(intent=Intent.QUOTE), "en", vocabulary()) == ""
