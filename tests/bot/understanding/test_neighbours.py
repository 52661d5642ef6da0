"""Readings that were wrong once, with neighbours of their kind in both languages: the rule holds, not the sentence."""

from typing import Any

import pytest

from bot.understanding.understand import understand
from tests.bot.understanding.adapter import TODAY, parse, vocabulary

WEEKS_6 = {"value": 6, "unit": "week"}
CASES: list[tuple[str, dict[str, Any]]] = [
    # parts of a year
    ("Quarter of a year, 60 B200", {"duration": {"value": 0.25, "unit": "year"}}),
    ("60 B200 for a quarter of a year", {"duration": {"value": 0.25, "unit": "year"}}),
    ("60 B200 for a third of a year", {"duration": {"value": 4, "unit": "month"}}),
    ("仨月，64张H20", {"duration": {"value": 3, "unit": "month"}}),
    ("two thirds of a year, 64 H100", {"duration": {"value": 8, "unit": "month"}}),
    ("three quarters of a year, 64 H100", {"duration": {"value": 0.75, "unit": "year"}}),
    # thousands of money are no GPUs
    ("we have 300k, B200 for 2 months, how many cards", {"budget": {"amount": 300_000, "currency": "USD"}}),
    ("I have 250k, how many B200 for 2 months", {"gpu_count": None, "intent": "budget"}),
    ("300k budget, B200, 2 months", {"gpu_count": None, "intent": "budget"}),
    ("budget 250000, B200, 2 months", {"budget": {"amount": 250_000, "currency": "USD"}, "gpu_count": None}),
    ("预算200个，H200，十周，几张", {"gpu_count": None, "clarify": ["gpu_count"]}),
    ("B200, 250k, 2 months", {"gpu_count": None, "clarify": ["gpu_count"]}),
    ("we have 2k H100 for 6 weeks", {"gpu_count": 2000, "budget": None}),
    ("budget for 64 H100, 6 weeks", {"gpu_count": 64, "budget": None}),
    ("预算1,100万 64张H100", {"budget": {"amount": 11_000_000, "currency": "CNY"}, "gpu_count": 64}),
    ("预算1100万 64张H100", {"budget": {"amount": 11_000_000, "currency": "CNY"}, "gpu_count": 64}),
    ("25万欧能用几张B200，两个月", {"budget": {"amount": 250_000, "currency": "EUR"}}),
    ("1.8M in dollars for MI300X, how many for half a year", {"currency": None, "intent": "budget"}),
    ("what can we afford in B200 for 3 months?", {"intent": "budget", "clarify": ["budget"]}),
    # prices of systems, of each thing counted, in tenths of a yuan
    (
        "purchase 10 DGX B200 at 410k USD per DGX",
        {"unit_price": {"amount": 410_000, "currency": "USD", "unit": "node"}},
    ),
    ("buy 10 DGX B200, $410k each", {"unit_price": {"amount": 410_000, "currency": "USD", "unit": "node"}}),
    ("buy 80 B200, $41k each", {"unit_price": {"amount": 41_000, "currency": "USD", "unit": "gpu"}}),
    ("自建96张H200，电费五毛五一度", {"power_price": {"amount": 0.55, "currency": "CNY"}}),
    ("自建96张H200，电价4毛5", {"power_price": {"amount": 0.45, "currency": "CNY"}}),
    ("自建96张H200，电费六毛二一度", {"power_price": {"amount": 0.62, "currency": "CNY"}}),
    ("自建96张H200，电价一块二一度", {"power_price": {"amount": 1.2, "currency": "CNY"}}),
    ("自建96张H200，电价六毛", {"power_price": {"amount": 0.6, "currency": "CNY"}}),
    (
        "H200一张卡一小时2.4刀，64张跑5周",
        {"unit_price": {"amount": 2.4, "currency": "USD", "unit": "gpu", "per": "hour"}, "gpu_count": 64},
    ),
    (
        "30块一张卡一小时，64张H100，6周",
        {"unit_price": {"amount": 30, "currency": "CNY", "unit": "gpu", "per": "hour"}, "duration": WEEKS_6},
    ),
    ("what does lambda charge for H100 by the hour", {"intent": "price_lookup", "per": "hour"}),
    # commitments and years of ownership beside a length
    ("8 H200 2 weeks depreciation over 3 years", {"duration": {"value": 2, "unit": "week"}, "tco_years": 3}),
    ("8张H200 两周 三年折旧", {"duration": {"value": 2, "unit": "week"}, "tco_years": 3}),
    ("buy 64 H100, written off over 4 years", {"duration": None, "tco_years": 4}),
    ("1024张H100 6周 包一年", {"duration": WEEKS_6, "commit": {"value": 1, "unit": "year"}}),
    ("64 H100 1 year reserved for 6 weeks", {"duration": WEEKS_6, "commit": {"value": 1, "unit": "year"}}),
    ("32 B200 on oci for 24 months, committing for 2 years", {"commit": {"value": 2, "unit": "year"}, "reject": None}),
    ("64 H200 locked in for 1 year, we only need 7 months", {"duration": {"value": 7, "unit": "month"}}),
    # the other side of a comparison
    ("when is it worth buying H100s instead of renting?", {"modes": ["own", "cloud", "specialised"]}),
    ("buying instead of renting 64 H100 for 12 months, which is cheaper", {"modes": ["own", "cloud", "specialised"]}),
    ("64 H100 for 6 weeks, renting instead of buying", {"modes": ["cloud", "specialised"]}),
    # what was, and what is replaced
    ("64 H200 5 weeks (was 3 weeks)", {"duration": {"value": 5, "unit": "week"}, "reject": None}),
    ("64 B200 to replace our old A100s, 5 weeks", {"gpu": "B200"}),
    ("upgrade from A100 to B200, 96 cards, 9 weeks", {"gpu": "B200", "gpu_count": 96}),
    # of each of what is not known
    ("给3个组用，每组32张B200，9周", {"gpu_count": None, "clarify": ["gpu_count"]}),
    ("32 B200 per team for 9 weeks", {"gpu_count": None, "clarify": ["gpu_count"]}),
    ("每个项目32张B200，9周", {"gpu_count": None, "clarify": ["gpu_count"]}),
    ("96 B200 with 2TB NVMe per node for 9 weeks", {"storage_tb": None, "gpu_count": 96}),
    ("96 B200 with 2TB NVMe for 9 weeks", {"storage_tb": 2}),
    ("2 clusters of 64 H100 for 6 weeks", {"gpu_count": None, "clarify": ["gpu_count"]}),
    ("64 H100 x 3 clusters for 6 weeks", {"gpu_count": None, "clarify": ["gpu_count"]}),
    ("64.000 H100 for 6 weeks", {"gpu_count": None, "clarify": ["gpu_count"]}),
    ("own 64 H100 with colo at $150/kW", {"unit_price": None, "budget": None}),
    ("64张H100 用9个月 签一年", {"duration": {"value": 9, "unit": "month"}, "commit": {"value": 1, "unit": "year"}}),
    # nodes
    ("H200s, 8 per box, 11 boxes, 6 months", {"nodes": 11, "gpus_per_node": 8, "gpu_count": 88}),
    ("双机16卡A100跑10天", {"nodes": 2, "gpus_per_node": 8, "gpu_count": 16}),
    ("单机八卡B200，20天", {"nodes": 1, "gpus_per_node": 8, "gpu_count": 8}),
    ("16台H100，单机八卡，20天", {"nodes": 16, "gpu_count": 128}),
    ("3 of the 8 H100 nodes for 6 weeks", {"reject": None, "duration": WEEKS_6}),
    # numbers of weeks are no GPU-hours
    ("64 H200 weeks 5-8 of 2027", {"gpu_hours": None, "clarify": ["duration"]}),
    # names in no list
    ("8 Cerebras WSE-3, 20 days", {"reject": "unknown_gpu"}),
    ("64张飞跃X7000显卡，两周", {"reject": "unknown_gpu"}),
    ("帮我订张机票", {"reject": "not_a_request"}),
    ("你都会干啥", {"intent": "help"}),
    # never used has no price
    ("64 H100 6 weeks at 0% use", {"reject": "out_of_range"}),
    ("64张H100 6周 利用率0%", {"reject": "out_of_range"}),
    ("64 H100 for 6 weeks, 0% off", {"reject": None, "discount": 0}),
    # currencies by their codes
    ("64 H100 for 6 weeks in THB", {"currency": "THB"}),
    ("64 H100 for 6 weeks in pln", {"currency": "PLN"}),
    ("64 H100 for 6 weeks in TRY", {"currency": "TRY"}),
    ("64 H100 for 6 weeks in all regions", {"currency": None}),
    ("64 H100 for 6 weeks, @bob", {"currency": None}),
    ("64 H100 for 6 weeks, try AWS", {"currency": None, "providers": ["aws"]}),
    ("64张H100，6周，用THB", {"currency": "THB"}),
    ("500k THB for H100, 6 weeks, how many", {"budget": {"amount": 500_000, "currency": "THB"}}),
    # verbs behind the names they leave out
    ("64 H100 for 6 weeks, delete AWS", {"exclude_providers": ["aws"], "providers": None}),
    ("64张H100，6周，腾讯去掉", {"exclude_providers": ["tencent"], "providers": None}),
    ("64张H100，6周，阿里云不要", {"exclude_providers": ["alicloud"], "providers": None}),
    ("64张H100，6周，腾讯阿里都不要", {"exclude_providers": ["tencent", "alicloud"], "providers": None}),
    ("64 H100 for 6 weeks, AWS and GCP out", {"exclude_providers": ["aws", "gcp"], "providers": None}),
    ("64 H100 for 6 weeks, leave AWS out", {"exclude_providers": ["aws"], "providers": None}),
    ("64 H100 for 6 weeks on AWS, 20TB out", {"providers": ["aws"], "egress_tb": 20}),
    ("64 H100 for 6 weeks on AWS, no spot", {"providers": ["aws"], "exclude_modes": ["cloud_spot"]}),
]
REPORTED: list[tuple[str, str]] = [
    ("64 H100 for 6 weeks as of 2025-05-01", "as of 2025-05-01"),
    ("3号机房要上48张H200，跑五周", "3号"),
    ("2号楼48张H200，五周", "2号楼"),
    ("Sent: Monday, 30 November 2026 16:42\n56 H200 for 11 weeks", "Monday, 30 November 2026 16:42"),
    ("Date: 27 November 2026\n40 H200 for 5 weeks", "27 November 2026"),
    ("96张B200，9周，每周跑5天", "每周跑5天"),
    ("96 B200 for 9 weeks, 每月跑20天", "每月跑20天"),
    ("96张B200，9周，周末不跑", "周末"),
    ("96 B200 for 9 weeks, weekends off", "weekends"),
    ("64张H100，三天前问过，6周", "三天前"),
    ("64 H100 for 6 weeks, we asked 3 days ago", "3 days ago"),
    ("64 H100 for 6 weeks in CNY and USD", "USD"),
    ("64 H100 not H200 for 6 weeks", "H200"),
    ("64 H100 for 6 weeks, only 8 hours a day", "8 hours a day"),
    ("64张H100跑6周，每天只跑8小时", "每天只跑8小时"),
]


@pytest.mark.parametrize(("text", "wanted"), CASES, ids=[text for text, _ in CASES])
def test_it_is_read_right(text: str, wanted: dict[str, Any]) -> None:
    got = parse(text)
    assert {name: got.get(name) for name in wanted} == wanted


@pytest.mark.parametrize(("text", "words"), REPORTED, ids=[text for text, _ in REPORTED])
def test_what_is_no_field_is_reported_and_does_not_start_anything(text: str, words: str) -> None:
    reading = understand(text, vocabulary(), TODAY)
    assert any(words in said for said in reading.unknown)
    assert (reading.request.start_date, reading.reject, reading.ask) == (None, None, ())


def test_a_day_to_come_starts_it_also_with_as_of() -> None:
    assert parse("64 H100 for 2 weeks as of Feb 1")["start_date"] == "2027-02-01"


@pytest.mark.parametrize("text", ["with 4-week months", "with months of 28 days", "672 hours a month", "4周一个月"])
def test_the_length_of_a_month_is_no_length_of_the_need(text: str) -> None:
    request = understand(f"64 H100 for 3 months, {text}", vocabulary(), TODAY).request
    assert request.hours_per_month == 672
    assert request.duration is not None
    assert request.duration.low == 3
