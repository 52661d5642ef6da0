"""Importing files for people: a preview first, then one transaction, or a second person first where that is asked for.

Large files are read, checked and written by a process of their own, so that questions are answered meanwhile.
"""

import hashlib
from collections import OrderedDict
from collections.abc import Callable
from datetime import UTC, date, datetime
from pathlib import Path
from threading import Lock
from typing import TypeVar

from sqlite_utils.utils import sqlite3

from bot.administration.aside import Aside
from bot.administration.done import Done
from bot.administration.import_jobs import previewed, write_once, written
from pricing.approvals import Proposal
from pricing.audit import Stamp
from pricing.base import Frozen
from pricing.book import Book
from pricing.changes import Action, Change, Impossible, Overtaken, Policy, Reason, Saved
from pricing.importing import Importer, PreviewChanged, keep, kept
from pricing.imports.preview import Options, Preview
from pricing.imports.source import Source
from pricing.ledger import Ledger
from pricing.store import Store
from pricing.tally import Progress

T = TypeVar("T")
ASIDE_BYTES = 200_000
"""Files of this size and more go to a process of their own, which takes half a second to begin."""

TRIES = 5
REMEMBERED = 16


def _no_progress(stage: str, rows: int) -> None:
    return None


class Order(Frozen):
    """An import that waits for a second person. `day`: that of the preview, from which prices hold that name no day."""

    sha256: str
    name: str
    options: Options
    mark: str
    day: date


