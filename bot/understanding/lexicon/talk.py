# ruff: noqa: E501 - a table reads best with one phrase or list of words to a line
"""Small words, words of a follow-up, and words that change nothing."""

from decimal import Decimal

from bot.understanding.kinds import Kind
from bot.understanding.lexicon.quantities import Entry

SMALL_WORDS: tuple[Entry, ...] = (
    (Kind.NEGATIVE, None, "minus, negative, 负"),
    (Kind.HALF, None, "half, half of, 半"),
    (Kind.A, None, "a, an, a single, one single"),
    (Kind.TIMES, None, "*, 乘, 乘以, times, 倍"),
    (Kind.BETWEEN, None, "between, 介于"),
    (Kind.TO, None, "to, till, until, through, thru, ~, 到, 至, ..., .., 直到"),
    (Kind.DASH, None, "-, --"),
    (Kind.SLASH, None, "/"),
    (Kind.COLON, None, ":, =, equals, 等于"),
    (Kind.COMMA, None, ","),
    (Kind.OPEN, None, "(, [, {"),
    (Kind.CLOSE, None, "), ], }"),
    (Kind.OF, None, "of, 的, 之, of the"),
    (Kind.AND, None, "and, &, 和, 跟, 与, 以及, 又, 加上, 外加, 及"),
    (Kind.OR, None, "or, nor, either, 或, 或者, 或是"),
    (Kind.FOR, None, "for, over, lasting, during, throughout, within, 用, 跑, 训练用, 使用"),
    (Kind.IN, None, "in, into, inside, 在"),
    (Kind.AT, None, "at, @, assume, assuming, 按, 按照, 以, 算"),
    (Kind.ON, None, "on, across, 分布在, 分布于, using, via, onto, spread over, 用的"),
    (Kind.WITH, None, "with, w/, having, including, incl, 带, 含, 包含, 包括"),
    (Kind.FROM, None, "from, 从, 自"),
    (Kind.BY, None, "by, before, no later than, deadline, due, 前, 之前, 以前, 截止"),
    (Kind.FULL, None, "full, whole, entire, all, 整, 整个, 一整, full time, complete"),
    (Kind.APPROX, None, "say, about, around, roughly, approx, approx., approximately, circa, ca., nearly, almost, "
                        "约, 大约, 大概, 左右, 差不多, 将近, 近, 上下, 大致"),
    (Kind.BOUND, None, "up to, at least, at most, at minimum, at maximum, minimum, min., no more than, no less than, not more than, "
                       "more than, less than, fewer than, or more, or less, or so, ≥, ≤, >, <, >=, <=, "
                       "至少, 最少, 不少于, 不低于, 以上, 起步, 至多, 不多于, 超过, 及以上"),
    (Kind.VAGUE, None, "some, a few, few, several, many, a bunch of, a bunch, bunch, lots of, a lot of, a lot, a handful of, a handful, "
                       "a while, awhile, a bit, a little while, numerous, plenty of, various, dozens of, hundreds of, thousands of, "
                       "tons of, a long time, some time, sometime, "
                       "几张, 几块, 几台, 几周, 几天, 几个月, 几个, 几十张, 几百张, 几千张, 一些, 若干, 一批, 一段时间, 一阵子, 一阵, 很多, 不少, 大量, 好几, 数张, "
                       "几个星期, 几年, 几小时, 几卡, 几十, 几百, 几千, 几十台, 几万, 几十万, 几百万, 几千万, 上百, 上千, 上万, 数十, 数百, 数千, 数万, 大半年, 小半年, 上百张, 上千张, 数百张, 数千张, 一会, 一会儿, 几"),
)  # fmt: skip

