"""A training run sized: what it takes said above the comparison, and how that was worked out below it."""

from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal

from bot.replies import figures, labels
from bot.replies.asked import question
from bot.replies.card import Card, Cell, Column, Section, Table
from bot.replies.context import context
from bot.replies.problems import EXAMPLE
from bot.replies.remarks import remarks
from bot.replies.shown import Shown, amount_cells, shown
from bot.replies.sizing_lines import (
    YEAR_HOURS,
    Run,
    gpus_line,
    hours_line,
    hours_of_gpus,
    mfu,
    source,
    span,
    time_line,
    tokens_line,
    work_line,
)
from bot.replies.verdict import named
from bot.replies.words import joined, known, say
from bot.understanding.request import Request
from pricing.advice.sizing import Training
from pricing.costs import Comparison
from pricing.decision import decide
from pricing.scenario import MAX_GPUS

MANY = 10_000
HOUR = Decimal(1)


def with_sizing(card: Card, runs: Sequence[Run], language: str, request: Request) -> Card:
    """The card of the comparison for a run, with what was sized on top and the equations below."""
    code = known(language)
    notes = tuple(dict.fromkeys(note for run in runs for note in (*_unused(code, request), *_remarks(code, run))))
    return replace(
        card,
        lead=tuple(line for run in runs for line in _lead(code, run)),
        sections=(*(section(code, run.training, request, run) for run in runs), *card.sections),
        notes=(*notes, *card.notes),
        hints=(say(code, "sizing.hint"),),
    )


def _facts(language: str, training: Training) -> dict[str, str]:
    return {
        "params": figures.large(language, training.params),
        "tokens": figures.large(language, training.tokens),
        "gpu": labels.shortened(training.gpu.id),
        "gpu_hours": hours_of_gpus(language, training.gpu_hours),
        "mfu": mfu(language, training),
        "assumed": "" if training.mfu.is_askers else say(language, "sizing.assumed"),
    }


def _lead(language: str, run: Run) -> tuple[str, ...]:
    first = say(language, "sizing.lead", **_facts(language, run.training))
    count = figures.number(language, run.count)
    facts = {"count": count, "time": span(language, run.hours), "asked": run.asked}
    facts["needed"] = figures.number(language, run.needed or run.count)
    if run.asked_hours is None:
        key = "takes"
    elif not run.count_said:
        key = "needs"
    else:
        key = "too-late" if run.hours > run.asked_hours else "in-time"
    return (joined(language, [first, say(language, f"sizing.{key}", **facts)], "join.sentences"),)


def _remarks(language: str, run: Run) -> list[str]:
    found = []
    if run.hours < HOUR:
        found.append(say(language, "sizing.short"))
    if run.count > MANY:
        found.append(say(language, "sizing.many", count=figures.number(language, run.count)))
    return found


def section(language: str, training: Training, request: Request, run: Run | None = None) -> Section:
    """Every step from what was asked to GPU-hours, and to GPUs or time."""
    gpu = labels.shortened(training.gpu.id)
    lines = [*_of_the_model(language, request), *_of_the_data(language, training)]
    lines += [work_line(language, training), hours_line(language, training)]
    if run is not None and run.asked_hours is not None:
        lines.append(gpus_line(language, run))
    if run is not None:
        lines.append(time_line(language, run))
    peak = figures.exact(language, training.peak)
    where = training.gpu.source or say(language, "sizing.no-source")
    lines.append(say(language, "sizing.peak", gpu=gpu, peak=peak, source=where))
    lines.append(say(language, "sizing.mfu", mfu=mfu(language, training), source=source(language, training.mfu)))
    return Section(say(language, "sizing.section", gpu=gpu), tuple(lines))


def _of_the_model(language: str, request: Request) -> list[str]:
    if request.active_params is None:
        return []
    active = figures.large(language, request.active_params)
    if request.model_params is None:
        return [say(language, "sizing.active-alone", active=active)]
    return [say(language, "sizing.active", active=active, all=figures.large(language, request.model_params))]


def _of_the_data(language: str, training: Training) -> list[str]:
    if training.corpus_tb is not None:
        return [tokens_line(language, training)]
    return []


