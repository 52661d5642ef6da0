"""The text this began with, where it lies beside the project: every figure gets its verdict."""

from decimal import Decimal
from pathlib import Path

import pytest

from pricing.claims.findings import Verdict
from tests.bot.claims.reading import found

ARTICLE = Path("/work/shared/data/seed-article.txt")
SLIPS = {
    "2.1 亿元": "409720000",
    "3500 万/月": "6828666.67",
    "5250 万": "9429172.60",
    "6.4 万元": "6400",
    "32 万+": "266406.08",
    "400 万+": "8960",
    "5 天": "3.16",
}
HOLD = ("2.87 亿元", "3328 万/月", "4992 万", "1638 万/月", "2457 万", "直接腰斩")


@pytest.mark.skipif(not ARTICLE.exists(), reason="the article is not here")
def test_every_derived_figure_gets_its_verdict() -> None:
    stated = found(ARTICLE.read_text(encoding="utf-8"))
    for text, right in SLIPS.items():
        assert stated[text].verdict in (Verdict.WRONG, Verdict.FOLLOWS), text
        assert stated[text].right is not None
        assert abs(stated[text].right / Decimal(right) - 1) < Decimal("0.001"), text  # type: ignore[operator]
    for text in HOLD:
        assert stated[text].verdict is Verdict.HOLDS, text
    assert stated["3500 万/月"].value == Decimal(3_500_000)
    assert stated["4992 万"].convention is not None
    assert stated["4992 万"].convention.month == 672
    wrong = [text for text, one in stated.items() if one.verdict in (Verdict.WRONG, Verdict.FOLLOWS)]
    assert sorted(wrong) == sorted(SLIPS)
