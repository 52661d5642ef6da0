"""Tables of the four views. Effective cost, cash and equal work never share a column."""

from collections.abc import Sequence
from decimal import Decimal

from bot.replies import figures, labels, times
from bot.replies.card import Cell, Table
from bot.replies.shown import Shown, amount_cells
from pricing.costs import BreakEven, Due, Quote

NOTHING = "–"


def effective_table(sheet: Shown) -> Table:
    """Option, effective cost, cash outlay, ready in, per month, setup: what decides is seen first on a phone."""
    quotes = sheet.quotes
    months, effective, cash = amount_cells(
        sheet,
        [
            [quote.per_month for quote in quotes],
            [quote.effective_cost for quote in quotes],
            [quote.billed_cost for quote in quotes],
        ],
    )
    whole_life = sheet.comparison.scenario.duration is None
    return Table(
        columns=(
            sheet.column("option", right=False),
            sheet.column("whole-life" if whole_life else "effective"),
            sheet.column("cash"),
            sheet.column("ready"),
            sheet.column("per-month"),
            sheet.column("setup", right=False),
        ),
        rows=_rows(sheet, [[Cell(c.text, bold=True) for c in effective], cash, ready(sheet), months, setups(sheet)]),
    )


def setups(sheet: Shown) -> list[Cell]:
    """Shape of each row."""
    return [Cell(labels.setup(sheet.language, quote)) for quote in sheet.quotes]


def ready(sheet: Shown) -> list[Cell]:
    """Time from order to running of each row."""
    hours = sheet.comparison.hours_per_month
    return [Cell(times.ready(sheet.language, quote.ready_hours, hours)) for quote in sheet.quotes]


def _rows(sheet: Shown, columns: Sequence[Sequence[Cell]]) -> tuple[tuple[Cell, ...], ...]:
    options = [Cell(sheet.marked(quote)) for quote in sheet.quotes]
    return tuple(zip(options, *columns, strict=True))


def _due(quote: Quote, due: Due) -> Decimal:
    return sum((line.amount for line in quote.billed if line.due is due), Decimal(0))


def cash_table(sheet: Shown) -> Table:
    """Option, the outlay, when each part of it is paid, ready in. Columns that nobody pays in are left out."""
    quotes = sheet.quotes
    parts = {due: [_due(quote, due) for quote in quotes] for due in Due}
    paid = [due for due in Due if any(parts[due])]
    outlay, *others = amount_cells(sheet, [[q.billed_cost for q in quotes], *(_blank_zero(parts[due]) for due in paid)])
    return Table(
        columns=(
            sheet.column("option", right=False),
            sheet.column("outlay"),
            *(sheet.column(f"due-{due}") for due in paid),
            sheet.column("ready"),
        ),
        rows=_rows(sheet, [[Cell(cell.text, bold=True) for cell in outlay], *others, ready(sheet)]),
    )


def _blank_zero(values: Sequence[Decimal]) -> list[Decimal | None]:
    return [value or None for value in values]


def by_cash(quotes: Sequence[Quote]) -> list[Quote]:
    """Least outlay first; another GPU than asked for stays below."""
    return sorted(quotes, key=lambda quote: (quote.is_substitute, quote.billed_cost))


def equal_work_table(sheet: Shown) -> Table:
    """Option, GPUs that do the same work, factor, cost for equal work, ready in."""
    (costs,) = amount_cells(sheet, [[quote.equal_work_cost for quote in sheet.quotes]])
    bold = [Cell(cell.text, bold=True) for cell in costs]
    return Table(
        columns=(
            sheet.column("option", right=False),
            sheet.column("equal-gpus", right=False),
            sheet.column("factor"),
            sheet.column("equal-work"),
            sheet.column("ready"),
        ),
        rows=_rows(sheet, [_equal_gpus(sheet), _factors(sheet), bold, ready(sheet)]),
    )


def _equal_gpus(sheet: Shown) -> list[Cell]:
    count = sheet.comparison.scenario.gpu_count
    cells = []
    for quote in sheet.quotes:
        factor = quote.work_factor
        gpu = labels.shortened(quote.offer.gpu)
        if factor is None:
            cells.append(Cell(sheet.say("equal-work.unknown", gpu=gpu)))
            continue
        exactly = factor == 1
        shown = figures.number(sheet.language, count * factor)
        cells.append(Cell(sheet.say("equal-work.same" if exactly else "equal-work.about", count=shown, gpu=gpu)))
    return cells


def _factors(sheet: Shown) -> list[Cell]:
    return [
        Cell(NOTHING if quote.work_factor is None else figures.significant(sheet.language, quote.work_factor, 3))
        for quote in sheet.quotes
    ]


def by_equal_work(quotes: Sequence[Quote]) -> list[Quote]:
    """Least cost for equal work first; those without a factor last."""
    return sorted(quotes, key=lambda q: (q.equal_work_cost is None, q.equal_work_cost or Decimal(0)))


def break_even_table(sheet: Shown) -> Table:
    """Rental, months of use, months when everything is paid at once, use over the life, runs. Two rows for another GPU:
    for the same count and for equal work."""
    rows: list[tuple[Cell, ...]] = []
    for item in sheet.comparison.break_evens:
        upfront = _months(sheet, item.months_all_upfront)
        same = _by_use(sheet, item, item.utilisation, item.runs)
        rows.append((Cell(sheet.marked(item.rental)), _months(sheet, item.months), upfront, *same))
        if item.rental.is_substitute:
            name = sheet.say("break-even.equal-work", name=sheet.name(item.rental))
            equal = _by_use(sheet, item, item.equal_work_utilisation, item.equal_work_runs)
            rows.append((Cell(name), _months(sheet, item.equal_work_months), Cell(NOTHING), *equal))
    return Table(
        columns=(
            sheet.column("rental", right=False),
            sheet.column("months"),
            sheet.column("months-upfront"),
            sheet.column("use"),
            sheet.column("runs"),
        ),
        rows=tuple(rows),
    )


def _months(sheet: Shown, months: Decimal | None) -> Cell:
    if months is None:
        return Cell(sheet.say("break-even.never"))
    return Cell(figures.significant(sheet.language, months, 3, trim=False))


def _by_use(sheet: Shown, item: BreakEven, use: Decimal | None, runs: Decimal | None) -> tuple[Cell, Cell]:
    """Use and runs; they say nothing of a commitment, which is owed used or not."""
    if not item.by_use:
        return Cell(NOTHING), Cell(NOTHING)
    never = sheet.say("break-even.never")
    return (
        Cell(never if use is None else figures.percent(sheet.language, use)),
        Cell(never if runs is None else figures.number(sheet.language, runs, 1)),
    )
