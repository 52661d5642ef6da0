"""Files of sellers become text, or are refused with why."""

import io

import pytest
from openpyxl import Workbook

from bot.claim_files import MOST_BYTES, MOST_CHARACTERS, NotReadable, is_readable, text_of
from bot.replies.words import words


def workbook() -> bytes:
    book = Workbook()
    first, second = book.active, book.create_sheet("more")
    assert first is not None
    first.append(["Item", "Amount"])
    first.append(["Node", 310000.5])
    first["B2"].number_format = '"¥"#,##0.00'
    second.append([0.35])
    second["A1"].number_format = "0%"
    content = io.BytesIO()
    book.save(content)
    return content.getvalue()


def test_cells_of_every_sheet_keep_the_currency_and_the_percent_they_show() -> None:
    assert text_of("quote.xlsx", workbook()) == "| Item | Amount |\n| Node | ¥310000.5 |\n\n| 35.00% |\n"


def test_a_workbook_is_known_by_what_is_in_it() -> None:
    assert text_of("quote.csv", workbook()).startswith("| Item")


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "gb18030"])
def test_text_in_the_encodings_of_offices(encoding: str) -> None:
    assert text_of("报价.txt", "每台每月 26 万元".encode(encoding)) == "每台每月 26 万元"


def test_a_cell_may_hold_commas_and_lines() -> None:
    assert text_of("a.csv", b'"$4,960,000","two\nlines"\n') == "| $4,960,000 | two lines |"


@pytest.mark.parametrize(
    ("name", "data", "reason"),
    [
        ("a.txt", b"", "empty"),
        ("a.csv", b",,\n , \n", "empty"),
        ("a.txt", b"\x00\x01\xff", "text"),
        ("a.pdf", b"%PDF-1.7\xff\xfe\x00", "text"),
        ("a.xlsx", b"no workbook", "workbook"),
        ("a.xlsx", b"PK\x03\x04 damaged", "workbook"),
        ("a.csv", b'"' + b"x" * 140_000, "text"),
        ("a.txt", b"x" * (MOST_CHARACTERS + 1), "too-long"),
        ("a.txt", b"x" * (MOST_BYTES + 1), "too-big"),
    ],
)
def test_what_is_refused_and_why(name: str, data: bytes, reason: str) -> None:
    with pytest.raises(NotReadable) as refused:
        text_of(name, data)
    assert refused.value.reason == reason


def test_which_names_are_of_files_that_are_read() -> None:
    assert all(map(is_readable, ("a.TXT", "a.md", "a.csv", "a.xlsx")))
    assert not any(map(is_readable, ("a.pdf", "a.xls", "a", "csv")))


def test_both_languages_say_the_same_things() -> None:
    english, chinese = ({key for key in words(language) if key.startswith("check.")} for language in ("en", "zh"))
    assert english == chinese
