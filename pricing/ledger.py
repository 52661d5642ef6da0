"""Changes of the book: written down whole with their place in the audit trail, or waiting for a second person.

Everything that is decided about a change (is it outdated, was it done already, who may approve it) is decided inside
the transaction that writes it, so that of two people, threads or processes never both win.
"""

from collections.abc import Callable, Iterable
from datetime import UTC, date, datetime, timedelta

from sqlite_utils.utils import sqlite3

from pricing import approvals, audit, entries, trail, undo
from pricing.approvals import Proposal, Waiting
from pricing.audit import Stamp
from pricing.base import changed
from pricing.book import Entry, EntryKind
from pricing.catalog import Component, Fee
from pricing.changes import Action, Change, Impossible, NewEntry, Outdated, Policy, Reason, Saved
from pricing.naming import renamed
from pricing.rows import insert_catalog, insert_entries, newest_entry, replace_named
from pricing.shelf import StoreShelf
from pricing.store import Store
from pricing.trail import Recorded

Connection = sqlite3.Connection


class Ledger:
    """The book's one way of being changed. `now`: the clock; times are kept in UTC. For any thread."""

    def __init__(self, store: Store, now: Callable[[], datetime], policy: Policy | None = None) -> None:
        self._store, self._now = store, now
        self.policy = policy or Policy()

    # changing

    def save(self, change: Change, approver: str = "") -> Saved:
        """Write a change down.

        Raises:
            Outdated: somebody wrote about the same subject since the person looked.
            Impossible: an unknown thing, an alias that names another, an entry taken back twice.
            BookError: the file cannot be written.
        """
        with self._store.transaction() as connection:
            return self._write(connection, change, approver)

    def submit(self, change: Change) -> Saved | Proposal:
        """Write a change down, or let it wait where it needs a second person: decided as it is written.

        Raises like `save`.
        """
        with self._store.transaction() as connection:
            if change.request and (done := trail.done(connection, change.request, change.action)):
                return done
            why = approvals.reasons(connection, change, self.policy, self._utc())
            return self.propose(change, why) if why else self._write(connection, change, "")

    def propose(self, change: Change, why_waiting: Iterable[Reason], order: str = "") -> Proposal:
        """Keep a change until a second person decides, or it expires. The same request gives the same proposal."""
        expires = self._utc() + timedelta(days=self.policy.days)
        waiting = Waiting(change=change, reasons=tuple(why_waiting), expires=expires, order=order)
        with self._store.transaction() as connection:
            if change.request:
                sql = "SELECT id FROM audit WHERE request = ? AND action = ?"
                if row := connection.execute(sql, (change.request, Action.PROPOSED)).fetchone():
                    return approvals.proposal(connection, row[0])
            for new in change.entries:
                _refuse_outdated(connection, new)
            stamp = self._stamp(change.actor, Action.PROPOSED, change.why, change.request)
            audit.append(connection, stamp, [audit.Draft("proposal", "", after=waiting.model_dump_json())])
            return approvals.proposal(connection, audit.newest(connection))

    def approve(
        self, number: int, approver: str, write: Callable[[Connection, Proposal], Saved] | None = None
    ) -> Saved:
        """Let a waiting change be written, by another person than who proposed it. `write` does so for an import.

        Raises:
            Impossible: it is not there, decided, expired, or the approver's own.
            Outdated: what it would change was changed since.
        """
        with self._store.transaction() as connection:
            waiting = approvals.undecided(connection, number, self._utc())
            if waiting.actor == approver:
                raise Impossible("own-proposal", number=number)
            change = waiting.waiting.change
            saved = write(connection, waiting) if write else self._write(connection, change, approver)
            # After the change: an import is only written on the very version of the book that it was held against.
            self._decide(connection, waiting, Action.APPROVED, approver)
            return saved

    def reject(self, number: int, by: str, why: str = "") -> Proposal:
        """End a waiting change; its own author may take it back so. Raises Impossible."""
        with self._store.transaction() as connection:
            waiting = approvals.undecided(connection, number, self._utc())
            self._decide(connection, waiting, Action.REJECTED, by, why)
            return waiting

    def expire(self) -> tuple[Proposal, ...]:
        """Write down which waiting changes have expired, each once; gives them."""
        if not self._late(self._undecided()):
            return ()
        with self._store.transaction() as connection:
            late = self._late(approvals.all_undecided(connection))
            for one in late:
                self._decide(connection, one, Action.EXPIRED, "quartermaster")
            return tuple(late)

    def undoing(self, number: int, actor: str, why: str, request: str = "") -> Change:
        """What takes back the act of row `number` of the trail; to be saved or proposed. Raises Impossible."""
        with self._store.reading() as connection:
            return undo.undoing(connection, number, actor, why, request, self._utc())

    def note_rights(self, who: str) -> None:
        """Write down who may do what, as JSON, when it is not what the trail says last."""
        with self._store.transaction() as connection:
            sql = "SELECT after FROM audit WHERE action = ? ORDER BY id DESC LIMIT 1"
            before = connection.execute(sql, (Action.RIGHTS,)).fetchone()
            if before is None or before[0] != who:
                draft = audit.Draft("rights", "", before=before and before[0], after=who)
                audit.append(connection, self._stamp("quartermaster", Action.RIGHTS), [draft])

    def note_refusal(self, actor: str, what: str, why: str) -> None:
        """Write down that somebody was not let do something, once a day for each of it."""
        now = self._utc()
        request = f"refused:{actor}:{what}:{now.date()}"
        with self._store.transaction() as connection:
            if connection.execute("SELECT 1 FROM audit WHERE request = ?", (request,)).fetchone():
                return
            draft = audit.Draft("refusal", what)
            audit.append(connection, self._stamp(actor, Action.REFUSED, why, request), [draft])

    # looking

    def reasons(self, change: Change) -> tuple[Reason, ...]:
        """Why this change needs a second person; nothing where it does not, or where none is configured."""
        with self._store.reading() as connection:
            return approvals.reasons(connection, change, self.policy, self._utc())

    def pending(self) -> tuple[Proposal, ...]:
        """What waits for a second person, oldest first."""
        now = self._utc()
        return tuple(one for one in self._undecided() if one.waiting.expires > now)

    def proposal(self, number: int) -> Proposal:
        """A proposal, whatever became of it. Raises Impossible."""
        with self._store.reading() as connection:
            return approvals.proposal(connection, number)

    def history(self, kind: EntryKind | str, subject: str) -> tuple[Recorded, ...]:
        """Everything the trail has about a subject, oldest first."""
        with self._store.reading() as connection:
            tail = "WHERE a.kind = :kind AND a.subject = :subject ORDER BY a.id"
            return trail.recorded(connection, tail, kind=kind, subject=subject)

    def trail(self, since: int = 0, most: int = 1_000_000) -> tuple[Recorded, ...]:
        """The rows of the trail after number `since`, oldest first."""
        with self._store.reading() as connection:
            return trail.recorded(connection, "WHERE a.id > :since ORDER BY a.id LIMIT :most", since=since, most=most)

    def latest(self, most: int) -> tuple[Recorded, ...]:
        """The newest rows of the trail that are acts of people, newest first."""
        with self._store.reading() as connection:
            tail = "WHERE a.action NOT IN ('recorded', 'rights') ORDER BY a.id DESC LIMIT :most"
            return trail.recorded(connection, tail, most=most)

    def newest(self, kind: EntryKind, subject: str) -> Entry | None:
        """The newest entry about a subject: its id is what forms carry (`NewEntry.base`)."""
        with self._store.reading() as connection:
            return entries.newest(connection, kind, subject)

    def done(self, request: str, action: Action) -> Saved | None:
        """What an act with this request wrote before, if it did."""
        with self._store.reading() as connection:
            return trail.done(connection, request, action)

    def with_parts(self) -> frozenset[str]:
        """The offers that have components."""
        with self._store.reading() as connection:
            return frozenset(offer for (offer,) in connection.execute("SELECT DISTINCT offer FROM component"))

    def about(self, kind: EntryKind, subject: str) -> Fee | Component | None:
        """The fee or part with this id, whether or not it has a value."""
        with self._store.reading() as connection:
            shelf = StoreShelf(connection)
            return shelf.fee(subject) if kind is EntryKind.FEE else shelf.component(subject)

    def subjects(self, kind: EntryKind) -> tuple[str, ...]:
        """Everything of a kind that ever had an entry, by name."""
        with self._store.reading() as connection:
            sql = "SELECT DISTINCT subject FROM entry WHERE kind = ? ORDER BY subject"
            return tuple(subject for (subject,) in connection.execute(sql, (kind,)))

    def beginning_after(self, day: date) -> tuple[Entry, ...]:
        """The entries that begin after a day and stand, by day."""
        with self._store.reading() as connection:
            return entries.beginning_after(connection, day)

    def standing(self, kind: EntryKind, subject: str) -> tuple[Entry, ...]:
        """The entries about a subject that stand, by first day."""
        with self._store.reading() as connection:
            return entries.standing(connection, kind, subject)

    # inside a transaction

    def _write(self, connection: Connection, change: Change, approver: str) -> Saved:
        if change.request and (done := trail.done(connection, change.request, change.action)):
            return done
        for new in change.entries:
            _refuse_outdated(connection, new)
        newest = audit.newest(connection)
        # Rows of one act belong together, whether or not somebody named it.
        request = change.request or f"act:{newest + 1}"
        stamp = self._stamp(change.actor, change.action, change.why, request, approver)
        if items := tuple(change.items()):
            since = newest_entry(connection) + bool(change.entries)
            insert_catalog(connection, items, stamp, since)
        for aliasing in change.aliases:
            replace_named(connection, renamed(connection, aliasing), stamp)
        now = self._utc()
        written = (changed(new.entry, entered_by=change.actor, entered_at=now) for new in change.entries)
        ids = insert_entries(connection, written, stamp)
        return Saved(ids, row=trail.undoable(connection, newest))

    def _decide(self, connection: Connection, waiting: Proposal, action: Action, by: str, why: str = "") -> None:
        stamp = self._stamp(by, action, why, waiting.waiting.change.request)
        audit.append(connection, stamp, [audit.Draft("decision", str(waiting.id))])

    def _undecided(self) -> list[Proposal]:
        with self._store.reading() as connection:
            return approvals.all_undecided(connection)

    def _late(self, waiting: Iterable[Proposal]) -> list[Proposal]:
        now = self._utc()
        return [one for one in waiting if one.waiting.expires <= now]

    def _stamp(self, actor: str, action: Action, why: str = "", request: str = "", approver: str = "") -> Stamp:
        return Stamp(self._utc().isoformat(timespec="seconds"), actor, action.value, why, request, approver)

    def _utc(self) -> datetime:
        return self._now().astimezone(UTC)


def _refuse_outdated(connection: Connection, new: NewEntry) -> None:
    if new.base is None:
        return
    newest = entries.newest(connection, new.entry.kind, new.entry.subject)
    if newest and newest.id != new.base:
        raise Outdated(new.entry.subject, newest)
