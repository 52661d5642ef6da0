# ruff: noqa: E501 - a table reads best with one phrase or list of words to a line
"""Words for what a quantity is about, for ways to procure and for what is done with them."""

from bot.understanding.kinds import Kind
from bot.understanding.lexicon.quantities import Entry
from bot.understanding.request import Way

WAYS: tuple[Entry, ...] = (
    (Kind.WAY, (Way.OWN,), "buying, bought, purchase, purchasing, purchased, owned, owning, ownership, on prem, on premise, "
                           "on premises, in house, self build, self built, self hosted, self owned, build our own, building our own, "
                           "自建, 自购, 自有, 自己买, 自己建, 购买, 采购, 买卡, 买断, 购置, 自持, 本地部署, 自采, 购入, 自建机房"),
    (Kind.BUY, None, "buy, 买"),
    (Kind.OWN, None, "own"),
    (Kind.WAY, (Way.CLOUD, Way.SPECIALISED), "rent, renting, rental, rentals, rented, lease, leasing, leased, hire, hiring, "
                                             "租, 租用, 租赁, 租卡, 租借, 去租, 承租"),
    (Kind.WAY, (Way.CLOUD,), "cloud, clouds, public cloud, public clouds, the cloud, hyperscaler, hyperscalers, hyperscale, "
                             "big cloud, big clouds, traditional cloud, 云, 公有云, 大厂云, 云上, 上云, 云厂商, 传统云, 公共云, 大云, 云服务"),
    (Kind.WAY, (Way.SPECIALISED,), "specialised, specialized, specialised cloud, specialized cloud, specialised clouds, "
                                   "specialized clouds, specialised provider, specialised providers, specialist cloud, "
                                   "specialist clouds, gpu cloud, gpu clouds, neocloud, neoclouds, neo cloud, neo clouds, alt cloud, "
                                   "marketplace, marketplaces, 智算云, 专业云, 算力平台, 算力云, 专业算力平台, 智算平台, 算力市场, 专业算力, "
                                   "智算中心, 专业gpu云, gpu云, 垂直云, 专用云, 专业智算, 算力租赁平台"),
    (Kind.WAY, (Way.ON_DEMAND,), "on demand, pay as you go, payg, pay per use, 按需, 按量, 按量付费, 按需付费, 按量计费, 按需实例, 后付费"),
    (Kind.WAY, (Way.COMMITTED,), "reserved, reserve, reservation, reservations, reserved instance, reserved instances, committed, "
                                 "committed use, savings plan, savings plans, cud, cuds, 包年, 包月, 包年包月, 预留, 预留实例, 包季, 长约, 包断, 包"),
    (Kind.COMMIT, None, "commit, commits, committing, commitment, commitments, locked in, lock in, locking in, contract, 承诺, 合约, 合同, 承诺期, 合同期, 签约, 租期承诺, 锁定, 签"),
    (Kind.WAY, (Way.SPOT,), "spot, spot instance, spot instances, preemptible, preemptibles, "
                            "interruptible, 竞价, 竞价实例, 抢占, 抢占式, 抢占实例, 抢占式实例, 竞价型"),
    (Kind.NOT, None, "no, not, without, except, excl, excl., neither, excluding, exclude, excludes, anything but, everything but, other than, skip, omit, "
                     "drop, remove, forget, ignore, w/o, leave out, kick, kick out, throw out, ditch, scrap, lose, don't want, do not want, don't, never, "
                     "except for, apart from, no more, outside, outside of, cancel, take out, take off, rule out, ruled out, avoid, "
                     "不要, 不用, 除了, 除, 不考虑, 排除, 去掉, 别, 别用, 不含, 不包括, 不想用, 不走, 不看, 除开, 去除, 删掉, 取消, 不需要, 非, 别的, "
                     "也不要, 不想要, 不能用, 剔除, 踢掉, 踢出, 砍掉, 拿掉, 不租, 不选, 不买, 不包含, 除去, 免去, 没有, 无, 不计, 不"),
    (Kind.EXCEPTED, None, "excluded, 除外"),
    (Kind.INSTEAD_OF, None, "instead of, rather than, in place of, to replace, replacing, (was, (formerly, (previously, (原, (原来, 而不是, 代替, 取代, 替换, 不是"),
    (Kind.BUT, None, "but, 而是, 但, 但是"),
    (Kind.ONLY, None, "only, just, solely, exclusively, nothing but, 只, 仅, 只要, 只看, 只用, 只考虑, 仅看, 仅限, 就看, 就用, 只算, 只能, "
                      "只需要, 只租, 就按, 就要, 限定, 单看"),
    (Kind.ALL, None, "any, every, everything, 所有, 全部, 任何, 都, 不限, 任意"),
)  # fmt: skip

