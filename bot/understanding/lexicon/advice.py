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
    (Kind.TOPIC, Intent.TARGET_PRICE, "what rental price makes, what cloud price makes, what rental price, what cloud price, what price makes, which cloud price, what price does, what price do, how low must, how high must, target price, tie price, 目标价, 目标价格, 打平价, "
                                      "at what price, at what cloud price, at what rental price, at which price, what price would, price to beat, how cheap must, how cheap would, "
                                      "价格到多少, 云价到多少, 租价到多少, 什么价格下, 降到多少, 涨到多少, 便宜到多少, 贵到多少"),
    (Kind.TOPIC, Intent.EQUAL_WORK, "do the same work, do the same, does the same work, would that be, equals how many, equal to how many, is that in, per flop, per tflop, per teraflop, cheaper per flop, "
                                    " same work, equal work, equivalent, equivalents, per pflop, per petaflop, per pflops, "
                                    "等于多少, 相当于多少, 顶多少, 同样的活, 同样工作量, 等效, 等效算力, 同等算力, 同样算力, 等算力, 每pflops, 每pflop"),
    (Kind.TOPIC, Intent.COMMITMENT, "which term, which commitment, best term, best commitment, how long should we commit, should we commit, should we reserve, how long to commit, "
                                    "which term is best, which commitment is best, how long shall we commit, is a commitment worth it, what does leaving early cost, cost of leaving early, early exit, exit fee, "
                                    "early termination, termination fee, cancel early, leaving early, leave early, "
                                    "中途退租, 提前退租, 违约金多少, 退租违约金, 中途退租违约金, 中途退租违约金多少, 提前退租违约金多少, 提前退出, 签几年, 签几个月, 签多久合适, 签多久划算, 包多久合适, 包多久划算, "
                                    "签多久, 包多久, 承诺多久, 哪种包期, 包多长时间, 要不要包年, 签多长"),
    (Kind.ALWAYS, None, "always, all the time, at all times, year round, 平时, 常年, 始终, 常驻"),
    (Kind.FILLER, None, "the base, for the base, 基线, 打底, peak, peaks, at peak, in the peak, 高峰, 高峰期, 高峰时, 峰值, 峰值时"),
    (Kind.ENDS, None, "may end, might end, could end, can end, may end early, might end early, could end early, ends, ends early, end early, may stop, might stop, "
                      "may finish, might finish, 可能结束, 可能就结束, 就结束, 提前结束, 可能提前结束, 结束, 可能停, 可能就停, 就停, 停掉, 终止, 可能终止"),
    (Kind.TOPIC, Intent.BLEND, "the rest on demand, rest on demand, the rest on spot, rest on spot, the rest spot, rest spot, the rest rented, rent the rest, reserve the base rent the peak, "
                      "own the base rent the peak, own the base and rent the peak, buy the base, blend, mix of reserved and on demand, best split, best mix, 其余竞价, 剩下竞价, 其余租用, 其余租, 剩下租, 包年打底, 基线包年, 基线自建峰值租用, 混合方案, 最佳配比, "
                      " reserve the base, own the base, rent the peak, 其余按需, 剩下按需, 剩余按需, 其他按需, 基线自建, 峰值租用"),
    (Kind.TOPIC, Intent.CASH_FLOW, "cash flow, cashflow, what leaves the bank, what leaves the bank when, when do we pay, payment schedule, pay each month, "
                                   "现金流, 每个月要付多少, 每月付多少, 什么时候付款, 付款计划"),
    (Kind.TOPIC, Intent.DEADLINE, "by when, when would it finish, when will it be done, when will it finish, "
                                  "when would we be done, when are we done, when would it be finished, 什么时候能完成, 什么时候完成, 何时完成, 什么时候能跑完, 什么时候跑完, 能到位吗, 来得及吗"),
    (Kind.TOPIC, Intent.WATCH, "tell me if, tell us if, let me know if, let us know if, notify me if, notify us if, alert me if, alert us if, watch this, keep an eye on this, "
                               "通知我, 提醒我, 通知我们, 提醒我们, 帮我盯着, 盯着"),
    (Kind.BASIS, "bf16", "by bf16, in bf16, bf16, by peak, by bf16 peak, 按bf16, 按峰值"),
    (Kind.BASIS, "fp8", "by fp8, in fp8, fp8, by fp8 peak, 按fp8"),
    (Kind.BASIS, "matmul", "by measured matmul, by matmul, by best matmul, as measured, by measurement, 按实测, 按实测矩阵乘, 按矩阵乘"),
    (Kind.BASIS, "memory", "by memory, by gpu memory, by vram, per memory, 按显存, 按内存, 按显存算"),
)  # fmt: skip
