"""The words a request is written with, so that the reader understands them."""

from collections.abc import Mapping
from dataclasses import dataclass

from bot.understanding.request import Intent, Way
from pricing.units import TimeUnit


@dataclass(frozen=True, slots=True)
class Written:
    """The words a request is written with in one language; `{}` takes the value."""

    comma: str
    units: Mapping[TimeUnit, tuple[str, str]]  # for one, for several
    ways: Mapping[Way, str]
    pair: str  # between the last two of a list
    other: str  # between alternatives
    intents: Mapping[Intent, str]
    cards: str
    nodes: str
    nodes_of: str
    nodes_of_unsaid: str
    shape: str
    gpu_hours: str
    each_node: Mapping[str, str]
    forms: Mapping[str, str]


EN = Written(
    comma=", ",
    units={unit: (unit.value, f"{unit.value}s") for unit in TimeUnit},
    ways={
        Way.OWN: "on-prem",
        Way.CLOUD: "public cloud",
        Way.SPECIALISED: "specialised cloud",
        Way.ON_DEMAND: "on demand",
        Way.COMMITTED: "reserved",
        Way.SPOT: "spot",
    },
    pair=" and ",
    other=" or ",
    intents={
        Intent.COMPARE: "compare {}",
        Intent.BREAK_EVEN: "break-even of {}",
        Intent.SIZE: "train with {}",
        Intent.PRICE_LOOKUP: "price of {}",
        Intent.BUDGET: "how many can we afford: {}",
        Intent.FINANCE: "NPV of {}",
        Intent.CASH_FLOW: "cash flow of {}",
        Intent.RESALE: "resale value of {}",
        Intent.WAITING: "cost of waiting: {}",
    },
    cards="{count} {gpu}",
    nodes="{count} {gpu}",
    nodes_of="{count} nodes of {each} x {gpu}",
    nodes_of_unsaid="{count} {gpu} nodes",
    shape="{each}x{gpu} node",
    gpu_hours="{count} GPU-hours of {gpu}",
    each_node={"gpu": "GPU", "node": "node", "hour": " hour", "month": " month"},
    forms={
        "duration": "for {}",
        "commit": "with a {} commitment",
        "region": "in {}",
        "start_date": "starting {}",
        "utilisation": "at {} utilisation",
        "mfu": "at {} MFU",
        "discount": "{} discount",
        "currency": "in {}",
        "egress_tb": "{} TB egress",
        "egress_rate": "{} TB/{} egress",
        "storage_tb": "{} TB storage",
        "tco_years": "{} year TCO",
        "hours_per_month": "{} hours per month",
        "power_price": "power at {} per kWh",
        "unit_price": "at {} per {}",
        "supposed": "assume {} {}",
        "supposed_off": "{} off list",
        "supposed_dearer": "{} dearer",
        "supposed_cheaper": "{} cheaper",
        "budget": "budget {}",
        "model_params": "{} parameters",
        "active_params": "{} active parameters",
        "tokens": "{} tokens",
        "corpus_tb": "{} TB of text",
        "bytes_per_token": "{} bytes per token",
        "per": "per {}",
        "item": "{} price",
        "ways": "{}",
        "providers": "on {}",
        "without": "without {}",
    },
)
ZH = Written(
    comma="，",
    units={
        TimeUnit.MINUTE: ("分钟", "分钟"),
        TimeUnit.HOUR: ("小时", "小时"),
        TimeUnit.DAY: ("天", "天"),
        TimeUnit.WEEK: ("周", "周"),
        TimeUnit.MONTH: ("个月", "个月"),
        TimeUnit.QUARTER: ("个季度", "个季度"),
        TimeUnit.YEAR: ("年", "年"),
    },
    ways={
        Way.OWN: "自建",
        Way.CLOUD: "公有云",
        Way.SPECIALISED: "专业云",
        Way.ON_DEMAND: "按需",
        Way.COMMITTED: "预留",
        Way.SPOT: "竞价",
    },
    pair="和",
    other="或",
    intents={
        Intent.COMPARE: "对比 {}",
        Intent.BREAK_EVEN: "盈亏平衡点：{}",
        Intent.SIZE: "训练用 {}",
        Intent.PRICE_LOOKUP: "价格：{}",
        Intent.BUDGET: "能买多少张：{}",
        Intent.FINANCE: "净现值：{}",
        Intent.CASH_FLOW: "现金流：{}",
        Intent.RESALE: "用完卖掉：{}",
        Intent.WAITING: "等待成本：{}",
    },
    cards="{count} 张 {gpu}",
    nodes="{count} 台 {gpu}",
    nodes_of="{count} 台 {each} 卡 {gpu}",
    nodes_of_unsaid="{count} 台 {gpu}",
    shape="{each} 卡 {gpu} 节点",
    gpu_hours="{count} 卡时 {gpu}",
    each_node={"gpu": "卡", "node": "台", "hour": "每小时", "month": "每月"},
    forms={
        "duration": "{}",
        "commit": "承诺 {}",
        "region": "地区 {}",
        "start_date": "{} 起",
        "utilisation": "利用率 {}",
        "mfu": "MFU {}",
        "discount": "优惠 {}",
        "currency": "用 {}",
        "egress_tb": "出网 {} TB",
        "egress_rate": "每{1}出网 {0} TB",
        "storage_tb": "存储 {} TB",
        "tco_years": "{} 年折旧",
        "hours_per_month": "一个月按 {} 小时算",
        "power_price": "电价 {}/度",
        "unit_price": "按 {} 每{}",
        "supposed": "假设 {} {}",
        "supposed_off": "优惠 {}",
        "supposed_dearer": "贵 {}",
        "supposed_cheaper": "便宜 {}",
        "budget": "预算 {}",
        "model_params": "{} 参数",
        "active_params": "激活参数 {}",
        "tokens": "{} token",
        "corpus_tb": "{} TB 文本",
        "bytes_per_token": "每 token {} 字节",
        "per": "每{}",
        "item": "{}单价",
        "ways": "{}",
        "providers": "在 {}",
        "without": "不要 {}",
    },
)

LANGUAGES = {"en": EN, "zh": ZH}
