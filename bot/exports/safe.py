"""Text and numbers for spreadsheets: never a formula, never a character a file may not hold, all digits."""

import re
from decimal import Decimal

from wcwidth import wcswidth

from pricing.book_files.safe_text import is_like_formula

_FORBIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")


def printable(text: str) -> str:
    """The text with a sign for each control character and half character, which neither XML nor UTF-8 can hold."""
    return _FORBIDDEN.sub("\ufffd", text)


def neutralised(text: str) -> str:
    """The text as a CSV cell: with a quote mark in front where it might be taken for a formula."""
    text = printable(text)
    return f"'{text}" if is_like_formula(text) else text


def display_width(text: str) -> int:
    """Columns a text takes; a Chinese character takes two."""
    width = wcswidth(text)
    return len(text) if width < 0 else width


def all_digits(value: Decimal) -> str:
    """A number in plain notation without zeros at its end: "9373892.93568"."""
    digits = f"{value or Decimal(0):f}"
    return digits.rstrip("0").rstrip(".") if "." in digits else digits
