"""The one rounding rule. Amounts are exact Decimals beside an ISO 4217 code, and are rounded when they are shown."""

from decimal import ROUND_HALF_UP, Decimal

CENT = Decimal("0.01")


def rounded(amount: Decimal, step: Decimal = CENT) -> Decimal:
    """`amount` to a multiple of `step`, half away from zero; never minus zero. For display only."""
    quotient = (amount / step).to_integral_value(rounding=ROUND_HALF_UP)
    result = (quotient * step).quantize(step)
    return abs(result) if result == 0 else result
