# ruff: noqa: E501 - a table reads best with one list of words to a line
"""Words that stand beside figures in offers and articles: units, signs of money, and what a figure is about."""

import re
from decimal import Decimal

TEN = Decimal(10)
SCALES = {
    "thousand": TEN**3, "k": TEN**3, "million": TEN**6, "mn": TEN**6, "mm": TEN**6, "m": TEN**6, "billion": TEN**9, "bn": TEN**9, "b": TEN**9,
    "trillion": TEN**12, "千": TEN**3, "万": TEN**4, "十万": TEN**5, "百万": TEN**6, "千万": TEN**7, "亿": TEN**8, "十亿": TEN**9, "百亿": TEN**10,
    "千亿": TEN**11, "万亿": TEN**12, "w": TEN**4,
}  # fmt: skip
SCALE = re.compile(
    r"\s*(thousand|million|billion|trillion|万亿|千亿|百亿|十亿|千万|百万|十万|亿|万|千(?![瓦卡])|(?:k|mn|mm|bn|m|b)(?![a-z])|w(?=\s?元|/月|/年))"
)

_UNITS = (
    ("hour", r"个?小时|(?<=[卡台点机])时(?!间)|hours?|hrs?|h(?![a-z0-9])|时(?=\b|[,;)\s*/]|$)"),
    ("minute", r"分钟|minutes?|mins?"),
    ("day", r"天|日(?!志)|days?|d(?![a-z0-9])"),
    ("week", r"周|星期|个星期|weeks?|wks?"),
    ("month", r"个月|月|months?|mos?(?![a-z0-9])"),
    ("quarter", r"季度|个季度|quarters?"),
    ("year", r"年|years?|yrs?"),
    ("second", r"秒|seconds?"),
    ("kWh", r"kwh|kw·h|kw-h|千瓦时|度电|度(?!假)"),
    ("MWh", r"mwh|兆瓦时"),
    ("GWh", r"gwh|吉瓦时"),
    ("kW", r"kw(?![a-z0-9])|千瓦|kilowatts?"),
    ("MW", r"mw(?![a-z0-9])|兆瓦|megawatts?"),
    ("GW", r"gw(?![a-z0-9])|吉瓦"),
    ("W", r"w(?![a-z0-9])|瓦|watts?"),
    ("TB", r"tib|tb(?![a-z])|terabytes?"),
    ("GB", r"gib|gb(?![a-z])|gigabytes?"),
    ("PB", r"pib|pb(?![a-z])|petabytes?"),
    ("MB", r"mib|mb(?![a-z])|megabytes?"),
    ("node", r"台|个?节点|nodes?|servers?|instances?|machines?|boxes|box|hosts?|服务器"),
    ("gpu", r"张卡|张|卡|块(?=[\s卡显a-z]|gpu)|颗|枚|gpus?|cards?|accelerators?"),
    ("request", r"次(?:请求|调用|读写)?|requests?|calls?|个请求"),
    ("token", r"tokens?"),
    ("switch", r"switch(?:es)?|个?交换机"),
    ("cable", r"cables?|optics|transceivers?|个?光模块|根"),
    ("rack", r"racks?|cabinets?|个?机柜|个?机架"),
    ("item", r"units?\b|pieces?\b|pcs\b|licen[sc]es?|seats?|drives?\b|套|件"),
)  # fmt: skip
UNIT = re.compile("|".join(f"(?P<{name}>{pattern})" for name, pattern in _UNITS))
NEAR = 24
"""Characters in which a word still belongs to a figure."""
ITEMS = ("switch", "cable", "rack", "item")
LENGTHS_OR_THINGS = ("hour", "minute", "day", "week", "month", "quarter", "year", "second", "node", "gpu", "GB", "TB")

