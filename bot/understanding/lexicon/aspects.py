# ruff: noqa: E501 - a table reads best with one phrase or list of words to a line
"""Words for what people ask about an answer: each names the aspect, and changes nothing of what was asked."""

from decimal import Decimal

from bot.understanding.kinds import Kind
from bot.understanding.lexicon.quantities import Entry

ASPECTS: tuple[Entry, ...] = (
    (Kind.ASPECT, "tax", "vat, vat in, vat included, tax, taxes, sales tax, gst, before tax, after tax, 含税, 含税吗, 含不含税, 不含税, 增值税, 税率, 税, 税费, 税点"),
    (Kind.ASPECT, "partial", "two full months, full months, whole months, partial month, partial months, part of a month, 不足一个月, 不满一个月, 整月, 不满一月, 不足一月"),
    (Kind.ASPECT, "variant", "which variant, which form, which form factor, which version is it, 哪个版本, 哪种版本, 哪种规格, 什么版本"),
    (Kind.ASPECT, "prepay", "up front, upfront, prepay, prepaid, prepaying, prepayment, down payment, deposit, in advance, 预付, 预付款, 首付, 首付款, 定金, 押金"),
    (Kind.ASPECT, "renewal", "after the month ends, after it ends, after that ends, renew, renews, renewal, renewals, 续费, 续租, 续约, 到期续费, 到期后, 到期"),
    (Kind.ASPECT, "interruption", "spot stops us, spot is taken away, taken away, reclaimed, reclaims, interrupted, interruption, interruptions, preempted, preemption, preemptions, 被回收, 回收, 被抢占, 被中断, 中断"),
    (Kind.OFTEN, Decimal(24), "once a day, once per day, one time a day, 每天一次, 一天一次"),
    (Kind.OFTEN, Decimal(12), "twice a day, twice per day, 每天两次, 一天两次"),
    (Kind.OFTEN, Decimal(168), "once a week, once per week, 每周一次, 一周一次"),
    (Kind.OFTEN, Decimal(1), "once an hour, 每小时一次, 一小时一次"),
    (Kind.ASPECT, "booking", "book exactly these dates, book exactly, exactly these dates, these exact dates, book these dates, guaranteed capacity, guarantee capacity, 锁定这段时间, 锁定这段时间的卡, 能锁定, 保证有卡, 预订, 预定"),
    (Kind.ASPECT, "next-generation", "wait for the next generation, wait for the next, the next generation, next generation, next gen, 下一代, 新一代, 等下一代"),
    (Kind.ASPECT, "tiers", "volume tier, volume tiers, tiered, tiers, cheaper above, cheaper over, 阶梯价, 阶梯, 阶梯定价, 量大优惠"),
    (Kind.ASPECT, "failures", "nodes are down, of nodes down, of the nodes are down, nodes fail, node failures, hardware failures, failures, failure rate, sla, 坏节点, 节点坏, 坏, 坏掉, 故障, 故障率, 宕机"),
    (Kind.ASPECT, "support", "with support, support plan, 24/7 support, 24x7 support, with 24/7 support, premium support, 支持服务, 技术支持, 7x24支持, 7*24支持, 24小时支持, 售后"),
    (Kind.ASPECT, "bill", "anything else on the bill, else on the bill, on the bill, hidden fees, hidden fee, hidden costs, hidden cost, other fees, other costs, extra fees, extra costs, what else is there to pay, "
                          "别的费用, 其他费用, 其它费用, 隐藏费用, 隐性费用, 隐形费用, 隐性成本, 隐藏成本, 额外费用"),
    (Kind.ASPECT, "overage", "above the reserved part, above the commitment, above the reserved, beyond the commitment, beyond the reserved part, overage, overages, 超出部分, 超出的部分, 超量, 超额"),
    (Kind.ASPECT, "unit", "per gpu or per node, per node or per gpu, per card or per node, 每卡还是每台, 每台还是每卡, 按卡还是按台, 每张还是每台"),
    (Kind.ASPECT, "validity", "does this hold, does it hold, is this valid, is it valid, valid for, valid until, validity, 有效期, 有效多久, 报价有效, 有效到, 有效吗"),
    (Kind.ASPECT, "approval", "has to approve, must approve, who approves, needs to approve, sign off, signs off, approval, 谁批, 谁审批, 审批, 要谁批, 批准"),
    (Kind.ASPECT, "invoice", "invoice, invoices, vat invoice, special vat invoice, 发票, 专票, 开票, 增值税专票, 增值税专用发票, 开专票"),
    (Kind.ASPECT, "exchange-rate", "which exchange rate, exchange rate, exchange rates, fx rate, conversion rate, 汇率, 哪天的汇率, 什么汇率"),
    (Kind.ASPECT, "sources", "sources, source of this, the source, the sources, 来源, 出处, 价格来源"),
    (Kind.ASPECT, "network", "infiniband, nvlink, nvswitch, roce, rdma, interconnect, ib network, ib组网, ib网络, ib网, 组网, 互联"),
    (Kind.ASPECT, "queue", "if we wait, in the queue, queue, queueing, queuing, 排队, 等待"),
    (Kind.ASPECT, "stated", "does it add up, does that add up, does this add up, add up, adds up, is that right, is this right, says, claims, the vendor says, the seller says, "
                            "对吗, 对不对, 对得上吗, 说得对吗, 厂商说, 卖家说, 供应商说, 他们说"),
)  # fmt: skip
