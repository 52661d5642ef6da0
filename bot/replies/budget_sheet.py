"""Amounts, lengths and fleets of a budget, as its card writes them."""

from dataclasses import dataclass
from decimal import Decimal

from bot.replies import figures, labels, times
from bot.replies.shown import Shown
from bot.replies.verdict import named
from pricing.advice.bought import Affordable, Bought, Solving
from pricing.catalog import Mode
from pricing.units import HOURS_PER_DAY, TimeUnit

LONGEST_IN_HOURS = Decimal(48)


@dataclass(frozen=True, slots=True)
class BudgetSheet:
    """What a sum buys, in one language: the pieces that the table, the verdict and the notes are made of."""

    found: Affordable
    sheet: Shown

    def say(self, key: str, **values: object) -> str:
        return self.sheet.say(f"budget.{key}", **values)

    def short(self, value: Decimal) -> str:
        return self.sheet.short(value)

    def money(self, value: Decimal) -> str:
        return figures.money(self.sheet.language, value, self.sheet.comparison.currency)

    def whole(self, value: Decimal) -> str:
        """An amount as the table writes it: beside the budget three digits would make the two the same."""
        language, currency = self.sheet.language, self.sheet.comparison.currency
        figure = figures.amount(language, value, self._places)
        return self.sheet.say("money.amount", figure=figure, currency=figures.currency_name(language, currency))

    @property
    def _places(self) -> int:
        amounts = [value for row in self.found.rows for value in (row.cost, self.found.budget - row.cost)]
        return figures.table_places(amounts, self.sheet.comparison.currency)

    @property
    def by_time(self) -> bool:
        return self.found.solving is Solving.TIME

    @property
    def period(self) -> str:
        need = self.sheet.comparison.scenario.duration
        return times.duration(self.sheet.language, need) if need else ""

    def span(self, row: Bought, steps: int) -> str:
        """A length of so many billing steps, as the seller counts them; hours as whole days and hours."""
        language, offer = self.sheet.language, row.quote.offer
        if offer.mode is Mode.COMMITTED and offer.term_months:
            return times.life(language, offer.term_months * steps)
        if offer.mode is Mode.OWNED:
            return times.life(language, Decimal(steps))
        if offer.increment and offer.increment.unit not in (TimeUnit.MINUTE, TimeUnit.HOUR):
            return times.period(language, offer.increment.value * steps, offer.increment.unit)
        return self.hours(row.step_hours * steps)

    def hours(self, hours: Decimal) -> str:
        """Hours, from two days on as days and hours."""
        days, rest = divmod(hours, HOURS_PER_DAY)
        shown = [figures.number(self.sheet.language, value, 2, trim=True) for value in (hours, days, rest)]
        if hours < LONGEST_IN_HOURS:
            return self.say("period-hours", hours=shown[0])
        return self.say("period-days-hours" if rest else "period-days", days=shown[1], hours=shown[2])

    def fleet(self, row: Bought) -> str:
        """ "152 (19 × 8 H200)", "365 × H200"."""
        setup = labels.setup(self.sheet.language, row.quote)
        if row.quote.offer.gpus_per_node == 1:
            return setup
        return f"{figures.number(self.sheet.language, row.gpus)} ({setup})"

    def bought(self, row: Bought) -> str:
        """What the money gives: GPUs, or time."""
        return self.span(row, max(row.units, 1)) if self.by_time else self.fleet(row)

    def facts(self, row: Bought) -> dict[str, str]:
        """What a sentence may say of an option."""
        return {
            "amount": self.short(self.found.budget),
            "name": named(self.sheet, row.quote),
            "fleet": self.fleet(row),
            "period": self.period,
            "time": self.span(row, max(row.units, 1)),
            "cost": self.whole(row.cost),
            "left": self.whole(self.found.budget - row.cost),
        }