CURRENCIES = (
    ("USD", r"us\$|usd|\$|美元|美金|dollars?"),
    ("CNY", r"rmb|cny|人民币|元|块钱|yuan|¥"),
    ("EUR", r"eur|€|欧元|euros?"),
    ("GBP", r"gbp|£|英镑"),
    ("HKD", r"hk\$|hkd|港元|港币"),
    ("JPY", r"jpy|日元|yen"),
    ("SGD", r"s\$|sgd|新元"),
    ("INR", r"inr|₹|rs\.?(?=\s?\d)"),
)
_BY_SIGN = "|".join(f"(?P<{code}>{signs})" for code, signs in (CURRENCIES[4], CURRENCIES[6], *CURRENCIES[:4], *CURRENCIES[5:6], CURRENCIES[7]))  # fmt: skip
CURRENCY_AFTER = re.compile(rf"\s*(?:{_BY_SIGN})(?![a-z])")
CURRENCY_BEFORE = re.compile(rf"(?:^|(?<=[^a-z]))(?:{_BY_SIGN})\s*$")

NUMBER = re.compile(r"(?<![\d.,])(?:\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?|\.\d+)(?!\d)")
RANGE = re.compile(r"(?:-|\s*(?:~|to|至|到)\s*)(\d+(?:\.\d+)?)")
IN_WORDS = re.compile(
    r"(?P<zh>[一二两三四五六七八九十百]+)(?=\s*(?:年|个月|个星期|周|天|小时|张|台|个节点|倍|折))"
    r"|(?P<one>全(?=年)|(?<=over )an?(?= year\b)|(?<=for )an?(?= (?:year|month|week)\b))"
    r"|\b(?P<en>(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|eighteen|twenty|thirty)(?:[ -](?:one|two|three|four|five|six|seven|eight|nine))?)(?=[ -](?:hours?|days?|weeks?|months?|years?|nodes?|servers?|gpus?|cards?)\b)"
)
LOOSE_BEFORE = re.compile(r"(?:≈|~|约为?|大约|大概|近|将近|接近|about|around|roughly|approximately|approx\.?|nearly|almost|some|circa|ca\.)\s*$")  # fmt: skip
LEAST_BEFORE = re.compile(r"(?:超过|超|高达|至少|不低于|≥|>=|>|over|more than|at least|upwards of|from)\s*$")
MOST_BEFORE = re.compile(r"(?:不到|不足|不超过|至多|≤|<=|<|under|less than|below|up to|at most)\s*$")
LOOSE_AFTER = re.compile(r"\s*(?:左右|上下|级|多(?=[元万亿,;。\s]|$)|or so|-ish)")
LEAST_AFTER = re.compile(r"(?:元|万元)?\+(?!\s*[\d$¥€(])|\s*(?:元|万元)?\s*(?:以上|有余|余元|or more)")

PER = re.compile(r"\s*(?:/|\bper\b|\ban?\b|\beach\b|\bevery\b|\bfor (?:one|each)\b|每)\s*")
OFTEN = re.compile(
    r"\s*(?:(?P<month>monthly|p\.?m\.?(?![a-z]))|(?P<year>annually|yearly|per annum|p\.?a\.?(?![a-z]))|(?P<hour>hourly))(?![a-z])"
)
MULTIPLE = re.compile(
    r"(1?0{0,2},?000,?000|\d[\d,]*|一?百万|一?千万|一?万|一?千|一?百|(?:one )?million|(?:one )?thousand|\d+[mk])\s*(?=次|req|call|token|个请求)"
)
AND_UNIT = re.compile(r"\s?[-·*./]\s?|\s(?=(?:hour|month|h|hr|day)\b)|(?=小时|时|月|天|年|每)")
COUNTS_NOTHING = re.compile(
    r"\s*(?:参数|语料|样本|条|人|家|级开源|tflop|用户|parameters?|params?|samples?|像素|字|行|公里|平方|级(?!别)[^,;。\s\d]|卡(?:并行|集群|级|训练))"
)