CUES: tuple[Entry, ...] = (
    (Kind.EGRESS, None, "egress, outbound, out, download, downloads, downloading, data transfer, transfer, transfer out, "
                        "transferred out, outgoing, leaving, bandwidth out, data out, traffic, outbound traffic, egress traffic, "
                        "出网, 出网流量, 流量, 外传, 传出, 出口, 出口流量, 下行, 下载, 传输, 出流量, 公网流量, 外网流量, 导出数据, 传回, 出云, 拉出, "
                        "下行流量, 公网出流量, 数据传出, 搬出, 回传, 出站, 出站流量"),
    (Kind.STORAGE, None, "storage, store, storing, stored, disk, disks, object storage, block storage, file storage, nfs, s3, "
                         "checkpoints, checkpoint, dataset, datasets, bucket, volume, volumes, ssd, nvme, "
                         "存储, 存, 对象存储, 块存储, 文件存储, 存储空间, 硬盘, 云盘, 存放, 储存, 数据存储, 盘, 共享存储, 并行存储, 检查点"),
    (Kind.REQUESTS, None, "requests, api requests, api calls, calls, objects, files, small files, samples, 请求, 次请求, 请求数, 文件, 个文件, 小文件, 个小文件, 样本, 个样本, 对象"),
    (Kind.UTIL, None, "utilisation, utilization, util, utilised, utilized, utilise, utilize, usage, busy, use, used, in use, "
                      "duty cycle, load, occupancy, 利用率, 使用率, 负载率, 占用率, 负载, gpu利用率, 平均利用率, 开机率"),
    (Kind.UTIL, "idle", "idle, unused, idling, 空闲, 闲置, 空置, 闲置率, 空置率, 空闲率"),
    (Kind.MFU, None, "mfu, model flops utilisation, model flops utilization, flops utilisation, flops utilization, 算力利用率"),
    (Kind.OFF, None, "off, off list, off the list price, below list, under list, below the list price, discount, discounts, discounted, rebate, cheaper than list, reduction, "
                     "打折, 折扣, 优惠, 便宜, 降价, 减免, 打, 让利, 降, 下浮, 再打, 能打, 折扣率"),
    (Kind.BUDGET, "named", "budget, budgets, budgeted, max spend, funds, funding, grant, 预算, 总预算, 经费, 资金"),
    (Kind.BUDGET, None, "we have, we've got, we got, i have, i've got, got, have, under, below, "
                        "spend, spending, cap, capped, ceiling, within a budget of, "
                        "手里有, 手上有, 不超过, 有, 花, 拿, 控制在, 以内, 上限, 只有, 投入, 准备了, 批了, 手头有, 手头, 手里, 手上, 账上, 之内, 封顶"),
    (Kind.TCO, None, "tco, total cost of ownership, depreciation, depreciate, depreciated, depreciating, amortise, amortize, "
                     "amortised, amortized, amortisation, amortization, useful life, service life, hardware life, life, lifetime, lifespan, straight line, write off, written off, writing off, "
                     "写 off, 折旧, 总成本, 总拥有成本, 摊销, 摊, 使用寿命, 寿命, 折旧期, 折旧年限, 分摊, 生命周期, 摊到, 摊成, 总持有成本"),
    (Kind.POWER, None, "power, electricity, power price, power cost, electricity price, electricity cost, energy, energy price, "
                       "tariff, 电价, 电费, 用电, 电力, 每度电, 电"),
    (Kind.PRICE, None, "我们拿到的是, 拿到的是, 拿到的价是, 拿到的价格是, 给我们的价是, 最新报价, 最新价, 最新价格, 什么价位, 价格是, "
                     "price, prices, pricing, priced, rate, rates, list price, list prices, list rate, unit price, list, going rate, "
                       "going rates, going for, goes for, sticker price, price tag, street price, fee, fees, 单价, 价格, 价, 行情, 市场价, 租金, 月租金, 价位, 目录价, 刊例价, 定价, "
                       "单价是, 标价, 官网价, 牌价, 什么价, 啥价, 时价, 市价, 资费, 价目"),
    (Kind.COUNT, None, "count, counts, quantity, qty, number, how many needed, size, 数量, 卡数, 台数, 张数, 规模, 数目"),
    (Kind.LENGTH, None, "duration, period, term,  timeframe, time frame, time, run time, runtime, run length, length, "
                        "时长, 时间, 租期, 周期, 工期, 为期, 期限, 持续, 使用时长, 租用时长, 使用时间, 期间"),
    (Kind.TOTAL, None, "total, in total, altogether, overall, in all, 共, 一共, 总共, 合计, 总计, 共计, 总数, 总卡数"),
    (Kind.SUPPLIER, None, "provider, providers, vendor, vendors, supplier, suppliers, 供应商, 厂商, 服务商, 平台, 云厂"),
    (Kind.PLACE, "any", "anywhere, 哪里都行, 哪都行, 哪里都可以"),
    (Kind.PLACE, None, "region, regions, location, locations, 地域, 地区, 区域"),
    (Kind.EACH, None, "each, apiece, a piece"),
    (Kind.EACH, "node", "per node, per server, per machine, per box, per host, per instance, /node, "
                      "每台, 每节点, 每个节点, 每机, 每台机器, 每台服务器, 单机, 单节点, 单台, 每实例"),
)  # fmt: skip

