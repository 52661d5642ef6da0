# ruff: noqa: E501 - a table reads best with one phrase or list of words to a line
"""Words of number, time, money and size. Lower case, simplified; a space may also be typed as a hyphen or left out."""

from decimal import Decimal

from bot.understanding.kinds import Kind
from pricing.units import TimeUnit

Entry = tuple[Kind, object, str]

UNITS: tuple[Entry, ...] = (
    (Kind.SECOND, None, "s, sec, secs, second, seconds, 秒, 秒钟"),
    (Kind.UNIT, TimeUnit.MINUTE, "min, mins, minute, minutes, 分钟"),
    (Kind.UNIT, TimeUnit.HOUR, "h, hr, hrs, hour, hours, 小时, 钟头, 个小时"),
    (Kind.UNIT, TimeUnit.DAY, "d, day, days, 天, 日, 昼夜"),
    (Kind.UNIT, TimeUnit.WEEK, "wk, wks, week, weeks, weeek, 周, 星期, 礼拜, 周间"),
    (Kind.UNIT, TimeUnit.MONTH, "mo, mos, mth, mths, mnth, mnths, month, months, 个月"),
    (Kind.UNIT, TimeUnit.QUARTER, "qtr, qtrs, quarter, quarters, 季度, 季, 个季度, 个季"),
    (Kind.UNIT, TimeUnit.YEAR, "y, yr, yrs, year, years, 年, 周年"),
    (Kind.CLOCK, None, "钟"),
    (Kind.MOON, None, "月, 月份"),
    (Kind.NTH, None, "号"),
    (Kind.FORTNIGHT, None, "fortnight, fortnights"),
    (Kind.PER, TimeUnit.HOUR, "hourly, every hour, by the hour, p/h, ph, 每小时, 一小时多少, 每个小时, 时租, 按小时"),
    (Kind.PER, TimeUnit.DAY, "daily, by the day, every day, each day, 每天, 每日, 日租, 按天"),
    (Kind.PER, TimeUnit.WEEK, "weekly, by the week, 每周"),
    (Kind.PER, TimeUnit.MONTH, "monthly, by the month, every month, each month, 每月, 每个月, 月租, 月价, 月费, 按月"),
    (Kind.PER, TimeUnit.YEAR, "yearly, annually, annual, 每年, 年租, 年费, 按年"),
    (Kind.PER, None, "per, 每"),
    (Kind.CARD, None, "gpu, gpus, card, cards, accelerator, accelerators, chip, chips, 张, 卡, 块, 枚, 片, 颗, 张卡, 块卡, 显卡, "
                      "加速卡, way, ways, pcs, pc, pieces, piece, units, unit, ea, 张gpu, 块gpu, gpu卡, 算力卡, 卡的, 张显卡"),
    (Kind.FORM, "sxm", "sxm, sxm2, sxm4, sxm5, sxm6, hbm3, hbm3e, hbm2e"),
    (Kind.FORM, "pcie", "pcie, pci e, pcie 卡"),
    (Kind.FORM, "nvl", "nvl"),
    (Kind.FORM, "oam", "oam"),
    (Kind.NODE, None, "node, nodes, server, servers, machine, machines, box, boxes, host, hosts, instance, instances, vm, vms, "
                      "rack, racks, system, systems, 台, 机, 机器, 节点, 服务器, 主机, 实例, 台机器, 台服务器, 台节点, 个节点, 个实例, "
                      "个机柜, 机柜, 整机, 台整机"),
    (Kind.GE, None, "个"),
    (Kind.BYTES, "B", "bytes, byte, 字节"),
    (Kind.BYTES, "KB", "kb, kbs, kilobyte, kilobytes, 千字节"),
    (Kind.BYTES, "MB", "mb, mbs, meg, megs, megabyte, megabytes, 兆字节"),
    (Kind.BYTES, "GB", "g, gb, gbs, gig, gigs, gigabyte, gigabytes, 吉字节, 个g"),
    (Kind.BYTES, "TB", "tb, tbs, terabyte, terabytes, tera, 太字节, 个t"),
    (Kind.BYTES, "PB", "p, pb, pbs, petabyte, petabytes, 拍字节"),
    (Kind.BYTES, "EB", "eb, exabyte, exabytes"),
    (Kind.BYTES, "KiB", "kib, kibibyte, kibibytes"),
    (Kind.BYTES, "MiB", "mib, mebibyte, mebibytes"),
    (Kind.BYTES, "GiB", "gib, gibibyte, gibibytes"),
    (Kind.BYTES, "TiB", "tib, tebibyte, tebibytes"),
    (Kind.BYTES, "PiB", "pib, pebibyte, pebibytes"),
    (Kind.BITRATE, None, "gbps, mbps, tbps, kbps, gbit, mbit, tbit, gbit/s, gb/s, tb/s, mb/s, gigabit, gigabits, terabit, terabits, "
                         "ms, khz, mhz, ghz, w, watt, watts, 瓦, 兆瓦, mw"),
    (Kind.BITRATE, "kW", "kw, kilowatt, kilowatts, 千瓦"),
    (Kind.KWH, None, "kwh, kw h, kilowatt hour, kilowatt hours, 度, 度电, 千瓦时"),
    (Kind.GPU_TIME, TimeUnit.HOUR, "gpu hour, gpu hours, gpu hr, gpu hrs, gpu h, gpuh, gpuhours, card hour, card hours, 卡时, gpu小时, 卡小时, "
                                   "gpu时, gpu 小时, 卡 小时, 个卡时, 个gpu小时"),
    (Kind.GPU_TIME, TimeUnit.DAY, "gpu day, gpu days, card day, card days, 卡天, gpu天, 卡日, 个卡天"),
    (Kind.GPU_TIME, TimeUnit.WEEK, "gpu week, gpu weeks, 卡周"),
    (Kind.GPU_TIME, TimeUnit.MONTH, "gpu month, gpu months, 卡月"),
    (Kind.NODE_TIME, TimeUnit.HOUR, "node hour, node hours, instance hour, instance hours, server hours, 节点小时, 台时, 机时"),
    (Kind.NODE_TIME, TimeUnit.DAY, "node day, node days, 节点天"),
    (Kind.PCT, None, "%, percent, percents, per cent, pct, percentage, percentages, 个点"),
    (Kind.POINT, None, "percentage point, percentage points, 百 分 点, 个 百 分 点"),
    (Kind.ZHE, None, "折"),
    (Kind.HALF_PRICE, None, "half price, half off, 半价, 对折, 半折"),
    (Kind.CHENG, None, "成"),
    (Kind.TOKENS, None, "token, tokens, tok, toks, 词元, 个token, 语料"),
    (Kind.PARAMS, None, "param, params, parameter, parameters, 参数, 参数量, 个参数, 参数模型"),
    (Kind.MODEL, None, "model, models, llm, llms, 模型, 大模型, 语言模型, dense, moe"),
)  # fmt: skip

