"""A small price book's lines, acts and files, and a card of each kind made of them."""

from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal

from bot.administration.done import Done
from bot.administration.form import Prepared, Problem
from bot.administration.found import Found, Line
from bot.replies.card import Card
from bot.replies.prices.audit import audit_card
from bot.replies.prices.changed import asks_card, changed_card, decided_card, problems_card
from bot.replies.prices.found import found_card, line_card, unknown_card
from bot.replies.prices.help import prices_help_card
from bot.replies.prices.history import history_card, log_card
from bot.replies.prices.preview import imported_card, preview_card
from bot.replies.prices.state import coming_card, pending_card, proposal_card, stale_card
from bot.replies.words import languages
from pricing.approvals import Proposal, Waiting
from pricing.audit import Broken, Proof
from pricing.book import Entry, EntryKind
from pricing.catalog import Fee, FeeKind, Mode, Offer, PriceKind, Provider, ProviderKind, Tax
from pricing.changes import Action, Aliasing, Change, NewEntry, Reason, Saved
from pricing.findings import Finding, FindingKind
from pricing.freshness import Aged, Coming, Subject
from pricing.imports.preview import Options, Outcome, Planned, Preview
from pricing.listings import Refusal
from pricing.trail import Recorded
from pricing.units import PricingUnit

D = Decimal
DAY = date(2026, 12, 1)
AT = datetime(2026, 12, 1, 9, 30, tzinfo=UTC)
NIMBUS = Provider(id="nimbus", names={"en": "Nimbus", "zh": "雨云"}, kind=ProviderKind.SPECIALISED)
FEE = Fee(id="nimbus/egress", provider="nimbus", kind=FeeKind.EGRESS, unit=PricingUnit.GB, region="eu")


def an_offer(name: str = "nimbus/h100/on-demand", **terms: object) -> Offer:
    """Eight H100 of Nimbus, on demand in eu-1."""
    fields = {"name": "h100.8x", "gpu": "H100", "mode": Mode.ON_DEMAND, "gpus_per_node": 8, "region": "eu-1"}
    about = {"form": "SXM", "memory_gb": D(80), "tax": Tax.EXCLUDED}
    return Offer.model_validate({"id": name, "provider": "nimbus", **fields, **about, **terms})


def an_entry(
    number: int,
    value: str | None,
    subject: str = "nimbus/h100/on-demand",
    kind: EntryKind = EntryKind.PRICE,
    unit: PricingUnit = PricingUnit.GPU_HOUR,
    **about: object,
) -> Entry:
    """A price in dollars, entered by Mei."""
    fields: dict[str, object] = {
        "currency": "USD",
        "effective_from": DAY,
        "observed_on": "2026-11-20",
        "source": "nimbus.example/pricing",
        "entered_by": "U0MEI",
        "entered_at": AT,
    }
    return Entry.model_validate(
        {"id": number, "kind": kind, "subject": subject, "value": value, "unit": unit, **fields, **about}
    )


def a_line(entry: Entry | None = None, age: int | None = 11, **terms: object) -> Line:
    """A line of the book about an offer of Nimbus."""
    offer = an_offer(entry.subject if entry else "nimbus/h100/on-demand", **terms)
    aged = None
    if entry:
        seen = DAY - timedelta(days=age) if age is not None else None
        aged = Aged(offer, NIMBUS, (entry,), seen, age, timedelta(days=30))
    return Line(EntryKind.PRICE, offer.id, entry, offer, offer, NIMBUS, aged)


def a_record(number: int, action: Action, entry: Entry | None = None, **about: object) -> Recorded:
    """A row of the audit trail."""
    fields: dict[str, object] = {
        "kind": "price",
        "subject": entry.subject if entry else "",
        "before": None,
        "after": None,
        "why": "new price list",
        "request": "",
        "approver": "",
        "digest": "",
        "hash": "0" * 64,
        "cancelled": False,
        "replaces": None,
    }
    fields |= about
    return Recorded(id=number, at=AT, actor="U0MEI", action=action.value, entry=entry, **fields)  # type: ignore[arg-type]


