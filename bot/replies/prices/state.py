"""How the book stands: prices that are too old, changes to come, changes that wait for a second person."""

import json
from collections.abc import Mapping, Sequence
from datetime import date
from pathlib import PurePath

from bot.administration.found import Line
from bot.replies import times
from bot.replies.card import Card, Section
from bot.replies.prices.lists import MOST_ROWS, counted, table
from bot.replies.prices.sentences import approval_text
from bot.replies.prices.values import (
    Who,
    moment,
    moved_text,
    offer_name,
    person,
    short_id,
    signed,
    text_line,
    thing_name,
    value_text,
)
from bot.replies.words import joined, known, say, say_count
from pricing.approvals import Proposal
from pricing.book import Entry, percent_between
from pricing.changes import Change
from pricing.freshness import Aged, Coming

STALE = (("offer", False), ("price", True), ("seen", False), ("age", True), ("id", False))
COMING = (("offer", False), ("day", False), ("old", True), ("new", True), ("change", True))
PENDING = (("number", True), ("who", False), ("what", False), ("why", False), ("until", False))
MOST_IDS = 5
Before = Mapping[str, Entry]
"""Subject -> the entry in force now."""


def stale_card(stale: Sequence[Aged], undated: Sequence[Aged], day: date, language: str, most: int = MOST_ROWS) -> Card:
    """The offers whose price is too old, the oldest first, and how many have no day."""
    code = known(language)
    left = len(stale) - most
    notes = [counted(code, "prices.more-rows", left)] if left > 0 else []
    if undated:
        ids = joined(code, [short_id(one.offer.id) for one in undated[:MOST_IDS]])
        notes.append(counted(code, "prices.undated-count", len(undated), names=_cut_list(code, ids, undated)))
    return Card(
        language=code,
        verdict=counted(code, "prices.stale", len(stale)) if stale else say(code, "prices.stale-none"),
        table=table(code, STALE, (_stale(code, one) for one in stale[:most])) if stale else None,
        notes=tuple(notes),
        context=(_as_of(code, day),),
        private=True,
    )


def _cut_list(language: str, ids: str, undated: Sequence[Aged]) -> str:
    left = len(undated) - MOST_IDS
    return say_count(language, "prices.many", str(left), name=ids) if left > 0 else ids


def _stale(language: str, one: Aged) -> tuple[str, ...]:
    """An offer with the oldest of its prices."""
    price = min(one.prices, key=lambda price: (price.observed_on, price.id))
    return (
        offer_name(language, one.offer, one.provider),
        value_text(language, price),
        price.observed_on,
        times.days(language, one.age or 0),
        short_id(one.offer.id),
    )


def coming_card(coming: Sequence[Coming], day: date, language: str, most: int = MOST_ROWS) -> Card:
    """What takes force after a day, by day, with what it changes."""
    code = known(language)
    left = len(coming) - most
    return Card(
        language=code,
        verdict=counted(code, "prices.coming", len(coming)) if coming else say(code, "prices.coming-none"),
        table=table(code, COMING, (_coming(code, one) for one in coming[:most])) if coming else None,
        notes=(counted(code, "prices.more-rows", left),) if left > 0 else (),
        context=(_as_of(code, day),),
        private=True,
    )


def _coming(language: str, one: Coming) -> tuple[str, ...]:
    about = one.subject
    line = Line(one.entry.kind, one.entry.subject, one.old, about.about, about.offer, about.provider)
    return (
        thing_name(language, line),
        one.entry.effective_from.isoformat(),
        value_text(language, one.old),
        value_text(language, one.entry),
        signed(language, one.percent) if one.percent is not None else say(language, "prices.none"),
    )


def _as_of(language: str, day: date) -> str:
    return say(language, "prices.as-of", day=day.isoformat())


def pending_card(
    proposals: Sequence[Proposal], language: str, who: Who = str, command: str = "/prices", most: int = MOST_ROWS
) -> Card:
    """What waits for a second person, oldest first, and how to decide."""
    code = known(language)
    left = len(proposals) - most
    notes = [counted(code, "prices.more-rows", left)] if left > 0 else []
    if proposals:
        notes.append(say(code, "prices.pending-how", command=command, row=proposals[0].id))
    return Card(
        language=code,
        verdict=counted(code, "prices.pending", len(proposals)) if proposals else say(code, "prices.pending-none"),
        table=table(code, PENDING, (_pending(code, one, who) for one in proposals[:most])) if proposals else None,
        notes=tuple(notes),
        private=True,
    )


