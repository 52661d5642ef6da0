"""The card of "what matters most": each assumption and main price turned by a fifth, by its effect on the verdict."""

from decimal import Decimal

from bot.replies import figures, times
from bot.replies.card import Card, Cell, Chart, Column, Section, Series, Table
from bot.replies.context import assumption_value, context
from bot.replies.drawing import distinct
from bot.replies.equation import as_printed
from bot.replies.formula import priced_per
from bot.replies.header import header
from bot.replies.remarks import remarks
from bot.replies.shown import Shown, shown
from bot.replies.words import joined, name_of, say_count
from pricing.advice.outcomes import Knob, Outcome, Sensitivity, Variation
from pricing.costs import Comparison
from pricing.units import TimeUnit

MOST_BARS = 10
LEAST_BARS = 2


def sensitivity_card(comparison: Comparison, study: Sensitivity, language: str) -> Card:
    """What decides first, then the table, the workings of every figure, and what is measured."""
    sheet = shown(comparison, language)
    pair = [quote for quote in (study.decision.own, study.decision.rental) if quote]
    of_pair = sheet.with_quotes(pair)
    chart = _chart(sheet, study)
    return Card(
        language=sheet.language,
        header=header(sheet),
        verdict=_verdict(sheet, study),
        table=_table(sheet, study) if study.variations else None,
        charts=(chart,) if chart else (),
        sections=(_workings(sheet, study),) if study.variations else (),
        notes=(*_measured(sheet, study), *remarks(of_pair)),
        context=context(of_pair),
        hints=(sheet.say("sensitivity.hint"),),
    )


def _verdict(sheet: Shown, study: Sensitivity) -> str:
    if not study.variations:
        return sheet.say("sensitivity.nothing")
    first = study.variations[0]
    ends = sorted(one for one in _reached(study, first))
    key = "sensitivity.verdict" if _is_pair(study) else "sensitivity.verdict-one"
    line = sheet.say(
        key,
        name=knob_name(sheet, study, first),
        low=knob_value(sheet, first, first.low.value),
        high=knob_value(sheet, first, first.high.value),
        least=sheet.short(ends[0]),
        most=sheet.short(ends[-1]),
    )
    return joined(sheet.language, [line, _turning(sheet, study)], "join.sentences")


def _turning(sheet: Shown, study: Sensitivity) -> str:
    """How many of them turn the verdict, and how the first does."""
    turning = study.turning
    if not turning:
        return sheet.say("sensitivity.none-turns")
    facts = {"name": knob_name(sheet, study, turning[0]), "how": turns(sheet, study, turning[0])}
    all_ = figures.number(sheet.language, len(study.variations))
    return say_count(sheet.language, "sensitivity.some-turn", str(len(turning)), all=all_, **facts)


def _is_pair(study: Sensitivity) -> bool:
    return study.decision.own is not None and study.decision.rental is not None


def _reached(study: Sensitivity, one: Variation) -> list[Decimal]:
    return [o.difference for o in (one.low, study.base, one.high) if o.difference is not None]


def knob_name(sheet: Shown, study: Sensitivity, one: Variation) -> str:
    """What is varied: "utilisation", "price of CUDO on demand"."""
    if one.knob is Knob.ASSUMPTION:
        return name_of(sheet.language, "knob", one.subject)
    rental = study.decision.rental
    name = sheet.name(rental) if rental else ""
    return sheet.say(f"knob.{one.knob}", name=name, pair=one.subject)


def knob_value(sheet: Shown, one: Variation, value: Decimal) -> str:
    """A value of it, in its own unit."""
    language = sheet.language
    match one.knob:
        case Knob.ASSUMPTION if one.entry:
            return assumption_value(language, one.entry.model_copy(update={"value": value.normalize()}))
        case Knob.RENTAL_PRICE if one.entry:
            return priced_per(language, value.normalize(), one.entry.currency, one.entry.unit.value)
        case Knob.DURATION:
            return times.period(language, value, TimeUnit(one.subject))
        case Knob.OWN_HARDWARE | Knob.OWN_RUNNING:
            return sheet.short(value)
        case _:
            return figures.factor(language, value)


def _bare_value(sheet: Shown, one: Variation, value: Decimal) -> str:
    """The same without the unit that stands in the row already, so that the table stays narrow."""
    match one.knob:
        case Knob.RENTAL_PRICE | Knob.RATE:
            return figures.significant(sheet.language, value, 4)
        case Knob.OWN_HARDWARE | Knob.OWN_RUNNING:
            return figures.short(sheet.language, value, currency=sheet.comparison.currency)
        case _:
            return knob_value(sheet, one, value)


def turns(sheet: Shown, study: Sensitivity, one: Variation) -> str:
    """How the verdict turns at either end; that it does not."""
    found = [_turn(sheet, study, one, outcome) for outcome in (one.low, one.high) if outcome.turn]
    return joined(sheet.language, found, "join.items") if found else sheet.say("turn.none")


def _turn(sheet: Shown, study: Sensitivity, one: Variation, outcome: Outcome) -> str:
    name = sheet.name(outcome.option) if outcome.option else ""
    what = sheet.say(f"turn.{outcome.turn}", name=name)
    return sheet.say("turn.at", value=knob_value(sheet, one, outcome.value), what=what)


