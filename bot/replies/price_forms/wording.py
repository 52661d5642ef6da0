"""Sentences that several windows share: what a price is now, and what it would become."""

from bot.administration.found import Line
from bot.replies.plain import cut, one_line
from bot.replies.price_forms.fields import PERSON, with_person
from bot.replies.prices.changed import what_text
from bot.replies.prices.lists import counted
from bot.replies.prices.state import import_name
from bot.replies.prices.values import short_id, thing_name, value_text
from bot.replies.slack_blocks import Block
from bot.replies.words import say
from pricing.approvals import Proposal
from pricing.changes import Change

LONGEST_SOURCE = 300
MOST_LINES = 5


def name_of_line(language: str, line: Line) -> str:
    """What a price is about, by name, with its id."""
    name = thing_name(language, line)
    return say(language, "price-form.named", name=name, id=cut(one_line(line.subject), LONGEST_SOURCE))


def present(language: str, line: Line) -> Block:
    """What is in force now, since when, who entered it when, and where it is from."""
    entry, name = line.entry, name_of_line(language, line)
    if entry is None:
        return with_person(say(language, "price-form.nothing-now", name=name), "")
    sentence = say(
        language,
        "price-form.now",
        name=name,
        value=value_text(language, entry),
        day=entry.effective_from.isoformat(),
        by=PERSON,
        entered=entry.entered_at.date().isoformat(),
        source=cut(one_line(entry.source), LONGEST_SOURCE) or "–",
    )
    return with_person(sentence, entry.entered_by)


def undoing_lines(language: str, change: Change) -> list[str]:
    """What taking an act back would undo: the first few things, and how many more."""
    entries = [new.entry for new in change.entries]
    lines = [
        say(
            language,
            "price-form.takes-back" if entry.cancels else "price-form.brings-back",
            subject=short_id(entry.subject),
            value=value_text(language, None if entry.cancels else entry),
            day=entry.effective_from.isoformat(),
        )
        for entry in entries[:MOST_LINES]
    ]
    for one in change.aliases[:MOST_LINES]:
        key = "price-form.alias-gives" if one.add else "price-form.alias-takes"
        lines.append(say(language, key, name=one.alias, thing=one.id))
    left = len(entries) + len(change.aliases) - len(lines)
    return [*lines, *([counted(language, "prices.more-rows", left)] if left > 0 else [])]


def proposal_lines(language: str, proposal: Proposal) -> list[str]:
    """What a waiting change is, in a few lines."""
    change = proposal.waiting.change
    head = say(language, "prices.proposal", number=proposal.id)
    if proposal.waiting.order:
        return [head, say(language, "prices.pending-import", name=import_name(proposal))]
    return [head, what_text(language, change)]
