"""What is asked of every dated number, whatever it is of: fees, parts, rates and assumptions too."""

from decimal import Decimal

from pricing.book import Entry
from pricing.changes import percent
from pricing.checks.history import BIG_PERCENT
from pricing.findings import Finding, FindingKind

Value = Decimal | str | int


def number_findings(entry: Entry, old: Entry | None) -> tuple[Finding, ...]:
    """What is doubtful about a number beside the one in force before it: no date, a large change, another unit."""
    found = []
    if entry.value is None:
        return ()
    if not entry.observed_on:
        found.append(Finding(FindingKind.DATE_UNKNOWN))
    if old is not None and old.value is not None and old.value != 0:
        if (old.unit, old.currency) == (entry.unit, entry.currency):
            by = percent(old.value, entry.value)
            if by is not None and abs(by) > BIG_PERCENT:
                found.append(Finding(FindingKind.BIG_CHANGE, {"old": old.value, "new": entry.value, "percent": by}))
        else:
            before, after = f"{old.currency} {old.unit.value}", f"{entry.currency} {entry.unit.value}"
            found.append(Finding(FindingKind.OTHER_UNIT, {"old": before.strip(), "new": after.strip()}))
    return tuple(found)
