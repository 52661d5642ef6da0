# ruff: noqa: E501 - a table reads best with one phrase or list of words to a line
"""Words for being told when an answer changes: "tell me if this moves by more than 5%", 别盯了."""

from bot.understanding.kinds import Kind
from bot.understanding.lexicon.quantities import Entry
from bot.understanding.request import Intent

WATCHING: tuple[Entry, ...] = (
    (Kind.TOPIC, Intent.WATCH, "watch it, watch this quote, watch this price, watch the price, keep watching, keep watching this, monitor this, keep an eye on it, "
                               "keep an eye on the price, tell me when, tell us when, let me know when, let us know when, notify me when, alert me when, "
                               "告诉我, 告诉我们, 帮我盯一下, 盯一下, 盯着这个, 帮我盯着这个, 监控一下, 帮我监控, 关注一下"),
    (Kind.UNWATCH, None, "stop watching, stop watching this, stop watching it, unwatch, unwatch this, don't watch this, do not watch this, no longer watch this, "
                         "stop telling me, stop notifying me, stop notifying us, stop the alerts, stop alerting me, stop monitoring, stop monitoring this, "
                         "别盯了, 不用盯了, 不盯了, 停止监控, 停止盯价, 取消监控, 取消提醒, 不用提醒了, 别提醒了, 不用通知了, 别通知了, 取消通知"),
    (Kind.MOVES, None, "changes, changed, change by, changes by, moves, moved, move by, moves by, varies, varies by, turns, "
                       "变化, 变动, 变了, 变, 有变化, 有变动, 波动, 浮动, 涨跌, 变化了"),
)  # fmt: skip
