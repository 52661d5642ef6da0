"""Why one reply says 9 million and another 372 million: the views of a cost, each with its figure."""

from collections.abc import Sequence
from dataclasses import replace

from bot.replies import figures, times
from bot.replies.card import Card, Section
from bot.replies.shown import Shown, shown
from bot.replies.words import joined, say
from pricing.costs import BreakEven, Comparison
from pricing.scenario import Scenario


def with_views(card: Card, comparison: Comparison) -> Card:
    """The card with the views first, each with its figure: for who asks why two figures differ."""
    return replace(card, sections=(*views_differ(shown(comparison, card.language)), *card.sections))


def views_differ(sheet: Shown) -> tuple[Section, ...]:
    """Effective cost, cash and equal work of own hardware, one line each; nothing where there is none."""
    own = sheet.comparison.own
    if own is None or own.own is None or sheet.comparison.scenario.duration is None:
        return ()
    facts = {"amount": sheet.short(own.effective_cost), "own": sheet.short(own.own.tco)}
    return (
        Section(
            sheet.say("views.title"),
            (
                sheet.say("views.effective", **facts),
                sheet.say("views.cash", amount=sheet.short(own.billed_cost)),
                sheet.say("views.equal"),
            ),
        ),
    )


def at_asked_use(sheet: Shown, found: BreakEven) -> tuple[str, ...]:
    """Whether owning wins at the use that was asked about, said outright; nothing where none was."""
    asked = any(one.subject == "utilisation" and one.id == 0 for one in sheet.comparison.assumptions)
    own = found.own.own
    if not asked or own is None or not found.by_use:
        return ()
    substitute = found.rental.is_substitute and found.equal_work_utilisation is not None
    needed = found.equal_work_utilisation if substitute else found.utilisation
    key = "views.never-at" if needed is None or needed > own.utilisation else "views.wins-at"
    life, use = times.life(sheet.language, own.life_months), figures.percent(sheet.language, own.utilisation)
    return (sheet.say(key, use=use, life=life),)


def first_only(language: str, scenarios: Sequence[Scenario]) -> tuple[str, ...]:
    """That of several fleets only the first is shown, with the others by name."""
    if len(scenarios) < 2:
        return ()
    titles = [
        say(language, "header.fleet", count=figures.number(language, one.gpu_count), gpu=one.gpu) for one in scenarios
    ]
    return (say(language, "views.first-only", shown=titles[0], others=joined(language, titles[1:])),)