FOLLOW_UPS: tuple[Entry, ...] = (
    (Kind.SAME, None, "same, same again, the same, same as, same thing, same for, same with, as before, 同样, 一样, 相同, 还是那个, 其他不变, 其它不变"),
    (Kind.CHANGE, None, "what about, how about, what if, make it, make that, make, change, change it, change to, change that, switch, switch to, "
                        "instead, rather, try, go with, actually, i meant, i mean, no wait, wait, sorry, correction, and if, if it, set it, "
                        "换, 换为, 改用, 呢, 如果, 要是, 假如, 那, 更正, 换到"),
    (Kind.GROW, None, "extend, extended, extend it, prolong, lengthen, stretch, increase, increase it, raise, raise it, bump, bump it, bump up, grow, "
                      "slip, slips, slipped, overrun, overruns, run over, runs over, "
                      "延长, 延, 延期, 增加, 提高, 扩大, 放宽, 增, 上调"),
    (Kind.SHIFT, 1, "shift, shift it, shifts, shifted, postpone, postponed, delay, delayed, push back, pushed back, put off, 推迟, 延后, 推后, 晚"),
    (Kind.SHIFT, -1, "earlier, sooner, bring forward, brought forward, pull forward, 提前, 提早, 早点, 早些"),
    (Kind.SHRINK, None, "shorten, cut, cut it, reduce, reduce it, decrease, lower, lower it, trim, shrink, cut down, "
                        "缩短, 缩减, 减少, 降低, 压缩, 缩, 下调, 减到, 缩到"),
    (Kind.MORE, None, "more, another, extra, additional, add, added, adding, on top, longer, plus, "
                      "多, 再, 加, 追加, 另加, 再加, 另外, 还要, 多加, 多租, 多用, 多要, 再多, 再租, 再来"),
    (Kind.ALSO, None, "also, too, as well, additionally, include, included, includes, 也"),
    (Kind.FEWER, None, "fewer, less, shorter, 少, 减, 减去, 少用, 少租, 少要, 少租用"),
    (Kind.FACTOR, Decimal(2), "double, doubled, twice, two times, 翻倍, 翻一番, 加倍, 两倍, 乘二, 翻番, 两倍的"),
    (Kind.FACTOR, Decimal(3), "triple, tripled, three times, thrice, 三倍, 翻三倍"),
    (Kind.FACTOR, Decimal(4), "quadruple, four times, 四倍"),
    (Kind.FACTOR, Decimal("0.5"), "halve, halved, half as many, half as much, half as long, half that, half of that, half the, cut in half, "
                                  "减半, 砍半, 一半, 对半"),
    (Kind.IT, None, "it, them, that, those, these, everything else, it all, 它, 它们, 这些"),
    (Kind.EXPLAIN, None, "explain, explanation, show the math, show me the math, the math, math, maths, workings, show your work, "
                         "show working, show workings, working, show the calculation, calculation, calculations, how did you, how was this, "
                         "how is this, how is that, how do you get, break it down, break down, breakdown, line items, details, "
                         "formula, formulas, derivation, "
                         "怎么算, 怎么算的, 怎么算出来, 怎么算出来的, 如何计算, 计算过程, 算法, 明细, 解释, 公式, 详细, 过程, 推导, 怎么得出"),
    (Kind.EXPLAIN, "assumptions", "assumptions"),
    (Kind.EXPLAIN, "why", "why, why is, how come, where does, where do, where is, where are, comes from, come from, how old, how recent, "
                          "为什么, 为啥, 怎么来的, 哪来的, 从哪来, 哪里来的, 从何而来"),
    (Kind.CHANGE, None, "why not, let's say, let us say"),
    (Kind.WORD, None, "we wait, wait for, wait until, waiting, weekends, nights, 周末, 晚上, 夜间, 夜里, 白天"),
    (Kind.EXPORT, None, "export, csv, excel, xlsx, spreadsheet, download csv, download as, save as, as csv, pdf, google sheet, sheet, "
                        "导出, 导成, 下载表格, 表格, 发我表格, 导出表格"),
    (Kind.REPRICE, None, "at today's prices, today's prices, with today's prices, current prices, at current prices, reprice, re-price, price it again, price again, "
                         "按今天的价, 按今天的价格, 按今天的价重算, 按今天的价格重算, 按最新价, 按最新价格, 按现价, 重算, 重新算, 重新报价, 重新计算"),
    (Kind.UNDO, None, "undo, revert, go back, back, rollback, roll back, previous one, the previous one, undo that, back to the first, "
                      "撤销, 还原, 上一个, 上一步, 回退, 退回, 恢复, 撤回, 取消上一步, 返回上一步, 回到上一个, 回到刚才"),
    (Kind.UNDO, "first", "the first one, first one, go back to the first one, back to the first one, first version, 回到第一个, 回到最初, 最初那个, 最开始那个, 第一个方案"),
    (Kind.RESET, None, "start over, reset, restart, clear, clear all, new question, start again, start fresh, from scratch, scratch that, "
                       "forget it, forget everything, forget all, new request, begin again, wipe, "
                       "重新开始, 重来, 清空, 重置, 重新来, 从头, 从头来, 从头开始, 全部清空, 算了重来, 新问题, 重新来过"),
    (Kind.THANKS, None, "thanks, thank you, thx, ty, cheers, great, ok, okay, cool, nice, perfect, got it, lol, haha, wow, insane, crazy, "
                        "awesome, good, alright, sure, understood, sounds good, thank, appreciated, never mind, nevermind, ouch, omg, yikes, fine, noted, bye, "
                        "that's insane, that's crazy, too expensive, so expensive, expensive, 👍, 🙏, "
                        "谢谢, 多谢, 感谢, 好的, 好, 收到, 明白, 明白了, 知道了, 辛苦, 辛苦了, 哈哈, 哈哈哈, 太贵了, 好贵, 厉害, 不错, 嗯, 嗯嗯, 行, 可以, 了解, 了解了, 棒, 太好了, 真贵, 这么贵, 谢了"),
)  # fmt: skip

