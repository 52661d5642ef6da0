"""The card of "which term is best": a row for each way a seller sells, and the best of them for the need."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from bot.replies import figures, labels, times
from bot.replies.card import Card, Cell, Column, Section, Table
from bot.replies.context import context
from bot.replies.equation import as_printed
from bot.replies.header import header
from bot.replies.remarks import remarks
from bot.replies.shown import Shown, amount_cells, shown
from bot.replies.words import joined, known
from pricing.advice.outcomes import TermChoice, TermOption
from pricing.costs import Comparison, Quote
from pricing.decision import decide
from pricing.flags import FlagKind
from pricing.scenario import Scenario

MOST_SELLERS = 4
NOTHING = "–"


@dataclass(frozen=True, slots=True)
class Possibility:
    """How the need may turn out: shorter, or only a share (0 to 1) of it used."""

    scenario: Scenario
    share: Decimal | None


def commitment_card(
    comparison: Comparison, choices: Sequence[TermChoice], language: str, possibility: Possibility | None
) -> Card:
    """The best term for the need, every seller with terms, and from how much use each term is worth it."""
    on_show = choices[:MOST_SELLERS]
    quotes = [_without_unused(option.quote) for choice in on_show for option in choice.options]
    sheet = shown(comparison, language)
    sheet = Shown(comparison, known(language), tuple(quotes), labels.names(sheet.language, quotes))
    if not choices:
        return Card(sheet.language, header=header(sheet), verdict=sheet.say("commitment.none"), private=True)
    notes = [
        sheet.say("commitment.tick"),
        _left_out(sheet, choices),
        sheet.say("commitment.note"),
        sheet.say("commitment.leaving"),
    ]
    return Card(
        language=sheet.language,
        header=header(sheet),
        verdict=_verdict(sheet, on_show, possibility),
        table=_table(sheet, on_show, possibility),
        sections=(
            Section(sheet.say("commitment.by-length"), tuple(_by_length(sheet, choice) for choice in on_show)),
            Section(sheet.say("commitment.workings"), tuple(_workings(sheet, on_show))),
        ),
        notes=(*(note for note in notes if note), *remarks(sheet)),
        context=context(sheet),
        hints=(sheet.say("commitment.hint"),),
    )


def _without_unused(quote: Quote) -> Quote:
    """Without the remark that the whole term is owed: a column says it here."""
    return replace(quote, flags=tuple(flag for flag in quote.flags if flag.kind is not FlagKind.UNUSED_COMMITMENT))


def _left_out(sheet: Shown, choices: Sequence[TermChoice]) -> str:
    more = [labels.provider_name(sheet.language, choice.best.quote.provider) for choice in choices[MOST_SELLERS:]]
    return sheet.say("commitment.more", names=joined(sheet.language, dict.fromkeys(more))) if more else ""


def _verdict(sheet: Shown, choices: Sequence[TermChoice], possibility: Possibility | None) -> str:
    """The best for the need, when a commitment would be, and the best for the need as it may turn out."""
    choice, best = choices[0], choices[0].best
    lines = [
        sheet.say("commitment.best", name=sheet.name(best.quote), cost=sheet.short(best.quote.effective_cost)),
    ]
    lines += _elsewhere(sheet, best)
    others = [
        (one.otherwise, one.quote) for each in choices if (one := each.best_otherwise) and one.otherwise is not None
    ]
    if possibility and others:
        amount, other = min(others, key=lambda pair: pair[0])
        facts = {"name": sheet.name(other), "cost": sheet.short(amount)}
        lines.append(sheet.say("commitment.otherwise", what=_what(sheet, possibility), **facts))
    if not possibility and (first := _worth_naming(choice)):
        key = "commitment.worth-it" if first is best else "commitment.worth"
        lines.append(sheet.say(key, name=sheet.name(first.quote), use=_worth(sheet, first)))
    return joined(sheet.language, lines, "join.sentences")


def _elsewhere(sheet: Shown, best: TermOption) -> list[str]:
    """The rental that decides, where it costs less than all that is sold by the term."""
    rental = decide(sheet.comparison).rental
    if rental is None or rental.is_substitute or rental.effective_cost >= best.quote.effective_cost:
        return []
    name = labels.short_name(sheet.language, rental)
    return [sheet.say("commitment.elsewhere", name=name, cost=sheet.short(rental.effective_cost))]


def _worth_naming(choice: TermChoice) -> TermOption | None:
    """The best where it is a commitment, else the one that is worth it from the fewest hours."""
    worth = [option for option in choice.options if option.worth_from is not None]
    if choice.best in worth:
        return choice.best
    return min(worth, key=lambda option: option.worth_from or Decimal(0), default=None)


def _what(sheet: Shown, possibility: Possibility) -> str:
    if possibility.share is not None:
        return sheet.say("commitment.used", share=figures.percent(sheet.language, possibility.share))
    assert possibility.scenario.duration is not None
    return sheet.say("commitment.ends", time=times.duration(sheet.language, possibility.scenario.duration))


def _worth(sheet: Shown, option: TermOption) -> str:
    """From how much use of its term a commitment is worth it: "43.2% of 3 years (15.6 months)"."""
    if option.term_hours is None:
        return NOTHING
    if option.worth_from is None:
        return sheet.say("break-even.never")
    months = option.worth_from / sheet.comparison.hours_per_month
    return sheet.say(
        "commitment.worth-from",
        share=figures.percent(sheet.language, option.worth_from / option.term_hours),
        months=times.in_months(sheet.language, months, 3),
    )


def _table(sheet: Shown, choices: Sequence[TermChoice], possibility: Possibility | None) -> Table:
    options = [option for choice in choices for option in choice.options]
    columns: list[list[Decimal | None]] = [
        [option.quote.effective_cost for option in options],
        [option.unused or None for option in options],
    ]
    if possibility:
        columns.append([option.otherwise for option in options])
    best = {id(choice.best) for choice in choices}
    cost, unused, *otherwise = amount_cells(sheet, columns)
    marked = [Cell(_marked(sheet, option, id(option) in best), bold=id(option) in best) for option in options]
    cost = [Cell(cell.text, bold=id(option) in best) for cell, option in zip(cost, options, strict=True)]
    worth = [Cell(_worth(sheet, option)) for option in options]
    extra = [Column(_what(sheet, possibility), right=True)] if possibility else []
    return Table(
        columns=(
            sheet.column("option", right=False),
            sheet.column("effective"),
            Column(sheet.say("commitment.column-unused"), right=True),
            *extra,
            Column(sheet.say("commitment.column-worth"), right=True),
        ),
        rows=tuple(zip(marked, cost, unused, *otherwise, worth, strict=True)),
    )


def _marked(sheet: Shown, option: TermOption, is_best: bool) -> str:
    name = sheet.marked(_without_unused(option.quote))
    return sheet.say("commitment.is-best", name=name) if is_best else name


def _by_length(sheet: Shown, choice: TermChoice) -> str:
    """ "AWS: 1, 3, 6, 12 months on demand; 24, 36 months committed 3 years"."""
    groups: dict[str, list[str]] = {}
    for months, offer in choice.by_length:
        shown_months = figures.number(sheet.language, months)
        groups.setdefault(labels.mode_name(sheet.language, offer), []).append(shown_months)
    parts = [
        sheet.say("commitment.lengths", months=joined(sheet.language, months), way=way)
        for way, months in groups.items()
    ]
    seller = _seller(sheet, choice.best.quote)
    return sheet.say("commitment.length-line", seller=seller, parts=joined(sheet.language, parts, "join.items"))


def _seller(sheet: Shown, quote: Quote) -> str:
    return f"{labels.provider_name(sheet.language, quote.provider)} ({labels.shortened(quote.offer.name)})"


def _workings(sheet: Shown, choices: Sequence[TermChoice]) -> Iterable[str]:
    """The whole term over an hour on demand, as it can be checked."""
    places = sheet.places
    for choice in choices:
        for option in choice.options:
            if option.term_cost is None or option.term_hours is None or not choice.per_hour:
                continue
            hours = option.term_cost / choice.per_hour
            numbers = (option.term_cost, choice.per_hour)
            cost, rate = as_printed(numbers, (places, places), lambda n: n[0] / n[1], hours, 0)
            key = "commitment.working" if option.worth_from is not None else "commitment.working-never"
            yield sheet.say(
                key,
                name=sheet.name(option.quote),
                cost=sheet.cents(cost),
                rate=sheet.cents(rate),
                hours=figures.number(sheet.language, hours),
                term=figures.number(sheet.language, option.term_hours),
                share=figures.percent(sheet.language, hours / option.term_hours),
            )
