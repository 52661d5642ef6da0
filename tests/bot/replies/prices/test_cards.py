"""What the cards of the price book's administration say, and leave out."""

import re
from dataclasses import replace
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.administration.done import Done
from bot.administration.found import Found
from bot.replies.card import Card
from bot.replies.prices.audit import audit_card
from bot.replies.prices.changed import changed_card
from bot.replies.prices.data import line_data
from bot.replies.prices.found import found_card, line_card
from bot.replies.prices.help import prices_help_card
from bot.replies.prices.history import history_card
from bot.replies.prices.preview import preview_card
from bot.replies.prices.state import pending_card, proposal_card, stale_card
from bot.replies.slack import message
from bot.replies.words import languages
from pricing.audit import Broken, Proof
from pricing.changes import Action, Saved
from pricing.imports.preview import Options, Outcome, Planned
from pricing.listings import Refusal
from tests.bot.replies.prices.examples import (
    DAY,
    LATER,
    NEW,
    OLD,
    a_change,
    a_line,
    a_preview,
    a_proposal,
    a_record,
    an_entry,
    cards,
    findings,
    history,
    lines,
)
from tests.bot.replies.slack_limits import breaches

D = Decimal
CARDS = dict(cards())
HASH = "ef" * 32


def text_of(card: Card) -> str:
    """All words of a card, line by line."""
    table = [" | ".join(cell.text for cell in row) for row in card.table.rows] if card.table else []
    sections = [line for section in card.sections for line in (section.title, *section.lines)]
    return "\n".join([card.header, card.verdict, *table, *card.notes, *sections, *card.context, *card.hints])


@pytest.mark.parametrize("name", CARDS)
def test_a_card_fits_into_a_message_and_is_for_the_asker_alone(name: str) -> None:
    assert breaches(message(CARDS[name])) == []
    assert CARDS[name].private
    assert CARDS[name].table is None or len(CARDS[name].table.columns) <= 5  # type: ignore[union-attr]


@pytest.mark.parametrize("name", [name for name in CARDS if name.endswith(".zh")])
def test_a_chinese_card_has_no_english_sentence(name: str) -> None:
    shown = text_of(CARDS[name])
    assert not re.search(r"[a-z]{3,} [a-z]{2,} [a-z]{2,} [a-z]{2,}", shown), shown


class TestFound:
    def test_a_row_shows_price_unit_days_and_the_id_to_go_on_with(self) -> None:
        card = found_card(Found(lines()), "h100", "en")
        assert card.table is not None
        [first, *_] = card.table.rows
        assert [cell.text for cell in first] == [
            "Nimbus on demand, H100 (h100.8x, eu-1)",
            "2.10 USD/GPU-hour",
            "2026-12-01",
            "2026-11-20",
            "nimbus/h100/on-demand",
        ]

    def test_each_mark_is_explained_and_none_that_is_not_there(self) -> None:
        assert len([note for note in found_card(Found(lines()), "h100", "en").notes if note[0] in "⚠†§"]) == 3
        assert found_card(Found(lines()[:1]), "h100", "en").notes == ()

    def test_many_rows_are_cut_and_counted(self) -> None:
        many = tuple(a_line(an_entry(number, "2", f"nimbus/{number}")) for number in range(40))
        card = found_card(Found(many), "h100", "en")
        assert card.table is not None
        assert len(card.table.rows) == 15
        assert "25 more: say more to narrow it down." in card.notes

    def test_a_word_that_says_nothing_is_named_and_not_counted_in(self) -> None:
        card = found_card(Found(lines(), ("nimbsu",), ("nimbus",)), "h100 nimbsu", "en")
        assert card.verdict == "8 prices for “h100”"
        assert "“nimbsu” says nothing here. Close: nimbus." in card.notes

    def test_where_no_word_says_anything_nothing_is_shown(self) -> None:
        card = found_card(Found(lines(), ("zzz",)), " zzz ", "en")
        assert card.table is None
        assert "zzz" in card.verdict

    def test_the_book_of_a_day_is_said(self) -> None:
        assert found_card(Found(lines()), "h100", "en", DAY).verdict.endswith("as of 2026-12-01")


class TestOneLine:
    def test_it_says_where_the_price_is_from_and_what_comes_next(self) -> None:
        shown = text_of(line_card(lines()[0], history(), [LATER], DAY, "en", lambda name: f"@{name}"))
        for wanted in ("nimbus.example/pricing", "@U0MEI", "@U0LIN", "From 2027-01-01: 2.50 USD/GPU-hour", "80 GB"):
            assert wanted in shown

    def test_a_price_that_is_not_there_is_no_zero(self) -> None:
        assert line_card(lines()[-1], (), (), DAY, "en").verdict == "–"

    def test_for_programs_every_value_is_text(self) -> None:
        data = line_data(lines()[0])
        assert data["id"] == "nimbus/h100/on-demand"
        assert data["entry"]["value"] == "2.10"  # type: ignore[index]
        assert line_data(lines()[-1])["entry"] is None


