"""What the heading of a table column says of the numbers below it."""

import re

from bot.understanding.claims import words
from bot.understanding.claims.layout import Piece

_UNIT_COLUMN = re.compile(r"unit|单价|rate\b|each|\bper\b|/|qty|quantity|数量|price$|^\s*price")
_MONEY_COLUMN = re.compile(r"成本|费用|金额|总|小计|合计|cost|amount|total|price|fee|usd|cny|\$|元")


def is_money_column(heading: str) -> bool:
    """Whether a column holds amounts that its rows come to."""
    return bool(_MONEY_COLUMN.search(heading)) and not _UNIT_COLUMN.search(heading)


_COUNTS_COLUMN = re.compile(r"qty|quantity|数量|台数|卡数|月数|时长|months|hours|count|number|nodes?$|gpus?$")


def currency_of_column(piece: Piece) -> str:
    """The currency of bare numbers below a heading: 小计(元), "Amount (USD)", "Amount"."""
    if piece.place.row < 1 or piece.place.column < 1 or _COUNTS_COLUMN.search(piece.heading):
        return ""
    for code, signs in words.CURRENCIES:
        if re.search(signs, piece.heading):
            return code
    if not (_MONEY_COLUMN.search(piece.heading) or _UNIT_PRICE.search(piece.heading)):
        return ""
    return "CNY" if re.search("[\u3400-\u9fff]", piece.heading) else "USD"


_UNIT_PRICE = re.compile(r"unit price|单价|price|rate")
