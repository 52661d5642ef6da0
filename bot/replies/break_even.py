"""The workings of break-even: each division with what it gives, and why that may be never."""

from decimal import Decimal

from bot.replies import figures, times
from bot.replies.equation import as_printed
from bot.replies.shown import Shown
from bot.replies.words import joined, say_count
from pricing.costs import BreakEven, OwnFigures

ONE = Decimal(1)
HUNDRED = Decimal(100)
MONTH_DIGITS = 4
MOST_PLACES = 20


def workings(sheet: Shown, item: BreakEven) -> list[str]:
    """The break-even of one rental: for the same count, and for equal work of another GPU."""
    assert item.own.own is not None
    name, rent, factor = sheet.name(item.rental), item.rental.per_month, item.rental.work_factor
    same = _Against(sheet, item.own.own, rent, item.by_use)
    lines = [_line(sheet, name, [*same.months(), *same.upfront(), *same.use_and_runs()])]
    if item.rental.is_substitute and factor is not None:
        equal = _Against(sheet, item.own.own, rent * factor, item.by_use)
        parts = [_equal_rent(sheet, rent, factor), *equal.months(), *equal.use_and_runs()]
        lines.append(_line(sheet, sheet.say("break-even.equal-work", name=name), parts))
    return lines


def _line(sheet: Shown, name: str, parts: list[str]) -> str:
    return sheet.say("math.break-even-line", name=name, parts=joined(sheet.language, parts, "join.items"))


def _equal_rent(sheet: Shown, month: Decimal, factor: Decimal) -> str:
    """A month of as many GPUs as do the same work."""
    places = (sheet.places, figures.factor_places(factor))
    month_, factor_ = as_printed((month, factor), places, lambda n: n[0] * n[1], month * factor, sheet.places)
    shown = {"month": sheet.cents(month_), "factor": figures.exact(sheet.language, factor_)}
    return sheet.say("math.equal-rent", rent=figures.number(sheet.language, month * factor, sheet.places), **shown)


class _Against:
    """Own hardware against a rental of so much a month."""

    def __init__(self, sheet: Shown, own: OwnFigures, rent: Decimal, by_use: bool) -> None:
        self.sheet, self.own, self.rent, self.by_use = sheet, own, rent, by_use
        self.hours, self.hours_per_month = sheet.comparison.hours, sheet.comparison.hours_per_month

    def months(self) -> list[str]:
        """The purchase over what is saved in a month."""
        if self.rent <= 0:
            return [self.sheet.say("math.rent-free")]
        places, running = self.sheet.places, self.own.running_cost / self.own.life_months
        saving = self.rent - running
        if saving <= 0:
            pair = as_printed((self.rent, running), (places, places), lambda n: n[0] - n[1], saving, places)
            shown = figures.number(self.sheet.language, saving, places)
            return [self._said("math.saving-of", ("rent", "running"), pair, saving=shown)]
        months = self.own.capex / saving
        at = self._month_places(months)
        numbers = (self.own.capex, self.rent, running)
        printed = as_printed(numbers, (places,) * 3, lambda n: n[0] / (n[1] - n[2]), months, at)
        return [self._said("math.months-of", ("capex", "rent", "running"), printed, result=self._of_life(months, at))]

    def upfront(self) -> list[str]:
        """All it costs over its life, paid at once, over the rent of a month."""
        if self.rent <= 0:
            return []
        months = self.own.tco / self.rent
        at = self._month_places(months)
        pair = as_printed((self.own.tco, self.rent), (self.sheet.places,) * 2, lambda n: n[0] / n[1], months, at)
        return [self._said("math.upfront-of", ("tco", "rent"), pair, result=self._of_life(months, at))]

    def use_and_runs(self) -> list[str]:
        """The share of its life it must be used, and how many such runs that is."""
        if not self.by_use:
            return [self.sheet.say("math.owed")]
        return [self._use(), self._runs()] if self.rent > 0 else []

    def _use(self) -> str:
        own_month = self.own.tco / self.own.life_months
        use = own_month / self.rent
        at = 1 if use <= ONE else places_beyond(use * HUNDRED, HUNDRED, 1)
        pair = as_printed((own_month, self.rent), (self.sheet.places,) * 2, lambda n: n[0] / n[1], use, at + 2)
        share = figures.percent(self.sheet.language, use, at)
        result = self.sheet.say("math.use", share=share) if use <= ONE else self.sheet.say("math.beyond", result=share)
        return self._said("math.use-of", ("own", "rent"), pair, result=result)

    def _runs(self) -> str:
        runs = self.own.tco / (self.rent * self.hours / self.hours_per_month)
        numbers = (self.own.tco, self.rent, self.hours, self.hours_per_month)
        places = (self.sheet.places, self.sheet.places, figures.factor_places(self.hours), 2)
        tco, rent, hours, month = as_printed(numbers, places, lambda n: n[0] / (n[1] * n[2] / n[3]), runs, 1)
        result = say_count(self.sheet.language, "math.runs", figures.number(self.sheet.language, runs, 1))
        if runs * self.hours > self.own.life_hours:
            result = self.sheet.say("math.beyond-runs", result=result)
        time = {"hours": hours, "month": month}
        shown = {name: figures.exact(self.sheet.language, number) for name, number in time.items()}
        return self._said("math.runs-of", ("tco", "rent"), (tco, rent), result=result, **shown)

    def _month_places(self, months: Decimal) -> int:
        """Decimal places that show a number of months, and that it is more than the life where it is."""
        places = figures.places_of_digits(months, MONTH_DIGITS) if months else 0
        return places if months <= self.own.life_months else places_beyond(months, self.own.life_months, places)

    def _of_life(self, months: Decimal, places: int) -> str:
        """A number of months; where it is more than the life, that this means never."""
        language = self.sheet.language
        shown = say_count(language, "period.month", figures.number(language, months, places, trim=True))
        if months <= self.own.life_months:
            return shown
        life = times.in_months(language, self.own.life_months)
        return self.sheet.say("math.beyond-life", result=shown, life=life)

    def _said(self, key: str, names: tuple[str, ...], amounts: tuple[Decimal, ...], **more: str) -> str:
        shown = {name: self.sheet.cents(amount) for name, amount in zip(names, amounts, strict=True)}
        return self.sheet.say(key, **shown, **more)


def places_beyond(value: Decimal, limit: Decimal, least: int) -> int:
    """Decimal places at which a number above a limit is seen to be above it."""
    return next((p for p in range(least, MOST_PLACES) if figures.to_places(value, p) > limit), MOST_PLACES)
