"""The command line as its user sees it: answers, options, and one clear line when something is wrong."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from bot.__main__ import main

Run = Callable[..., Result]
QUESTION = "1024 H100 for 6 weeks"


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("book") / "book.db"


@pytest.fixture
def run(book: Path) -> Run:
    def invoke(*arguments: str, text: str | None = None, **environment: str) -> Result:
        variables = {"QUARTERMASTER_DATABASE": str(book), "COLUMNS": "140", **environment}
        return CliRunner().invoke(main, [*arguments], input=text, env=variables)

    return invoke


def test_the_seed_question_is_answered(run: Run) -> None:
    result = run("ask", "--as-of", "2026-12-01", QUESTION)
    assert result.exit_code == 0
    for figure in ("22,623,386", "49,421,606", "371,720,000", "1,008 h", "1.381 months"):
        assert figure in result.output


def test_words_may_come_without_quotes(run: Run) -> None:
    assert run("ask", *QUESTION.split()).exit_code == 0


def test_math_shows_formulas_and_rows(run: Run) -> None:
    output = run("ask", "--math", QUESTION).output
    assert "128 nodes × 128,000 CNY/node-month × 1.381 months (1,008 h ÷ 730 h) = 22,623,386.30" in output
    assert "starverse-ai.com/guide/archives/2684" in output


def test_json_has_every_figure_as_text(run: Run) -> None:
    data = json.loads(run("ask", "--json", QUESTION).output)
    [comparison] = data["comparisons"]
    quotes = {quote["offer"]["id"]: quote for quote in comparison["quotes"]}
    assert quotes["own/article-h100"]["billed_cost"] == "371720000"
    assert all(isinstance(quote["effective_cost"], str) for quote in quotes.values())


@pytest.mark.parametrize("view", ["cash", "equal-work", "break-even"])
def test_views(run: Run, view: str) -> None:
    result = run("ask", "--view", view, QUESTION)
    assert result.exit_code == 0
    assert "StarVerse" in result.output


def test_all_rows(run: Run) -> None:
    few, every = run("ask", QUESTION).output, run("ask", "--all", QUESTION).output
    assert len(every.splitlines()) > len(few.splitlines()) + 50


def test_as_of_a_day_before_a_price_changed(run: Run) -> None:
    before = run("ask", "--currency", "USD", "--as-of", "2025-06-04", "8 H100 for 100 hours on demand at AWS").output
    after = run("ask", "--currency", "USD", "--as-of", "2025-06-05", "8 H100 for 100 hours on demand at AWS").output
    # 100 h at 98.32 and at 55.04 a node, each with its fees
    assert "9,83" in before
    assert "5,50" in after


def test_a_question_back_is_exit_code_1(run: Run) -> None:
    result = run("ask", "1024 H100")
    assert result.exit_code == 1
    assert "6 weeks" in result.output


def test_a_minus_is_text_and_a_misspelt_option_is_not(run: Run) -> None:
    assert "at least 1" in run("ask", "-8", "H100", "for", "6", "weeks").output
    wrong = run("ask", "--jsn", QUESTION)
    assert wrong.exit_code == 2
    assert "--jsn" in wrong.output


def test_without_a_rate_there_is_no_figure(run: Run) -> None:
    result = run("ask", "--currency", "XYZ", QUESTION)
    assert result.exit_code == 1
    assert "XYZ" in result.output


def test_chat_goes_on_from_the_last_question(run: Run) -> None:
    output = run("chat", text=f"{QUESTION}\nwhat about 12 weeks?\n").output
    assert "6 weeks (42 days" in output
    assert "12 weeks (84 days" in output


def test_read_shows_each_piece(run: Run) -> None:
    data = json.loads(run("read", "--json", "1024 H100 for 6 weeks please frobnicate").output)
    [reading] = data
    assert reading["request"]["gpus"] == ["H100"]
    assert "frobnicate" in reading["unknown"]
    assert "".join(span["text"] for span in reading["spans"]) == "1024 H100 for 6 weeks please frobnicate"


def test_read_takes_lines_as_a_thread(run: Run) -> None:
    data = json.loads(run("read", "--json", "-", text="64 H100 for 6 weeks\nin USD\n").output)
    assert [reading["request"].get("currency") for reading in data] == [None, "USD"]


@pytest.mark.parametrize(
    ("content", "words"),
    [(b"", "empty"), (b"not a database at all, but long enough to be read as one" * 20, "not")],
    ids=["empty", "foreign"],
)
def test_a_file_that_is_no_price_book_is_named_and_kept(run: Run, tmp_path: Path, content: bytes, words: str) -> None:
    path = tmp_path / "broken.db"
    path.write_bytes(content)
    result = run("ask", QUESTION, QUARTERMASTER_DATABASE=str(path))
    assert result.exit_code == 2
    assert str(path) in result.output
    assert words in result.output
    assert "Traceback" not in result.output
    assert path.read_bytes() == content


def test_settings_that_are_wrong_are_all_named(run: Run) -> None:
    result = run("ask", QUESTION, QUARTERMASTER_CURRENCY="money", QUARTERMASTER_TIMEZONE="Mars/Olympus")
    assert result.exit_code == 2
    assert "QUARTERMASTER_CURRENCY" in result.output
    assert "QUARTERMASTER_TIMEZONE" in result.output


def test_a_config_file_that_cannot_be_read_is_named(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "settings.yaml"
    path.write_text("currency: [")
    result = run("ask", QUESTION, QUARTERMASTER_CONFIG=str(path))
    assert result.exit_code == 2
    assert str(path) in result.output


def test_the_configuration_may_change_the_month(run: Run) -> None:
    output = run("ask", QUESTION, QUARTERMASTER_HOURS_PER_MONTH="672").output
    assert "24,576,000" in output  # 1.5 months of four weeks
    wrong = run("ask", QUESTION, QUARTERMASTER_HOURS_PER_MONTH="24")
    assert wrong.exit_code == 2
    assert "QUARTERMASTER_HOURS_PER_MONTH" in wrong.output


def test_notes_stay_in_every_view(run: Run) -> None:
    for option in ((), ("--all",), ("--view", "cash")):
        assert "frobnicate" in run("ask", *option, f"{QUESTION} frobnicate").output


def test_serve_without_tokens_says_which(run: Run) -> None:
    empty = dict.fromkeys(("SLACK_BOT_TOKEN", "SLACK_SIGNING_SECRET", "SLACK_APP_TOKEN"), "")
    result = run("serve", **empty)
    assert result.exit_code == 2
    assert "SLACK_BOT_TOKEN" in result.output
