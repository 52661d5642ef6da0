"""Who answers which kind of question for advice. A new kind is a module beside this one and a line here."""

from collections.abc import Callable, Mapping

from bot.intents.advice import blend, commitment, deadline, equal_work, sensitivity, target_price
from bot.intents.advice.budget import budget
from bot.intents.advice.claims import check_claim
from bot.intents.advice.gpu_hours import gpu_hours
from bot.intents.advice.owning import cash_flow, finance, resale, waiting
from bot.intents.advice.sizing import size
from bot.intents.replying import Context, Reply
from bot.replies.actions import WHAT_MATTERS
from bot.replies.card import Card
from bot.understanding.reading import Reading
from bot.understanding.request import Intent, Request
from pricing.book import Book
from pricing.costs import Comparison

Adviser = Callable[[Reading, Context], Reply]
"""Answers a reading that is complete (nothing is left to ask). Raises OutOfRange, NoRate, NoAssumption."""

ADVISERS: Mapping[Intent, Adviser] = {
    Intent.DEADLINE: deadline.advise,
    Intent.EQUAL_WORK: equal_work.advise,
    Intent.SENSITIVITY: sensitivity.advise,
    Intent.BLEND: blend.advise,
    Intent.COMMITMENT: commitment.advise,
    Intent.TARGET_PRICE: target_price.advise,
    Intent.FINANCE: finance,
    Intent.CASH_FLOW: cash_flow,
    Intent.RESALE: resale,
    Intent.WAITING: waiting,
    Intent.BUDGET: budget,
    Intent.SIZE: size,
    Intent.GPU_HOURS: gpu_hours,
    Intent.CLAIM: check_claim,
}

ON_BUTTON: Mapping[str, Callable[[Comparison, Book, str], Card]] = {
    WHAT_MATTERS: sensitivity.card,
}
"""Action id of a button under a quote -> the card about that quote, in a language. Actions: `bot.replies.actions`."""


def adviser_of(request: Request) -> Adviser | None:
    """Who answers a request; None where it is a plain comparison, or nobody does."""
    if request.deadline is not None and request.intent in (Intent.QUOTE, Intent.COMPARE) and len(request.gpus) == 1:
        return ADVISERS[Intent.DEADLINE]
    return ADVISERS.get(request.intent)
