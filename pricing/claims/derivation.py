"""Whether a figure follows from others of its text, by what its words and its unit say."""

from pricing.claims.additions import share_before
from pricing.claims.figure import Figure
from pricing.claims.products import lengths
from pricing.claims.units import Unit, currency_of, dimension, is_length, times, unit

_COMPOUND = (dimension(unit(gpu=1, hour=1)), dimension(unit(kW=1)), dimension(unit(kWh=1)))
_QUANTITIES = ("GB", "kW", "request")
_RATE_KINDS = ("request", "GB", "kW", "token")


def is_rate(one: Unit) -> bool:
    """So much a month or a year, of nothing in particular."""
    return bool(currency_of(one)) and len(one) == 2 and any(name in ("month", "year", "quarter") for name, _ in one)


class Derivation:
    """The figures of a text, and which of them are results."""

    def __init__(self, figures: tuple[Figure, ...]) -> None:
        self.figures = figures

    def sentence(self, figure: Figure) -> list[Figure]:
        """The figures of its sentence; in a table those of its row, and of the heading of its column."""
        place = figure.place
        if place.row < 0:
            return [one for one in self.figures if one.place.sentence == place.sentence]
        table = [one for one in self.figures if one.place.section == place.section and one.place.row >= 0]
        return [
            one
            for one in table
            if one.place.line == place.line
            or (one.place.row == 0 and one.place.column == place.column and one.place.line < place.line)
        ]

    def is_derived(self, figure: Figure) -> bool:
        """Whether a figure is the result of others: a total, what follows "comes to", a cell of a column of costs."""
        if figure.high is not None or figure.amount <= 0 or "once" in figure.tags:
            return False
        if figure.currency:
            return self._is_derived_money(figure)
        if is_length(figure.unit) and {"result", "weak"} & figure.tags:
            hours = dimension(unit(gpu=1, hour=1))
            return any(dimension(one.unit) == hours and one.index < figure.index for one in self.sentence(figure))
        if dimension(figure.unit) not in _COMPOUND:
            return False
        if self._is_power_of_count(figure):
            return True
        powered = [one for one in self.sentence(figure) if one.index < figure.index and ("kW", 1) in one.unit]
        energy = ("hour", 1) in dimension(figure.unit) and ("kW", 1) in dimension(figure.unit)
        return bool({"result", "weak"} & figure.tags) or (energy and bool(powered))

    def _is_derived_money(self, figure: Figure) -> bool:
        if {"against", "plus"} & figure.tags or ("extra-fee" in figure.tags and not self._is_of_quantity(figure)):
            return False
        if figure.is_price and any(name in _RATE_KINDS for name, _ in figure.unit):
            return False
        cued = {"result", "weak"} & figure.tags and "colon" not in figure.tags
        if figure.is_price and not (cued or self._is_period(figure)):
            return False
        if self._is_price_of_one(figure) and "result" not in figure.tags and not self._has_money_in_clause(figure):
            return False  # "support is $500 per node per month" says what it costs
        said = {"result", "total"} & figure.tags or figure.place.row >= 0
        if self.is_written_off(figure) or share_before(figure, self.figures) or self._is_restated(figure):
            return True
        if self._is_all_of_price(figure) or self._is_for_length(figure):
            return True
        if self._is_period(figure) and not (said or self._has_money_before(figure)):
            return False
        return bool({"result", "weak", "total", "column"} & figure.tags) or self._is_of_quantity(figure)

    def _is_power_of_count(self, figure: Figure) -> bool:
        """ "64 nodes draw 653 kW", where the power of one was stated before."""
        last = self.figures[figure.index - 1] if figure.index else None
        if last is None or "power" not in figure.tags or last.place.clause != figure.place.clause:
            return False
        one = times(figure.unit, last.unit, -1)
        before = [taken for taken in self.sentence(figure) if taken.index < last.index]
        return len(last.unit) == 1 and any(dimension(taken.unit) == dimension(one) for taken in before)

    def _is_restated(self, figure: Figure) -> bool:
        """So much a month right behind a result of so much a year: 折合每年1200万元，每月100万元."""
        last = self._said_before(figure)
        if last is None or not self._is_period(figure):
            return False
        if last.is_total and "total" in last.tags:  # 5年TCO 2.1亿，每月350万
            clause = [one for one in self.figures if one.place.clause == last.place.clause and one.index < last.index]
            return last.currency == figure.currency and bool(lengths(clause))
        told = self._is_period(last) and "result" in last.tags
        return told and last.currency == figure.currency and last.unit != figure.unit

    def _said_before(self, figure: Figure) -> Figure | None:
        """The figure right before one in its sentence, with no words between."""
        last = self.figures[figure.index - 1] if figure.index else None
        near = last is not None and "restated" in figure.tags and last.place.sentence == figure.place.sentence
        return last if near and figure.place.row < 0 else None

    def _is_all_of_price(self, figure: Figure) -> bool:
        """So much a month right behind the monthly price of one of a stated number: 128台，每台每月26万，每月3328万."""
        last = self._said_before(figure)
        if last is None or not self._is_period(figure) or last.currency != figure.currency:
            return False
        things = [name for name in ("gpu", "node") if times(figure.unit, last.unit, -1) == unit(**{name: 1})]
        counted = [one for one in self.sentence(figure) if one.index < last.index and one.unit]
        return figure.amount > last.amount and any(one.unit == unit(**{t: 1}) for t in things for one in counted)

    def _is_for_length(self, figure: Figure) -> bool:
        """An amount right behind a length, where so much a month was stated before: 每月3328万，6周4992万.

        So much for a year beside a monthly fee that is itself given is a price of its own, for a longer term.
        """
        length = self._said_before(figure)
        if length is None or not is_length(length.unit) or length.place.clause != figure.place.clause:
            return False
        before = [one for one in self.sentence(figure) if one.index < length.index]
        rates = [one for one in before if one.currency == figure.currency and any(map(is_rate, one.units[:2]))]
        if length.unit[0][0] not in ("day", "week"):
            rates = [one for one in rates if "result" in one.tags or self._is_all_of_price(one)]
        return figure.is_total and bool(rates) and "charge" not in figure.tags

    def _has_money_before(self, figure: Figure) -> bool:
        """Whether money stands before it in its clause, or a price of a quantity in its sentence."""
        return self._has_money_in_clause(figure) or self._is_of_quantity(figure)

    def _has_money_in_clause(self, figure: Figure) -> bool:
        same = [one for one in self.figures if one.place.clause == figure.place.clause and one.index < figure.index]
        return any(one.currency for one in same)

    def _is_price_of_one(self, figure: Figure) -> bool:
        """So much for one GPU or node, in words and not only perhaps."""
        return figure.is_price and figure.place.row < 0 and bool({("gpu", -1), ("node", -1)} & set(figure.unit))

    def _is_period(self, figure: Figure) -> bool:
        """So much a month or a year, of nothing in particular."""
        return len(figure.unit) == 2 and any(name in ("month", "year", "quarter", "day") for name, _ in figure.unit)

    def _is_of_quantity(self, figure: Figure) -> bool:
        """Whether an amount stands behind a price of data or energy and a quantity of it in one sentence."""
        if not (figure.is_total or figure.loose or (figure.is_price and len(figure.unit) == 2)):
            return False
        before = [one for one in self.sentence(figure) if one.index < figure.index]
        for price in before:
            for name in _QUANTITIES:
                if price.currency == figure.currency and (name, -1) in dimension(price.unit):
                    return any((name, 1) in dimension(one.unit) for one in before)
        return False

    def measured(self, figure: Figure) -> Figure | None:
        """The price of data, energy or requests in the clause of a result, or right before it, with so many of them:
        what the result is made of."""
        near = [one for one in self.sentence(figure) if figure.place.row < 0 and one.index < figure.index]
        clause = [one for one in near if one.place.clause == figure.place.clause]
        for pool in (clause, near[-2:]):
            for price in reversed(pool):
                kinds = [kind for kind in _RATE_KINDS if (kind, -1) in dimension(price.unit)]
                if any((kind, 1) in dimension(one.unit) for kind in kinds for one in pool):
                    return price if price.currency == figure.currency else None
        return None

    def is_written_off(self, figure: Figure) -> bool:
        """So much a month or a year of a sum that is spread over a stated life: depreciation, and no rent or fee."""
        if not self._is_period(figure) or figure.place.row >= 0:
            return False
        if "spread" not in figure.tags and {"charge", "rent"} & figure.tags:
            return False
        before = [one for one in self.sentence(figure) if one.index <= figure.index]
        return any("spread" in one.tags for one in before) and bool(lengths(self.sentence(figure)))
