"""A comparison as plain data for programs: every figure, line, price row, assumption and remark.

Names are stable: what is here stays, more may come. Every number is text with all its digits, never a float; what is
not known is null. Amounts are in `currency`. Shares are 0 to 1.
"""

from datetime import date, datetime
from decimal import Decimal

from pricing.book import Entry
from pricing.catalog import Offer, Provider
from pricing.costs import BreakEven, Comparison, CostLine, Factor, Gap, Quote

Data = dict[str, object]
FORMAT = "quartermaster.comparison.v1"


def comparison_data(comparison: Comparison) -> Data:
    """The comparison under stable names, ready for JSON."""
    featured = set(comparison.featured)
    return {
        "format": FORMAT,
        "scenario": comparison.scenario.model_dump(mode="json"),
        "day": comparison.day.isoformat(),
        "book_version": comparison.book_version,
        "currency": comparison.currency,
        "hours": text(comparison.hours),
        "hours_per_month": text(comparison.hours_per_month),
        "months": text(comparison.hours / comparison.hours_per_month),
        "quotes": [{"featured": i in featured, **_quote(quote)} for i, quote in enumerate(comparison.quotes)],
        "gaps": [_gap(gap) for gap in comparison.gaps],
        "break_evens": [_break_even(item) for item in comparison.break_evens],
        "assumptions": [_entry(entry) for entry in comparison.assumptions],
        "rates": [_entry(entry) for entry in comparison.rates],
    }


def text(value: Decimal | date | datetime | str | int | None) -> str | None:
    """A value as text: a Decimal in plain notation, a day as ISO."""
    if value is None:
        return None
    if isinstance(value, Decimal):
        digits = f"{value:f}"
        return digits.rstrip("0").rstrip(".") if "." in digits else digits
    return value.isoformat() if isinstance(value, date) else str(value)


def _quote(quote: Quote) -> Data:
    return {
        "offer": _offer(quote.offer),
        "provider": _provider(quote.provider),
        "is_substitute": quote.is_substitute,
        "nodes": str(quote.nodes),
        "idle_gpus": str(quote.idle_gpus),
        "run_hours": text(quote.run_hours),
        "per_month": text(quote.per_month),
        "effective_cost": text(quote.effective_cost),
        "billed_cost": text(quote.billed_cost),
        "cash_if_kept": text(quote.cash_if_kept),
        "equal_work_cost": text(quote.equal_work_cost),
        "work_factor": text(quote.work_factor),
        "ready_hours": text(quote.ready_hours),
        "price": _entry(quote.price) if quote.price else None,
        "own": _own(quote),
        "effective": [_line(line) for line in quote.effective],
        "billed": [_line(line) for line in quote.billed],
        "equal_work": None if quote.equal_work is None else [_line(line) for line in quote.equal_work],
        "flags": [{"kind": flag.kind.value, "values": [text(value) for value in flag.values]} for flag in quote.flags],
    }


def _offer(offer: Offer) -> Data:
    return {
        "id": offer.id,
        "name": offer.name,
        "gpu": offer.gpu,
        "mode": offer.mode.value,
        "gpus_per_node": str(offer.gpus_per_node),
        "region": offer.region or None,
        "term_months": text(offer.term_months),
        "tax": offer.tax.value,
        "price_kind": offer.price_kind.value,
        "includes": offer.includes.value,
    }


def _provider(provider: Provider) -> Data:
    return {"id": provider.id, "kind": provider.kind.value, "names": dict(provider.names)}


def _own(quote: Quote) -> Data | None:
    own = quote.own
    if own is None:
        return None
    return {
        "capex": text(own.capex),
        "running_cost": text(own.running_cost),
        "residual": text(own.residual),
        "tco": text(own.tco),
        "life_months": text(own.life_months),
        "life_hours": text(own.life_hours),
        "utilisation": text(own.utilisation),
        "own_hours_only": text(own.own_hours_only),
    }


def _line(line: CostLine) -> Data:
    return {
        "kind": line.kind.value,
        "amount": text(line.amount),
        "due": line.due.value if line.due else None,
        "charge_category": line.charge_category,
        "charge_frequency": line.charge_frequency,
        "factors": [_factor(factor) for factor in line.factors],
        "entries": [_entry(entry) for entry in line.entries],
    }


def _factor(factor: Factor) -> Data:
    return {
        "value": text(factor.value),
        "unit": factor.unit.value,
        "divide": factor.divide,
        "per": factor.per or None,
    }


def _entry(entry: Entry) -> Data:
    return {
        "id": str(entry.id),
        "kind": entry.kind.value,
        "subject": entry.subject,
        "value": text(entry.value),
        "currency": entry.currency or None,
        "unit": entry.unit.value,
        "effective_from": entry.effective_from.isoformat(),
        "observed_on": entry.observed_on or None,
        "source": entry.source,
        "note": entry.note or None,
        "entered_by": entry.entered_by,
        "entered_at": entry.entered_at.isoformat(),
    }


def _gap(gap: Gap) -> Data:
    return {
        "offer": _offer(gap.offer),
        "provider": _provider(gap.provider),
        "reason": gap.reason,
        "detail": gap.detail or None,
    }


def _break_even(item: BreakEven) -> Data:
    return {
        "own": item.own.offer.id,
        "rental": item.rental.offer.id,
        "months": text(item.months),
        "months_all_upfront": text(item.months_all_upfront),
        "utilisation": text(item.utilisation),
        "runs": text(item.runs),
        "equal_work_months": text(item.equal_work_months),
        "equal_work_utilisation": text(item.equal_work_utilisation),
        "equal_work_runs": text(item.equal_work_runs),
    }
