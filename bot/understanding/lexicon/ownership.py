# ruff: noqa: E501 - a table reads best with one phrase or list of words to a line
"""Words for what owning hardware costs, and for the questions about it."""

from decimal import Decimal

from bot.understanding.kinds import Kind
from bot.understanding.lexicon.quantities import Entry
from bot.understanding.request import Intent

OWNERSHIP: tuple[Entry, ...] = (
    (Kind.ASKS_WHEN, None, "ever, 会不会, 能不能回本"),
    (Kind.PUE, None, "pue, power usage effectiveness, 电能利用效率, 能效比"),
    (Kind.CAPITAL, None, "wacc, cost of capital, capital cost, discount rate, hurdle rate, interest rate, interest, "
                         "资金成本, 资本成本, 贴现率, 折现率, 利率, 年利率, 资金利率, 加权平均资本成本"),
    (Kind.MAINTAIN, None, "maintenance, hardware maintenance, support contract, 维保, 维护, 维护费, 维保费, 维修"),
    (Kind.RESIDUAL, None, "residual, residual value, salvage, salvage value, residuals, 残值, 残值率, 净残值"),
    (Kind.COLO, None, "colo, a colo, colocation, colocate, colocated, colocation facility, co-location, "
                      "托管, 托管机房, 放托管, 放托管机房, 机柜托管, 主机托管, 托管费"),
    (Kind.COLO, "with power", "power included, including power, incl power, with power included, electricity included, including electricity, "
                              "含电, 含电费, 包电, 电费全包"),
    (Kind.LEASE, None, "lease the servers, lease the hardware, lease them, lease it, lease the cards, finance lease, capital lease, hardware lease, "
                       "lease or buy, lease vs buy, lease rate, lease term, "
                       "融资租赁, 租赁还是买断, 买断还是租赁, 融资租, 融资租赁还是买断"),
    (Kind.STAFF, None, "engineer, engineers, admin, admins, sysadmin, sysadmins, sre, sres, operator, operators, "
                       "运维, 运维人员, 运维工程师, 工程师, 名运维, 名工程师, 位工程师, 位运维, 人运维"),
    (Kind.RUNS, None, "runs a year, runs per year, runs every year, runs each year, runs yearly, such runs a year, such runs per year, such runs every year, "
                      "times a year, times per year, times every year, times each year, 次"),
    (Kind.RUNS, Decimal(1), "once a year, once per year"),
    (Kind.RUNS, Decimal(2), "twice a year, twice per year"),
    (Kind.TOPIC, Intent.FINANCE, "finance it, finance them, finance this, financed, financing, npv, net present value, present value, today's money, annuity, yearly charge, "
                                 "depreciation schedule, depreciation table, book value, book values, declining balance, "
                                 "净现值, 现值, 折旧表, 折旧计划, 账面价值, 账面净值, 余额递减, 年金, 融资"),
    (Kind.TOPIC, Intent.RESALE, "sell them after the run, sell them after, sell it after the run, sell it after, sell them afterwards, sell the cards, sell the cards after the run, "
                                "resell, resell them, resale, resale value, second hand value, "
                                "用完卖掉, 用完卖, 用完就卖, 跑完卖掉, 跑完卖, 卖掉, 卖掉值多少, 用完卖掉值多少, 转卖, 转手, 二手价"),
    (Kind.TOPIC, Intent.WAITING, "of waiting, of waiting cost, waiting cost, cost of waiting, what does waiting cost, what would waiting cost, what does the wait cost, what does the lead time cost, cost of the lead time, "
                                 "的代价, 等待的代价, 等待成本, 等货的代价, 等的代价"),
)  # fmt: skip
