"""The workings of every figure: each line's formula, the price rows it rests on, own figures, and break-even."""

from collections.abc import Mapping
from dataclasses import replace
from decimal import Decimal

from bot.replies import break_even, context, figures, times
from bot.replies.card import Card, Section
from bot.replies.equation import as_printed
from bot.replies.formula import formula
from bot.replies.header import header
from bot.replies.shown import Shown, shown
from bot.replies.sources import price_line, standing
from bot.replies.words import say_count
from pricing.catalog import Claim
from pricing.costs import BreakEven, Comparison, CostLine, Due, FactorUnit, LineKind, OwnFigures, Quote
from pricing.decision import decide
from pricing.exchange import product
from pricing.flags import FlagKind
from pricing.units import HOURS_PER_DAY

ONE = Decimal(1)
MONTH_PLACES = 6
HOUR_PLACES = 10
USE_PLACES = 6  # of a fraction: four of a percentage
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
    first, rest = _by_weight(sheet, rented if offer_ids else deciding(comparison))
    return Card(
        language=sheet.language,
        header=header(sheet),
        verdict=_time(sheet),
        sections=(
            *(_workings(sheet, quote, claims.get(quote.offer.id, ())) for quote in first),
            *_break_evens(sheet, against),
            *(_workings(sheet, quote, claims.get(quote.offer.id, ())) for quote in rest),
            *standing(sheet),
        ),
        context=(
            *((sheet.say("note.break-even"),) if against else ()),
            sheet.say("context.book", version=comparison.book_version, day=comparison.day.isoformat()),
        ),
    )


def deciding(comparison: Comparison) -> set[str]:
    """The offers that decide: the own hardware and the rental of the verdict."""
    decision = decide(comparison)
    return {quote.offer.id for quote in (decision.own, decision.rental) if quote}


def _by_weight(sheet: Shown, offers: set[str]) -> tuple[list[Quote], list[Quote]]:
    """The rows of these offers, and the others: where not everything fits, what decides is not what is left out."""
    first = [quote for quote in sheet.quotes if quote.offer.id in offers]
    return first, [quote for quote in sheet.quotes if quote.offer.id not in offers]


def _time(sheet: Shown) -> str:
    """From the time asked to hours and months."""
    comparison, language = sheet.comparison, sheet.language
    hours, month = comparison.hours, comparison.hours_per_month
    months = hours / month
    days = hours / HOURS_PER_DAY
    shown = {
        "days": figures.number(language, days, 4, trim=True),
        "months": figures.number(language, months, MONTH_PLACES, trim=True),
    }
    places = (figures.factor_places(hours), 2)
    hours_, month_ = as_printed((hours, month), places, lambda n: n[0] / n[1], months, MONTH_PLACES)
    shown |= {"hours": figures.exact(language, hours_), "month": figures.exact(language, month_)}
    whole = figures.to_places(days, 4) * HOURS_PER_DAY == hours_
    return sheet.say("math.time-of-days" if whole else "math.time", **shown)


def _workings(sheet: Shown, quote: Quote, claims: tuple[Claim, ...]) -> Section:
    currency = sheet.comparison.currency
    total = figures.money(sheet.language, quote.effective_cost, currency)
    lines = [
        *(_line(sheet, line) for line in quote.effective),
        *_month(sheet, quote),
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


def _formula(sheet: Shown, line: CostLine) -> str:
    return formula(sheet.language, line.factors, line.amount, sheet.places)


def _line(sheet: Shown, line: CostLine, key: str = "math.line") -> str:
    """ "Compute: 128 nodes × 260,000 CNY/node-month × 1.381 months (1,008 h ÷ 730 h) = 45,953,753.42"."""
    label = sheet.say(f"line.{line.kind}")
    return sheet.say(key, label=label, formula=_formula(sheet, line), amount=_amount(sheet, line))


def _month(sheet: Shown, quote: Quote) -> list[str]:
    """What a month of full use of a rental costs: its compute line without loss, over the hours charged in a month."""
    used = next((line for line in quote.effective if line.kind is LineKind.COMPUTE), None)
    factors = [one for one in used.factors if one.unit is not FactorUnit.LOSS] if used else []
    places = [i for i, one in enumerate(factors) if one.unit is FactorUnit.HOURS]
    if quote.own or len(places) != 1:
        return []
    (place,) = places
    an_hour = product((*factors[:place], *factors[place + 1 :]))
    if not an_hour:
        return []
    hours = figures.to_places(quote.per_month / an_hour, HOUR_PLACES)
    factors[place] = replace(factors[place], value=hours)
    shown = formula(sheet.language, tuple(factors), quote.per_month, sheet.places)
    amount = figures.cents(sheet.language, quote.per_month, sheet.comparison.currency)
    return [sheet.say("math.month", formula=shown, amount=amount)]


def _equal_work(sheet: Shown, quote: Quote) -> list[str]:
    """The lines that cost more or less for equal work of another GPU, and their sum with those that stay."""
    cost = quote.equal_work_cost
    if not quote.is_substitute or quote.equal_work is None or cost is None:
        return []
    scaled = [line for line in quote.equal_work if any(one.unit is FactorUnit.EQUAL_WORK for one in line.factors)]
    lines = [_line(sheet, line, "math.equal-line") for line in scaled]
    if len(quote.equal_work) == 1:
        return lines
    amount = figures.cents(sheet.language, cost, sheet.comparison.currency)
    return [*lines, sheet.say("math.equal-work", amount=amount)]


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
        formula=_formula(sheet, line),
        amount=_amount(sheet, line),
    )


