"""When owning wins against each rental of the answer, by formulas over the comparison and the lines.

The formulas are those of `pricing.break_even`: what lies beyond the life of the hardware, or beyond full use, is never.
"""

from collections.abc import Mapping, Sequence
from decimal import Decimal

from bot.exports import lines_sheet
from bot.exports.comparison_sheet import FACTOR_FORMAT, NOTHING, ComparisonSheet
from bot.exports.grid import Cell, Given, Look, Sheet, amount_format, headers
from bot.exports.lines_sheet import Lines
from bot.exports.options import Option
from bot.exports.references import LIFE_HOURS, LIFE_MONTHS, References
from bot.exports.words import phrase
from bot.replies.words import say
from pricing.costs import BreakEven, Comparison

WIDTHS = (34, 46, 20, 16, 16, 14, 14, 12, 16, 14, 14)
NAMES = "option against rent months upfront use runs work-factor equal-months equal-use equal-runs"
ONE_PLACE, SHARE = "#,##0.0", "0.0%"
FIGURE = 1  # the column own figures stand in
RENT, FACTOR = "C", "H"

MONTHS = (
    "IF({rent}>{run}/{life},IF({capex}/({rent}-{run}/{life})<={life},{capex}/({rent}-{run}/{life}),{never}),{never})"
)
UPFRONT = "IF({rent}>0,IF({tco}/({rent})<={life},{tco}/({rent}),{never}),{never})"
USE = "IF({rent}>0,IF({tco}/{life}/({rent})<=1,{tco}/{life}/({rent}),{never}),{never})"
RUNS = (
    "IF({rent}>0,"
    "IF({tco}/({rent}*{hours}/{month})*{hours}<={life_hours},{tco}/({rent}*{hours}/{month}),{never}),{never})"
)


class BreakEvenSheet:
    """The sheet: for each need the figures of owning over its life, and a row for each rental set against it."""

    def __init__(
        self,
        options: Sequence[Option],
        titles: Sequence[str],
        comparison: ComparisonSheet,
        lines: Lines,
        references: References,
        language: str,
    ) -> None:
        self._language, self._comparison, self._lines, self._references = language, comparison, lines, references
        self.sheet = Sheet(phrase(language, "sheet.break-even"), WIDTHS)
        needs = {option.need: option.comparison for option in options}
        for need, one in needs.items():
            self.sheet.add(Cell(titles[need], Look.TITLE))
            found = {option.quote.offer.id: option for option in options if option.need == need}
            if one.break_evens:
                self._add(one, found)
            else:
                self.sheet.add(Cell(say(language, "break-even.none"), Look.LEAD))
            self.sheet.add()
        self.sheet.add(Cell(say(language, "note.break-even"), Look.LEAD))

    def _add(self, comparison: Comparison, options: Mapping[str, Option]) -> None:
        own = options[comparison.break_evens[0].own.offer.id]
        cells = self._own(comparison, own)
        self.sheet.add()
        names = [phrase(self._language, f"heading.{n}", currency=comparison.currency) for n in NAMES.split()]
        self.sheet.add(*headers(names))
        for item in comparison.break_evens:
            rental = options.get(item.rental.offer.id)
            if rental is not None:
                self.sheet.add(*self._against(item, rental, cells))

    def _own(self, comparison: Comparison, option: Option) -> dict[str, str]:
        """Rows of own figures; returns where each stands."""
        assert option.quote.own is not None
        own, find = option.quote.own, self._references.numbers.find
        money = amount_format(comparison.currency)
        number = self.sheet.add(phrase(self._language, "heading.own"), option.number, option.name)
        at = {"own": self._at(number)}
        life = (find(LIFE_MONTHS, own.life_months), find(LIFE_HOURS, own.life_hours))
        hours = find(("hours", option.need), comparison.hours)
        rows: tuple[tuple[str, Decimal, str, str | None], ...] = (
            ("life", own.life_months, "#,##0", life[0]),
            ("life_hours", own.life_hours, "#,##0", life[1]),
            ("hours", comparison.hours, "#,##0.##", hours),
            ("month", comparison.hours_per_month, "#,##0.##", self._references.month(comparison)),
            ("own-month", option.quote.per_month, money, self._comparison.place(option, "month")),
            ("capex", own.capex, money, self._lines.total(lines_sheet.OUTLAY, at["own"])),
            ("run", own.running_cost, money, self._lines.total(lines_sheet.KEPT, at["own"])),
        )
        for key, value, format_, formula in rows:
            at[key] = self._figure(key, value, format_, formula or "")
        at["tco"] = self._figure("tco", own.tco, money, f"{at['own-month']}*{at['life']}")
        self._figure("residual", own.residual, money, f"{at['capex']}+{at['run']}-{at['tco']}")
        return at

    def _figure(self, key: str, value: Decimal, format_: str, formula: str) -> str:
        row = self.sheet.add(phrase(self._language, f"heading.own-{key}"), Cell(value, Look.PLAIN, format_, formula))
        return self._at(row)

    def _at(self, row: int) -> str:
        return self.sheet.place(row, FIGURE)

    def _against(self, item: BreakEven, rental: Option, at: Mapping[str, str]) -> list[Given]:
        row = self.sheet.next_row
        facts = {**at, "never": f'"{self._never}"'}
        rent = f"{RENT}{row}"
        cells: list[Given] = [
            rental.number,
            rental.name,
            Cell(
                rental.quote.per_month,
                Look.PLAIN,
                amount_format(rental.comparison.currency),
                self._comparison.place(rental, "month"),
            ),
            self._result(MONTHS, item.months, ONE_PLACE, {**facts, "rent": rent}),
            self._result(UPFRONT, item.months_all_upfront, ONE_PLACE, {**facts, "rent": rent}),
            *self._by_use(item, item.utilisation, item.runs, {**facts, "rent": rent}),
        ]
        if not rental.quote.is_substitute or rental.quote.work_factor is None:
            return cells
        facts["rent"] = f"{rent}*{FACTOR}{row}"
        return [
            *cells,
            Cell(
                rental.quote.work_factor,
                Look.PLAIN,
                FACTOR_FORMAT,
                self._comparison.place(rental, "work-factor"),
            ),
            self._result(MONTHS, item.equal_work_months, ONE_PLACE, facts),
            *self._by_use(item, item.equal_work_utilisation, item.equal_work_runs, facts),
        ]

    def _by_use(
        self, item: BreakEven, use: Decimal | None, runs: Decimal | None, facts: Mapping[str, str]
    ) -> list[Given]:
        """Utilisation and runs, which say nothing against a commitment: that is owed used or not."""
        if not item.by_use:
            return [NOTHING, NOTHING]
        return [self._result(USE, use, SHARE, facts), self._result(RUNS, runs, ONE_PLACE, facts)]

    def _result(self, formula: str, value: Decimal | None, format_: str, facts: Mapping[str, str]) -> Cell:
        return Cell(self._never if value is None else value, Look.TOTAL, format_, formula.format(**facts))

    @property
    def _never(self) -> str:
        return say(self._language, "break-even.never")
