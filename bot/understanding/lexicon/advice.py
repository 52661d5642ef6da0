# ruff: noqa: E501 - a table reads best with one phrase or list of words to a line
"""Phrases that ask for advice on a need rather than for its price: each names the kind of question."""

from bot.understanding.kinds import Kind
from bot.understanding.lexicon.quantities import Entry
from bot.understanding.request import Intent

TOPICS: tuple[Entry, ...] = (
    (Kind.TOPIC, Intent.SENSITIVITY, "sensitivity, sensitivities, sensitivity table, sensitivity analysis, what matters most, what matters most here, what matters here, "
                                     "which assumption matters most, which assumptions matter most, which assumption matters, which assumption matters most here, "
                                     "what drives the result, what drives the cost, biggest lever, tornado, tornado chart, "
                                     "敏感性, 敏感性分析, 敏感度, 敏感度分析, 哪个参数影响最大, 哪个假设影响最大, 哪个因素影响最大, 什么影响最大, 影响最大的是什么, 影响最大的因素"),
    (Kind.TOPIC, Intent.TARGET_PRICE, "at what price, at what cloud price, at what rental price, at which price, what price would, price to beat, how cheap must, how cheap would, "
                                      "价格到多少, 云价到多少, 租价到多少, 什么价格下, 降到多少, 涨到多少, 便宜到多少, 贵到多少"),
    (Kind.TOPIC, Intent.EQUAL_WORK, "do the same work, do the same, does the same work, same work, equal work, equivalent, equivalents, per pflop, per petaflop, per pflops, "
                                    "同样的活, 同样工作量, 等效, 等效算力, 同等算力, 同样算力, 等算力, 每pflops, 每pflop"),
    (Kind.TOPIC, Intent.COMMITMENT, "which term, which commitment, best term, best commitment, how long should we commit, should we commit, should we reserve, how long to commit, "
                                    "签多久, 包多久, 承诺多久, 哪种包期, 包多长时间, 要不要包年, 签多长"),
    (Kind.TOPIC, Intent.BLEND, "the rest on demand, rest on demand, reserve the base, own the base, rent the peak, 其余按需, 剩下按需, 剩余按需, 其他按需, 基线自建, 峰值租用"),
    (Kind.TOPIC, Intent.CASH_FLOW, "cash flow, cashflow, what leaves the bank, what leaves the bank when, when do we pay, payment schedule, pay each month, "
                                   "现金流, 每个月要付多少, 每月付多少, 什么时候付款, 付款计划"),
    (Kind.TOPIC, Intent.DEADLINE, "by when, when would it finish, when will it be done, when will it finish, "
                                  "什么时候能跑完, 什么时候跑完, 能到位吗, 来得及吗"),
    (Kind.TOPIC, Intent.WATCH, "tell me if, tell us if, let me know if, let us know if, notify me if, notify us if, alert me if, alert us if, watch this, keep an eye on this, "
                               "通知我, 提醒我, 通知我们, 提醒我们, 帮我盯着, 盯着"),
    (Kind.BASIS, "bf16", "by bf16, in bf16, bf16, by peak, by bf16 peak, 按bf16, 按峰值"),
    (Kind.BASIS, "fp8", "by fp8, in fp8, fp8, by fp8 peak, 按fp8"),
    (Kind.BASIS, "matmul", "by measured matmul, by matmul, by best matmul, as measured, by measurement, 按实测, 按实测矩阵乘, 按矩阵乘"),
    (Kind.BASIS, "memory", "by memory, by gpu memory, by vram, per memory, 按显存, 按内存, 按显存算"),
)  # fmt: skip
