"""The card of target prices: what each option costs as it is sold, and the price at which it ties."""

from collections.abc import Sequence
from decimal import Decimal

from bot.replies import figures
from bot.replies.card import Card, Cell, Column, Section, Table
from bot.replies.context import context
from bot.replies.formula import priced_per
from bot.replies.header import header
from bot.replies.labels import full_name
from bot.replies.remarks import remarks
from bot.replies.shown import Shown, shown
from bot.replies.verdict import named
from bot.replies.words import joined
from pricing.advice.outcomes import PriceToTie, Tie
from pricing.catalog import Mode
from pricing.costs import Comparison, Quote
from pricing.decision import decide

DIGITS = 4
NOTHING = "–"


def target_price_card(comparison: Comparison, ties: Sequence[PriceToTie], language: str, of_owning: bool) -> Card:
    """What decides, a row for each option, and how each tie is checked."""
    sheet = shown(comparison, language)
    rows = sheet.with_quotes([one.option for one in ties])
    return Card(
        language=sheet.language,
        header=header(sheet),
        verdict=_verdict(sheet, ties, of_owning),
        table=_table(rows, ties) if ties else None,
        sections=(Section(sheet.say("target.workings"), tuple(_workings(sheet, ties))),) if ties else (),
        notes=(*_held_against(sheet, ties), sheet.say("target.note"), *remarks(rows)),
        context=context(rows),
        hints=(sheet.say("target.hint"),),
    )


def _verdict(sheet: Shown, ties: Sequence[PriceToTie], of_owning: bool) -> str:
    leading = _leading(sheet, ties)
    if leading is None:
        return sheet.say("target.none")
    ties_ = (tie for tie in (leading.effective, leading.cash) if tie)
    lines = [_sentence(sheet, leading, tie, of_owning) for tie in ties_]
    now = sheet.say("target.now", name=named(sheet, leading.option), price=_now(sheet, leading))
    return joined(sheet.language, [*lines, now], "join.sentences")


def _sentence(sheet: Shown, one: PriceToTie, tie: Tie, of_owning: bool) -> str:
    """Below which price the option wins, above which owning does, or that no price ties."""
    facts = {"name": _name(sheet, one.option), "against": _name(sheet, tie.against)}
    if tie.price is None:
        return sheet.say(f"target.never-{tie.measure}", **facts)
    facts |= {"price": _written(sheet, one, tie.price), "change": _change(sheet, one, tie)}
    if of_owning:
        return sheet.say(f"target.owning-{tie.measure}", **facts)
    return sheet.say(f"target.cheapest-{tie.measure}", **facts)


def _leading(sheet: Shown, ties: Sequence[PriceToTie]) -> PriceToTie | None:
    """The rental that decides, where it is among them; else the cheapest that one order gets and nobody takes away."""
    rental = decide(sheet.comparison).rental

    def order(one: PriceToTie) -> tuple[bool, bool, bool, Decimal]:
        option = one.option
        decides = rental is not None and rental.offer.id == option.offer.id
        return (not decides, not option.is_firm, option.offer.mode is Mode.SPOT, option.effective_cost)

    return min(ties, key=order, default=None)


def _name(sheet: Shown, quote: Quote) -> str:
    return sheet.names.get(quote.offer.id) or full_name(sheet.language, quote)


def _now(sheet: Shown, one: PriceToTie) -> str:
    if one.option.own:
        return _written(sheet, one, one.now)
    return priced_per(sheet.language, one.now, one.currency, one.unit)


def _written(sheet: Shown, one: PriceToTie, price: Decimal) -> str:
    """A price with four significant digits and its unit; all digits stand in the workings."""
    places = figures.places_of_digits(price, DIGITS) if price else 0
    return priced_per(sheet.language, figures.to_places(price, places), one.currency, one.unit)


def _change(sheet: Shown, one: PriceToTie, tie: Tie) -> str:
    if tie.price is None:
        return NOTHING
    change = tie.price / one.now - 1
    sign = "+" if change > 0 else "-" if change < 0 else ""
    return f"{sign}{figures.percent(sheet.language, abs(change))}"


def _table(sheet: Shown, ties: Sequence[PriceToTie]) -> Table:
    return Table(
        columns=(
            sheet.column("option", right=False),
            Column(sheet.say("target.column-now"), right=True),
            Column(sheet.say("target.column-effective"), right=True),
            Column(sheet.say("target.column-change"), right=True),
            Column(sheet.say("target.column-cash"), right=True),
            Column(sheet.say("target.column-change"), right=True),
        ),
        rows=tuple(_row(sheet, one) for one in ties),
    )


def _row(sheet: Shown, one: PriceToTie) -> tuple[Cell, ...]:
    cells = [Cell(sheet.marked(one.option)), Cell(_now(sheet, one))]
    for tie in (one.effective, one.cash):
        if tie is None:
            cells += [Cell(NOTHING), Cell(NOTHING)]
        elif tie.price is None:
            cells += [Cell(sheet.say("break-even.never")), Cell(NOTHING)]
        else:
            places = figures.places_of_digits(tie.price, DIGITS) if tie.price else 0
            cells += [
                Cell(figures.number(sheet.language, tie.price, places), bold=True),
                Cell(_change(sheet, one, tie)),
            ]
    return tuple(cells)


def _held_against(sheet: Shown, ties: Sequence[PriceToTie]) -> list[str]:
    """What the ties are with, once for each."""
    found: dict[str, None] = {}
    for one in ties:
        for tie in (one.effective, one.cash):
            if tie:
                facts = {"against": _name(sheet, tie.against), "cost": sheet.short(tie.cost)}
                found[sheet.say(f"target.against-{tie.measure}", **facts)] = None
    return list(found)


def _workings(sheet: Shown, ties: Sequence[PriceToTie]) -> list[str]:
    """Each price of a tie in full, and what the option costs at it, priced again."""
    lines = []
    for one in ties:
        for tie in (one.effective, one.cash):
            if tie and tie.price is not None and tie.repriced is not None:
                lines.append(
                    sheet.say(
                        f"target.working-{tie.measure}",
                        name=_name(sheet, one.option),
                        price=priced_per(sheet.language, figures.to_places(tie.price, 8), one.currency, one.unit),
                        cost=figures.number(sheet.language, tie.repriced, sheet.places),
                        against=_name(sheet, tie.against),
                        goal=figures.number(sheet.language, tie.cost, sheet.places),
                    )
                )
    return lines