class TestHistory:
    def test_it_has_who_when_what_why_source_and_approver(self) -> None:
        shown = text_of(history_card("nimbus/h100", history(), "en"))
        assert "30 | 2026-12-01 09:30 | U0MEI | changed, from 2026-12-01" in shown
        assert "3.90 USD/GPU-hour → 2.10 USD/GPU-hour (-46.2%)" in shown
        assert "no. 30: new price list; source: nimbus.example/pricing; approved by U0LIN" in shown

    def test_what_was_taken_back_is_marked(self) -> None:
        shown = text_of(history_card("nimbus/h100", history(), "en"))
        assert "210 USD/GPU-hour (+9,900%) (taken back later)" in shown

    def test_the_newest_row_comes_first_and_older_ones_are_counted(self) -> None:
        rows = [a_record(number, Action.CHANGED, NEW) for number in range(1, 31)]
        card = history_card("nimbus/h100", rows, "en")
        assert card.table is not None
        assert card.table.rows[0][0].text == "30"
        assert "15 older rows are left out." in card.notes

    def test_names_that_were_given_and_taken_are_told(self) -> None:
        before, after = '{"aliases": "[\\"a\\"]"}', '{"aliases": "[\\"b\\"]"}'
        row = a_record(5, Action.NAMED, kind="gpu", subject="H100", before=before, after=after)
        assert "also called “b”, no longer called “a”" in text_of(history_card("H100", [row], "en"))

    def test_a_row_of_another_shape_does_not_fail(self) -> None:
        row = a_record(5, Action.NAMED, kind="gpu", subject="H100", before="[1]", after="nonsense")
        assert "H100" in text_of(history_card("H100", [row], "en"))


class TestChanged:
    def test_a_saved_change_says_how_to_take_it_back(self) -> None:
        card = changed_card(a_change(NEW), Done(Saved((18,))), "en", OLD, row=30, command="quartermaster prices")
        assert "3.90 USD/GPU-hour → 2.10 USD/GPU-hour (-46.2%)" in card.verdict
        assert card.hints == ("To take it back: quartermaster prices undo 30",)

    def test_a_change_done_before_is_not_done_twice(self) -> None:
        assert "already" in changed_card(a_change(NEW), Done(Saved((18,), again=True)), "en").verdict

    def test_a_waiting_change_says_why_who_may_approve_and_until_when(self) -> None:
        done = Done(proposal=a_proposal(), reasons=a_proposal().waiting.reasons)
        shown = text_of(changed_card(a_change(NEW), done, "en", OLD, approvers=["U0LIN"]))
        for wanted in ("Not in force yet", "changes by -46.2%", "U0LIN", "approve 41", "2026-12-08"):
            assert wanted in shown

    def test_that_nobody_may_approve_is_said(self) -> None:
        done = Done(proposal=a_proposal(), reasons=())
        assert "QUARTERMASTER_APPROVERS" in text_of(changed_card(a_change(NEW), done, "en"))

    def test_a_price_that_ends_and_one_that_begins_and_ends(self) -> None:
        ends = an_entry(0, None)
        assert (
            "3.90 USD/GPU-hour, ends on 2026-12-01" in changed_card(a_change(ends), Done(Saved(())), "en", OLD).verdict
        )
        until = ends.model_copy(update={"effective_from": LATER.effective_from})
        assert "It ends on 2027-01-01." in changed_card(a_change(NEW, until), Done(Saved(())), "en", OLD).verdict

    def test_no_percentage_where_units_differ_or_there_was_nothing(self) -> None:
        node = an_entry(0, "20", unit=OLD.unit.NODE_HOUR)
        for old in (OLD, None):
            assert "%" not in changed_card(a_change(node), Done(Saved(())), "en", old).verdict

    def test_a_price_written_again_is_no_change(self) -> None:
        assert "as before" in changed_card(a_change(OLD), Done(Saved(())), "en", OLD).verdict


class TestWaiting:
    def test_one_change_has_all_that_an_approver_needs(self) -> None:
        shown = text_of(proposal_card(a_proposal(), {NEW.subject: OLD}, "en", approvers=["U0LIN"]))
        for wanted in ("U0MEI", "new list", "3.90 USD/GPU-hour → 2.10 USD/GPU-hour (-46.2%)", "approve 41", "U0LIN"):
            assert wanted in shown

    def test_an_import_is_told_by_its_file(self) -> None:
        proposal = a_proposal(a_change(action=Action.IMPORTED), order='{"name": "nimbus.csv"}')
        assert "import of nimbus.csv" in text_of(pending_card([proposal], "en"))
        assert "import of nimbus.csv" in text_of(proposal_card(proposal, {}, "en"))

    def test_nothing_old_and_nothing_waiting_is_said(self) -> None:
        assert stale_card((), (), DAY, "en").verdict == "No price is older than it may be."
        assert pending_card((), "en").verdict == "Nothing waits for approval."


