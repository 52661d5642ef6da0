"""Anything done in any order, against a model that keeps everything in plain lists and dicts."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, initialize, invariant, multiple, precondition, rule

from pricing.audit import Stamp
from pricing.book import EntryKind
from pricing.changes import Action, Change, Impossible, NewEntry, Outdated, Policy
from pricing.importing import Importer
from pricing.imports.preview import Options
from pricing.store import Store
from tests.pricing.books_on_disk import NOW, TODAY, a_price, an_offer, small_store
from tests.pricing.ledgers import LIST, Clock, a_file, a_ledger, prices

OFFERS = {"node": LIST, "b": "nimbus/h100/b", "c": "nimbus/h100/c"}
"""Name -> id."""

SUBJECTS = st.sampled_from(sorted(OFFERS.values()))
DAYS = st.integers(-3, 3).map(lambda number: TODAY + timedelta(days=number))
VALUES = st.integers(0, 5).map(str)
PEOPLE = st.sampled_from(["mei", "li"])


@dataclass(frozen=True)
class Row:
    """An entry of the model: `gone` once it was taken back."""

    id: int
    subject: str
    day: date
    value: str | None
    observed: str
    gone: bool = False


@dataclass(frozen=True)
class Act:
    """What was done: entries that were written, or (`back`) those that were taken back, each by which entry."""

    request: str
    written: tuple[int, ...] = ()
    back: tuple[tuple[int, int], ...] = ()


class Model:
    """The book as anyone would keep it on paper."""

    def __init__(self) -> None:
        self.rows: dict[int, Row] = {}
        self.count = 0

    def write(self, ids: tuple[int, ...], rows: list[tuple[str, date, str | None, str]]) -> None:
        for number, (subject, day, value, observed) in zip(ids, rows, strict=True):
            self.rows[number] = Row(number, subject, day, value, observed)
        self.count += len(ids)

    def standing(self, subject: str) -> Iterator[Row]:
        return (row for row in self.rows.values() if row.subject == subject and not row.gone)

    def in_force(self, subject: str, day: date) -> Row | None:
        begun = [row for row in self.standing(subject) if row.day <= day]
        return max(begun, key=lambda row: (row.day, row.id), default=None)

    def later_on_the_day(self, number: int, like: Row) -> bool:
        return any(row.day == like.day and row.id > number for row in self.standing(like.subject))

    def prices(self, day: date) -> dict[str, str]:
        found = {subject: self.in_force(subject, day) for subject in OFFERS.values()}
        return {subject: row.value for subject, row in found.items() if row and row.value is not None}


class BookMachine(RuleBasedStateMachine):
    """Add, correct, schedule, withdraw, take back, import, and ask at any day and version."""

    acts: Bundle[Act] = Bundle("acts")

    @initialize()
    def begin(self) -> None:
        self.folder = TemporaryDirectory()
        path = Path(self.folder.name) / "book.db"
        self.store: Store = small_store(path)
        self.store.add_offers([an_offer(OFFERS["b"]).model_copy(update={"name": "b"})])
        self.store.add_offers([an_offer(OFFERS["c"]).model_copy(update={"name": "c"})])
        self.ledger = a_ledger(self.store, Clock())
        self.importer = Importer(self.store, self.store.book, path.with_suffix(".imports"))
        self.model = Model()
        self.acts_done = 0
        self.snapshots: list[tuple[int, dict[date, dict[str, str]]]] = []

    @rule(target=acts, subject=SUBJECTS, day=DAYS, value=VALUES | st.none(), who=PEOPLE, more=DAYS | st.none())
    def change(self, subject: str, day: date, value: str | None, who: str, more: date | None) -> Act:
        """A price from a day on, and in the same act perhaps another one from another day on."""
        rows: list[tuple[str, date, str | None, str]] = [(subject, day, value, "2026-11-30")]
        if more and more != day:
            rows.append((subject, more, "7", "2026-11-30"))
        new = tuple(NewEntry(entry=a_price(value, day, subject)) for subject, day, value, _ in rows)
        request = self._request()
        saved = self.ledger.save(Change(action=Action.CHANGED, actor=who, request=request, entries=new))
        self.model.write(saved.entries, rows)
        return Act(request, saved.entries)

    @rule(subject=SUBJECTS, seen=st.integers(0, 3))
    def change_with_an_outdated_form(self, subject: str, seen: int) -> None:
        newest = self.ledger.newest(EntryKind.PRICE, subject)
        base = max(newest.id - seen, 0) if newest else 0
        change = Change(
            action=Action.CHANGED, actor="mei", entries=(NewEntry(entry=a_price("9", TODAY, subject), base=base),)
        )
        if newest is None or base == newest.id:
            self.model.write(self.ledger.save(change).entries, [(subject, TODAY, "9", "2026-11-30")])
        else:
            with pytest.raises(Outdated) as refused:
                self.ledger.save(change)
            assert refused.value.newest == newest

    @rule(target=acts, act=acts, who=PEOPLE)
    def take_back(self, act: Act, who: str) -> Any:
        number = next(row.id for row in self.ledger.trail() if row.request == act.request)
        request = self._request()
        if not self._can_be_taken_back(act):
            with pytest.raises(Impossible):
                self.ledger.undoing(number, who, "no", request)
            return multiple()
        saved = self.ledger.save(self.ledger.undoing(number, who, "no", request))
        if act.back:
            originals = [self.model.rows[number] for number, _ in act.back]
            self.model.write(saved.entries, [(row.subject, row.day, row.value, row.observed) for row in originals])
            return Act(request, saved.entries)
        for number in act.written:
            self.model.rows[number] = replace(self.model.rows[number], gone=True)
        self.model.count += len(saved.entries)
        return Act(request, back=tuple(zip(act.written, saved.entries, strict=True)))

    def _can_be_taken_back(self, act: Act) -> bool:
        if act.back:
            return not any(self.model.later_on_the_day(by, self.model.rows[number]) for number, by in act.back)
        rows = [self.model.rows[number] for number in act.written]
        return not any(row.gone or self.model.later_on_the_day(row.id, row) for row in rows)

    @rule(
        target=acts,
        listed=st.dictionaries(st.sampled_from(sorted(OFFERS)), VALUES.filter(lambda v: v != "0"), min_size=1),
    )
    def take_in_a_file(self, listed: dict[str, str]) -> Any:
        source = a_file(*listed.items(), seen=TODAY.isoformat())
        preview = self.importer.preview(source, Options(), NOW, "mei", Policy(), lambda stage, rows: None)
        request = self._request()
        expected = [
            (OFFERS[name], TODAY, value, TODAY.isoformat())
            for name, value in listed.items()
            if self._is_news(OFFERS[name], value)
        ]
        with self.store.transaction() as connection:
            stamp = Stamp(NOW.isoformat(), "mei", Action.IMPORTED, "list", request)
            saved = self.importer.write(connection, preview, stamp, source.data, lambda stage, rows: None)
        assert preview.writes == len(expected)
        self.model.write(saved.entries, expected)
        assert all(self.model.prices(TODAY)[OFFERS[name]] == value for name, value in listed.items())
        return Act(request, saved.entries) if saved.entries else multiple()

    def _is_news(self, subject: str, value: str) -> bool:
        old = self.model.in_force(subject, TODAY)
        return old is None or old.value != value or old.observed < TODAY.isoformat()

    @precondition(lambda self: bool(getattr(self, "snapshots", None)))
    @rule(data=st.data())
    def ask_an_older_version(self, data: st.DataObject) -> None:
        version, days = data.draw(st.sampled_from(self.snapshots))
        day = data.draw(st.sampled_from(sorted(days)))
        assert prices(self.store, day, version) == days[day]

    @rule(day=DAYS)
    def remember(self, day: date) -> None:
        days = {TODAY + timedelta(days=number): {} for number in (-3, 0, 2)} | {day: {}}
        found = {one: self.model.prices(one) for one in days}
        self.snapshots.append((self.store.book(TODAY).version, found))

    @invariant()
    def the_book_says_what_the_model_says(self) -> None:
        if not hasattr(self, "model"):
            return
        for number in (-2, 0, 2):
            day = TODAY + timedelta(days=number)
            assert prices(self.store, day) == self.model.prices(day), day

    def _request(self) -> str:
        self.acts_done += 1
        return f"r{self.acts_done}"

    def teardown(self) -> None:
        if not hasattr(self, "store"):
            return
        try:
            assert self.store.prove().broken is None
            with self.store.reading() as connection:
                assert connection.execute("SELECT count(*) FROM entry").fetchone() == (self.model.count,)
        finally:
            self.store.close()
            self.folder.cleanup()


BookMachine.TestCase.settings = settings(
    max_examples=30, stateful_step_count=30, deadline=None, suppress_health_check=list(HealthCheck)
)
TestBook = BookMachine.TestCase
