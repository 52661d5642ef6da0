"""The CSV file: readable by Excel, exact, safe, and complete."""

import csv
from decimal import Decimal
from io import StringIO

import pytest

from bot.exports.csv_file import COLUMNS
from bot.exports.files import exported
from bot.exports.options import close
from pricing.catalog import Mode, PriceKind
from pricing.compare import compare
from pricing.costs import Comparison
from tests import builders
from tests.bot.exports.conftest import Ask
from tests.bot.exports.payloads import FORMULAS, ODD
from tests.bot.exports.test_file import named
from tests.bot.exports.test_what_if import World, priced
from tests.builders import a_scenario

D = Decimal
NUMBER_COLUMNS = [
    "hours",
    "pricing_quantity",
    "list_unit_price",
    "contracted_unit_price",
    "exchange_rate",
    *(name for name in COLUMNS if name.endswith(("_cost", "cash_if_kept"))),
]
QUESTIONS = (
    "1024 H100 for 6 weeks",
    "8 H100 for 3 years in USD",
    "64 H100 or H200 for 3 months, in USD",
    "what would it cost to buy 512 H100?",
)


def rows(*comparisons: Comparison, language: str = "en") -> list[dict[str, str]]:
    text = exported(comparisons, language, "csv").content.decode("utf-8-sig")
    return list(csv.DictReader(StringIO(text, newline="")))


def number(text: str) -> Decimal:
    return D(text) if text else D(0)


def test_it_opens_in_excel() -> None:
    content = exported((priced(World()),), "zh", "csv").content
    assert content.startswith(b"\xef\xbb\xbfneed,gpu_asked,")
    lines = content.split(b"\r\n")
    assert lines[-1] == b""
    assert not any(b"\n" in line or b"\r" in line for line in lines)


@pytest.mark.parametrize("question", QUESTIONS)
def test_rows_add_up_to_the_totals_of_their_option(ask: Ask, question: str) -> None:
    comparisons = ask(question)
    found = rows(*comparisons)
    quotes = {(str(need + 1), quote.offer.id): quote for need, one in enumerate(comparisons) for quote in one.quotes}
    assert {(row["need"], row["offer_id"]) for row in found} == set(quotes)
    for key, quote in quotes.items():
        mine = [row for row in found if (row["need"], row["offer_id"]) == key]
        for column, total in (
            ("effective_cost", quote.effective_cost),
            ("billed_cost", quote.billed_cost),
            ("cash_if_kept", quote.cash_if_kept),
            ("equal_work_cost", quote.equal_work_cost),
        ):
            added = sum((number(row[column]) for row in mine), D(0))
            assert close(added, total or D(0)), (key, column)
            assert {row[f"option_{column}"] for row in mine} == {mine[0][f"option_{column}"]}
            assert number(mine[0][f"option_{column}"]) == (total or D(0))


@pytest.mark.parametrize("question", QUESTIONS)
def test_quantity_times_price_times_rate_is_the_amount(ask: Ask, question: str) -> None:
    for row in rows(*ask(question)):
        amounts = {number(row[name]) for name in ("effective_cost", "billed_cost", "cash_if_kept", "equal_work_cost")}
        worked = number(row["pricing_quantity"]) * number(row["contracted_unit_price"]) * number(row["exchange_rate"])
        assert any(close(worked, amount) for amount in amounts), row


def test_numbers_have_all_their_digits_and_no_exponent(ask: Ask) -> None:
    for row in rows(*ask("1024 H100 for 6 weeks")):
        for name in NUMBER_COLUMNS:
            text = row[name]
            assert not text or text.replace("-", "", 1).replace(".", "", 1).isdigit(), (name, text)
            assert not (text.endswith("0") and "." in text), (name, text)
        if row["offer_id"] == "starverse/a100-8/on-demand":
            assert row["option_effective_cost"].startswith("22623386.30136986301369863")


