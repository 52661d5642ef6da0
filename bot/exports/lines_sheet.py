"""Every cost line with its factors in cells and a formula that multiplies them; totals elsewhere add these up."""

from collections.abc import Sequence
from decimal import Decimal
from functools import partial

from bot.exports.grid import EXACT_DIGITS, Cell, Given, Look, Sheet, amount_format, headers, letters
from bot.exports.months import Month, months_of
from bot.exports.options import Line, Option, price_entry
from bot.exports.references import References
from bot.exports.safe import all_digits
from bot.exports.words import phrase
from bot.replies.figures import currency_places, places_of
from bot.replies.formula import formula
from bot.replies.words import say, words
from pricing.costs import CostLine, Due, Factor, FactorUnit

FIRST_ROW = 4
OPTION, AMOUNT, EFFECTIVE, OUTLAY, KEPT, EQUAL, MONTH, DUE, EXACT, FACTORS = 0, 4, 5, 6, 7, 8, 9, 10, 14, 15
NAMES = "option name line formula amount effective outlay kept equal month due category frequency row exact"
WIDTHS = (6, 50, 20, 80, 18, 18, 18, 18, 18, 18, 20, 11, 13, 8, 32)
FACTOR_WIDTHS = (20, 15)
MOST_PLACES = 10


class Lines:
    """The sheet of lines, and the formulas that add them up."""

    def __init__(self, options: Sequence[Option], references: References, language: str, currency: str) -> None:
        self._language, self._references = language, references
        self._format, self._places = amount_format(currency), currency_places(currency)
        self._with_month: set[int] = set()
        most = max((len(line.cost.factors) for option in options for line in option.lines), default=0)
        widths = (*WIDTHS, *FACTOR_WIDTHS * most)
        self.sheet = Sheet(phrase(language, "sheet.lines"), widths, frozen=f"C{FIRST_ROW}", hidden=(EXACT,))
        self.sheet.add(Cell(phrase(language, "text.lines"), Look.LEAD))
        self.sheet.add()
        names = [phrase(language, f"heading.{name}", currency=currency) for name in NAMES.split()]
        self.sheet.add(*headers([*names, *self._factor_names(most)]))
        for option in options:
            self._add(option)
        self._last_row = max(len(self.sheet.rows), FIRST_ROW)
        self.sheet.filtered = f"A{FIRST_ROW - 1}:{letters(EXACT - 1)}{self._last_row}"

    def total(self, column: int, option: str, due: Due | None = None) -> str:
        """The formula for the sum of a column over the lines of an option, whose number stands at `option`."""
        parts = [self._span(column), self._span(OPTION), option]
        if due is not None:
            parts += [self._span(DUE), f'"{self._due(due)}"']
        return f"SUMIFS({','.join(parts)})"

    def gives_month(self, option: Option) -> bool:
        """Whether the lines of an option give its cost of a month of full use."""
        return option.number in self._with_month

    def _span(self, column: int) -> str:
        return self.sheet.span(column, FIRST_ROW, self._last_row)

    def _factor_names(self, most: int) -> list[str]:
        keys = ("heading.factor-name", "heading.factor")
        return [phrase(self._language, key, n=n) for n in range(1, most + 1) for key in keys]

    def _add(self, option: Option) -> None:
        months = months_of(option, self._references)
        if months:
            self._with_month.add(option.number)
        for place, line in enumerate(option.lines):
            self.sheet.add(
                *self._amounts(option, line, self.sheet.next_row, months.get(place)),
                *self._about(line),
                *self._factors(option, line.cost),
            )

    def _amounts(self, option: Option, line: Line, row: int, month: Month | None) -> list[Given]:
        cost, here = line.cost, f"{letters(AMOUNT)}{row}"
        kept = line.due is Due.IF_KEPT
        counted = (line.effective, line.billed and not kept, line.billed and kept, line.equal)
        by_month = None
        if month is not None:
            by_month = Cell(month.value, format=self._format, formula=month.formula(here, partial(_factor_at, row)))
        return [
            option.number,
            option.name,
            say(self._language, f"line.{cost.kind}"),
            formula(self._language, cost.factors, cost.amount, self._places),
            Cell(cost.amount, Look.TOTAL, self._format, _product(cost, row)),
            *(Cell(cost.amount, format=self._format, formula=here) if counts else None for counts in counted),
            by_month,
        ]

    def _about(self, line: Line) -> list[Given]:
        cost, entry = line.cost, price_entry(line.cost)
        return [
            self._due(line.due) if line.due else None,
            cost.charge_category,
            cost.charge_frequency,
            (entry.id or None) if entry else None,
            all_digits(cost.amount),
        ]

    def _due(self, due: Due) -> str:
        return say(self._language, f"due.{due}")

    def _factors(self, option: Option, cost: CostLine) -> list[Given]:
        found: list[Given] = []
        for index, factor in enumerate(cost.factors):
            reference = self._references.of(option, cost, index)
            found += [self._label(factor), Cell(factor.value, Look.PLAIN, _format(factor.value), reference or "")]
        return found

    def _label(self, factor: Factor) -> str:
        """What a factor is, with the sign it has in the formula: "× nodes", "÷ h of life"."""
        if factor.unit is FactorUnit.RATE:
            name = factor.per
        elif factor.unit is FactorUnit.PRICE:
            currency, _, unit = factor.per.partition(" ")
            sentence = words(self._language).get(f"priced-per.{unit}")
            name = sentence.format(price=currency) if sentence else f"{currency}/{unit}"
        else:
            name = phrase(self._language, f"factor.{factor.unit}")
        return f"{'÷' if factor.divide else '×'} {name}"


def _factor_at(row: int, index: int) -> str:
    return f"{letters(FACTORS + 2 * index + 1)}{row}"


def _product(cost: CostLine, row: int) -> str:
    """The factors of a line multiplied and divided in order."""
    first = "1" if not cost.factors or cost.factors[0].divide else ""
    signs = ("/" if factor.divide else "*" for factor in cost.factors)
    text = first + "".join(f"{sign}{_factor_at(row, index)}" for index, sign in enumerate(signs))
    return text.removeprefix("*")


def _format(value: Decimal) -> str:
    places = min(places_of(value), MOST_PLACES, max(EXACT_DIGITS - 1 - value.adjusted(), 0))
    return "#,##0." + "0" * places if places else "#,##0"
