"""Rows of a workbook, and workbooks that are meant to do harm."""

import io
import zipfile
from collections.abc import Callable
from contextlib import suppress
from datetime import date, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st
from openpyxl import Workbook, load_workbook

from pricing.imports import archives, workbook
from pricing.imports.workbook import is_workbook, sheet_header, sheet_rows
from pricing.listings import FileRefused, Refusal

Fill = Callable[[Workbook], object]


def a_workbook(*rows: tuple[object, ...], fill: Fill = lambda book: None) -> bytes:
    book = Workbook()
    assert book.active is not None
    for row in rows:
        book.active.append(row)
    fill(book)
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def with_member(data: bytes, name: str, content: bytes) -> bytes:
    """The archive with one member replaced or added."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as new:
        for member in old.infolist():
            if member.filename != name:
                new.writestr(member.filename, old.read(member))
        new.writestr(name, content)
    return out.getvalue()


def sheet_xml(rows: str, before: str = "") -> bytes:
    space = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
    return f"{before}<worksheet {space}><sheetData>{rows}</sheetData></worksheet>".encode()


SHEET = "xl/worksheets/sheet1.xml"
HEADER = '<row r="1"><c r="A1" t="inlineStr"><is><t>a</t></is></c></row>'
A_BOOK = a_workbook(("a", "b"), (1, 2))


class TestCells:
    @pytest.mark.parametrize(
        ("value", "text"),
        [
            (23.6, "23.6"),
            (1e-05, "0.00001"),
            (1750, "1750"),
            (2.0, "2"),
            ("23.60", "23.60"),
            ("'=x", "'=x"),
            (" x ", " x "),
            (True, "TRUE"),
            (date(2026, 3, 6), "2026-03-06"),
            (datetime.fromisoformat("2026-03-06T10:30:00"), "2026-03-06T10:30:00"),
            (None, ""),
        ],
    )
    def test_are_the_text_that_stands_there(self, value: object, text: str) -> None:
        assert list(sheet_rows(a_workbook(("a", "b"), ("x", value)))) == [(2, {"a": "x", "b": text})]

    @pytest.mark.parametrize(
        ("value", "form", "text"),
        [
            (23.6, "0.00", "23.60"),
            (23.6, "#,##0.00", "23.60"),
            (1750, "0", "1750"),
            (0.15, "0%", "15.00%"),
            (1355.9, '"€"#,##0.00', "€1355.9"),
            (18000, "[$¥-804]#,##0", "¥18000"),
        ],
    )
    def test_show_what_their_format_adds(self, value: float, form: str, text: str) -> None:
        def shape(book: Workbook) -> None:
            assert book.active is not None
            book.active["A2"].number_format = form

        assert list(sheet_rows(a_workbook(("a",), (value,), fill=shape))) == [(2, {"a": text})]

    @given(st.floats(0.000001, 1e12).map(lambda number: float(f"{number:.6g}")))
    def test_with_numbers_have_the_digits_that_were_typed(self, number: float) -> None:
        [(_, cells)] = sheet_rows(a_workbook(("a",), (number,)))  # type: ignore[misc]
        assert float(cells["a"]) == number

    def test_with_all_digits_of_a_binary_number_have_the_shortest_text_for_it(self) -> None:
        row = '<row r="2"><c r="A2"><v>23.600000000000001</v></c></row>'
        assert list(sheet_rows(with_member(A_BOOK, SHEET, sheet_xml(HEADER + row)))) == [(2, {"a": "23.6"})]

    def test_with_a_formula_refuse_their_row(self) -> None:
        rows = list(sheet_rows(a_workbook(("a", "b"), (1, "=1+1"), (3, 4))))
        assert rows == [Refusal(2, "formula", {"column": "b", "text": "=1+1"}), (3, {"a": "3", "b": "4"})]


class TestRows:
    def test_have_the_number_of_their_row(self) -> None:
        assert list(sheet_rows(a_workbook((), ("a", "b"), (), (1, 2)))) == [(4, {"a": "1", "b": "2"})]

    def test_may_be_shorter_than_the_header_but_not_wider(self) -> None:
        rows = list(sheet_rows(a_workbook(("a", "b"), (1,), (1, 2, 3))))
        assert rows == [(2, {"a": "1", "b": ""}), Refusal(3, "no-header", {"column": "3", "text": "3"})]

    def test_are_those_of_the_sheet_with_the_wanted_header(self) -> None:
        def more(book: Workbook) -> None:
            book.create_sheet("twice").append(("a", "a"))
            sheet = book.create_sheet("prices")
            sheet.append(("gpu", "price"))
            sheet.append(("H100", 2.95))

        data = a_workbook(("notes",), fill=more)
        assert sheet_header(data, lambda header: "price" in header) == ("gpu", "price")
        assert list(sheet_rows(data, lambda header: "price" in header)) == [(2, {"gpu": "H100", "price": "2.95"})]
        assert sheet_header(data) == ("notes",)

    def test_are_limited(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(workbook, "MAX_ROWS", 2)
        with pytest.raises(FileRefused, match="too-many-rows"):
            list(sheet_rows(a_workbook(("a",), (1,), (2,), (3,))))


class TestHarmfulWorkbooks:
    def refused(self, data: bytes) -> str:
        with pytest.raises(FileRefused) as refused:
            list(sheet_rows(data))
        return refused.value.reason

    def test_that_unpack_to_too_much_are_refused_before_they_are_opened(self) -> None:
        assert self.refused(with_member(A_BOOK, "xl/media/image1.png", b"\0" * 30_000_000)) == "archive-bomb"

    def test_are_measured_by_what_comes_out(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(archives, "MAX_UNPACKED", 10_000)
        data = with_member(A_BOOK, "xl/media/image1.png", bytes(range(256)) * 100)
        at = data.rindex(b"PK\x01\x02")
        lying = data[: at + 24] + (5).to_bytes(4, "little") + data[at + 28 :]  # "5 bytes" in the directory
        assert self.refused(lying) in ("archive-bomb", "archive")

    def test_with_millions_of_cells_in_a_row_are_refused_before_they_are_opened(self) -> None:
        cells = "".join(f'<c r="A{number}"><v>{number * 7919 % 99991}</v></c>' for number in range(200_000))
        data = with_member(A_BOOK, SHEET, sheet_xml(f'{HEADER}<row r="2">{cells}</row>'))
        assert self.refused(data) == "archive-bomb"

    def test_of_countless_members_are_refused(self) -> None:
        out = io.BytesIO()
        with zipfile.ZipFile(out, "w") as archive:
            for number in range(archives.MAX_MEMBERS + 1):
                archive.writestr(str(number), b"")
        assert self.refused(out.getvalue()) == "archive-bomb"

    @pytest.mark.parametrize(
        "xml",
        [
            b'<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><worksheet>&b;</worksheet>',
            b"<!--" + b"x" * 65_530 + b"--><!DOCTYPE x><worksheet/>",
            '<?xml version="1.0" encoding="utf-16"?><!DOCTYPE x><worksheet/>'.encode("utf-16"),
            b'<?xml version="1.0" encoding="cp037"?><worksheet/>',
        ],
    )
    def test_that_declare_entities_or_hide_them_are_refused(self, xml: bytes) -> None:
        assert self.refused(with_member(A_BOOK, SHEET, xml)) == "archive-xml"

    @pytest.mark.parametrize(
        ("rows", "reason"),
        [
            (f'{HEADER}<row r="999999999"><c r="A999999999"><v>1</v></c></row>', "too-many-rows"),
            (f'{HEADER}<row r="2"><c r="XFD2"><v>1</v></c></row>', "too-many-columns"),
            (f'{HEADER}<row r="2"><c r="A2"><v>one</v></c></row>', "workbook"),
            (f'{HEADER}<row r="2"><c r="A2" t="s"><v>77</v></c></row>', "workbook"),
            (f"{HEADER}<row", "workbook"),
            ("", "empty"),
        ],
    )
    def test_with_a_sheet_that_lies_are_refused(self, rows: str, reason: str) -> None:
        assert self.refused(with_member(A_BOOK, SHEET, sheet_xml(rows))) == reason

    def test_whose_cells_name_a_style_that_is_not_there_do_no_harm(self) -> None:
        data = with_member(A_BOOK, SHEET, sheet_xml(f'{HEADER}<row r="2"><c r="A2" s="99"><v>1.5</v></c></row>'))
        with suppress(FileRefused):
            assert list(sheet_rows(data)) == [(2, {"a": "1.5"})]

    @pytest.mark.parametrize("data", [b"PK\x03\x04", A_BOOK[:-30], A_BOOK[:200] + b"x" * 50 + A_BOOK[250:]])
    def test_that_are_damaged_are_refused(self, data: bytes) -> None:
        assert self.refused(data) == "archive"

    def test_that_are_no_workbooks_are_refused(self) -> None:
        out = io.BytesIO()
        with zipfile.ZipFile(out, "w") as archive:
            archive.writestr("a.txt", "a")
        assert self.refused(out.getvalue()) == "workbook"

    @given(st.data())
    def test_with_any_byte_changed_give_rows_or_a_refusal(self, data: st.DataObject) -> None:
        at = data.draw(st.integers(0, len(A_BOOK) - 1))
        changed = A_BOOK[:at] + data.draw(st.binary(min_size=1, max_size=4)) + A_BOOK[at + 1 :]
        with suppress(FileRefused):
            list(sheet_rows(changed))


def test_a_workbook_is_told_by_its_first_bytes() -> None:
    assert is_workbook(A_BOOK)
    assert not is_workbook(b"provider,gpu")
    assert load_workbook(io.BytesIO(A_BOOK)) is not None
