"""The workings of every figure: each line's formula, the price rows it rests on, own figures, and break-even."""

from collections.abc import Mapping
from decimal import Decimal

from bot.replies import context, figures, times
from bot.replies.card import Card, Section
from bot.replies.formula import formula
from bot.replies.header import header
from bot.replies.shown import Shown, shown
from bot.replies.sources import price_line, standing
from pricing.catalog import Claim
from pricing.costs import BreakEven, Comparison, CostLine, Due, Quote
from pricing.flags import FlagKind
from pricing.units import HOURS_PER_DAY

NO_CLAIMS: Mapping[str, tuple[Claim, ...]] = {}


def math_card(
    comparison: Comparison,
    language: str,
    offer_ids: tuple[str, ...] = (),
    claims: Mapping[str, tuple[Claim, ...]] = NO_CLAIMS,
) -> Card:
    """How the figures of the featured options come about, or of those named. `claims`: by offer id, not priced with."""
    sheet = shown(comparison, language, offers=offer_ids)
    rented = {quote.offer.id for quote in sheet.quotes}
    against = [item for item in comparison.break_evens if item.rental.offer.id in rented]
    return Card(
        language=sheet.language,
        header=header(sheet),
        verdict=_time(sheet),
        sections=(
            *(_workings(sheet, quote, claims.get(quote.offer.id, ())) for quote in sheet.quotes),
            *_break_evens(sheet, against),
            *standing(sheet),
        ),
        context=(
            *((sheet.say("note.break-even"),) if against else ()),
            sheet.say("context.book", version=comparison.book_version, day=comparison.day.isoformat()),
        ),
    )


def _time(sheet: Shown) -> str:
    """From the time asked to hours and months."""
    comparison, language = sheet.comparison, sheet.language
    return sheet.say(
        "math.time",
        days=figures.number(language, comparison.hours / HOURS_PER_DAY, 4, trim=True),
        hours=figures.number(language, comparison.hours, 4, trim=True),
        month=figures.number(language, comparison.hours_per_month, 4, trim=True),
        months=figures.number(language, comparison.hours / comparison.hours_per_month, 6, trim=True),
    )


def _workings(sheet: Shown, quote: Quote, claims: tuple[Claim, ...]) -> Section:
    currency = sheet.comparison.currency
    total = figures.money(sheet.language, quote.effective_cost, currency)
    lines = [
        *(_line(sheet, line) for line in quote.effective),
        *_equal_work(sheet, quote),
        *_own(sheet, quote),
        *_cash(sheet, quote),
        *_steps(sheet, quote),
        *(price_line(sheet, entry, quote) for entry in context.price_entries([quote])),
        *(_claim(sheet, claim) for claim in claims),
    ]
    return Section(sheet.say("math.title", name=sheet.name(quote), total=total), tuple(lines))


def _amount(sheet: Shown, line: CostLine) -> str:
    return figures.cents(sheet.language, line.amount, sheet.comparison.currency)


def _line(sheet: Shown, line: CostLine) -> str:
    """ "Compute: 128 nodes × 260,000 CNY/node-month × 1.3808 months = 45,953,753.42"."""
    return sheet.say(
        "math.line",
        label=sheet.say(f"line.{line.kind}"),
        formula=formula(sheet.language, line.factors),
        amount=_amount(sheet, line),
    )


def _equal_work(sheet: Shown, quote: Quote) -> list[str]:
    """The cost for equal work of another GPU, from its factor."""
    if not quote.is_substitute or quote.work_factor is None or quote.equal_work_cost is None:
        return []
    cost = figures.cents(sheet.language, quote.equal_work_cost, sheet.comparison.currency)
    return [sheet.say("math.equal-work", factor=figures.factor(sheet.language, quote.work_factor), amount=cost)]


def _cash(sheet: Shown, quote: Quote) -> list[str]:
    """What is paid and when; one line where it is the same as the effective cost."""
    cash = figures.cents(sheet.language, quote.billed_cost, sheet.comparison.currency)
    if quote.billed_cost == quote.effective_cost and len(quote.billed) == len(quote.effective):
        return [sheet.say("math.cash-same", amount=cash)]
    lines = [_cash_line(sheet, line) for line in quote.billed]
    return [*lines, sheet.say("math.cash", amount=cash)] if len(lines) > 1 else lines


