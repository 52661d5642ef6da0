"""Which stated prices stand beside those of the book: those of one GPU or one node for a time, and nothing else."""

from datetime import UTC, datetime

import pytest

from bot.intents.advice.claims import checked
from pricing.book import Book
from pricing.store import Store

NOW = datetime(2026, 12, 1, 12, tzinfo=UTC)


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Book:
    return Store.open(tmp_path_factory.mktemp("claims") / "book.db", now=NOW).book(NOW.date())


@pytest.mark.parametrize(
    ("text", "prices"),
    [
        ("B200: 64 nodes at $38.40 per node-hour is $2,457.60 an hour, or $1.79M a month", {"$38.40 per node-hour"}),
        ("64 B200 nodes at $38.40 per node-hour; electricity costs $92,000 a year", {"$38.40 per node-hour"}),
        ("256 H100 at $2.10 per GPU-hour; support is $500 per node per month", {"$2.10 per GPU-hour"}),
        ("256 H100 at $2.10 per GPU-hour; colocation fee of $900 per node per month", {"$2.10 per GPU-hour"}),
        ("H100: $98.32 per node-hour for 8 GPUs is $12.29 per GPU-hour", {"$98.32 per node-hour"}),
        ("256张H100，每卡时23元；运维费每台每月2000元", {"每卡时23元"}),
        ("采购40台H100，总价4000万元；按3年直线折旧，每月111万元", set()),
        ("128台H100，每台每月6.5万元，每月共832万元", {"每台每月6.5万元"}),
        ("8卡H100节点月租6.5万元，16台每月104万元；电费每月12万元", {"6.5万元"}),
        ("the H100 cluster costs $1.2M a month", set()),
    ],
)
def test_only_the_price_of_one_stands_beside_the_book(book: Book, text: str, prices: set[str]) -> None:
    assert {one.figure.text for one in checked(text, book).prices} == prices
