"""Who answers which kind of question for advice. A new kind is a module beside this one and a line here."""

from collections.abc import Callable, Mapping

from bot.intents.advice.claims import check_claim
from bot.intents.replying import Context, Reply
from bot.replies.card import Card
from bot.understanding.reading import Reading
from bot.understanding.request import Intent
from pricing.book import Book
from pricing.costs import Comparison

Adviser = Callable[[Reading, Context], Reply]
"""Answers a reading that is complete (nothing is left to ask). Raises OutOfRange, NoRate, NoAssumption."""

ADVISERS: Mapping[Intent, Adviser] = {Intent.CLAIM: check_claim}

ON_BUTTON: Mapping[str, Callable[[Comparison, Book, str], Card]] = {}
"""Action id of a button under a quote -> the card about that quote, in a language. Actions: `bot.replies.actions`."""
