"""Rows of a delimited text: each with the line it begins at, or refused."""

import csv
import io
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pricing.imports import tables
from pricing.imports.source import MAX_CELL
from pricing.listings import FileRefused, Refusal

A_B = [(2, {"a": "1", "b": "2"}), (3, {"a": "3", "b": "4"})]


def rows(text: str) -> list[tables.Cells | Refusal]:
    return list(tables.rows_of(text))


class TestDelimiters:
    @pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
    def test_are_told_by_the_header(self, delimiter: str) -> None:
        assert rows("a,b\n1,2\n3,4\n".replace(",", delimiter)) == A_B

    @pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
    def test_stand_in_lines_with_any_end(self, end: str) -> None:
        assert rows(end.join(["a,b", "1,2", "3,4"])) == A_B

    def test_are_semicolons_where_prices_have_decimal_commas(self) -> None:
        assert rows("GPU;Preis\nH100;2,95\nA100;1,20\n") == [
            (2, {"GPU": "H100", "Preis": "2,95"}),
            (3, {"GPU": "A100", "Preis": "1,20"}),
        ]

    def test_are_commas_where_notes_have_semicolons(self) -> None:
        assert rows('gpu,note\nH100,"a; b"\nA100,c;d\n')[1] == (3, {"gpu": "A100", "note": "c;d"})

    def test_may_be_said_by_the_line_that_excel_writes(self) -> None:
        assert rows("sep=;\na;b\n1;2\n") == [(3, {"a": "1", "b": "2"})]

    def test_are_not_needed_for_a_single_column(self) -> None:
        assert rows("a\n1\n") == [(2, {"a": "1"})]


class TestRows:
    def test_have_the_first_line_of_a_cell_with_line_breaks(self) -> None:
        assert rows('a,b\n"one\r\ntwo\nthree",2\n3,4\n') == [
            (2, {"a": "one\r\ntwo\nthree", "b": "2"}),
            (5, {"a": "3", "b": "4"}),
        ]

    def test_have_cells_as_they_stand_and_headers_without_blanks(self) -> None:
        assert rows(" a ,b\n 1 ,2\n") == [(2, {"a": " 1 ", "b": "2"})]

    def test_that_are_blank_are_left_out(self) -> None:
        assert rows("\n\na,b\n\n , \n1,2\n,,\n") == [(6, {"a": "1", "b": "2"})]

    def test_are_not_cut_at_other_signs_of_a_new_line(self) -> None:
        assert rows("a,b\n1,x\x0by\u2028z\x85\n") == [(2, {"a": "1", "b": "x\x0by\u2028z\x85"})]

    def test_keep_quotes_inside_quotes(self) -> None:
        assert rows('a,b\n"say ""no""",2\n') == [(2, {"a": 'say "no"', "b": "2"})]

    @pytest.mark.parametrize(
        ("text", "refusal"),
        [
            ("a,b,c\n1,2\n", Refusal(2, "ragged-row", {"cells": "2", "expected": "3"})),
            ("a,b\n1,2,3\n", Refusal(2, "no-header", {"column": "3", "text": "3"})),
            ("a,,c\n1,2,3\n", Refusal(2, "no-header", {"column": "2", "text": "2"})),
            (f"a,b\n1,{'x' * (MAX_CELL + 1)}\n", Refusal(2, "cell-too-long", {"column": "b", "most": str(MAX_CELL)})),
        ],
    )
    def test_that_do_not_fit_are_refused_alone(self, text: str, refusal: Refusal) -> None:
        assert rows(f"{text}1,2,\n")[0] == refusal

    def test_may_end_with_blank_cells_too_many(self) -> None:
        assert rows("a,b,\n1,2,,,\n") == [(2, {"a": "1", "b": "2"})]


class TestFiles:
    @pytest.mark.parametrize(
        ("text", "reason", "values"),
        [
            ('a,b\n1,2\n3,"4\n5,6\n', "quote", {"line": "3"}),
            ('a,b\n1,"2"x\n', "quote", {"line": "2"}),
            ("a,b,a\n1,2,3\n", "header-twice", {"header": "a"}),
            (",\n , \n", "empty", {}),
            (",".join(f"c{i}" for i in range(501)) + "\n", "too-many-columns", {"most": "500"}),
            ("a,b\n" + "x" * 1_000_001, "line-too-long", {"most": "1000000"}),
        ],
    )
    def test_are_refused(self, text: str, reason: str, values: dict[str, str]) -> None:
        with pytest.raises(FileRefused) as refused:
            rows(text)
        assert (refused.value.reason, refused.value.values) == (reason, values)

    def test_of_too_many_rows_are_refused(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(tables, "MAX_ROWS", 2)
        with pytest.raises(FileRefused, match="too-many-rows"):
            rows("a\n1\n2\n3\n")

    def test_tell_their_header(self) -> None:
        assert tables.header_of("\n Provider;GPU ;;\n1;2;;\n") == ("Provider", "GPU")

    @given(st.text(max_size=200))
    def test_of_any_text_give_rows_or_a_refusal(self, text: str) -> None:
        with suppress(FileRefused):
            for row in rows(text):
                assert isinstance(row, Refusal) or row[0] > 0

    @given(st.lists(st.tuples(st.text(max_size=20), st.text(max_size=20)), max_size=6))
    def test_written_by_the_csv_module_are_read_back(self, cells: list[tuple[str, str]]) -> None:
        cells = [pair for pair in cells if any(cell.strip() for cell in pair) and "\0" not in "".join(pair)]
        out = io.StringIO()
        csv.writer(out).writerows([("provider", "note"), *cells])
        found = [row if isinstance(row, Refusal) else tuple(row[1].values()) for row in rows(out.getvalue())]
        assert found == cells