_CODES = (
    "AFN ANG AOA ARS AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD CDF CLP COP CRC "
    "CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB FJD FKP GEL GHS GIP GMD GNF GTQ GYD HNL HTG HUF IDR ILS IQD "
    "IRR ISK JMD JOD KES KGS KHR KMF KPW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP "
    "MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB "
    "RWF SAR SBD SCR SDG SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TTD TZS UAH UGX UYU UZS "
    "VES VND VUV WST XAF XCD XOF XPF YER ZAR ZMW ZWG "
)
CODES: frozenset[object] = frozenset(_CODES.split())
"""Codes of ISO 4217 that are no word of this lexicon (AMD makes GPUs). ALL and TRY count in capitals only."""
CODES_THAT_ARE_WORDS = ("ALL", "TRY")

CURRENCIES: tuple[Entry, ...] = (
    (Kind.CUR, "$", "$, dollar, dollars, buck, bucks"),
    (Kind.CUR, "£", "£, pound, pounds, quid"),
    (Kind.CUR, "USD", "usd, us$, usd$, u.s.$, u.s $, u.s. $, us $, us dollar, us dollars, u.s. dollar, u.s. dollars, american dollars, "
                      "美元, 美金, 美圆, 美刀, 刀"),
    (Kind.CUR, "CNY", "cny, rmb, renminbi, yuan, chinese yuan, cn¥, ¥, 元, 块, 块钱, 人民币, 元人民币, 圆"),
    (Kind.CUR, "EUR", "€, eur, euro, euros, 欧元, 欧"),
    (Kind.CUR, "GBP", "gbp, pound sterling, pounds sterling, british pound, british pounds, 英镑"),
    (Kind.CUR, "JPY", "jpy, yen, japanese yen, 日元, 日圆, 円"),
    (Kind.CUR, "HKD", "hkd, hk$, hong kong dollar, hong kong dollars, 港币, 港元, 港纸"),
    (Kind.CUR, "SGD", "sgd, s$, singapore dollar, singapore dollars, 新加坡元, 新币"),
    (Kind.CUR, "AUD", "aud, a$, au$, australian dollar, australian dollars, 澳元"),
    (Kind.CUR, "CAD", "cad, c$, c $, ca$, cad$, canadian dollar, canadian dollars, 加元"),
    (Kind.CUR, "CHF", "chf, swiss franc, swiss francs, 瑞士法郎, 瑞郎"),
    (Kind.CUR, "TWD", "twd, nt$, new taiwan dollar, new taiwan dollars, 台币, 新台币"),
    (Kind.CUR, "KRW", "krw, won, korean won, ₩, 韩元"),
    (Kind.CUR, "INR", "inr, rupee, rupees, indian rupees, ₹, 卢比"),
    (Kind.CUR, "AED", "aed, dirham, dirhams, 迪拉姆"),
    (Kind.CUR, "SEK", "sek, swedish krona, swedish kronor"),
    *((Kind.CUR, code, str(code).lower()) for code in sorted(CODES, key=str)),
    *((Kind.CUR, f"M {code.upper()}", f"m{code}") for code in ("usd", "eur", "gbp", "cny", "rmb", "hkd", "aud", "cad", "sgd", "chf", "jpy")),
    (Kind.CENT, Decimal("0.01"), "c, 分, 分钱"),
    (Kind.US_CENT, Decimal("0.01"), "¢, cent, cents, 美分"),
    (Kind.CENT, Decimal("0.1"), "角, 毛, 毛钱"),
)  # fmt: skip

