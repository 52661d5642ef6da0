"""The card of owning as an investment: today's money, yearly charge, book value, lease. Equations hold."""

from collections.abc import Sequence
from decimal import Decimal

from bot.replies import figures, times
from bot.replies.card import Card, Cell, Section, Table
from bot.replies.context import context
from bot.replies.equation import as_printed
from bot.replies.header import header
from bot.replies.remarks import remarks
from bot.replies.shown import Shown, amount_cells, featured, shown
from bot.replies.sources import assumption_line
from bot.replies.verdict import named
from bot.replies.words import joined, say_count
from pricing.book import Entry
from pricing.costs import Comparison, Quote
from pricing.finance import AgainstRent, Finance, against_rent, npv_of_owning
from pricing.units import HOURS_PER_YEAR

ONE = Decimal(1)
ZERO = Decimal(0)
FACTOR_PLACES = 6


def finance_card(comparison: Comparison, found: Finance, rests_on: Sequence[Entry], language: str) -> Card:
    """Owning at a cost of capital, against the cheapest firm rental of the same GPU."""
    sheet = shown(comparison, language)
    assert comparison.own is not None
    own = comparison.own
    rental = _cheapest_rental(comparison)
    rows = sheet.with_quotes([own, *([rental] if rental else [])])
    return Card(
        language=sheet.language,
        header=header(sheet),
        verdict=_verdict(sheet, found, own, rental),
        table=_table(sheet, found),
        sections=(
            _figures(sheet, found),
            _lease(sheet, found),
            *_rentals(sheet, found),
            Section(sheet.say("finance.assumed"), tuple(assumption_line(sheet, entry) for entry in rests_on)),
        ),
        notes=(
            sheet.say("finance.note", rate=figures.percent(language, found.rate, 2)),
            sheet.say("finance.note-book", decline=figures.percent(language, _decline(found), 2)),
            *remarks(rows),
        ),
        context=context(rows),
    )


def _decline(found: Finance) -> Decimal:
    """The part of the value that the second year-end shows to be lost in the first."""
    return ONE - found.book[1].declining / found.capex if found.capex and found.book[1].year == ONE else ZERO


def _cheapest_rental(comparison: Comparison) -> Quote | None:
    """The rental of the GPU asked for that a month of use costs least at, firm ones first."""
    rentals = [item.rental for item in comparison.break_evens if not item.rental.is_substitute and item.by_use]
    firm = [quote for quote in rentals if quote.is_firm and quote.offer.mode.value != "spot"]
    return min(firm or rentals, key=lambda quote: quote.per_month, default=None)


def _verdict(sheet: Shown, found: Finance, own: Quote, rental: Quote | None) -> str:
    life = times.life(sheet.language, found.years * 12)
    rate = figures.percent(sheet.language, found.rate, 2)
    lines = [sheet.say("finance.npv", rate=rate, own=sheet.short(-found.npv), life=life)]
    if rental is not None:
        assert own.own is not None
        lines += _against(sheet, against_rent(found, rental, own.own.utilisation), own, rental, life)
    return joined(sheet.language, lines, "join.sentences")


def _against(sheet: Shown, pair: AgainstRent, own: Quote, rental: Quote, life: str) -> list[str]:
    assert own.own is not None
    use = figures.percent(sheet.language, own.own.utilisation)
    key = "finance.own-wins" if pair.owning_wins else "finance.rent-wins"
    lines = [sheet.say(key, use=use, name=named(sheet, rental), rent=sheet.short(-pair.rent_npv))]
    if pair.turned:
        plain = {"own": sheet.short(-pair.own_undiscounted), "rent": sheet.short(-pair.rent_undiscounted)}
        lines.append(sheet.say("finance.turned", **plain))
    if pair.use is None or pair.use > ONE:
        return [*lines, sheet.say("finance.never", life=life)]
    free = figures.percent(sheet.language, own.own.tco / own.own.life_months / rental.per_month)
    return [*lines, sheet.say("finance.from-use", use=figures.percent(sheet.language, pair.use), life=life, free=free)]


def _table(sheet: Shown, found: Finance) -> Table:
    """Year, what is paid, the same in today's money, and the book value by both methods; a total below."""
    paid, today = _by_year(found)
    cells = amount_cells(
        sheet,
        [
            [*paid, sum(paid, ZERO)],
            [*today, sum(today, ZERO)],
            [*(row.straight_line for row in found.book), None],
            [*(row.declining for row in found.book), None],
        ],
    )
    years = [Cell(figures.number(sheet.language, row.year, 2, trim=True)) for row in found.book]
    labels = [*years, Cell(sheet.say("finance.total"), bold=True)]
    columns = ("fin-paid", "fin-today", "fin-straight", "fin-declining")
    return Table(
        columns=(sheet.column("fin-year", right=False), *(sheet.column(name) for name in columns)),
        rows=tuple(zip(labels, *cells, strict=True)),
    )


def _by_year(found: Finance) -> tuple[list[Decimal], list[Decimal]]:
    """What is paid at the end of each year (year 0: at order), less the residual value in the last; and discounted."""
    paid = [found.capex]
    before = ZERO
    for row in found.book[1:]:
        paid.append(found.opex_year * (row.year - before))
        before = row.year
    paid[-1] -= found.residual
    discounted = [amount / (ONE + found.rate) ** row.year for amount, row in zip(paid, found.book, strict=True)]
    return paid, discounted


def _figures(sheet: Shown, found: Finance) -> Section:
    life = times.life(sheet.language, found.years * 12)
    lines = (_purchase(sheet, found), _npv(sheet, found), _charge(sheet, found), _year(sheet, found))
    return Section(sheet.say("finance.figures", life=life), lines)


