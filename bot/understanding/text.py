"""Prepares what was typed for reading: one plain form, with the place in the original kept for every character."""

import re
import unicodedata
from dataclasses import dataclass

_ENTITIES = {"&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": '"', "&#39;": "'", "&apos;": "'", "&nbsp;": " "}
_FOLDED = {
    # quotes, dashes, spaces, signs that mean the same
    **dict.fromkeys("‘’‛′´`", "'"),
    **dict.fromkeys("“”„″«»「」『』《》", '"'),
    **dict.fromkeys("‐‑‒–—―−﹣－", "-"),
    **dict.fromkeys("～〜∼˜", "~"),
    **dict.fromkeys("×✕✖╳⨯∗＊", "*"),
    **dict.fromkeys("。；，•·●▪◦‣∙", ";"),  # a comma of full width never groups digits, so it is not our comma
    "、": "&",
    **dict.fromkeys("\u2044\u2215／÷", "/"),
    **dict.fromkeys("￥¥", "¥"),
    # what NFKC would run into the digits before it: 1½ is not 11/2, 10² is not 102
    "½": " 1/2",
    "¼": " 1/4",
    "¾": " 3/4",
    "⅓": " 1/3",
    "⅔": " 2/3",
    **dict.fromkeys("⁰¹²³⁴⁵⁶⁷⁸⁹₀₁₂₃₄₅₆₇₈₉", "^"),
    # letters of other alphabets that look like ours: a typed Cyrillic "Н100" is read as H100
    **dict(zip("АВСЕНКМОРТХасеорхΑΒΕΗΚΜΝΟΡΤΧ", "ABCEHKMOPTXaceopxABEHKMNOPTX", strict=True)),
}
_SIMPLIFIED = dict(
    zip(
        "個這週萬億兩張臺塊顆點參陸貳負禮號後內開華為雲時間鐘數據傳儲網預"
        "算買賣購還換節點機務競價實報單總過處訓練齊長幾來東貴優選較對計費調設圓倆幣麼嗎",
        "个这周万亿两张台块颗点参陆贰负礼号后内开华为云时间钟数据传储网预"
        "算买卖购还换节点机务竞价实报单总过处训练齐长几来东贵优选较对计费调设圆俩币么吗",
        strict=True,
    )
)
_DROPPED = frozenset("\u200b\u200c\u200d\u2060\ufeff\u00ad\ufe0f\u200e\u200f\u202a\u202b\u202c\u202d\u202e")

# Slack's own markup. Every part is bounded and starts differently, so any text takes linear time.
_MARKUP = re.compile(
    r"<[@#!][^<>\n]{0,200}>"  # a person, a channel, everybody: nothing to read
    r"|<(?:https?|mailto|tel|ftp):[^<>|\n]{0,500}(?:\|(?P<label>[^<>\n]{0,500}))?>"  # a link: its label is what is seen
    r"|(?P<entity>&(?:amp|lt|gt|quot|apos|nbsp|#39);)"
    r"|`+"
    r"|(?<!\S):[a-z_+-]{2,30}:(?!\S)"  # an emoji
    r"|https?://[^\s<>|\"'）)，。]{1,500}"
)
_EMPHASIS = re.compile(r"(?<![\w*~])([*_~])(?=[^\s*_~])[^*_~\n]{1,200}(?<=[^\s*_~])\1(?![\w*~])")
_WIDE_GROUPING = re.compile(r"(?<=[０-９])，(?=[０-９]{3})")


@dataclass(frozen=True, slots=True)
class Plain:
    """`text`: lower case, simplified, half width. `cased`: the same with capitals. Character i of them was typed at
    `starts[i]` to `ends[i]` of `original`."""

    text: str
    cased: str
    starts: list[int]
    ends: list[int]
    original: str

    def typed(self, start: int, end: int) -> str:
        """The piece of the original that these characters were read from."""
        return self.original[self.starts[start] : self.ends[end - 1]] if end > start else ""


class _Writer:
    """Collects the plain form piece by piece."""

    def __init__(self, original: str) -> None:
        self.original = original
        self.pieces: list[str] = []
        self.starts: list[int] = []
        self.ends: list[int] = []
        self.exceptions = {match.start(): "," for match in _WIDE_GROUPING.finditer(original)}
        for match in _EMPHASIS.finditer(original):
            self.exceptions[match.start()] = self.exceptions[match.end() - 1] = " "

    def put(self, piece: str, start: int, end: int) -> None:
        self.pieces.append(piece)
        for _ in piece:
            self.starts.append(start)
            self.ends.append(end)

    def put_typed(self, start: int, end: int) -> None:
        for at in range(start, end):
            self.put(self.exceptions.get(at) or _one(self.original[at]), at, at + 1)


def plain(original: str) -> Plain:
    """The text as the reader wants it: markup turned into spaces, look-alikes into what they stand for."""
    writer = _Writer(original)
    here = 0
    for match in _MARKUP.finditer(original):
        writer.put_typed(here, match.start())
        start, end = match.span()
        if match["label"]:
            writer.put(" ", start, match.start("label"))
            writer.put_typed(*match.span("label"))
            writer.put(" ", match.end("label"), end)
        else:
            writer.put(_ENTITIES.get(match["entity"] or "", " "), start, end)
        here = end
    writer.put_typed(here, len(original))
    cased = "".join(writer.pieces)
    return Plain(_lower(cased), cased, writer.starts, writer.ends, original)


def _one(char: str) -> str:
    """What one typed character stands for: mostly itself, sometimes several, sometimes nothing."""
    if char < "\x7f":
        return char if char >= " " or char == "\n" else " "
    if char in _DROPPED:
        return ""
    known = _FOLDED.get(char) or _SIMPLIFIED.get(char)
    if known:
        return known
    wide = unicodedata.normalize("NFKC", char)
    if len(wide) == 1 and wide != char:
        return _one(wide)
    digit = unicodedata.decimal(char, None)
    if digit is not None:
        return str(digit)
    return wide if len(wide) <= 4 and wide.isprintable() else " "  # some signs stand for a whole sentence


def _lower(text: str) -> str:
    """Lower case of the same length: the few capitals that would turn into two letters stay."""
    lowered = text.lower()
    return lowered if len(lowered) == len(text) else "".join(c.lower() if len(c.lower()) == 1 else c for c in text)