# Letters and words of size behind a number. Letters with more than one meaning are not here but in the number itself.
SCALES: dict[str, Decimal] = {
    word: Decimal(10) ** power
    for power, words in (
        (2, "hundred hundreds 百"),
        (3, "k thousand thousands grand 千"),
        (4, "万"),
        (5, "lakh lakhs"),
        (6, "million millions mil mln mio mm mn 百万"),
        (7, "crore crores 千万"),
        (8, "亿"),
        (9, "billion billions bn bln 十亿"),
        (12, "trillion trillions tn tln 万亿"),
    )
    for word in words.split()
}

SMALL: dict[str, int] = {
    word: value
    for value, words in enumerate(
        [
            "zero",
            "one",
            "two",
            "three",
            "four",
            "five",
            "six",
            "seven",
            "eight",
            "nine",
            "ten",
            "eleven",
            "twelve",
            "thirteen",
            "fourteen",
            "fifteen",
            "sixteen",
            "seventeen",
            "eighteen",
            "nineteen",
        ]
    )
    for word in words.split()
} | {"nought": 0, "naught": 0}
TENS: dict[str, int] = {
    word: 10 * value
    for value, word in enumerate(
        ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"], start=2
    )
}
ORDINALS: dict[str, int] = {
    word: value
    for value, word in enumerate(
        [
            "first",
            "second",
            "third",
            "fourth",
            "fifth",
            "sixth",
            "seventh",
            "eighth",
            "ninth",
            "tenth",
            "eleventh",
            "twelfth",
            "thirteenth",
            "fourteenth",
            "fifteenth",
            "sixteenth",
            "seventeenth",
            "eighteenth",
            "nineteenth",
            "twentieth",
        ],
        start=1,
    )
} | {"thirtieth": 30, "thirds": 3}

