"""What a card shows of a comparison: its rows with their names, and amounts written alike."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from bot.replies import figures, labels
from bot.replies.card import Cell, Column
from bot.replies.words import known, say
from pricing.costs import Comparison, Quote


@dataclass(frozen=True, slots=True)
class Shown:
    """Rows of a comparison in one language, with their names by offer id."""

    comparison: Comparison
    language: str
    quotes: tuple[Quote, ...]
    names: dict[str, str]

    def name(self, quote: Quote) -> str:
        """The option's name without marks; one that is no row here also says what the seller calls it."""
        known = self.names.get(quote.offer.id)
        return known or labels.full_name(self.language, quote)

    def marked(self, quote: Quote) -> str:
        """The option's name with its marks."""
        marks = labels.marks(quote)
        return f"{self.name(quote)} {marks}" if marks else self.name(quote)

    def short(self, value: Decimal) -> str:
        """An amount for a sentence: three significant digits and the currency."""
        return figures.short_money(self.language, value, self.comparison.currency)

    @property
    def places(self) -> int:
        """Decimal places the comparison's currency is counted in."""
        return figures.currency_places(self.comparison.currency)

    def cents(self, value: Decimal) -> str:
        """An amount for the workings: to the smallest coin, or in all digits it has beyond that; no currency."""
        return figures.exact(self.language, value, self.places)

    def say(self, key: str, **values: object) -> str:
        """A sentence in the card's language."""
        return say(self.language, key, **values)

    def column(self, key: str, right: bool = True) -> Column:
        """A column heading; `{currency}` in it becomes the comparison's."""
        return Column(self.say(f"column.{key}", currency=self.comparison.currency), right)

    def with_quotes(self, quotes: Sequence[Quote]) -> "Shown":
        """The same rows in another order, or fewer of them."""
        return replace(self, quotes=tuple(quotes))


def featured(comparison: Comparison) -> tuple[Quote, ...]:
    """The quotes that stand for all ways to procure. Others are only worked out when they are asked for."""
    return tuple(comparison.quotes[i] for i in comparison.featured)


def shown(comparison: Comparison, language: str, all_rows: bool = False, offers: tuple[str, ...] = ()) -> Shown:
    """The featured rows, all rows, or those of the offers named, in the comparison's order."""
    rows = tuple(comparison.quotes) if all_rows else featured(comparison)
    if offers:
        rows = tuple(quote for quote in comparison.quotes if quote.offer.id in offers)
    code = known(language)
    return Shown(comparison, code, rows, labels.names(code, rows, with_use=comparison.scenario.duration is not None))


def of_quotes(comparison: Comparison, language: str, quotes: Sequence[Quote]) -> Shown:
    """These quotes as rows, in their order; they need not be on show in the comparison."""
    code, rows = known(language), tuple(quotes)
    names = labels.names(code, rows, with_use=comparison.scenario.duration is not None)
    return Shown(comparison, code, rows, names)


def amount_cells(sheet: Shown, columns: Sequence[Sequence[Decimal | None]]) -> list[list[Cell]]:
    """Amounts of several columns with the same number of places; None is a dash. Columns in, columns out."""
    values = [value for column in columns for value in column if value is not None]
    places = figures.table_places(values, sheet.comparison.currency)
    return [
        [Cell("–" if value is None else figures.amount(sheet.language, value, places)) for value in column]
        for column in columns
    ]
