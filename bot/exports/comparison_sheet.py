"""The table of the answer in its three views, for every option, with totals that add up the lines.

Effective cost, cash and cost for equal work stand in bands of their own and are never added. Beside the first two
stands how far a change made in the workbook has moved them from what was priced.
"""

from collections.abc import Iterable, Sequence

from bot.exports import lines_sheet
from bot.exports.grid import Cell, Given, Look, Sheet, amount_format, headers, letters
from bot.exports.lines_sheet import Lines
from bot.exports.options import ZERO, Option
from bot.exports.references import References
from bot.exports.safe import all_digits
from bot.exports.words import phrase
from bot.replies import labels, times
from bot.replies.words import say
from pricing.costs import Due

NOTHING = "–"
FACTOR_FORMAT = "0.0000"
MOVED = "IF(ABS({live}-{priced})<0.005+ABS({priced})*1E-12,0,{live}-{priced})"
"""Less than half a cent is no move, nor is what a spreadsheet's 15 digits cannot tell."""
PAID = tuple(due for due in Due if due is not Due.IF_KEPT)

ABOUT = ("option", "name", "need", "shown", "gpu", "setup", "region", "ready")
EFFECTIVE = ("effective", "moved-effective", "month")
CASH = ("outlay", "moved-outlay", *(f"due-{due}" for due in PAID), "kept")
EQUAL_WORK = ("work-factor", "equal")
HIDDEN = ("priced-effective", "priced-outlay", "exact-effective", "exact-outlay", "exact-equal")
BANDS = {"effective": "band-effective", "outlay": "band-cash", "work-factor": "band-equal"}
WIDTHS = {"option": 6, "name": 62, "need": 8, "shown": 10, "gpu": 14, "region": 16, "ready": 14, "work-factor": 12}
WIDTH = 20


