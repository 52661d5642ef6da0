"""What a file would change, before anything is; and what it changed."""

from collections.abc import Iterator, Sequence

from bot.administration.done import Done
from bot.replies.card import Card, Section, Table
from bot.replies.prices.lists import MOST_LINES, counted, section, table
from bot.replies.prices.sentences import finding_text, reason_text
from bot.replies.prices.values import Who, person, short_id, signed, text_line, value_text
from bot.replies.words import joined, known, say, words
from pricing.book import Entry
from pricing.findings import Finding, FindingKind
from pricing.imports.preview import Outcome, Planned, Preview
from pricing.listings import Refusal

COLUMNS = (("id", False), ("old", True), ("new", True), ("change", True), ("line", True))
FIRST = 5
SHORT_HASH = 16


def preview_card(preview: Preview, language: str) -> Card:
    """What would become of the rows: counts, the largest changes, doubts, and every kind of row that is not read."""
    code = known(language)
    key = "prices.preview-does" if preview.writes else "prices.preview-nothing"
    return Card(
        language=code,
        header=say(code, "prices.preview", file=text_line(preview.name, 80), format=preview.format),
        verdict=say(code, key, parts=_counts(code, preview)),
        table=_changes(code, preview),
        notes=tuple(_notes(code, preview)),
        sections=tuple(_sections(code, preview)),
        context=(
            say(
                code,
                "prices.preview-feed",
                feed=text_line(preview.feed, 80),
                version=preview.version,
                sha=preview.sha256[:SHORT_HASH],
            ),
        ),
        private=True,
    )


def imported_card(
    preview: Preview,
    done: Done,
    language: str,
    row: int | None = None,
    command: str = "/prices",
    who: Who = str,
    approvers: Sequence[str] = (),
) -> Card:
    """What became of an import. `row`: the row of the audit trail that takes it back."""
    code = known(language)
    name, parts = text_line(preview.name, 80), _counts(code, preview)
    if done.proposal:
        names = joined(code, [person(one, who) for one in approvers])
        asked = say(code, "prices.may-approve", who=names) if names else say(code, "prices.nobody-may-approve")
        day = done.proposal.waiting.expires.date().isoformat()
        return Card(
            language=code,
            verdict=say(code, "prices.imported-waits", file=name, parts=parts),
            notes=(asked,),
            hints=(say(code, "prices.approve-how", command=command, row=done.proposal.id, day=day),),
            private=True,
        )
    again = done.saved is not None and done.saved.again
    verdict = say(code, "prices.imported-again" if again else "prices.imported", file=name, parts=parts)
    undo = (say(code, "prices.imported-undo", command=command, row=row),) if row is not None else ()
    return Card(language=code, verdict=verdict, hints=undo, private=True)


def _counts(language: str, preview: Preview) -> str:
    parts = [counted(language, f"outcome.{one}", count) for one in Outcome if (count := preview.counts.get(one, 0))]
    return joined(language, parts) or say(language, "prices.no-rows")


def _changes(language: str, preview: Preview) -> Table | None:
    """The largest changes, and prices that end."""
    rows = [*preview.rows.get(Outcome.CHANGED, ()), *preview.rows.get(Outcome.ENDED, ())]
    rows.sort(key=lambda row: abs(row.percent) if row.percent is not None else -1, reverse=True)
    return table(language, COLUMNS, (_change(language, row) for row in rows[:MOST_LINES])) if rows else None


def _change(language: str, row: Planned) -> tuple[str, ...]:
    return (
        short_id(row.subject),
        value_text(language, row.old),
        value_text(language, row.entry),
        signed(language, row.percent) if row.percent is not None else say(language, "prices.none"),
        str(row.line),
    )


def _notes(language: str, preview: Preview) -> Iterator[str]:
    listed = sum(len(preview.rows.get(one, ())) for one in (Outcome.CHANGED, Outcome.ENDED))
    total = sum(preview.counts.get(one, 0) for one in (Outcome.CHANGED, Outcome.ENDED))
    if (left := total - min(listed, MOST_LINES)) > 0:
        yield counted(language, "prices.more-rows", left)
    if preview.skipped:
        ordered = sorted(preview.skipped.items(), key=lambda item: (-item[1], item[0]))
        parts = [_skipped(language, reason, count) for reason, count in ordered]
        yield say(language, "prices.preview-skipped", parts=joined(language, parts))
    if preview.waits:
        yield counted(language, "prices.preview-waits", preview.waits)


