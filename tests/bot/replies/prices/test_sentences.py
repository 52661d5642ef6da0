"""Every code has its sentence in every language, and no sentence fails for want of a value."""

from datetime import date
from decimal import Decimal
from typing import get_args

import pytest

from bot.administration.form import Problem
from bot.replies.prices.sentences import (
    approval_text,
    file_text,
    finding_text,
    impossible_text,
    outdated_text,
    problem_lines,
    problem_text,
    refusal_text,
)
from bot.replies.words import languages, words
from pricing.changes import Action, Impossible, Outdated, Reason
from pricing.findings import Finding, FindingKind
from pricing.imports.preview import Outcome
from pricing.listings import FileRefused, Refusal
from tests.bot.replies.prices.codes import codes
from tests.bot.replies.prices.examples import NEW

D = Decimal
KINDS = get_args(Reason.model_fields["kind"].annotation)


def test_codes_are_found_in_the_code() -> None:
    assert {("refusal", "sold-out"), ("skipped", "no-gpu"), ("file", "empty"), ("audit", "chain")} <= codes()
    assert len(codes()) > 80


@pytest.mark.parametrize("language", languages())
def test_every_code_has_its_sentence(language: str) -> None:
    known = set(words(language))
    missing = [
        f"{group}.{code}"
        for group, code in sorted(codes())
        if f"{group}.{code}" not in known and not (group == "field" and f"refusal.{code}" in known)
    ]
    assert missing == []


@pytest.mark.parametrize("language", languages())
def test_every_member_of_an_enumeration_has_its_words(language: str) -> None:
    groups = {"finding": FindingKind, "outcome": Outcome, "action": Action}
    wanted = [f"{group}.{member.value}" for group, members in groups.items() for member in members]
    wanted += [f"approval.{kind}" for kind in KINDS]
    assert [key for key in wanted if key not in words(language)] == []


@pytest.mark.parametrize("language", languages())
def test_no_sentence_fails_for_want_of_a_value(language: str) -> None:
    for kind in FindingKind:
        assert finding_text(Finding(kind), language)
    for group, code in sorted(codes()):
        match group:
            case "refusal" | "skipped":
                assert "Line 7" in refusal_text(Refusal(7, code), "en")
                assert refusal_text(Refusal(7, code), language)
            case "file":
                assert file_text(FileRefused(code), language)
            case "impossible":
                assert impossible_text(Impossible(code), language)
            case "field":
                assert problem_text(Problem(code, {}), language)


@pytest.mark.parametrize("language", languages())
def test_a_code_without_a_sentence_is_shown_as_it_is(language: str) -> None:
    assert "brand-new" in refusal_text(Refusal(7, "brand-new", {"text": "x"}), language)
    assert "brand-new" in problem_text(Problem("brand-new", {}), language)
    assert "brand-new" in file_text(FileRefused("brand-new"), language)
    assert "brand-new" in impossible_text(Impossible("brand-new"), language)


@pytest.mark.parametrize(
    ("finding", "text"),
    [
        (
            Finding(FindingKind.BIG_CHANGE, {"old": D("3.90"), "new": D("2.10"), "percent": D("-46.153846")}),
            "It changes from 3.9 to 2.1 (-46.2%).",
        ),
        (
            Finding(FindingKind.OUT_OF_BAND, {"value": D("0.083333333"), "low": D("2.4"), "high": D("12345.678901")}),
            "0.08333 per GPU-hour is out of the range known for this model, 2.4 to 12,346.",
        ),
        (
            Finding(FindingKind.OVERLAP, {"from": date(2027, 1, 1), "other": D("2.5")}),
            "Another entry begins on 2027-01-01, before this one ends: 2.5.",
        ),
        (
            Finding(
                FindingKind.SAME_IN_TWO_TERMS,
                {"value": D(3), "other_term": "committed", "months": D(36), "plan": ""},
            ),
            "Exactly this price (3) also stands for another way of buying: committed 3 years.",
        ),
        (
            Finding(FindingKind.SAME_IN_TWO_TERMS, {"value": D(3), "other_term": "spot", "months": D(0), "plan": ""}),
            "Exactly this price (3) also stands for another way of buying: spot.",
        ),
    ],
)
def test_a_doubt_is_told_with_its_figures(finding: Finding, text: str) -> None:
    assert finding_text(finding, "en") == text


def test_a_row_that_cannot_be_read_is_told_with_its_line_and_column() -> None:
    refusal = Refusal(7, "not-a-number", {"column": "price", "text": "12,34,5"})
    assert refusal_text(refusal, "en") == "Line 7: price: “12,34,5” is no number."
    assert refusal_text(refusal, "zh") == "第7行：price：“12,34,5”不是数字。"


def test_names_near_to_what_was_written_are_offered_where_there_are_some() -> None:
    near = Refusal(2, "unknown-gpu", {"text": "H1000", "close": "H100, H200"})
    assert refusal_text(near, "en") == "Line 2: “H1000” is no GPU of the price book. Close: H100, H200."
    none = Refusal(2, "unknown-gpu", {"text": "zz", "close": ""})
    assert refusal_text(none, "en") == "Line 2: “zz” is no GPU of the price book."


def test_what_people_wrote_is_cut_and_never_taken_for_a_template() -> None:
    text = refusal_text(Refusal(1, "not-a-number", {"text": "{0} {name}\n\x00" + "9" * 500}), "en")
    assert "{0} {name}" in text
    assert "\n" not in text
    assert len(text) < 160


def test_counts_have_their_groups() -> None:
    assert "20,000,000" in file_text(FileRefused("too-big", bytes=30_000_000, most=20_000_000), "en")


def test_a_problem_of_a_number_uses_the_sentence_of_a_refused_number() -> None:
    lines = problem_lines({"value": Problem("negative", {"text": "-5"}), "why": Problem("missing", {})}, "en")
    assert lines == ("Price: “-5” is negative.", "Why: It is missing.")


def test_an_outdated_change_shows_what_stands_there_now() -> None:
    text = outdated_text(Outdated("nimbus/h100/on-demand", NEW), "en", lambda name: f"<{name}>")
    assert "2.10 USD/GPU-hour" in text
    assert "<U0MEI>" in text


def test_why_a_change_waits_is_told_with_its_percentage() -> None:
    reason = Reason(kind="big-change", subject="nimbus/h100", percent=D("41.66"))
    assert approval_text(reason, "en") == "nimbus/h100 changes by +41.7%."
    assert approval_text(Reason(kind="contract", subject="x"), "en") == "x is a contract price."
