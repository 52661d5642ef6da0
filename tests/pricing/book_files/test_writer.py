"""A book written to a file and read back is the very same book."""

import csv
import io
from collections.abc import Callable, Iterable
from decimal import Decimal

import pytest
from hypothesis import HealthCheck, given, settings
from openpyxl import load_workbook

from pricing.base import changed
from pricing.book import Entry
from pricing.book_files.columns import COLUMNS, FIELDS, HEADER, Item
from pricing.book_files.safe_text import protected, unprotected
from pricing.book_files.writer import BookRow, book_rows, csv_of, xlsx_of
from pricing.catalog import Gpu, Mode, Offer
from tests.builders import a_gpu, a_price
from tests.pricing.book_files.random_books import books
from tests.pricing.book_files.reading_back import by_id, by_subject, digits, read_back
from tests.pricing.seed_data import ENTRIES, ITEMS

Write = Callable[[Iterable[BookRow]], bytes]
FORMULA = '=HYPERLINK("http://evil.example","x")'
an_offer = Offer(id="acme/h100", provider="acme", name="gpu.8", gpu="H100", mode=Mode.ON_DEMAND, gpus_per_node=8)


@pytest.fixture(params=[csv_of, xlsx_of], ids=["csv", "xlsx"])
def write(request: pytest.FixtureRequest) -> Write:
    found: Write = request.param
    return found


class TestRoundTrip:
    def test_of_the_seed_data_loses_nothing(self, write: Write) -> None:
        items, entries = read_back(write(book_rows(ITEMS, ENTRIES)))
        assert items == by_id(ITEMS)
        assert [key for key in items if key[0] is Offer] == [key for key in by_id(ITEMS) if key[0] is Offer]
        assert entries == by_subject(ENTRIES)
        assert sorted(digits(entries)) == sorted(digits(by_subject(ENTRIES)))

    @settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
    @given(books())
    def test_of_any_book_as_csv_loses_nothing(self, book: tuple[list[Item], list[Entry]]) -> None:
        assert read_back(csv_of(book_rows(*book))) == (by_id(book[0]), by_subject(book[1]))

    @settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
    @given(books())
    def test_of_any_book_as_xlsx_loses_nothing(self, book: tuple[list[Item], list[Entry]]) -> None:
        items, entries = read_back(xlsx_of(book_rows(*book)))
        assert (items, entries) == (by_id(book[0]), by_subject(book[1]))
        assert digits(entries) == digits(read_back(csv_of(book_rows(*book)))[1])

    @pytest.mark.parametrize(
        "value", ["23.60", "0", "0.00", "1750", "0.000001", "123456789012345", "1234567890.123456789"]
    )
    def test_keeps_the_digits_of_a_price(self, write: Write, value: str) -> None:
        _, entries = read_back(write([BookRow(an_offer, a_price(an_offer.id, value))]), "alice")
        assert digits(entries) == [value]

    def test_keeps_an_end_apart_from_a_price_of_nothing(self, write: Write) -> None:
        rows = [BookRow(an_offer, a_price(an_offer.id, None)), BookRow(an_offer, a_price(an_offer.id, "0"))]
        _, entries = read_back(write(rows))
        assert digits(entries) == ["None", "0"]

    def test_leaves_out_what_was_taken_back(self) -> None:
        wrong, right = (changed(a_price(an_offer.id, value), id=number) for number, value in ((1, "9"), (2, "2.95")))
        undone = changed(wrong, id=3, value=None, cancels=1)
        assert [row.entry for row in book_rows([an_offer], [wrong, right, undone])] == [right]

    def test_keeps_an_offer_without_any_entry(self, write: Write) -> None:
        assert read_back(write([BookRow(an_offer)])) == (by_id([an_offer]), {})

    def test_keeps_aliases_with_commas_and_notes_with_lines(self, write: Write) -> None:
        gpu = a_gpu("H100", aliases=("a,b", '"c"', "=d"), names={"en": "H100", "zh": "英伟达 H100"})
        offer = changed(an_offer, note='first\r\nsecond\n"third"')
        assert read_back(write(book_rows([gpu, offer], [])))[0] == by_id([gpu, offer])


class TestFormulas:
    @pytest.mark.parametrize("text", [FORMULA, "+1", "-1", "@SUM(A1)", "\t=1", " =1", "＝1", "'=1", "\u200b=1"])
    def test_are_never_written(self, text: str) -> None:
        offer = changed(an_offer, note=text, name=text)
        table = csv.reader(io.StringIO(csv_of([BookRow(offer)]).decode("utf-8-sig"), newline=""))
        cells = [cell for row in table for cell in row]
        assert text not in cells
        assert f"'{text}" in cells
        sheet = load_workbook(io.BytesIO(xlsx_of([BookRow(offer)]))).active
        assert sheet is not None
        assert {cell.data_type for row in sheet.iter_rows() for cell in row} <= {"s", "n"}
        assert read_back(xlsx_of([BookRow(offer)]))[0] == by_id([offer])

    @pytest.mark.parametrize("text", ["", "H100", "阿里云", "a=b", "1.5", "#N/A", "TRUE"])
    def test_are_not_seen_where_there_are_none(self, text: str) -> None:
        assert protected(text) == text

    def test_take_a_mark_that_is_taken_off_again(self) -> None:
        assert unprotected(protected(FORMULA)) == FORMULA
        assert unprotected("  H100 ") == "H100"


class TestFiles:
    def test_in_csv_open_in_excel(self) -> None:
        data = csv_of([BookRow(an_offer)])
        assert data.startswith(b"\xef\xbb\xbfrow,id,provider,")
        assert data.count(b"\r\n") == data.count(b"\n") == 2

    def test_in_xlsx_have_numbers_that_can_be_sorted(self) -> None:
        rows = [BookRow(an_offer, a_price(an_offer.id, value)) for value in ("23.60", "1234567890.1234567890")]
        sheet = load_workbook(io.BytesIO(xlsx_of(rows))).active
        assert sheet is not None
        price = HEADER.index("price") + 1
        assert (sheet.cell(2, price).value, sheet.cell(2, price).number_format) == (23.6, "0.00")
        assert sheet.cell(3, price).value == "1234567890.1234567890"

    def test_hold_no_sign_that_no_file_can_hold(self, write: Write) -> None:
        [offer] = read_back(write([BookRow(changed(an_offer, note="a\0b"))]))[0].values()
        assert isinstance(offer, Offer)
        assert offer.note == "a\ufffdb"


class TestColumns:
    @pytest.mark.parametrize("model", FIELDS)
    def test_hold_every_field_of_every_type(self, model: type[Item]) -> None:
        written = FIELDS[model]
        left_out = set(model.model_fields) - set(written)
        assert left_out == ({"id", "entered_by", "entered_at", "cancels"} if model is Entry else set())
        assert set(written.values()) <= set(HEADER)
        assert len(set(written.values())) == len(written)

    def test_have_names_of_their_own(self) -> None:
        assert len(set(HEADER)) == len(COLUMNS)

    def test_are_all_there_for_a_gpu(self) -> None:
        assert Decimal("989") in {value for value in dict(a_gpu("H100")).values() if isinstance(value, Decimal)}
        assert read_back(csv_of([BookRow(a_gpu("H100"))]))[0] == {(Gpu, "H100"): a_gpu("H100")}
