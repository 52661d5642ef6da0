# ruff: noqa: E501 - one text to a line
"""Quotes, tables and lists as sellers write them, right and with one slip: exactly the slipped figures are called wrong."""

import pytest

from tests.bot.claims.reading import held, slips

RIGHT = [
    "Quote: 32 x HGX H100 nodes, 36-month term, $2.05 per GPU-hour, 8 GPUs per node. Monthly commitment: $383,104. Term total: $13.79M.",
    "| Item | Qty | Unit price | Total |\n|---|---|---|---|\n| DGX H200 | 4 | $425,000 | $1,700,000 |\n| QM9700 switch | 2 | $38,000 | $76,000 |\n| Install | 1 | $25,000 | $25,000 |\n| Grand total | | | $1,801,000 |",
    "- 64 H200 GPUs\n- $2.80 per GPU-hour\n- 24x7 for 12 months\n- Annual cost: $1.57M",
    "Storage: 200 TB at $0.023 per GB per month is $4,600 a month.",
    "对象存储 200TB，每GB每月0.12元，每月2.4万元，一年28.8万元",
    "8卡H100整机月租6.8万元，租16台，一年合计1305.6万元",
    "每台8卡服务器售价235万元，32台合计7520万元，另加13%增值税，即977.6万元，总计8497.6万元",
    "Committed rate $1.89/GPU-hr versus on-demand $2.99/GPU-hr: you save 37%.",
    "承诺价每卡时13.5元，按需每卡时21元，节省35.7%",
    "A 1 MW hall at PUE 1.3 draws 1.3 MW; 8,760 hours at $0.07/kWh cost $797K a year.",
    "Item\tQty\tUnit\tAmount\nB200 server\t8\t$480,000\t$3,840,000\nNIC\t64\t$1,900\t$121,600\nTotal\t\t\t$3,961,600",
    "64张A100，每张每月4500元，租6个月，共172.8万元",
    "Finance lease: $9.6M over 48 months is $200K per month.",
    "Your bill last month: 12,400 GPU-hours at $3.20 = $39,680. Egress 40 TB at $0.08/GB = $3,200. Total $42,880.",
    "Hardware $40M, networking 15% of hardware = $6M, software $2M; total $48M",
    "电费：30台×10.2kW×PUE 1.25×8760小时×0.65元=218万元/年",
    "NVL72 racks: 4 racks at $3.6M each comes to $14.4M, 288 GPUs, or $50,000 per GPU",
    "总拥有成本5年6000万元，折合每年1200万元，每月100万元",
    "We offer 128 B200 at $4.10 per GPU-hour for 24 months: $9.19M total, billed $383K monthly.",
    "Proposal: 4 DGX B200 systems, list $515,000 each, 12% discount, net $1,812,800.",
    "方案：4台DGX B200，单价380万元，九折后合计1368万元",
    "512卡H800集群，每卡时12.8元，全年（8760小时）合计5741万元",
    "Egress: first 10 TB free, next 90 TB at $0.085/GB = $7,650",
    "Colo: 12 racks at $2,400 per rack per month = $28,800 a month, $345,600 a year",
    "机柜托管：12个机柜，每个机柜每月1.2万元，每月共14.4万元，每年172.8万元",
    "Fine-tuning run: 8 x H100 for 72 hours at $2.49/GPU-hr → $1,434",
    "Node price $98.32/h, i.e. $12.29 per GPU with 8 GPUs per node; 30 days = $70,790",
    "Support 10% of $6.4M hardware is $640K per year",
    "维保费为硬件6400万元的8%，即每年512万元",
    "H100 80GB x 8, 整机 210 万元；采购 64 台，总价 1.344 亿元",
    "| GPU | Count | $/GPU-h | Hours | Cost |\n|--|--|--|--|--|\n| H100 | 64 | 2.10 | 720 | 96,768 |\n| A100 | 128 | 1.20 | 720 | 110,592 |\n| Total | | | | 207,360 |",
    "| 项目 | 数量 | 单价(万元) | 金额(万元) |\n|--|--|--|--|\n| H100服务器 | 16 | 230 | 3680 |\n| 交换机 | 8 | 25 | 200 |\n| 合计 | | | 3880 |",
    "Reserved for 3 years upfront: $24.9M for 128 H100, equals $7.40 per GPU-hour",
    "1万卡时 H100 套餐 21 万元，合每卡时 21 元",
    "Power per node 10.2 kW; 64 nodes draw 653 kW; at $0.08/kWh that is $457,000 a year",
    "Capex: 32 servers × $290,000 = $9.28M. Opex: $1.1M a year. 4-year TCO: $13.68M.",
    "Spot at $1.35/GPU-hr vs $2.70 on demand, 50% cheaper; 256 GPUs for 1,000 hours: $345,600",
]

