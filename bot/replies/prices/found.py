"""Prices that were looked up: several in a table, or one with all that is known of it."""

from collections.abc import Iterator, Sequence
from datetime import date

from bot.administration.found import Found, Line
from bot.replies import figures, times
from bot.replies.card import Card, Section
from bot.replies.prices.lists import MOST_ROWS, counted, label, section, table
from bot.replies.prices.values import (
    CONTRACT,
    OLD,
    OTHER_KIND,
    Who,
    marks_of,
    moment,
    person,
    short_id,
    text_line,
    thing_name,
    value_text,
)
from bot.replies.words import joined, known, say
from pricing.book import Entry
from pricing.catalog import Component, Fee, Offer
from pricing.trail import Recorded

COLUMNS = (("offer", False), ("price", True), ("since", False), ("seen", False), ("id", False))
MARKS = {OLD: "prices.mark-old", OTHER_KIND: "prices.mark-kind", CONTRACT: "prices.mark-contract"}


def found_card(found: Found, words: str, language: str, day: date | None = None, most: int = MOST_ROWS) -> Card:
    """What fits the words: the first rows in a table, and how many more there are. `day`: of the book, if not today.

    Words that say nothing are named, with names near to them; where no word says anything, nothing is shown.
    """
    code = known(language)
    asked = " ".join(words.split())
    lines = () if is_nothing(found, words) else found.lines
    asked = asked if not lines else _said(asked, found.unknown)
    shown = lines[:most]
    return Card(
        language=code,
        verdict=_verdict(code, len(lines), asked, day),
        table=table(code, COLUMNS, (_row(code, line) for line in shown)) if shown else None,
        notes=(*_unknown(code, found), *_left_out(code, len(lines) - len(shown)), *_marks(code, shown)),
        private=True,
    )


def is_nothing(found: Found, words: str) -> bool:
    """Whether no word of them says anything, so that nothing was found by them."""
    return bool(found.unknown) and " ".join(found.unknown) == " ".join(words.split())


def _said(asked: str, unknown: Sequence[str]) -> str:
    """The words that say something."""
    return " ".join(word for word in asked.split() if word not in unknown)


def _verdict(language: str, count: int, asked: str, day: date | None) -> str:
    words = text_line(asked, 80)
    if not count and day:
        return say(language, "prices.found-none-on", words=words, day=day.isoformat())
    if not count:
        return say(language, "prices.found-none", words=words)
    text = counted(language, "prices.found" if asked else "prices.found-all", count, words=words)
    return say(language, "prices.found-on", text=text, day=day.isoformat()) if day else text


def _row(language: str, line: Line) -> tuple[str, ...]:
    price = value_text(language, line.entry)
    marks = marks_of(line.offer, is_old=False)
    return (
        thing_name(language, line),
        say(language, "prices.marked", text=price, mark=marks) if marks else price,
        line.entry.effective_from.isoformat() if line.entry else say(language, "prices.none"),
        _seen(language, line),
        short_id(line.subject),
    )


def _seen(language: str, line: Line) -> str:
    if line.entry is None:
        return say(language, "prices.none")
    observed = line.entry.observed_on
    if not observed:
        return say(language, "prices.undated")
    is_stale = line.aged is not None and line.aged.is_stale
    return say(language, "prices.old", day=observed) if is_stale else observed


def _unknown(language: str, found: Found) -> tuple[str, ...]:
    if not found.unknown:
        return ()
    words = [text_line(word, 40) for word in found.unknown[:5]]
    if len(words) == 1:
        text = say(language, "prices.unknown-word", word=words[0])
    else:
        text = say(language, "prices.unknown-words", words=joined(language, words))
    near = [say(language, "prices.close", names=joined(language, found.close[:5]))] if found.close else []
    return (joined(language, [text, *near], "join.sentences"),)


def _left_out(language: str, count: int) -> tuple[str, ...]:
    return (counted(language, "prices.found-more", count),) if count > 0 else ()


def _marks(language: str, lines: Sequence[Line]) -> tuple[str, ...]:
    """What the signs of the rows on show mean."""
    signs = "".join(_seen(language, line) + marks_of(line.offer, is_old=False) for line in lines)
    return tuple(say(language, key) for sign, key in MARKS.items() if sign in signs)


