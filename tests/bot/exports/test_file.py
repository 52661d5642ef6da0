"""The workbook as a file: safe strings, live formulas with results beside them, formats, no clock."""

import re
from dataclasses import replace
from decimal import Decimal
from io import BytesIO
from zipfile import ZipFile

import pytest
from openpyxl import load_workbook
from openpyxl.workbook import Workbook

from bot.exports.files import exported
from bot.exports.safe import printable
from pricing.book_files.safe_text import is_like_formula
from pricing.catalog import Claim, ProviderKind
from pricing.compare import compare
from pricing.costs import Comparison
from tests import builders
from tests.bot.exports.books import cells, sheets, written
from tests.bot.exports.conftest import Ask
from tests.bot.exports.payloads import FORMULAS, ODD
from tests.builders import a_scenario

D = Decimal
SHEETS = {
    "en": ["Comparison", "Lines", "Sources", "Assumptions", "Break-even", "Notes"],
    "zh": ["方案对比", "费用明细", "价格来源", "假设", "盈亏平衡", "说明"],
}


def opened(comparisons: tuple[Comparison, ...], language: str = "en", **about: object) -> Workbook:
    return load_workbook(BytesIO(exported(comparisons, language, "xlsx").content), **about)  # type: ignore[arg-type]


def named(*names: str) -> Comparison:
    """A comparison of offers whose provider, name, region, source and note are each a text."""
    book = builders.article_book()
    for i, name in enumerate(names):
        seller = f"seller-{i}"
        book.providers[seller] = builders.Provider(id=seller, names={"en": name}, kind=ProviderKind.SPECIALISED)
        offer = builders.add_offer(book, "2.5", id=f"{name}#{i}", provider=seller, name=name, region=name, plan=name)
        entry = book.priced[-1].price
        assert entry is not None
        about = {"source": name, "note": name, "entered_by": name, "subject": offer.id}
        book.priced[-1] = book.priced[-1]._replace(price=entry.model_copy(update=about))
    return compare(a_scenario(), book)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_written_file_works_out_to_the_cent(ask: Ask, language: str) -> None:
    comparisons = ask("1024 H100 for 6 weeks")
    works = written(exported(comparisons, language).content)
    table = sheets(comparisons, language)[0]
    for (sheet, place), cell in cells([table]).items():
        if cell.formula and isinstance(cell.value, Decimal):
            found = works.cell(sheet, place)
            assert isinstance(found, Decimal)
            assert abs(found - cell.value) < D("0.005"), (place, found, cell.value)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_sheets_are_named_and_frozen_in_both_languages(ask: Ask, language: str) -> None:
    book = opened(ask("1024 H100 for 6 weeks"), language)
    assert book.sheetnames == SHEETS[language]
    assert all(book[name].freeze_panes for name in book.sheetnames[:4])
    assert book.worksheets[0].auto_filter.ref
    assert book.worksheets[0].column_dimensions["B"].width > 30


def test_results_stand_beside_the_formulas(ask: Ask) -> None:
    """A preview that does not calculate shows them."""
    comparisons = ask("1024 H100 for 6 weeks")
    shown, live = opened(comparisons, data_only=True), opened(comparisons)
    formulas = 0
    for sheet in live.worksheets:
        for row in sheet.iter_rows():
            for cell in row:
                if cell.data_type == "f":
                    formulas += 1
                    assert shown[sheet.title][cell.coordinate].value is not None, (sheet.title, cell.coordinate)
    assert formulas > 1000


def test_numbers_are_numbers_and_prices_stand_once(ask: Ask) -> None:
    book = opened(ask("1024 H100 for 6 weeks"))
    lines = book["Lines"]
    headings = {cell.value: cell.column_letter for cell in lines[3]}
    star = next(row for row in range(4, lines.max_row + 1) if "StarVerse" in str(lines[f"B{row}"].value))
    assert re.fullmatch(r"[A-Z]+\d+\*[A-Z]+\d+\*[A-Z]+\d+/[A-Z]+\d+", str(lines[f"E{star}"].value)[1:])
    factors = [lines[f"{headings[f'Factor {n}']}{star}"].value for n in (1, 2, 3, 4)]
    assert factors[0] == 128
    assert [str(factor).partition("!")[0] for factor in factors[1:]] == [
        "='Sources'",
        "='Assumptions'",
        "='Assumptions'",
    ]
    subjects = [row[0].value for row in book["Sources"].iter_rows(min_row=4, min_col=3, max_col=3)]
    assert len(subjects) == len(set(subjects))


def test_rates_of_options_that_are_not_shown_are_there_too(ask: Ask) -> None:
    comparisons = ask("8 H100 for 3 years")
    names = [str(row[0].value) for row in opened(comparisons)["Assumptions"].iter_rows(min_row=4, max_col=1)]
    used = {factor.per for quote in comparisons[0].quotes for line in quote.effective for factor in line.factors
            if factor.unit == "rate"}  # fmt: skip
    for pair in used:
        quote, _, base = pair.partition("/")
        assert f"{quote} for 1 {base}" in names


@pytest.mark.parametrize("text", FORMULAS)
def test_what_looks_like_a_formula_is_recognised(text: str) -> None:
    assert is_like_formula(text)


@pytest.mark.parametrize("text", ODD)
def test_what_is_none_is_not(text: str) -> None:
    assert not is_like_formula(text)