def _cash_line(sheet: Shown, line: CostLine) -> str:
    return sheet.say(
        "math.cash-line",
        due=sheet.say(f"due.{line.due or Due.DURING_RUN}"),
        label=sheet.say(f"line.{line.kind}"),
        formula=formula(sheet.language, line.factors),
        amount=_amount(sheet, line),
    )


def _steps(sheet: Shown, quote: Quote) -> list[str]:
    """Whole billing steps: used and billed."""
    found = []
    for flag in quote.flags:
        if flag.kind is FlagKind.WHOLE_STEPS:
            used, billed, unit = flag.values
            shown_used = figures.factor(sheet.language, figures.decimal(used))
            shown_billed = times.period(sheet.language, figures.decimal(billed), str(unit))
            found.append(sheet.say("math.steps", used=shown_used, billed=shown_billed))
    return found


def _own(sheet: Shown, quote: Quote) -> list[str]:
    """Total cost of ownership, and the run's share: its own hours only, and with its part of idle time."""
    if quote.own is None:
        return []
    own, language, currency = quote.own, sheet.language, sheet.comparison.currency
    tco = figures.cents(language, own.tco, currency)
    facts = {
        "tco": tco,
        "hours": figures.number(language, sheet.comparison.hours, 2, trim=True),
        "life": figures.number(language, own.life_hours, 2, trim=True),
        "own_hours": figures.cents(language, own.own_hours_only, currency),
    }
    lines = [
        sheet.say(
            "math.tco",
            capex=figures.cents(language, own.capex, currency),
            running=figures.cents(language, own.running_cost, currency),
            residual=figures.cents(language, own.residual, currency),
            tco=tco,
        ),
        sheet.say(
            "math.own-month",
            tco=tco,
            months=figures.number(language, own.life_months, 2, trim=True),
            month=figures.cents(language, quote.per_month, currency),
        ),
    ]
    if sheet.comparison.scenario.duration is None:
        return lines
    idle = sheet.say(
        "math.own-idle",
        own_hours=facts["own_hours"],
        use=figures.percent(language, own.utilisation),
        amount=figures.cents(language, quote.effective_cost, currency),
    )
    return [*lines, sheet.say("math.own-hours", **facts), idle]


def _claim(sheet: Shown, claim: Claim) -> str:
    """What the seller stated, marked as not priced with."""
    text = claim.text.get(sheet.language) or claim.text.get("en") or ""
    return sheet.say(
        "math.claim",
        text=text,
        stated=figures.money(sheet.language, claim.stated, claim.currency),
        source=claim.source,
        day=claim.stated_on,
    )


def _break_evens(sheet: Shown, items: list[BreakEven]) -> list[Section]:
    if not items:
        return []
    return [Section(sheet.say("math.break-even"), tuple(line for item in items for line in _against(sheet, item)))]


def _against(sheet: Shown, item: BreakEven) -> list[str]:
    """The break-even of one rental: for the same count, and for equal work of another GPU."""
    assert item.own.own is not None
    own, comparison, name = item.own.own, sheet.comparison, sheet.name(item.rental)
    month = item.rental.per_month
    amounts = {
        "capex": own.capex,
        "rent": month,
        "running": own.running_cost / own.life_months,
        "own": own.tco / own.life_months,
        "tco": own.tco,
        "run": month * comparison.hours / comparison.hours_per_month,
    }
    shown_amounts = {key: figures.cents(sheet.language, amount, comparison.currency) for key, amount in amounts.items()}
    same = _results(sheet, item.months, item.utilisation, item.runs)
    lines = [sheet.say("math.break-even-line", name=name, **shown_amounts, **same)]
    if item.rental.is_substitute and item.rental.work_factor is not None:
        factor = figures.factor(sheet.language, item.rental.work_factor)
        equal = _results(sheet, item.equal_work_months, item.equal_work_utilisation, item.equal_work_runs)
        lines.append(sheet.say("math.break-even-equal", name=name, factor=factor, **equal))
    return lines


def _results(sheet: Shown, months: Decimal | None, use: Decimal | None, runs: Decimal | None) -> dict[str, str]:
    never, language = sheet.say("break-even.never"), sheet.language
    return {
        "months": never if months is None else times.in_months(language, months),
        "use": never if use is None else sheet.say("math.use", share=figures.percent(language, use)),
        "runs": never if runs is None else sheet.say("math.runs", n=figures.number(language, runs, 1)),
    }
