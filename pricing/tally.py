"""Counting what becomes of the rows of a file, checking them beside each other, and choosing those to be shown.

A file may have 100,000 rows, so between reading and checking they are kept without their objects, and a second process
takes its share of the checking where that is possible.
"""

import gc
import hashlib
import heapq
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from datetime import date, datetime
from decimal import Decimal
from functools import partial
from itertools import chain
from typing import Any, NamedTuple

from sqlite_utils.utils import sqlite3

from pricing import approvals
from pricing.book import Entry, EntryKind
from pricing.catalog import Offer
from pricing.changes import Policy
from pricing.checks.checking import check
from pricing.checks.levels import HOUSE_MONEY
from pricing.checks.market import Market
from pricing.checks.numbers import number_findings
from pricing.findings import Candidate, Finding, FindingKind
from pricing.imports.elsewhere import Elsewhere, may_fork
from pricing.imports.preview import SHOWN, Options, Outcome, Planned
from pricing.staging import Squeezed, Squeezer, Stage

Connection = sqlite3.Connection
Progress = Callable[[str, int], None]
"""Told how far it is: the stage (`reading`, `checking`, `writing`) and how many rows are done."""

WRITING = frozenset({Outcome.ADDED, Outcome.CHANGED, Outcome.CONFIRMED, Outcome.ENDED, Outcome.NAMED})
TOLD_EVERY = 1000
SHARED_FROM = 10_000
"""Rows from which on a second process is worth its start."""

OWN_SHARE = Decimal("0.43")
"""The part that is checked here while the other process checks the rest: the rows are put down here meanwhile."""

_NEVER_BEFORE = frozenset({"unknown-gpu", "unknown-provider", "unknown-column", "twice"})
"""Why rows are refused that are about nothing an earlier file could have had, or about what another row has."""

Ranked = dict[Outcome, list[tuple[tuple[Any, ...], Planned]]]


class About(NamedTuple):
    """What rows have in common with many others."""

    outcome: Outcome
    is_new: bool
    confidential: bool
    gpu: str
    memory_gb: Decimal | None
    term: str
    until: date | None


class Packed(NamedTuple):
    """A row that would be written, as small as it gets: what it is about, the entry and the old one are squeezed."""

    line: int
    about: About
    model: type[Any] | None
    item: Squeezed | None
    entry: Squeezed | None
    old: Squeezed | None


class Checked(NamedTuple):
    """What checking some rows found: how many have each finding, and those to be shown, by outcome."""

    doubts: Counter[FindingKind]
    shown: Ranked


