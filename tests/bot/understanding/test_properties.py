"""What holds for any text."""

import unicodedata
from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.understanding.reading import Action, Reading
from bot.understanding.request import Request
from bot.understanding.understand import understand
from bot.understanding.words import listed
from bot.understanding.write import written
from tests.bot.understanding.adapter import TODAY, vocabulary
from tests.bot.understanding.requests_strategy import requests

WORDS = sorted({word for _, _, word in listed()})
NAMES = [gpu.id for gpu in vocabulary().gpus] + [provider.id for provider in vocabulary().providers]
NUMBERS = [
    "8",
    "64",
    "1,024",
    "1.5k",
    "28万",
    "2027",
    "3/4",
    "0",
    "-1",
    "6w",
    "10T",
    "70B",
    "9" * 30,
    "1e9",
    "30%",
    "$2M",
]
PIECES = st.sampled_from([*WORDS, *NAMES, *NUMBERS, "x", "-", "/", ":", "(", ")", "\n", "。", "，", "、", "~"])
SENTENCES = st.lists(PIECES, max_size=14).map(" ".join) | st.lists(PIECES, max_size=14).map("".join)
TEXTS = st.one_of(SENTENCES, st.text(max_size=80))


def read(text: str, before: Request | None = None) -> Reading:
    return understand(text, vocabulary(), TODAY, before, (before,) if before else ())


def survives(text: str, before: Request | None = None) -> None:
    reading = read(text, before)
    assert "".join(span.text for span in reading.spans) == text
    place = 0
    for span in reading.spans:
        assert (span.start, text[span.start : span.end]) == (place, span.text)
        place = span.end
    assert reading.language in ("en", "zh", "")
    if reading.reject:
        assert reading.ask == ()


@settings(max_examples=400, deadline=None)
@given(TEXTS)
def test_any_text_is_survived_and_accounted_for(text: str) -> None:
    survives(text)


@settings(max_examples=200, deadline=None)
@given(TEXTS, requests())
def test_any_follow_up_is_survived_and_accounted_for(text: str, before: Request) -> None:
    survives(text, before)


@settings(max_examples=60, deadline=None)
@given(st.dates(date(1990, 1, 1), date(2090, 12, 31)), SENTENCES)
def test_any_day_will_do(today: date, text: str) -> None:
    understand(text + " 64 H100 from next Friday to Feb 29", vocabulary(), today)


SAID = [
    "1,024 H100 for 6 weeks",
    "128 nodes of 8xA100 80GB, starverse vs aws, 20TB egress",
    "64 H200 for 3 months at 60% utilisation, no spot, in eur",
    "128台8卡A100节点，6周，不要竞价，用美元",
    "预算500万，H100，六周，能有多少张",
    "when does buying 64 H100 beat renting?",
    "train a 70B model on 15T tokens with H100 at 40% MFU",
]


@pytest.mark.parametrize("text", SAID)
def test_case_width_and_spaces_change_nothing(text: str) -> None:
    wanted = read(text).request
    for other in (
        text.upper(),
        text.lower(),
        f"  {text}  ",
        text.replace(" ", "  "),
        text.replace(" ", "\u00a0"),
        unicodedata.normalize("NFKC", text),
        "".join(chr(ord(char) + 0xFEE0) if "!" <= char <= "~" and char not in ",." else char for char in text),
        f"*{text}*",
        f"`{text}`",
        f"{text}!",
    ):
        assert read(other).request == wanted, other


@settings(max_examples=150, deadline=None)
@given(requests(), requests(), st.sampled_from(["en", "zh"]))
def test_a_follow_up_that_says_everything_is_the_fresh_question(
    before: Request, request: Request, language: str
) -> None:
    text = written(request, language, vocabulary())
    fresh = read(text)
    if fresh.ask:
        return
    reading = read(text, before)
    assert (reading.action, reading.request) == (Action.NEW, fresh.request), text


@settings(max_examples=100, deadline=None)
@given(requests(), TEXTS)
def test_talk_changes_nothing(before: Request, text: str) -> None:
    reading = read(text, before)
    if reading.action in (Action.NONE, Action.EXPLAIN, Action.EXPORT):
        assert reading.request == before


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("64 H100 for 6 weeks", "en"),
        ("one H200, 48h", "en"),
        ("64张H100，6周", "zh"),
        ("阿里云", "zh"),
        ("帮我 quote 一下 32 张 B200，8 weeks", "zh"),
        ("1024 张 H100 for 6 weeks", "en"),
        ("1024", ""),
        ("64x H100, 6w", ""),
        ("AWS", ""),
        ("in USD", "en"),
    ],
)
def test_the_language_is_told_by_words_that_only_one_has(text: str, language: str) -> None:
    assert understand(text, vocabulary(), TODAY).language == language
