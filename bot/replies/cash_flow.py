"""The card of what leaves the bank when: the billed amounts of each option by month from the order."""

from decimal import Decimal

from bot.replies import figures, views
from bot.replies.card import Card, Cell, Section, Table
from bot.replies.context import context
from bot.replies.header import header
from bot.replies.remarks import remarks
from bot.replies.shown import Shown, amount_cells, shown
from bot.replies.verdict import named
from bot.replies.words import joined, say_count
from pricing.cash_flow import Payment, paid_by, payments
from pricing.costs import Comparison, Quote
from pricing.decision import decide

ZERO = Decimal(0)
Flows = dict[str, tuple[Payment, ...]]


def cash_flow_card(comparison: Comparison, language: str) -> Card:
    """Options on show, least outlay first: at order, the first two months, later, and all of it."""
    sheet = shown(comparison, language)
    sheet = sheet.with_quotes(views.by_cash(sheet.quotes))
    flows = {quote.offer.id: payments(quote, comparison.hours_per_month) for quote in sheet.quotes}
    lines = tuple(_line(sheet, quote, flows[quote.offer.id]) for quote in sheet.quotes)
    return Card(
        language=sheet.language,
        header=header(sheet),
        verdict=_verdict(sheet, flows),
        table=_table(sheet, flows) if sheet.quotes else None,
        sections=(Section(sheet.say("cash-flow.section"), lines),) if lines else (),
        notes=(
            sheet.say("cash-flow.note", hours=figures.number(language, comparison.hours_per_month, 2, trim=True)),
            sheet.say("cash-flow.note-late"),
            *remarks(sheet),
        ),
        context=context(sheet),
    )


def _table(sheet: Shown, flows: Flows) -> Table:
    last = max((flow[-1].last for flow in flows.values() if flow), default=0)
    spans = ((0, 0), (1, 1), (2, 2), (3, max(3, last)))
    found = [[paid_by(flows[quote.offer.id], *span) or None for quote in sheet.quotes] for span in spans]
    totals = [paid_by(flows[quote.offer.id], 0, max(3, last)) for quote in sheet.quotes]
    *cells, all_of_it = amount_cells(sheet, [*found, totals])
    names = ("flow-order", "flow-month-1", "flow-month-2", "flow-later", "flow-total")
    bold = [Cell(cell.text, bold=True) for cell in all_of_it]
    options = [Cell(sheet.marked(quote)) for quote in sheet.quotes]
    return Table(
        columns=(sheet.column("option", right=False), *(sheet.column(name) for name in names)),
        rows=tuple(zip(options, *cells, bold, strict=True)),
    )


def _verdict(sheet: Shown, flows: Flows) -> str:
    """Own hardware against the rental that decides."""
    decision = decide(sheet.comparison)
    facts: dict[str, str] = {}
    own, rental = decision.own, decision.rental
    if own is not None and own.offer.id in flows:
        order, *later = flows[own.offer.id]
        facts |= {"own": named(sheet, own), "order": sheet.short(order.amount)}
        each = later[0].amount if later else ZERO
        months = sum(one.last - one.first + 1 for one in later)
        shown_months = say_count(sheet.language, "period.month", figures.number(sheet.language, months))
        facts |= {"each": sheet.short(each), "months": shown_months}
    if rental is not None and flows.get(rental.offer.id):
        flow = flows[rental.offer.id]
        total = sum((one.total for one in flow), ZERO)
        facts |= {"rent": named(sheet, rental), "total": sheet.short(total), "last": str(flow[-1].last)}
    if "own" in facts and "rent" in facts:
        return sheet.say("cash-flow.verdict", **facts)
    if "own" in facts:
        return sheet.say("cash-flow.verdict-own", **facts)
    return sheet.say("cash-flow.verdict-rent", **facts) if "rent" in facts else ""


def _line(sheet: Shown, quote: Quote, flow: tuple[Payment, ...]) -> str:
    parts = joined(sheet.language, [_payment(sheet, one) for one in flow], "join.items")
    return sheet.say("cash-flow.line", name=sheet.name(quote), parts=parts)


def _payment(sheet: Shown, one: Payment) -> str:
    amount = figures.number(sheet.language, one.amount, sheet.places)
    if one.last == 0:
        return sheet.say("cash-flow.at-order", amount=amount)
    key = "cash-flow.one" if one.first == one.last else "cash-flow.several"
    months = {"first": one.first} if one.first == one.last else {"first": one.first, "last": one.last}
    return sheet.say(key, amount=amount, **months)
