"""The cost of a month of full use, which break-even rests on, as a formula over the lines of the effective cost.

A rental: its own time, without fees and efficiency loss, for the hours that are charged in a month. Own hardware: each
of its lines over the whole life, for a month of that.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from decimal import Decimal

from bot.exports.options import ZERO, Option, close
from bot.exports.references import LIFE_MONTHS, References, is_run
from bot.exports.safe import all_digits
from pricing.costs import CostLine, FactorUnit, LineKind

Factors = Callable[[int], str]
"""Where a factor of a line stands, by its place."""


@dataclass(frozen=True, slots=True)
class Month:
    """What a line adds to a month of full use: its amount, times and divided by cells. A text is an address or a
    number, an int the place of a factor."""

    value: Decimal
    divide: int | str
    times: tuple[int | str, ...] = ()

    def formula(self, amount: str, factor: Factors) -> str:
        """The formula of a line whose amount stands at `amount`."""
        cells = [factor(part) if isinstance(part, int) else part for part in (self.divide, *self.times)]
        return f"{amount}/{'*'.join(cells)}"


def months_of(option: Option, references: References) -> dict[int, Month]:
    """Parts of the cost of a month by place of their line; none where the lines do not tell it."""
    parts = dict(_own(option, references) if option.quote.own else _rental(option, references))
    added = sum((part.value for part in parts.values()), ZERO)
    return parts if parts and close(added, option.quote.per_month) else {}


def _rental(option: Option, references: References) -> Iterator[tuple[int, Month]]:
    comparison, month = option.comparison, references.month(option.comparison)
    for place, line in enumerate(option.lines):
        hours_at = _first(line.cost, FactorUnit.HOURS)
        if not line.effective or line.cost.kind is not LineKind.COMPUTE or hours_at is None:
            continue
        loss_at = _first(line.cost, FactorUnit.LOSS)
        per_hour = line.cost.amount / line.cost.factors[hours_at].value
        if loss_at is not None:
            per_hour *= line.cost.factors[loss_at].value
        charged = option.quote.per_month / per_hour if per_hour else comparison.hours_per_month
        usual = close(charged, comparison.hours_per_month)
        hours = month if usual and month else all_digits(_tidy(charged, option))
        yield place, Month(option.quote.per_month, hours_at, (hours, *([] if loss_at is None else [loss_at])))
        return


def _tidy(charged: Decimal, option: Option) -> Decimal:
    """The hours the seller caps a month at, without the last digits of a division."""
    cap = option.quote.offer.hours_in_month
    return cap if cap is not None and close(charged, cap) else charged


def _own(option: Option, references: References) -> Iterator[tuple[int, Month]]:
    assert option.quote.own is not None
    life = references.numbers.find(LIFE_MONTHS, option.quote.own.life_months)
    month, hours_per_month = references.month(option.comparison), option.comparison.hours_per_month
    for place, line in enumerate(option.lines):
        cost = line.cost
        run_at = next((i for i in range(len(cost.factors)) if is_run(cost, i)), None)
        if not line.effective:
            continue
        if run_at is None and life:
            yield place, Month(cost.amount / option.quote.own.life_months, life)
        elif run_at is not None and month:
            use_at = _first(cost, FactorUnit.UTILISATION)
            value = cost.amount / cost.factors[run_at].value * hours_per_month
            if use_at is None:
                yield place, Month(value, run_at, (month,))
            else:
                yield place, Month(value * cost.factors[use_at].value, run_at, (month, use_at))


def _first(cost: CostLine, unit: FactorUnit) -> int | None:
    return next((i for i, factor in enumerate(cost.factors) if factor.unit is unit), None)
