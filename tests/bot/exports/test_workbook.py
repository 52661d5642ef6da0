"""The workbook works out to the figures that were priced, and follows what is changed in it."""

from decimal import Decimal

import pytest

from bot.exports.options import close
from tests.bot.exports.books import cells, evaluator, sheets
from tests.bot.exports.conftest import Ask

QUESTIONS = (
    "1024 H100 for 6 weeks",
    "1024 A100 for 6 weeks in USD",
    "8 H100 for 3 years",
    "100 H100 for 3 days in USD with 50 TB egress and 100 TB storage",
    "512 H100 for 5 months, 20% off list prices, in EUR",
    "what would it cost to buy 512 H100?",
    "64 H100 or H200 for 3 months, in USD",
    "when does buying 1024 H100 beat renting? at 80% utilisation",
    "64 B200 for 2 years in JPY",
    "128台8卡A100，6周，只看星宇智算，换成美元",
    "16 to 32 H100 for 2 weeks",
)


@pytest.mark.parametrize("question", QUESTIONS)
def test_every_formula_comes_to_what_was_priced(ask: Ask, question: str) -> None:
    made = sheets(ask(question))
    works = evaluator(made)
    formulas = 0
    for (sheet, place), cell in cells(made).items():
        if cell.formula:
            formulas += 1
            found = works.cell(sheet, place)
            if isinstance(cell.value, Decimal):
                assert isinstance(found, Decimal), (sheet, place, cell.formula, found)
                assert close(found, cell.value), (sheet, place, cell.formula, found, cell.value)
            else:
                assert found == cell.value, (sheet, place, cell.formula)
    assert formulas >= 18
