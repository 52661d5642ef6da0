"""Texts that are easily misread, in pairs that differ in little."""

from typing import Any

import pytest

from tests.bot.understanding.adapter import parse

WEEKS_6 = {"value": 6, "unit": "week"}
CASES: list[tuple[str, dict[str, Any]]] = [
    # w: weeks, or 万
    ("64 H100, 6w", {"gpu_count": 64, "duration": WEEKS_6}),
    ("预算28w，H100，6周能租多少张", {"budget": {"amount": 280_000, "currency": "CNY"}, "duration": WEEKS_6}),
    (
        "A100节点12.8w/月，8台，6周",
        {"unit_price": {"amount": 128_000, "currency": "CNY", "unit": "node", "per": "month"}},
    ),
    # October, ten months; the first quarter, one quarter
    ("64张H100，10月开始，6周", {"start_date": "2027-10-01", "duration": WEEKS_6}),
    ("64张H100，10个月", {"duration": {"value": 10, "unit": "month"}, "start_date": None}),
    ("64张H100，一季度", {"duration": {"value": 1, "unit": "quarter"}, "start_date": "2027-01-01"}),
    ("64张H100，一个季度", {"duration": {"value": 1, "unit": "quarter"}, "start_date": None}),
    # 七折 is what is paid
    ("64张H100，6周，七折", {"discount": 0.3}),
    ("64张H100，6周，优惠七成", {"discount": 0.7}),
    # a thousand cards, not a unit
    ("千卡H100，6周", {"gpu_count": 1000}),
    ("0.7千瓦，64张H100，6周", {"gpu_count": 64, "duration": WEEKS_6}),
    # T: terabytes of data, trillions of tokens
    ("64张H100，6周，8T数据传出", {"egress_tb": 8, "tokens": None}),
    ("70B模型，15T tokens，H100", {"tokens": 15e12, "egress_tb": None, "intent": "size"}),
    # m: millions, months, minutes: only money is sure
    ("$2m for H100, 6 weeks, how many?", {"budget": {"amount": 2e6, "currency": "USD"}}),
    ("64 H100 for 2m", {"duration": None, "clarify": ["duration"]}),
    # bytes and bits
    ("64 H100 6 weeks 20TB egress", {"egress_tb": 20}),
    ("64 H100 6 weeks 20Tb egress", {"egress_tb": None}),
    # GPUs and nodes
    ("8 H100 for 6 weeks", {"gpu_count": 8, "nodes": None, "clarify": None}),
    ("8 H100 nodes for 6 weeks", {"nodes": 8, "gpu_count": None, "gpus_per_node": None, "clarify": None}),
    ("8xH100 nodes for 6 weeks", {"gpus_per_node": 8, "nodes": None, "clarify": ["gpu_count"]}),
    ("an 8xH100 node for 6 weeks", {"gpus_per_node": 8, "nodes": 1, "gpu_count": 8}),
    ("8x8 H100, 6 weeks", {"nodes": 8, "gpus_per_node": 8, "gpu_count": 64}),
    ("4台8卡H100，6周", {"nodes": 4, "gpus_per_node": 8, "gpu_count": 32}),
    ("4机32卡H100，6周", {"nodes": 4, "gpus_per_node": 8, "gpu_count": 32}),
    ("2x p5.48xlarge for 6 weeks", {"nodes": 2, "gpu_count": 16}),
    # memory and count
    ("64 80GB A100 for 6 weeks", {"gpu": "A100-80GB", "gpu_count": 64}),
    ("8 A100 80GB, 6 weeks", {"gpu": "A100-80GB", "gpu_count": 8}),
    ("8 A100 80 for 6 weeks", {"gpu": "A100-80GB", "gpu_count": 8}),
    ("A100 80 for 6 weeks", {"gpu": "A100", "gpu_count": None, "clarify": ["gpu_count"]}),
    ("A100 64 for 6 weeks", {"gpu": "A100", "gpu_count": 64}),
    ("4090 8张 6周", {"gpu": "RTX4090", "gpu_count": 8}),
    ("4090 H100 for 6 weeks", {"gpu": "H100", "gpu_count": 4090}),
    # the article, the pronoun, the modal verb
    ("a 30 day run on 64 H100", {"gpu": "H100", "gpu_count": 64, "duration": {"value": 30, "unit": "day"}}),
    ("give us 64 H100 for 6 weeks", {"region": None}),
    ("64 H100 in the US for 6 weeks", {"region": "us"}),
    ("we may need 64 H100 for 6 weeks", {"start_date": None}),
    ("64 H100 in May for 6 weeks", {"start_date": "2027-05-01"}),
    ("which one is cheaper, AWS or GCP? 64 H100, 6 weeks", {"gpu_count": 64, "intent": "compare"}),
    # owning, and what is merely ours
    ("64 H100 for 6 weeks, our own storage", {"modes": None}),
    ("our own 64 H100 for 6 weeks", {"modes": ["own"]}),
    ("what does $2M buy in H100 for 6 weeks", {"modes": None, "intent": "budget"}),
    ("buy 64 H100", {"modes": ["own"], "clarify": None}),
    # a deadline is no start and no length
    ("64 H100 by Friday for 6 weeks", {"start_date": None, "duration": WEEKS_6}),
    ("64 H100 for 6 weeks starting Friday", {"start_date": "2026-12-04"}),
    # several numbers in a sentence
    ("8 H100 at $2.10 for 6 weeks", {"gpu_count": 8, "duration": WEEKS_6}),
    ("1024 H100", {"gpu_count": 1024, "gpu": "H100", "duration": None}),
    ("H100 x 8, 6 weeks", {"gpu_count": 8}),
    ("H100:8, 6 weeks", {"gpu_count": 8}),
    ("10 GB egress, 200 H100 days", {"egress_tb": 0.01, "gpu_hours": 4800, "gpu": "H100"}),
    # grouping and decimal signs
    ("1,1,024 H100 for 6 weeks", {"gpu_count": None, "clarify": ["gpu_count"]}),
    ("1,5 TB egress, 8 H100, 6 weeks", {"egress_tb": 1.5}),
    ("1024，6周，H100", {"gpu_count": 1024, "duration": WEEKS_6}),
    ("１，０２４张Ｈ１００，６周", {"gpu_count": 1024, "gpu": "H100", "duration": WEEKS_6}),
    # bullets and line numbers are no numbers
    ("- 64 H100\n- 6 weeks", {"gpu_count": 64, "duration": WEEKS_6}),
    ("1. 64 H100\n2. 6 weeks", {"gpu_count": 64, "duration": WEEKS_6}),
    ("-64 H100 for 6 weeks", {"reject": "non_positive_count"}),
    # two months in a row
    ("64张H100，两月", {"duration": {"value": 2, "unit": "month"}, "start_date": None}),
    ("64张H100，二月开始，6周", {"start_date": "2027-02-01"}),
    # a share and its word
    ("64 H100 6 weeks 20% off 80% util", {"discount": 0.2, "utilisation": 0.8}),
    ("64 H100 6 weeks egress 20TB 50TB storage", {"egress_tb": 20, "storage_tb": 50}),
    # what cannot be is not taken from what can
    ("700W GPUs? 64 H100 for 6 weeks", {"gpu_count": 64, "duration": WEEKS_6}),
    ("64 H100 for 6 weeks on 100 Gbps", {"gpu_count": 64, "duration": WEEKS_6, "egress_tb": None}),
    ("1,00 H100 for 6 weeks", {"gpu_count": None, "clarify": ["gpu_count"], "unknown": ["1,00"]}),
    # part of the time is no length
    ("64 H100 for 6 weeks, 200 hours a month", {"duration": WEEKS_6, "unknown": ["200 hours a month"]}),
    ("64 H100 for 6 weeks, 3 days a week", {"duration": WEEKS_6, "unknown": ["3 days a week"]}),
    ("64 H100 for 6 weeks, 5TB a day egress", {"duration": WEEKS_6, "egress_tb": 5, "egress_per": "day"}),
    ("64 H100 for 6 weeks, idle 30% of the time", {"utilisation": 0.7}),
    # all but, neither, nor
    ("64 H100 for 6 weeks, any cloud but Azure", {"exclude_providers": ["azure"], "providers": None}),
    ("64 H100 for 6 weeks, neither AWS nor GCP", {"exclude_providers": ["aws", "gcp"], "providers": None}),
    # money of a month
    ("200k a month for H100, how many", {"budget": {"amount": 200_000, "currency": "USD"}, "gpu_count": None}),
    ("H100 for 6 months, $50k per month, how many", {"budget": {"amount": 300_000, "currency": "USD"}}),
    ("H100 for 6 weeks, 200k a month, how many", {"budget": None, "clarify": ["budget"], "duration": WEEKS_6}),
    ("自购64张H100，单价20万", {"unit_price": {"amount": 200_000, "currency": "CNY", "unit": "gpu"}, "gpu_count": 64}),
    ("training budget for 8B, 15T tokens, 512 H200", {"budget": None, "model_params": 8e9}),
    # the form before the name
    ("64 PCIe H100 for 6 weeks", {"gpu": "H100-PCIe"}),
    ("8 nodes of 8 H100 (60 GPUs) for 6 weeks", {"gpu_count": None, "clarify": ["gpu_count"]}),
]


@pytest.mark.parametrize(("text", "wanted"), CASES, ids=[text for text, _ in CASES])
def test_a_trap_is_not_fallen_into(text: str, wanted: dict[str, Any]) -> None:
    got = parse(text)
    assert {name: got.get(name) for name in wanted} == wanted
