"""Follow-ups that were misread once, with neighbours: what changes a request, and what only asks about its answer."""

from typing import Any

import pytest

from bot.understanding.reading import Action, Reading
from bot.understanding.understand import understand
from tests.bot.understanding.adapter import TODAY, labels, parse, request, vocabulary

QUOTE = "64 B200 for 2 months"
COMPARE = "compare 64 B200 for 2 months on aws, alicloud and tencent"
BUY = "buy 128 H100, 5 years TCO, power at 0.5元/度"


def months(value: int) -> dict[str, Any]:
    return {"duration": {"value": value, "unit": "month"}, "gpu_count": 64}


def days(value: int) -> dict[str, Any]:
    return {"duration": {"value": value, "unit": "day"}, "gpu_count": 64}


CHANGES: list[tuple[str, str, dict[str, Any]]] = [
    # more or less time
    (QUOTE, "one more month", months(3)),
    (QUOTE, "two more months", months(4)),
    (QUOTE, "another month", months(3)),
    (QUOTE, "an extra month", months(3)),
    (QUOTE, "再多一个月", months(3)),
    (QUOTE, "再加俩月", months(4)),
    (QUOTE, "one less month", months(1)),
    (QUOTE, "少一个月", months(1)),
    (QUOTE, "two more weeks", days(74)),
    (QUOTE, "what if it slips by three weeks", days(81)),
    (QUOTE, "it overruns by 2 weeks", days(74)),
    # from one value to another
    (QUOTE, "from 2 months to 5", months(5)),
    (QUOTE, "instead of 2 months, 5", months(5)),
    (QUOTE, "把两个月改成五个月", months(5)),
    (QUOTE, "64改48", {"gpu_count": 48}),
    (QUOTE, "把64张改成48张", {"gpu_count": 48}),
    (QUOTE, "let's say 32", {"gpu_count": 32}),
    ("8 nodes of 8 x B200 for 2 months", "only 3 of the 8 nodes", {"nodes": 3, "gpu_count": 24}),
    (QUOTE, "1.5x the cards", {"gpu_count": 96}),
    (QUOTE, "3倍", {"gpu_count": 192}),
    (QUOTE, "use 5 months, not 2", months(5)),
    (QUOTE, "5 months rather than 2", months(5)),
    (QUOTE, "5 instead of 2 months", months(5)),
    (QUOTE, "32 GPUs instead of 64", {"gpu_count": 32}),
    (QUOTE, "32, not 64", {"gpu_count": 32}),
    # fewer
    (QUOTE, "drop 24 GPUs", {"gpu_count": 40}),
    (QUOTE, "remove 24 cards", {"gpu_count": 40}),
    (QUOTE, "minus 24", {"gpu_count": 40}),
    (QUOTE, "drop to 24 GPUs", {"gpu_count": 24}),
    # times
    (QUOTE, "x2", {"gpu_count": 128}),
    (QUOTE, "×3", {"gpu_count": 192}),
    (QUOTE, "10x", {"gpu_count": 640}),
    # beside what is on show
    (QUOTE, "plus Azure", {"providers": None}),
    (QUOTE, "and spot", {"modes": None}),
    ("64 B200 for 2 months on aws", "plus Azure", {"providers": ["aws", "azure"]}),
    ("64 B200 for 2 months on aws", "and Azure", {"providers": ["aws", "azure"]}),
    ("64 B200 for 2 months, no spot", "add spot back", {"modes": None, "exclude_modes": None}),
    # a verb behind the name
    (COMPARE, "腾讯去掉", {"providers": ["aws", "alicloud"]}),
    (COMPARE, "阿里云不要", {"providers": ["aws", "tencent"]}),
    (COMPARE, "aws踢掉", {"providers": ["alicloud", "tencent"]}),
    (COMPARE, "把腾讯云拿掉", {"providers": ["aws", "alicloud"]}),
    (COMPARE, "tencent out", {"providers": ["aws", "alicloud"]}),
    (COMPARE, "all but tencent", {"providers": ["aws", "alicloud"]}),
    (COMPARE, "delete aws", {"providers": ["alicloud", "tencent"]}),
    (QUOTE, "delete aws", {"exclude_providers": ["aws"], "providers": None}),
    # also fine is not only
    (QUOTE, "spot is fine too", {"modes": None}),
    (QUOTE, "竞价也可以", {"modes": None}),
    ("64 B200 for 2 months on demand", "spot is fine too", {"modes": ["cloud_on_demand", "cloud_spot"]}),
    ("64 B200 for 2 months, no spot", "spot is fine too", {"modes": None, "exclude_modes": None}),
    # rates and prices
    (QUOTE, "每天出网1TB", {"egress_tb": 1, "egress_per": "day"}),
    (QUOTE, "1TB egress per day", {"egress_tb": 1, "egress_per": "day"}),
    (BUY, "电价按四毛五", {"power_price": {"amount": 0.45, "currency": "CNY"}, "gpu_count": 128}),
    (BUY, "电价五毛五", {"power_price": {"amount": 0.55, "currency": "CNY"}, "gpu_count": 128}),
    (QUOTE, "do it on spot", {"modes": ["cloud_spot"]}),
    (QUOTE, "have it in euros", {"currency": "EUR"}),
    (QUOTE, "in THB", {"currency": "THB"}),
    # a question that wants the change
    (QUOTE, "can we get 128 instead?", {"gpu_count": 128}),
    (QUOTE, "128张可以吗", {"gpu_count": 128}),
    (QUOTE, "what about 5 months?", months(5)),
    (QUOTE, "why not 128?", {"gpu_count": 128}),
]
ONLY_ASK = [
    "what if we're delayed by a month",
    "what was it last week?",
    "@bob can you check this",
    "shift by two weeks",
    "how many GPUs in a node?",
    "一台几张卡",
    "how many hours in a month?",
    "这是美元吗",
    "is this USD?",
    "two nodes more",
    "再加两台",
    "gibberish foo bar",
    "?",
    "in XYZ",
    "not 64 but 96",
    "Bob will be out 2 weeks",
    "let's talk tomorrow at 5",
    "I have 5 minutes",
    "I'll be back in 2 days",
    "see you on Monday",
    "back in 5 minutes",
    "I'm on holiday for 2 weeks",
    "remind me in 3 days",
    "I need a day to think",
    "我请假两周",
    "等我5分钟",
    "明天再说",
    "明天聊",
    "not 2 months but 5",
    "what is Lambda?",
    "who is AWS",
]
NOT_TAKEN = [
    "vendor X offers 1.90 until Friday",
    "10 off",
    "500k",
    "超过50万就不要",
    "分3期付",
    "call me at 415 555 0133",
    "每周跑5天",
    "每天只跑8小时",
    "with H1000",
    "2027",
    "for 3",
    "便宜一点",
    "36 instead of 60 months",
]
EXPLAIN = [
    "where is 2.49 from",
    "where does the 2.49 come from?",
    "where is 2.49 from, how old?",
    "why 1.38 months and not 1.5?",
    "六周为什么不按一个半月？",
    "为什么一个9百万一个3.7亿？",
    "这个2.49怎么来的",
    "怎麼算的？",
]


