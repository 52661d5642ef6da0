"""From bytes to text, and from text to JSON without a single float."""

import codecs
import json
from collections.abc import Iterable
from decimal import Decimal, InvalidOperation
from typing import Any, NoReturn

from pricing.imports.source import MAX_BYTES
from pricing.listings import FileRefused

MAX_EXPONENT = 40
"""Numbers beyond 1e40 or below 1e-40 are no prices; written out in full they would fill the memory."""


def text_of(data: bytes) -> str:
    """The text of a file: UTF-8 with or without a byte order mark, UTF-16 with one, else GB18030.

    Raises:
        FileRefused: `too-big` (bytes, most), `empty`, `encoding`, or `nul` for a file that is no text.
    """
    if len(data) > MAX_BYTES:
        raise FileRefused("too-big", bytes=len(data), most=MAX_BYTES)
    text = _decoded(data)
    if "\0" in text:
        raise FileRefused("nul")
    if not text.strip():
        raise FileRefused("empty")
    return text


def _decoded(data: bytes) -> str:
    try:
        if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
            return data.decode("utf-16")
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return _chinese(data)


def _chinese(data: bytes) -> str:
    """Text in GB18030. Nearly any bytes pass as that, so most of what is not ASCII must be everyday characters."""
    try:
        text = data.decode("gb18030")
    except UnicodeDecodeError:
        raise FileRefused("encoding") from None
    foreign = [character for character in text if character > "\x7f"]
    everyday = "".join(foreign).encode("gb2312", "ignore")  # two bytes for each
    if len(everyday) < len(foreign):
        raise FileRefused("encoding")
    return text


def json_of(text: str) -> Any:
    """The value of a JSON text: fractions as Decimals with the digits that were written, whole numbers as ints.

    Raises:
        FileRefused: `json` (line, column), `json-deep`, `json-number` (text) for NaN, infinity and absurd sizes,
            `json-twice` (key) for a key that is there twice.
    """
    if len(text) > MAX_BYTES:
        raise FileRefused("too-big", bytes=len(text), most=MAX_BYTES)
    try:
        return json.loads(
            text, parse_float=_fraction, parse_int=_whole, parse_constant=_no_number, object_pairs_hook=_table
        )
    except json.JSONDecodeError as error:
        raise FileRefused("json", line=error.lineno, column=error.colno) from None
    except RecursionError:
        raise FileRefused("json-deep") from None


def _fraction(text: str) -> Decimal:
    try:
        number = Decimal(text)
    except InvalidOperation:  # an exponent of twenty digits
        _no_number(text)
    if abs(number.adjusted()) > MAX_EXPONENT:
        _no_number(text)
    return number


def _whole(text: str) -> int:
    if len(text) > MAX_EXPONENT:
        _no_number(text)
    return int(text)


def _no_number(text: str) -> NoReturn:
    raise FileRefused("json-number", text=text[:MAX_EXPONENT])


def _table(pairs: Iterable[tuple[str, Any]]) -> dict[str, Any]:
    table: dict[str, Any] = {}
    for key, value in pairs:
        if key in table:
            raise FileRefused("json-twice", key=key[:MAX_EXPONENT])
        table[key] = value
    return table