FILLERS = (
    "外, 之外, 以外, 全年, 计费, 计费方式, 付费方式, "
    "dear, so dear, po, the po, finance, 财务, 国产, 国产卡, 实测, 我们实测, 百分比, 必须, 务必, 怎么办, 时间段, 这段时间, 哪天, 哪天的, 算进去, 计入, 金额, "
    "给我们, 数据, 完成, 内完成, 完, 折合, 合, 查, 查一下, 查询, 查下, 最新, 整套, 一套, 套, 预计, 左右吧, "
    "i'm after, the damage, damage, hosted, hosting, hardware, kit, ones, we'll, i'll, you'll, they'll, won't, wouldn't, couldn't, aren't, haven't, "
    "which cloud, 哪家云, 哪个云, 哪朵云, how's, here's, there's, he's, she's, who's, where's, one's, someone, anyone, sb, end, dates, date, "
    "whats, hows, num, cc, somewhere, 24/7, 24x7, 7x24, 7*24, around the clock, nonstop, the, is, are, was, were, be, been, being, am, i, we, you, he, she, they, my, our, your, their, its, us, me, there, here, "
    "it's, i'd, i'm, we'd, we're, we've, i've, what's, that's, let's, doesn't, can't, isn't, would, could, should, can, might, "
    "will, shall, must, do, does, did, doing, done, has, had, please, pls, plz, kindly, what, which, who, whose, how, "
    "where, much, if, so, as, than, thus, get, gets, getting, give, gives, show, shows, tell, see, "
    "know, let, set us back, setting us back, set me back, run, runs, running, ran, job, jobs, work, works, workload, workloads, "
    "uses, cluster, clusters, compute, capacity, setup, deployment, project, research, inference, serving, experiment, "
    "experiments, currently, again, really, very, quick, quickly, like, think, thinking, plan, planning, planned, "
    "going, go, take, takes, took, taking, come, "
    "up, down, such, yes, yeah, yep, nope, well, hmm, um, oh, maybe, perhaps, probably, likely, possibly, "
    "answer, answered, reply, quoted, expressed, shown, converted, payable, side, thing, things, stuff, place, option, options, "
    "purchase option, purchase options, procurement, resource, resources, request, asking, ask, question, "
    "type, model name, gpu type, currency, instance type, start date, "
    "kind, sort, version, variant, edition, memory, vram, ram, hbm, nvidia, amd, geforce, "
    "point, cheap, best, new, old, past, previous, currently available, available, availability, "
    "deliver, delivered, delivery, provision, provisioned, procure, procuring, book, booking, order, ordering, secure, source, sourcing, "
    "etc, e.g., eg, i.e., ie, fyi, btw, thanks in advance, team, guys, folks, everyone, bot, quartermaster, "
    "look, looking, find, check, calculate, compute time, figure, figures, number crunching, numbers, rough, ballpark, ball park, "
    "wondering, curious, interested, trying, hoping, considering, comfortable, possible, able, don't know, do not know, not sure, don't care, don't mind, no idea, pay, keep, round, interesting, send, sent, "
    "long, length of, amount, amounts, value, sum, money, dollars worth, each of, both, "
    "only if, because, since, while, though, although, about it, right, else, "
    "一下, 请, 请问, 帮, 帮我, 帮忙, 麻烦, 我, 我们, 咱们, 你, 您, 他们, 想, 要, 打算, 计划, 准备, 希望, 能, 能不能, 可不可以, "
    "是, 是多少, 多少, 多少呢, 了, 吧, 吗, 啊, 呀, 哈, 嘛, 呗, 哦, 的话, 话, 就, 才, 还, 先, 一起, 一般, 一般来说, 来说, "
    "点, 出, 估, 不知道, 不确定, 不介意, 不在乎, 不清楚, 无所谓, 统一, 万一, 千万别, 一定, 一直, 看看, 看一下, 看, 问, 问下, 问一下, 说, 说下, 算下, 算一下, 算出, 给, 给我, 给个, 给出, 来, 去, 用来, 用于, "
    "做, 做个, 弄, 搞, 搞个, 集群, 算力, 资源, 任务, 项目, 推理, 部署, 业务, 公司, 团队, 实验室, 实验, 课题, 型号, 配置, 规格, 版本, 版, 内存, 显存, 英伟达, "
    "机房, 币种, 货币, 结算, 计价, 计算, 计, 回答, 显示, 展示, 答复, 开具, "
    "现在, 目前, 最近, 大家, 那个, 其中, 分别, 总, 总的, 方案, 方式, 情况, 问题, 怎么样, 如何, 怎样, 怎么, 啥, 什么, 什么样, "
    "哪里, 哪儿, 谁, 家, 三家, 两家, 几家, 种, 时候, 时, 最后, 最终, 需求, 申请, 采购申请, 提供, 支持, 有没有, 有吗, 比如, 例如, 等, 等等, "
    "大, 小, 单卡, 单张, 期, 钱, 上, 里, 中, 内, 为, 对, 被, 让, 使, 得, 着, 与否, 至于, 关于, 份, "
    "万元户, 一共要, 需, 会, 应该, 大概要, 麻烦您, 劳驾, 急, 急需, 尽量, 实际, 真的, 到底, 究竟, 估计, 合计要, 各, 各家, 各个, 一下子"
)
