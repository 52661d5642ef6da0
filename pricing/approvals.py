"""Whether a change needs a second person, and what waits for one. All inside the transaction of the caller."""

from datetime import datetime, timedelta

from sqlite_utils.utils import sqlite3

from pricing.base import Frozen
from pricing.book import Entry, EntryKind, percent_between
from pricing.catalog import PriceKind
from pricing.changes import Action, Change, Impossible, Policy, Reason
from pricing.entries import in_force

Connection = sqlite3.Connection


class Waiting(Frozen):
    """What waits, as the trail keeps it. `order`: an import that waits, as JSON; its change has no entries then."""

    change: Change
    reasons: tuple[Reason, ...]
    expires: datetime
    order: str = ""


class Proposal(Frozen):
    """A change that waits, or waited. `id`: its row in the trail."""

    id: int
    at: datetime
    waiting: Waiting

    @property
    def actor(self) -> str:
        """Who proposed it, and may not approve it."""
        return self.waiting.change.actor


def reasons(connection: Connection, change: Change, policy: Policy, now: datetime) -> tuple[Reason, ...]:
    """Why this change needs a second person; nothing where it does not, or where the policy asks for none."""
    if not policy.two_persons:
        return ()
    found = (
        reason(connection, new.entry, is_contract(connection, change, new.entry), change.actor, policy, now)
        for new in change.entries
    )
    return tuple(one for one in found if one)


def reason(
    connection: Connection, entry: Entry, is_contract: bool, actor: str, policy: Policy, now: datetime
) -> Reason | None:
    """Why writing this entry needs a second person, if it does."""
    if is_contract:
        return Reason(kind="contract", subject=entry.subject)
    before = _baseline(connection, actor, entry, now - timedelta(days=policy.days))
    if before is None or before.value is None:
        return None
    after: Entry | None = entry
    if entry.cancels is not None:
        after = in_force(connection, entry, "AND e.id <> :cancels", cancels=entry.cancels)
    if after is None or after.value is None:
        return Reason(kind="ends", subject=entry.subject)
    if (before.unit, before.currency) != (after.unit, after.currency):
        return Reason(kind="unit", subject=entry.subject)
    by = percent_between(before, after)
    if after.value == before.value or (by is not None and abs(by) <= policy.threshold):
        return None
    return Reason(kind="big-change", subject=entry.subject, percent=by)


def _baseline(connection: Connection, actor: str, entry: Entry, since: datetime) -> Entry | None:
    """What the change is measured against: the value in force before what this person alone wrote since, so that a
    large change cannot be made of small ones."""
    own = """AND NOT EXISTS (SELECT 1 FROM audit a WHERE a.entry = e.id AND a.actor = :actor AND a.approver = ''
        AND a.at > :since AND a.replaces IS NOT NULL)"""
    return in_force(connection, entry, own, actor=actor, since=since.isoformat(timespec="seconds"))


def is_contract(connection: Connection, change: Change, entry: Entry) -> bool:
    """Whether an entry is a price, or a part of one, that was agreed with the seller; its offer may be new too."""
    offer = entry.subject
    if entry.kind is EntryKind.COMPONENT:
        row = connection.execute("SELECT offer FROM component WHERE id = ?", (entry.subject,)).fetchone()
        parts = {part.id: part.offer for part in change.components}
        offer = row[0] if row else parts.get(entry.subject, "")
    elif entry.kind is not EntryKind.PRICE:
        return False
    if new := next((one for one in change.offers if one.id == offer), None):
        return new.is_confidential
    row = connection.execute("SELECT price_kind FROM offer WHERE id = ?", (offer,)).fetchone()
    return bool(row and row[0] == PriceKind.CONTRACT)


def proposal(connection: Connection, number: int) -> Proposal:
    """A proposal, whatever became of it. Raises Impossible."""
    sql = "SELECT at, after FROM audit WHERE id = ? AND action = ?"
    row = connection.execute(sql, (number, Action.PROPOSED)).fetchone()
    if row is None:
        raise Impossible("no-proposal", number=number)
    waiting = Waiting.model_validate_json(row[1])
    return Proposal(id=number, at=datetime.fromisoformat(row[0]), waiting=waiting)


def undecided(connection: Connection, number: int, now: datetime) -> Proposal:
    """A proposal that still waits. Raises Impossible."""
    found = proposal(connection, number)
    sql = "SELECT action, actor FROM audit WHERE kind = 'decision' AND subject = ?"
    if row := connection.execute(sql, (str(number),)).fetchone():
        raise Impossible(f"already-{row[0]}", number=number, by=row[1])
    if found.waiting.expires <= now:
        raise Impossible("already-expired", number=number, by="")
    return found


def all_undecided(connection: Connection) -> list[Proposal]:
    """Proposals that nobody decided about, oldest first; those that have expired since are among them."""
    sql = """SELECT p.id FROM audit p WHERE p.kind = 'proposal' AND NOT EXISTS (SELECT 1 FROM audit d
        WHERE d.kind = 'decision' AND d.subject = CAST(p.id AS TEXT)) ORDER BY p.id"""
    return [proposal(connection, number) for (number,) in connection.execute(sql).fetchall()]
