"""Text as it comes out of tables, in the one form the readers of numbers, days and units work on."""

import re

_HALF_WIDTH = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)}
_OTHER = {"￥": "¥", "　": " ", "\u2212": "-", "’": "'", "‘": "'", "′": "'"}
_PLAIN = str.maketrans({**{chr(code): chr(plain) for code, plain in _HALF_WIDTH.items()}, **_OTHER})
_BLANKS = re.compile(r"\s+")


def plain(text: str) -> str:
    """Full-width signs as ASCII, any blanks as one space, none around.

    Unlike NFKC it leaves raised digits alone: `$2.95¹` is no 2.951.
    """
    return _BLANKS.sub(" ", text.translate(_PLAIN)).strip()
