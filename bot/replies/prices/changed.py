"""What became of a change: saved, waiting for a second person, doubtful, or not made and why."""

from collections.abc import Mapping, Sequence

from bot.administration.done import Done
from bot.administration.form import Prepared, Problem
from bot.replies.card import Card
from bot.replies.prices.lists import counted, section
from bot.replies.prices.sentences import approval_text, finding_text, problem_lines
from bot.replies.prices.state import alias_line, subjects_of, value_line
from bot.replies.prices.values import Who, person, short_id
from bot.replies.words import joined, known, say
from pricing.book import Entry
from pricing.changes import Change


def changed_card(
    change: Change,
    done: Done,
    language: str,
    old: Entry | None = None,
    row: int | None = None,
    command: str = "/prices",
    who: Who = str,
    approvers: Sequence[str] = (),
) -> Card:
    """What `Office.submit` did with a change, and how to take it back or to decide about it.

    `old`: what was in force before; of an undoing what is in force now. `row`: the row of the audit trail that takes
    it back. `approvers`: who may approve, as far as they are known by name.
    """
    code = known(language)
    what = what_text(code, change, old)
    if done.proposal:
        return _waiting(code, what, done, command, who, approvers)
    again = done.saved is not None and done.saved.again
    undo = (say(code, "prices.undo-how", command=command, row=row),) if row is not None else ()
    key = "prices.saved-again" if again else "prices.saved"
    return Card(language=code, verdict=say(code, key, what=what), hints=undo, private=True)


def _waiting(language: str, what: str, done: Done, command: str, who: Who, approvers: Sequence[str]) -> Card:
    proposal = done.proposal
    assert proposal is not None
    names = joined(language, [person(name, who) for name in approvers])
    asked = say(language, "prices.may-approve", who=names) if names else say(language, "prices.nobody-may-approve")
    day = proposal.waiting.expires.date().isoformat()
    return Card(
        language=language,
        verdict=say(language, "prices.waits", what=what),
        notes=(*dict.fromkeys(approval_text(reason, language) for reason in done.reasons[:5]), asked),
        hints=(say(language, "prices.approve-how", command=command, row=proposal.id, day=day),),
        private=True,
    )


def what_text(language: str, change: Change, old: Entry | None = None) -> str:
    """What a change does, in a sentence: the one thing it is about, or how many."""
    subjects = subjects_of(change)
    if len(subjects) > 1 or not (change.entries or change.aliases):
        return counted(language, "prices.changed-many", len(subjects), name=short_id(next(iter(subjects), "")))
    if not change.entries:
        first = change.aliases[0]
        return alias_line(language, first.id, first.alias, first.add)
    entry = change.entries[0].entry
    text = value_line(language, short_id(entry.subject), entry, old, entry.effective_from.isoformat())
    ending = next((new.entry for new in change.entries[1:] if new.entry.value is None), None)
    if ending is None or ending.cancels is not None:
        return text
    until = say(language, "prices.until", day=ending.effective_from.isoformat())
    return joined(language, [text, until], "join.sentences")


def asks_card(prepared: Prepared, language: str, hint: bool = True) -> Card:
    """What the checks found doubtful about a change that nobody has made yet. `hint`: how to go on in Slack."""
    code = known(language)
    what = what_text(code, prepared.change, prepared.old)
    doubts = [finding_text(finding, code) for finding in prepared.findings]
    nothing = say(code, "prices.nothing-doubtful")
    return Card(
        language=code,
        verdict=say(code, "prices.asks", what=what),
        sections=(section(code, "prices.doubts", doubts),) if doubts else (),
        notes=() if doubts else (nothing,),
        hints=(say(code, "prices.confirm-slack"),) if hint else (),
        private=True,
    )


def problems_card(problems: Mapping[str, Problem], language: str) -> Card:
    """Every field that cannot be used, and why. Nothing was changed."""
    return not_saved_card(problem_lines(problems, language), language)


def not_saved_card(reasons: Sequence[str], language: str) -> Card:
    """That nothing was changed, and why."""
    code = known(language)
    first, *more = reasons or [""]
    return Card(language=code, verdict=say(code, "prices.not-saved", text=first), notes=tuple(more), private=True)


def decided_card(
    number: int, approved: bool, language: str, undo_row: int | None = None, command: str = "/prices"
) -> Card:
    """That a waiting change was approved and saved, or rejected."""
    code = known(language)
    key = "prices.approved-done" if approved else "prices.rejected-done"
    undo = (say(code, "prices.undo-how", command=command, row=undo_row),) if undo_row is not None else ()
    return Card(language=code, verdict=say(code, key, number=number), hints=undo, private=True)