def test_negative_amounts_stay_numbers() -> None:
    found = rows(priced(World()))
    amounts = [number(row["effective_cost"]) for row in found if row["line_kind"] == "residual"]
    assert amounts
    assert all(amount < 0 for amount in amounts)


@pytest.mark.parametrize("text", [*FORMULAS, *ODD])
def test_no_cell_is_taken_for_a_formula(text: str) -> None:
    content = exported((named(text),), "en", "csv").content.decode("utf-8-sig")
    for row in csv.reader(StringIO(content, newline="")):
        for cell in row:
            if cell[:1] in "=+@\t\r\n＝＋－＠" or cell.lstrip()[:1] in "=+@":
                assert not cell, cell
            if cell[:1] == "-":
                assert D(cell) < 0
    [source] = {row["source"] for row in rows(named(text)) if row["offer_id"].endswith("#0")}
    shown = "".join("\ufffd" if char in "\x00\x07\x1b\ud800" else char for char in text)
    assert source == (f"'{shown}" if text in FORMULAS else shown)


def test_focus_words() -> None:
    book = builders.article_book()
    builders.add_offer(book, "2", id="spot", mode=Mode.SPOT)
    builders.add_offer(book, "2", id="term", mode=Mode.COMMITTED, term_months=D(12))
    builders.add_offer(book, "2", id="quoted", price_kind=PriceKind.QUOTE)
    found = {(row["offer_id"], row["line_kind"]): row for row in rows(compare(a_scenario(), book))}
    category = {offer: row["pricing_category"] for (offer, _), row in found.items()}
    assert category["spot"] == "Dynamic"
    assert category["term"] == "Committed"
    assert category["own/article-h100"] == "Other"
    assert category["starverse/a100-8/on-demand"] == "Standard"
    assert found["term", "unused"]["commitment_discount_status"] == "Unused"
    assert found["quoted", "compute"]["list_unit_price"] == ""
    assert found["quoted", "compute"]["contracted_unit_price"] == "2"


def test_a_discount_is_in_the_contracted_price_alone() -> None:
    row = next(row for row in rows(priced(World())) if row["offer_id"] == "hourly")
    assert row["list_unit_price"] == "3.9"
    assert row["contracted_unit_price"] == "3.51"


def test_the_article_line_by_line() -> None:
    found = [
        row for row in rows(compare(a_scenario(), builders.article_book())) if row["provider_id"] == "top-cloud-cn"
    ]
    compute = next(row for row in found if row["line_kind"] == "compute" and number(row["effective_cost"]))
    assert compute["formula_exact"] == "128 × 260000 × 1008 ÷ 730 ÷ 0.93"
    assert compute["pricing_unit"] == "Node-Months"
    assert compute["billed_cost"] == "0"
    cash = next(row for row in found if row["line_kind"] == "compute" and number(row["billed_cost"]))
    assert cash["billed_cost"] == "66560000"
    assert cash["due"] == "during-run"
    egress = next(row for row in found if row["line_kind"] == "egress")
    assert (egress["pricing_quantity"], egress["effective_cost"], egress["billed_cost"]) == ("11200", "8960", "8960")
    assert "claim" in egress["flags"]


def test_the_rate_stands_with_its_day_and_source(ask: Ask) -> None:
    row = next(row for row in rows(*ask("1024 H100 for 6 weeks")) if row["offer_id"].startswith("aws/"))
    assert row["exchange_rates"].startswith("USD/CNY ")
    assert row["exchange_rate"] == row["exchange_rates"].removeprefix("USD/CNY ")
    assert row["exchange_rate_date"]
    assert row["exchange_rate_source"]
    assert row["entered_by"]


def test_names_and_formulas_follow_the_language() -> None:
    english, chinese = (rows(priced(World()), language=language) for language in ("en", "zh"))
    assert english[0]["formula"] != chinese[0]["formula"]
    assert [row["effective_cost"] for row in english] == [row["effective_cost"] for row in chinese]