class Imports:
    """See the module. `books`: the book on a day, at a version. `aside`: where large files are worked on."""

    def __init__(
        self,
        ledger: Ledger,
        books: Callable[[date, int | None], Book],
        store: Store,
        now: Callable[[], datetime],
        aside: Aside | None = None,
    ) -> None:
        self._ledger, self._store, self._now, self._aside = ledger, store, now, aside
        self._importer = Importer(store, books, store.path.with_suffix(".imports"))
        self._previews: OrderedDict[tuple[str, ...], Preview] = OrderedDict()
        self._lock = Lock()

    def preview(
        self,
        source: Source,
        options: Options,
        actor: str = "-",
        progress: Progress = _no_progress,
        today: date | None = None,
    ) -> Preview:
        """What the file would change, for this person. `today`: the day it holds from where it does not say; None: now.

        Raises FileRefused, BookError.
        """
        preview = self._previewed(source, options, actor, progress, today or self._now().date())
        with self._lock:
            self._previews[_key(source, options, actor, preview.mark)] = preview
            while len(self._previews) > REMEMBERED:
                self._previews.popitem(last=False)
        return preview

    def keep(self, source: Source, actor: str) -> str:
        """Keep a file in the price book's file until it is confirmed; its SHA-256, by which `kept` gives it again."""
        with self._store.transaction() as connection:
            return keep(connection, source.name, source.data, self._stamp(actor, "", ""))

    def kept(self, sha256: str) -> Source | None:
        """A file that was kept."""
        with self._store.reading() as connection:
            found = kept(connection, sha256)
        return Source(*found) if found else None

    def confirm(
        self,
        source: Source,
        options: Options,
        mark: str,
        actor: str,
        request: str,
        progress: Progress = _no_progress,
    ) -> Done:
        """Write what was previewed with this mark, or let it wait for a second person. Twice with one request: once.

        Raises:
            PreviewChanged: the book changed so that something else would be written now; nothing was.
            FileRefused, BookError: nothing was written.
        """
        if saved := self._done(request):
            return Done(saved=saved)
        preview = self._known(source, options, mark, actor, progress, None)
        if preview.mark != mark:
            raise PreviewChanged(preview)
        if preview.waits:
            return self._propose(source, preview, actor, request)
        return Done(saved=self._written(source, preview, actor, request, progress))

    def approve(self, number: int, approver: str, progress: Progress = _no_progress) -> Saved:
        """Write an import that waited. Raises Impossible, PreviewChanged, FileRefused, BookError."""
        proposal = self._ledger.proposal(number)
        order = Order.model_validate_json(proposal.waiting.order)
        kept = self.kept(order.sha256)
        if kept is None:
            raise Impossible("file-gone", name=order.name)
        source = Source(order.name, kept.data)
        change = proposal.waiting.change
        for _ in range(TRIES):
            preview = self._known(source, order.options, order.mark, change.actor, progress, order.day)
            if preview.mark != order.mark:
                raise PreviewChanged(preview)

            def write(connection: sqlite3.Connection, waiting: Proposal, preview: Preview = preview) -> Saved:
                asked = waiting.waiting.change
                stamp = self._stamp(asked.actor, asked.why, asked.request, approver)
                return self._importer.write(connection, preview, stamp, source.data, progress)

            try:
                return self._ledger.approve(number, approver, write)
            except Overtaken:
                self._forget(source, order.options, change.actor, order.mark)
        raise Impossible("busy")

    def order_of(self, proposal: Proposal) -> Order | None:
        """The import that a proposal is; None for any other change."""
        return Order.model_validate_json(proposal.waiting.order) if proposal.waiting.order else None

    # inside

    def _known(
        self, source: Source, options: Options, mark: str, actor: str, progress: Progress, today: date | None
    ) -> Preview:
        with self._lock:
            found = self._previews.get(_key(source, options, actor, mark))
        return found or self.preview(source, options, actor, progress, today)

    def _forget(self, source: Source, options: Options, actor: str, mark: str) -> None:
        with self._lock:
            self._previews.pop(_key(source, options, actor, mark), None)

    def _previewed(self, source: Source, options: Options, actor: str, progress: Progress, today: date) -> Preview:
        if self._aside and len(source.data) >= ASIDE_BYTES:
            return self._aside.run(previewed, (*self._job(source, options, actor), today), progress, patient=True)
        return self._importer.preview(source, options, self._now(), actor, self._ledger.policy, progress, today)

    def _written(self, source: Source, preview: Preview, actor: str, request: str, progress: Progress) -> Saved:
        for _ in range(TRIES):
            stamp = self._stamp(actor, preview.options.why, request)
            try:
                saved = self._write(source, preview, stamp, progress)
            except Overtaken:
                again = self.preview(source, preview.options, actor, progress, preview.day)
                if again.mark != preview.mark or again.waits > preview.waits:
                    raise PreviewChanged(again) from None
                preview = again
            else:
                self._importer.forget(preview)
                self._forget(source, preview.options, actor, preview.mark)
                return saved
        raise Impossible("busy")

    def _write(self, source: Source, preview: Preview, stamp: Stamp, progress: Progress) -> Saved:
        if self._aside and len(source.data) >= ASIDE_BYTES:
            job = (*self._job(source, preview.options, stamp.actor), preview, stamp)
            return self._aside.run(written, job, progress)
        return write_once(self._store, self._importer, source, preview, stamp, progress)

    def _job(self, source: Source, options: Options, actor: str) -> tuple[Path, Source, Options, datetime, str, Policy]:
        return (self._store.path, source, options, self._now(), actor, self._ledger.policy)

    def _propose(self, source: Source, preview: Preview, actor: str, request: str) -> Done:
        self.keep(source, actor)
        about = {"sha256": preview.sha256, "name": source.name, "mark": preview.mark, "day": preview.day}
        order = Order(options=preview.options, **about)
        change = Change(action=Action.IMPORTED, actor=actor, why=preview.options.why, request=request)
        reasons: tuple[Reason, ...] = (Reason(kind="import", subject=str(preview.waits)),)
        if preview.confidential:
            reasons += (Reason(kind="contract", subject=source.name),)
        proposal = self._ledger.propose(change, reasons, order.model_dump_json())
        return Done(proposal=proposal, reasons=reasons)

    def _done(self, request: str) -> Saved | None:
        return self._ledger.done(request, Action.IMPORTED) if request else None

    def _stamp(self, actor: str, why: str, request: str, approver: str = "") -> Stamp:
        at = self._now().astimezone(UTC).isoformat(timespec="seconds")
        return Stamp(at, actor, Action.IMPORTED.value, why, request, approver)


def request_of(actor: str, mark: str, version: int) -> str:
    """What makes two confirmations of one preview by one person the same act; of a later preview they are another."""
    return f"import:{hashlib.sha256(f'{actor}:{mark}:{version}'.encode()).hexdigest()[:24]}"


def _key(source: Source, options: Options, actor: str, mark: str) -> tuple[str, ...]:
    return (source.name, options.model_dump_json(), actor, mark)
