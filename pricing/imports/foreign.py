"""What the readers of other people's catalogues share: cells and JSON values that may be anything, and whose they are.

Machines wrote these files, so a number has one form: digits with a point. What has another form is refused.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from decimal import Decimal
from functools import lru_cache
from typing import Any

from pricing.base import exact
from pricing.imports.days import NotADay, observed
from pricing.imports.decoding import text_of
from pricing.imports.source import Source
from pricing.imports.tables import header_of
from pricing.listings import FileRefused, Refusal, Row

LONGEST_TEXT = 200
MOST_GPUS = 1_000
"""GPUs of one machine; a rack has 72."""

_HEAD = 20_000
"""Characters looked at to tell what a JSON file is."""

_NUMBER = re.compile(r"[+-]?(?:\d{1,15}(?:\.\d{0,40})?|\.\d{1,40})(?:[eE][+-]?\d{1,2})?", re.ASCII)
_BLANK = frozenset({"", "nan", "none", "null", "n/a", "-"})
_NO_SELLER = re.compile(
    r"v?\d+|vms?|csv|json|prices?|pricing|catalogs?|catalogues?|instances?|gpus?|data|files?|downloads?|documents|desktop"
    r"|tmp|home|copy|latest|new|final|skypilot|gpuhunt"
)


class Unreadable(Exception):
    """A row that cannot be read; says what a `Refusal` says."""

    def __init__(self, reason: str, **values: object) -> None:
        super().__init__(reason)
        self.reason, self.values = reason, {name: _shown(value) for name, value in values.items()}

    def at(self, line: int) -> Refusal:
        """The refusal of that line."""
        return Refusal(line, self.reason, self.values)


def is_json_with(source: Source, keys: Iterable[str], opening: tuple[str, ...] = ("{", "[")) -> bool:
    """Whether a file begins as JSON and names these keys near its beginning. Reads no further."""
    try:
        head = text_of(source.data).lstrip()[:_HEAD]
    except FileRefused:
        return False
    return head.startswith(opening) and all(f'"{key}"' in head for key in keys)


def is_table_with(source: Source, columns: Set[str]) -> bool:
    """Whether a file is a delimited text whose header has these columns."""
    try:
        return columns <= set(header_of(text_of(source.data)))
    except FileRefused:
        return False


def each(items: Iterable[tuple[int, Any]], rows: Callable[[int, Any], Iterable[Row]]) -> Iterator[Row]:
    """What `rows` makes of each numbered item: all of it, or its refusal alone."""
    for line, item in items:
        try:
            found = list(rows(line, item))
        except Unreadable as fault:
            found = [fault.at(line)]
        yield from found


def seller_of(source: Source) -> str:
    """Who sells what the file lists: as was said, else the word in the file's or its folder's name that tells.

    Raises:
        FileRefused: `which-provider` (name), where nothing tells.
    """
    if source.provider.strip():
        return source.provider.strip()
    for part in re.split(r"[/\\]", source.name)[:-3:-1]:
        words = re.split(r"[^0-9A-Za-z\u0080-\uffff]+", re.sub(r"(\.\w{1,5})+$", "", part))
        left = [word for word in words if word and not _NO_SELLER.fullmatch(word.casefold())]
        if left:
            return "-".join(left)
    raise FileRefused("which-provider", name=tidy(source.name))


def is_blank(value: object) -> bool:
    """Whether a cell or JSON value says nothing."""
    return value is None or (isinstance(value, str) and value.strip().casefold() in _BLANK)


def number(value: object, field: str) -> Decimal:
    """The number of a cell or JSON value, exact. Raises Unreadable: `not-a-number` (field, text)."""
    amount = _written(value) if isinstance(value, str) else _counted(value)
    if amount is None:
        raise Unreadable("not-a-number", field=field, text=value)
    return amount


@lru_cache(maxsize=16_384)
def _written(text: str) -> Decimal | None:
    return _counted(Decimal(text.strip())) if _NUMBER.fullmatch(text.strip()) else None


def _counted(value: object) -> Decimal | None:
    if isinstance(value, bool) or not isinstance(value, int | Decimal):
        return None
    try:
        return exact(value)
    except ValueError:
        return None


def price(value: object, field: str) -> Decimal | None:
    """A price, None where there is none. Raises Unreadable: `not-a-number`, `negative` (field, text)."""
    if is_blank(value):
        return None
    amount = number(value, field)
    if amount < 0:
        raise Unreadable("negative", field=field, text=value)
    return amount


def count(value: object, field: str) -> int:
    """A whole number of GPUs from 0 to 1,000; blank is 0. Raises Unreadable: `not-a-number`, `count` (field, text)."""
    if is_blank(value):
        return 0
    amount = number(value, field)
    if amount != int(amount) or not 0 <= amount <= MOST_GPUS:
        raise Unreadable("count", field=field, text=value)
    return int(amount)


def memory(value: object) -> Decimal | None:
    """A memory, None where it is blank or no number above 0: the price holds without it."""
    try:
        amount = None if is_blank(value) else number(value, "memory")
    except Unreadable:
        return None
    return amount if amount is not None and amount > 0 else None


def day(value: object, field: str) -> str:
    """A day or period as `Entry.observed_on` has it, of a time its day; empty where it is blank.

    Raises Unreadable: `not-a-day`, `ambiguous-day` (field, text, example).
    """
    if is_blank(value):
        return ""
    try:
        return observed(str(value)[:LONGEST_TEXT])
    except NotADay as fault:
        raise Unreadable(fault.reason, field=field, **fault.values) from None


def table(value: object, field: str) -> Mapping[str, Any]:
    """A JSON object. Raises Unreadable: `shape` (field)."""
    if not isinstance(value, Mapping):
        raise Unreadable("shape", field=field)
    return value


def series(value: object, field: str) -> Sequence[Any]:
    """A JSON list. Raises Unreadable: `shape` (field)."""
    if not isinstance(value, list):
        raise Unreadable("shape", field=field)
    return value


def word(value: object, field: str) -> str:
    """A JSON text, empty where there is none. Raises Unreadable: `shape` (field)."""
    if value is None:
        return ""
    if not isinstance(value, str):
        raise Unreadable("shape", field=field)
    return tidy(value)


def _shown(value: object) -> str:
    """A value for a sentence; of a list or object, which may be deep, only what it is."""
    return tidy(str(value)) if isinstance(value, str | int | Decimal) else type(value).__name__


def tidy(text: str, most: int = LONGEST_TEXT) -> str:
    """One line of text that can be stored and shown: blanks as one, nothing invisible, cut at `most` characters."""
    line = " ".join(text[: 10 * most].split())
    return (line if line.isprintable() else "".join(filter(str.isprintable, line)))[:most]
