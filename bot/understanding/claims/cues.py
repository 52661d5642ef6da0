"""What the words right beside a number say of it: that it is a result, a gain, an addition, the cost of a service."""

import re

from bot.understanding.claims import words
from bot.understanding.claims.digits import Written
from bot.understanding.claims.layout import Piece

_BEFORE = 40
_CLOSE = 12
_SAID_AGAIN = re.compile(r"[\s,;(]*(?:or|i\.e\.|that is|即|约|合|折合)\s*(?:about|约)?\s*$")
_OF_LAST = re.compile(r"\s*(?:of(?: the| its| our)?|的)\s*$")
_AGAINST = re.compile(
    r"(?:\bvs\.?|\bversus|\bthan(?: the)?|\bagainst|\bcompared (?:to|with)|\binstead of"
    r"|相比于?|相较于?|对比|比起?|较)\s*(?:us\$|[$€£¥])?\s*$"
)
_PLUS = re.compile(r"(?:\bplus|\+|(?<![增另再])加上?)\s*(?:us\$|[$€£¥])?\s*$")
_EXTRA = re.compile(r"额外|另付|另收|\bextra\b|\badditional\b|\badding\b")
_NAMED = re.compile(r"[a-z\u3400-\u9fff]{2}")
_FEE_BEHIND = re.compile(r"[\u3400-\u9fff]费|\bfees?\b|\bcharges?\b")
_FILLING = re.compile(
    r"us\$|\b(?:costs?|of|about|around|another|or|is|a|an|usd|rmb|cny)\b|费用|成本|[约为共是需要收花达合计]"
)
_ADDED = re.compile(r"\badds?\b|\badding\b|\bextra\b|另加|另收|增加|再加|加收")


def cues(text: str, number: Written, piece: Piece, last: int) -> frozenset[str]:
    """The tags of one number by what stands between it and the number before, which ends at `last`."""
    before = text[last : number.start]
    found = {name for name in ("result", "weak") if words.TAGS[name].search(before[-_BEFORE:])}
    if text[piece.start - 1 : piece.start] == ":" and not text[piece.start : number.start].strip():
        found |= {"result", "colon"}  # 64 GPUs for 30 days: $50,688
    if words.TAGS["saving"].search(before[-_CLOSE:]):
        found.add("gain")  # "saving $1.2M" and no price that is cheaper
    if _AGAINST.search(before[-_BEFORE:]):
        found = (found - {"result", "weak"}) | {"against"}  # "cut in half vs 26万": what is compared with
    if _PLUS.search(before[-_BEFORE:]):
        found.add("plus")  # "... is $613,200 plus $40,000": a part of what is to come
    if _is_named_fee(text, number, piece, before):
        found.add("extra-fee")
    if piece.start and text[piece.start - 1] == ":":
        found.add("behind-colon")
    if _OF_LAST.match(before):
        found.add("of-last")
    if _ADDED.search(before):
        found.add("added")
    if not before.strip(" ,;(") or _SAID_AGAIN.match(before):
        found.add("restated")
    if _is_charge(f"{piece.heading} {piece.label} {piece.lead} {before}", text, number, piece):
        found.add("charge")
    return frozenset(found)


def _is_named_fee(text: str, number: Written, piece: Piece, before: str) -> bool:
    """ "另付培训费5万", "an extra $5,000 fee": what else is to be paid and for what, where no other word makes a result
    of it. "8 TB at 0.8元/GB, 额外 6.4万" names nothing, and may be that result."""
    if not number.currency or not _EXTRA.search(before):
        return False
    behind_cue = _FILLING.sub("", before[[match.end() for match in _EXTRA.finditer(before)][-1] :])
    named = _NAMED.search(behind_cue) or _FEE_BEHIND.search(text[number.end : min(number.end + _CLOSE, piece.end)])
    return bool(named) and not words.TAGS["result"].search(_EXTRA.sub("", before))


def _is_charge(before: str, text: str, number: Written, piece: Piece) -> bool:
    """Whether money is for a service beside the hardware: power, support, a place in a rack."""
    behind = words.CHARGE_AFTER.match(text, number.end, piece.end)
    return bool(number.currency and (words.CHARGE.search(before) or behind))
