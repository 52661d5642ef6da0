"""Phrases that ask what matters, for a target price, a term or a blend: what they set, fresh and in a thread."""

from decimal import Decimal

import pytest

from bot.understanding.reading import Action, Reading
from bot.understanding.request import Count, Intent, Request, Way
from bot.understanding.understand import understand
from pricing.units import TimeUnit
from tests.bot.understanding.adapter import TODAY, vocabulary

FRESH = {
    "what matters most for 1024 H100 for 6 weeks": Intent.SENSITIVITY,
    "1024张H100跑6周，哪个参数影响最大": Intent.SENSITIVITY,
    "1024 H100 for 2 years: at what cloud price does owning lose?": Intent.TARGET_PRICE,
    "1024张H100两年，云价到多少自建就不划算": Intent.TARGET_PRICE,
    "which term is best for 64 H200 for a year": Intent.COMMITMENT,
    "64张H200用一年，签多久": Intent.COMMITMENT,
    "64 H200 for a year, if it may end after 3 months": Intent.COMMITMENT,
    "64张H200用一年，3个月后可能结束": Intent.COMMITMENT,
    "1024 H100 for a year, 256 reserved, the rest on demand": Intent.BLEND,
    "1024张H100一年，256张包年，其余按需": Intent.BLEND,
    "256 H100 always, 1024 for 8 weeks, over a year": Intent.BLEND,
    "平时256张H100，高峰1024张8周，一年": Intent.BLEND,
}
QUOTE = Request(
    gpus=("H100",),
    gpu_count=Count(low=1024, high=1024),
    duration={"low": 1, "high": 1, "unit": TimeUnit.YEAR},  # type: ignore[arg-type]
)


def read(text: str) -> Reading:
    return understand(text, vocabulary(), TODAY)


def thread(*texts: str) -> Reading:
    """The reading of the last of the messages of a thread that asked for 1,024 H100 for a year."""
    history: tuple[Request, ...] = ()
    before, reading = QUOTE, None
    for text in texts:
        history = (*history, before)
        reading = understand(text, vocabulary(), TODAY, before, history)
        before = reading.request
    assert reading is not None
    return reading


@pytest.mark.parametrize(("text", "intent"), FRESH.items())
def test_a_fresh_question(text: str, intent: Intent) -> None:
    reading = read(text)
    assert reading.request.intent is intent
    assert (reading.ask, reading.reject, reading.unknown) == ((), None, ())


@pytest.mark.parametrize("text", ["at what cloud price does owning lose?", "云价到多少自建就不划算？"])
def test_who_loses_is_not_left_out(text: str) -> None:
    request = thread(text).request
    assert request.intent is Intent.TARGET_PRICE
    assert Way.OWN in request.ways
    assert request.exclude_ways == ()


@pytest.mark.parametrize("text", ["drop spot", "lose the spot offers", "不要竞价", "不要自建"])
def test_what_is_left_out_still_is(text: str) -> None:
    assert thread(text).request.exclude_ways


@pytest.mark.parametrize(
    ("text", "base", "ways"),
    [
        ("256 reserved, the rest on demand", 256, (Way.COMMITTED, Way.ON_DEMAND)),
        ("reserve 256, rest on demand", 256, (Way.COMMITTED, Way.ON_DEMAND)),
        ("own 256, the rest on demand", 256, (Way.OWN, Way.ON_DEMAND)),
        ("256 reserved, the rest on spot", 256, (Way.COMMITTED, Way.SPOT)),
        ("own the base, rent the peak", None, (Way.OWN, Way.ON_DEMAND)),
        ("256张包年，其余按需", 256, (Way.COMMITTED, Way.ON_DEMAND)),
        ("256张包年，其余竞价", 256, (Way.COMMITTED, Way.SPOT)),
        ("基线自建、峰值租用", None, (Way.OWN, Way.ON_DEMAND)),
    ],
)
def test_the_parts_of_a_blend(text: str, base: int | None, ways: tuple[Way, Way]) -> None:
    reading = thread(text)
    request = reading.request
    assert request.intent is Intent.BLEND
    assert (request.base_gpus, (request.base_way, request.rest_way)) == (base, ways)
    assert request.gpu_count == QUOTE.gpu_count
    assert reading.unknown == ()


def test_a_term_said_of_the_base_is_its_term() -> None:
    request = thread("256 in a 3 year commitment, the rest on demand").request
    assert (request.base_gpus, request.gpu_count, request.duration) == (256, QUOTE.gpu_count, QUOTE.duration)
    assert request.commit is not None
    assert (request.commit.low, request.commit.unit) == (3, TimeUnit.YEAR)


def test_fewer_gpus_beside_a_blend_are_its_base() -> None:
    request = thread("128 GPUs for the base, the rest on demand").request
    assert (request.base_gpus, request.gpu_count) == (128, QUOTE.gpu_count)


def test_another_topic_leaves_the_parts_of_a_blend_behind() -> None:
    request = thread("256 in a 3 year commitment, the rest on demand", "which term is best?").request
    assert (request.intent, request.base_gpus, request.base_way, request.commit) == (
        Intent.COMMITMENT,
        None,
        None,
        None,
    )


@pytest.mark.parametrize("text", ["256 always, 1024 for 8 weeks", "平时256张，高峰1024张8周", "平时256张，8周用1024张"])
def test_a_need_that_is_larger_for_a_while(text: str) -> None:
    request = thread(text).request
    assert request.intent is Intent.BLEND
    assert (request.always_gpus, request.gpu_count) == (256, Count(low=1024, high=1024))
    assert request.peak is not None
    assert (request.peak.low, request.peak.unit) == (8, TimeUnit.WEEK)
    assert request.duration == QUOTE.duration


@pytest.mark.parametrize("text", ["if it may end after 3 months", "it might end in 3 months", "3个月后可能结束"])
def test_a_need_that_may_end_early(text: str) -> None:
    request = thread(text).request
    assert request.intent is Intent.COMMITMENT
    assert request.ends_after is not None
    assert (request.ends_after.low, request.ends_after.unit) == (3, TimeUnit.MONTH)
    assert (request.duration, request.start_date) == (QUOTE.duration, None)


@pytest.mark.parametrize(
    ("text", "share"),
    [("and if we use half of it?", "0.5"), ("只用一半呢？", "0.5"), ("at 40% use", "0.4"), ("利用率40%", "0.4")],
)
def test_how_much_of_a_commitment_is_used(text: str, share: str) -> None:
    reading = thread("which term is best?", text)
    assert reading.request.commit_use == Decimal(share)
    assert reading.request.utilisation is None
    assert reading.request.gpu_count == QUOTE.gpu_count


def test_half_of_what_is_no_commitment_is_half_the_gpus() -> None:
    assert thread("half of that").request.gpu_count == Count(low=512, high=512)
    assert thread("at 40% use").request.utilisation == Decimal("0.4")


def test_the_subject_of_a_target_price_is_no_filter_of_what_comes_next() -> None:
    reading = thread("only on demand", "at what price does AWS lose?", "what matters most?")
    assert reading.request.providers == ()
    assert reading.request.ways == (Way.ON_DEMAND,)


@pytest.mark.parametrize("text", ["what does leaving early cost?", "中途退租违约金多少？"])
def test_leaving_early_is_a_question_of_commitment(text: str) -> None:
    reading = thread(text)
    assert (reading.action, reading.request.intent) == (Action.SET, Intent.COMMITMENT)
