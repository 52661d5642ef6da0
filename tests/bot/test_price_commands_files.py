"""Price lists from and to files, and the audit trail, from the command line."""

import csv
import io
import re
from pathlib import Path

import pytest

from pricing.imports import source
from tests.bot.test_price_commands import OFFER, TWO, WHY, Run, book, row_of, run, seeded

__all__ = ["book", "run", "seeded"]
TABLE = """provider,name,gpu,mode,gpus_per_node,region,price,currency,unit,observed_on,source
aws,p7.test,H100,on-demand,8,eu-1,44.00,USD,Node-Hours,2026-11-30,aws.example
aws,p7.test,H200,on-demand,8,eu-1,52.00,USD,Node-Hours,2026-11-30,aws.example
aws,p7.test,H1000,on-demand,8,eu-1,"12,34,5",USD,Node-Hours,2026-11-30,aws.example
"""


@pytest.fixture
def table(tmp_path: Path) -> Path:
    path = tmp_path / "prices.csv"
    path.write_text(TABLE, encoding="utf-8")
    return path


class TestImport:
    def test_a_preview_comes_first_and_changes_nothing(self, run: Run, table: Path) -> None:
        result = run("import", str(table), "--dry-run")
        assert result.exit_code == 0
        assert "2 new" in result.output
        assert "line 4" in result.output
        assert run("prices", "find", "p7.test").exit_code == 1

    def test_nothing_is_written_unasked(self, run: Run, table: Path) -> None:
        result = run("import", str(table))
        assert result.exit_code == 1
        assert "--yes" in result.output
        assert run("import", str(table), answer="n\n").exit_code == 1
        assert run("prices", "find", "p7.test").exit_code == 1

    def test_a_person_confirms_and_the_whole_import_can_be_taken_back(self, run: Run, table: Path) -> None:
        done = run("import", str(table), "--why", "new list", answer="y\n")
        assert done.exit_code == 0, done.output
        assert "44 USD/node-hour" in run("prices", "find", "p7.test").output
        assert run("prices", "undo", row_of(done), "--why", "wrong file").exit_code == 0
        assert "44 USD" not in run("prices", "find", "p7.test").output
        assert run("audit", "verify").exit_code == 0

    def test_the_same_file_twice_changes_nothing(self, run: Run, table: Path) -> None:
        assert run("import", str(table), "--yes").exit_code == 0
        again = run("import", str(table), "--yes")
        assert again.exit_code == 0
        assert "It changes nothing: 2 unchanged" in again.output

    def test_large_changes_of_a_file_wait_for_a_second_person(self, run: Run, table: Path) -> None:
        run("import", str(table), "--yes")
        table.write_text(TABLE.replace("44.00", "20.00").replace("2026-11-30", "2026-12-01"), encoding="utf-8")
        waiting = run("import", str(table), "--yes", **TWO)
        assert "waits for a second person" in waiting.output
        assert "44 USD" in run("prices", "find", "p7.test").output
        assert "import of prices.csv" in run("prices", "pending", **TWO).output
        row = row_of(waiting)
        assert run("prices", "approve", row, **TWO).exit_code == 1
        approved = run("prices", "approve", row, user="os:lin", **TWO)
        assert approved.exit_code == 0, approved.output
        assert "20 USD" in run("prices", "find", "p7.test").output
        assert run("prices", "undo", row_of(approved), "--why", "wrong file").exit_code == 0
        assert "44 USD" in run("prices", "find", "p7.test").output

    @pytest.mark.parametrize(
        ("content", "words"),
        [
            (b"", "no rows"),
            (b"\x00\x01\x02\x03" * 50, "zero bytes"),
            (b"# just a note\nnothing here\n", "no format that is known"),
            (b"PK\x03\x04 not a workbook", "ZIP"),
            (b'[{"gpu_model": 1, "provider_id": 2, "price_usd_hour": ', "JSON"),
        ],
    )
    def test_a_file_that_cannot_be_read_is_refused_in_words(
        self, run: Run, tmp_path: Path, content: bytes, words: str
    ) -> None:
        path = tmp_path / "bad"
        path.write_bytes(content)
        result = run("import", str(path), "--yes")
        assert result.exit_code == 1
        assert words in result.output
        assert "Traceback" not in result.output

    def test_a_file_that_is_too_large_is_not_even_read(
        self, run: Run, table: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("bot.commands.files.MAX_BYTES", 100)
        assert source.MAX_BYTES > 100
        result = run("import", str(table), "--yes")
        assert result.exit_code == 1
        assert "at most 100 are read" in result.output

    def test_a_path_that_is_not_there_is_bad_use(self, run: Run, tmp_path: Path) -> None:
        assert run("import", str(tmp_path / "none.csv")).exit_code == 2
        assert run("import", str(tmp_path)).exit_code == 2

    @pytest.mark.parametrize(("option", "value"), [("--observed", "01/02/2026"), ("--currency", "dollars")])
    def test_what_is_said_about_a_file_is_checked(self, run: Run, table: Path, option: str, value: str) -> None:
        result = run("import", str(table), option, value, "--yes")
        assert result.exit_code == 2
        assert value in result.output

    def test_only_editors_import(self, run: Run, table: Path) -> None:
        assert run("import", str(table), "--yes", QUARTERMASTER_EDITORS="os:ann").exit_code == 1

    def test_chinese(self, run: Run, table: Path) -> None:
        assert "新增2项" in run("import", str(table), "--dry-run", "--language", "zh").output


class TestExport:
    @pytest.mark.parametrize("ending", ["csv", "xlsx"])
    def test_the_whole_book_comes_back_without_any_difference(self, run: Run, tmp_path: Path, ending: str) -> None:
        path = tmp_path / f"all.{ending}"
        assert run("prices", "export", str(path)).exit_code == 0
        result = run("import", str(path), "--dry-run")
        assert "It changes nothing" in result.output
        assert "not read" not in result.output

    def test_words_choose_what_is_exported(self, run: Run, tmp_path: Path) -> None:
        path = tmp_path / "some.csv"
        run("prices", "export", str(path), "h100", "aws")
        text = path.read_text(encoding="utf-8-sig")
        assert OFFER in text
        assert "azure" not in text

    def test_a_file_that_is_there_is_kept(self, run: Run, tmp_path: Path) -> None:
        path = tmp_path / "all.csv"
        path.write_text("mine")
        assert run("prices", "export", str(path)).exit_code == 2
        assert path.read_text() == "mine"
        assert run("prices", "export", str(path), "h100", "--force").exit_code == 0

    @pytest.mark.parametrize("ending", ["csv", "xlsx"])
    def test_the_template_imports_as_nothing(self, run: Run, tmp_path: Path, ending: str) -> None:
        path = tmp_path / f"template.{ending}"
        assert run("prices", "template", str(path)).exit_code == 0
        assert "It changes nothing" in run("import", str(path), "--dry-run").output

    def test_another_ending_is_bad_use(self, run: Run, tmp_path: Path) -> None:
        assert run("prices", "template", str(tmp_path / "x.pdf")).exit_code == 2


class TestAudit:
    def test_a_trail_that_holds(self, run: Run) -> None:
        result = run("audit", "verify")
        assert result.exit_code == 0
        assert "The audit trail holds" in result.output

    def test_a_hash_that_was_written_down_is_found_again(self, run: Run) -> None:
        found = re.search(r"[0-9a-f]{64}", run("audit", "verify").output)
        assert found
        assert run("audit", "verify", "--expect", found[0]).exit_code == 0
        run("prices", "set", OFFER, "50", *WHY)
        later = run("audit", "verify", "--expect", found[0])
        assert later.exit_code == 0
        assert "1 row has come since" in later.output

    def test_another_hash_is_not(self, run: Run) -> None:
        assert run("audit", "verify", "--expect", "a" * 64).exit_code == 1
        assert run("audit", "verify", "--expect", "short").exit_code == 2

    def test_a_row_that_was_changed_behind_our_back_is_named(self, run: Run, book: Path) -> None:
        from sqlite_utils.utils import sqlite3

        row = row_of(run("prices", "set", OFFER, "50", *WHY))
        with sqlite3.connect(book) as connection:
            for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
                connection.execute(f"DROP TRIGGER {name}")
            connection.execute("UPDATE audit SET why = 'another' WHERE id = ?", (row,))
        connection.close()
        result = run("audit", "verify")
        assert result.exit_code == 1
        assert f"broken at row {row}" in result.output

    def test_the_log_shows_who_did_what(self, run: Run) -> None:
        run("prices", "set", OFFER, "50", *WHY)
        shown = run("audit", "log").output
        assert "os:mei" in shown
        assert "new price list" in shown

    def test_the_export_has_one_row_an_act_and_no_formulas(self, run: Run, tmp_path: Path) -> None:
        path = tmp_path / "trail.csv"
        saved = run("prices", "set", OFFER, "50", "--source", "=1+1", "--why", "@cmd")
        assert run("audit", "export", str(path)).exit_code == 0
        rows = list(csv.DictReader(io.StringIO(path.read_text(encoding="utf-8-sig"))))
        last = rows[-1]
        assert last["row"] == row_of(saved) == str(len(rows))
        assert (last["actor"], last["action"], last["entry_value"]) == ("os:mei", "changed", "50")
        assert (last["replaced_value"], last["why"], last["entry_source"]) == ("55.04", "'@cmd", "'=1+1")
        assert re.fullmatch("[0-9a-f]{64}", last["hash"])

    def test_the_export_is_a_csv_file(self, run: Run, tmp_path: Path) -> None:
        assert run("audit", "export", str(tmp_path / "trail.xlsx")).exit_code == 2
