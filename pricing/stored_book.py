"""Books read from SQLite: each question is one indexed look-up, and the answer is remembered.

What is remembered is keyed by version and day, so a new entry makes new keys and nothing is ever out of date. The cost
of a look-up grows with the answer, not with the number of entries.
"""

from collections.abc import Callable, Iterator, Mapping
from datetime import date
from functools import lru_cache
from typing import Any, NamedTuple, TypeVar
from weakref import WeakValueDictionary

from pricing.base import Frozen
from pricing.book import Entry, EntryKind, PricedComponent, PricedFee, PricedOffer
from pricing.catalog import Claim, Component, Fee, Gpu, Instance, Offer, Provider, Region
from pricing.errors import NoAssumption
from pricing.rows import TABLES, model_from

T = TypeVar("T", bound=Frozen)
R = TypeVar("R")
Rows = Callable[[str, dict[str, Any]], list[tuple[Any, ...]]]

_ENTRY_FIELDS = tuple(Entry.model_fields)
_ENTRY_COLUMNS = ", ".join(f"e.{name}" for name in _ENTRY_FIELDS)
# The last entry by first day, then by id, of those that had begun by the day, were known at the version and not taken
# back by then.
_IN_FORCE = """(SELECT id FROM entry f WHERE kind = :kind AND subject = {subject} AND effective_from <= :day
    AND id <= :version AND cancels IS NULL
    AND NOT EXISTS (SELECT 1 FROM entry c WHERE c.cancels = f.id AND c.id <= :version)
    ORDER BY effective_from DESC, id DESC LIMIT 1)"""
_SUBJECT_TABLES = {EntryKind.PRICE: "offer", EntryKind.FEE: "fee", EntryKind.COMPONENT: "component"}


class Catalog(NamedTuple):
    """The reference tables at one catalog number. `listed`: provider, GPU, and the newest entry when it was added."""

    gpus: Mapping[str, Gpu]
    providers: Mapping[str, Provider]
    instances: Mapping[str, Instance]
    regions: Mapping[str, Region]
    listed: tuple[tuple[Any, ...], ...]


class BookReader:
    """Reads through `rows` (SQL and named values -> rows) and remembers. Safe to use from several threads."""

    def __init__(self, rows: Rows) -> None:
        self._rows = rows
        self.catalog = lru_cache(maxsize=2)(self._catalog)
        self.offers = lru_cache(maxsize=128)(self._offers)
        self.items = lru_cache(maxsize=256)(self._items)
        # Books remember what they were asked: today's, and those of a few threads that look back.
        self._books = lru_cache(maxsize=4)(lambda *key: StoredBook(self, *key))
        # An entry is the same on every day and at every version: one object each, as long as anything holds it.
        self._known: WeakValueDictionary[int, Entry] = WeakValueDictionary()

    def book(self, day: date, version: int | None) -> "StoredBook":
        """See `Store.book`."""
        sql = "SELECT (SELECT coalesce(max(id), 0) FROM entry), value FROM meta WHERE name = 'catalog'"
        [(newest, number)] = self._rows(sql, {})
        return self._books(day, newest if version is None else min(version, newest), int(number))

    def forget(self) -> None:
        """Drop what is remembered."""
        for memory in (self.catalog, self.offers, self.items, self._books):
            memory.cache_clear()
        self._known.clear()

    def history(self, kind: EntryKind, subject: str) -> tuple[Entry, ...]:
        """See `Store.history`."""
        return self._entries("WHERE kind = :kind AND subject = :key ORDER BY effective_from, id", kind, subject)

    def _catalog(self, number: int) -> Catalog:
        return Catalog(
            gpus={gpu.id: gpu for gpu in self._models(Gpu)},
            providers={provider.id: provider for provider in self._models(Provider)},
            instances={instance.id: instance for instance in self._models(Instance)},
            regions={region.id: region for region in self._models(Region)},
            listed=tuple(
                (p, g, since) for p, g, since in self._rows("SELECT provider, gpu, since FROM provider_gpu", {})
            ),
        )

    def _offers(self, number: int, gpu: str) -> tuple[tuple[int, Offer], ...]:
        """Offers of a GPU in the order they were added, each with the newest entry at that time."""
        since = self._rows("SELECT since FROM offer WHERE gpu = :key ORDER BY rowid", {"key": gpu})
        offers = self._models(Offer, "WHERE gpu = :key", {"key": gpu})
        return tuple((newest, offer) for (newest,), offer in zip(since, offers, strict=False))

    def _items(self, number: int, model: type[T], column: str, key: str) -> tuple[T, ...]:
        """Fees of a provider, components or claims of an offer, in the order they were added."""
        return tuple(self._models(model, f"WHERE {column} = :key", {"key": key}))

    def prices(self, version: int, day: date, kind: EntryKind, column: str, key: str) -> dict[str, Entry]:
        """Subject -> entry in force, for all offers, fees or components whose `column` is `key`."""
        table = _SUBJECT_TABLES[kind]
        tail = f"""JOIN {table} t ON e.id = {_IN_FORCE.format(subject="t.id")} WHERE t.{column} = :key"""
        return {
            entry.subject: entry for entry in self._entries(tail, kind, key, day, version) if entry.value is not None
        }

    def entry(self, version: int, day: date, kind: EntryKind, subject: str) -> Entry | None:
        """The entry of one subject in force, or None."""
        found = self._entries(f"WHERE e.id = {_IN_FORCE.format(subject=':key')}", kind, subject, day, version)
        return found[0] if found and found[0].value is not None else None

    def _entries(
        self, tail: str, kind: EntryKind, key: str, day: date | None = None, version: int = 0
    ) -> tuple[Entry, ...]:
        values = {"kind": kind.value, "key": key, "day": day and day.isoformat(), "version": version}
        rows = self._rows(f"SELECT {_ENTRY_COLUMNS} FROM entry e {tail}", values)  # noqa: S608 - constants only
        return tuple(self._one(row) for row in rows)

    def _one(self, row: tuple[Any, ...]) -> Entry:
        entry = self._known.get(row[0])
        if entry is None:
            entry = self._known[row[0]] = model_from(Entry, _ENTRY_FIELDS, row)
        return entry

    def _models(self, model: type[T], where: str = "", values: dict[str, Any] | None = None) -> Iterator[T]:
        columns = tuple(model.model_fields)
        sql = f"SELECT {', '.join(columns)} FROM {TABLES[model]} {where} ORDER BY rowid"  # noqa: S608 - constants only
        return (model_from(model, columns, row) for row in self._rows(sql, values or {}))