def _purchase(sheet: Shown, found: Finance) -> str:
    amounts = {"capex": found.capex, "opex": found.opex_year, "residual": found.residual, "tco": found.tco}
    return sheet.say("finance.purchase", **{name: _cents(sheet, amount) for name, amount in amounts.items()})


def _cents(sheet: Shown, amount: Decimal) -> str:
    return figures.number(sheet.language, amount, sheet.places)


def _npv(sheet: Shown, found: Finance) -> str:
    """-capex - opex x annuity factor + residual / growth."""
    factor = -npv_of_owning(ZERO, ONE, ZERO, found.rate, found.years)
    numbers = (found.capex, found.opex_year, factor, found.residual, (ONE + found.rate) ** found.years)
    places = (sheet.places, sheet.places, FACTOR_PLACES, sheet.places, FACTOR_PLACES)
    printed = as_printed(numbers, places, lambda n: -n[0] - n[1] * n[2] + n[3] / n[4], found.npv, sheet.places)
    key = "npv-line" if found.residual else "npv-plain"
    return _equation(sheet, key, ("capex", "opex", "factor", "residual", "growth"), printed, npv=found.npv)


def _charge(sheet: Shown, found: Finance) -> str:
    """(capex - residual / growth) / annuity factor."""
    growth = (ONE + found.rate) ** found.years
    factor = (ONE - ONE / growth) / found.rate if found.rate else found.years
    numbers = (found.capex, found.residual, growth, factor)
    places = (sheet.places, sheet.places, FACTOR_PLACES, FACTOR_PLACES)
    printed = as_printed(numbers, places, lambda n: (n[0] - n[1] / n[2]) / n[3], found.yearly_charge, sheet.places)
    names = ("capex", "residual", "growth", "factor")
    return _equation(
        sheet, "charge-line" if found.residual else "charge-plain", names, printed, charge=found.yearly_charge
    )


def _year(sheet: Shown, found: Finance) -> str:
    gpus = _gpus(sheet)
    hour = found.per_gpu_hour(gpus)
    numbers = (found.yearly_charge, found.opex_year)
    charge, opex = as_printed(numbers, (sheet.places,) * 2, lambda n: n[0] + n[1], found.cost_year, sheet.places)
    (year,) = as_printed((found.cost_year,), (sheet.places,), lambda n: n[0] / gpus / HOURS_PER_YEAR, hour, 4)
    return sheet.say(
        "finance.year-line",
        charge=sheet.cents(charge),
        opex=sheet.cents(opex),
        year=sheet.cents(year),
        gpus=figures.number(sheet.language, gpus),
        hour=figures.number(sheet.language, hour, 4),
    )


def _gpus(sheet: Shown) -> int:
    own = sheet.comparison.own
    assert own is not None
    return own.nodes * own.offer.gpus_per_node


def _lease(sheet: Shown, found: Finance) -> Section:
    lease, language = found.lease, sheet.language
    monthly = lease.rate / 12
    factor = (ONE - (ONE + monthly) ** -lease.months) / monthly if monthly else lease.months
    places = (sheet.places, FACTOR_PLACES)
    capex, printed = as_printed((found.capex, factor), places, lambda n: n[0] / n[1], lease.payment, sheet.places)
    months = say_count(language, "period.month", figures.number(language, lease.months, 2, trim=True))
    line = sheet.say(
        "finance.lease-line",
        capex=sheet.cents(capex),
        months=months,
        rate=figures.percent(language, lease.rate, 2),
        factor=figures.exact(language, printed),
        payment=_cents(sheet, lease.payment),
    )
    facts = {"total": lease.total, "more": lease.total - found.capex, "opex": found.opex_year}
    total = sheet.say("finance.lease-total", **{name: _cents(sheet, amount) for name, amount in facts.items()})
    return Section(sheet.say("finance.lease-title"), (line, total))


def _rentals(sheet: Shown, found: Finance) -> list[Section]:
    """From which use on owning wins against each rental on show, with capital charged and without."""
    own = sheet.comparison.own
    assert own is not None
    assert own.own is not None
    month = own.own.tco / own.own.life_months
    rows = {quote.offer.id for quote in featured(sheet.comparison)}
    lines = []
    for item in sheet.comparison.break_evens:
        rental = item.rental
        if rental.offer.id in rows and rental.per_month > 0 and item.by_use:
            charged, free = found.cost_year / 12 / rental.per_month, month / rental.per_month
            facts = {"use": _use(sheet, charged), "free": _use(sheet, free)}
            lines.append(sheet.say("finance.rental", name=sheet.marked(rental), **facts))
    return [Section(sheet.say("finance.rentals"), tuple(lines))] if lines else []


def _use(sheet: Shown, share: Decimal) -> str:
    return sheet.say("break-even.never") if share > ONE else figures.percent(sheet.language, share)


def _equation(sheet: Shown, key: str, names: Sequence[str], printed: Sequence[Decimal], **result: Decimal) -> str:
    """An equation with the numbers as they hold; the result to the smallest coin."""
    shown_ = {
        name: figures.exact(sheet.language, number) if name in ("factor", "growth") else sheet.cents(number)
        for name, number in zip(names, printed, strict=True)
    }
    return sheet.say(f"finance.{key}", **shown_, **{name: _signed(sheet, value) for name, value in result.items()})


def _signed(sheet: Shown, amount: Decimal) -> str:
    return f"−{_cents(sheet, -amount)}" if amount < 0 else _cents(sheet, amount)
