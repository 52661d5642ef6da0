"""The price rows every line rests on, each once: formulas of the lines refer to their values here."""

from collections.abc import Sequence

from bot.exports.grid import Cell, Look, Sheet, digits_beyond, headers, price_format
from bot.exports.options import Option
from bot.exports.words import phrase
from bot.replies.words import say
from pricing.book import Entry, EntryKind
from pricing.catalog import PriceKind
from pricing.units import PricingUnit

Key = tuple[EntryKind, str, int]
NOT_PRICES = {EntryKind.RATE, EntryKind.ASSUMPTION}
WIDTHS = (7, 11, 44, 18, 10, 22, 16, 12, 14, 60, 40, 18, 28, 32)
FIRST_ROW = 4
VALUE, EXACT = 3, 13
PERCENTAGES = {PricingUnit.PERCENT, PricingUnit.PERCENT_PER_YEAR}


class PriceRows:
    """The price, fee and component entries of some options, and where their values stand."""

    def __init__(self, options: Sequence[Option], language: str) -> None:
        self._language = language
        self._title = phrase(language, "sheet.sources")
        self._entries: dict[Key, tuple[Entry, PriceKind]] = {}
        for option in options:
            quote = option.quote
            for entry in [quote.price, *(entry for line in option.lines for entry in line.cost.entries)]:
                if entry is not None and entry.kind not in NOT_PRICES:
                    self._entries.setdefault(_key(entry), (entry, quote.offer.price_kind))
        self._rows = {key: row for row, key in enumerate(self._entries, FIRST_ROW)}

    def address(self, entry: Entry) -> str | None:
        """Where the value of an entry stands."""
        row = self._rows.get(_key(entry))
        return Sheet(self._title, ()).place(row, VALUE) if row else None

    def sheet(self) -> Sheet:
        """The sheet, one row an entry."""
        sheet = Sheet(self._title, WIDTHS, frozen=f"D{FIRST_ROW}", hidden=(EXACT,))
        sheet.add(Cell(phrase(self._language, "text.sources"), Look.LEAD))
        sheet.add()
        names = "row what of value currency unit kind seen from source note who when exact"
        sheet.add(*headers([phrase(self._language, f"heading.{name}") for name in names.split()]))
        for entry, kind in self._entries.values():
            sheet.add(*self._row(entry, kind))
        sheet.filtered = f"A{FIRST_ROW - 1}:M{max(len(sheet.rows), FIRST_ROW)}"
        return sheet

    def _row(self, entry: Entry, kind: PriceKind) -> list[Cell | str | int | None]:
        assert entry.value is not None
        learned = "" if entry.kind is EntryKind.FEE else say(self._language, f"price-kind.{kind}")
        currency = "" if entry.unit in PERCENTAGES else entry.currency
        return [
            entry.id or None,
            say(self._language, f"entry.{entry.kind}"),
            entry.subject,
            Cell(entry.value, Look.INPUT, price_format(entry.value, currency)),
            entry.currency or None,
            entry.unit.value,
            learned or None,
            entry.observed_on or None,
            entry.effective_from.isoformat(),
            entry.source,
            entry.note or None,
            entry.entered_by,
            entry.entered_at.isoformat(" ", "seconds"),
            digits_beyond(entry.value),
        ]


def _key(entry: Entry) -> Key:
    return (entry.kind, entry.subject, entry.id)
