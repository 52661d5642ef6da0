"""Checks a seller's text: its sums by its own figures, its prices beside those of the book."""

from functools import lru_cache

from bot.intents.replying import Context, Reply
from bot.replies.card import Card
from bot.replies.claims import Checked, claims_card
from bot.replies.words import known, say
from bot.understanding.claims.links import links
from bot.understanding.claims.read import read
from bot.understanding.reading import Reading
from bot.understanding.vocabulary import Vocabulary
from pricing.book import Book
from pricing.claims.market import beside, trials, unlike
from pricing.claims.running import electricity
from pricing.claims.solve import findings


def check_claim(reading: Reading, context: Context) -> Reply:
    """The verdicts on the figures of the text; where it has none, a line that is for the asker alone."""
    found = checked(reading.request.claim or "", context.book)
    if found.figures:
        return Reply(claims_card(found, context.language))
    language = known(context.language)
    return Reply(Card(language, verdict=say(language, "check.no-figures"), private=True))


def checked(text: str, book: Book) -> Checked:
    """What a text states, and what was found of it."""
    found = read(text, _vocabulary(book))
    told = findings(found.figures, links(found.text, found.figures))
    prices = beside(found.figures, book, {one.figure.index for one in told if one.formula})
    return Checked(
        figures=found.figures,
        findings=told,
        prices=prices,
        unlike=unlike(found.figures, book),
        electricity=electricity(found.figures, book),
        trials=trials(found.figures, prices),
        providers={id: provider.names for id, provider in book.providers.items()},
        unread=max(0, len(text) - found.length),
        day=book.day,
    )


@lru_cache(maxsize=4)
def _vocabulary(book: Book) -> Vocabulary:
    return Vocabulary.of(book.gpus.values(), book.providers.values(), book.instances.values(), book.regions.values())
