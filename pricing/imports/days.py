"""Days as people write them. Day and month must be unmistakable: `01/02/2026` is refused."""

import re
from datetime import UTC, date, datetime, timedelta
from functools import lru_cache

from pricing.book import observed_day
from pricing.imports.written import plain

EXAMPLE = "2026-03-06"
_LONGEST = 40
_FIRST_SERIAL = date(1899, 12, 30)
_SERIALS = range(36526, 73051)
"""A spreadsheet's numbers of the days from 2000 to 2099."""

_NAMES = (
    *("january", "february", "march", "april", "may", "june"),
    *("july", "august", "september", "october", "november", "december"),
)
_MONTHS = {name[:length]: number for number, name in enumerate(_NAMES, 1) for length in (3, 4, len(name))}
_ISO = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_YEAR_FIRST = re.compile(r"([0-9]{4})\s?[-/.年]\s?([0-9]{1,2})(?:\s?[-/.月]\s?([0-9]{1,2})\s?[日号]?|\s?月)?")
_COMPACT = re.compile(r"(20[0-9]{2})([01][0-9])([0-3][0-9])")
_DAY_FIRST = re.compile(r"(?:([0-9]{1,2})(?:st|nd|rd|th)?[\s\-]+)?([a-z]+)\.?,?[\s\-]+([0-9]{4})")
_MONTH_FIRST = re.compile(r"([a-z]+)\.?\s+([0-9]{1,2})(?:st|nd|rd|th)?,?\s+([0-9]{4})")
_QUARTER = re.compile(r"([0-9]{4})[\s\-]?q([1-4])|q([1-4])[\s\-]?([0-9]{4})|([0-9]{4})年第?([1-4一二三四])季度?")
_HALF = re.compile(r"([0-9]{4})[\s\-]?h([12])|h([12])[\s\-]?([0-9]{4})|([0-9]{4})年([上下])半年")
_YEAR = re.compile(r"([0-9]{4})\s?年?")
_TIMESTAMP = re.compile(r"[0-9]{4}-?[0-9]{2}-?[0-9]{2}[t\s][0-9]{2}:?[0-9]{2}.*")
_EITHER_WAY = re.compile(r"[0-9]{1,2}[-/.][0-9]{1,2}[-/.][0-9]{2,4}")
_WORDS = {"一": "1", "二": "2", "三": "3", "四": "4", "上": "1", "下": "2"}


class NotADay(ValueError):
    """A cell that holds no day. `reason`: `refusal.<reason>` in the word files, with `text` and an `example`.

    Reasons: `not-a-day`, `ambiguous-day` (day and month could be swapped), `not-one-day` (a month or more).
    """

    def __init__(self, reason: str, text: str) -> None:
        super().__init__(f"{reason} {text!r}")
        self.reason, self.values = reason, {"text": text.strip()[:80], "example": EXAMPLE}


def day(text: str) -> date:
    """One day. Raises NotADay, also for a month, quarter, half or year."""
    if _ISO.fullmatch(text):
        return _date(text)
    period = observed(text)
    if not _ISO.fullmatch(period):
        raise NotADay("not-one-day", text)
    return date.fromisoformat(period)


@lru_cache(maxsize=4096)
def observed(text: str) -> str:
    """A day or a period in the form `Entry.observed_on` asks for; empty for a blank cell. Raises NotADay.

    A timestamp is its day in UTC. A number of five digits is the day a spreadsheet numbers so.
    """
    small = plain(text).casefold()
    if len(small) > _LONGEST:
        raise NotADay("not-a-day", text)
    if not small or observed_day(small.upper()) is not None:
        return small.upper()
    if _EITHER_WAY.fullmatch(small) and not _YEAR_FIRST.fullmatch(small):
        raise NotADay("ambiguous-day", text)
    found = _period(small) or _named(small) or _numbered(small)
    if found is None or observed_day(found) is None:
        raise NotADay("not-a-day", text)
    return found


def _date(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise NotADay("not-a-day", text) from None


def _period(small: str) -> str | None:
    if found := _QUARTER.fullmatch(small):
        year, quarter = _pair(found)
        return f"{year}-Q{quarter}"
    if found := _HALF.fullmatch(small):
        year, half = _pair(found)
        return f"{year}-H{half}"
    if found := _YEAR.fullmatch(small):
        return found[1]
    return None


def _pair(found: re.Match[str]) -> tuple[str, str]:
    """Year, and which quarter or half."""
    first, second = (part for part in found.groups() if part)
    first, second = _WORDS.get(first, first), _WORDS.get(second, second)
    return (first, second) if len(first) == 4 else (second, first)


def _named(small: str) -> str | None:
    """A month by its name."""
    if found := _MONTH_FIRST.fullmatch(small):
        month, number, year = found.groups()
    elif found := _DAY_FIRST.fullmatch(small):
        number, month, year = found.groups()
    else:
        return None
    return _written(year, _MONTHS.get(month), number) if month in _MONTHS else None


def _numbered(small: str) -> str | None:
    if found := _COMPACT.fullmatch(small) or _YEAR_FIRST.fullmatch(small):
        return _written(found[1], found[2], found[3])
    if small.isascii() and small.isdigit() and len(small) == 5 and int(small) in _SERIALS:
        return (_FIRST_SERIAL + timedelta(days=int(small))).isoformat()
    if _TIMESTAMP.fullmatch(small):
        return _day_of(small)
    return None


def _written(year: str, month: str | int | None, number: str | None) -> str:
    return f"{year}-{int(month or 0):02}" + (f"-{int(number):02}" if number else "")


def _day_of(small: str) -> str | None:
    text = re.sub(r"\s?(?:utc|gmt)$", "+00:00", small.upper().casefold()).upper()
    try:
        moment = datetime.fromisoformat(text)
        return (moment.astimezone(UTC) if moment.tzinfo else moment).date().isoformat()
    except (ValueError, OverflowError):
        return None
