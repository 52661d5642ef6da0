""" "What matters most here?": which assumption or price the verdict rests on."""

from bot.intents.advice.one_need import one_need
from bot.intents.replying import Context, Reply, noted
from bot.replies.card import Card
from bot.replies.comparison import comparison_card
from bot.replies.sensitivity import sensitivity_card
from bot.understanding.reading import Reading
from pricing.advice.sensitivity import sensitivity
from pricing.book import Book
from pricing.costs import Comparison


def advise(reading: Reading, context: Context) -> Reply:
    """The table of what matters, for the first need that is asked about."""
    comparison, notes = one_need(reading, context)
    return Reply(noted(card(comparison, context.book, context.language), notes), (comparison,), notes)


def card(comparison: Comparison, book: Book, language: str) -> Card:
    """The card of what matters to a comparison; where nothing is priced, why that is."""
    study = sensitivity(comparison, book)
    return sensitivity_card(comparison, study, language) if study else comparison_card(comparison, language)
