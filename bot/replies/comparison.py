"""The card of a comparison: the scenario, what decides, the table, and what to know about it."""

from bot.replies import figures, labels, times, views
from bot.replies.actions import View, quote_actions
from bot.replies.card import Card, Table
from bot.replies.context import conditions, context, header
from bot.replies.remarks import not_shown, remarks
from bot.replies.shown import Shown, shown
from bot.replies.verdict import named, to_beat, verdict, worth_knowing
from bot.replies.words import joined
from pricing.costs import Comparison


def comparison_card(comparison: Comparison, language: str, view: View = View.EFFECTIVE, all_rows: bool = False) -> Card:
    """The reply to a question, in one of its views; featured rows, or all of them."""
    rows = shown(comparison, language, all_rows)
    if not comparison.quotes:
        return _nothing(rows)
    sheet, line, table, notes = VIEWS[view](rows)
    return Card(
        language=sheet.language,
        header=header(sheet),
        verdict=line,
        table=table if table and table.rows else None,
        notes=(*not_shown(rows), *notes, *remarks(sheet)),
        context=context(sheet),
        actions=quote_actions(comparison, sheet.language, view, all_rows),
        hints=(sheet.say("hint.go-on"),),
    )


def _nothing(sheet: Shown) -> Card:
    """No option has a price, or none is left of those there are."""
    gpu = labels.shortened(sheet.comparison.scenario.gpu)
    asked = conditions(sheet)
    if asked:
        line = sheet.say("problem.nothing-left", gpu=gpu, conditions=joined(sheet.language, asked))
        way_out = sheet.say("problem.nothing-left-way-out")
    else:
        line = sheet.say("problem.no-price", gpu=gpu, day=sheet.comparison.day.isoformat())
        way_out = sheet.say("problem.no-price-way-out")
    notes = (*not_shown(sheet), way_out)
    return Card(sheet.language, header=header(sheet), verdict=line, notes=notes, private=True)


Viewed = tuple[Shown, str, Table | None, tuple[str, ...]]


def _effective(sheet: Shown) -> Viewed:
    notes = (*worth_knowing(sheet), *_what_effective_means(sheet))
    return sheet, verdict(sheet), views.effective_table(sheet), notes


def _what_effective_means(sheet: Shown) -> tuple[str, ...]:
    """How own hardware is charged to this need, where there is any."""
    own = next((quote.own for quote in sheet.quotes if quote.own), None)
    if own is None or sheet.comparison.scenario.duration is None:
        return ()
    life = times.life(sheet.language, own.life_months)
    return (sheet.say("note.own-share", life=life, use=figures.percent(sheet.language, own.utilisation)),)


def _cash(sheet: Shown) -> Viewed:
    ordered = sheet.with_quotes(views.by_cash(sheet.quotes))
    return ordered, verdict(sheet), views.cash_table(ordered), (sheet.say("note.cash"),)


def _equal_work(sheet: Shown) -> Viewed:
    ordered = sheet.with_quotes(views.by_equal_work(sheet.quotes))
    best = ordered.quotes[0] if ordered.quotes else None
    if best is None or best.equal_work_cost is None:
        line = sheet.say("equal-work.none")
    else:
        line = sheet.say("equal-work.verdict", name=named(sheet, best), cost=sheet.short(best.equal_work_cost))
    return ordered, line, views.equal_work_table(ordered), (sheet.say("note.equal-work"),)


def _break_even(sheet: Shown) -> Viewed:
    best = to_beat(sheet)
    if best is None:
        return sheet.with_quotes(()), sheet.say("break-even.none"), None, ()
    assert best.own.own is not None
    facts = {"name": named(sheet, best.rental), "life": times.life(sheet.language, best.own.own.life_months)}
    same = best.utilisation if not best.rental.is_substitute else best.equal_work_utilisation
    months = best.months if not best.rental.is_substitute else best.equal_work_months
    if same is None and months is None:
        line = sheet.say("break-even.verdict-never", **facts)
    else:
        use = "–" if same is None else figures.percent(sheet.language, same)
        shown_months = sheet.say("break-even.never") if months is None else times.in_months(sheet.language, months, 3)
        line = sheet.say("break-even.verdict", months=shown_months, use=use, **facts)
    rentals = sheet.with_quotes([item.rental for item in sheet.comparison.break_evens])
    return rentals, line, views.break_even_table(sheet), (sheet.say("note.break-even"),)


VIEWS = {
    View.EFFECTIVE: _effective,
    View.CASH: _cash,
    View.EQUAL_WORK: _equal_work,
    View.BREAK_EVEN: _break_even,
}
