"""Cells and JSON values of other people's files: one form of number, nothing invisible, nothing too deep."""

from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pricing.imports.foreign import Unreadable, count, day, memory, number, price, tidy
from tests.pricing.imports.reading import JSON_VALUES


class TestNumbers:
    @pytest.mark.parametrize(
        ("written", "expected"),
        [("6.990", "6.990"), (" 8 ", "8"), ("1e-05", "0.00001"), (".5", "0.5"), ("007", "7"), (3, "3")],
    )
    def test_have_digits_and_a_point(self, written: Any, expected: str) -> None:
        assert number(written, "price") == Decimal(expected)

    def test_keep_the_digits_that_were_written(self) -> None:
        assert str(number("23.60", "price")) == "23.60"

    @pytest.mark.parametrize(
        "written",
        [
            "1,5",
            "1,024.50",
            "1.355,90",
            "1_000",
            "0x10",
            "$2",
            "inf",
            "1e30",
            "1e400",
            "9" * 16,
            "٣",
            "",
            True,
            2.5,
            [1],
            None,
        ],
    )
    def test_in_another_form_are_refused(self, written: Any) -> None:
        with pytest.raises(Unreadable) as fault:
            number(written, "price")
        assert fault.value.at(7).reason == "not-a-number"
        assert fault.value.at(7).line == 7

    @pytest.mark.parametrize("blank", ["", " ", "nan", "NaN", "None", "null", "N/A", None])
    def test_a_blank_is_no_price_and_never_zero(self, blank: Any) -> None:
        assert price(blank, "price") is None
        assert price("0", "price") == 0

    def test_a_count_is_whole(self) -> None:
        assert count("8.0", "gpus") == 8
        with pytest.raises(Unreadable, match="count"):
            count("1.5", "gpus")

    @given(JSON_VALUES | st.text())
    def test_a_memory_that_is_none_is_left_out(self, value: Any) -> None:
        found = memory(value)
        assert found is None or found > 0


class TestDays:
    @pytest.mark.parametrize(
        ("written", "expected"),
        [("2026-05-24", "2026-05-24"), ("2023-03-24T10:52:50.681Z", "2023-03-24"), ("2026-Q1", "2026-Q1"), (None, "")],
    )
    def test_are_days_or_periods(self, written: Any, expected: str) -> None:
        assert day(written, "day") == expected

    @pytest.mark.parametrize("written", ["soon", "2026-13-01", [2026], {"day": 1}])
    def test_nothing_else_is(self, written: Any) -> None:
        with pytest.raises(Unreadable):
            day(written, "day")


class TestTexts:
    @given(st.text())
    def test_are_one_line_that_can_be_stored(self, text: str) -> None:
        found = tidy(text)
        assert found.isprintable()
        assert len(found) <= 200
        found.encode()

    def test_what_a_refusal_says_of_a_list_is_what_it_is(self) -> None:
        deep: list[Any] = []
        for _ in range(100_000):
            deep = [deep]
        assert Unreadable("unit", text=deep).at(1).values == {"text": "list"}
        while deep:
            deep = deep.pop()
