"""The data a new price book begins with: YAML in `pricing/data`, as typed values.

The files say their own shape at their top. All amounts are Decimals made of the written text.
"""

from collections.abc import Iterator
from datetime import date, datetime
from pathlib import Path
from typing import Any, TypeVar

from pydantic import Field, ValidationError

from pricing.base import Frozen, Num
from pricing.book import Entry, EntryKind, observed_day
from pricing.catalog import Claim, Component, Fee, Gpu, Instance, Offer, Provider, Region
from pricing.errors import DataError
from pricing.rows import CatalogItem
from pricing.units import PricingUnit
from pricing.yaml_files import Table, read_yaml

T = TypeVar("T", bound=Frozen)
DATA = Path(__file__).parent / "data"
ENTERED_BY = "seed"


class _Dated(Frozen):
    """One dated number as a file writes it. `from` may be left out where `observed` tells the first day."""

    value: Num | None
    first_day: date | None = Field(default=None, alias="from")
    observed: str = ""
    source: str
    note: str = ""


class _Priced(Frozen):
    """What all numbers of one subject have in common."""

    unit: PricingUnit
    currency: str = ""
    numbers: tuple[_Dated, ...] = Field(min_length=1)


class _File:
    """One file, and the short names it gives its sources."""

    def __init__(self, path: Path, now: datetime) -> None:
        self._path, self._now = path, now
        self.content: Table = self._table(read_yaml(path))
        self._sources = self._table(self.content.get("sources") or Table())

    def rows(self, key: str, parent: Table | None = None) -> Iterator[Table]:
        """The tables of a list, with the file's defaults for that list under each."""
        defaults = (self.content.get("defaults") or {}).get(key) or {}
        for row in (parent if parent is not None else self.content).get(key) or ():
            table = Table({**defaults, **self._table(row)})
            table.line = row.line
            yield table

    def model(self, model: type[T], row: Table, **more: Any) -> T:
        """The typed value of the fields of `row` that belong to `model`."""
        fields = {name: value for name, value in row.items() if name in model.model_fields}
        return self._checked(model, row, {**fields, **more})

    def refuse_unknown(self, row: Table, *models: type[Frozen], also: tuple[str, ...]) -> None:
        """Refuse a key that nothing would read: it is a slip of the pen."""
        known = {*also, *(name for model in models for name in model.model_fields)}
        if unknown := [key for key in row if key not in known]:
            raise self.fault(row, f"unknown key {unknown[0]!r}")

    def entries(self, kind: EntryKind, subject: str, row: Table, key: str = "prices") -> Iterator[Entry]:
        """The dated numbers of one subject."""
        common = {name: row[name] for name in ("unit", "currency") if name in row}
        priced = self._checked(_Priced, row, {**common, "numbers": tuple(row.get(key) or ())})
        for number in priced.numbers:
            yield self._entry(kind, subject, priced, number, row)

    def _entry(self, kind: EntryKind, subject: str, priced: _Priced, number: _Dated, row: Table) -> Entry:
        first_day = number.first_day or observed_day(number.observed)
        if first_day is None:
            raise self.fault(row, f"{subject}: a number without 'observed' must say 'from'")
        if number.source not in self._sources:
            raise self.fault(row, f"{subject}: the source {number.source!r} is not among the file's sources")
        fields = {
            "kind": kind,
            "subject": subject,
            "value": number.value,
            "currency": priced.currency,
            "unit": priced.unit,
            "effective_from": first_day,
            "observed_on": number.observed,
            "source": self._sources[number.source],
            "note": number.note,
            "entered_by": ENTERED_BY,
            "entered_at": self._now,
        }
        return self._checked(Entry, row, fields)

    def _checked(self, model: type[T], row: Table, fields: dict[str, Any]) -> T:
        try:
            return model.model_validate(fields)
        except ValidationError as error:
            first = error.errors()[0]
            place = ".".join(str(part) for part in first["loc"])
            raise self.fault(
                row, f"{fields.get('id') or fields.get('subject') or ''} {place}: {first['msg']}"
            ) from None

    def fault(self, row: Table, reason: str) -> DataError:
        """A DataError that names the file and the line."""
        return DataError(str(self._path), f"line {row.line}: {reason.strip()}")

    def _table(self, value: Any) -> Table:
        if not isinstance(value, Table):
            raise DataError(str(self._path), "a table of keys and values is expected")
        return value


def load(now: datetime, folder: Path = DATA) -> tuple[tuple[CatalogItem, ...], tuple[Entry, ...]]:
    """Everything a new book holds: what can be bought, and the dated numbers, entered at `now`.

    Raises:
        DataError: naming the file and the line.
    """
    items: list[CatalogItem] = [
        *_list(folder / "gpus.yaml", Gpu),
        *_list(folder / "providers.yaml", Provider),
        *_list(folder / "instances.yaml", Instance),
        *_list(folder / "regions.yaml", Region),
    ]
    entries: list[Entry] = []
    for path in sorted((folder / "prices").glob("*.yaml")):
        _add_prices(_File(path, now), items, entries)
    assumptions, exchange = _File(folder / "assumptions.yaml", now), _File(folder / "exchange.yaml", now)
    for row in assumptions.rows("assumptions"):
        assumptions.refuse_unknown(row, also=("name", "unit", "currency", "values"))
        entries += assumptions.entries(EntryKind.ASSUMPTION, row.get("name", ""), row, "values")
    for row in exchange.rows("rates"):
        exchange.refuse_unknown(row, also=("pair", "unit", "values"))
        pair = row.get("pair", "")
        rate = Table({**row, "unit": PricingUnit.RATE, "currency": pair[4:]})
        rate.line = row.line
        entries += exchange.entries(EntryKind.RATE, pair, rate, "values")
    return tuple(items), tuple(entries)


def _add_prices(file: _File, items: list[CatalogItem], entries: list[Entry]) -> None:
    provider = file.content.get("provider")
    for row in file.rows("offers"):
        file.refuse_unknown(row, Offer, also=("unit", "currency", "prices", "components", "claims"))
        offer = file.model(Offer, row, provider=provider)
        items.append(offer)
        if "prices" in row:
            entries += file.entries(EntryKind.PRICE, offer.id, row)
        for part in file.rows("components", row):
            file.refuse_unknown(part, Component, also=("currency", "prices"))
            component = file.model(Component, part, offer=offer.id)
            items.append(component)
            entries += file.entries(EntryKind.COMPONENT, component.id, part)
        for stated in file.rows("claims", row):
            items.append(file.model(Claim, stated, offer=offer.id))
    for row in file.rows("fees"):
        file.refuse_unknown(row, Fee, also=("currency", "prices"))
        fee = file.model(Fee, row, provider=provider)
        items.append(fee)
        entries += file.entries(EntryKind.FEE, fee.id, row)


def _list(path: Path, model: type[T]) -> list[T]:
    content = read_yaml(path)
    if not isinstance(content, list) or not all(isinstance(row, Table) for row in content):
        raise DataError(str(path), "a list of tables is expected")
    found = []
    for row in content:
        try:
            found.append(model.model_validate(row))
        except ValidationError as error:
            first = error.errors()[0]
            place = ".".join(str(part) for part in first["loc"])
            raise DataError(str(path), f"line {row.line}: {row.get('id', '')} {place}: {first['msg']}") from None
    return found
