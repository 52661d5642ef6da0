"""The card that answers questions about an answer. A new aspect is a function and a line here."""

from collections.abc import Iterable, Mapping

from bot.replies.actions import View, quote_actions
from bot.replies.aspects import money, running, stated, terms
from bot.replies.aspects.common import Answerer, Lines
from bot.replies.card import Card
from bot.replies.header import header
from bot.replies.shown import shown
from bot.understanding.reading import About
from pricing.book import Book
from pricing.costs import Comparison

ASPECTS: Mapping[str, Answerer] = {
    "tax": money.tax,
    "partial": money.partial,
    "prepay": money.prepay,
    "tiers": money.tiers,
    "bill": money.bill,
    "overage": money.overage,
    "exchange-rate": money.exchange_rate,
    "validity": terms.validity,
    "renewal": terms.renewal,
    "booking": terms.booking,
    "invoice": terms.invoice,
    "approval": terms.approval,
    "unit": terms.unit,
    "variant": terms.variant,
    "network": terms.network,
    "sources": terms.sources,
    "interruption": running.interruption,
    "failures": running.failures,
    "queue": running.queue,
    "support": running.support,
    "stated": stated.stated,
    "next-generation": running.next_generation,
}


def lines_about(comparison: Comparison, language: str, about: Iterable[About], book: Book) -> Lines:
    """What there is to say on these aspects of the rows on show."""
    sheet = shown(comparison, language)
    return tuple(line for one in about for line in ASPECTS[one.aspect](sheet, one, book))


def aspects_card(comparison: Comparison, language: str, about: Iterable[About], book: Book) -> Card:
    """The answer to questions about an answer: the first line is the verdict."""
    sheet = shown(comparison, language)
    lines = lines_about(comparison, language, about, book)
    return Card(
        language=sheet.language,
        header=header(sheet),
        verdict=lines[0] if lines else "",
        notes=lines[1:],
        context=(sheet.say("context.book", version=comparison.book_version, day=comparison.day.isoformat()),),
        actions=quote_actions(comparison, sheet.language, View.EFFECTIVE, all_rows=False),
        hints=(sheet.say("hint.go-on"),),
    )