OLD, NEW = an_entry(17, "3.90", effective_from=date(2026, 6, 1)), an_entry(18, "2.10")
LATER = an_entry(19, "2.50", effective_from=date(2027, 1, 1))


def lines() -> tuple[Line, ...]:
    """A plain price, an old one, one that nobody dated, a contract, a claim, a fee, a rate, and one without a price."""
    return (
        a_line(NEW),
        a_line(an_entry(3, "24", "nimbus/old", unit=PricingUnit.NODE_HOUR, observed_on="2025-06"), age=548),
        a_line(an_entry(4, "1.99", "nimbus/undated", observed_on=""), age=None),
        a_line(an_entry(5, "1.50", "nimbus/contract"), price_kind=PriceKind.CONTRACT),
        a_line(an_entry(6, "1.80", "nimbus/claim"), price_kind=PriceKind.CLAIM),
        Line(
            EntryKind.FEE,
            FEE.id,
            an_entry(7, "0.05", FEE.id, EntryKind.FEE, PricingUnit.GB),
            FEE,
            None,
            NIMBUS,
        ),
        Line(
            EntryKind.RATE,
            "USD/CNY",
            an_entry(8, "7.1", "USD/CNY", EntryKind.RATE, PricingUnit.RATE, currency="CNY"),
        ),
        a_line(None),
    )


def history() -> tuple[Recorded, ...]:
    """A price that was recorded, changed with approval, and changed again by a slip that was taken back."""
    slip = an_entry(20, "210")
    undo = an_entry(21, None, cancels=20)
    return (
        a_record(2, Action.RECORDED, OLD, why=""),
        a_record(30, Action.CHANGED, NEW, replaces=OLD, approver="U0LIN"),
        a_record(31, Action.CHANGED, slip, replaces=NEW, why="typing", cancelled=True),
        a_record(32, Action.UNDONE, undo, replaces=slip, why="a slip"),
    )


def a_change(*entries: Entry, action: Action = Action.CHANGED, **about: object) -> Change:
    """A change that Mei asks for."""
    new = tuple(NewEntry(entry=entry, base=17) for entry in entries)
    return Change.model_validate({"action": action, "actor": "U0MEI", "why": "new list", "entries": new, **about})


def a_proposal(change: Change | None = None, order: str = "") -> Proposal:
    """A change that waits for a second person."""
    reasons = (Reason(kind="big-change", subject="nimbus/h100/on-demand", percent=D("-46.153")),)
    waiting = Waiting(change=change or a_change(NEW), reasons=reasons, expires=AT + timedelta(days=7), order=order)
    return Proposal(id=41, at=AT, waiting=waiting)


def findings() -> tuple[Finding, ...]:
    """Three doubts about one price."""
    return (
        Finding(FindingKind.BIG_CHANGE, {"old": D("3.90"), "new": D("2.10"), "percent": D("-46.153")}),
        Finding(FindingKind.OUT_OF_BAND, {"value": D("2.1"), "low": D("2.45812345"), "high": D("26.73")}),
        Finding(FindingKind.OVERLAP, {"from": date(2027, 1, 1), "other": D("2.50")}),
    )


