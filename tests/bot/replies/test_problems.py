"""Trouble is said in four parts and at most four lines, in the asker's language, to the asker only."""

from datetime import date
from decimal import Decimal

import pytest

from bot.replies import asked, problems
from bot.replies.actions import ASK, ButtonQuestion
from bot.replies.card import Card
from bot.replies.help import help_card
from bot.replies.slack import message
from bot.replies.words import languages
from bot.understanding.reading import Action, Reading, Suggestion
from bot.understanding.request import Amount, Count, Intent, Period, Request, Way
from pricing.errors import NoRate
from pricing.units import TimeUnit
from tests.bot.replies.slack_limits import breaches

D = Decimal
SIX_WEEKS = Period(low=D(6), high=D(6), unit=TimeUnit.WEEK)
REJECTS = (
    "non_positive_count",
    "non_positive_duration",
    "fractional_count",
    "out_of_range",
    "invalid_date",
    "not_a_request",
    "admin_command",
    "multi_scenario",
    "unknown_gpu",
    "something_new",
)


def count(number: int) -> Count:
    return Count(low=number, high=number)


def reading(request: Request | None = None, **about: object) -> Reading:
    return Reading(Action.NEW, request or Request(), "en", **about)  # type: ignore[arg-type]


def said(card: Card) -> list[str]:
    return [card.verdict, *card.notes]


def unknown_gpu(language: str, request: Request) -> Card:
    near = (Suggestion("H1000", ("H100", "H200")),)
    return problems.rejected_card(
        reading(request, reject="unknown_gpu", reject_detail="H1000", suggestions=near), language
    )


def test_an_unknown_gpu_offers_near_names_on_buttons_and_prices_nothing() -> None:
    request = Request(gpu_count=count(1024), duration=SIX_WEEKS, ways=(Way.SPOT,))
    card = unknown_gpu("en", request)
    assert said(card) == [
        "I read “1,024 GPUs for 6 weeks, only spot”, but there is no GPU “H1000”. Nothing is priced yet.",
        "Close: H100, H200.",
        "Try: 1,024 H100 for 6 weeks, only spot",
    ]
    assert [action.label for action in card.actions] == [
        "1,024 H100 for 6 weeks, only spot",
        "1,024 H200 for 6 weeks, only spot",
    ]
    assert card.actions[0].action_id == ASK
    assert ButtonQuestion.model_validate_json(card.actions[1].value).question == "1,024 H200 for 6 weeks, only spot"


def test_an_unknown_gpu_in_chinese() -> None:
    assert said(unknown_gpu("zh", Request(gpu_count=count(1024), duration=SIX_WEEKS))) == [
        "我读到“1,024张GPU，6周”，但没有“H1000”这个型号，还没有报价。",
        "相近：H100、H200。",
        "可输入：1,024张H100，6周",
    ]


def test_what_is_missing_is_asked_for_with_what_was_read() -> None:
    card = problems.asking_card(reading(Request(gpus=("H100",)), ask=("gpu_count", "duration")), "en")
    assert said(card) == [
        "To price this I still need how many GPUs and for how long.",
        "I read: H100.",
        "Answer here with a number, or ask again: 64 H100 for 6 weeks",
    ]
    chinese = problems.asking_card(reading(Request(gpus=("H100",), gpu_count=count(8)), ask=("duration",)), "zh")
    assert said(chinese) == [
        "报价还需要知道：用多久。",
        "我读到：8张H100。",
        "请在这里回复时长，例如“6周”，或重新提问：8张H100，6周",
    ]


def test_a_name_that_is_nearly_right_is_offered_never_taken() -> None:
    near = (Suggestion("H10", ("H100",)),)
    card = problems.asking_card(
        reading(Request(gpu_count=count(8), duration=SIX_WEEKS), ask=("gpu",), suggestions=near), "en"
    )
    assert "“H10” is no name here. Close: H100." in card.notes
    assert [action.label for action in card.actions] == ["8 H100 for 6 weeks"]


