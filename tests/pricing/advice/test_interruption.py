"""What interruptions of spot capacity add to a run (Young, Daly)."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pricing.advice.interruption import overhead

HOURS = st.decimals("0.01", "1000", places=2)


def test_a_stop_a_day() -> None:
    """s = 0.1 h, M = 24 h: c = sqrt(4.8) = 2.19 h; w = (1.095 + 0.25)/24 + 0.1/2.19 = 10.2%."""
    found = overhead(Decimal(24))
    assert round(found.interval, 3) == Decimal("2.191")
    assert round(found.share, 4) == Decimal("0.1017")


@given(between=HOURS, save=st.decimals("0.01", "1", places=2), other=st.decimals("0.1", "3", places=2))
def test_no_other_interval_costs_less(between: Decimal, save: Decimal, other: Decimal) -> None:
    restart = Decimal("0.25")
    found = overhead(between, save, restart)
    interval = min(found.interval * other, between)
    assert found.share <= (interval / 2 + restart) / between + save / interval + Decimal("1e-20")


@pytest.mark.parametrize("between", ["0", "-1"])
def test_times_are_above_zero(between: str) -> None:
    with pytest.raises(ValueError, match="above 0"):
        overhead(Decimal(between))