ASKING: tuple[Entry, ...] = (
    (Kind.COMPARE, None, "compare, compares, compared, comparing, comparison, cheapest, side by side, "
                         "which is better, which one is better, better value, better deal, best deal, best price, lowest price, "
                         "least expensive, most economical, stack up, head to head, the difference, difference between, "
                         "more cost effective, most cost effective, which is more, who is cheaper, who's cheaper, "
                         "对比, 比价, 比较, 比一比, 比比, 相比, 哪个便宜, 哪个更便宜, 哪家便宜, 哪家更便宜, 谁便宜, 谁更便宜, 哪个合适, 哪个更合适, "
                         "哪个划算, 哪个更划算, 哪家划算, 哪家更划算, 谁划算, 谁更划算, 更划算, 更便宜, 最便宜, 哪种便宜, 哪种划算, 哪种更划算, "
                         "哪个好, 哪个省钱, 更省钱, 最划算, 哪家, 哪个, 哪种, 比比看, 比一下, 差多少, 性价比, 差价, 谁家便宜"),
    (Kind.COMPARE, "cheaper", "cheaper"),
    (Kind.COMPARE, "between", "vs, vs., v., versus, against, 还是, 比"),
    (Kind.BREAK_EVEN, True, "要不要买, 该不该买, 买不买, 值不值得买, 要不要自建, 该不该自建, break even, breakeven, break even point, breakeven point, payback, payback time, payback period, pay back, "
                            "pays back, pay for itself, pays for itself, pay for themselves, pays itself back, pay themselves back, pay itself back, pay off, pays off, paying off, crossover, crossover point, "
                            "tipping point, recoup, amortise itself, "
                            "回本, 回本周期, 回本期, 盈亏平衡, 盈亏平衡点, 平衡点, 打平, 收回成本, 回收期, 赚回来, 投资回收期, 保本, 临界点"),
    (Kind.BREAK_EVEN, False, "beat, beats, win, wins, cross over, make sense, makes sense, worth it, worth, overtake, overtakes, "
                             "become cheaper, becomes cheaper, get cheaper, gets cheaper, be cheaper, better off, "
                             "持平, 才划算, 值得买, 就划算, 划得来, 不如, 更合算, 才合算, 才值, 才便宜, 划算"),
    (Kind.TRAIN, None, "train, trains, training, trained, pretrain, pretraining, pretrained, pre train, pre training, pretrain run, "
                       "fine tune, fine tuning, finetune, finetuning, 训练, 训, 预训练, 微调, 训个, 训完, 训一个, 训一遍, 训出, 跑完"),
    (Kind.QUOTE, None, "quote, quotes, quotation, estimate, estimates, estimation, price out, price up, cost, costs, costing, spend estimate, "
                       "how much, how expensive, what would it cost, what does it cost, what's the cost, charge, bill, need, needs, "
                       "looking for, want, require, "
                       "报价, 报个价, 报一下, 报下, 报, 报价单, 询价, 估价, 估算, 估个价, 多少钱, 什么价格, 费用, 成本, 花多少, 要多少, 要多少钱, 需要, 想要, 要花多少, 要花多少钱, 花费, 多少费用, "
                       "总价, 开销, 预估, 算算, 多钱"),
    (Kind.ASKS_WHEN, None, "when, at what, at which, how soon, from what, 什么时候, 何时, 多大, 到多少, 多高, 什么情况"),
    (Kind.HOW_MANY, None, "how many, max, maximum, most, as many, 多少张, 多少卡, 多少块, 多少台, 最多, 多少个, 多大规模"),
    (Kind.HOW_LONG, None, "how long, how much time, how many weeks, how many days, how many months, how many hours, for how long, "
                          "多久, 多长时间, 多少天, 多少周, 多少小时, 多少个月"),
    (Kind.AFFORD, None, "what can we get, what can we have, what can i get, what could we get, what can we afford, can we afford, "
                        "can i afford, could we afford, afford, what do we get, what would we get, get us, buys us, buy us, buys me, "
                        "buy me, get me, gets me, can we get, can we have, how far does, how far will, stretch to, "
                        "能买多少, 能用多少, 能有多少, 能买几, 够用多少, 够买多少, 能买, 能跑, 能用, 够买, 够用, 够跑, 可以买, 可以用, "
                        "能拿多少, 能搞多少, 可以买多少, 能换, 能开多少, 能撑, 够, 能跑多少, 能有"),
    (Kind.AFFORD, (Way.CLOUD, Way.SPECIALISED), "能租多少, 能租几, 够租多少, 能租, 够租, 可以租, 可以租多少, 能够租"),
    (Kind.HELP, None, "你能干嘛, 能干嘛, 怎么询价, 如何询价, 帮助一下, "
                 "help, how does this work, how do i use, how to use, usage help, what can you do, what do you do, do you have, do you know, do you support, do you offer, do you cover, "
                      "commands, who are you, 帮助, 怎么用, 如何使用, 使用说明, 你能做什么, 你会什么, 能做什么, 怎么使用, 说明书, 使用方法, 用法, 会干啥, 都会干啥, 能干啥, 都能干啥, 都能干嘛, 会做什么, 你是谁, 功能, 有哪些卡, 有什么卡, 有哪些型号, 支持哪些"),
    (Kind.HELLO, None, "hello, hi, hey, hi there, good morning, good afternoon, good evening, yo, hiya, greetings, "
                       "你好, 您好, 早, 早上好, 下午好, 晚上好, 嗨, 哈喽, 在吗, 大家好, hello there"),
    (Kind.SET, None, "set, update, modify, overwrite, delete, insert, register, record, "
                     "把, 将, 更新, 设置, 修改, 录入, 调整, 删除, 新增"),
    (Kind.BECOME, None, "改成, 改为, 调到, 调成, 调为, 设为, 设成, 更新为, 更新成, 涨到, 降到, 变成, 改到, 改, 调整为, 调整到, 换成, "),
    (Kind.THEN, None, "then, afterwards, after that, followed by, subsequently, and later, 然后, 之后再, 再用, 随后, 接着, 后面再, 再跑, 其后, "),
)  # fmt: skip
