"""What each row of a file becomes, held against the book: nothing is written here, and every row is accounted for."""

import hashlib
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from typing import NamedTuple

from pydantic import ValidationError

from pricing.base import changed, rebuilt
from pricing.book import Entry, EntryKind, observed_day
from pricing.book_files.columns import NO_ENTRY
from pricing.catalog import Claim, Component, Fee, Gpu, Instance, Offer, PriceKind, Provider, Region
from pricing.findings import Candidate
from pricing.imports.matching import Shelf, Unmatched, component_of, fee_of, new_name, offer_of, said_offer
from pricing.imports.names import Names
from pricing.imports.preview import Options, Outcome, Planned
from pricing.imports.so_far import SoFar
from pricing.listings import CatalogRow, Listing, Refusal, Row, Sketch, Skipped

NOT_YET = datetime(1, 1, 1, tzinfo=UTC)
LONGEST_NUMBER = 40
NOBODY = "-"
"""Stand in entries for who writes them, and when, until they are written."""

CatalogItem = Gpu | Provider | Instance | Region | Claim
About = Offer | Fee | Component


class Planner:
    """Plans the rows of one file. `label`: the source of prices that name none. `today`: from when they hold, unless
    they say when they were seen."""

    def __init__(self, shelf: Shelf, options: Options, label: str, today: date) -> None:
        self._shelf, self._options, self._label, self._today = shelf, options, label, today
        self._new_named: dict[str, CatalogItem] = {}
        self._names: Names | None = None
        # What this file has said before, by what it is about and the day: the line, and what it says.
        self._said: dict[bytes, _Said] = {}
        self._made: set[str] = set()
        self._so_far = SoFar(shelf)

    def sketcher(self) -> Callable[[Listing], Sketch | None]:
        """What sketches rows, with the names looked up: a copy of this process has no connection to ask by."""
        self._names = self.names
        return self._sketch

    def _sketch(self, row: Listing) -> Sketch | None:
        """What can be said of a row before the book is asked; None where that is not much, or the row is refused."""
        if row.kind is not EntryKind.PRICE or row.subject:
            return None
        try:
            key, offer = said_offer(row, self._shelf, self.names)
            entry = self._entry(row, offer.id)
        except Unmatched:  # is found again when its turn comes
            return None
        return Sketch(key, tuple(offer.__dict__.values()), tuple(entry.__dict__.values()))

    def rows(self, rows: Iterable[Row]) -> Iterator[tuple[Planned, Candidate | None]]:
        """What becomes of each row, and the price as the checks look at it, if it is one."""
        for row in rows:
            match row:
                case Refusal():
                    yield Planned(Outcome.REFUSED, row.line, refusal=row), None
                case Skipped():
                    yield Planned(Outcome.SKIPPED, row.line, skipped=row.reason), None
                case CatalogRow():
                    yield self._named(row), None
                case Listing():
                    yield from self._listed(row)

    def _listed(self, row: Listing) -> Iterator[tuple[Planned, Candidate | None]]:
        """A listing, after the names it needs and the book lacks, where they are to be added; else its refusal."""
        while True:
            try:
                yield from self._listing(row)
                return
            except Unmatched as fault:
                item = new_name(row, fault, self._options, self.names) if self._options.add_names else None
                named = self._named(CatalogRow(row.line, item)) if item else None
                # A name that is taken already, and still does not match, would be added for ever.
                if named is None or named.outcome is not Outcome.NAMED:
                    yield Planned(Outcome.REFUSED, row.line, row.subject, refusal=fault.at(row.line)), None
                    return
                yield named, None

    def _named(self, row: CatalogRow) -> Planned:
        item = row.item
        known = self._new_named.get(item.id) or self._shelf.named(type(item), item.id)
        if known == item:
            return Planned(Outcome.UNCHANGED, row.line, item.id)
        if isinstance(item, Claim) and item.offer not in self._made and self._shelf.offer(item.offer) is None:
            refusal = Refusal(row.line, "unknown-offer", {"text": item.offer})
            return Planned(Outcome.REFUSED, row.line, item.id, refusal=refusal)
        if known is not None:
            refusal = Refusal(row.line, "name-differs", {"text": item.id})
            return Planned(Outcome.REFUSED, row.line, item.id, refusal=refusal)
        self._new_named[item.id] = item
        self._names = None
        return Planned(Outcome.NAMED, row.line, item.id, item=item)

    def _listing(self, row: Listing) -> Iterator[tuple[Planned, Candidate | None]]:
        sketch = None if self._new_named else row.sketch  # with other names it may be another offer
        about, is_new = self._about(row, sketch)
        subject = about.id if about else _subject(row)
        item = about if is_new and subject not in self._made else None
        secret = isinstance(about, Offer) and about.price_kind is PriceKind.CONTRACT
        if NO_ENTRY in row.terms:
            planned = Planned(Outcome.NAMED if item else Outcome.UNCHANGED, row.line, subject)
            yield self._with_item(planned, item, secret, bool(row.subject)), None
            return
        if sketch and sketch.entry[_SUBJECT] == subject:
            entry = rebuilt(Entry, sketch.entry)
        else:
            entry = self._entry(row, subject)
        planned = self._with_item(self._planned(row, entry, is_new), item, secret, bool(row.subject))
        candidate = None
        if isinstance(about, Offer) and entry.value is not None and row.kind is EntryKind.PRICE:
            candidate = Candidate(
                about, entry, row.gpu, row.memory_gb, row.stated_term, row.effective_to, line=row.line
            )
        yield planned, candidate
        if row.effective_to is not None and planned.outcome in _IN_BOOK:
            note = f"valid until {row.effective_to - timedelta(days=1)}"
            ends = changed(entry, value=None, effective_from=row.effective_to, note=note)
            closing = self._planned(row, ends, is_new, closes=True)
            yield replace(closing, confidential=secret), None

    def _with_item(self, planned: Planned, item: About | None, secret: bool, is_by_id: bool) -> Planned:
        """The row with what is new in the catalog, if the row is written: else the next row of it makes it.

        What our own files say by its id is made in any case, such as an offer whose price has ended.
        """
        if item is not None and planned.outcome is Outcome.UNCHANGED and is_by_id:
            planned = replace(planned, outcome=Outcome.NAMED, entry=None)
        if item is None or planned.outcome not in _WRITTEN:
            return replace(planned, confidential=True) if secret else planned
        self._made.add(item.id)
        # As `replace` would make it, in a third of the time.
        return Planned(
            planned.outcome, planned.line, planned.subject, item, planned.entry, planned.old, confidential=secret
        )

    def _about(self, row: Listing, sketch: Sketch | None) -> tuple[About | None, bool]:
        match row.kind:
            case EntryKind.PRICE:
                return offer_of(row, self._shelf, self.names, sketch)
            case EntryKind.FEE:
                return fee_of(row, self._shelf, self.names)
            case EntryKind.COMPONENT:
                return component_of(row, self._shelf, self._made)
        return None, False

    @property
    def names(self) -> Names:
        """The names of the book, and of what the file has named so far."""
        if self._names is None:
            gpus = {name: item for name, item in self._new_named.items() if isinstance(item, Gpu)}
            sellers = {name: item for name, item in self._new_named.items() if isinstance(item, Provider)}
            self._names = Names({**self._shelf.gpus, **gpus}, {**self._shelf.providers, **sellers})
        return self._names

    def _entry(self, row: Listing, subject: str) -> Entry:
        seen = row.observed_on or self._options.observed_on
        first_day = row.effective_from or self._options.effective_from or observed_day(seen) or self._today
        fields = {
            "kind": row.kind,
            "subject": subject,
            "value": row.value,
            "currency": row.currency or self._options.currency,
            "unit": row.unit,
            "effective_from": first_day,
            "observed_on": seen,
            "source": row.source or self._options.source or self._label,
            "note": row.note,
            "entered_by": NOBODY,
            "entered_at": NOT_YET,
        }
        if row.effective_to is not None and row.effective_to <= first_day:
            raise Unmatched("ends-before", begins=first_day, ends=row.effective_to)
        try:
            return storable(Entry.model_validate(fields))
        except ValidationError as error:
            first = error.errors()[0]
            field = ".".join(str(part) for part in first["loc"]) or "value"
            raise Unmatched("bad-value", field=field, text=str(fields.get(field, "")), problem=first["msg"]) from None

    def _planned(self, row: Listing, entry: Entry, is_new: bool, closes: bool = False) -> Planned:
        """What becomes of an entry. `closes`: it only ends the one of the same row, so another that begins then goes
        before it."""
        day = entry.effective_from.isoformat()
        about = _short(entry.kind.value, entry.subject, day)
        content = _short(entry.value.normalize() if entry.value else entry.value, entry.currency, entry.unit.value)
        said = self._said.get(about)
        if said is not None and not said.closes:
            if closes or said.content == content:
                return Planned(Outcome.SKIPPED, row.line, entry.subject, skipped="twice")
            refusal = Refusal(row.line, "twice", {"line": str(said.line), "text": entry.subject})
            return Planned(Outcome.REFUSED, row.line, entry.subject, refusal=refusal)
        self._said[about] = _Said(row.line, content, closes)
        old = self._so_far.in_force(entry.kind, entry.subject, day, is_new)
        outcome = self._outcome(row, entry, old, is_new)
        if outcome is Outcome.SKIPPED:
            return Planned(outcome, row.line, entry.subject, entry=entry, old=old, skipped="older")
        if outcome in _WRITTEN:
            self._so_far.add(entry)
        old = old if old and old.value is not None else None
        return Planned(outcome, row.line, entry.subject, entry=entry, old=old)

    def _outcome(self, row: Listing, entry: Entry, old: Entry | None, is_new: bool) -> Outcome:
        stated = row.effective_from is not None
        if old is not None and _same(entry, old, stated):
            return Outcome.UNCHANGED
        about_something = old is not None or entry.value is not None
        if about_something and not is_new and not stated and self._is_superseded(entry):
            return Outcome.UNCHANGED if self._stands(entry) else Outcome.SKIPPED
        if entry.value is None:
            return Outcome.ENDED if old is not None and old.value is not None else Outcome.UNCHANGED
        if old is None or old.value is None:
            return Outcome.ADDED
        if _worth(entry) != _worth(old):
            return Outcome.UNCHANGED if stated and self._stands(entry) else Outcome.CHANGED
        if stated:
            return Outcome.UNCHANGED if self._stands(entry) else Outcome.CONFIRMED
        return Outcome.CONFIRMED if _is_newer(entry, old) else Outcome.UNCHANGED

    def _is_superseded(self, entry: Entry) -> bool:
        """Whether a price that does not say from when it holds was seen before the one in force: it changes nothing."""
        if entry.effective_from >= self._today:
            return False
        later = self._shelf.in_force(entry.kind, entry.subject, self._today.isoformat())
        return later is not None and later.effective_from > entry.effective_from

    def _stands(self, entry: Entry) -> bool:
        """Whether the book has this very entry, in force or not."""
        return any(_written(one) == _written(entry) for one in self._so_far.standing(entry.kind, entry.subject))


