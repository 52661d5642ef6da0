"""A comparison as plain data for programs: every figure, line, price row, assumption, remark and claim.

The format, `quartermaster.comparison.v1`. Names are stable: what is here stays, more may come.

- Every number is text, counts too, with the digits it was written or worked out with ("1.30", "1008"); shares are 0
  to 1. Yes or no is true or false. What is not known or not said is null, never 0 and never an empty text.
- Amounts are in `currency` and unrounded. Days are ISO 8601; `observed_on` may name a month, quarter, half or year.
- `scenario`: the question, field by field (pricing.scenario.Scenario).
- `decision`: rent or buy. `rental` and `own` are offer ids; `rent` is the cash outlay of the rental, or its cost for
  equal work where `other_gpu`; `buy` is the cash that owning takes over the need; `buying` whether that is less;
  `break_even` of these two.
- `quotes`, same GPU first, each group by effective cost. `featured`: whether the table shows it. `offer`: all its terms
  (pricing.catalog.Offer). `effective_cost`, `billed_cost` and `equal_work_cost` are sums of the lines of the same
  name, three views that are never added (equal work null without a factor); `cash_if_kept` is the running cost of own
  hardware beside its outlay; `own` its figures over its life; `flags` what must be said of it, with the values their
  sentence needs; `claims` what its seller stated, never priced with.
- A line: `amount` is the product of its `factors`, in order; `entries` are the rows of the price book it rests on.
  FOCUS names: `pricing_quantity` x `contracted_unit_price` = `amount`, `pricing_quantity` x `list_unit_price` =
  `list_cost`, both unit prices per `pricing_unit` and in `currency`; `contracted_unit_price` is after the discount of
  the scenario, or what the asker supposes; list price and cost are null where only a contract or a quoted price is
  known. `pricing_currency` and `pricing_currency_unit_price` are those of the price row. `pricing_category`: Standard,
  Committed, Dynamic (spot), Other (own hardware).
- `gaps`: offers without a figure and why. `break_evens`: null is never, but where not `by_use` utilisation and runs
  say nothing. `assumptions` and `rates`: the entries that hold; one the asker replaced has id 0.
"""

from collections.abc import Mapping, Sequence
from datetime import date
from decimal import Decimal
from enum import Enum

from pydantic import BaseModel

from bot.replies.math import NO_CLAIMS
from pricing.catalog import Claim, Mode, PriceKind
from pricing.costs import BreakEven, Comparison, CostLine, Factor, FactorUnit, Gap, LineKind, Quote
from pricing.decision import Decision, decide
from pricing.exchange import product
from pricing.flags import Flag, list_price

Data = dict[str, object]
FORMAT = "quartermaster.comparison.v1"

CATEGORIES = {Mode.ON_DEMAND: "Standard", Mode.COMMITTED: "Committed", Mode.SPOT: "Dynamic", Mode.OWNED: "Other"}
FEES = {LineKind.EGRESS, LineKind.STORAGE, LineKind.REQUESTS}
NEGOTIATED = {PriceKind.CONTRACT, PriceKind.QUOTE}
PRICED = {FactorUnit.PRICE, FactorUnit.RATE, FactorUnit.DISCOUNT}
UNPRICED: Data = dict.fromkeys(
    (
        "pricing_quantity",
        "pricing_unit",
        "pricing_currency",
        "pricing_currency_unit_price",
        "list_unit_price",
        "contracted_unit_price",
        "list_cost",
    )
)


def comparison_data(comparison: Comparison, claims: Mapping[str, tuple[Claim, ...]] = NO_CLAIMS) -> Data:
    """The comparison under stable names, ready for JSON. `claims`: what sellers stated, by offer id."""
    featured = set(comparison.featured)
    quotes = [
        {"featured": i in featured, **_quote(quote), "claims": plain(claims.get(quote.offer.id, ()))}
        for i, quote in enumerate(comparison.quotes)
    ]
    return {
        "format": FORMAT,
        "scenario": plain(comparison.scenario),
        "day": plain(comparison.day),
        "book_version": plain(comparison.book_version),
        "currency": comparison.currency,
        "hours": plain(comparison.hours),
        "hours_per_month": plain(comparison.hours_per_month),
        "months": plain(comparison.hours / comparison.hours_per_month),
        "decision": _decision(decide(comparison)),
        "quotes": quotes,
        "gaps": [_gap(gap) for gap in comparison.gaps],
        "break_evens": [_break_even(item) for item in comparison.break_evens],
        "assumptions": plain(comparison.assumptions),
        "rates": plain(comparison.rates),
    }


def text(value: Decimal | date | int | str | None) -> str | None:
    """A value as text: a number in plain notation with all its digits, a day as ISO."""
    if value is None:
        return None
    if isinstance(value, Decimal):
        return f"{value:f}"
    return value.isoformat() if isinstance(value, date) else str(value)


