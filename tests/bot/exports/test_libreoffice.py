"""LibreOffice works the workbook out to the same totals. Without LibreOffice these tests are skipped."""

import csv
import shutil
import subprocess
from collections.abc import Mapping
from decimal import Decimal
from io import BytesIO
from pathlib import Path

import pytest
from openpyxl import load_workbook

from bot.exports.files import exported
from bot.exports.grid import Sheet
from pricing.costs import Comparison
from tests.bot.exports.books import cells, sheets
from tests.bot.exports.conftest import Ask
from tests.bot.exports.test_what_if import CHANGES, FIGURES, World, place, priced

D = Decimal
OFFICE = shutil.which("soffice")
EVERY_SHEET_RAW = "csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,false,false,false,false,-1"
"""Comma, quotation mark, UTF-8, from row 1, values as they are and not as shown, every sheet to a file."""

pytestmark = pytest.mark.skipif(OFFICE is None, reason="needs LibreOffice (soffice): apt-get install libreoffice-calc")


@pytest.fixture(scope="module")
def profile(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("office")


def worked_out(content: bytes, folder: Path, profile: Path, changes: Mapping[tuple[str, str], float]) -> list[Path]:
    """The sheets as LibreOffice works them out, after the results we wrote beside the formulas are thrown away."""
    book = load_workbook(BytesIO(content))
    for (sheet, cell), value in changes.items():
        book[sheet][cell] = value
    titles = book.sheetnames
    book.save(folder / "book.xlsx")
    command = [OFFICE or "", f"-env:UserInstallation={profile.as_uri()}", "--headless", "--convert-to", EVERY_SHEET_RAW]
    subprocess.run([*command, "--outdir", folder, folder / "book.xlsx"], check=True, capture_output=True, timeout=120)
    return [folder / f"book-{title}.csv" for title in titles]


def values(path: Path) -> list[list[str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.reader(file))


@pytest.mark.parametrize(
    ("question", "language"),
    [("1024 H100 for 6 weeks", "en"), ("128台8卡A100，6周", "zh"), ("64 H100 or H200 for 3 months, in USD", "en")],
)
def test_every_formula_to_the_cent(ask: Ask, question: str, language: str, tmp_path: Path, profile: Path) -> None:
    comparisons = ask(question)
    files = worked_out(exported(comparisons, language).content, tmp_path, profile, {})
    formulas = 0
    for sheet, path in zip(sheets(comparisons, language), files, strict=True):
        found = values(path)
        for row, line in enumerate(sheet.rows):
            for column, cell in enumerate(line):
                if cell is None or not cell.formula:
                    continue
                formulas += 1
                text = found[row][column]
                if isinstance(cell.value, Decimal):
                    worked = D(text.removesuffix("%")) / (100 if text.endswith("%") else 1)
                    assert abs(worked - cell.value) < D("0.005"), (sheet.title, row + 1, column, text, cell.value)
                else:
                    assert text == cell.value
    assert formulas > 1000


@pytest.mark.parametrize("name", ["gpu_hour", "usd", "utilisation"])
def test_a_change_moves_the_totals(name: str, tmp_path: Path, profile: Path) -> None:
    value, title, begins = CHANGES[name]
    before, after = priced(World()), priced(World(**{name: value}))
    made = sheets([before])
    changes = {place(made, title, begins): float(value)}
    found = values(worked_out(exported([before], "en").content, tmp_path, profile, changes)[0])
    for quote in after.quotes:
        row = next(line for line in found if line[1].startswith(quote.provider.names["en"]))
        for heading in ("Effective cost (CNY)", "Cash outlay (CNY)", "Cost for equal work (CNY)"):
            wanted = FIGURES[heading](quote)
            assert wanted is not None
            assert abs(D(row[_column(made[0], heading)]) - wanted) < D("0.005")
    assert any("was changed" in line[0] for line in found)


def _column(sheet: Sheet, heading: str) -> int:
    return next(i for row in sheet.rows for i, cell in enumerate(row) if cell and cell.value == heading)


def test_strings_are_shown_as_they_are(tmp_path: Path, profile: Path) -> None:
    from tests.bot.exports.payloads import FORMULAS
    from tests.bot.exports.test_file import named

    comparison: Comparison = named(*FORMULAS)
    shown = {
        cell
        for line in values(worked_out(exported([comparison], "en").content, tmp_path, profile, {})[2])
        for cell in line
    }
    for text in FORMULAS:
        assert text.strip("\r\n\t") in {cell.strip("\r\n\t") for cell in shown}, text
    assert len(cells(sheets([comparison]))) > 100