TAGS: dict[str, re.Pattern[str]] = {
    "total": re.compile(r"合计|总计|总共|共计|总额|总价|总成本|总费用|总金额|总投入|总预算|小计|综合成本|综合费用|总拥有成本|全部加起来|加起来|(?<![a-z])tco(?![a-z])|(?<![a-z])total|\bsum\b|altogether|all[- ]in\b|overall|grand total|in all\b"),
    "saving": re.compile(r"\bsav(?:es?|ed|ing|ings)\b|cheaper|discount|% off|% less|% lower|\bcuts?\b|\breduc|节省|节约|便宜|立省|省(?:下|了|去|钱|\d|\s|约)|降低|下降|降本|降幅|跌幅|降价|优惠"),
    "dearer": re.compile(r"\bmore expensive|dearer|% more|% higher|贵|高出|上涨|涨幅|上浮|premium|increase"),
    "share": re.compile(r"占|% of (?:the )?(?:total|cost|bill|capex|tco|price)|share of"),
    "spread": re.compile(r"depreciat|straight[- ]line|writ(?:e|ten) (?:it )?off|write-off|amorti[sz]|折旧|摊|\b(?:spread )?over \d[\d.]* ?-?(?:years?|months?)"),
    "half": re.compile(r"腰斩|减半|砍半|一半|对半|halv|half (?:the|of)|by half|in half"),
    "egress": re.compile(r"egress|data out|data transfer|outbound|传出|流出|出网|外网流量|出口流量|流量费|下行"),
    "storage": re.compile(r"storage|存储|云盘|硬盘|数据盘"),
    "power": re.compile(r"\bpower|electric|energy|\bdraws?\b|功耗|功率|用电|电费|电力|耗电"),
    "network": re.compile(r"network|infiniband|cabling|交换机|网络|组网|布线"),
    "requests": re.compile(r"请求|requests?|读写"),
    "stretch": re.compile(r"longer|stretch|extend|delay|拉长|延长|延期|多跑|多花|变长"),
    "loss": re.compile(r"efficien|\bloss|slow|overhead|效率|损失|损耗|变慢"),
    "trial": re.compile(r"兑换|可换|可用于|相当于|buys|gets you|good for|worth"),
    "running": re.compile(r"运维|电费|electric|operations|opex|maintenance"),
    "own": re.compile(r"自建|自购|购买|采购|硬件|\bown\b|owning|\bbuy|purchase|capex|on-prem"),
    "rent": re.compile(r"租|包月|月费|云|\brent|lease|cloud|on-demand"),
    "result": re.compile(r"[=≈→]|->|\bnet\b|\bbilled\b|\binvoiced\b|净价|实付|折后|优惠后|到手|合\s*$|共(?:约|需|为|花|要|收|是)?\s*$|额外|另付|\bextra\b|\badditional\b|\badding\b|comes? to|amounts? to|works? out|adds? up to|equals?|totals?\b|totall?ing|\bgives\b|\bmakes\b|\bmeans\b|i\.e\.|that is|this is|which is|for a total|约合|折合|折算|相当于|即|合计|总计|总共|共计|总|折旧|摊|\bamorti[sz]ed|\bthat\b|\bor\b"),
    "weak": re.compile(r"\bis\b|\bcosts?\b|\bpay\b|\bbill\b|共|就是|需要?|要(?!求)|计费|收费|花费|成本|费用|只要|仅需|为|是"),
    "applies": re.compile(r"utili[sz]ation|\bload factor|discount|利用率|使用率|负载率|折扣|打折|优惠后|\bvat\b|\btax|税|surcharge|markup|\d% uptime|residual|salvage|残值"),
    "adds": re.compile(r"\bvat\b|\btax|税|surcharge|markup"),
    "used": re.compile(r"utili[sz]ation|load|利用率|使用率|负载率|uptime"),
    "versus": re.compile(r"\bvs\b|versus|\bthan\b|compared|比|相比|较"),
    "once": re.compile(r"set-?up|deposit|押金|安装|one[- ](?:time|off)|一次性|设置费|开通费|初装|开户费|部署费|接入费|实施费|activation|installation|onboarding|\bfee of|预付|定金|budget|预算|体验金|credit"),
    "per-month": re.compile(r"单月|每月|月费|月租|包月|月付|月均|月成本|月折旧|月摊|monthly|per month|a month"),
    "per-year": re.compile(r"每年|年费|年均|年折旧|年摊|annual|yearly|per year|a year"),
    "per-hour": re.compile(r"时租|每小时|hourly|per hour|an hour"),
}  # fmt: skip
_SERVICES = r"power|electric|energy|cooling|support|maintenance|operations|\bops\b|staff|colo|hosting|bandwidth|egress|storage|network|licen[sc]e|insurance|电费|用电|电力|制冷|运维|维保|维护|托管|机柜|机房|带宽|流量|存储|网络|人工|保险|软件"
CHARGE = re.compile(rf"(?:{_SERVICES})[^,;:\d]{{0,20}}\W*$|\bfees?\b|服务费|手续费|管理费")
CHARGE_AFTER = re.compile(
    rf"\s*(?:for|of|in|的|用于)\s*(?:the )?(?:{_SERVICES})|\s*(?:{_SERVICES})|[^,;:\d]{{0,12}}\bfees?\b"
)
NODE_WORD = re.compile(
    r"\d+\s*(?:x|\*|卡|张|块|-?gpus?|-way)\s*(?:[^,;:\d]{0,12}?(?:规格|机型|节点|服务器|实例|主机|node|server|instance|machine))|\d\s*卡机|节点|台|服务器|实例|主机|整机|\x03|\bnodes?\b|\bservers?\b|\binstances?\b|\bmachines?\b|卡规格"
)
GPU_WORD = re.compile(r"卡|张|\bgpus?\b|\bcards?\b")
SIZE_OF_NODE = re.compile(
    r"\s*(?:x|\*|张|卡|块|-?gpus?|-way|颗)?\s*(?:name)?\s*(?:gpu\s*)?(?:云|裸金属)?(?:nodes?|servers?|instances?|box|machines?|节点|服务器|规格|机型|整机|主机|实例|/台|/节点|一台|per (?:node|server|instance)|a node|each)"
)
NUMBERED = re.compile("^\\s*\1+")
HALF = re.compile(
    r"(?:直接|立刻|成本|价格)?(?:腰斩|减半|砍半)|(?:cut|cuts|slashed|reduced) (?:the |your |our )?(?:price|cost|costs|bill)? ?(?:in|by) half|half the (?:price|cost)|halv(?:es|ed|ing)|(?:便宜|省|低)一半|一半的?(?:价格|成本)"
)
HEADING = re.compile(r"^\s*(?:#{1,6}\s|[一二三四五六七八九十]+[&.)、]|section\b|part\b)")
CLAIM = re.compile(
    r"does (?:this|it|that) (?:all )?add up|do (?:these|the|those) (?:numbers?|figures?|sums?) add up|do(?:es)? (?:this|these|it|the math|the numbers?) (?:check out|hold(?: up)?|make sense)"
    r"|(?:check|verify|audit|validate|double[- ]check|sanity[- ]check|fact[- ]check|recompute|recalculate)\b[^.\n]{0,30}\b(?:quote|offer|claims?|bill|invoice|numbers?|figures?|math|maths|proposal|calculation|article|statement|sums?|arithmetic|this|text)\b"
    r"|is (?:this|that|it) (?:right|correct|true|accurate)|(?:vendor|seller|provider|salesman|article|supplier|rep|they) (?:says?|claims?|states?|told)\b"
    r"|[,.;] ?(?:right|correct|true)\?|帮我核对|核对一下|核对|核算|核实|验算|帮我算算对不对|算得对|对不对|对吗|是否正确|正确吗|准不准|有没有算错|算错|靠谱吗|是真的吗|审一下|检查一下"
)  # fmt: skip
