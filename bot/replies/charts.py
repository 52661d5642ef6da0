"""Pictures of a comparison, as data: when owning overtakes renting, and what each option's cost is made of."""

from collections.abc import Iterable
from decimal import Decimal

from bot.replies import figures, times
from bot.replies.card import Chart, Series
from bot.replies.drawing import distinct
from bot.replies.shown import Shown, featured, shown
from bot.replies.words import say
from pricing.costs import BreakEven, Comparison, CostLine, LineKind, Quote
from pricing.cumulative import cumulative
from pricing.decision import decide

MOST_OPTIONS = 8
MOST_PARTS = 6
MOST_MONTHS_IN_DETAIL = 2


def crossing_chart(comparison: Comparison, language: str) -> Chart | None:
    """Cumulative cost of owning and of the rental that decides, by month of full use; None without both."""
    found = _pair(comparison)
    if found is None:
        return None
    sheet = shown(comparison, language)
    lines = cumulative(found.own, found.rental, found.months)
    names = distinct([sheet.name(found.own), sheet.name(found.rental)])
    decimals = 1 if max(lines.months) >= MOST_MONTHS_IN_DETAIL else 3
    months = [figures.number(sheet.language, month, decimals, trim=True) for month in lines.months]
    scale, unit = _scale([*lines.own, *lines.rental], sheet)
    return Chart(
        kind="line",
        title=say(language, "chart.crossing"),
        series=(
            Series(names[0], tuple(value / scale for value in lines.own)),
            Series(names[1], tuple(value / scale for value in lines.rental)),
        ),
        categories=tuple(distinct(months)),
        x_label=say(language, "chart.months"),
        y_label=unit,
        text=_crossing_text(sheet, found),
        positions=lines.months,
    )


def _pair(comparison: Comparison) -> BreakEven | None:
    decision = decide(comparison)
    if decision.break_even and not decision.other_gpu:
        return decision.break_even
    return next((item for item in comparison.break_evens if not item.rental.is_substitute), None)


def _crossing_text(sheet: Shown, found: BreakEven) -> str:
    facts = {"own": sheet.name(found.own), "rental": sheet.name(found.rental)}
    if found.months is None:
        return sheet.say("chart.never-crosses", **facts)
    return sheet.say("chart.crosses", months=times.in_months(sheet.language, found.months, 3), **facts)


def composition_chart(comparison: Comparison, language: str) -> Chart | None:
    """Effective cost of each row on show, by kind of cost: the five largest kinds and the rest; None without rows."""
    rows = [quote for quote in featured(comparison) if quote.effective][:MOST_OPTIONS]
    if not rows:
        return None
    sheet = shown(comparison, language)
    kinds = _kinds(line for quote in rows for line in quote.effective)
    scale, unit = _scale([quote.effective_cost for quote in rows], sheet)
    series = tuple(
        Series(_kind_name(language, kind), tuple(_part(quote, kind, kinds) / scale for quote in rows)) for kind in kinds
    )
    return Chart(
        kind="bar",
        title=say(language, "chart.composition"),
        series=series,
        categories=tuple(distinct([sheet.name(quote) for quote in rows])),
        x_label="",
        y_label=unit,
        text=say(language, "chart.largest-parts", parts="; ".join(_largest(sheet, quote) for quote in rows)),
    )


def _kinds(lines: Iterable[CostLine]) -> list[LineKind | None]:
    """Kinds by size, largest first; None stands for all the rest where there are more than fit."""
    totals: dict[LineKind, Decimal] = {}
    for line in lines:
        totals[line.kind] = totals.get(line.kind, Decimal(0)) + abs(line.amount)
    ordered: list[LineKind | None] = [
        kind for kind, _ in sorted(totals.items(), key=lambda item: -item[1]) if totals[kind]
    ]
    return ordered if len(ordered) <= MOST_PARTS else [*ordered[: MOST_PARTS - 1], None]


def _part(quote: Quote, kind: LineKind | None, kinds: list[LineKind | None]) -> Decimal:
    amounts = (
        line.amount for line in quote.effective if line.kind is kind or (kind is None and line.kind not in kinds)
    )
    return sum(amounts, Decimal(0))


def _kind_name(language: str, kind: LineKind | None) -> str:
    return say(language, "chart.rest" if kind is None else f"line.{kind}")


def _largest(sheet: Shown, quote: Quote) -> str:
    line = max(quote.effective, key=lambda one: one.amount)
    share = line.amount / quote.effective_cost if quote.effective_cost else Decimal(0)
    facts = {"kind": _kind_name(sheet.language, line.kind), "share": figures.percent(sheet.language, share)}
    return sheet.say("chart.part", name=sheet.name(quote), **facts)


def _scale(amounts: Iterable[Decimal], sheet: Shown) -> tuple[Decimal, str]:
    """What amounts are divided by so that they are short, and the unit to say so."""
    largest = max(amounts, default=Decimal(0))
    scale = Decimal(1_000_000) if largest >= 1_000_000 else Decimal(1000) if largest >= 10_000 else Decimal(1)
    currency = figures.currency_name(sheet.language, sheet.comparison.currency)
    return scale, sheet.say(f"chart.unit-{scale:.0f}", currency=currency)
