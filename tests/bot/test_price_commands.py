"""Keeping the price book from the command line: looking, changing, taking back, two persons, who may what."""

import json
import re
import shutil
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from bot.__main__ import main
from bot.commands import clerk

Run = Callable[..., Result]
NOW = datetime(2026, 12, 1, 12, tzinfo=UTC)
OFFER = "aws/p5.48xlarge/on-demand/us-east-1"
WHY = ("--source", "aws.amazon.com/ec2/pricing", "--why", "new price list")


@pytest.fixture(scope="module")
def seeded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("seeded") / "book.db"
    CliRunner().invoke(main, ["prices", "pending"], env={"QUARTERMASTER_DATABASE": str(path)})
    return path


@pytest.fixture
def book(seeded: Path, tmp_path: Path) -> Path:
    return Path(shutil.copy(seeded, tmp_path / "book.db"))


@pytest.fixture
def run(book: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    def invoke(*arguments: str, user: str = "os:mei", answer: str | None = None, **environment: str) -> Result:
        """`answer`: what a person at a terminal says to a question; None: nobody is there."""
        monkeypatch.setattr(clerk, "clock", lambda settings: lambda: NOW)
        monkeypatch.setattr(clerk, "terminal_user", lambda: user)
        monkeypatch.setattr(clerk, "is_terminal", lambda: answer is not None)
        variables = {"QUARTERMASTER_DATABASE": str(book), "COLUMNS": "200", **environment}
        result = CliRunner().invoke(main, list(arguments), input=answer, env=variables)
        assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
        return result

    return invoke


TWO = {"QUARTERMASTER_TWO_PERSONS": "true", "QUARTERMASTER_APPROVERS": "os:lin,os:mei"}


def row_of(result: Result) -> str:
    """The row of the audit trail that an answer names."""
    found = re.search(r"(?:undo|approve) (\d+)", result.output)
    assert found, result.output
    return found[1]


class TestLooking:
    def test_words_narrow_it_down(self, run: Run) -> None:
        result = run("prices", "find", "h100", "aws")
        assert result.exit_code == 0
        assert OFFER in result.output
        assert "azure" not in result.output

    def test_chinese_words_are_answered_in_chinese(self, run: Run) -> None:
        assert "个价格" in run("prices", "find", "h100", "按需").output

    def test_a_word_that_says_nothing_is_named(self, run: Run) -> None:
        result = run("prices", "find", "h100", "awss")
        assert "“awss” says nothing here. Close: aws" in result.output

    def test_nothing_found_is_exit_code_1(self, run: Run) -> None:
        result = run("prices", "find", "zzz")
        assert result.exit_code == 1
        assert "zzz" in result.output

    def test_json_has_every_line_as_text(self, run: Run) -> None:
        data = json.loads(run("prices", "find", "h100", "aws", "--json").output)
        [line] = [line for line in data["lines"] if line["id"] == OFFER]
        assert line["entry"]["unit"] == "Node-Hours"
        assert isinstance(line["entry"]["value"], str)

    def test_the_book_of_an_earlier_day(self, run: Run) -> None:
        before = json.loads(run("prices", "find", OFFER, "--as-of", "2025-06-04", "--json").output)
        after = json.loads(run("prices", "find", OFFER, "--as-of", "2025-06-05", "--json").output)
        values = [data["lines"][0]["entry"]["value"] for data in (before, after)]
        assert values == ["98.32", "55.04"]

    def test_one_price_is_shown_with_everything(self, run: Run) -> None:
        result = run("prices", "show", OFFER)
        for wanted in ("8 GPUs a node", "In force since", "Source:", "Nothing is to come"):
            assert wanted in result.output

    def test_an_id_that_is_nearly_right_is_offered(self, run: Run) -> None:
        result = run("prices", "show", "aws/p5.48xlarge/on-demand/us-east-9")
        assert result.exit_code == 1
        assert OFFER in result.output

    def test_what_is_stale_coming_and_waiting(self, run: Run) -> None:
        assert "older than they may be" in run("prices", "stale").output
        assert "No change is to come" in run("prices", "coming").output
        assert "Nothing waits" in run("prices", "pending").output


class TestChanging:
    def test_a_price_goes_through_change_schedule_and_undo(self, run: Run) -> None:
        saved = run("prices", "set", OFFER, "50", *WHY)
        assert saved.exit_code == 0
        assert "55.04 USD/node-hour → 50 USD/node-hour (-9.2%)" in saved.output
        run("prices", "set", OFFER, "48", "--from", "2999-01-01", *WHY)
        assert "48 USD/node-hour" in run("prices", "coming").output
        shown = run("prices", "show", OFFER).output
        assert "From 2999-01-01: 48 USD/node-hour" in shown
        assert "Entered: os:mei" in shown
        undone = run("prices", "undo", row_of(saved), "--why", "a slip")
        assert undone.exit_code == 0
        assert "55.04 USD/node-hour" in run("prices", "show", OFFER).output
        assert "taken back later" in run("prices", "history", OFFER).output
        assert run("audit", "verify").exit_code == 0

    def test_a_price_that_holds_until_a_day_is_taken_back_whole(self, run: Run) -> None:
        saved = run("prices", "set", OFFER, "50", "--to", "2999-01-01", *WHY, "--yes")
        assert "ends on 2999-01-01" in saved.output
        run("prices", "undo", row_of(saved), "--why", "a slip")
        shown = run("prices", "show", OFFER).output
        assert "55.04" in shown
        assert "Nothing is to come" in shown

    def test_what_is_doubtful_is_not_saved_unasked(self, run: Run) -> None:
        result = run("prices", "set", OFFER, "5", *WHY)
        assert result.exit_code == 1
        assert "55.04 to 5" in result.output
        assert "--yes" in result.output
        assert "55.04" in run("prices", "show", OFFER).output

    @pytest.mark.parametrize(("answer", "price", "code"), [("y\n", "5 USD", 0), ("n\n", "55.04 USD", 1)])
    def test_a_person_at_a_terminal_is_asked(self, run: Run, answer: str, price: str, code: int) -> None:
        assert run("prices", "set", OFFER, "5", *WHY, answer=answer).exit_code == code
        assert price in run("prices", "show", OFFER).output

    def test_yes_saves_what_is_doubtful_and_still_says_so(self, run: Run) -> None:
        result = run("prices", "set", OFFER, "5", *WHY, "--yes")
        assert result.exit_code == 0
        assert "What is doubtful" in result.output

    def test_a_correction_begins_where_the_wrong_price_began(self, run: Run) -> None:
        result = run("prices", "correct", OFFER, "54.40", "--why", "digits swapped")
        assert "from 2026-11-09" in result.output
        assert "54.40 USD/node-hour" in run("prices", "show", OFFER).output

    def test_a_price_that_is_withdrawn_is_not_zero(self, run: Run) -> None:
        assert run("prices", "withdraw", OFFER, "--why", "sold out for good").exit_code == 0
        again = run("prices", "withdraw", OFFER, "--why", "once more")
        assert again.exit_code == 2
        assert "Nothing is in force" in again.output

    @pytest.mark.parametrize(
        ("arguments", "words"),
        [
            (("-5", *WHY), "“-5” is negative"),
            (("12,34,5", *WHY), "“12,34,5” is no number"),
            (("50", "--from", "01/02/2026", *WHY), "can be read in two ways"),
            (("50", "--unit", "parsec", *WHY), "“parsec” is no unit here"),
            (("50", "--observed", "2999-01-01", *WHY), "lies in the future"),
            (("0", *WHY), "must be marked as free"),
            (("50",), "Source: It is missing"),
            (("50", "--from", "2999-02-01", "--to", "2999-01-01", *WHY), "before it begins"),
        ],
    )
    def test_a_field_that_is_wrong_is_named_and_nothing_changes(
        self, run: Run, arguments: tuple[str, ...], words: str
    ) -> None:
        result = run("prices", "set", OFFER, *arguments, "--yes")
        assert result.exit_code == 2
        assert words in result.output
        assert "55.04" in run("prices", "show", OFFER).output

    def test_a_new_offer_gets_an_id_from_its_terms(self, run: Run) -> None:
        terms = ("--provider", "AWS", "--gpu", "h100", "--name", "p9.test", "--gpus-per-node", "8", "--region", "eu-9")
        result = run("prices", "add", "6.9", "--unit", "GPU-Hours", "--currency", "USD", *terms, *WHY, "--yes")
        assert result.exit_code == 0, result.output
        found = re.search(r"aws/p9\.test/on-demand/eu-9\S*?(?=:)", result.output)
        assert found
        assert "6.90 USD/GPU-hour" in run("prices", "show", found[0]).output
        twice = run("prices", "add", "7", "--unit", "GPU-Hours", "--currency", "USD", *terms, *WHY, "--yes")
        assert twice.exit_code == 2
        assert "already" in twice.output

    def test_an_offer_of_nobody_known_is_refused_with_near_names(self, run: Run) -> None:
        result = run("prices", "add", "1", "--provider", "awz", "--gpu", "H1000", "--mode", "committed", *WHY)
        assert result.exit_code == 2
        for words in ("“awz”", "Close: aws", "“H1000”", "Commitment in months: It is missing"):
            assert words in result.output

    def test_a_rate_and_an_assumption(self, run: Run) -> None:
        assert "6.9858 CNY → 7 CNY" in run("prices", "rate", "usd/cny", "7.0", *WHY).output
        assert "0.7 → 0.65" in run("prices", "assume", "utilisation", "0.65", *WHY).output
        beyond = run("prices", "assume", "utilisation", "65", *WHY)
        assert beyond.exit_code == 2
        assert "from 0.01 to 1" in beyond.output
        assert run("prices", "rate", "dollars", "7", *WHY).exit_code == 1

    def test_an_alias_is_understood_at_once_and_can_be_taken_back(self, run: Run) -> None:
        saved = run("prices", "alias", "add", "gpu", "H100", "hoppo", "--why", "people say so")
        assert saved.exit_code == 0
        assert OFFER in run("prices", "find", "hoppo", "aws").output
        taken = run("prices", "alias", "add", "gpu", "H200", "hoppo")
        assert taken.exit_code == 1
        assert "already means H100" in taken.output
        assert run("prices", "undo", row_of(saved), "--why", "nobody does").exit_code == 0
        assert run("prices", "find", "hoppo").exit_code == 1

    @pytest.mark.parametrize("row", ["1", "999999"])
    def test_what_cannot_be_taken_back_is_said(self, run: Run, row: str) -> None:
        result = run("prices", "undo", row, "--why", "x")
        assert result.exit_code == 1
        assert "nothing that can be taken back" in result.output

    def test_an_act_is_taken_back_once(self, run: Run) -> None:
        row = row_of(run("prices", "set", OFFER, "50", *WHY))
        assert run("prices", "undo", row, "--why", "x").exit_code == 0
        assert "already" in run("prices", "undo", row, "--why", "x").output

    def test_an_undoing_says_why(self, run: Run) -> None:
        row = row_of(run("prices", "set", OFFER, "50", *WHY))
        assert run("prices", "undo", row).exit_code == 2


class TestTwoPersons:
    def test_a_large_change_waits_for_another_person(self, run: Run) -> None:
        proposed = run("prices", "set", OFFER, "20", *WHY, "--yes", **TWO)
        assert "Not in force yet" in proposed.output
        assert "os:lin" in proposed.output
        row = row_of(proposed)
        assert "55.04" in run("prices", "show", OFFER).output
        assert row in run("prices", "pending", **TWO).output
        assert "55.04 USD/node-hour → 20 USD/node-hour" in run("prices", "pending", row, **TWO).output
        own = run("prices", "approve", row, **TWO)
        assert own.exit_code == 1
        assert "your own" in own.output
        approved = run("prices", "approve", row, user="os:lin", **TWO)
        assert approved.exit_code == 0, approved.output
        shown = run("prices", "show", OFFER).output
        assert "20 USD/node-hour" in shown
        assert "Approved by: os:lin" in shown
        assert run("prices", "undo", row_of(approved), "--why", "x", "--language", "zh").exit_code == 0
        assert run("audit", "verify").exit_code == 0

    def test_a_small_change_does_not_wait(self, run: Run) -> None:
        assert "Saved" in run("prices", "set", OFFER, "50", *WHY, **TWO).output

    def test_a_change_that_was_rejected_cannot_be_approved(self, run: Run) -> None:
        row = row_of(run("prices", "set", OFFER, "20", *WHY, "--yes", **TWO))
        assert run("prices", "reject", row, "--why", "no", user="os:lin", **TWO).exit_code == 0
        late = run("prices", "approve", row, user="os:lin", **TWO)
        assert late.exit_code == 1
        assert "rejected already by os:lin" in late.output

    def test_its_author_may_take_it_back_but_nobody_unlisted(self, run: Run) -> None:
        row = row_of(run("prices", "set", OFFER, "20", *WHY, "--yes", user="os:ann", **TWO))
        assert run("prices", "reject", row, user="os:bob", **TWO).exit_code == 1
        assert run("prices", "reject", row, user="os:ann", **TWO).exit_code == 0

    def test_an_approver_is_told_when_the_price_moved_meanwhile(self, run: Run) -> None:
        row = row_of(run("prices", "set", OFFER, "20", *WHY, "--yes", **TWO))
        run("prices", "set", OFFER, "50", *WHY, user="os:ann", **TWO)
        result = run("prices", "approve", row, user="os:lin", **TWO)
        assert result.exit_code == 1
        assert "changed meanwhile by os:ann: it is 50 USD/node-hour" in result.output


class TestRights:
    @pytest.mark.parametrize(
        "command",
        [
            ("set", OFFER, "50", *WHY),
            ("withdraw", OFFER, "--why", "x"),
            ("undo", "1", "--why", "x"),
            ("rate", "USD/CNY", "7", *WHY),
            ("alias", "add", "gpu", "H100", "x1"),
        ],
    )
    def test_only_editors_change_prices_where_some_are_named(self, run: Run, command: tuple[str, ...]) -> None:
        result = run("prices", *command, QUARTERMASTER_EDITORS="os:ann")
        assert result.exit_code == 1
        assert "os:mei may not change prices" in result.output
        assert "Those who may: os:ann" in result.output

    def test_only_viewers_look(self, run: Run) -> None:
        result = run("prices", "find", "h100", QUARTERMASTER_VIEWERS="os:ann")
        assert result.exit_code == 1
        assert "QUARTERMASTER_VIEWERS" in result.output

    def test_a_contract_price_is_not_there_for_others(self, run: Run) -> None:
        terms = ("--provider", "aws", "--gpu", "h100", "--name", "deal", "--price-kind", "contract")
        added = run("prices", "add", "1.23", "--unit", "GPU-Hours", "--currency", "USD", *terms, *WHY, "--yes")
        assert added.exit_code == 0, added.output
        id = re.search(r"aws/deal\S*?(?=:)", added.output)
        assert id
        only = {"QUARTERMASTER_CONTRACT_VIEWERS": "os:mei"}
        assert "1.23" in run("prices", "show", id[0], **only).output
        hidden = [
            run("prices", "show", id[0], user="os:bob", **only),
            run("prices", "history", id[0], user="os:bob", **only),
            run("prices", "find", "aws", "h100", "--all", user="os:bob", **only),
            run("prices", "set", id[0], "9", *WHY, "--yes", user="os:bob", **only),
            run("prices", "undo", row_of(added), "--why", "x", user="os:bob", **only),
            run("audit", "log", user="os:bob", **only),
        ]
        assert not [result.output for result in hidden if "1.23" in result.output]
        assert [result.exit_code for result in hidden] == [1, 1, 0, 1, 1, 0]
        assert run("audit", "export", "x.csv", user="os:bob", **only).exit_code == 1

    def test_what_waits_about_a_contract_price_is_not_in_the_log_of_others(self, run: Run) -> None:
        terms = ("--provider", "aws", "--gpu", "h100", "--name", "deal", "--price-kind", "contract")
        price = ("1.23", "--unit", "GPU-Hours", "--currency", "USD", "--source", "the contract")
        rights = {**TWO, "QUARTERMASTER_CONTRACT_VIEWERS": "os:mei,os:lin"}
        waiting = run("prices", "add", *price, *terms, "--why", "1.23 as agreed", "--yes", **rights)
        row = row_of(waiting)

        def seen_by(user: str) -> bool:
            log = run("audit", "log", user=user, **rights)
            assert log.exit_code == 0
            return "1.23 as agreed" in log.output

        assert (seen_by("os:mei"), seen_by("os:bob")) == (True, False)
        assert (
            run("prices", "reject", row, "--why", "1.23 as agreed is too dear", user="os:lin", **rights).exit_code == 0
        )
        assert (seen_by("os:mei"), seen_by("os:bob")) == (True, False)

    def test_what_waits_of_a_file_with_contract_prices_is_decided_by_those_who_may_see_them(
        self, run: Run, tmp_path: Path
    ) -> None:
        path = tmp_path / "deals.csv"
        path.write_text(
            "provider,name,gpu,mode,price_kind,gpus_per_node,region,price,currency,unit,observed_on,source\n"
            "aws,deal,H100,on-demand,contract,8,eu-1,9.87,USD,Node-Hours,2026-11-30,the contract\n",
            encoding="utf-8",
        )
        only = {**TWO, "QUARTERMASTER_CONTRACT_VIEWERS": "os:mei"}
        row = row_of(run("import", str(path), "--yes", **only))
        for decide in (("approve", row), ("reject", row, "--why", "no")):
            refused = run("prices", *decide, user="os:lin", **only)
            assert refused.exit_code == 1
            assert "9.87" not in refused.output
        both = {**TWO, "QUARTERMASTER_CONTRACT_VIEWERS": "os:mei,os:lin"}
        approved = run("prices", "approve", row, user="os:lin", **both)
        assert approved.exit_code == 0, approved.output


def test_settings_that_are_wrong_are_named(run: Run) -> None:
    result = run("prices", "pending", QUARTERMASTER_EDITORS="everybody")
    assert result.exit_code == 2
    assert "QUARTERMASTER_EDITORS" in result.output


def test_a_file_that_is_no_price_book_is_named(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "broken.db"
    path.write_bytes(b"no book" * 100)
    result = run("prices", "set", OFFER, "1", *WHY, QUARTERMASTER_DATABASE=str(path))
    assert result.exit_code == 2
    assert str(path) in result.output


def test_help_names_the_commands(run: Run) -> None:
    listed = run("--help").output
    for command in ("ask", "prices", "import", "audit"):
        assert f"\n  {command} " in listed
    assert run("price").exit_code == 2
