"""Sentences for codes: doubts, refusals, problems. A code without a sentence is shown as it is, a missing value as a
dash: what is told here must reach people whatever happened.
"""

from collections.abc import Mapping
from datetime import date
from decimal import Decimal

from bot.administration.form import Problem
from bot.replies import figures, times
from bot.replies.plain import cut, one_line
from bot.replies.prices.values import Who, person, signed, value_text
from bot.replies.words import joined, known, name_of, say, words
from pricing.changes import Impossible, Outdated, Reason
from pricing.findings import Finding, FindingKind
from pricing.listings import FileRefused, Refusal

LONGEST = 80
DIGITS = 6
COUNTS = {"most", "bytes", "rows", "cells", "expected"}
Value = Decimal | date | str | int


class _Values(dict[str, str]):
    def __missing__(self, name: str) -> str:
        return "–"


def finding_text(finding: Finding, language: str) -> str:
    """What is doubtful, in one sentence."""
    values = {name: _finding_value(language, name, value) for name, value in finding.values.items()}
    if finding.kind is FindingKind.SAME_IN_TWO_TERMS and "other_term" in finding.values:
        values["other_term"] = _way(language, finding.values)
    return _told(language, f"finding.{finding.kind}", values, finding.kind)


def refusal_text(refusal: Refusal, language: str) -> str:
    """Where a row could not be read and why: "Line 7: “12,34,5” is no number." """
    return say(language, "prices.at-line", line=refusal.line, text=reason_text(refusal, language))


def reason_text(refusal: Refusal | Problem, language: str) -> str:
    """Why a row, a number or a day could not be read, with the column where it says one."""
    return _with_place(language, f"refusal.{refusal.reason}", refusal.values, refusal.reason)


def problem_text(problem: Problem, language: str) -> str:
    """What is wrong with a field."""
    if problem.reason == "unit" and not problem.values.get("text"):
        return _told(language, "field.unit-missing", problem.values, problem.reason)
    if f"field.{problem.reason}" not in words(language) and f"refusal.{problem.reason}" in words(language):
        return reason_text(problem, language)
    return _told(language, f"field.{problem.reason}", _texts(language, problem.values), problem.reason)


def problem_lines(problems: Mapping[str, Problem], language: str) -> tuple[str, ...]:
    """Every field that is wrong, by its name, and why."""
    return tuple(
        say(language, "prices.in-field", field=field_name(field, language), text=problem_text(problem, language))
        for field, problem in problems.items()
    )


def field_name(field: str, language: str) -> str:
    """What a field is called in forms and messages."""
    return words(language).get(f"prices.field-{field}", field.replace("_", " "))


def impossible_text(error: Impossible, language: str) -> str:
    """Why something cannot be done."""
    return _told(language, f"impossible.{error.reason}", _texts(language, error.values), error.reason)


def outdated_text(error: Outdated, language: str, who: Who = str) -> str:
    """That somebody else was faster, with what stands there now."""
    newest = error.newest
    value = value_text(known(language), newest)
    day = newest.effective_from.isoformat()
    return say(
        language, "prices.outdated", id=cut(error.subject, LONGEST), who=person(error.by, who), value=value, day=day
    )


def file_text(error: FileRefused, language: str) -> str:
    """Why a file cannot be read at all."""
    return _with_place(language, f"file.{error.reason}", error.values, error.reason)


def approval_text(reason: Reason, language: str) -> str:
    """Why a change waits for a second person."""
    by = signed(known(language), reason.percent) if reason.percent is not None else "–"
    values = {"subject": cut(reason.subject, LONGEST), "percent": by}
    return _told(language, f"approval.{reason.kind}", values, reason.kind)


def broken_text(reason: str, detail: str, language: str) -> str:
    """Why the audit trail does not hold at a row."""
    return _told(language, f"audit.{reason}", _texts(language, {"detail": detail}), reason)


def _told(language: str, key: str, values: Mapping[str, str], code: str) -> str:
    """The sentence, and names that are near to what was written, where there are some."""
    table = words(language)
    if key not in table:
        group = key.partition(".")[0]
        return table[f"{group}.other"].format_map(_Values(reason=code))
    text = table[key].format_map(_Values(values))
    if not (near := values.get("close", "").strip("–")):
        return text
    return joined(language, [text, say(language, "prices.close", names=near)], "join.sentences")


def _with_place(language: str, key: str, values: Mapping[str, str], code: str) -> str:
    """The sentence, after the column or field that it is about, where it does not name that itself."""
    text = _told(language, key, _texts(language, values), code)
    place = values.get("field") or values.get("column")
    if not place or "{column}" in words(language).get(key, ""):
        return text
    return say(language, "prices.in-field", field=cut(one_line(place), LONGEST), text=text)


def _texts(language: str, values: Mapping[str, str]) -> dict[str, str]:
    """Values as they stand in a sentence: people's own words in one line and cut, counts with their groups."""
    return {
        name: figures.number(known(language), int(text))
        if name in COUNTS and text.isascii() and text.isdigit()
        else cut(one_line(text), LONGEST if name == "text" else 3 * LONGEST) or "–"
        for name, text in values.items()
    }


def _finding_value(language: str, name: str, value: Value) -> str:
    if isinstance(value, Decimal):
        return signed(known(language), value) if name == "percent" else _number(known(language), value)
    if isinstance(value, date):
        return value.isoformat()
    return cut(one_line(str(value)), LONGEST) or "–"


def _number(language: str, value: Decimal) -> str:
    """A number in full where it is short: what was worked out has more digits than mean anything."""
    short = not value or len(value.normalize().as_tuple().digits) <= DIGITS
    return figures.exact(language, value) if short else figures.significant(language, value, 4)


def _way(language: str, values: Mapping[str, Value]) -> str:
    """Another way of buying: "committed 1 year", "spot", or the seller's own plan."""
    code = known(language)
    if plan := str(values.get("plan", "")):
        return cut(one_line(plan), LONGEST)
    mode, months = str(values.get("other_term", "")), values.get("months")
    name = name_of(code, "mode", mode)
    if not isinstance(months, Decimal) or not months:
        return name
    return say(code, "mode.committed-term", term=times.life(code, months))
