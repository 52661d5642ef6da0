"""What one row says of its price: the amount with everything its cell, its header and its other cells add to it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from pricing.book_files.columns import WITHDRAWN
from pricing.catalog import Includes, Tax
from pricing.imports import currencies, numbers
from pricing.imports.headings import NO_UNIT, Heading
from pricing.imports.numbers import Amount, NotANumber, Style
from pricing.imports.own_cells import CellRefused
from pricing.imports.unit_words import WrittenUnit
from pricing.imports.written import plain
from pricing.units import PricingUnit, TimeUnit

_ENDED = frozenset({WITHDRAWN, "ended", "discontinued", "下架", "已下架", "停售", "撤销"})
_OF_ONE = {TimeUnit.HOUR: PricingUnit.GPU_HOUR, TimeUnit.MONTH: PricingUnit.GPU_MONTH}


@dataclass(frozen=True, slots=True)
class Price:
    """A price as a listing has it. `value` None: withdrawn. `unit` None: nothing says what it is for.

    `least`: a "from" price.
    """

    value: Decimal | None
    currency: str
    unit: PricingUnit | None
    tax: Tax = Tax.UNKNOWN
    least: bool = False
    includes: Includes | None = None


def price_of(text: str, heading: Heading, cells: Mapping[str, Any], currency: str, style: Callable[[], Style]) -> Price:
    """The price in a cell under `heading`; `cells`: the others of its row, by column. `currency`: where none is named.

    Raises:
        NotANumber: see there; also `two-currencies`.
        CellRefused: `price-missing`, `two-units` (unit, other), `unit-vague` for a time alone where a node has several
            GPUs, `two-taxes`.
    """
    unit, includes = cells.get("unit", (NO_UNIT, None))
    said = _currency(text, heading.unit.sign, unit.sign, cells.get("currency", ""))
    if not text[:1].isdigit() and plain(text).casefold() in _ENDED:
        return Price(None, said or currency, unit.unit, includes=includes)
    amount = _amount(text, style, said or currency, strict=bool(said))
    if amount.value is None:
        raise CellRefused("price-missing")
    return Price(
        value=_scaled(text, amount.value, max(unit.scale, heading.unit.scale)),
        currency=amount.currency or said or currency,
        unit=_one_unit(amount, unit, heading.unit, cells.get("gpus_per_node", 1)),
        tax=_one_tax(amount.tax, cells.get("tax", Tax.UNKNOWN), heading.tax),
        least=amount.least,
        includes=includes,
    )


def _currency(text: str, *signs: str) -> str:
    """What header and other cells say the currency is. Raises NotANumber where they differ."""
    try:
        return currencies.currency_of(*signs)
    except ValueError:
        raise NotANumber("two-currencies", text=text) from None


def _amount(text: str, style: Callable[[], Style], known: str, strict: bool) -> Amount:
    """The amount. The style of the column is asked for only where the cell may mean two things."""
    try:
        return numbers.amount(text, Style.MIXED, known)
    except NotANumber as error:
        if error.reason == "two-currencies" and known and not strict:
            return _amount(text, style, "", strict=True)
        if error.reason != "ambiguous-number":
            raise
    return numbers.amount(text, style(), known)


def _scaled(text: str, value: Decimal, power: int) -> Decimal:
    """`value` in ones, where its unit or header counts in 万."""
    if not power:
        return value
    if any(word in text for word in "千万亿"):
        raise NotANumber("ambiguous-number", text=text)
    return Decimal(f"{value.scaleb(power):f}")


def _one_unit(amount: Amount, unit: WrittenUnit, heading: WrittenUnit, gpus: int) -> PricingUnit | None:
    """The unit that the cell, the unit column and the header agree on."""
    if heading is NO_UNIT and unit.unit and not amount.unit and not amount.time:
        return unit.unit  # nearly all are like this
    said = {one.unit for one in (amount, unit, heading) if one.unit}
    if len(said) > 1:
        first, second, *_ = sorted(one.value for one in said)
        raise CellRefused("two-units", unit=first, other=second)
    times = {one.time for one in (amount, unit, heading) if one.time}
    if len(times) > 1:
        first, second, *_ = sorted(one.value for one in times)
        raise CellRefused("two-units", unit=first, other=second)
    if any(one.unit is None and one.per != 1 for one in (amount, unit, heading)):
        raise CellRefused("unit-unknown", text=str(max(amount.per, unit.per, heading.per)), expected="1000 Requests")
    if said:
        return said.pop()
    if not times:
        return None
    time = times.pop()
    if gpus != 1 or time not in _OF_ONE:
        raise CellRefused("unit-vague", unit=time.value, gpus=str(gpus))
    return _OF_ONE[time]


def _one_tax(*said: Tax) -> Tax:
    known = {tax for tax in said if tax is not Tax.UNKNOWN}
    if len(known) > 1:
        raise CellRefused("two-taxes")
    return known.pop() if known else Tax.UNKNOWN