_MONTHS = "jan january 元月|feb february|mar march|apr april|may|jun june|jul july|aug august|sep sept september|oct october|nov november|dec december"
_DAYS = "mon monday mondays 周一 星期一 礼拜一|tue tues tuesday 周二 星期二 礼拜二|wed weds wednesday 周三 星期三 礼拜三|thu thur thurs thursday 周四 星期四 礼拜四|fri friday 周五 星期五 礼拜五|sat saturday 周六 星期六 礼拜六|sun sunday 周日 周天 星期日 星期天 礼拜日 礼拜天"

CALENDAR: tuple[Entry, ...] = (
    *((Kind.MONTH, number, words.replace(" ", ", ")) for number, words in enumerate(_MONTHS.split("|"), start=1)),
    *((Kind.WEEKDAY, number, words.replace(" ", ", ")) for number, words in enumerate(_DAYS.split("|"))),
    *((Kind.ORDINAL, number, word) for word, number in ORDINALS.items() if word != "second"),
    (Kind.DAY, 0, "today, 今天, 今日, 即日, 今儿"),
    (Kind.DAY, 0, "now, right away"),
    (Kind.DAY, 1, "tomorrow, tomorrows, tmrw, tmr, 明天, 明日, 次日"),
    (Kind.DAY, 2, "the day after tomorrow, day after tomorrow, 后天"),
    (Kind.DAY, 3, "大后天"),
    (Kind.PERIOD, (7, 6), "h2, second half, 2h, 下半年, 后半年"),
    (Kind.PERIOD, (1, 6), "h1, first half, 1h of, 上半年, 前半年"),
    (Kind.PERIOD, (1, 3), "q1, 第一季度, 一季度, 首季度"),
    (Kind.PERIOD, (4, 3), "q2, 第二季度, 二季度"),
    (Kind.PERIOD, (7, 3), "q3, 第三季度, 三季度"),
    (Kind.PERIOD, (10, 3), "q4, 第四季度, 四季度"),
    (Kind.PART_OF_MONTH, 1, "early, the beginning of, beginning of, the start of, start of, 初, 上旬"),
    (Kind.PART_OF_MONTH, 15, "mid, middle of, the middle of, 中旬"),
    (Kind.PART_OF_MONTH, 31, "end of, the end of, late, 底, 末, 下旬"),
    (Kind.HENCE, None, "hence, from now, from today, later, 后, 之后, 以后"),
    (Kind.NEXT, 1, "next, nxt, following, coming, upcoming, 下, 下个, 下一, 下一个, 明"),
    (Kind.NEXT, 2, "下下, 下下个"),
    (Kind.AFTER_NEXT, None, "after next"),
    (Kind.YEAR, 2, "后年"),
    (Kind.YEAR, 1, "来年, 次年"),
    (Kind.LAST, None, "last, 最后一个, 最后一"),
    (Kind.AFTER, None, "after, 过, 再过"),
    (Kind.THIS, "next to come", "this, current"),
    (Kind.THIS, "in it", "这, 这个, 本, 今, 当前, 这一"),
    (Kind.START, "as of", "as of, as at, 截至"),
    (Kind.START, None, "start, starts, starting, started, begin, begins, beginning, kick off, kicking off, effective, commencing, "
                       "开始, 起, 开始用, 启动, 开始跑, 开跑, 份开始, 份起, 上线"),
)  # fmt: skip