def _turns_shortly(sheet: Shown, one: Variation) -> str:
    """At which end the verdict turns, and how, in few words."""
    ends = ((one.low, "sensitivity.down"), (one.high, "sensitivity.up"))
    found = [
        sheet.say(
            "turn.at-end",
            step=sheet.say(step),
            what=sheet.say(f"turn-short.{end.turn}", name=sheet.name(end.option) if end.option else ""),
        )
        for end, step in ends
        if end.turn
    ]
    return joined(sheet.language, found, "join.items") if found else sheet.say("turn.none")


def _table(sheet: Shown, study: Sensitivity) -> Table:
    one_sided = "" if _is_pair(study) else "-one"
    down, up = sheet.say("sensitivity.down"), sheet.say("sensitivity.up")
    at = f"sensitivity.column-at{one_sided}"
    currency = sheet.comparison.currency
    return Table(
        columns=(
            Column(sheet.say("sensitivity.column-what")),
            Column(sheet.say("sensitivity.column-now"), right=True),
            Column(sheet.say(at, step=down, currency=currency), right=True),
            Column(sheet.say(at, step=up, currency=currency), right=True),
            Column(sheet.say("sensitivity.column-effect", currency=currency), right=True),
            Column(sheet.say("sensitivity.column-turns")),
        ),
        rows=tuple(_row(sheet, study, one) for one in study.variations),
    )


def _row(sheet: Shown, study: Sensitivity, one: Variation) -> tuple[Cell, ...]:
    return (
        Cell(knob_name(sheet, study, one)),
        Cell(knob_value(sheet, one, one.now)),
        Cell(_end(sheet, one, one.low)),
        Cell(_end(sheet, one, one.high)),
        Cell(figures.short(sheet.language, one.swing, currency=sheet.comparison.currency), bold=True),
        Cell(_turns_shortly(sheet, one)),
    )


def _end(sheet: Shown, one: Variation, outcome: Outcome) -> str:
    """The value at one end and what comes out: "56%: -3.03M"."""
    value = _bare_value(sheet, one, outcome.value)
    if outcome.difference is None:
        return sheet.say("sensitivity.end", value=value, difference=sheet.say("turn.not-sold", name=""))
    difference = figures.short(sheet.language, outcome.difference, currency=sheet.comparison.currency)
    return sheet.say("sensitivity.end", value=value, difference=difference)


def _measured(sheet: Shown, study: Sensitivity) -> tuple[str, ...]:
    """What is measured, and how: from where it starts, by how much each is turned."""
    base, decision = study.base, study.decision
    if not _is_pair(study):
        quote = decision.own or decision.rental
        assert quote is not None
        assert base.difference is not None
        found = [sheet.say("sensitivity.measured-one", name=sheet.name(quote), cost=sheet.short(base.difference))]
    elif base.rent is None or base.own is None or base.difference is None:
        found = []
    else:
        assert decision.rental is not None
        work = sheet.say("sensitivity.equal-work") if decision.other_gpu else ""
        facts = {"rent": sheet.short(base.rent), "own": sheet.short(base.own), "work": work}
        difference = sheet.short(base.difference)
        found = [sheet.say("sensitivity.measured", name=sheet.name(decision.rental), difference=difference, **facts)]
    found.append(sheet.say("sensitivity.how"))
    if any(one.knob is Knob.RATE for one in study.variations):
        anchor = decision.own or decision.rental
        assert anchor is not None
        found.append(sheet.say("sensitivity.rates", currency=anchor.pricing_currency))
    return tuple(found)


def _workings(sheet: Shown, study: Sensitivity) -> Section:
    lines = [line for one in study.variations for o in (one.low, one.high) if (line := _working(sheet, study, one, o))]
    return Section(sheet.say("sensitivity.workings"), tuple(lines))


def _working(sheet: Shown, study: Sensitivity, one: Variation, outcome: Outcome) -> str:
    """ "utilisation 56%: 13,812,792 - 16,837,809 = -3,025,016"."""
    what = {"name": knob_name(sheet, study, one), "value": knob_value(sheet, one, outcome.value)}
    if outcome.difference is None:
        return ""
    places = sheet.places
    difference = figures.number(sheet.language, outcome.difference, places)
    if outcome.rent is None or outcome.own is None:
        return sheet.say("sensitivity.working-one", amount=difference, **what)
    numbers = (outcome.rent, outcome.own)
    rent, own = as_printed(numbers, (places, places), lambda n: n[0] - n[1], outcome.difference, places)
    return sheet.say("sensitivity.working", rent=sheet.cents(rent), own=sheet.cents(own), difference=difference, **what)


def _chart(sheet: Shown, study: Sensitivity) -> Chart | None:
    """The effects as bars, the largest first."""
    bars = study.variations[:MOST_BARS]
    if len(bars) < LEAST_BARS:
        return None
    scale = Decimal(1_000_000) if bars[0].swing >= 1_000_000 else Decimal(1)
    currency = figures.currency_name(sheet.language, sheet.comparison.currency)
    return Chart(
        kind="bar",
        title=sheet.say("sensitivity.chart"),
        series=(Series(sheet.say("sensitivity.chart-series"), tuple(one.swing / scale for one in bars)),),
        categories=tuple(distinct([knob_name(sheet, study, one) for one in bars])),
        x_label="",
        y_label=sheet.say(f"chart.unit-{scale:.0f}", currency=currency),
        text=joined(sheet.language, [_bar(sheet, study, one) for one in bars], "join.items"),
    )


def _bar(sheet: Shown, study: Sensitivity, one: Variation) -> str:
    return sheet.say("sensitivity.bar", name=knob_name(sheet, study, one), effect=sheet.short(one.swing))