class TestPreview:
    def test_counts_come_first_then_the_largest_changes(self) -> None:
        card = preview_card(a_preview(), "en")
        assert card.verdict == ("1 new, 1 changed, 40 unchanged, 1 new name, 3 not read, 1,200 left alone, 1 vanished.")
        assert card.table is not None
        assert [cell.text for cell in card.table.rows[0]][1:4] == ["3.90 USD/GPU-hour", "2.10 USD/GPU-hour", "-46.2%"]

    def test_the_largest_change_is_the_first_whatever_its_direction(self) -> None:
        def moved(value: str, name: str) -> Planned:
            entry = an_entry(0, value, name)
            return Planned(Outcome.CHANGED, 2, name, entry=entry, old=an_entry(1, "10", name))

        rows = (moved("10.5", "small"), moved("1", "down"), moved("16", "up"))
        preview = a_preview(rows={Outcome.CHANGED: rows}, counts={Outcome.CHANGED: 3})
        table = preview_card(preview, "en").table
        assert table is not None
        assert [row[0].text for row in table.rows] == ["down", "up", "small"]

    def test_rows_that_are_not_read_have_their_lines_and_reasons(self) -> None:
        shown = text_of(preview_card(a_preview(), "en"))
        assert "price: “12,34,5” is no number. (lines 7, 9)" in shown
        assert "It is said to be with tax and without. (line 8)" in shown

    def test_very_many_rows_that_are_not_read_are_counted(self) -> None:
        refused = tuple(
            Planned(Outcome.REFUSED, line, refusal=Refusal(line, "not-a-number", {"text": f"x{line % 20}"}))
            for line in range(200)
        )
        preview = a_preview(rows={Outcome.REFUSED: refused}, counts={Outcome.REFUSED: 5000})
        [section] = preview_card(preview, "en").sections[-1:]
        assert section.lines[-1] == "4,900 more rows."
        assert "and 5 more" in section.lines[0]

    def test_each_doubt_stands_there_once_with_how_many_rows_have_it(self) -> None:
        shown = text_of(preview_card(a_preview(), "en"))
        assert "2.458 to 26.73. (line 3 and 11 more rows)" in shown
        assert "Nobody says when it was seen. (3 rows)" in shown

    @pytest.mark.parametrize(("ends", "words"), [(False, "stay in force"), (True, "are withdrawn")])
    def test_what_vanished_stays_or_is_withdrawn(self, ends: bool, words: str) -> None:
        preview = a_preview(options=Options(withdraw_vanished=ends))
        assert words in text_of(preview_card(preview, "en"))

    def test_a_file_that_changes_nothing_says_so(self) -> None:
        preview = a_preview(counts={Outcome.UNCHANGED: 5}, rows={}, doubts={}, skipped={}, waits=0)
        assert preview_card(preview, "en").verdict == "It changes nothing: 5 unchanged."

    @pytest.mark.parametrize("language", languages())
    def test_a_preview_of_anything_fits_into_a_message(self, language: str) -> None:
        long = "x" * 400
        rows = {
            outcome: tuple(
                Planned(
                    outcome,
                    number,
                    f"{long}{number}",
                    entry=an_entry(0, "123456789.123456", f"{long}{number}"),
                    old=an_entry(1, "0.0001", f"{long}{number}"),
                    findings=findings(),
                    refusal=Refusal(number, "range", {"text": long + str(number), "low": long, "high": long}),
                )
                for number in range(200)
            )
            for outcome in Outcome
        }
        preview = a_preview(name=long, feed=long, rows=rows, counts=dict.fromkeys(Outcome, 99_999))
        assert breaches(message(preview_card(preview, language))) == []


class TestAudit:
    def test_a_trail_that_holds_shows_its_last_hash(self) -> None:
        assert f"Last hash: {HASH}" in text_of(audit_card(Proof(12, HASH, None), "en"))

    def test_a_broken_trail_names_the_first_row_and_why(self) -> None:
        shown = text_of(audit_card(Proof(12, HASH, Broken(7, "changed")), "en"))
        assert "broken at row 7" in shown
        assert "changed after it was written" in shown

    @pytest.mark.parametrize(
        ("expected", "row", "words"),
        [
            (HASH, None, "that was expected"),
            ("aa" * 32, 5, "of row 5; 7 rows"),
            ("aa" * 32, None, "not the one expected"),
        ],
    )
    def test_a_hash_that_was_written_down_is_compared(self, expected: str, row: int | None, words: str) -> None:
        assert words in text_of(audit_card(Proof(12, HASH, None), "en", expected, row))


def test_help_names_only_what_somebody_may_do() -> None:
    assert "/prices add" in text_of(prices_help_card("en"))
    assert "/prices add" not in text_of(prices_help_card("en", may_edit=False, may_approve=False))


@given(text=st.text(max_size=600), name=st.text(max_size=200))
def test_text_of_people_never_breaks_a_message(text: str, name: str) -> None:
    entry = an_entry(1, "2", source=text or "x", note=text)
    line = replace(a_line(entry), subject=name)
    row = a_record(1, Action.CHANGED, entry, why=text, approver=name)
    for card in (
        line_card(line, [row], [], DAY, "en", lambda _: name),
        history_card(name, [row], "zh", lambda _: name),
        found_card(Found((line,), (text,), (name,)), text, "en"),
    ):
        assert breaches(message(card)) == []
