# ruff: noqa: E501 - a table reads best with one phrase or list of words to a line
"""Words for prices that are supposed to be other than they are: "AWS spot 10% dearer", 假设AWS打七折."""

from bot.understanding.kinds import Kind
from bot.understanding.lexicon.quantities import Entry

SUPPOSING: tuple[Entry, ...] = (
    (Kind.SUPPOSE, None, "suppose, supposing, let's suppose, assumption, supposition, 假设, 假定, 假使, 倘若"),
    (Kind.DEARER, 1, "dearer, more expensive, costlier, pricier, higher, is up, rise, rises, rises by, rise by, rose, risen, go up, goes up, went up, goes up by, go up by, "
                     "up by, 贵, 贵了, 涨, 涨了, 涨价, 涨价了, 上涨, 上涨了, 上浮, 加价, 提价"),
    (Kind.DEARER, -1, "less expensive, is down, falls, falls by, fell, fallen, fall by, drops, dropped, go down, goes down, went down, goes down by, go down by, down by, "
                      "跌, 跌了, 下跌, 下跌了, 便宜了, 降了, 降价了"),
)  # fmt: skip