def a_preview(**about: object) -> Preview:
    """A file with something of everything."""
    changed = Planned(Outcome.CHANGED, 3, NEW.subject, entry=NEW, old=OLD, findings=findings())
    refused = [
        Planned(Outcome.REFUSED, line, refusal=Refusal(line, "not-a-number", {"column": "price", "text": "12,34,5"}))
        for line in (7, 9)
    ]
    rows = {
        Outcome.ADDED: (Planned(Outcome.ADDED, 4, "nimbus/new", entry=an_entry(0, "2.2", "nimbus/new")),),
        Outcome.CHANGED: (changed,),
        Outcome.NAMED: (Planned(Outcome.NAMED, 5, "B300"),),
        Outcome.REFUSED: (*refused, Planned(Outcome.REFUSED, 8, refusal=Refusal(8, "two-taxes"))),
        Outcome.VANISHED: (Planned(Outcome.VANISHED, 0, "nimbus/gone", old=an_entry(9, "1", "nimbus/gone")),),
    }
    counts = {outcome: len(found) for outcome, found in rows.items()} | {Outcome.SKIPPED: 1200, Outcome.UNCHANGED: 40}
    fields: dict[str, object] = {
        "name": "nimbus 2026-12.csv",
        "sha256": "ab" * 32,
        "format": "own",
        "feed": "own:nimbus",
        "options": Options(),
        "version": 1380,
        "mark": "cd" * 32,
        "staged": "5" * 64,
        "day": DAY,
        "counts": counts,
        "rows": rows,
        "doubts": {FindingKind.BIG_CHANGE: 1, FindingKind.OUT_OF_BAND: 12, FindingKind.DATE_UNKNOWN: 3},
        "refusals": {"not-a-number": 2, "two-taxes": 1},
        "skipped": {"no-gpu": 1199, "twice": 1},
        "waits": 1,
    }
    return Preview(**(fields | about))  # type: ignore[arg-type]


def cards() -> Iterator[tuple[str, Card]]:
    """A card of each kind with its name, in every language."""
    for language in languages():
        for name, card in _cards(language):
            yield f"prices-{name}.{language}", card


def _cards(language: str) -> Iterator[tuple[str, Card]]:
    old, undated = lines()[1].aged, lines()[2].aged
    assert old is not None
    assert undated is not None
    found = Found(lines(), ("nimbsu",), ("nimbus",))
    coming = Coming(LATER, NEW, Subject(NEW, an_offer(), an_offer(), NIMBUS))
    waits = Done(proposal=a_proposal(), reasons=a_proposal().waiting.reasons)
    yield "found", found_card(found, "h100 nimbsu", language)
    yield "line", line_card(lines()[0], history(), [LATER], DAY, language)
    yield "unknown", unknown_card("nimbus/h200", ["nimbus/h100/on-demand"], language)
    yield "history", history_card("nimbus/h100/on-demand", history(), language)
    yield "log", log_card(history()[::-1], language, hidden=2)
    yield "stale", stale_card([old], [undated], DAY, language)
    yield "coming", coming_card([coming], DAY, language)
    yield "pending", pending_card([a_proposal()], language)
    yield "proposal", proposal_card(a_proposal(), {NEW.subject: OLD}, language, approvers=["U0LIN"])
    yield "saved", changed_card(a_change(NEW), Done(Saved((18,))), language, OLD, row=30)
    yield "waits", changed_card(a_change(NEW), waits, language, OLD, approvers=["U0LIN"])
    aliasing = Aliasing(table="gpu", id="H100", alias="hopper")
    yield "alias", changed_card(a_change(action=Action.NAMED, aliases=(aliasing,)), Done(Saved(())), language, row=50)
    yield "asks", asks_card(Prepared(a_change(NEW), NEW, OLD, (LATER,), findings(), an_offer()), language)
    yield "decided", decided_card(41, True, language, undo_row=43)
    problems = {"value": Problem("negative", {"text": "-5"}), "source": Problem("missing", {})}
    yield "problems", problems_card(problems, language)
    yield "preview", preview_card(a_preview(), language)
    yield "imported", imported_card(a_preview(), Done(Saved((1, 2))), language, row=60)
    yield "audit", audit_card(Proof(1380, "ef" * 32, None), language)
    yield "audit-broken", audit_card(Proof(1380, "ef" * 32, Broken(17, "entry-changed", "12")), language)
    yield "help", prices_help_card(language)