def test_strings_stay_strings() -> None:
    comparison = named(*FORMULAS, *ODD)
    book = opened((comparison,))
    ours = {(sheet, place) for (sheet, place), cell in cells(sheets([comparison])).items() if cell.formula}
    found = set()
    for sheet in book.worksheets:
        for row in sheet.iter_rows():
            for cell in row:
                if cell.data_type == "f":
                    assert (sheet.title, cell.coordinate) in ours, "only our own formulas are formulas"
                elif isinstance(cell.value, str):
                    assert cell.data_type in ("s", "inlineStr"), (cell.coordinate, cell.data_type)
                    assert cell.quotePrefix or not is_like_formula(cell.value)
                    found.add(cell.value)
    sources = {str(row[0].value) for row in book["Sources"].iter_rows(min_row=4, min_col=10, max_col=10)}
    for text in (*FORMULAS, *ODD):
        assert _as_xml(printable(text)) in {_as_xml(source) for source in sources}, text
    assert {"007", "1E3", "TRUE", "#N/A"} <= found


def _as_xml(text: str) -> str:
    """XML has one kind of line end."""
    return text.replace("\r\n", "\n").replace("\r", "\n")


def test_no_macros_and_no_links_to_elsewhere() -> None:
    content = exported((named(*FORMULAS),), "en").content
    with ZipFile(BytesIO(content)) as archive:
        names = archive.namelist()
        assert not [name for name in names if "vba" in name.casefold() or "external" in name.casefold()]
        for name in names:
            text = archive.read(name).decode("utf-8")
            assert 'TargetMode="External"' not in text
            assert "<hyperlink" not in text


def test_the_same_comparison_gives_the_same_bytes(ask: Ask) -> None:
    comparisons = ask("64 H200 for 3 months in USD")
    assert exported(comparisons, "en").content == exported(comparisons, "en").content


@pytest.mark.parametrize(
    ("currency", "format_"), [("CNY", "#,##0.00"), ("USD", "#,##0.00"), ("JPY", "#,##0"), ("KRW", "#,##0")]
)
def test_amounts_have_the_places_of_their_currency(currency: str, format_: str) -> None:
    book = builders.article_book()
    for rate, value in (("USD/CNY", "7.1"), ("USD/JPY", "150"), ("USD/KRW", "1400")):
        builders.add_rate(book, *rate.split("/"), value)
    comparison = compare(a_scenario(currency=currency), book)
    sheet = opened((comparison,))["Comparison"]
    heading = next(cell for row in sheet.iter_rows(max_row=8) for cell in row
                   if cell.value == f"Effective cost ({currency})")  # fmt: skip
    assert sheet.cell(heading.row + 1, heading.column).number_format == format_
    prices = {
        row[0].number_format for row in opened((comparison,))["Sources"].iter_rows(min_row=4, min_col=4, max_col=4)
    }
    assert "[$CNY] #,##0" in prices


def test_long_numbers_keep_their_digits_as_text() -> None:
    book = builders.article_book()
    price = "123456789012.3456789"
    builders.add_offer(book, price, id="dear/h100", provider="dear")
    comparison = compare(a_scenario(), book)
    made = opened((comparison,))
    [row] = [row for row in made["Sources"].iter_rows(min_row=4) if row[2].value == "dear/h100"]
    assert row[3].value == pytest.approx(123456789012.34568)
    assert row[13].value == price
    assert made["Sources"].column_dimensions["N"].hidden
    [quote] = [quote for quote in comparison.quotes if quote.offer.id == "dear/h100"]
    exact = {str(cell.value) for line in made["Comparison"].iter_rows() for cell in line}
    assert str(quote.effective_cost.normalize()) in exact or f"{quote.effective_cost:f}".rstrip("0") in exact
    assert made["Lines"].column_dimensions["O"].hidden


def test_hundreds_of_options_with_chinese_names() -> None:
    book = builders.article_book()
    for i in range(250):
        seller = f"s{i}"
        names = {"en": f"Seller {i}", "zh": f"算力平台{i}号"}
        book.providers[seller] = builders.Provider(id=seller, names=names, kind=ProviderKind.MARKETPLACE)
        builders.add_offer(book, f"{2 + i / 100:.2f}", id=f"offer/{i}", provider=seller)
    comparison = compare(a_scenario(), book)
    file = exported((comparison,), "zh")
    works = written(file.content)
    sheet = load_workbook(BytesIO(file.content))["方案对比"]
    assert sum("算力平台" in str(row[1].value) for row in sheet.iter_rows(min_row=7)) == 250
    table = sheets([comparison], "zh")[0]
    for (title, place), cell in cells([table]).items():
        if cell.formula and isinstance(cell.value, Decimal):
            assert abs(D(str(works.cell(title, place))) - cell.value) < D("0.005")


def test_claims_gaps_and_remarks_are_in_the_notes(ask: Ask) -> None:
    comparisons = ask("1024 H100 for 6 weeks")
    offer = comparisons[0].quotes[0].offer.id
    claim = Claim(id="c", offer=offer, text={"en": "three years for"}, stated=D("49920000"), currency="CNY",
                  source="example.com", stated_on="2026-03-06")  # fmt: skip
    file = exported(comparisons, "en", "xlsx", {offer: (claim,)})
    notes = [str(cell.value) for row in load_workbook(BytesIO(file.content))["Notes"].iter_rows() for cell in row]
    assert any("three years for" in note and "49,920,000" in note for note in notes)
    assert any("not sold for so long" in note for note in notes)
    assert sum("⚠" in note for note in notes) > 50


def test_a_comparison_without_any_price_is_a_file_too() -> None:
    comparison = replace(compare(a_scenario(), builders.article_book()), quotes=(), featured=(), break_evens=())
    assert opened((comparison,)).sheetnames == SHEETS["en"]
    assert exported((comparison,), "en", "csv").content.count(b"\r\n") == 1