def follow(first: str, text: str) -> tuple[Reading, dict[str, Any]]:
    """The reading of a follow-up, and the labels before it."""
    before = parse(first)
    return understand(text, vocabulary(), TODAY, request(before)), before


@pytest.mark.parametrize(("first", "text", "wanted"), CHANGES, ids=[f"{a} + {b}" for a, b, _ in CHANGES])
def test_a_change_is_made(first: str, text: str, wanted: dict[str, Any]) -> None:
    reading, _ = follow(first, text)
    got = labels(reading)
    assert (reading.action, reading.reject) == (Action.SET, None)
    assert {name: got.get(name) for name in wanted} == wanted


@pytest.mark.parametrize("text", ONLY_ASK)
def test_a_question_nobody_can_answer_is_reported_and_changes_nothing(text: str) -> None:
    reading, before = follow(QUOTE, text)
    assert reading.request == request(before)
    assert (reading.action, reading.reject) == (Action.SET, "not_a_request")
    assert reading.unknown


@pytest.mark.parametrize("text", NOT_TAKEN)
def test_what_counts_something_else_is_reported_and_changes_nothing(text: str) -> None:
    reading, before = follow(QUOTE, text)
    assert reading.request == request(before)
    assert reading.action is Action.SET
    assert reading.unknown


@pytest.mark.parametrize("text", EXPLAIN)
def test_a_question_for_the_reasons_is_an_explanation(text: str) -> None:
    reading, before = follow(QUOTE, text)
    assert (reading.action, reading.request, reading.reject) == (Action.EXPLAIN, request(before), None)


@pytest.mark.parametrize("text", ["thanks", "ok great", "谢谢", "好的", "👍", "thanks Bob"])
def test_thanks_are_no_change_and_no_mistake(text: str) -> None:
    reading, _ = follow(QUOTE, text)
    assert (reading.action, reading.reject) == (Action.NONE, None)


@pytest.mark.parametrize(
    "text", ["go back to the first one", "back to the first one", "the first one", "first one", "回到第一个"]
)
def test_the_first_one_is_the_first_request_of_the_thread(text: str) -> None:
    states = tuple(request(parse(one)) for one in (QUOTE, "32 B200 for 2 months", "16 B200 for 2 months"))
    reading = understand(text, vocabulary(), TODAY, states[-1], states[:-1])
    assert (reading.action, reading.request) == (Action.UNDO, states[0])
