"""Cards about owning for one run: sold after it, and what waiting for it costs."""

from decimal import Decimal

from bot.replies import figures, times
from bot.replies.card import Card, Cell, Section, Table
from bot.replies.context import context, source
from bot.replies.equation import as_printed
from bot.replies.header import header
from bot.replies.remarks import remarks
from bot.replies.shown import Shown, amount_cells, shown
from bot.replies.verdict import named
from bot.replies.words import joined
from pricing.book import Entry
from pricing.costs import Comparison, Quote
from pricing.decision import decide
from pricing.finance import Resale

TWELVE = Decimal(12)


def no_own_card(comparison: Comparison, language: str) -> Card:
    """There is no own hardware of this GPU in the book."""
    sheet = shown(comparison, language)
    line = sheet.say("finance.none", gpu=comparison.scenario.gpu)
    return Card(language=sheet.language, header=header(sheet), verdict=line, private=True)


def resale_card(comparison: Comparison, sale: Resale, stated: Entry | None, language: str) -> Card:
    """Own hardware bought for the run and sold after it. `stated`: the entry of the share; None where the asker set it
    or nobody states one."""
    sheet = shown(comparison, language)
    own = comparison.own
    assert own is not None
    rental = decide(comparison).rental
    rows = sheet.with_quotes([own, *([rental] if rental else [])])
    return Card(
        language=sheet.language,
        header=header(sheet),
        verdict=_sold(sheet, own, rental, sale),
        sections=(_sale(sheet, own, sale),),
        notes=(*_share_note(sheet, sale, stated), *_ready_note(sheet, own), *remarks(rows)),
        context=context(rows),
    )


def _sold(sheet: Shown, own: Quote, rental: Quote | None, sale: Resale) -> str:
    assert own.own is not None
    facts = {"net": sale.net, "capex": own.own.capex, "running": sale.running, "sale": sale.proceeds}
    amounts = {name: sheet.short(amount) for name, amount in facts.items()}
    lines = [sheet.say("resale.verdict", own=named(sheet, own), **amounts)]
    if rental is not None and not rental.is_substitute:
        lines.append(sheet.say("resale.rent", name=named(sheet, rental), rent=sheet.short(rental.billed_cost)))
    return joined(sheet.language, lines, "join.sentences")


def _sale(sheet: Shown, own: Quote, sale: Resale) -> Section:
    figures_ = own.own
    assert figures_ is not None
    language, places = sheet.language, sheet.places

    def result(value: Decimal) -> str:
        return figures.number(language, value, places)

    pair = as_printed((figures_.capex, sale.share), (places, 4), lambda n: n[0] * n[1], sale.proceeds, places)
    share = f"{figures.exact(language, pair[1] * 100)}%"
    numbers = (figures_.running_cost, sheet.comparison.hours, figures_.life_hours)
    running = as_printed(numbers, (places, 4, 2), lambda n: n[0] * n[1] / n[2], sale.running, places)
    parts = (figures_.capex, sale.running, sale.proceeds)
    capex, ran, sold = as_printed(parts, (places,) * 3, lambda n: n[0] + n[1] - n[2], sale.net, places)
    return Section(
        sheet.say("resale.title"),
        (
            sheet.say("resale.line", capex=sheet.cents(pair[0]), share=share, sale=result(sale.proceeds)),
            sheet.say(
                "resale.running",
                total=sheet.cents(running[0]),
                hours=figures.exact(language, running[1]),
                life=figures.exact(language, running[2]),
                running=result(sale.running),
            ),
            sheet.say(
                "resale.net",
                capex=sheet.cents(capex),
                running=sheet.cents(ran),
                sale=sheet.cents(sold),
                net=result(sale.net),
            ),
        ),
    )


def _share_note(sheet: Shown, sale: Resale, stated: Entry | None) -> tuple[str, ...]:
    age = times.life(sheet.language, TWELVE * sale.age_years)
    if stated is not None:
        day = stated.observed_on or stated.effective_from.isoformat()
        return (sheet.say("resale.note-age", age=age, source=source(stated), day=day),)
    if sale.share:
        return (sheet.say("resale.note-asked", share=figures.percent(sheet.language, sale.share)),)
    return (sheet.say("resale.note-unknown", age=age),)