def plain(value: object) -> object:
    """A value as JSON: numbers as text, an enum by its value, null for an empty text."""
    match value:
        case None | bool():
            return value
        case Enum():
            return str(value.value)
        case Decimal() | date() | int() | str():
            return text(value) or None
        case BaseModel():
            return {name: plain(item) for name, item in value}
        case Mapping():
            return {str(name): plain(item) for name, item in value.items()}
        case Sequence():
            return [plain(item) for item in value]
    raise TypeError(f"{type(value).__name__} has no plain form")


def _decision(decision: Decision) -> Data:
    return {
        "rental": decision.rental.offer.id if decision.rental else None,
        "rent": plain(decision.rent),
        "own": decision.own.offer.id if decision.own else None,
        "buy": plain(decision.buy),
        "buying": decision.buying,
        "other_gpu": decision.other_gpu,
        "break_even": _break_even(decision.break_even) if decision.break_even else None,
    }


def _quote(quote: Quote) -> Data:
    return {
        "offer": plain(quote.offer),
        "provider": plain(quote.provider),
        "is_substitute": quote.is_substitute,
        "is_firm": quote.is_firm,
        "nodes": plain(quote.nodes),
        "idle_gpus": plain(quote.idle_gpus),
        "run_hours": plain(quote.run_hours),
        "per_month": plain(quote.per_month),
        "effective_cost": plain(quote.effective_cost),
        "billed_cost": plain(quote.billed_cost),
        "cash_if_kept": plain(quote.cash_if_kept),
        "equal_work_cost": plain(quote.equal_work_cost),
        "work_factor": plain(quote.work_factor),
        "ready_hours": plain(quote.ready_hours),
        "price": plain(quote.price),
        "own": _own(quote),
        "effective": _lines(quote, quote.effective),
        "billed": _lines(quote, quote.billed),
        "equal_work": None if quote.equal_work is None else _lines(quote, quote.equal_work),
        "flags": [_flag(flag) for flag in quote.flags],
    }


def _own(quote: Quote) -> Data | None:
    own = quote.own
    if own is None:
        return None
    names = ("capex", "running_cost", "residual", "tco", "life_months", "life_hours", "utilisation", "own_hours_only")
    return {name: plain(getattr(own, name)) for name in names}


def _flag(flag: Flag) -> Data:
    return {"kind": flag.kind.value, "values": plain(flag.values)}


def _lines(quote: Quote, lines: Sequence[CostLine]) -> list[Data]:
    return [
        {
            "kind": line.kind.value,
            "amount": plain(line.amount),
            "due": plain(line.due),
            "charge_category": line.charge_category,
            "charge_frequency": line.charge_frequency,
            **_pricing(quote, line),
            "factors": [_factor(factor) for factor in line.factors],
            "entries": plain(line.entries),
        }
        for line in lines
    ]


def _pricing(quote: Quote, line: CostLine) -> Data:
    """The line as FOCUS (FinOps Open Cost and Usage Specification 1.2) has it: so many units at such a price."""
    category = "Standard" if line.kind in FEES else CATEGORIES[quote.offer.mode]
    price = next((factor for factor in line.factors if factor.unit is FactorUnit.PRICE), None)
    if price is None:
        return {**UNPRICED, "pricing_category": category}
    currency, _, unit = price.per.partition(" ")
    quantity = product(tuple(factor for factor in line.factors if factor.unit not in PRICED))
    rates = tuple(factor for factor in line.factors if factor.unit is FactorUnit.RATE)
    listed = product(rates, price.value)
    contracted = product(tuple(factor for factor in line.factors if factor.unit is FactorUnit.DISCOUNT), listed)
    is_listed = line.kind in FEES or quote.offer.price_kind not in NEGOTIATED
    if quote.price and price.value == quote.price.value and line.kind not in FEES:
        stored = list_price(quote.flags, currency, unit)
        listed, is_listed = (listed, is_listed) if stored is None else (product(rates, stored), True)
    return {
        "pricing_quantity": plain(quantity),
        "pricing_unit": unit,
        "pricing_currency": currency,
        "pricing_currency_unit_price": plain(price.value),
        "list_unit_price": plain(listed) if is_listed else None,
        "contracted_unit_price": plain(contracted),
        "list_cost": plain(quantity * listed) if is_listed else None,
        "pricing_category": category,
    }


def _factor(factor: Factor) -> Data:
    return {
        "value": plain(factor.value),
        "unit": factor.unit.value,
        "divide": factor.divide,
        "per": factor.per or None,
    }


def _gap(gap: Gap) -> Data:
    return {
        "offer": plain(gap.offer),
        "provider": plain(gap.provider),
        "reason": gap.reason,
        "detail": gap.detail or None,
    }


def _break_even(item: BreakEven) -> Data:
    return {
        "own": item.own.offer.id,
        "rental": item.rental.offer.id,
        "by_use": item.by_use,
        "months": plain(item.months),
        "months_all_upfront": plain(item.months_all_upfront),
        "utilisation": plain(item.utilisation),
        "runs": plain(item.runs),
        "equal_work_months": plain(item.equal_work_months),
        "equal_work_utilisation": plain(item.equal_work_utilisation),
        "equal_work_runs": plain(item.equal_work_runs),
    }