class ComparisonSheet:
    """The sheet, and where figures of its options stand. `lead`: sentences above the table, the first its title."""

    def __init__(
        self, options: Sequence[Option], lead: Sequence[str], lines: Lines, references: References, language: str
    ) -> None:
        self._language, self._lines, self._references = language, lines, references
        self._currency = options[0].comparison.currency if options else ""
        self._format = amount_format(self._currency)
        self._keys = _keys(options)
        hidden = [i for i, key in enumerate(self._keys) if key in HIDDEN]
        widths = [WIDTHS.get(key, WIDTH) for key in self._keys]
        self.sheet = Sheet(phrase(language, "sheet.comparison"), widths, hidden=hidden)
        first = len(lead) + 5  # the lead, the check, a blank row, bands and headings
        last = max(first + len(options) - 1, first)
        for i, sentence in enumerate(lead):
            self.sheet.add(Cell(sentence, Look.LEAD if i else Look.TITLE))
        self.sheet.add(self._check(first, last))
        self.sheet.add()
        self.sheet.add(*(self._band(key) for key in self._keys))
        self.sheet.add(*headers([self._heading(key) for key in self._keys]))
        self._rows: dict[int, int] = {}
        for option in options:
            self._rows[option.number] = self.sheet.next_row
            self.sheet.add(*self._row(option))
        self.sheet.frozen = f"{self._letter('name', 1)}{first}"
        self.sheet.filtered = f"A{first - 1}:{letters(len(self._keys) - len(hidden) - 1)}{last}"

    def place(self, option: Option, key: str) -> str:
        """The address of a figure of an option, as other sheets name it."""
        return self.sheet.place(self._rows[option.number], self._keys.index(key))

    def _letter(self, key: str, beyond: int = 0) -> str:
        return letters(self._keys.index(key) + beyond)

    def _check(self, first: int, last: int) -> Cell:
        columns = (self._letter("moved-effective"), self._letter("moved-outlay"))
        spans = ",".join(f"{letter}{first}:{letter}{last}" for letter in columns)
        same, changed = phrase(self._language, "text.as-priced"), phrase(self._language, "text.changed")
        return Cell(same, Look.LEAD, formula=f'IF(SUMSQ({spans})=0,"{same}","{changed}")')

    def _band(self, key: str) -> Cell | None:
        if key in ABOUT or key in HIDDEN:
            return None
        return Cell(phrase(self._language, f"heading.{BANDS[key]}") if key in BANDS else None, Look.BAND)

    def _heading(self, key: str) -> str:
        if key.startswith("due-"):
            return say(self._language, f"column.{key}")
        return phrase(self._language, f"heading.{key}", currency=self._currency)

    def _row(self, option: Option) -> Iterable[Given]:
        row = self._rows[option.number]
        cells = {
            **self._about(option),
            **self._effective(option, row),
            **self._cash(option, row),
            **self._equal_work(option, row),
            **self._priced(option),
        }
        return [cells[key] for key in self._keys]

    def _about(self, option: Option) -> dict[str, Given]:
        quote, marks = option.quote, labels.marks(option.quote)
        return {
            "option": option.number,
            "name": f"{option.name} {marks}" if marks else option.name,
            "need": option.need + 1,
            "shown": "●" if option.shown else None,
            "gpu": quote.offer.gpu,
            "setup": labels.setup(self._language, quote),
            "region": quote.offer.region or None,
            "ready": times.ready(self._language, quote.ready_hours, option.comparison.hours_per_month),
        }

    def _effective(self, option: Option, row: int) -> dict[str, Given]:
        quote = option.quote
        month = self._total(row, lines_sheet.MONTH) if self._lines.gives_month(option) else ""
        return {
            "effective": Cell(quote.effective_cost, Look.TOTAL, self._format, self._total(row, lines_sheet.EFFECTIVE)),
            "moved-effective": self._moved(row, "effective"),
            "month": Cell(quote.per_month, Look.PLAIN, self._format, month),
        }

    def _cash(self, option: Option, row: int) -> dict[str, Given]:
        quote = option.quote
        kept = Cell(quote.cash_if_kept, Look.PLAIN, self._format, self._total(row, lines_sheet.KEPT))
        cells: dict[str, Given] = {
            "outlay": Cell(quote.billed_cost, Look.TOTAL, self._format, self._total(row, lines_sheet.OUTLAY)),
            "moved-outlay": self._moved(row, "outlay"),
            "kept": kept if quote.own else None,
        }
        for due in PAID:
            paid = [line.cost.amount for line in option.lines if line.billed and line.due is due]
            total = self._total(row, lines_sheet.OUTLAY, due)
            cells[f"due-{due}"] = Cell(sum(paid, ZERO), Look.PLAIN, self._format, total) if paid else None
        return cells

    def _equal_work(self, option: Option, row: int) -> dict[str, Given]:
        quote = option.quote
        if quote.work_factor is None or quote.equal_work_cost is None:
            return {"work-factor": NOTHING, "equal": NOTHING}
        factor = self._references.work_factor(option) if quote.is_substitute else None
        total = self._total(row, lines_sheet.EQUAL)
        return {
            "work-factor": Cell(quote.work_factor, Look.PLAIN, FACTOR_FORMAT, factor or ""),
            "equal": Cell(quote.equal_work_cost, Look.TOTAL, self._format, total),
        }

    def _priced(self, option: Option) -> dict[str, Given]:
        """What was priced, hidden: as numbers to see a move by, and with all digits."""
        quote = option.quote
        return {
            "priced-effective": Cell(quote.effective_cost, Look.PLAIN, self._format),
            "priced-outlay": Cell(quote.billed_cost, Look.PLAIN, self._format),
            "exact-effective": all_digits(quote.effective_cost),
            "exact-outlay": all_digits(quote.billed_cost),
            "exact-equal": None if quote.equal_work_cost is None else all_digits(quote.equal_work_cost),
        }

    def _total(self, row: int, column: int, due: Due | None = None) -> str:
        return self._lines.total(column, f"$A{row}", due)

    def _moved(self, row: int, key: str) -> Cell:
        live, priced = f"{self._letter(key)}{row}", f"{self._letter(f'priced-{key}')}{row}"
        blank_if_zero = f"{self._format};-{self._format};"
        return Cell(ZERO, Look.PLAIN, blank_if_zero, MOVED.format(live=live, priced=priced))


def _keys(options: Sequence[Option]) -> list[str]:
    """The columns: without the need where there is one, and without what nobody pays."""
    paid = {f"due-{line.due}" for option in options for line in option.lines if line.due}
    several = len({option.need for option in options}) > 1
    kept = any(option.quote.own for option in options)
    left_out = {f"due-{due}" for due in PAID} - paid
    left_out |= set() if several else {"need"}
    left_out |= set() if kept else {"kept"}
    return [key for key in (*ABOUT, *EFFECTIVE, *CASH, *EQUAL_WORK, *HIDDEN) if key not in left_out]