_SUBJECT = tuple(Entry.model_fields).index("subject")
_WRITTEN = (Outcome.ADDED, Outcome.CHANGED, Outcome.CONFIRMED, Outcome.ENDED, Outcome.NAMED)
_IN_BOOK = (Outcome.ADDED, Outcome.CHANGED, Outcome.CONFIRMED, Outcome.UNCHANGED)


class _Said(NamedTuple):
    """What a row of the file said of a subject and a day."""

    line: int
    content: bytes
    closes: bool


def _short(*parts: object) -> bytes:
    """A short form of some values, for there may be many."""
    return hashlib.blake2b(repr(parts).encode(), digest_size=12).digest()


_CODE = re.compile("[A-Z]{3}")
_PAIR = re.compile("[A-Z]{3}/[A-Z]{3}")


def storable(entry: Entry) -> Entry:
    """The entry, if the tables of the book can hold it. Raises Unmatched: one row is refused, not the whole file."""
    currency, value = entry.currency, entry.value
    needs_money = entry.kind in (EntryKind.PRICE, EntryKind.FEE, EntryKind.RATE)
    if not _CODE.fullmatch(currency) and (currency or needs_money):
        raise Unmatched("bad-value", field="currency", text=currency, problem="USD, CNY, EUR")
    if value is not None and (value < 0 or len(f"{value:f}") > LONGEST_NUMBER):
        raise Unmatched("bad-value", field="price", text=f"{value:f}"[:LONGEST_NUMBER], problem="0.0123")
    if entry.kind is EntryKind.RATE and not (_PAIR.fullmatch(entry.subject) and entry.subject[4:] == currency):
        raise Unmatched("bad-value", field="id", text=entry.subject, problem=f"USD/{currency}")
    return entry


def _subject(row: Listing) -> str:
    if not row.subject:
        raise Unmatched("missing-id")
    return row.subject


def _worth(entry: Entry) -> tuple[object, ...]:
    return (entry.value, entry.unit, entry.currency)


def _written(entry: Entry) -> tuple[object, ...]:
    """Everything an entry says, digit for digit."""
    value = None if entry.value is None else f"{entry.value:f}"
    return (value, entry.unit, entry.currency, entry.effective_from, entry.observed_on, entry.source, entry.note)


def _same(entry: Entry, old: Entry, stated: bool) -> bool:
    if stated:
        return _written(entry) == _written(old)
    return _worth(entry) == _worth(old) and entry.observed_on == old.observed_on


def _is_newer(entry: Entry, old: Entry) -> bool:
    """Whether the same price was seen later than the book knows."""
    new, before = observed_day(entry.observed_on), observed_day(old.observed_on)
    return new is not None and (before is None or new > before)
