"""Money: an exact amount with its ISO 4217 code. Mixed currencies do not add; rounding happens at display only."""

from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal

CENT = Decimal("0.01")


@dataclass(frozen=True, slots=True)
class Money:
    """`amount` in main units of `currency` (an upper-case ISO 4217 code)."""

    amount: Decimal
    currency: str

    def __post_init__(self) -> None:
        if not isinstance(self.amount, Decimal):
            raise TypeError(f"money is Decimal, not {type(self.amount).__name__}")

    def __add__(self, other: "Money") -> "Money":
        self._same(other)
        return Money(self.amount + other.amount, self.currency)

    def __sub__(self, other: "Money") -> "Money":
        self._same(other)
        return Money(self.amount - other.amount, self.currency)

    def _same(self, other: "Money") -> None:
        if self.currency != other.currency:
            raise ValueError(f"{self.currency} and {other.currency} do not add: convert first")


def rounded(amount: Decimal, step: Decimal = CENT) -> Decimal:
    """`amount` to a multiple of `step`, half away from zero; never minus zero. For display only."""
    quotient = (amount / step).to_integral_value(rounding=ROUND_HALF_UP)
    result = (quotient * step).quantize(step)
    return abs(result) if result == 0 else result
