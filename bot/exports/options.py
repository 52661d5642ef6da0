"""The options of comparisons with their cost lines, as both kinds of file write them: each line once.

A line that is effective cost and cash alike, as of a rental that is billed for what it is used, stands once with both
amounts. One that is only one of them has nothing in the other column, so every column can be summed (FOCUS: effective
cost is 0 on a purchase, billed cost is 0 on what was bought before).
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal

from bot.replies.shown import shown
from pricing.book import Entry, EntryKind
from pricing.costs import Comparison, CostLine, Due, Factor, FactorUnit, Quote

CLOSE = Decimal("1e-12")
ZERO = Decimal(0)


@dataclass(slots=True)
class Line:
    """A cost line and what it counts as: effective cost, cash (with when it is due), cost for equal work."""

    cost: CostLine
    effective: bool = False
    billed: bool = False
    equal: bool = False
    due: Due | None = None

    @property
    def outlay(self) -> Decimal:
        """What it adds to the cash outlay."""
        return self.cost.amount if self.billed and self.due is not Due.IF_KEPT else ZERO

    @property
    def kept(self) -> Decimal:
        """What it adds to the running cost of own hardware while that is kept."""
        return self.cost.amount if self.billed and self.due is Due.IF_KEPT else ZERO


@dataclass(frozen=True, slots=True)
class Option:
    """One priced way to procure: its number in the file, the need it is for (from 0), its name in the answer, and
    whether the answer shows it."""

    number: int
    need: int
    comparison: Comparison
    quote: Quote
    name: str
    shown: bool
    lines: tuple[Line, ...]


def options_of(comparisons: Sequence[Comparison], language: str) -> tuple[Option, ...]:
    """Every option of the comparisons: those the answer shows first, the rest behind them, both by effective cost."""
    found: list[Option] = []
    for need, comparison in enumerate(comparisons):
        sheet = shown(comparison, language, all_rows=True)
        featured = set(comparison.featured)
        places = [*comparison.featured, *(i for i in range(len(sheet.quotes)) if i not in featured)]
        for place in places:
            quote = sheet.quotes[place]
            lines = tuple(lines_of(quote))
            found.append(Option(len(found) + 1, need, comparison, quote, sheet.name(quote), place in featured, lines))
    return tuple(found)


def lines_of(quote: Quote) -> list[Line]:
    """The lines of a quote, each once. Raises ValueError where they do not add up to the quote."""
    lines = [Line(cost, effective=True) for cost in quote.effective]
    for cost in quote.billed:
        line = _taken(lines, cost, [line for line in lines if not line.billed and _same_charge(line.cost, cost)])
        line.billed, line.due = True, cost.due
    for cost in quote.equal_work or ():
        _taken(lines, cost, [line for line in lines if line.effective and not line.equal]).equal = True
    _check(quote, lines)
    return lines


def _taken(lines: list[Line], cost: CostLine, free: Iterable[Line]) -> Line:
    """The free line that is this cost, or a new one."""
    found = next((line for line in free if _same(line.cost, cost)), None)
    if found is None:
        found = Line(cost)
        lines.append(found)
    return found


def _same(one: CostLine, other: CostLine) -> bool:
    return one.kind is other.kind and one.amount == other.amount and one.factors == other.factors


def _same_charge(one: CostLine, other: CostLine) -> bool:
    return one.charge_category == other.charge_category


def _check(quote: Quote, lines: Sequence[Line]) -> None:
    for total, parts in (
        (quote.effective_cost, (line.cost.amount for line in lines if line.effective)),
        (quote.billed_cost, (line.outlay for line in lines)),
        (quote.cash_if_kept, (line.kept for line in lines)),
        (quote.equal_work_cost or ZERO, (line.cost.amount for line in lines if line.equal)),
    ):
        added = sum(parts, ZERO)
        if not close(added, total):
            raise ValueError(f"the lines of {quote.offer.id} add up to {added}, not {total}")


def close(one: Decimal, other: Decimal) -> bool:
    """Whether two amounts are the same but for the last of their 28 digits."""
    return abs(one - other) <= CLOSE * max(abs(one), abs(other), Decimal(1))


def price_entry(cost: CostLine) -> Entry | None:
    """The entry whose price a line is worked out with; where that cannot be told, the first that is no rate."""
    price = next((factor for factor in cost.factors if factor.unit is FactorUnit.PRICE), None)
    named = (entry for entry in cost.entries if price is not None and is_price_of(entry, price))
    others = (entry for entry in cost.entries if entry.kind is not EntryKind.RATE)
    return next(named, None) or next(others, None)


def is_price_of(entry: Entry, price: Factor) -> bool:
    """Whether a price in a formula is this entry."""
    return entry.value == price.value and price.per == f"{entry.currency} {entry.unit.value}"


def numbered(options: Iterable[Option]) -> Iterator[tuple[Option, int, Line]]:
    """Every line with its option and its number there, from 1."""
    for option in options:
        for number, line in enumerate(option.lines, 1):
            yield option, number, line