class StoredBook:
    """The entries in force on `day`, as known at `version`: see `pricing.book.Book`, which this is."""

    def __init__(self, reader: BookReader, day: date, version: int, catalog_number: int) -> None:
        self._reader, self._number = reader, catalog_number
        self.day, self.version = day, version
        self._answers: dict[tuple[str, ...], Any] = {}

    @property
    def gpus(self) -> Mapping[str, Gpu]:
        """GPU id -> GPU."""
        return self._reader.catalog(self._number).gpus

    @property
    def providers(self) -> Mapping[str, Provider]:
        """Provider id -> provider."""
        return self._reader.catalog(self._number).providers

    @property
    def instances(self) -> Mapping[str, Instance]:
        """Instance id -> instance."""
        return self._reader.catalog(self._number).instances

    @property
    def regions(self) -> Mapping[str, Region]:
        """Region id -> region."""
        return self._reader.catalog(self._number).regions

    def gpus_of_providers(self) -> Mapping[str, frozenset[str]]:
        """Provider id -> the GPU ids it has offers of."""
        return self._remembered(self._gpus_of_providers)

    def offers(self, gpu: str) -> tuple[PricedOffer, ...]:
        """All offers of exactly this GPU id, in the order they were added; price None where none is in force."""
        return self._remembered(self._offers, gpu)

    def fees(self, provider: str) -> tuple[PricedFee, ...]:
        """Fee tiers in force of a provider, by kind, region and start of tier."""
        return self._remembered(self._fees, provider)

    def components(self, offer: str) -> tuple[PricedComponent, ...]:
        """Parts in force of an offer's cost, in the order they were listed."""
        return self._remembered(self._components, offer)

    def claims(self, offer: str) -> tuple[Claim, ...]:
        """What the seller stated about the offer."""
        return self._reader.items(self._number, Claim, "offer", offer)

    def rate(self, base: str, quote: str) -> Entry | None:
        """The rate `base/quote` in force, or None."""
        return self._remembered(self._entry, EntryKind.RATE, f"{base}/{quote}")

    def assumption(self, name: str) -> Entry:
        """A named assumption in force. Raises NoAssumption."""
        entry = self._remembered(self._entry, EntryKind.ASSUMPTION, name)
        if entry is None:
            raise NoAssumption(name, self.day)
        return entry

    def _remembered(self, find: Callable[..., R], *key: str) -> R:
        """What `find` gives for the key; it is asked once, for a book never changes."""
        place = (find.__name__, *key)
        if place not in self._answers:
            self._answers[place] = find(*key)
        answer: R = self._answers[place]
        return answer

    def _gpus_of_providers(self) -> Mapping[str, frozenset[str]]:
        found: dict[str, set[str]] = {}
        for provider, gpu, since in self._reader.catalog(self._number).listed:
            if since <= self.version:
                found.setdefault(provider, set()).add(gpu)
        return {provider: frozenset(gpus) for provider, gpus in found.items()}

    def _offers(self, gpu: str) -> tuple[PricedOffer, ...]:
        prices = self._prices(EntryKind.PRICE, "gpu", gpu)
        offers = self._reader.offers(self._number, gpu)
        return tuple(PricedOffer(offer, prices.get(offer.id)) for since, offer in offers if since <= self.version)

    def _fees(self, provider: str) -> tuple[PricedFee, ...]:
        prices = self._prices(EntryKind.FEE, "provider", provider)
        fees = self._reader.items(self._number, Fee, "provider", provider)
        priced = (PricedFee(fee, prices[fee.id]) for fee in fees if fee.id in prices)
        return tuple(sorted(priced, key=lambda pair: (pair.fee.kind, pair.fee.region, pair.fee.tier_from)))

    def _components(self, offer: str) -> tuple[PricedComponent, ...]:
        prices = self._prices(EntryKind.COMPONENT, "offer", offer)
        components = self._reader.items(self._number, Component, "offer", offer)
        return tuple(PricedComponent(part, prices[part.id]) for part in components if part.id in prices)

    def _entry(self, kind: EntryKind, subject: str) -> Entry | None:
        return self._reader.entry(self.version, self.day, kind, subject)

    def _prices(self, kind: EntryKind, column: str, key: str) -> Mapping[str, Entry]:
        return self._reader.prices(self.version, self.day, kind, column, key)
