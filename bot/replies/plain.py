"""Plain text that is safe to show anywhere, and pieces of it that fit."""

import re
from collections.abc import Callable, Sequence

ELLIPSIS = "…"
# Control characters, lone surrogates, and marks that hide or turn text around.
_UNSEEN = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ud800-\udfff]")


def clean(text: str) -> str:
    """The text without characters that cannot be seen; line breaks stay."""
    return _UNSEEN.sub("", text).replace("\t", " ")


def one_line(text: str) -> str:
    """The text, clean, in one line."""
    if text.isprintable() and "  " not in text and text == text.strip():
        return text  # what cannot be seen is not printable; most texts are our own and need nothing done
    return " ".join(clean(text).split())


def cut(text: str, longest: int) -> str:
    """The text, ending in an ellipsis where it was longer than `longest` characters."""
    return text if len(text) <= longest else text[: longest - 1].rstrip() + ELLIPSIS


def fitting(items: Sequence[str], room: int, size: Callable[[str], int]) -> int:
    """How many of the items, from the first on, fit into `room` together."""
    for count, item in enumerate(items):
        room -= size(item)
        if room < 0:
            return count
    return len(items)
