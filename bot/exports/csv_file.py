"""The CSV file: one row a cost line of every option, under FOCUS names where FOCUS has one.

Every number is written with all its digits. `pricing_quantity x contracted_unit_price x exchange_rate` is the amount of
the row, which stands under each kind of cost it counts as. The columns `option_...` repeat the totals of the option, so
that its rows can be checked against them; they are not to be summed. Codes are those of the JSON output; names and
formulas are in the language of the answer.
"""

import csv
from collections.abc import Iterable, Mapping, Sequence
from datetime import date, datetime
from decimal import Decimal
from io import StringIO

from bot.exports.options import ZERO, Line, Option, numbered, price_entry
from bot.exports.safe import all_digits, neutralised
from bot.replies import figures, labels
from bot.replies.formula import formula
from pricing.book import Entry, EntryKind
from pricing.catalog import Mode, PriceKind
from pricing.costs import CostLine, Factor, FactorUnit, LineKind, Quote
from pricing.exchange import product
from pricing.flags import list_price

Value = Decimal | int | str | date | datetime | bool | None
Values = dict[str, Value]

BOM = "\ufeff"
PRICING_CATEGORIES: Mapping[Mode, str] = {
    Mode.ON_DEMAND: "Standard",
    Mode.COMMITTED: "Committed",
    Mode.SPOT: "Dynamic",
    Mode.OWNED: "Other",
}
NEGOTIATED = {PriceKind.QUOTE, PriceKind.CONTRACT}
NOT_QUANTITY = {FactorUnit.PRICE, FactorUnit.RATE, FactorUnit.DISCOUNT}
COMMITTED_LINES = {LineKind.COMPUTE: "Used", LineKind.UNUSED: "Unused"}


def csv_bytes(options: Sequence[Option], language: str) -> bytes:
    """The file: UTF-8 with a byte order mark, a header row, lines that end in CR LF."""
    sheet = StringIO(newline="")
    rows = [_row(option, number, line, language) for option, number, line in numbered(options)]
    writer = csv.writer(sheet, lineterminator="\r\n")
    writer.writerow(COLUMNS)
    writer.writerows([_cell(values[name]) for name in COLUMNS] for values in rows)
    return (BOM + sheet.getvalue()).encode("utf-8")


