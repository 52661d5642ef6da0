"""Buttons under a quote. Their value is the question itself, so that a click needs no memory of the thread."""

from datetime import date
from enum import StrEnum

from bot.replies.card import Action
from bot.replies.shown import featured
from bot.replies.words import say
from pricing.base import Frozen
from pricing.costs import Comparison
from pricing.scenario import Scenario

LONGEST_VALUE = 2000
MOST_BUTTONS = 8

MATH = "quote.math.v1"
ALL = "quote.all.v1"
SOURCES = "quote.sources.v1"
EXPORT = "quote.export.v1"
KEEP = "quote.keep.v1"  # PricedWith
ASK = "quote.ask.v1"  # its value is a ButtonQuestion: a corrected question, asked when pressed
WHAT_MATTERS = "quote.what-matters.v1"
OPEN_FORM = "quote.open-form.v1"  # FormStart
SHARE = "quote.share.v1"  # SharedQuestion


class View(StrEnum):
    """Ways to look at the same quotes; they are never mixed in one column."""

    EFFECTIVE = "effective"
    CASH = "cash"
    EQUAL_WORK = "equal-work"
    BREAK_EVEN = "break-even"

    @property
    def action_id(self) -> str:
        """The button that shows this view."""
        return f"quote.view.{self}.v1"


class ButtonState(Frozen):
    """What a button under a quote carries: the scenario, the day it was priced for and the book it was priced with."""

    scenario: Scenario
    day: date
    book_version: int


class ButtonQuestion(Frozen):
    """What a button carries that asks a corrected question."""

    question: str


class FormStart(Frozen):
    """What a button carries that opens the form: the question that is already in it."""

    question: str = ""


class SharedQuestion(Frozen):
    """What a button carries that shows a private answer to the channel: what was answered, and with which prices.

    `mark`: of the delivery that was answered; it is shown once.
    """

    mark: str
    question: str
    day: date | None = None
    book_version: int | None = None


class PricedWith(Frozen):
    """What a button carries that prices a thread with an earlier book: its day and version; none: with the newest."""

    day: date | None = None
    book_version: int | None = None


def state(comparison: Comparison) -> str:
    """The value of the buttons under a comparison; empty when it would be too long to send."""
    carried = ButtonState(scenario=comparison.scenario, day=comparison.day, book_version=comparison.book_version)
    text = carried.model_dump_json(exclude_defaults=True)
    return text if len(text) <= LONGEST_VALUE else ""


def quote_actions(comparison: Comparison, language: str, view: View, all_rows: bool) -> tuple[Action, ...]:
    """Buttons that make sense for this comparison, the one for the view on show left out."""
    value = state(comparison)
    if not value or not comparison.quotes:
        return ()
    ids = [(MATH, "math"), *((other.action_id, other.value) for other in _views(comparison) if other is not view)]
    if not all_rows and len(comparison.featured) < len(comparison.quotes):
        ids.append((ALL, "all"))
    ids += [(WHAT_MATTERS, "what-matters"), (SOURCES, "sources"), (EXPORT, "export")]
    return tuple(
        Action(say(language, f"button.{word}"), action_id, value, primary=action_id == MATH)
        for action_id, word in ids[:MOST_BUTTONS]
    )


def _views(comparison: Comparison) -> list[View]:
    found = [View.EFFECTIVE, View.CASH]
    if any(quote.is_substitute and quote.equal_work is not None for quote in featured(comparison)):
        found.append(View.EQUAL_WORK)
    if comparison.break_evens:
        found.append(View.BREAK_EVEN)
    return found


def question_action(label: str, question: str) -> Action | None:
    """A button that asks `question`; none when the question is too long to carry."""
    value = ButtonQuestion(question=question).model_dump_json()
    return Action(label, ASK, value) if len(value) <= LONGEST_VALUE else None