def _skipped(language: str, reason: str, count: int) -> str:
    key = f"skipped.{reason}"
    return counted(language, key if key in words(language) else "skipped.other", count)


def _sections(language: str, preview: Preview) -> Iterator[Section]:
    doubts = list(_doubts(language, preview))
    if doubts:
        yield section(language, "prices.preview-doubts", doubts)
    if refused := [row.refusal for row in preview.rows.get(Outcome.REFUSED, ()) if row.refusal]:
        yield _refused(language, refused, preview.counts.get(Outcome.REFUSED, 0))
    if count := preview.counts.get(Outcome.VANISHED, 0):
        kept = "ended" if preview.options.withdraw_vanished else "kept"
        title = say(language, f"prices.preview-vanished-{kept}")
        lines = [_priced(language, row, row.old) for row in preview.rows.get(Outcome.VANISHED, ())]
        yield section(language, "prices.preview-vanished", [title, *lines], count + 1)
    if added := preview.rows.get(Outcome.ADDED, ()):
        shown = [_priced(language, row, row.entry) for row in added[:FIRST]]
        yield section(language, "prices.preview-added", shown, preview.counts.get(Outcome.ADDED, 0))
    if named := preview.rows.get(Outcome.NAMED, ()):
        shown = [_on_line(language, short_id(row.subject), row.line) for row in named[:FIRST]]
        yield section(language, "prices.preview-named", shown, preview.counts.get(Outcome.NAMED, 0))


def _refused(language: str, refusals: Sequence[Refusal], count: int) -> Section:
    """Why rows were not read: each sentence once, with its lines; those of the most rows first."""
    lines: dict[str, list[int]] = {}
    for refusal in refusals:
        lines.setdefault(reason_text(refusal, language), []).append(refusal.line)
    ordered = sorted(lines.items(), key=lambda item: -len(item[1]))[:MOST_LINES]
    shown = [say(language, "prices.preview-same", text=text, lines=_lines(language, at)) for text, at in ordered]
    return section(language, "prices.preview-refused", shown, count - sum(len(at) - 1 for _, at in ordered))


def _lines(language: str, at: Sequence[int]) -> str:
    numbers = list(dict.fromkeys(at))
    named = joined(language, [str(number) for number in numbers[:FIRST]])
    if len(numbers) > FIRST:
        named = counted(language, "prices.lines-more", len(numbers) - FIRST, lines=named)
    one, _, other = words(language)["prices.lines"].partition("|")
    return (one if len(numbers) == 1 or not other else other).format(lines=named)


def _priced(language: str, row: Planned, entry: Entry | None) -> str:
    value = value_text(language, entry)
    return _on_line(language, say(language, "prices.label", label=short_id(row.subject), text=value), row.line)


def _on_line(language: str, text: str, line: int) -> str:
    return say(language, "prices.preview-line", text=text, line=line) if line else text


def _doubts(language: str, preview: Preview) -> Iterator[str]:
    """Each kind of doubt once, with the first row that has it and how many more do."""
    examples: dict[FindingKind, tuple[Planned, Finding]] = {}
    for rows in preview.rows.values():
        for row in rows:
            for finding in row.findings:
                examples.setdefault(finding.kind, (row, finding))
    for kind, count in sorted(preview.doubts.items(), key=lambda item: (-item[1], item[0])):
        if kind not in examples:
            text, place = finding_text(Finding(kind), language), counted(language, "prices.rows", count)
        else:
            row, finding = examples[kind]
            told = finding_text(finding, language)
            text = say(language, "prices.label", label=short_id(row.subject), text=told)
            place = _place(language, row.line, count - 1)
        yield say(language, "prices.preview-doubt", text=text, place=place)


def _place(language: str, line: int, more: int) -> str:
    if more:
        return counted(language, "prices.line-and", more, line=line)
    return say(language, "prices.line", line=line)