def unknown_card(subject: str, close: Sequence[str], language: str) -> Card:
    """That the book has nothing with this id, and ids near to it."""
    code = known(language)
    near = (say(code, "prices.close", names=joined(code, [short_id(name) for name in close[:5]])),) if close else ()
    verdict = say(code, "prices.unknown-id", id=short_id(subject))
    return Card(language=code, verdict=verdict, notes=near, private=True)


def line_card(
    line: Line, recorded: Sequence[Recorded], next_: Sequence[Entry], day: date, language: str, who: Who = str
) -> Card:
    """One price with its terms, where it comes from, who entered and approved it, and what comes next.

    `recorded`: what the audit trail has of it. `next_`: the entries about it that begin after `day`.
    """
    code = known(language)
    coming = [
        say(code, "prices.next", day=entry.effective_from.isoformat(), value=value_text(code, entry)) for entry in next_
    ]
    sections = [
        Section(say(code, "prices.terms"), (label(code, "id", line.subject), *_terms(code, line))),
        Section(say(code, "prices.where-from"), tuple(_origin(code, line, recorded, day, who))),
        section(code, "prices.comes-next", coming or [say(code, "prices.nothing-next")]),
    ]
    return Card(
        language=code,
        header=thing_name(code, line),
        verdict=value_text(code, line.entry),
        sections=tuple(one for one in sections if one.lines),
        notes=_marks(code, [line]),
        private=True,
    )


def _terms(language: str, line: Line) -> Iterator[str]:
    about = line.about
    if isinstance(about, Offer):
        yield from _offer_terms(language, about)
    elif isinstance(about, Component):
        yield label(language, "part-of", about.offer)
    elif isinstance(about, Fee) and about.region:
        yield label(language, "region", text_line(about.region))
    if about is not None and about.note:
        yield label(language, "note", text_line(about.note))


def _offer_terms(language: str, offer: Offer) -> Iterator[str]:
    yield label(language, "provider", text_line(offer.provider))
    yield label(language, "name", text_line(offer.name))
    shape = [text_line(offer.gpu), text_line(offer.form)]
    if offer.memory_gb:
        shape.append(say(language, "prices.memory", n=figures.exact(language, offer.memory_gb)))
    shape.append(counted(language, "prices.per-node", offer.gpus_per_node))
    yield label(language, "gpu", joined(language, [part for part in shape if part]))
    yield label(language, "mode", say(language, f"mode.{offer.mode}"))
    if offer.term_months:
        yield label(language, "term", times.life(language, offer.term_months))
    for name in ("plan", "region"):
        if text := getattr(offer, name):
            yield label(language, name, text_line(text))
    yield label(language, "kind", say(language, f"price-kind.{offer.price_kind}"))
    yield label(language, "includes", say(language, f"prices.includes-{offer.includes}"))
    yield label(language, "tax", say(language, f"prices.tax-{offer.tax}"))


def _origin(language: str, line: Line, recorded: Sequence[Recorded], day: date, who: Who) -> Iterator[str]:
    entry = line.entry
    if entry is None:
        return
    yield label(language, "since", entry.effective_from.isoformat())
    yield label(language, "seen", _aged(language, line, entry))
    yield label(language, "source", text_line(entry.source) or say(language, "prices.none"))
    if entry.note:
        yield label(language, "note", text_line(entry.note))
    by, at = person(entry.entered_by, who), moment(entry.entered_at)
    yield label(language, "entered", say(language, "prices.entered-by", who=by, day=at))
    row = next((one for one in recorded if one.entry and one.entry.id == entry.id), None)
    if row is None:
        return
    if row.approver:
        yield label(language, "approved", person(row.approver, who))
    if row.why:
        yield say(language, "prices.why", why=text_line(row.why))
    yield label(language, "number", str(row.id))


def _aged(language: str, line: Line, entry: Entry) -> str:
    """The day the price was seen, how long ago that is, and a mark where it is too old."""
    seen = _seen(language, line)
    age = line.aged.age if line.aged else None
    if age is None or not entry.observed_on:
        return seen
    return say(language, "prices.age", day=seen, age=times.days(language, age))
