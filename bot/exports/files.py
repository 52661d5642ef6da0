"""Comparisons as a file to take away. A pure function of the comparisons: the day is theirs."""

import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Literal

from bot.exports.csv_file import csv_bytes
from bot.exports.options import Option, options_of
from bot.exports.safe import all_digits
from bot.exports.words import phrase
from bot.replies import figures
from bot.replies.card import Card
from bot.replies.comparison import comparison_card
from bot.replies.plain import one_line
from bot.replies.words import known
from pricing.catalog import Claim
from pricing.costs import Comparison
from pricing.scenario import Scenario

Format = Literal["csv", "xlsx"]
FORMATS: tuple[Format, ...] = ("csv", "xlsx")
MEDIA_TYPES: Mapping[Format, str] = {
    "csv": "text/csv; charset=utf-8",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
}
LONGEST_NAME = 100
LONGEST_ALT_TEXT = 1000
NO_CLAIMS: Mapping[str, Sequence[Claim]] = {}


@dataclass(frozen=True, slots=True)
class ExportFile:
    """A file: its name, its content, what it is, and in words what is in it (at most 1,000 characters)."""

    name: str
    content: bytes
    media_type: str
    alt_text: str


def exported(
    comparisons: Sequence[Comparison],
    language: str,
    format: Format = "xlsx",
    claims: Mapping[str, Sequence[Claim]] = NO_CLAIMS,
) -> ExportFile:
    """The comparisons of an answer, every option and line of them. `claims`: by offer id, what sellers state.

    Raises ValueError without comparisons, for comparisons in different currencies, or where lines do not add up.
    """
    if len({comparison.currency for comparison in comparisons}) != 1:
        raise ValueError("an export needs comparisons, all in one currency")
    language = known(language)
    options = options_of(comparisons, language)
    cards = [comparison_card(comparison, language) for comparison in comparisons]
    content = csv_bytes(options, language) if format == "csv" else _xlsx(options, comparisons, cards, claims, language)
    return ExportFile(
        name=file_name(comparisons, format),
        content=content,
        media_type=MEDIA_TYPES[format],
        alt_text=_alt_text(options, cards, language),
    )


def _xlsx(
    options: Sequence[Option],
    comparisons: Sequence[Comparison],
    cards: Sequence[Card],
    claims: Mapping[str, Sequence[Claim]],
    language: str,
) -> bytes:
    # Only here: the library takes longer to load than an answer takes.
    from bot.exports.workbook import sheets_of
    from bot.exports.xlsx_file import xlsx_bytes

    sheets = sheets_of(options, comparisons, cards, claims, language)
    return xlsx_bytes(sheets, cards[0].header, comparisons[0].day)


def _alt_text(options: Sequence[Option], cards: Sequence[Card], language: str) -> str:
    """The question, how much is in the file, and the answer."""
    count = figures.number(language, len(options))
    lines = figures.number(language, sum(len(option.lines) for option in options))
    parts = [phrase(language, "text.alt", options=count, lines=lines)]
    parts += [one_line(phrase(language, "text.answer", header=card.header, verdict=card.verdict)) for card in cards]
    whole = " ".join(parts)
    return whole if len(whole) <= LONGEST_ALT_TEXT else f"{whole[: LONGEST_ALT_TEXT - 1]}…"


def file_name(comparisons: Sequence[Comparison], format: Format) -> str:
    """A name of letters, digits, dots and hyphens: "quartermaster-1024-H100-6-weeks-2026-12-01.xlsx"."""
    scenarios = [comparison.scenario for comparison in comparisons]
    fleets = dict.fromkeys(f"{scenario.gpu_count} {scenario.gpu}" for scenario in scenarios)
    periods = dict.fromkeys(_period(scenario) for scenario in scenarios)
    words = _safe("-".join(["quartermaster", *fleets, *periods]))[:LONGEST_NAME].rstrip("-.")
    return f"{words}-{comparisons[0].day.isoformat()}.{format}"


def _period(scenario: Scenario) -> str:
    need = scenario.duration
    if need is None:
        return "to-buy"
    unit = need.unit.value if need.value == Decimal(1) else f"{need.unit.value}s"
    return f"{all_digits(need.value)}-{unit}"


def _safe(name: str) -> str:
    plain = unicodedata.normalize("NFKD", name)
    # A dot is a decimal point, or nothing.
    return re.sub(r"[^A-Za-z0-9.]+|(?<!\d)\.+|\.+(?!\d)", "-", plain).strip("-")