@pytest.mark.parametrize("reason", REJECTS)
@pytest.mark.parametrize("language", languages())
def test_every_refusal_has_its_sentence_and_says_what_to_type(reason: str, language: str) -> None:
    card = problems.rejected_card(reading(Request(gpus=("H100",)), reject=reason, reject_detail="-8 <!here>"), language)
    assert card.private
    assert 2 <= len(said(card)) <= 4
    assert "H100" in said(card)[-1]
    assert "-8 <!here>" in card.verdict
    assert "Traceback" not in " ".join(said(card))
    assert breaches(message(card)) == []


def test_a_price_change_in_a_question_changes_nothing_and_says_so() -> None:
    card = problems.rejected_card(reading(reject="admin_command"), "en")
    assert "Nothing was changed." in card.notes


def test_a_count_that_is_missing_later_is_asked_for() -> None:
    card = problems.rejected_card(reading(Request(gpus=("H100",)), reject="gpu_count"), "en")
    assert card.verdict == "To price this I still need how many GPUs."


@pytest.mark.parametrize("intent", [Intent.BUDGET, Intent.SIZE, Intent.UNKNOWN])
def test_what_cannot_be_answered_yet_says_so(intent: Intent) -> None:
    budget = Amount(amount=D(2_000_000), currency="USD")
    card = problems.asking_card(reading(Request(intent=intent, gpus=("H200",), budget=budget)), "en")
    assert card.notes[0] == "I read: H200, budget 2,000,000 USD."
    assert card.private


def test_words_that_were_not_understood_are_listed_shortened() -> None:
    words = (*(f"word{i}" for i in range(8)), "x" * 500)
    (note,) = problems.not_understood(reading(unknown=words), "en")
    assert note.startswith("Not understood, and not in the figures: “word0”, “word1”")
    assert len(note) < 150
    assert note.endswith("…")
    assert problems.not_understood(reading(), "en") == ()
    (long,) = problems.not_understood(reading(unknown=("y" * 500,)), "en")
    assert len(long) < 100


def test_a_missing_rate_is_named_with_a_way_out() -> None:
    card = problems.no_rate_card(NoRate("USD", "EUR", date(2026, 12, 1)), "en")
    assert card.verdict == "There is no exchange rate from USD to EUR on 2026-12-01, so there is no figure."


@pytest.mark.parametrize("language", languages())
def test_an_outdated_button_says_what_to_ask(language: str) -> None:
    card = problems.outdated_card(language)
    assert card.private
    assert "1,024" in card.notes[0]


@pytest.mark.parametrize("language", languages())
def test_help_is_for_the_asker_only_and_shows_how_to_ask(language: str) -> None:
    card = help_card(language)
    assert card.private
    assert "1024" in card.sections[0].lines[0]
    assert [len(section.lines) for section in card.sections] == [5, 4, 3]


@pytest.mark.parametrize(
    ("request_", "english", "chinese"),
    [
        (
            Request(gpus=("H100",), gpu_count=count(1024), duration=SIX_WEEKS),
            "1,024 H100 for 6 weeks",
            "1,024张H100，6周",
        ),
        (Request(gpus=("H100", "H200"), gpu_count=count(8)), "8 H100 or H200", "8张H100或H200"),
        (
            Request(gpus=("A100",), nodes=128, gpus_per_node=8, duration=SIX_WEEKS, currency="USD"),
            "128 nodes of 8 A100 for 6 weeks, in USD",
            "128台8卡A100，6周，换成USD",
        ),
        (
            Request(
                gpus=("H100",),
                gpu_count=Count(low=32, high=64),
                duration=Period(low=D(6), high=D(8), unit=TimeUnit.WEEK),
                exclude_ways=(Way.SPOT,),
                utilisation=D("0.8"),
            ),
            "32 to 64 H100 for 6 to 8 weeks, without spot, at 80% utilisation",
            "32到64张H100，6到8周，不要竞价，利用率80%",
        ),
        (Request(), "", ""),
    ],
)
def test_a_request_is_written_as_it_would_be_asked(request_: Request, english: str, chinese: str) -> None:
    assert asked.question(request_, "en") == english
    assert asked.question(request_, "zh") == chinese
