"""The book as it would be after the rows of a file read so far: each row is held against those before it too."""

from typing import Any

from pricing.base import rebuilt
from pricing.book import Entry, EntryKind
from pricing.imports.matching import Shelf

About = tuple[EntryKind, str]


class SoFar:
    """The entries of a book and of the rows planned so far. Of those rows only values are kept: there may be many."""

    def __init__(self, shelf: Shelf) -> None:
        self._shelf = shelf
        self._rows: dict[About, tuple[tuple[Any, ...], ...]] = {}

    def add(self, entry: Entry) -> None:
        """An entry that a row would write."""
        about = (entry.kind, entry.subject)
        self._rows[about] = (*self._rows.get(about, ()), tuple(entry.__dict__.values()))

    def in_force(self, kind: EntryKind, subject: str, day: str, is_new: bool) -> Entry | None:
        """The entry in force on a day (ISO). `is_new`: the book has nothing about the subject."""
        stored = None if is_new else self._shelf.in_force(kind, subject, day)
        begun = [one for one in self._planned(kind, subject) if one.effective_from.isoformat() <= day]
        newest = max(begun, key=lambda one: one.effective_from, default=None)
        if newest is None or (stored is not None and stored.effective_from > newest.effective_from):
            return stored
        return newest

    def standing(self, kind: EntryKind, subject: str) -> tuple[Entry, ...]:
        """All entries about a subject that would stand."""
        return (*self._shelf.standing(kind, subject), *self._planned(kind, subject))

    def _planned(self, kind: EntryKind, subject: str) -> list[Entry]:
        return [rebuilt(Entry, values) for values in self._rows.get((kind, subject), ())]
