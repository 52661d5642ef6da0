"""Days and periods as people write them."""

from contextlib import suppress
from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pricing.book import observed_day
from pricing.imports.days import NotADay, day, observed


class TestObserved:
    @pytest.mark.parametrize(
        ("text", "expected"),
        [
            ("", ""),
            ("2026-03-06", "2026-03-06"),
            ("2026-03", "2026-03"),
            ("2026-Q1", "2026-Q1"),
            ("2026-h1", "2026-H1"),
            ("2026", "2026"),
            ("2026/3/6", "2026-03-06"),
            ("2026.3.6", "2026-03-06"),
            ("2026年3月6日", "2026-03-06"),
            ("２０２６年３月", "2026-03"),
            ("2026年", "2026"),
            ("2026年第1季度", "2026-Q1"),
            ("2026年上半年", "2026-H1"),
            ("Q1 2026", "2026-Q1"),
            ("6 March 2026", "2026-03-06"),
            ("March 6, 2026", "2026-03-06"),
            ("6-Sep-2026", "2026-09-06"),
            ("Sept 2026", "2026-09"),
            ("20260306", "2026-03-06"),
            ("46087", "2026-03-06"),
            ("2026-03-06T10:00:00Z", "2026-03-06"),
            ("2026-03-06T23:30:00-05:00", "2026-03-07"),
            ("2026-03-06 10:00:00", "2026-03-06"),
        ],
    )
    def test_is_put_in_the_one_form(self, text: str, expected: str) -> None:
        assert observed(text) == expected

    @pytest.mark.parametrize("text", ["01/02/2026", "13/02/2026", "1-2-26", "06.03.2026", "3/6/2026"])
    def test_with_day_and_month_in_doubt_is_refused(self, text: str) -> None:
        with pytest.raises(NotADay) as refused:
            observed(text)
        assert refused.value.reason == "ambiguous-day"
        assert refused.value.values == {"text": text, "example": "2026-03-06"}

    @pytest.mark.parametrize(
        "text", ["yesterday", "2026-13-01", "2026-02-30", "0000", "2026-Q5", "99999", "6 Brumaire 2026", "2026年下季度"]
    )
    def test_that_is_no_day_is_refused(self, text: str) -> None:
        with pytest.raises(NotADay) as refused:
            observed(text)
        assert refused.value.reason == "not-a-day"

    @given(st.text(max_size=30) | st.text(alphabet="0123456789-/年月日TZQH :", max_size=20))
    def test_or_a_refusal_is_all_that_text_can_give(self, text: str) -> None:
        with suppress(NotADay):
            found = observed(text)
            assert not found or observed_day(found)


class TestDay:
    @given(st.dates())
    def test_reads_every_iso_day(self, one: date) -> None:
        assert day(one.isoformat()) == one

    @given(st.dates(date(2000, 1, 1), date(2099, 12, 31)))
    def test_reads_the_number_a_spreadsheet_gives_it(self, one: date) -> None:
        assert day(str((one - date(1899, 12, 30)) // timedelta(days=1))) == one

    @pytest.mark.parametrize("text", ["2026-03", "2026-Q1", "2026", ""])
    def test_is_not_a_month_or_more(self, text: str) -> None:
        with pytest.raises(NotADay) as refused:
            day(text)
        assert refused.value.reason == "not-one-day"
