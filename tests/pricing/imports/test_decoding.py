"""Bytes become text or are refused with a reason; JSON keeps every digit."""

from contextlib import suppress
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pricing.imports.decoding import json_of, text_of
from pricing.imports.source import MAX_BYTES
from pricing.listings import FileRefused

TEXT = "供应商,价格\r\n阿里云,23.60\r\n"


class TestTextOfAFile:
    @pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "gb18030", "gbk"])
    def test_is_read_in_the_encodings_that_price_lists_come_in(self, encoding: str) -> None:
        assert text_of(TEXT.encode(encoding)) == TEXT

    def test_is_read_in_utf_16_of_either_order(self) -> None:
        for order, mark in (("le", b"\xff\xfe"), ("be", b"\xfe\xff")):
            assert text_of(mark + TEXT.encode(f"utf-16-{order}")) == TEXT

    @pytest.mark.parametrize(
        ("data", "reason"),
        [
            (b"", "empty"),
            (b" \r\n\t", "empty"),
            (b"a,b\0c", "nul"),
            ("a,b".encode("utf-16-le"), "nul"),
            (b"\xff\xff\xff\xff", "encoding"),
            ("Anbieter;Preis\nGén;1,50\n".encode("latin-1"), "encoding"),
            (b"a" * (MAX_BYTES + 1), "too-big"),
            (b"\xff\xfea", "encoding"),
        ],
    )
    def test_is_refused(self, data: bytes, reason: str) -> None:
        with pytest.raises(FileRefused) as refused:
            text_of(data)
        assert refused.value.reason == reason

    def test_of_a_file_that_is_too_big_says_how_big(self) -> None:
        with pytest.raises(FileRefused) as refused:
            text_of(b"a" * (MAX_BYTES + 1))
        assert refused.value.values == {"bytes": str(MAX_BYTES + 1), "most": str(MAX_BYTES)}

    @given(st.binary(max_size=300))
    def test_or_a_refusal_is_all_that_bytes_can_give(self, data: bytes) -> None:
        with suppress(FileRefused):
            assert "\0" not in text_of(data)


class TestJson:
    def test_keeps_the_digits_of_a_fraction(self) -> None:
        assert str(json_of('{"price": 23.60}')["price"]) == "23.60"

    def test_gives_whole_numbers_as_ints(self) -> None:
        assert json_of("[1, -2]") == [1, -2]

    def test_reads_an_exponent(self) -> None:
        assert json_of("1e-05") == Decimal("0.00001")

    @pytest.mark.parametrize(
        ("text", "reason"),
        [
            ("{", "json"),
            ("", "json"),
            ("[1,]", "json"),
            ("NaN", "json-number"),
            ("[Infinity]", "json-number"),
            ("[-Infinity]", "json-number"),
            ("1e999999999", "json-number"),
            ("1e-99999", "json-number"),
            ("1e99999999999999999999", "json-number"),
            ("9" * 5000, "json-number"),
            ("[" * 100_000, "json-deep"),
            ('{"a": 1, "a": 2}', "json-twice"),
        ],
    )
    def test_is_refused(self, text: str, reason: str) -> None:
        with pytest.raises(FileRefused) as refused:
            json_of(text)
        assert refused.value.reason == reason

    def test_says_where_it_is_broken(self) -> None:
        with pytest.raises(FileRefused) as refused:
            json_of('{"a": 1,\n "b" 2}')
        assert refused.value.values == {"line": "2", "column": "6"}

    @given(st.text(max_size=200))
    def test_or_a_refusal_is_all_that_text_can_give(self, text: str) -> None:
        with suppress(FileRefused):
            json_of(text)
