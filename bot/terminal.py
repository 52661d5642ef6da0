"""Answers for the terminal: the same desk and the same cards as in Slack, with what the options ask for."""

from dataclasses import dataclass
from datetime import date

from bot.desk import Desk
from bot.exports.on_disk import Target
from bot.intents.answers import claims_of, explanation
from bot.intents.export import comparisons_file
from bot.intents.replying import noted
from bot.intents.turn import Answer, Asking
from bot.replies.actions import View
from bot.replies.card import Card
from bot.replies.comparison import comparison_card
from bot.replies.data import comparison_data
from pricing.costs import Comparison


@dataclass(frozen=True, slots=True)
class Options:
    """What the command line asked for beside the question."""

    view: str = View.EFFECTIVE.value
    all_rows: bool = False
    math: bool = False
    currency: str | None = None


@dataclass(frozen=True, slots=True)
class Asked:
    """An answer with the options applied."""

    desk: Desk
    answer: Answer
    options: Options

    @property
    def priced(self) -> bool:
        """Whether the answer holds figures (and is not a question back, or a refusal)."""
        return any(comparison.quotes for comparison in self.answer.comparisons)

    def cards(self) -> list[Card]:
        """The cards to print: the answer in the view asked for, and its math."""
        options, comparisons = self.options, self.answer.comparisons
        cards = [self.answer.card]
        changed_view = options.view != View.EFFECTIVE or options.all_rows
        if changed_view and comparisons:
            language = self.answer.card.language
            shown = (comparison_card(one, language, View(options.view), options.all_rows) for one in comparisons)
            cards = [noted(card, self.answer.notes) for card in shown]
        if options.math:
            cards += [self._math(index) for index in range(len(comparisons))]
        return cards

    def _math(self, index: int) -> Card:
        comparison = self.answer.comparisons[index]
        book = self.desk.book(comparison.day, comparison.book_version)
        return explanation(comparison, book, self.answer.card.language, self.options.all_rows)

    def export(self, target: Target) -> str:
        """Write every option of the answer to a file; returns what became of it. Raises CannotWrite."""
        comparisons = self.answer.comparisons
        if not self.priced:
            return f"Nothing is priced, so {target.path} was not written."
        book = self.desk.book(comparisons[0].day, comparisons[0].book_version)
        file = comparisons_file(comparisons, book, self.answer.card.language, target.format)
        assert file is not None
        target.write(file.content)
        return f"Written to {target.path}"

    def _comparison(self, comparison: Comparison) -> dict[str, object]:
        book = self.desk.book(comparison.day, comparison.book_version)
        return comparison_data(comparison, claims_of(comparison, book, all_rows=True))

    def data(self) -> dict[str, object]:
        """Everything for `--json`: each comparison with its figures as text, or what is asked back."""
        card = self.answer.card
        return {
            "answered": self.priced,
            "message": [text for text in (card.header, card.verdict, *card.notes) if text],
            "comparisons": [self._comparison(comparison) for comparison in self.answer.comparisons],
        }


def asked(desk: Desk, question: str, day: date | None, options: Options) -> Asked:
    """Ask the desk once, from the prices of `day` (default: today), in the currency of the options if one is given."""
    return Asked(desk, desk.ask(Asking(question, "terminal"), day, options.currency), options)