WRONG: list[tuple[str, set[str]]] = [
    (
        "Quote: 32 x HGX H100 nodes, 36-month term, $2.05 per GPU-hour, 8 GPUs per node. Monthly commitment: $47,888. Term total: $13.79M.",
        {"$47,888"},
    ),
    (
        "| Item | Qty | Unit price | Total |\n|---|---|---|---|\n| DGX H200 | 4 | $425,000 | $1,700,000 |\n| QM9700 switch | 2 | $38,000 | $760,000 |\n| Install | 1 | $25,000 | $25,000 |\n| Grand total | | | $2,485,000 |",
        {"$760,000", "$2,485,000"},
    ),
    ("- 64 H200 GPUs\n- $2.80 per GPU-hour\n- 24x7 for 12 months\n- Annual cost: $131K", {"$131K"}),
    ("Storage: 200 TB at $0.023 per GB per month is $4.60 a month.", {"$4.60 a month"}),
    ("对象存储 200TB，每GB每月0.12元，每月240元，一年28.8万元", {"每月240元"}),
    ("8卡H100整机月租6.8万元，租16台，一年合计108.8万元", {"108.8万元"}),
    (
        "每台8卡服务器售价235万元，32台合计7520万元，另加13%增值税，即97.76万元，总计7617.76万元",
        {"97.76万元", "7617.76万元"},
    ),
    ("Committed rate $1.89/GPU-hr versus on-demand $2.99/GPU-hr: you save 58%.", {"58%"}),
    ("承诺价每卡时13.5元，按需每卡时21元，节省55.6%", {"55.6%"}),
    ("A 1 MW hall at PUE 1.3 draws 1.3 MW; 8,760 hours at $0.07/kWh cost $79.7K a year.", {"$79.7K a year"}),
    (
        "Item\tQty\tUnit\tAmount\nB200 server\t8\t$480,000\t$3,840,000\nNIC\t64\t$1,900\t$12,160\nTotal\t\t\t$3,852,160",
        {"$12,160", "$3,852,160"},
    ),
    ("64张A100，每张每月4500元，租6个月，共28.8万元", {"28.8万元"}),
    ("Finance lease: $9.6M over 48 months is $2.4M per month.", {"$2.4M per month"}),
    (
        "Your bill last month: 12,400 GPU-hours at $3.20 = $39,680. Egress 40 TB at $0.08/GB = $3.20. Total $39,683.20.",
        {"$3.20", "$39,683.20"},
    ),
    ("Hardware $40M, networking 15% of hardware = $6.3M, software $2M; total $48.3M", {"$6.3M", "$48.3M"}),
    ("电费：30台×10.2kW×PUE 1.25×8760小时×0.65元=21.8万元/年", {"21.8万元/年"}),
    ("NVL72 racks: 4 racks at $3.6M each comes to $14.4M, 288 GPUs, or $5,000 per GPU", {"$5,000 per GPU"}),
    ("总拥有成本5年6000万元，折合每年1200万元，每月10万元", {"每月10万元"}),
    (
        "We offer 128 B200 at $4.10 per GPU-hour for 24 months: $919K total, billed $38.3K monthly.",
        {"$919K", "$38.3K monthly"},
    ),
    ("Proposal: 4 DGX B200 systems, list $515,000 each, 12% discount, net $247,200.", {"$247,200"}),
    ("方案：4台DGX B200，单价380万元，九折后合计136.8万元", {"136.8万元"}),
    ("512卡H800集群，每卡时12.8元，全年（8760小时）合计478万元", {"478万元"}),
    ("Egress: first 10 TB free, next 90 TB at $0.085/GB = $7.65", {"$7.65"}),
    ("Colo: 12 racks at $2,400 per rack per month = $28,800 a month, $34,560 a year", {"$34,560 a year"}),
    ("机柜托管：12个机柜，每个机柜每月1.2万元，每月共1.44万元", {"1.44万元"}),
    ("Fine-tuning run: 8 x H100 for 72 hours at $2.49/GPU-hr → $179", {"$179"}),
    ("Node price $98.32/h, i.e. $12.29 per GPU with 8 GPUs per node; 30 days = $7,079", {"$7,079"}),
    ("Support 10% of $6.4M hardware is $64K per year", {"$64K per year"}),
    ("维保费为硬件6400万元的8%，即每年5120万元", {"每年5120万元"}),
    ("H100 80GB x 8, 整机 210 万元；采购 64 台，总价 1344 万元", {"1344 万元"}),
    (
        "| GPU | Count | $/GPU-h | Hours | Cost |\n|--|--|--|--|--|\n| H100 | 64 | 2.10 | 720 | 96,768 |\n| A100 | 128 | 1.20 | 720 | 11,059 |\n| Total | | | | 107,827 |",
        {"11,059", "107,827"},
    ),
    (
        "| 项目 | 数量 | 单价(万元) | 金额(万元) |\n|--|--|--|--|\n| H100服务器 | 16 | 230 | 368 |\n| 交换机 | 8 | 25 | 200 |\n| 合计 | | | 568 |",
        {"368", "568"},
    ),
    ("Reserved for 3 years upfront: $24.9M for 128 H100, equals $0.74 per GPU-hour", {"$0.74 per GPU-hour"}),
    ("1万卡时 H100 套餐 21 万元，合每卡时 2.1 元", {"每卡时 2.1 元"}),
    (
        "Power per node 10.2 kW; 64 nodes draw 65.3 kW; at $0.08/kWh that is $45,700 a year",
        {"65.3 kW", "$45,700 a year"},
    ),
    ("Capex: 32 servers × $290,000 = $9.28M. Opex: $1.1M a year. 4-year TCO: $10.38M.", {"$10.38M"}),
    ("Spot at $1.35/GPU-hr vs $2.70 on demand, 50% cheaper; 256 GPUs for 1,000 hours: $34,560", {"$34,560"}),
]


@pytest.mark.parametrize("text", RIGHT)
def test_what_adds_up_holds(text: str) -> None:
    assert held(text)
    assert slips(text) == []


@pytest.mark.parametrize(("text", "wrong"), WRONG)
def test_only_the_slip_and_what_follows_from_it_is_wrong(text: str, wrong: set[str]) -> None:
    assert set(slips(text)) == wrong