def _steps(sheet: Shown, quote: Quote) -> list[str]:
    """Whole billing steps: used and billed."""
    found = []
    for flag in quote.flags:
        if flag.kind is FlagKind.WHOLE_STEPS:
            used, billed, unit = flag.values
            shown_used = times.in_digits(sheet.language, figures.decimal(used), 5)
            shown_billed = times.period(sheet.language, figures.decimal(billed), str(unit))
            found.append(sheet.say("math.steps", used=shown_used, billed=shown_billed))
    return found


def _own(sheet: Shown, quote: Quote) -> list[str]:
    """Total cost of ownership, and the run's share: its own hours only, and with its part of idle time."""
    own = quote.own
    if own is None:
        return []
    lines = [_tco(sheet, own), _own_month(sheet, own, quote.per_month)]
    if sheet.comparison.scenario.duration is None:
        return lines
    hours = _share(sheet, own, ONE, own.own_hours_only)
    idle = _share(sheet, own, own.utilisation, quote.effective_cost)
    return [*lines, sheet.say("math.own-hours", **hours), sheet.say("math.own-idle", **idle)]


def _tco(sheet: Shown, own: OwnFigures) -> str:
    parts = (own.capex, own.running_cost, own.residual)
    capex, running, residual = (
        sheet.cents(amount)
        for amount in as_printed(parts, (sheet.places,) * 3, lambda n: n[0] + n[1] - n[2], own.tco, sheet.places)
    )
    tco = figures.number(sheet.language, own.tco, sheet.places)
    return sheet.say("math.tco", capex=capex, running=running, residual=residual, tco=tco)


def _own_month(sheet: Shown, own: OwnFigures, month: Decimal) -> str:
    places = (sheet.places, 2)
    tco, months = as_printed((own.tco, own.life_months), places, lambda n: n[0] / n[1], month, sheet.places)
    return sheet.say(
        "math.own-month",
        tco=sheet.cents(tco),
        months=say_count(sheet.language, "period.month", figures.exact(sheet.language, months)),
        month=figures.number(sheet.language, month, sheet.places),
    )


def _share(sheet: Shown, own: OwnFigures, use: Decimal, share: Decimal) -> dict[str, str]:
    """The numbers of: total cost x hours of the run / hours of the life / use = the run's share."""
    numbers = (own.tco, sheet.comparison.hours, own.life_hours, use)
    places = (sheet.places, figures.factor_places(sheet.comparison.hours), 2, USE_PLACES)
    tco, hours, life, used = as_printed(numbers, places, lambda n: n[0] * n[1] / n[2] / n[3], share, sheet.places)
    return {
        "tco": sheet.cents(tco),
        "hours": figures.exact(sheet.language, hours),
        "life": figures.exact(sheet.language, life),
        "use": f"{figures.exact(sheet.language, used * 100)}%",
        "amount": figures.number(sheet.language, share, sheet.places),
    }


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
    lines = tuple(line for item in items for line in break_even.workings(sheet, item))
    return [Section(sheet.say("math.break-even"), lines)] if lines else []
