"""Checks between the dated numbers of one subject: the price in force, periods, and the rest of the file."""

from collections.abc import Iterator
from decimal import Decimal

from pricing.checks.look import Look
from pricing.findings import Finding, FindingKind

BIG_PERCENT = Decimal(30)
HUNDRED = Decimal(100)


def big_change(look: Look) -> Iterator[Finding]:
    """More than 30% away from the price in force, in percent of it. A price of an earlier day replaces nothing."""
    if not (line := look.line):
        return
    entry, current = look.candidate.entry, look.market.current(line.subject)
    if not current or not current.line or entry.effective_from < current.first:
        return
    percent = (line.usd - current.line.usd) / current.line.usd * HUNDRED
    if abs(percent) <= BIG_PERCENT:
        return
    assert entry.value is not None
    old = current.value
    if (current.unit, current.currency) != (entry.unit, entry.currency):
        old = entry.value * current.line.usd / line.usd
    assert old is not None
    yield Finding(FindingKind.BIG_CHANGE, {"old": old, "new": entry.value, "percent": percent})


def overlap(look: Look) -> Iterator[Finding]:
    """Another price of the same subject begins inside the period that this one gives for itself."""
    entry, until = look.candidate.entry, look.candidate.effective_to
    if until is None:
        return
    for other in look.market.priced(entry.subject):
        if entry.effective_from < other.first < until and other.value is not None:
            yield Finding(FindingKind.OVERLAP, {"from": other.first, "other": other.value})
            return


def twice(look: Look) -> Iterator[Finding]:
    """The file has the same thing from the same day at another price."""
    entry = look.candidate.entry
    for other in look.market.priced(entry.subject):
        if not other.number or other.number == look.candidate.line:
            continue
        if other.first != entry.effective_from:
            continue
        if (other.value, other.unit, other.currency) != (entry.value, entry.unit, entry.currency):
            yield Finding(FindingKind.TWICE, {"line": other.number})
            return
