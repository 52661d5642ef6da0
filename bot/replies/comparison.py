"""The card of a comparison: the scenario, what decides, the table, and what to know about it."""

from bot.replies import figures, supposed, times, views
from bot.replies.actions import View, quote_actions
from bot.replies.card import Card, Chart, Table
from bot.replies.charts import composition_chart, crossing_chart
from bot.replies.context import context
from bot.replies.gaps import not_shown, why_nothing
from bot.replies.header import header
from bot.replies.owning_views import at_asked_use
from bot.replies.remarks import remarks
from bot.replies.shown import Shown, shown
from bot.replies.verdict import deciding, named, verdict, worth_knowing
from bot.replies.words import joined
from pricing.costs import BreakEven, Comparison
from pricing.decision import Decision, decide


def comparison_card(comparison: Comparison, language: str, view: View = View.EFFECTIVE, all_rows: bool = False) -> Card:
    """The reply to a question, in one of its views; featured rows, or all of them."""
    rows = shown(comparison, language, all_rows)
    if not comparison.quotes:
        return _nothing(rows)
    sheet, line, table, notes = VIEWS[view](rows, decide(comparison))
    return Card(
        language=sheet.language,
        header=header(sheet),
        verdict=line,
        table=table if table and table.rows else None,
        charts=_charts(comparison, language, view),
        notes=(*not_shown(rows), *supposed.idle(rows), *notes, *remarks(sheet)),
        context=context(sheet),
        actions=quote_actions(comparison, sheet.language, view, all_rows),
        hints=(sheet.say("hint.go-on"),),
    )


def _charts(comparison: Comparison, language: str, view: View) -> tuple[Chart, ...]:
    """The picture that belongs to a view: the crossing to break-even, what costs are made of to cash."""
    makers = {View.BREAK_EVEN: crossing_chart, View.CASH: composition_chart}
    chart = makers[view](comparison, language) if view in makers else None
    return (chart,) if chart else ()


def _nothing(sheet: Shown) -> Card:
    """No option has a figure, or none is left of those there are."""
    line, way_out = why_nothing(sheet)
    notes = (*not_shown(sheet), way_out)
    return Card(sheet.language, header=header(sheet), verdict=line, notes=notes, private=True)


Viewed = tuple[Shown, str, Table | None, tuple[str, ...]]


def _effective(sheet: Shown, decision: Decision) -> Viewed:
    notes = (*worth_knowing(sheet, decision), *_what_effective_means(sheet))
    return sheet, verdict(sheet, decision), views.effective_table(sheet), notes


def _what_effective_means(sheet: Shown) -> tuple[str, ...]:
    """How own hardware is charged to this need, where there is any."""
    own = next((quote.own for quote in sheet.quotes if quote.own), None)
    if own is None or sheet.comparison.scenario.duration is None:
        return ()
    life = times.life(sheet.language, own.life_months)
    return (sheet.say("note.own-share", life=life, use=figures.percent(sheet.language, own.utilisation)),)


def _cash(sheet: Shown, decision: Decision) -> Viewed:
    ordered = sheet.with_quotes(views.by_cash(sheet.quotes))
    return ordered, verdict(sheet, decision), views.cash_table(ordered), (sheet.say("note.cash"),)


def _equal_work(sheet: Shown, decision: Decision) -> Viewed:
    ordered = sheet.with_quotes(views.by_equal_work(sheet.quotes))
    best = ordered.quotes[0] if ordered.quotes else None
    if best is None or best.equal_work_cost is None:
        line = sheet.say("equal-work.none")
    else:
        line = sheet.say("equal-work.verdict", name=named(sheet, best), cost=sheet.short(best.equal_work_cost))
    return ordered, line, views.equal_work_table(ordered), (sheet.say("note.equal-work"),)


def _break_even(sheet: Shown, decision: Decision) -> Viewed:
    found = decision.break_even
    if found is None:
        return sheet.with_quotes(()), sheet.say("break-even.none"), None, ()
    lines = [_wins_from(sheet, found), *at_asked_use(sheet, found), *_all_the_same(sheet, decision)]
    line = joined(sheet.language, lines, "join.sentences")
    rentals = sheet.with_quotes([item.rental for item in sheet.comparison.break_evens])
    notes = [sheet.say("note.break-even")]
    if not all(item.by_use for item in sheet.comparison.break_evens):
        notes.append(sheet.say("note.owed"))
    return rentals, line, views.break_even_table(sheet), tuple(notes)


def _wins_from(sheet: Shown, found: BreakEven) -> str:
    """From when on owning is cheaper than the rental."""
    assert found.own.own is not None
    months, use = deciding(found)
    facts = {"name": named(sheet, found.rental), "life": times.life(sheet.language, found.own.own.life_months)}
    if months is None and use is None:
        return sheet.say("break-even.verdict-never", **facts)
    share = "" if use is None else figures.percent(sheet.language, use)
    if months is None:
        return sheet.say("break-even.verdict-use", use=share, **facts)
    of_use = times.in_months(sheet.language, months, 3)
    if use is None:
        return sheet.say("break-even.verdict-months", months=of_use, **facts)
    return sheet.say("break-even.verdict", months=of_use, use=share, **facts)


def _all_the_same(sheet: Shown, decision: Decision) -> list[str]:
    """Why this one need is decided otherwise: what is not in a month of use, or hardware that is bought again."""
    found, comparison = decision.break_even, sheet.comparison
    if found is None or decision.buy is None or decision.rent is None:
        return []
    months = deciding(found)[0]
    pays = months is not None and months * comparison.hours_per_month <= comparison.hours
    if pays == decision.buying:
        return []
    key = "break-even.buy-all-the-same" if decision.buying else "break-even.rent-all-the-same"
    return [sheet.say(key, buy=sheet.short(decision.buy), rent=sheet.short(decision.rent))]


VIEWS = {
    View.EFFECTIVE: _effective,
    View.CASH: _cash,
    View.EQUAL_WORK: _equal_work,
    View.BREAK_EVEN: _break_even,
}
