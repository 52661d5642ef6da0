"""Text in a cell: never taken for a formula, and the very same text when it is read back."""

import re

QUOTE = "'"
_LIKE_FORMULA = re.compile("[\t\r\n]|[\\s\u200b-\u200f\u2060\ufeff]*[=+\\-@＝＋－＠]")
_IN_NO_FILE = re.compile("[\x00\ud800-\udfff]")


def is_like_formula(text: str) -> bool:
    """Whether a spreadsheet might take the text for a formula (CWE-1236), blanks in front or not."""
    return _LIKE_FORMULA.match(text) is not None


def protected(text: str) -> str:
    """The text as a cell: with a quote mark in front where a spreadsheet might take it for a formula, where it
    begins with one itself, and where blanks around it would be lost. NUL and half characters, which no text file
    holds, become the sign for a character that is not there.
    """
    if text.isprintable() and text[:1].isalnum() and text[-1:] != " ":
        return text  # nearly all are like this
    text = _IN_NO_FILE.sub("\ufffd", text)
    if is_like_formula(text) or text.startswith(QUOTE) or text != text.strip():
        return QUOTE + text
    return text


def unprotected(cell: str) -> str:
    """The text of a cell: to the letter behind a quote mark, else without the blanks around it."""
    return cell[1:] if cell.startswith(QUOTE) else cell.strip()
