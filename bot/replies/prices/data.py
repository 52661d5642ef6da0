"""Prices for programs: every value as text, days as ISO."""

from bot.administration.found import Line
from pricing.catalog import Offer

TERMS = (
    *("name", "gpu", "form", "gpus_per_node", "memory_gb", "mode", "term_months", "plan", "region", "includes", "tax"),
    "price_kind",
)


def line_data(line: Line) -> dict[str, object]:
    """A line with its terms and the entry in force; None where the book does not say."""
    entry = line.entry
    data: dict[str, object] = {"kind": line.kind.value, "id": line.subject}
    data["provider"] = line.provider.id if line.provider else None
    if isinstance(line.about, Offer):
        data |= {name: _text(getattr(line.about, name)) for name in TERMS}
    data["entry"] = entry and {
        "number": str(entry.id),
        "value": None if entry.value is None else f"{entry.value:f}",
        "currency": entry.currency,
        "unit": entry.unit.value,
        "effective_from": entry.effective_from.isoformat(),
        "observed_on": entry.observed_on,
        "source": entry.source,
        "note": entry.note,
        "entered_by": entry.entered_by,
        "entered_at": entry.entered_at.isoformat(),
    }
    data["stale"] = line.aged.is_stale if line.aged else None
    return data


def _text(value: object) -> str | None:
    return None if value is None or value == "" else str(value)
