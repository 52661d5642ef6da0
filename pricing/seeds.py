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
_SECTIONS = {"provider", "sources", "defaults", "offers", "fees", "assumptions", "rates", "rows"}
_CATALOG: tuple[tuple[str, type[Gpu | Provider | Instance | Region]], ...] = (
    ("gpus", Gpu),
    ("providers", Provider),
    ("instances", Instance),
    ("regions", Region),
)


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
        content = read_yaml(path)
        if not content:
            raise DataError(str(path), "is empty")
        self.content = content if isinstance(content, Table) else Table(rows=content)
        if unknown := [key for key in self.content if key not in _SECTIONS]:
            raise self.fault(self.content, f"unknown section {unknown[0]!r}")
        self._sources, self._defaults = self._table("sources"), self._table("defaults")

    def rows(self, key: str = "rows", parent: Table | None = None) -> Iterator[Table]:
        """The tables of a list (of the file itself, if it is one), with the file's defaults for it under each."""
        rows = (self.content if parent is None else parent).get(key) or ()
        if not isinstance(rows, list | tuple) or not all(isinstance(row, Table) for row in rows):
            raise self.fault(parent or self.content, f"{key}: a list of tables is expected")
        for row in rows:
            yield row.with_defaults(self._defaults.get(key) or {})

    def _table(self, key: str) -> Table:
        value = self.content.get(key) or Table()
        if not isinstance(value, Table):
            raise self.fault(self.content, f"{key}: keys and values are expected")
        return value

    def model(self, model: type[T], row: Table, **more: Any) -> T:
        """The typed value of the fields of `row` that belong to `model`."""
        fields = {name: value for name, value in row.items() if name in model.model_fields}
        return self._checked(model, row, {**fields, **more})

    def refuse_unknown(self, row: Table, *models: type[Frozen], also: tuple[str, ...] = ()) -> None:
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
            seen = (
                f"{number.observed!r} is not a day, month, quarter, half or year"
                if number.observed
                else "no 'observed'"
            )
            raise self.fault(row, f"{subject}: {seen}, so it must say 'from'")
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


class _Seeds:
    """What was read so far. Refuses an id that is there twice, and an offer of an unknown GPU or provider."""

    def __init__(self) -> None:
        self.items: dict[tuple[type[Frozen], str], CatalogItem] = {}
        self.entries: list[Entry] = []

    def add(self, item: CatalogItem, file: _File, row: Table) -> None:
        if (type(item), item.id) in self.items:
            raise file.fault(row, f"{item.id} is there twice")
        if isinstance(item, Offer) and (Gpu, item.gpu) not in self.items:
            raise file.fault(row, f"{item.id}: no GPU {item.gpu!r}")
        if isinstance(item, Offer | Fee) and (Provider, item.provider) not in self.items:
            raise file.fault(row, f"{item.id}: no provider {item.provider!r}")
        self.items[type(item), item.id] = item


def load(now: datetime, folder: Path = DATA) -> tuple[tuple[CatalogItem, ...], tuple[Entry, ...]]:
    """Everything a new book holds: what can be bought, and the dated numbers, entered at `now`.

    Raises:
        DataError: naming the file and the line.
    """
    seeds = _Seeds()
    for name, model in _CATALOG:
        file = _File(folder / f"{name}.yaml", now)
        for row in file.rows():
            file.refuse_unknown(row, model)
            seeds.add(file.model(model, row), file, row)
    for path in sorted((folder / "prices").glob("*.yaml")):
        _add_prices(_File(path, now), seeds)
    seeds.entries += assumptions(now, folder)
    exchange = _File(folder / "exchange.yaml", now)
    for row in exchange.rows("rates"):
        exchange.refuse_unknown(row, also=("pair", "values"))
        pair = row.get("pair", "")
        rate = row.with_more(unit=PricingUnit.RATE, currency=pair[4:])
        seeds.entries += exchange.entries(EntryKind.RATE, pair, rate, "values")
    return tuple(seeds.items.values()), tuple(seeds.entries)


def assumptions(now: datetime, folder: Path = DATA) -> list[Entry]:
    """The dated numbers that are no prices. Raises DataError."""
    file = _File(folder / "assumptions.yaml", now)
    found: list[Entry] = []
    for row in file.rows("assumptions"):
        file.refuse_unknown(row, also=("name", "unit", "currency", "values"))
        found += file.entries(EntryKind.ASSUMPTION, row.get("name", ""), row, "values")
    return found


def _add_prices(file: _File, seeds: _Seeds) -> None:
    provider = file.content.get("provider")
    for row in file.rows("offers"):
        file.refuse_unknown(row, Offer, also=("unit", "currency", "prices", "components", "claims"))
        offer = file.model(Offer, row, provider=provider)
        seeds.add(offer, file, row)
        if "prices" in row:
            seeds.entries += file.entries(EntryKind.PRICE, offer.id, row)
        for part in file.rows("components", row):
            file.refuse_unknown(part, Component, also=("currency", "prices"))
            component = file.model(Component, part, offer=offer.id)
            seeds.add(component, file, part)
            seeds.entries += file.entries(EntryKind.COMPONENT, component.id, part)
        for stated in file.rows("claims", row):
            file.refuse_unknown(stated, Claim)
            seeds.add(file.model(Claim, stated, offer=offer.id), file, stated)
    for row in file.rows("fees"):
        file.refuse_unknown(row, Fee, also=("currency", "prices"))
        fee = file.model(Fee, row, provider=provider)
        seeds.add(fee, file, row)
        seeds.entries += file.entries(EntryKind.FEE, fee.id, row)
