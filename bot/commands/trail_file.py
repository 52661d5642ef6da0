"""The audit trail as a CSV file for an auditor: one row an act, as the trail has it."""

import csv
from collections.abc import Iterable
from io import StringIO

from bot.exports.safe import neutralised
from pricing.book import Entry
from pricing.trail import Recorded

BOM = "\ufeff"
OF_ENTRY = ("id", "value", "currency", "unit", "effective_from", "observed_on", "source", "note", "cancels")
COLUMNS = (
    *("row", "at", "actor", "action", "kind", "subject", "why", "request", "approver"),
    *(f"entry_{name}" for name in OF_ENTRY),
    *(f"replaced_{name}" for name in OF_ENTRY),
    *("before", "after", "taken_back", "hash"),
)


def trail_csv(rows: Iterable[Recorded]) -> bytes:
    """UTF-8 with a byte order mark, a header row, lines that end in CR LF; no cell is a formula."""
    sheet = StringIO(newline="")
    writer = csv.writer(sheet, lineterminator="\r\n")
    writer.writerow(COLUMNS)
    writer.writerows([neutralised(cell) for cell in _cells(row)] for row in rows)
    return (BOM + sheet.getvalue()).encode("utf-8", errors="replace")


def _cells(row: Recorded) -> list[str]:
    return [
        *(str(row.id), row.at.isoformat(), row.actor, row.action, row.kind, row.subject),
        *(row.why, row.request, row.approver),
        *_entry(row.entry),
        *_entry(row.replaces),
        *(row.before or "", row.after or "", "yes" if row.cancelled else "", row.hash),
    ]


def _entry(entry: Entry | None) -> list[str]:
    if entry is None:
        return [""] * len(OF_ENTRY)
    value = "" if entry.value is None else f"{entry.value:f}"
    day, cancels = entry.effective_from.isoformat(), "" if entry.cancels is None else str(entry.cancels)
    about = (entry.observed_on, entry.source, entry.note, cancels)
    return [str(entry.id), value, entry.currency, entry.unit.value, day, *about]