def _pending(language: str, one: Proposal, who: Who) -> tuple[str, ...]:
    reasons = dict.fromkeys(approval_text(reason, language) for reason in one.waiting.reasons)
    return (
        str(one.id),
        person(one.actor, who),
        _what(language, one),
        next(iter(reasons), say(language, "prices.none")),
        one.waiting.expires.date().isoformat(),
    )


def _what(language: str, one: Proposal) -> str:
    """In one cell: the import, or the first thing that changes and how many more do."""
    change = one.waiting.change
    if one.waiting.order:
        return say(language, "prices.pending-import", name=import_name(one))
    subjects = subjects_of(change)
    action = say(language, f"action.{change.action}")
    name = say(language, "prices.item", label=action, text=short_id(subjects[0]) if subjects else "")
    return say_count(language, "prices.many", str(len(subjects) - 1), name=name) if len(subjects) > 1 else name


def import_name(proposal: Proposal) -> str:
    """The name of the file of an import that waits."""
    try:
        return text_line(PurePath(str(json.loads(proposal.waiting.order).get("name", ""))).name, 80)
    except (ValueError, AttributeError):
        return ""


def subjects_of(change: Change) -> tuple[str, ...]:
    """What a change is about, each once."""
    named = [new.entry.subject for new in change.entries] or [one.id for one in change.aliases]
    return tuple(dict.fromkeys(named or [item.id for item in change.items()]))


def proposal_card(
    proposal: Proposal,
    before: Before,
    language: str,
    who: Who = str,
    command: str = "/prices",
    approvers: Sequence[str] = (),
) -> Card:
    """One change that waits, with all that an approver needs: what, by whom, why, and why it waits.

    `before`: what is in force now. `approvers`: who may approve it, as far as they are known by name.
    """
    code = known(language)
    change, until = proposal.waiting.change, proposal.waiting.expires.date().isoformat()
    lines = [line for new in change.entries if (line := entry_line(code, new.entry, before))]
    lines += [alias_line(code, one.id, one.alias, one.add) for one in change.aliases]
    if proposal.waiting.order:
        lines = [say(code, "prices.pending-import", name=import_name(proposal))]
    reasons = list(dict.fromkeys(approval_text(reason, code) for reason in proposal.waiting.reasons))
    by, at = person(proposal.actor, who), moment(proposal.at)
    notes = [say(code, "prices.proposed", who=by, day=at, until=until)]
    if change.why:
        notes.append(say(code, "prices.why", why=text_line(change.why)))
    names = joined(code, [person(name, who) for name in approvers])
    return Card(
        language=code,
        header=say(code, "prices.proposal", number=proposal.id),
        notes=(*notes, *([say(code, "prices.may-approve", who=names)] if names else [])),
        sections=tuple(_list(code, title, lines_) for title, lines_ in (("changes", lines), ("why-waits", reasons))),
        hints=(say(code, "prices.approve-how", command=command, row=proposal.id, day=until),),
        private=True,
    )


def _list(language: str, title: str, lines: Sequence[str]) -> Section:
    shown = tuple(lines[:MOST_ROWS])
    left = len(lines) - len(shown)
    return Section(
        say(language, f"prices.{title}"), (*shown, *([counted(language, "prices.more-rows", left)] if left else []))
    )


def entry_line(language: str, entry: Entry, before: Before) -> str:
    """What one entry of a change does: "aws/…: 3.90 → 3.50 USD/GPU-hour (-10.3%), from 2026-12-01."."""
    old, day = before.get(entry.subject), entry.effective_from.isoformat()
    return value_line(language, short_id(entry.subject), entry, old, day)


def value_line(language: str, name: str, entry: Entry, old: Entry | None, day: str) -> str:
    """The same with the name as it is to be shown."""
    if entry.cancels is not None:
        return say(language, "prices.changed-undone", name=name, day=day, value=value_text(language, old))
    if entry.value is None:
        return say(language, "prices.changed-ends", name=name, old=value_text(language, old), day=day)
    moved = moved_text(language, old, entry, percent_between(old, entry))
    return say(language, "prices.changed-value", name=name, moved=moved, day=day)


def alias_line(language: str, name: str, alias: str, add: bool) -> str:
    """That a name was given or taken."""
    key = "prices.changed-alias" if add else "prices.changed-alias-removed"
    return say(language, key, name=short_id(name), alias=text_line(alias, 60))