def _cell(value: Value) -> str:
    """A number with all its digits, a day as ISO, a text that is no formula; nothing where it is not known."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Decimal):
        return all_digits(value)
    if isinstance(value, date):
        return value.isoformat()
    return neutralised(value) if isinstance(value, str) else str(value)


def _row(option: Option, number: int, line: Line, language: str) -> Values:
    return {
        **_question(option),
        **_offer(option, language),
        **_charge(option, number, line, language),
        **_price(option, line.cost),
        **_costs(option, line),
        **_origin(option.quote, line.cost),
    }


def _question(option: Option) -> Values:
    comparison, scenario = option.comparison, option.comparison.scenario
    return {
        "need": option.need + 1,
        "gpu_asked": scenario.gpu,
        "gpu_count": scenario.gpu_count,
        "hours": comparison.hours,
        "prices_of": comparison.day,
        "book_version": comparison.book_version,
    }


def _offer(option: Option, language: str) -> Values:
    quote, offer = option.quote, option.quote.offer
    return {
        "option": option.number,
        "option_name": option.name,
        "in_answer": option.shown,
        "provider_id": quote.provider.id,
        "provider": labels.provider_name(language, quote.provider),
        "offer_id": offer.id,
        "sku": offer.name,
        "plan": labels.mode_name(language, offer),
        "gpu": offer.gpu,
        "nodes": quote.nodes,
        "gpus_per_node": offer.gpus_per_node,
        "region": offer.region,
        "term_months": offer.term_months,
        "pricing_category": PRICING_CATEGORIES[offer.mode],
        "price_kind": offer.price_kind.value,
        "tax": offer.tax.value,
    }


def _charge(option: Option, number: int, line: Line, language: str) -> Values:
    cost, places = line.cost, figures.currency_places(option.comparison.currency)
    committed = option.quote.offer.mode is Mode.COMMITTED and line.effective
    return {
        "line": number,
        "line_kind": cost.kind.value,
        "charge_category": cost.charge_category,
        "charge_frequency": cost.charge_frequency,
        "commitment_discount_status": COMMITTED_LINES.get(cost.kind) if committed else None,
        "due": line.due.value if line.due else None,
        "formula": formula(language, cost.factors, cost.amount, places),
        "formula_exact": arithmetic(cost.factors),
    }


def arithmetic(factors: Iterable[Factor]) -> str:
    """The factors with all their digits: "128 × 128000 × 1008 ÷ 730"."""
    parts = [("÷ " if item.divide else "× ") + all_digits(item.value) for item in factors]
    joined = " ".join(parts)
    return joined.removeprefix("× ") if not joined.startswith("÷") else f"1 {joined}"


def _price(option: Option, cost: CostLine) -> Values:
    price = next((item for item in cost.factors if item.unit is FactorUnit.PRICE), None)
    discount = product(tuple(item for item in cost.factors if item.unit is FactorUnit.DISCOUNT))
    quantity = product(tuple(item for item in cost.factors if item.unit not in NOT_QUANTITY))
    rates = tuple(item for item in cost.factors if item.unit is FactorUnit.RATE)
    entries = [entry for entry in cost.entries if entry.kind is EntryKind.RATE]
    currency, _, unit = price.per.partition(" ") if price else ("", "", "")
    supposed = list_price(option.quote.flags, currency, unit)
    negotiated = option.quote.offer.price_kind in NEGOTIATED
    return {
        "pricing_quantity": quantity if price else None,
        "pricing_unit": unit or None,
        "list_unit_price": supposed or (price.value if price and not negotiated else None),
        "contracted_unit_price": price.value * discount if price else None,
        "pricing_currency": currency or None,
        "exchange_rate": product(rates),
        "exchange_rates": "; ".join(_number(entry) for entry in entries),
        "exchange_rate_date": "; ".join(_seen(entry) for entry in entries),
        "exchange_rate_source": "; ".join(entry.source for entry in entries),
        "billing_currency": option.comparison.currency,
    }


def _number(entry: Entry) -> str:
    return entry.subject if entry.value is None else f"{entry.subject} {all_digits(entry.value)}"


def _seen(entry: Entry) -> str:
    return entry.observed_on or entry.effective_from.isoformat()


def _costs(option: Option, line: Line) -> Values:
    quote, amount = option.quote, line.cost.amount
    comparable = quote.equal_work is not None
    return {
        "effective_cost": amount if line.effective else ZERO,
        "billed_cost": line.outlay,
        "cash_if_kept": line.kept,
        "equal_work_cost": (amount if line.equal else ZERO) if comparable else None,
        "option_effective_cost": quote.effective_cost,
        "option_billed_cost": quote.billed_cost,
        "option_cash_if_kept": quote.cash_if_kept,
        "option_equal_work_cost": quote.equal_work_cost,
    }


def _origin(quote: Quote, cost: CostLine) -> Values:
    """Where the price comes from, the further numbers it was worked out with, and what must be said of the offer."""
    price = price_entry(cost)
    others = [entry for entry in cost.entries if entry is not price and entry.kind is not EntryKind.RATE]
    return {
        "price_row": price.id if price else None,
        "price_of": price.subject if price else None,
        "source": price.source if price else None,
        "observed_on": price.observed_on if price else None,
        "effective_from": price.effective_from if price else None,
        "entered_by": price.entered_by if price else None,
        "entered_at": price.entered_at if price else None,
        "other_rows": "; ".join(f"no. {entry.id} {_number(entry)}" for entry in others),
        "flags": "; ".join(_flag(flag.kind, flag.values) for flag in quote.flags),
    }


def _flag(kind: str, values: Iterable[Decimal | str | int]) -> str:
    return " ".join([kind, *(all_digits(value) if isinstance(value, Decimal) else str(value) for value in values)])


COLUMNS = (
    *("need", "gpu_asked", "gpu_count", "hours", "prices_of", "book_version"),
    *("option", "option_name", "in_answer", "provider_id", "provider", "offer_id", "sku", "plan", "gpu", "nodes"),
    *("gpus_per_node", "region", "term_months", "pricing_category", "price_kind", "tax"),
    *("line", "line_kind", "charge_category", "charge_frequency", "commitment_discount_status", "due"),
    *("pricing_quantity", "pricing_unit", "list_unit_price", "contracted_unit_price", "pricing_currency"),
    *("exchange_rate", "exchange_rates", "exchange_rate_date", "exchange_rate_source", "billing_currency"),
    *("effective_cost", "billed_cost", "cash_if_kept", "equal_work_cost", "formula", "formula_exact"),
    *("option_effective_cost", "option_billed_cost", "option_cash_if_kept", "option_equal_work_cost"),
    *("price_row", "price_of", "source", "observed_on", "effective_from", "entered_by", "entered_at"),
    *("other_rows", "flags"),
)
"""The columns in order. What is here stays, more may come behind."""
