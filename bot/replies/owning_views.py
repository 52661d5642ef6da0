"""Why one reply says 9 million and another 372 million: the views of a cost, each with its figure."""

from dataclasses import replace

from bot.replies.card import Card, Section
from bot.replies.shown import Shown, shown
from pricing.costs import Comparison


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