def _ready_note(sheet: Shown, own: Quote) -> tuple[str, ...]:
    if not own.ready_hours:
        return ()
    ready = times.ready(sheet.language, own.ready_hours, sheet.comparison.hours_per_month)
    return (sheet.say("resale.note-time", ready=ready),)


def waiting_card(comparison: Comparison, months: Decimal | None, asked: bool, language: str) -> Card:
    """What renting costs until own hardware runs. `months`: the wait; None where nobody states it."""
    sheet = shown(comparison, language)
    own = comparison.own
    assert own is not None
    assert own.own is not None
    rentals = [quote for quote in sheet.quotes if quote.own is None]
    sheet = sheet.with_quotes(sorted(rentals, key=lambda quote: (quote.is_substitute, quote.per_month)))
    base = Card(language=sheet.language, header=header(sheet), context=context(sheet))
    if months is None:
        return _line_only(base, sheet.say("waiting.no-lead"))
    if not sheet.quotes:
        return _line_only(base, sheet.say("waiting.none", gpu=comparison.scenario.gpu))
    return Card(
        language=sheet.language,
        header=base.header,
        verdict=_wait_verdict(sheet, own, months),
        table=_wait_table(sheet, own.own.capex, months),
        notes=(*_wait_notes(sheet, own, months, asked), *remarks(sheet)),
        context=base.context,
    )


def _line_only(base: Card, line: str) -> Card:
    return Card(language=base.language, header=base.header, verdict=line, private=True)


def _wait_verdict(sheet: Shown, own: Quote, months: Decimal) -> str:
    assert own.own is not None
    firm = [q for q in sheet.quotes if q.is_firm and not q.is_substitute and q.offer.mode.value != "spot"]
    rental = (firm or list(sheet.quotes))[0]
    bridge = rental.per_month * months
    return sheet.say(
        "waiting.verdict",
        wait=times.in_months(sheet.language, months, 3),
        bridge=sheet.short(bridge),
        name=named(sheet, rental),
        months=times.in_digits(sheet.language, months),
        month=sheet.short(rental.per_month),
        share=figures.percent(sheet.language, bridge / own.own.capex) if own.own.capex else "–",
        capex=sheet.short(own.own.capex),
    )


def _wait_table(sheet: Shown, capex: Decimal, months: Decimal) -> Table:
    per_month = [quote.per_month for quote in sheet.quotes]
    bridge = [amount * months for amount in per_month]
    month_cells, bridge_cells = amount_cells(sheet, [per_month, bridge])
    shares = [Cell(figures.percent(sheet.language, amount / capex) if capex else "–") for amount in bridge]
    wait = times.in_months(sheet.language, months, 3)
    title = sheet.say("column.wait-bridge", months=wait)
    columns = (sheet.column("option", right=False), sheet.column("wait-month"))
    return Table(
        columns=(*columns, type(columns[0])(title, True), sheet.column("wait-share"), sheet.column("ready")),
        rows=tuple(
            zip(
                [Cell(sheet.marked(quote)) for quote in sheet.quotes],
                month_cells,
                [Cell(cell.text, bold=True) for cell in bridge_cells],
                shares,
                _ready(sheet),
                strict=True,
            )
        ),
    )


def _ready(sheet: Shown) -> list[Cell]:
    hours = sheet.comparison.hours_per_month
    return [Cell(times.ready(sheet.language, quote.ready_hours, hours)) for quote in sheet.quotes]


def _wait_notes(sheet: Shown, own: Quote, months: Decimal, asked: bool) -> tuple[str, ...]:
    wait = times.in_months(sheet.language, months, 3)
    stated = times.ready(sheet.language, own.ready_hours, sheet.comparison.hours_per_month)
    said = sheet.say("waiting.note-asked", wait=wait, stated=stated) if asked else sheet.say("waiting.note-stated")
    return (sheet.say("waiting.note", wait=wait), said)
