"""Conversion between currencies: any two that the stored rates connect."""

from decimal import Decimal

import pytest

from pricing.errors import NoRate
from pricing.exchange import conversion
from tests.builders import a_book, add_rate

FOREIGN = [("INR", "USD"), ("USD", "CNY"), ("EUR", "CNY"), ("GBP", "EUR")]


@pytest.mark.parametrize(
    ("base", "quote", "expected"),
    [
        ("USD", "USD", "1"),
        ("USD", "CNY", "8"),
        ("CNY", "USD", "0.125"),
        ("USD", "EUR", "0.8"),  # ÷ through the yuan
        ("INR", "EUR", "0.01"),  # dollar, yuan, euro
        ("EUR", "INR", "100"),
        ("INR", "GBP", "0.005"),  # three on the way
    ],
)
def test_any_two_that_are_connected(base: str, quote: str, expected: str) -> None:
    book = a_book()
    for (left, right), value in zip(FOREIGN, ["0.0125", "8", "10", "2"], strict=True):
        add_rate(book, left, right, value)
    found = conversion(base, quote, book)
    if (base, quote) == ("INR", "GBP"):
        assert len(found.entries) == 4
    assert found.apply(Decimal(1)) == Decimal(expected)


def test_what_nothing_connects_is_said() -> None:
    book = a_book()
    add_rate(book, "USD", "CNY", "7")
    with pytest.raises(NoRate, match="KRW"):
        conversion("KRW", "USD", book)
