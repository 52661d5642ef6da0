"""From a thread, a button or the terminal to a file."""

import json
from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from openpyxl import load_workbook

from bot.__main__ import main
from bot.desk import Desk
from bot.exports.on_disk import CannotWrite, Target
from bot.intents.export import button_file, wanted_format
from bot.intents.turn import Answer, Asking, ThreadState
from bot.replies.actions import MATH

Run = Callable[..., Result]
QUESTION = "1024 H100 for 6 weeks"
AS_OF = ("--as-of", "2026-12-01")


def said(desk: Desk, *texts: str) -> tuple[Answer, ThreadState]:
    """The answer to the last of the messages of a thread, and what the thread then remembers."""
    state: ThreadState | None = None
    for text in texts:
        answer = desk.ask(Asking(text, "U1", state=state))
        state = answer.state or state
    assert state is not None
    return answer, state


def test_a_thread_is_taken_away_as_it_was_last_answered(seeded: Desk) -> None:
    answer, state = said(seeded, QUESTION, "what about 12 weeks?", "export this as excel")
    assert answer.export == "xlsx"
    file = seeded.export(state, answer.export)
    assert file is not None
    assert file.name == "quartermaster-1024-H100-12-weeks-2026-12-01.xlsx"
    sheet = load_workbook(BytesIO(file.content), data_only=True)["Comparison"]
    [star] = [row for row in sheet.iter_rows(min_row=6) if str(row[1].value).startswith("StarVerse")]
    assert 45246772.6 in [round(cell.value, 2) for cell in star if isinstance(cell.value, float)]


def test_csv_where_it_is_named_and_in_the_language_of_the_thread(seeded: Desk) -> None:
    answer, state = said(seeded, "128台8卡A100，6周", "导出 csv")
    assert answer.export == "csv"
    file = seeded.export(state, answer.export)
    assert file is not None
    assert file.name.endswith(".csv")
    assert "星宇智算" in file.content.decode("utf-8-sig")


def test_nothing_is_exported_before_a_question(seeded: Desk) -> None:
    assert seeded.ask(Asking("export as csv", "U1")).export is None
    assert said(seeded, QUESTION)[0].export is None


def test_a_thread_without_figures_gives_no_file(seeded: Desk) -> None:
    _, state = said(seeded, "1024 H100")
    assert seeded.export(state, "xlsx") is None


@pytest.mark.parametrize(
    ("text", "format"),
    [("as CSV please", "csv"), ("export", "xlsx"), ("导出表格", "xlsx"), ("excel, not csv.", "csv"), ("", "xlsx")],
)
def test_the_format_a_message_asks_for(text: str, format: str) -> None:
    assert wanted_format(text) == format


def test_a_button_gives_the_file_of_its_answer(seeded: Desk) -> None:
    answer, _ = said(seeded, QUESTION)
    value = next(action.value for action in answer.card.actions if action.action_id == MATH)
    file = button_file(value, "en", seeded.book)
    assert file is not None
    assert file.name == "quartermaster-1024-H100-6-weeks-2026-12-01.xlsx"
    assert button_file("{}", "en", seeded.book) is None


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("book") / "book.db"


@pytest.fixture
def run(database: Path) -> Run:
    def invoke(*arguments: str) -> Result:
        variables = {"QUARTERMASTER_DATABASE": str(database), "COLUMNS": "140"}
        return CliRunner().invoke(main, ["ask", *AS_OF, *arguments], env=variables)

    return invoke


@pytest.mark.parametrize(("name", "begins"), [("out.xlsx", b"PK"), ("out.csv", b"\xef\xbb\xbf"), ("OUT.XLSX", b"PK")])
def test_ask_writes_a_file_beside_its_answer(run: Run, tmp_path: Path, name: str, begins: bytes) -> None:
    path = tmp_path / name
    result = run(QUESTION, "--export", str(path))
    assert result.exit_code == 0
    assert f"Written to {path}" in result.output
    assert "22,623,386" in result.output
    assert path.read_bytes().startswith(begins)
    assert [item.name for item in tmp_path.iterdir()] == [name]


def test_json_stays_json(run: Run, tmp_path: Path) -> None:
    result = run(QUESTION, "--json", "--export", str(tmp_path / "out.csv"))
    assert json.loads(result.stdout)["answered"] is True
    assert "Written to" in result.stderr


def test_a_file_that_is_there_is_kept_without_force(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "out.csv"
    path.write_text("mine")
    result = run(QUESTION, "--export", str(path))
    assert result.exit_code == 2
    assert "--force" in result.output
    assert path.read_text() == "mine"
    assert run(QUESTION, "--export", str(path), "--force").exit_code == 0
    assert path.read_bytes().startswith(b"\xef\xbb\xbf")


@pytest.mark.parametrize(
    ("name", "words"),
    [("out.pdf", ".csv or .xlsx"), ("out", ".csv or .xlsx"), ("none/out.csv", "no folder"), ("folder.csv", "a folder")],
)
def test_what_cannot_be_written_is_said_before_anything_is_priced(
    run: Run, tmp_path: Path, name: str, words: str
) -> None:
    (tmp_path / "folder.csv").mkdir()
    result = run(QUESTION, "--export", str(tmp_path / name))
    assert result.exit_code == 2
    assert words in result.output
    assert "22,623,386" not in result.output
    assert "Traceback" not in result.output


def test_a_question_back_writes_no_file(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "out.xlsx"
    result = run("1024 H100", "--export", str(path))
    assert result.exit_code == 1
    assert "was not written" in result.output
    assert not path.exists()


def test_a_write_that_fails_leaves_what_was_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    old, new = tmp_path / "old.csv", tmp_path / "new.csv"
    old.write_text("mine")

    def full(path: Path, content: bytes) -> int:
        path.touch()
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", full)
    for target in (Target(old, "csv", force=True), Target(new, "csv", force=False)):
        with pytest.raises(CannotWrite, match="No space left"):
            target.write(b"figures")
    assert old.read_text() == "mine"
    assert [item.name for item in tmp_path.iterdir()] == ["old.csv"]


def test_a_file_made_meanwhile_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "out.csv"
    target = Target(path, "csv", force=False)
    path.write_text("theirs")
    with pytest.raises(CannotWrite, match="is there already"):
        target.write(b"mine")
    assert path.read_text() == "theirs"
