"""What was done: to one price, or last in the whole book. Newest first."""

import json
from collections.abc import Iterator, Sequence

from bot.replies.card import Card, Section
from bot.replies.plain import cut
from bot.replies.prices.lists import MOST_ROWS, counted, table
from bot.replies.prices.values import Who, moment, moved_text, person, short_id, text_line, value_text
from bot.replies.words import joined, known, say, words
from pricing.book import percent_between
from pricing.trail import Recorded

COLUMNS = (("number", True), ("when", False), ("who", False), ("what", False), ("value", False))
LOG_COLUMNS = (("number", True), ("when", False), ("who", False), ("what", False), ("id", False))


def history_card(name: str, recorded: Sequence[Recorded], language: str, who: Who = str, most: int = MOST_ROWS) -> Card:
    """Who did what to one price, when, from what to what, why, from which source, and who approved it.

    `recorded`: oldest first, as the trail gives it. `name`: what it is about.
    """
    code = known(language)
    if not recorded:
        return Card(language=code, verdict=say(code, "prices.history-none", id=short_id(name)), private=True)
    shown = tuple(reversed(recorded))[:most]
    older = len(recorded) - len(shown)
    because = tuple(line for one in shown for line in _because(code, one, who))
    return Card(
        language=code,
        header=say(code, "prices.history", name=name),
        table=table(code, COLUMNS, (_row(code, one, who) for one in shown)),
        notes=(counted(code, "prices.history-older", older),) if older > 0 else (),
        sections=(Section(say(code, "prices.reasons"), because),) if because else (),
        private=True,
    )


def log_card(recorded: Sequence[Recorded], language: str, who: Who = str, hidden: int = 0) -> Card:
    """The rows of the trail as they are given. `hidden`: how many more are not for the reader."""
    code = known(language)
    left = (counted(code, "prices.log-hidden", hidden),) if hidden else ()
    if not recorded:
        return Card(language=code, verdict=say(code, "prices.log-none"), notes=left, private=True)
    because = tuple(line for one in recorded for line in _because(code, one, who))
    return Card(
        language=code,
        header=say(code, "prices.log"),
        table=table(code, LOG_COLUMNS, ((*_start(code, one, who), _about(code, one)) for one in recorded)),
        notes=left,
        sections=(Section(say(code, "prices.reasons"), because),) if because else (),
        private=True,
    )


def _start(language: str, one: Recorded, who: Who) -> tuple[str, ...]:
    return (str(one.id), moment(one.at), cut(person(one.actor, who), 32), _did(language, one))


def _row(language: str, one: Recorded, who: Who) -> tuple[str, ...]:
    return (*_start(language, one, who), _value(language, one))


def _did(language: str, one: Recorded) -> str:
    """ "changed, from 2026-12-01"."""
    action = words(language).get(f"action.{one.action}", one.action)
    if one.entry is None:
        return action
    return say(language, "prices.did", action=action, day=one.entry.effective_from.isoformat())


def _value(language: str, one: Recorded) -> str:
    """From what to what; taken back later where it was."""
    entry, old = one.entry, one.replaces
    if entry is None:
        return joined(language, _renamed(language, one)) or short_id(one.subject)
    if entry.cancels is not None:
        return value_text(language, old)
    moved = moved_text(language, old, entry, percent_between(old, entry))
    if not one.cancelled:
        return moved
    return say(language, "prices.in-brackets", text=moved, more=say(language, "prices.undone"))


def _about(language: str, one: Recorded) -> str:
    if one.kind == "decision":
        return say(language, "prices.decided", number=one.subject)
    return short_id(one.subject) or say(language, "prices.none")


def _renamed(language: str, one: Recorded) -> list[str]:
    """Aliases that were given or taken."""
    had, has = (_aliases(text) for text in (one.before, one.after))
    given = [say(language, "prices.alias-added", alias=text_line(name, 60)) for name in has if name not in had]
    taken = [say(language, "prices.alias-removed", alias=text_line(name, 60)) for name in had if name not in has]
    return given + taken if one.before else []


def _aliases(text: str | None) -> list[str]:
    """The aliases in a row of the trail that keeps names, as JSON in JSON."""
    try:
        names = json.loads(json.loads(text or "{}").get("aliases", "[]"))
    except (ValueError, TypeError, AttributeError):
        return []
    return [str(name) for name in names] if isinstance(names, list) else []


def _because(language: str, one: Recorded, who: Who) -> Iterator[str]:
    """Why, from which source and with whose approval; nothing where nothing of it is known."""
    parts = [text_line(one.why)]
    if one.entry and one.entry.source and one.entry.source != one.why:
        parts.append(say(language, "prices.from-source", source=text_line(one.entry.source)))
    if one.approver:
        parts.append(say(language, "prices.approved-by", who=person(one.approver, who)))
    if said := [part for part in parts if part]:
        yield say(language, "prices.because", number=one.id, text=joined(language, said, "join.items"))