def _unused(language: str, request: Request) -> list[str]:
    """What was said of the data and is not counted with."""
    if request.tokens is None:
        return []
    found = []
    if request.corpus_tb is not None:
        found.append(say(language, "sizing.corpus-unused", corpus=figures.exact(language, request.corpus_tb)))
    if request.bytes_per_token is not None:
        found.append(say(language, "sizing.bytes-unused", bytes=figures.exact(language, request.bytes_per_token)))
    return found


def several_card(runs: Sequence[Run], comparisons: Sequence[Comparison], language: str, request: Request) -> Card:
    """Neither GPUs nor a time were said: what a few of them take, so that one can be chosen."""
    code = known(language)
    training = runs[0].training
    facts = _facts(code, training)
    sheets = [shown(comparison, code) for comparison in comparisons]
    decided = [(sheet, rental) for sheet in sheets if (rental := decide(sheet.comparison).rental)]
    notes = dict.fromkeys(line for sheet, rental in decided for line in remarks(sheet.with_quotes([rental])))
    return Card(
        language=code,
        header=say(code, "sizing.header", **facts),
        verdict=joined(code, [say(code, "sizing.lead", **facts), say(code, "sizing.several")], "join.sentences"),
        table=_several(code, runs, sheets),
        sections=(section(code, training, request),),
        notes=(*_unused(code, request), *notes),
        context=tuple(dict.fromkeys(line for sheet in sheets[:1] for line in context(sheet))),
        hints=(say(code, "sizing.hint"),),
    )


def _several(language: str, runs: Sequence[Run], sheets: Sequence[Shown]) -> Table:
    rentals = [decide(sheet.comparison).rental for sheet in sheets]
    cash, effective = amount_cells(
        sheets[0],
        [[q.billed_cost if q else None for q in rentals], [q.effective_cost if q else None for q in rentals]],
    )
    currency = sheets[0].comparison.currency
    titles = ("done", "gpus", "rental", "cash", "effective")
    columns = tuple(
        Column(say(language, f"sizing.column-{title}", currency=currency), title not in ("done", "rental"))
        for title in titles
    )
    rows = tuple(
        (
            Cell(span(language, run.hours), bold=True),
            Cell(figures.number(language, run.count)),
            Cell(named(sheet, quote) if quote else "–"),
            *amounts,
        )
        for run, sheet, quote, amounts in zip(runs, sheets, rentals, zip(cash, effective, strict=True), strict=True)
    )
    return Table(columns, rows)


def no_peak_card(gpu: str, language: str) -> Card:
    """A GPU whose peak nobody knows: nothing is sized on it."""
    code = known(language)
    way_out = say(code, "sizing.no-peak-way-out", question=question(EXAMPLE, code))
    return Card(code, verdict=say(code, "sizing.no-peak", gpu=labels.shortened(gpu)), notes=(way_out,), private=True)


def too_many_card(run: Run, language: str) -> Card:
    """More GPUs than are priced: what the most would take."""
    code = known(language)
    most = figures.number(code, MAX_GPUS)
    count = figures.number(code, run.count)
    line = say(code, "sizing.too-many", **_facts(code, run.training), asked=run.asked, count=count, most=most)
    time = span(code, run.training.hours_on(MAX_GPUS))
    return Card(code, verdict=line, notes=(say(code, "sizing.too-many-way-out", most=most, time=time),), private=True)


def too_long_card(run: Run, language: str) -> Card:
    """Longer than is priced: what a year would take."""
    code = known(language)
    facts = _facts(code, run.training) | {"time": span(code, run.hours), "count": figures.number(code, run.count)}
    needed = figures.number(code, run.training.gpus_within(YEAR_HOURS, run.per_node))
    way_out = say(code, "sizing.too-long-way-out", needed=needed)
    return Card(code, verdict=say(code, "sizing.too-long", **facts), notes=(way_out,), private=True)


def range_card(name: str, value: Decimal, least: Decimal, most: Decimal, language: str) -> Card:
    """An assumption out of its range."""
    code = known(language)
    shown_ = [figures.percent(code, n) if name == "mfu" else figures.exact(code, n) for n in (value, least, most)]
    said, low, high = shown_
    line = say(code, "sizing.range", name=say(code, f"sizing.name-{name}"), least=low, most=high, said=said)
    way_out = say(code, "sizing.range-try", example=say(code, f"sizing.example-{name}"))
    return Card(code, verdict=line, notes=(way_out,), private=True)
