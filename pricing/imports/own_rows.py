"""From the cells of one row, by column, to what the row says."""

from collections.abc import Mapping
from datetime import date, timedelta
from decimal import Decimal
from typing import Any

from pydantic import ValidationError

from pricing.book import UNITS, EntryKind
from pricing.book_files.columns import BARE, ENTRY_KINDS, FIELDS, NAMED, NO_ENTRY, TERMS, RowKind
from pricing.book_files.typed import STATED
from pricing.catalog import Includes, Mode, PriceKind, Tax
from pricing.imports.buying_words import Way
from pricing.imports.headings import LAST_DAY, TERM
from pricing.imports.own_cells import CellRefused
from pricing.imports.own_prices import Price
from pricing.imports.source import Source
from pricing.listings import CatalogRow, Listing
from pricing.units import PricingUnit

Cells = Mapping[str, Any]
"""Column -> what its cell holds, for the cells that are not blank."""

_ENUMS: Mapping[str, Any] = {"includes": Includes, "tax": Tax, "price_kind": PriceKind}
_BARE = frozenset(BARE.values())
_FIELDS_OF_TERMS = {kind: tuple(FIELDS[model].items()) for kind, model in TERMS.items()}


def named(line: int, kind: RowKind, cells: Cells, price: Price | None) -> CatalogRow:
    """Something that the row names. Raises CellRefused: `not-valid` (column)."""
    model = NAMED[kind]
    values = {field: _plain(cells[column]) for field, column in FIELDS[model].items() if column in cells}
    if price is not None:
        values |= {"stated": price.value, "currency": price.currency}
    try:
        return CatalogRow(line, model.model_validate(values))
    except ValidationError as error:
        field = str(error.errors()[0]["loc"][0])
        raise CellRefused("not-valid", column=FIELDS[model].get(field, field)) from None


def from_book(line: int, kind: RowKind, cells: Cells, price: Price | None) -> Listing:
    """A row of the full format: it says everything itself. Raises CellRefused: `missing` (column), `unit-of-kind`."""
    entry = ENTRY_KINDS[kind]
    bare = kind in _BARE
    for column in ("id",) if bare else ("id", "price", "unit", "effective_from"):
        if column not in cells:
            raise CellRefused("missing", column=column)
    unit = price.unit if price else None
    if not bare:
        _check_unit(entry, unit)
    terms = _terms(entry, cells)
    if bare:
        terms[NO_ENTRY] = "yes"
    return Listing(
        line=line,
        value=price.value if price else None,
        unit=unit or PricingUnit.GPU_HOUR,
        kind=entry,
        subject=cells["id"],
        currency=price.currency if price else "",
        effective_from=cells.get("effective_from"),
        observed_on=cells.get("observed_on", ""),
        source=cells.get("source", ""),
        note=cells.get("note", ""),
        terms=terms,
        **_stated(cells),
    )


def by_hand(line: int, cells: Cells, price: Price, source: Source, said: str) -> Listing:
    """A row of a table made by hand; `said`: its words for the way of buying. What it leaves out is as `source` says.

    Raises:
        CellRefused: `missing` (column), `term-missing`, `two-terms`, `term-without-commitment`, `unit-of-kind`.
    """
    provider = cells.get("provider") or source.provider
    missing = [
        *([] if provider else ["provider"]),
        *([] if cells.get("gpu") or cells.get("name") else ["gpu"]),
        *([] if price.currency else ["currency"]),
        *([] if price.unit or price.value is None else ["unit"]),
    ]
    if missing:
        raise CellRefused("missing", column=missing[0])
    unit = price.unit or PricingUnit.GPU_HOUR
    _check_unit(EntryKind.PRICE, unit)
    way = _buying(cells)
    fields = _stated(cells) | {"provider": provider, "mode": way.mode, "term_months": way.months, "tax": price.tax}
    if price.least or way.least:
        fields["price_kind"] = PriceKind.FROM
    if price.includes:
        fields["includes"] = price.includes
    if way.plan:
        fields.setdefault("plan", way.plan)
    terms = _terms(EntryKind.PRICE, cells)
    if way.upfront is not None:
        terms.setdefault("upfront_share", _text(way.upfront))
    return Listing(
        line=line,
        value=price.value,
        unit=unit,
        currency=price.currency,
        subject=cells.get("id", ""),
        effective_from=cells.get("effective_from"),
        effective_to=_end(cells),
        observed_on=cells.get("observed_on") or source.observed_on,
        source=cells.get("source") or source.source or source.name,
        note=cells.get("note", ""),
        stated_term=said,
        terms=terms,
        **fields,
    )


def _plain(value: Any) -> Any:
    return value.mode if isinstance(value, Way) else value


def _stated(cells: Cells) -> dict[str, Any]:
    """Fields that a listing has by name."""
    found = {name: cells[name] for name in STATED if name in cells}
    for name, words in _ENUMS.items():
        if name in found:
            found[name] = words(found[name])
    if "mode" in found:
        found["mode"] = found["mode"].mode
    return found


def _terms(kind: EntryKind, cells: Cells) -> dict[str, str]:
    """The other fields of what is priced, as text."""
    return {
        field: _text(cells[column])
        for field, column in _FIELDS_OF_TERMS.get(kind, ())
        if column in cells and field not in STATED and field != "id"
    }


def _text(value: Any) -> str:
    return f"{value:f}" if isinstance(value, Decimal) else str(value)


def _check_unit(kind: EntryKind, unit: PricingUnit | None) -> None:
    if unit is None:
        raise CellRefused("missing", column="unit")
    if unit not in UNITS[kind]:
        choices = ", ".join(sorted(one.value for one in UNITS[kind]))
        raise CellRefused("unit-of-kind", unit=unit.value, choices=choices)


def _buying(cells: Cells) -> Way:
    """The way of buying and its commitment, from up to three columns that must agree."""
    ways: list[Way] = [cells[column] for column in ("mode", TERM) if column in cells]
    stated = {way.months for way in ways if way.months}
    if cells.get("term_months"):
        stated.add(cells["term_months"])
    modes = {way.mode for way in ways}
    if len(stated) > 1 or len(modes) > 1:
        raise CellRefused("two-terms")
    months = stated.pop() if stated else None
    mode = modes.pop() if modes else Mode.COMMITTED if months else Mode.ON_DEMAND
    if mode is Mode.COMMITTED and months is None:
        raise CellRefused("term-missing")
    if mode is not Mode.COMMITTED and months is not None:
        raise CellRefused("term-without-commitment", months=f"{months:f}")
    plan = next((way.plan for way in ways if way.plan), "")
    upfront = next((way.upfront for way in ways if way.upfront is not None), None)
    return Way(mode, months, plan, upfront, any(way.least for way in ways))


def _end(cells: Cells) -> date | None:
    """The first day the price no longer holds."""
    if LAST_DAY not in cells:
        return cells.get("effective_to")
    try:
        end: date = cells[LAST_DAY] + timedelta(days=1)
    except OverflowError:
        return None  # the last day there is: no end
    return end
