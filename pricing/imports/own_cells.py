"""Cells of our own format and of tables made by hand, column by column: what each holds, or why it does not."""

import re
from collections.abc import Callable, Mapping
from decimal import Decimal
from typing import Any

from pricing.base import exact
from pricing.book_files.cells import read_duration, read_list, read_names
from pricing.book_files.columns import BY_NAME, Column, Form
from pricing.catalog import Includes, Tax
from pricing.imports import days, numbers, taxes
from pricing.imports.buying_words import Way, months_of, way_of
from pricing.imports.currencies import code_of
from pricing.imports.headings import LAST_DAY, TERM
from pricing.imports.numbers import NotANumber
from pricing.imports.unit_words import WrittenUnit, written_unit
from pricing.imports.written import plain

Reader = Callable[[str], Any]
_PLAIN = re.compile(r"-?[0-9]+(?:\.[0-9]+)?")
_WHOLE = re.compile(r"[x×]?\s?([0-9]{1,9})(?:\.0+)?\s?(?:[x×]|卡|张|gpus?)?")
_MEMORY = re.compile(r"(.*?)\s?(?:gb|g)$")
_YES = {"yes", "true", "incl", "incl.", "included", "inclusive", "是", "含", "含税"}
_NO = {"no", "false", "excl", "excl.", "excluded", "exclusive", "net", "否", "不含", "不含税"}
PARTIAL = "component"
"""Behind a unit: the price of the accelerator alone (`gpu_hour_component`)."""


class CellRefused(ValueError):
    """A cell that does not hold what its column asks for. `reason`: `refusal.<reason>` in the word files."""

    def __init__(self, reason: str, **values: str) -> None:
        super().__init__(f"{reason} {values}")
        self.reason, self.values = reason, values


def reader_of(column: str) -> Reader:
    """What reads the cells of a column that are not blank. It raises CellRefused, NotANumber or NotADay."""
    if column in _OF_COLUMN:
        return _OF_COLUMN[column]
    known = BY_NAME[column]
    return _choice(known) if known.form is Form.CHOICE else _OF_FORM[known.form]


def _number(text: str) -> Decimal:
    if not _PLAIN.fullmatch(text):
        return numbers.number(text)
    try:
        return exact(text)
    except ValueError:
        raise NotANumber("too-large", text=text[:40], most="15") from None


def _memory(text: str) -> Decimal:
    found = _MEMORY.fullmatch(plain(text).casefold())
    return _number(found[1] if found else text)


def _whole(text: str) -> int:
    found = _WHOLE.fullmatch(plain(text).casefold())
    if not found:
        raise CellRefused("not-whole", text=text)
    return int(found[1])


def _choice(column: Column) -> Reader:
    words: Mapping[str, str] = {word.casefold(): word for word in column.choices}

    def read(text: str) -> str:
        word = words.get(text) or words.get(re.sub(r"[\s_]+", "-", plain(text).casefold()))
        word = word or words.get(plain(text).casefold())
        if word is None:
            raise CellRefused("not-a-choice", text=text, choices=", ".join(column.choices))
        return word

    return read


def _checked(read: Callable[[str], Any], reason: str, expected: str) -> Reader:
    """A reader whose ValueError becomes a refusal that names the expected form."""

    def reader(text: str) -> Any:
        try:
            return read(text)
        except ValueError:
            raise CellRefused(reason, text=text, expected=expected) from None

    return reader


def _tax(text: str) -> Tax:
    small = plain(text).casefold()
    if small in _NO:
        return Tax.EXCLUDED
    if small in _YES:
        return Tax.INCLUDED
    found, rest = taxes.without_tax(small)
    if found is Tax.UNKNOWN or rest:
        return Tax(_choice(BY_NAME["tax"])(text))
    return found


def _unit(text: str) -> tuple[WrittenUnit, Includes]:
    """A unit, and whether it is of the accelerator alone."""
    small = plain(text).casefold()
    alone = small.endswith(PARTIAL)
    unit = written_unit(small.removesuffix(PARTIAL) if alone else text)
    return unit, Includes.ACCELERATOR_ONLY if alone else Includes.ALL_IN


def _term(text: str) -> Way:
    if plain(text).replace(".", "").isdigit():
        raise ValueError(text)  # months or years?
    return way_of(text)


def _duration(text: str) -> str:
    read_duration(text)
    return text


def _text(text: str) -> str:
    return text


_OF_FORM: Mapping[Form, Reader] = {
    Form.TEXT: _text,
    Form.NUMBER: _number,
    Form.WHOLE: _whole,
    Form.DAY: days.day,
    Form.PERIOD: days.observed,
    Form.DURATION: _checked(_duration, "not-a-duration", "1 hour"),
    Form.LIST: _checked(read_list, "not-a-list", '["a", "b"]'),
    Form.NAMES: _checked(read_names, "not-names", '{"en": "a", "zh": "b"}'),
}
_WAYS = "on-demand, spot, reserved 1 year, 12 months, 包年, 包月, 按需, 竞价"
_OF_COLUMN: Mapping[str, Reader] = {
    "price": _text,  # read with its row
    "memory_gb": _memory,
    "mode": _checked(way_of, "mode-unknown", _WAYS),
    TERM: _checked(_term, "mode-unknown", _WAYS),
    "term_months": _checked(months_of, "not-a-term", "12, 12 months, 1 year"),
    "unit": _checked(_unit, "unit-unknown", "GPU-Hours, Node-Hours, GPU-Months, Node-Months, /GPU/hr, 元/卡/时"),
    "currency": _checked(code_of, "currency-unknown", "USD, CNY, EUR"),
    "tax": _tax,
    LAST_DAY: days.day,
}
