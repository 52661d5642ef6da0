"""Puts the sheets of a workbook together; as plain values, without a spreadsheet library."""

from collections.abc import Mapping, Sequence

from bot.exports.break_even_sheet import BreakEvenSheet
from bot.exports.comparison_sheet import ComparisonSheet
from bot.exports.grid import Sheet
from bot.exports.lines_sheet import Lines
from bot.exports.notes_sheet import notes_sheet
from bot.exports.options import Option
from bot.exports.references import References
from bot.exports.words import phrase
from bot.replies.card import Card
from pricing.catalog import Claim
from pricing.costs import Comparison


def sheets_of(
    options: Sequence[Option],
    comparisons: Sequence[Comparison],
    cards: Sequence[Card],
    claims: Mapping[str, Sequence[Claim]],
    language: str,
) -> list[Sheet]:
    """The sheets in order: comparison, lines, sources, assumptions, break-even, notes. `cards`: of each comparison."""
    titles = [card.header for card in cards]
    references = References(options, titles, language)
    lines = Lines(options, references, language, comparisons[0].currency)
    table = ComparisonSheet(options, _lead(comparisons, cards, language), lines, references, language)
    break_even = BreakEvenSheet(options, titles, table, lines, references, language)
    notes = notes_sheet(options, comparisons, cards, claims, language)
    # Sources and assumptions come last to be made: only then is known what the formulas refer to.
    return [table.sheet, lines.sheet, references.prices.sheet(), references.numbers.sheet(), break_even.sheet, notes]


def _lead(comparisons: Sequence[Comparison], cards: Sequence[Card], language: str) -> list[str]:
    """What stands above the table: each question and its answer, and which prices it was made with."""
    first = comparisons[0]
    facts = {"day": first.day.isoformat(), "version": first.book_version, "currency": first.currency}
    several = len(cards) > 1
    lines = []
    for number, card in enumerate(cards, 1):
        lines += [f"{number}. {card.header}" if several else card.header, card.verdict]
    return [*lines, phrase(language, "text.lead", **facts)]