class Tally:
    """See the module. First `read`, then `vanish`, then `check`."""

    def __init__(self, stage: Stage, progress: Progress) -> None:
        self.counts: Counter[Outcome] = Counter()
        self.refusals: Counter[str] = Counter()
        self.skipped: Counter[str] = Counter()
        self.doubts: Counter[FindingKind] = Counter()
        self.subjects: set[tuple[str, str]] = set()
        self.confidential = 0
        self._stage, self._progress = stage, progress
        self._packed: list[Packed] = []
        self._quiet: dict[Outcome, list[Planned]] = defaultdict(list)
        self._loud: Ranked = {}
        self._market: Market | None = None
        self._abouts: dict[tuple[About, str], About] = {}
        self._entries = Squeezer(Entry, ("id", "subject", "value", "source", "note"))
        self._items: dict[type[Any], Squeezer[Any]] = {}

    def read(self, planned: Iterable[tuple[Planned, Candidate | None]], market: Callable[[], Market]) -> None:
        """Take all rows in. `market`: what prices are compared with, asked for only when there is a price to write."""
        candidates = self._candidates(planned)
        first = next(candidates, None)
        if first is not None:
            self._market = market().extended(chain((first,), candidates))

    @property
    def is_unsure(self) -> bool:
        """Whether a row could not be read, so that nobody knows what of an earlier file it is about."""
        return any(reason not in _NEVER_BEFORE for reason in self.refusals)

    def vanish(self, gone: Iterable[tuple[Entry, bool]], options: Options, today: date) -> None:
        """Prices that the last file of the feed had and this one has not, and whether they are of a contract.

        They end today, if that is wanted.
        """
        for old, secret in gone:
            self.confidential += secret
            self.counts[Outcome.VANISHED] += 1
            entry = old.model_copy(update={"value": None, "effective_from": today, "note": "vanished from its feed"})
            row = Planned(Outcome.VANISHED, 0, old.subject, entry=entry, old=old, confidential=secret)
            if len(self._quiet[Outcome.VANISHED]) < SHOWN:
                self._quiet[Outcome.VANISHED].append(row)
            if options.withdraw_vanished:
                self._packed.append(self._pack(row, None))

    def check(self) -> None:
        """What is doubtful about the prices, each beside the others of the file; and put down what would be written."""
        rows, split = len(self._packed), len(self._packed)
        other = None
        if rows >= SHARED_FROM and may_fork():
            split = int(rows * OWN_SHARE)
            if self._market:  # a copy of this process must not ask the book: its connection is not copied with it
                for currency in HOUSE_MONEY:
                    self._market.rates.usd(Decimal(1), currency)
            other = Elsewhere(partial(self._checked, range(split, rows)))
        found = [self._checked(range(split))]
        self._put_down()
        if other:
            found.append(other.answer())
        for doubts, shown in found:
            self.doubts += doubts
            for outcome, ranked in shown.items():
                self._loud[outcome] = heapq.nlargest(SHOWN, [*self._loud.get(outcome, ()), *ranked], key=_rank)

    def replaced(self) -> str:
        """The digest of the entries that would be taken the place of."""
        digest = hashlib.sha256()
        for packed in self._packed:
            digest.update(f"{packed.old[0] if packed.old else 0},".encode())
        return digest.hexdigest()

    def waits(self, connection: Connection, actor: str, policy: Policy, now: datetime) -> int:
        """How many rows a second person must approve."""
        if not policy.two_persons:
            return 0
        entries = ((self._entries.item(packed.entry), packed) for packed in self._packed if packed.entry)
        return sum(
            approvals.reason(connection, entry, packed.about.confidential, actor, policy, now) is not None
            for entry, packed in entries
        )

    def rows(self) -> dict[Outcome, tuple[Planned, ...]]:
        """The rows to be seen by outcome: doubtful ones first, then the largest changes, then as the file has them."""
        shown = {outcome: tuple(rows) for outcome, rows in self._quiet.items()}
        return shown | {outcome: tuple(row for _, row in ranked) for outcome, ranked in self._loud.items()}

    def _candidates(self, planned: Iterable[tuple[Planned, Candidate | None]]) -> Iterator[Candidate]:
        for number, (row, candidate) in enumerate(planned, 1):
            self._take(row, candidate)
            if number % TOLD_EVERY == 0:
                self._progress("reading", number)
            if candidate and row.outcome in WRITING:
                yield candidate

    def _take(self, row: Planned, candidate: Candidate | None) -> None:
        self.counts[row.outcome] += 1
        self.confidential += row.confidential
        if row.refusal:
            self.refusals[row.refusal.reason] += 1
        if row.skipped:
            self.skipped[row.skipped] += 1
        if row.subject and row.outcome not in (Outcome.REFUSED, Outcome.NAMED) and row.entry:
            self.subjects.add((row.entry.kind.value, row.subject))
        if row.outcome in WRITING:
            self._packed.append(self._pack(row, candidate))
        elif len(self._quiet[row.outcome]) < SHOWN:
            self._quiet[row.outcome].append(row)

    def _checked(self, numbers: range) -> Checked:
        doubts: Counter[FindingKind] = Counter()
        shown: Ranked = defaultdict(list)
        for number in numbers:
            if number and number % TOLD_EVERY == 0:
                self._progress("checking", number)
            packed = self._packed[number]
            row = self._unpack(packed)
            if findings := self._findings(packed, row):
                doubts.update({finding.kind for finding in findings})
                row = replace(row, findings=findings)
            if row.outcome is not Outcome.VANISHED:
                _keep_best(shown[row.outcome], number, row)
        return Checked(doubts, dict(shown))

    def _findings(self, packed: Packed, row: Planned) -> tuple[Finding, ...]:
        candidate = self._candidate(packed, row)
        if candidate and self._market:
            return check(candidate, self._market)
        if row.entry and row.outcome is not Outcome.VANISHED:
            return number_findings(row.entry, row.old)
        return ()

    def _put_down(self) -> None:
        for packed in self._packed:
            if packed.about.is_new and packed.model and packed.item:
                self._stage.item(packed.model, self._items[packed.model].row(packed.item))
            if packed.entry:
                self._stage.entry(self._entries.row(packed.entry))
        for kind, subject in sorted(self.subjects):
            self._stage.seen(kind, subject)

    # rows without their objects

    def _pack(self, row: Planned, candidate: Candidate | None) -> Packed:
        said = _NOTHING_SAID
        if candidate:
            said = (candidate.stated_gpu, candidate.stated_memory_gb, candidate.stated_term, candidate.effective_to)
        about = About(row.outcome, row.item is not None, row.confidential, *said)
        item = candidate.offer if candidate else row.item
        return Packed(
            row.line,
            self._abouts.setdefault((about, str(about.memory_gb)), about),  # 80 and 80.0 are equal
            type(item) if item is not None else None,
            self._squeezer(type(item)).squeezed(item) if item is not None else None,
            self._entries.squeezed(row.entry) if row.entry else None,
            self._entries.squeezed(row.old) if row.old else None,
        )

    def _squeezer(self, model: type[Any]) -> Squeezer[Any]:
        if model not in self._items:
            self._items[model] = Squeezer(model, _APART.get(model, tuple(model.model_fields)[:-1]))
        return self._items[model]

    def _unpack(self, packed: Packed) -> Planned:
        about = packed.about
        entry = self._entries.item(packed.entry) if packed.entry else None
        item = self._items[packed.model].item(packed.item) if packed.model and packed.item and about.is_new else None
        old = self._entries.item(packed.old) if packed.old else None
        subject = entry.subject if entry else item.id if item else ""
        return Planned(about.outcome, packed.line, subject, item, entry, old, confidential=about.confidential)

    def _candidate(self, packed: Packed, row: Planned) -> Candidate | None:
        """The price of a row as the checks look at it."""
        if row.entry is None or packed.model is not Offer or packed.item is None:
            return None
        if row.entry.kind is not EntryKind.PRICE or row.outcome is Outcome.VANISHED:
            return None
        offer = row.item if isinstance(row.item, Offer) else self._items[Offer].item(packed.item)
        _, _, _, gpu, memory, term, until = packed.about
        return Candidate(offer, row.entry, gpu, memory, term, until, line=packed.line)


_NOTHING_SAID: tuple[str, Decimal | None, str, date | None] = ("", None, "", None)
_APART: Mapping[type[Any], tuple[str, ...]] = {
    Offer: ("id", "provider", "name", "gpu", "gpus_per_node", "memory_gb", "region", "note"),
}
"""The fields of an offer that are seldom the same in the next row."""


@contextmanager
def uncollected() -> Iterator[None]:
    """Look for no garbage meanwhile: all that is made is kept or let go of at once, and it would be gone through again
    and again. A tenth of the time of a large import."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def _keep_best(ranked: list[tuple[tuple[Any, ...], Planned]], number: int, row: Planned) -> None:
    by = row.percent
    rank = (bool(row.findings), abs(by) if by is not None else Decimal(0), -number)
    if len(ranked) < SHOWN:
        heapq.heappush(ranked, (rank, row))
    elif rank > ranked[0][0]:
        heapq.heapreplace(ranked, (rank, row))


def _rank(pair: tuple[tuple[Any, ...], Planned]) -> tuple[Any, ...]:
    return pair[0]
