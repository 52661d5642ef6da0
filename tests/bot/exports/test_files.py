"""File names, descriptions, and what is needed to make a file."""

import subprocess
import sys
from dataclasses import replace
from datetime import date
from decimal import Decimal

import pytest

from bot.exports.files import exported, file_name
from bot.exports.options import Line, lines_of
from pricing.compare import compare
from pricing.costs import Comparison, Due
from pricing.units import Duration, TimeUnit
from tests import builders
from tests.bot.exports.conftest import Ask
from tests.builders import a_scenario

D = Decimal


def comparison(**scenario: object) -> Comparison:
    return compare(a_scenario(**scenario), builders.article_book())


def lasting(value: str, unit: TimeUnit) -> Duration:
    return Duration(value=D(value), unit=unit)


@pytest.mark.parametrize(
    ("scenario", "name"),
    [
        ({}, "quartermaster-1024-H100-6-weeks-2026-12-01.xlsx"),
        ({"duration": lasting("1", TimeUnit.MONTH)}, "quartermaster-1024-H100-1-month-2026-12-01.xlsx"),
        ({"duration": lasting("1.5", TimeUnit.YEAR)}, "quartermaster-1024-H100-1.5-years-2026-12-01.xlsx"),
        ({"duration": None}, "quartermaster-1024-H100-to-buy-2026-12-01.xlsx"),
    ],
)
def test_a_name_says_what_is_in_the_file(scenario: dict[str, object], name: str) -> None:
    assert file_name([comparison(**scenario)], "xlsx") == name


@pytest.mark.parametrize(
    "gpu", ["RTX 4090", "../../etc/passwd", "A100/80GB", "昇腾 910B", "x" * 400, "=cmd", "", "a\x00b"]
)
def test_a_name_is_safe_whatever_the_gpu_is_called(gpu: str) -> None:
    one = comparison()
    name = file_name([replace(one, scenario=one.scenario.model_copy(update={"gpu": gpu}))], "csv")
    assert set(name) <= set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-")
    assert name.startswith("quartermaster-1024")
    assert name.endswith("-2026-12-01.csv")
    assert ".." not in name
    assert len(name) < 130


def test_several_needs_in_one_name(ask: Ask) -> None:
    assert exported(ask("64 H100 or H200 for 3 months"), "en").name == (
        "quartermaster-64-H100-64-H200-3-months-2026-12-01.xlsx"
    )


def test_the_day_is_that_of_the_prices() -> None:
    assert "2027-02-03" in file_name([replace(comparison(), day=date(2027, 2, 3))], "csv")


@pytest.mark.parametrize("language", ["en", "zh", "xx"])
def test_a_file_is_described_in_words(language: str) -> None:
    file = exported((comparison(),), language, "csv")
    assert "1,024" in file.alt_text
    assert 0 < len(file.alt_text) <= 1000
    assert file.media_type.startswith("text/csv")
    assert exported((comparison(),) * 9, language).alt_text.endswith("…")
    assert len(exported((comparison(),) * 9, language).alt_text) == 1000


def test_comparisons_in_different_currencies_are_no_one_file() -> None:
    with pytest.raises(ValueError, match="one currency"):
        exported((comparison(), replace(comparison(), currency="USD")), "en")
    with pytest.raises(ValueError, match="one currency"):
        exported((), "en")


def test_a_line_of_both_kinds_of_cost_stands_once() -> None:
    quotes = {quote.offer.provider: quote for quote in comparison().quotes}
    [line, other] = lines_of(quotes["starverse"])
    assert (line.effective, line.billed, line.equal, line.due) == (True, True, False, Due.DURING_RUN)
    assert (other.effective, other.billed, other.equal) == (False, False, True)
    kinds = [(line.effective, line.billed) for line in lines_of(quotes["own"])]
    assert kinds == [(True, False)] * 3 + [(False, True)] * 3


def test_two_lines_that_are_the_same_stay_two() -> None:
    [quote] = [quote for quote in comparison().quotes if quote.offer.provider == "starverse"]
    doubled = replace(quote, effective=quote.effective * 2, billed=quote.billed * 2, equal_work=quote.equal_work)
    lines = lines_of(doubled)
    assert sum((line.outlay for line in lines), D(0)) == doubled.billed_cost
    assert len([line for line in lines if line.billed]) == 2


def test_running_cost_while_kept_is_no_outlay() -> None:
    [own] = [quote for quote in comparison().quotes if quote.own]
    kept = [line for line in lines_of(own) if line.kept]
    assert sum((line.kept for line in kept), D(0)) == D(38_000_000)
    assert all(isinstance(line, Line) and line.outlay == 0 for line in kept)


def test_the_spreadsheet_library_is_loaded_only_for_a_workbook() -> None:
    """It takes longer to load than an answer takes."""
    code = "import sys, bot.__main__, bot.terminal, bot.exports.files; sys.exit('openpyxl' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
