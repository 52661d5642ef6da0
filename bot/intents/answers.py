"""What each kind of question is answered with."""

from dataclasses import replace

from pydantic import ValidationError

from bot.intents.advice.advisers import ADVISERS, ON_BUTTON, adviser_of
from bot.intents.replying import Books, Context, Reply, compared, noted
from bot.intents.scenarios import plan
from bot.intents.suppositions import OutOfRange
from bot.replies import actions, notices, problems, supposed_notes
from bot.replies.actions import ButtonQuestion, ButtonState, View
from bot.replies.aspects.card import aspects_card, lines_about
from bot.replies.card import Card
from bot.replies.changes import change_note
from bot.replies.comparison import comparison_card
from bot.replies.help import help_card
from bot.replies.lookup import lookup_card
from bot.replies.math import math_card
from bot.replies.owning_views import with_views
from bot.replies.side_by_side import side_by_side_card
from bot.replies.sources import sources_card
from bot.understanding.reading import Action, Reading
from bot.understanding.request import Intent, Request
from bot.understanding.resolve import to_ask
from pricing.book import Book
from pricing.catalog import Claim
from pricing.costs import Comparison
from pricing.errors import NoAssumption, NoRate

PRICED = frozenset({Intent.QUOTE, Intent.COMPARE, Intent.BREAK_EVEN, Intent.PRICE_LOOKUP})
"""Kinds of question that are answered with a comparison itself."""
FIGURES = PRICED | ADVISERS.keys()
"""Kinds of question that are answered with figures."""


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
    if reading.ask or request.intent not in FIGURES:
        return Reply(problems.asking_card(reading, language, context.threaded))
    try:
        if adviser := adviser_of(request):
            return adviser(reading, context)
        planned = plan(request, context.book, context.currency, context.house)
        comparisons = tuple(compared(scenario, context.book) for scenario in planned.scenarios)
    except OutOfRange as problem:
        refused = replace(reading, reject=problem.reason, reject_detail=problem.detail or reading.reject_detail)
        return Reply(problems.rejected_card(refused, language), refused=True)
    except NoRate as missing:
        return Reply(problems.no_rate_card(missing, language), refused=True)
    except NoAssumption as missing:
        if not request.what_if:
            raise  # what every answer rests on
        return Reply(problems.no_assumption_card(missing, language), refused=True)
    asked = lines_about(comparisons[0], language, reading.about, context.book)
    unmet = supposed_notes.notes(comparisons, language)
    notes = (*notices.taken(language, reading, planned.assumed), *unmet, *asked)
    return Reply(noted(_card(reading, comparisons, language), notes), comparisons, notes)


def followed_up(reply: Reply, before: Request, after: Request, context: Context) -> Reply:
    """The reply to a follow-up with what it changed on top: in the question, and in what the options cost."""
    if len(reply.comparisons) != 1 or not {before.intent, after.intent} <= PRICED or not before.gpus:
        return reply
    try:
        earlier = plan(before, context.book, context.currency, context.house).scenarios
    except (OutOfRange, NoRate):
        return reply
    if len(earlier) != 1:
        return reply
    lead = change_note(compared(earlier[0], context.book), reply.comparisons[0], context.language)
    if not lead and before.intent is after.intent:
        lead = (notices.nothing_changed(context.language),)
    return replace(reply, card=replace(reply.card, lead=lead))


def _card(reading: Reading, comparisons: tuple[Comparison, ...], language: str) -> Card:
    if len(comparisons) > 1:
        return side_by_side_card(comparisons, language)
    if reading.request.intent is Intent.PRICE_LOOKUP:
        return lookup_card(comparisons[0], language)
    view = View.BREAK_EVEN if reading.request.intent is Intent.BREAK_EVEN else View.EFFECTIVE
    return comparison_card(comparisons[0], language, view)


def without_change(reading: Reading, past: tuple[Request, ...], context: Context) -> Reply:
    """Answer a message that changes nothing: thanks, "show the math", "start over"."""
    if reading.action is Action.WATCH:
        return Reply(Card(context.language))  # what is said of it follows from where it is said
    if reading.action in (Action.EXPLAIN, Action.ABOUT) and past:
        explained = answer(replace(reading, request=past[-1], ask=to_ask(past[-1]), about=()), context)
        if explained.comparisons:
            card = _looked_at(reading, explained.comparisons[0], context)
            if reading.action is Action.EXPLAIN:
                card = replace(card, sections=(*explained.card.sections, *card.sections))
            return Reply(card, explained.comparisons)
        return explained
    return Reply(notices.notice_card(reading.action, context.language, bool(past)))


def _looked_at(reading: Reading, comparison: Comparison, context: Context) -> Card:
    """The math of what is on show, or what is asked about it, with every word of that accounted for."""
    if reading.action is Action.EXPLAIN:
        card = explanation(comparison, context.book, context.language)
        return with_views(card, comparison) if _asks_about_amounts(reading) else card
    card = aspects_card(comparison, context.language, reading.about, context.book)
    return noted(card, problems.not_understood(reading, context.language))


def _asks_about_amounts(reading: Reading) -> bool:
    """ "why 9M here and 372M there?": amounts of different views, which are told apart first."""
    figures = [span.text for span in reading.spans if span.field == "explain"]
    return len(figures) > 1 and any(text.rstrip().endswith(("M", "m", "B", "k", "K", "万", "亿")) for text in figures)


def explanation(comparison: Comparison, book: Book, language: str, all_rows: bool = False) -> Card:
    """The math of a comparison's rows on show, or of all, with what sellers claimed beside it."""
    claims = claims_of(comparison, book, all_rows)
    every = tuple(quote.offer.id for quote in comparison.quotes) if all_rows else ()
    return math_card(comparison, language, every, claims)


def claims_of(comparison: Comparison, book: Book, all_rows: bool = False) -> dict[str, tuple[Claim, ...]]:
    """Offer id -> what its seller stated, for the rows on show or for all."""
    quotes = comparison.quotes if all_rows else [comparison.quotes[i] for i in comparison.featured]
    return {quote.offer.id: stated for quote in quotes if (stated := book.claims(quote.offer.id))}


def pressed(action_id: str, value: str, language: str, books: Books) -> Card:
    """Answer a pressed button, from the prices its message was made with. Raises AskedAgain."""
    try:
        if action_id == actions.ASK:
            raise AskedAgain(ButtonQuestion.model_validate_json(value).question)
        state = ButtonState.model_validate_json(value)
    except ValidationError:
        return problems.outdated_card(language)
    book = books(state.day, state.book_version)
    comparison = compared(state.scenario, book)
    if action_id == actions.MATH:
        return explanation(comparison, book, language)
    if action_id == actions.SOURCES:
        return sources_card(comparison, language)
    if action_id == actions.ALL:
        return comparison_card(comparison, language, all_rows=True)
    if advise := ON_BUTTON.get(action_id):
        return advise(comparison, book, language)
    view = next((view for view in View if view.action_id == action_id), None)
    return comparison_card(comparison, language, view) if view else problems.outdated_card(language)
