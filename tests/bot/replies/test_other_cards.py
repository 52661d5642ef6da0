"""Comparisons side by side, and what a text is understood to say."""

import json
from dataclasses import replace
from decimal import Decimal

from bot.replies.reading import reading_card, reading_data
from bot.replies.side_by_side import side_by_side_card
from bot.understanding.reading import Action, Reading, Span, Suggestion, Use
from bot.understanding.request import Count, Period, Request
from pricing.units import Duration, TimeUnit
from tests.bot.replies.builders import (
    a_comparison,
    a_scenario,
    b200_comparison,
    market_comparison,
    seed_comparison,
    starverse_quote,
)

D = Decimal


def test_two_gpus_stand_side_by_side_with_a_warning() -> None:
    card = side_by_side_card([market_comparison(), b200_comparison()], "en")
    assert card.header == "1,024 × H100 | 1,024 × B200 · 6 weeks"
    assert card.verdict == (
        "1,024 × H100: least cash with Nimbus on demand, 29.2M CNY. "
        "1,024 × B200: least cash with Nimbus on demand, 40.2M CNY."
    )
    assert card.table
    assert [[cell.text for cell in row][:2] for row in card.table.rows] == [
        ["1,024 × H100: Own, 70% used", "13,470,247"],
        ["1,024 × H100: Vast spot ⚠‡", "13,924,270"],
        ["1,024 × H100: Nimbus on demand", "29,240,967"],
        ["1,024 × B200: Nimbus on demand", "40,233,812"],
    ]
    assert card.notes[0].startswith("Different GPUs do different amounts of work")


def test_both_ends_of_a_range_say_their_time() -> None:
    eight = Duration(value=D(8), unit=TimeUnit.WEEK)
    longer = replace(market_comparison(), scenario=a_scenario(duration=eight))
    card = side_by_side_card([market_comparison(), longer], "zh")
    assert card.header == "1,024张 H100 · 6周 | 1,024张 H100 · 8周"
    assert not any(note.startswith("不同的GPU") for note in card.notes)


def test_a_side_with_nothing_says_so_and_hides_no_other() -> None:
    nothing = a_comparison([], scenario=a_scenario(gpu="B200"))
    card = side_by_side_card([nothing, market_comparison()], "en")
    assert card.verdict.startswith("There is no price for B200 on 2026-12-01. 1,024 × H100: least cash with Nimbus")
    only_other = side_by_side_card([a_comparison([starverse_quote()]), seed_comparison()], "en")
    assert only_other.table
    assert only_other.table.rows[0][0].text == "1,024 × H100: StarVerse on demand (A100) ≠⚠"


def a_reading() -> Reading:
    six = Period(low=D(6), high=D(6), unit=TimeUnit.WEEK)
    return Reading(
        Action.NEW,
        Request(gpus=("H100",), gpu_count=Count(low=8, high=8), duration=six),
        "en",
        ask=("duration",),
        unknown=("blah",),
        suggestions=(Suggestion("H10", ("H100",)),),
        spans=(
            Span(0, 1, "8", Use.USED, "gpu_count"),
            Span(2, 6, "H100", Use.USED, "gpu"),
            Span(7, 10, "for", Use.FILLER),
            Span(11, 15, "blah", Use.NOT_UNDERSTOOD),
        ),
    )


def test_a_reading_shows_what_became_of_each_piece() -> None:
    card = reading_card("8 H100 for blah", a_reading())
    assert card.table
    assert [[cell.text for cell in row] for row in card.table.rows] == [
        ["8", "used", "gpu_count"],
        ["H100", "used", "gpu"],
        ["blah", "not understood", "–"],
    ]
    assert card.verdict == "new, quote: 8 H100 for 6 weeks"
    assert card.notes == (
        "Not understood, and not in the figures: “blah”",
        "To price this I still need for how long.",
        "“H10” is no name here. Close: H100.",
    )


def test_a_reading_as_data_holds_only_what_was_said() -> None:
    data = json.loads(json.dumps(reading_data(a_reading())))
    assert data["request"] == {
        "gpus": ["H100"],
        "gpu_count": {"low": 8, "high": 8},
        "duration": {"low": "6", "high": "6", "unit": "week"},
    }
    assert data["spans"][0] == {"start": 0, "end": 1, "text": "8", "use": "used", "field": "gpu_count"}
