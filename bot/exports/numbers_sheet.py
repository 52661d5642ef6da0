"""Exchange rates, assumptions, the need and factors for equal work, each once: formulas refer to them here.

What may be changed here moves every total exactly, because it only multiplies or divides. The month, the life of
hardware and the length of the need also decide whole billing steps, terms and tiers, which no formula follows; they are
shown for the formulas that rest on them, and asked about anew.
"""

from dataclasses import dataclass
from decimal import Decimal

from bot.exports.grid import Cell, Look, Sheet, digits_beyond, headers
from bot.exports.words import phrase, phrases
from bot.replies import figures
from pricing.book import Entry
from pricing.units import PricingUnit

LINEAR = {"utilisation", "pue", "power_load", "electricity"}
"""Assumptions that only multiply or divide."""
SHARES = {"utilisation", "power_load", "mfu", "cost_of_capital", "discount"}
WIDTHS = (46, 18, 18, 14, 60, 12, 14, 18, 8, 32)
FIRST_ROW = 4
VALUE, EXACT = 1, 9
Key = tuple[str | int, ...]


@dataclass(frozen=True, slots=True)
class Number:
    """A number with its name and unit. `formula`: where it follows from others. `free`: whether it may be changed."""

    name: str
    value: Decimal
    unit: str = ""
    formula: str = ""
    entry: Entry | None = None
    free: bool = False
    share: bool = False


class Numbers:
    """Numbers in sections, and where they stand. A row that nothing refers to is not marked as one to change."""

    def __init__(self, language: str) -> None:
        self._language = language
        self._title = phrase(language, "sheet.assumptions")
        self._rows: list[Number | str] = []
        self._places: dict[Key, int] = {}
        self._used: set[Key] = set()

    def section(self, name: str) -> None:
        """Begin a section."""
        self._rows.append(name)

    def put(self, key: Key, number: Number) -> None:
        """Add a number; the first of a key stays."""
        if key not in self._places:
            self._places[key] = len(self._rows)
            self._rows.append(number)

    def find(self, key: Key, value: Decimal) -> str | None:
        """Where a number stands, if it is there with this value."""
        place = self._places.get(key)
        number = None if place is None else self._rows[place]
        if place is None or not isinstance(number, Number) or number.value != value:
            return None
        self._used.add(key)
        return Sheet(self._title, ()).place(FIRST_ROW + place, VALUE)

    def sheet(self) -> Sheet:
        """The sheet, one row a number."""
        sheet = Sheet(self._title, WIDTHS, frozen=f"B{FIRST_ROW}", hidden=(EXACT,))
        sheet.add(Cell(phrase(self._language, "text.assumptions"), Look.LEAD))
        sheet.add()
        names = "number value unit change source seen from who entry exact"
        sheet.add(*headers([phrase(self._language, f"heading.{name}") for name in names.split()]))
        used = {self._places[key] for key in self._used}
        for place, row in enumerate(self._rows):
            sheet.add(*([Cell(row, Look.BAND)] if isinstance(row, str) else self._row(row, place in used)))
        return sheet

    def _row(self, number: Number, used: bool) -> list[Cell | str | int | None]:
        entry, free = number.entry, number.free and used
        look = Look.INPUT if free else Look.PLAIN
        answer = phrase(self._language, "text.free" if free else "text.ask") if used else None
        return [
            number.name,
            Cell(number.value, look, _format(number), number.formula),
            number.unit or None,
            answer,
            entry.source if entry else None,
            (entry.observed_on or None) if entry else None,
            entry.effective_from.isoformat() if entry else None,
            entry.entered_by if entry else None,
            (entry.id or None) if entry else None,
            digits_beyond(number.value),
        ]


def _format(number: Number) -> str:
    places = min(figures.places_of(number.value), 10)
    if number.share:
        return "0." + "0" * max(places - 2, 0) + "%" if places > 2 else "0%"
    return "#,##0." + "0" * places if places else "#,##0"


def assumption(entry: Entry, language: str) -> Number:
    """An assumption as it stands in the sheet."""
    assert entry.value is not None
    name = phrases(language).get(f"number.{entry.subject}", entry.subject.replace("_", " "))
    unit = f"{entry.currency}/{entry.unit}" if entry.currency else ""
    if entry.unit is PricingUnit.PERCENT:
        unit = "%"
    share = entry.subject in SHARES and not unit
    return Number(name, entry.value, unit, entry=entry, free=entry.subject in LINEAR, share=share)
