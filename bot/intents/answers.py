"""What each kind of question is answered with."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import date

from pydantic import ValidationError

from bot.intents.scenarios import OutOfRange, Plan, plan
from bot.replies import actions, notices, problems
from bot.replies.actions import ButtonQuestion, ButtonState, View
from bot.replies.card import Card
from bot.replies.comparison import comparison_card
from bot.replies.help import help_card
from bot.replies.math import math_card
from bot.replies.side_by_side import side_by_side_card
from bot.replies.sources import sources_card
from bot.understanding.reading import Action, Reading
from bot.understanding.request import Intent, Request
from pricing.book import Book
from pricing.catalog import Claim
from pricing.compare import compare
from pricing.costs import Comparison
from pricing.errors import NoRate

Books = Callable[[date, int | None], Book]
PRICED = {Intent.QUOTE, Intent.COMPARE, Intent.BREAK_EVEN, Intent.PRICE_LOOKUP}


@dataclass(frozen=True, slots=True)
class Context:
    """What every answer is made from: the book, the language, and the currency where none is asked for."""

    book: Book
    language: str
    currency: str


@dataclass(frozen=True, slots=True)
class Reply:
    """A card, and the comparisons it shows (none where nothing was priced)."""

    card: Card
    comparisons: tuple[Comparison, ...] = ()


class AskedAgain(Exception):
    """A button that asks a question instead of showing something."""

    def __init__(self, question: str) -> None:
        super().__init__(question)
        self.question = question


def answer(reading: Reading, context: Context) -> Reply:
    """Answer a reading that asks for something: priced if it is complete, else what is missing is asked for."""
    request, language = reading.request, context.language
    if reading.reject is not None:
        return Reply(problems.rejected_card(reading, language))
    if request.intent is Intent.HELP:
        return Reply(help_card(language))
    if reading.ask or request.intent not in PRICED:
        return Reply(problems.asking_card(reading, language))
    try:
        planned = plan(request, context.book, context.currency)
    except OutOfRange as problem:
        return Reply(problems.rejected_card(replace(reading, reject=problem.reason), language))
    except NoRate as missing:
        return Reply(problems.no_rate_card(missing, language))
    comparisons = tuple(compare(scenario, context.book) for scenario in planned.scenarios)
    return Reply(_card(reading, planned, comparisons, language), comparisons)


def _card(reading: Reading, planned: Plan, comparisons: tuple[Comparison, ...], language: str) -> Card:
    if len(comparisons) > 1:
        card = side_by_side_card(comparisons, language)
    else:
        view = View.BREAK_EVEN if reading.request.intent is Intent.BREAK_EVEN else View.EFFECTIVE
        card = comparison_card(comparisons[0], language, view)
    return notices.noted(card, reading, planned.assumed)


def without_change(reading: Reading, past: tuple[Request, ...], context: Context) -> Reply:
    """Answer a message that changes nothing: thanks, "show the math", "start over"."""
    if reading.action is Action.EXPLAIN and past:
        explained = answer(replace(reading, request=past[-1]), context)
        if explained.comparisons:
            return Reply(explanation(explained.comparisons[0], context.book, context.language), explained.comparisons)
        return explained
    return Reply(notices.notice_card(reading.action, context.language, bool(past)))


def explanation(comparison: Comparison, book: Book, language: str) -> Card:
    """The math of a comparison's rows, with what sellers claimed beside it."""
    return math_card(comparison, language, claims=claims_of(comparison, book))


def claims_of(comparison: Comparison, book: Book) -> dict[str, tuple[Claim, ...]]:
    """Offer id -> what its seller stated, for the rows on show."""
    offers = [comparison.quotes[i].offer.id for i in comparison.featured]
    return {offer: stated for offer in offers if (stated := book.claims(offer))}


def pressed(action_id: str, value: str, language: str, books: Books) -> Card:
    """Answer a pressed button, from the prices its message was made with. Raises AskedAgain."""
    try:
        if action_id == actions.ASK:
            raise AskedAgain(ButtonQuestion.model_validate_json(value).question)
        state = ButtonState.model_validate_json(value)
    except ValidationError:
        return problems.outdated_card(language)
    book = books(state.day, state.book_version)
    comparison = compare(state.scenario, book)
    if action_id == actions.MATH:
        return explanation(comparison, book, language)
    if action_id == actions.SOURCES:
        return sources_card(comparison, language)
    if action_id == actions.ALL:
        return comparison_card(comparison, language, all_rows=True)
    view = next((view for view in View if view.action_id == action_id), None)
    return comparison_card(comparison, language, view) if view else problems.outdated_card(language)
