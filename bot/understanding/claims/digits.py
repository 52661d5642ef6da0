"""The number itself: its digits or words, and one in the last place that was written."""

from dataclasses import dataclass, field
from decimal import Decimal

from bot.understanding import numbers, numerals
from bot.understanding.claims import words
from pricing.claims.figure import Bound
from pricing.claims.units import CURRENCIES, Unit


@dataclass(slots=True)
class Written:
    """A number as written, before the words around it are looked at."""

    start: int
    end: int
    amount: Decimal
    step: Decimal
    scaled: bool = False
    high: Decimal | None = None
    loose: bool = False
    bound: Bound = Bound.NONE
    powers: dict[str, int] = field(default_factory=dict)
    others: tuple[Unit, ...] = ()
    of_node: bool = False
    in_han: bool = False
    implied_money: bool = False

    @property
    def currency(self) -> str:
        """The currency, if it is money."""
        return next((name for name in self.powers if name in CURRENCIES), "")

    def times(self, factor: Decimal) -> None:
        """Apply a word of size."""
        self.amount, self.step = self.amount * factor, self.step * factor
        self.high = self.high * factor if self.high is not None else None


def number_from(text: str, at: int, end: int) -> Written | None:
    """The first number between two places; None where there is none."""
    digits, spelled = words.NUMBER.search(text, at, end), words.IN_WORDS.search(text, at, end)
    if spelled and (not digits or spelled.start() < digits.start()):
        if spelled["one"]:
            return Written(spelled.start(), spelled.end(), Decimal(1), Decimal(1))
        read = numerals.chinese(text, spelled.start()) if spelled["zh"] else numbers.english(text, spelled.start())
        if read:
            return Written(spelled.start(), spelled.end(), read[0].low, Decimal(1))
    if not digits:
        return None
    plain = digits.group().replace(",", "")
    amount = Decimal(plain)
    places = len(plain.partition(".")[2])
    step = Decimal(1).scaleb(-places) if places else _whole_step(plain)
    return Written(digits.start(), digits.end(), amount, step)


def _whole_step(digits: str) -> Decimal:
    """One in the last digit that is not a zero at the end: 1,900,000 may be rounded to 100,000, 483 to 1."""
    zeros = len(digits) - len(digits.rstrip("0"))
    return Decimal(10) ** (zeros if len(digits) - zeros >= 2 else max(0, len(digits) - 2))
