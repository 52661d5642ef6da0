"""Charts of a comparison: drawn in a terminal whatever the numbers, and as a block of Slack."""

from decimal import Decimal

import pytest

from bot.replies.charts import crossing_chart
from bot.replies.drawing import block, drawn
from pricing.compare import compare
from tests.builders import a_book, a_scenario, add_offer, add_own


@pytest.mark.parametrize("price", ["2", "50", "500", "50000"])
def test_a_crossing_at_any_time_is_drawn(price: str) -> None:
    """Also within days, where months of one decimal would all read alike."""
    book = a_book()
    add_own(book)
    add_offer(book, price, id="rented")
    chart = crossing_chart(compare(a_scenario(), book), "en")
    assert chart is not None
    assert len(set(chart.categories)) == len(chart.categories) == len(chart.positions)
    assert "Months" in drawn(chart, 80)
    assert block(chart) is not None
    assert list(chart.positions) == sorted(chart.positions)
    assert chart.positions[0] == Decimal(0)
