"""Questions about an answer: each has an answer from the rows on show, or is said to be not known."""

import pytest

from bot.replies.aspects.card import ASPECTS, lines_about
from bot.replies.words import languages
from bot.understanding.kinds import Kind
from bot.understanding.lexicon.aspects import ASPECTS as WORDS
from bot.understanding.reading import About
from tests.bot.intents.advice.asked import asked, desk, text_of

ASK = "1024 H100 for 6 weeks"
ANSWERED = [
    ("is VAT in? 13 or 6 %?", "at 13% it is"),
    ("do we pay two full months?", "used 1.485, billed 2 months, so 66.6M CNY in cash"),
    ("SXM or PCIe?", "form not said (a plain name usually means SXM)"),
    ("with 25% up front?", "25% up front of"),
    ("and after the month ends?", "No row says what it costs after its end"),
    ("what if spot stops us once a day?", "between stops M = 24 h"),
    ("can we book exactly these dates?", "ready in 6 months"),
    ("wait for the next generation?", "Nothing here forecasts prices"),
    ("cheaper above 500 cards?", "No price here has volume tiers"),
    ("if 3% of nodes are down?", "1,039.18 h instead of 1,008 h"),
    ("with 24/7 support", "No row says what support costs"),
    ("anything else on the bill?", "in the price are"),
    ("and above the reserved part?", "on demand, by the same seller's list"),
    ("is that per GPU or per node?", "128,000 CNY/node-month, for a whole node of 8 GPUs"),
    ("how long does this hold?", "None of these is a promise"),
    ("who has to approve this?", "No approval thresholds are kept here"),
    ("can we get a special VAT invoice?", "No row says which invoice"),
    ("which exchange rate, of when?", "1 USD = 6.9858 CNY (2026-01-27"),
    ("with InfiniBand?", "joined"),
    ("if we wait 48 h?", "After 48 h it begins on 2026-12-03"),
    ("sources", "Price no."),
    ("the vendor says 2.1亿 TCO, does it add up?", "210M CNY does not add up: Own, 70% used over 5 years"),
    ("厂商说TCO 2.1亿，对吗？", "对不上"),
]


@pytest.mark.parametrize(("question", "words"), ANSWERED, ids=[question for question, _ in ANSWERED])
def test_it_is_answered_and_the_thread_stays_as_it_was(question: str, words: str) -> None:
    before, answer = asked(ASK), asked(ASK, question)
    assert words in text_of(answer.card)
    assert answer.state is None
    assert answer.comparisons[0].scenario == before.comparisons[0].scenario


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("aspect", ASPECTS)
def test_every_aspect_has_something_to_say_of_any_answer(aspect: str, language: str) -> None:
    for question in (ASK, "64 H100 for 3 months, only spot", "buy 512 H100", "8 L40S for 2 days in USD"):
        comparison = asked(question).comparisons[0]
        lines = lines_about(comparison, language, (About(aspect),), desk().book_of_today())
        assert lines
        assert all(line.strip() for line in lines)


def test_every_aspect_that_can_be_read_is_answered() -> None:
    assert {name for kind, name, _ in WORDS if kind is Kind.ASPECT} == ASPECTS.keys()


def test_asked_beside_a_price_it_stands_under_it() -> None:
    answer = asked("64 H100 for 6 weeks, is VAT included?")
    assert answer.card.table is not None
    assert any("tax is in" in note for note in answer.card.notes)


def test_before_any_question_it_says_what_to_ask_first() -> None:
    assert asked("is VAT included?").card.table is None


def test_words_beside_it_that_nobody_knows_are_reported() -> None:
    assert "“frobnicate”" in text_of(asked(ASK, "is VAT in, frobnicate?").card)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("only 8 hours a day, weekdays", "Some hours of each day are not priced as such"),
        ("每天只跑8小时", "每天只跑几小时没有单独的算法"),
        ("500 TB for the run", "stored, or sent out"),
        ("vendor X offers 1.90 until Friday", "not recorded from here"),
        ("X家给到1.9，周五前有效", "这里不登记卖家的报价"),
    ],
)
def test_what_cannot_be_done_here_is_declined_with_what_to_say_instead(text: str, words: str) -> None:
    answer = asked(ASK, text)
    assert words in answer.card.verdict
    assert answer.state is None


def test_a_question_about_the_answer_repeats_no_workings() -> None:
    assert asked(ASK, "at 8% WACC").card.sections
    assert asked(ASK, "at 8% WACC", "is VAT in?").card.sections == ()
    assert asked(ASK, "at 8% WACC", "show the math").card.sections
