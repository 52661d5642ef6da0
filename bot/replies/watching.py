"""What is said of watched threads: that one is watched, that it is no longer, and what became of its figures."""

from collections.abc import Sequence
from datetime import date
from decimal import Decimal

from bot.replies import asked, figures, problems
from bot.replies.card import Card
from bot.replies.changes import change_note
from bot.replies.header import header
from bot.replies.shown import shown
from bot.replies.verdict import verdict
from bot.replies.words import say
from bot.understanding.reading import Reading
from bot.understanding.request import Request
from pricing.costs import Comparison
from pricing.decision import decide


def card(text: str, language: str, notes: tuple[str, ...] = ()) -> Card:
    """A word on watching as a reply of its own."""
    return Card(language=language, verdict=text, notes=notes)


def not_understood(reading: Reading, language: str) -> tuple[str, ...]:
    """Words of the wish that were not understood."""
    return problems.not_understood(reading, language)


def begun(language: str, request: Request, share: Decimal, until: date) -> str:
    """That a thread is watched, for what, and until when."""
    what, least = asked.question(request, language), figures.percent(language, share)
    return say(language, "watch.begun", what=what, share=least, day=until.isoformat())


def stopped(language: str) -> str:
    """That a thread is watched no longer."""
    return say(language, "watch.stopped")


def elsewhere(language: str) -> str:
    """That only threads in Slack can be watched."""
    return say(language, "watch.elsewhere")


def no_question(language: str) -> str:
    """That there is no answer yet that could change."""
    return say(language, "watch.no-question")


def out_of_range(language: str, least: Decimal, most: Decimal) -> str:
    """Which shares can be watched for."""
    return say(language, "watch.out-of-range", **_range(language, least, most))


def _range(language: str, least: Decimal, most: Decimal) -> dict[str, str]:
    return {"least": figures.percent(language, least), "most": figures.percent(language, most)}


def full(language: str) -> str:
    """That as many threads are watched as can be."""
    return say(language, "watch.full")


def public_only(language: str) -> str:
    """That prices agreed with sellers are not watched."""
    return say(language, "watch.public-only")


def moved_card(before: Comparison, now: Comparison, turned: bool, language: str) -> Card:
    """What became of a watched answer: old and new figures of what decides, and the verdict now."""
    sheet = shown(now, language)
    return Card(
        language=sheet.language,
        header=header(sheet),
        verdict=sheet.say("watch.turned" if turned else "watch.moved"),
        notes=(*change_note(before, now, language), sheet.say("watch.now", verdict=verdict(sheet, decide(now)))),
        context=(sheet.say("context.book", version=now.book_version, day=now.day.isoformat()),),
        hints=(sheet.say("watch.go-on"),),
    )


def together(cards: Sequence[Card]) -> Card:
    """Several scenarios of one question in one message."""
    first, *rest = cards
    lines = [line for card in rest for line in (card.header, card.verdict, *card.notes)]
    return Card(first.language, first.header, (), first.verdict, notes=(*first.notes, *lines), hints=first.hints)
