"""Where each factor of a formula stands in the workbook, so that no number is written twice."""

from collections.abc import Sequence
from decimal import Decimal

from bot.exports.numbers_sheet import Key, Number, Numbers, assumption
from bot.exports.options import Option, is_price_of
from bot.exports.sources_sheet import PERCENTAGES, PriceRows
from bot.exports.words import phrase
from bot.replies import labels
from pricing.book import Entry, EntryKind
from pricing.costs import Comparison, CostLine, Factor, FactorUnit
from pricing.units import PricingUnit

MONTHS_PER_YEAR = Decimal(12)
HUNDRED = Decimal(100)
LIFE_MONTHS: Key = ("life-months",)
LIFE_HOURS: Key = ("life-hours",)
ASSUMED = {
    FactorUnit.HOURS_PER_MONTH: "hours_per_month",
    FactorUnit.YEARS: "depreciation_years",
    FactorUnit.UTILISATION: "utilisation",
    FactorUnit.PUE: "pue",
    FactorUnit.LOAD: "power_load",
}


class References:
    """The price rows and numbers of some options, and which of them a factor is.

    A reference is given only where the number that stands there is exactly the factor's.
    """

    def __init__(self, options: Sequence[Option], titles: Sequence[str], language: str) -> None:
        self.prices = PriceRows(options, language)
        self.numbers = Numbers(language)
        comparisons = {option.need: option.comparison for option in options}
        self._put_rates(options, language)
        self._put_assumptions(list(comparisons.values()), language)
        for need, comparison in comparisons.items():
            self._put_need(need, comparison, titles[need], language)
        self._put_work_factors(options, language)

    def _put_rates(self, options: Sequence[Option], language: str) -> None:
        entries = [entry for option in options for line in option.lines for entry in line.cost.entries]
        rates = {entry.subject: entry for entry in entries if entry.kind is EntryKind.RATE}
        if rates:
            self.numbers.section(phrase(language, "text.rates"))
        for subject, entry in rates.items():
            assert entry.value is not None
            base, _, quote = subject.partition("/")
            name = phrase(language, "number.rate", base=base, quote=quote)
            self.numbers.put(("rate", subject), Number(name, entry.value, f"{quote}/{base}", entry=entry, free=True))

    def _put_assumptions(self, comparisons: Sequence[Comparison], language: str) -> None:
        self.numbers.section(phrase(language, "text.assumed"))
        entries = {entry.subject: entry for one in comparisons for entry in one.assumptions if entry.value is not None}
        for entry in entries.values():
            self.numbers.put(("assumption", entry.subject), assumption(entry, language))
        years, month = (entries.get(name) for name in ("depreciation_years", "hours_per_month"))
        if not years or not month or years.value is None or month.value is None:
            return
        months = years.value * MONTHS_PER_YEAR
        years_at, month_at = self.assumption(years), self.assumption(month)
        name, unit = phrase(language, "number.life_months"), phrase(language, "factor.months")
        self.numbers.put(LIFE_MONTHS, Number(name, months, unit, f"{years_at}*12"))
        name, unit = phrase(language, "number.life_hours"), phrase(language, "factor.hours")
        months_at = self.numbers.find(LIFE_MONTHS, months)
        self.numbers.put(LIFE_HOURS, Number(name, months * month.value, unit, f"{months_at}*{month_at}"))

    def _put_need(self, need: int, comparison: Comparison, title: str, language: str) -> None:
        scenario, hours = comparison.scenario, comparison.hours
        self.numbers.section(title)
        count = Number(phrase(language, "number.gpus"), Decimal(scenario.gpu_count), labels.shortened(scenario.gpu))
        self.numbers.put(("gpus", need), count)
        unit = phrase(language, "factor.hours")
        self.numbers.put(("hours", need), Number(phrase(language, "number.hours"), hours, unit))
        hours_at = self.numbers.find(("hours", need), hours)
        month_at = self.month(comparison)
        name, unit = phrase(language, "number.months"), phrase(language, "factor.months")
        formula = f"{hours_at}/{month_at}" if month_at else ""
        self.numbers.put(("months", need), Number(name, hours / comparison.hours_per_month, unit, formula))
        if scenario.discount:
            name = phrase(language, "number.discount")
            self.numbers.put(("discount", need), Number(name, scenario.discount, free=True, share=True))

    def _put_work_factors(self, options: Sequence[Option], language: str) -> None:
        others = [option for option in options if option.quote.is_substitute and option.quote.work_factor is not None]
        if others:
            self.numbers.section(phrase(language, "text.work"))
        for option in others:
            asked, offered = option.comparison.scenario.gpu, option.quote.offer.gpu
            assert option.quote.work_factor is not None
            name = phrase(language, "number.work", asked=labels.shortened(asked), offered=labels.shortened(offered))
            number = Number(name, option.quote.work_factor, free=True)
            self.numbers.put(("work", option.need, offered), number)

    def assumption(self, entry: Entry) -> str | None:
        """Where an assumption stands."""
        return None if entry.value is None else self.numbers.find(("assumption", entry.subject), entry.value)

    def month(self, comparison: Comparison) -> str | None:
        """Where the hours of a month stand."""
        return self.numbers.find(("assumption", "hours_per_month"), comparison.hours_per_month)

    def work_factor(self, option: Option) -> str | None:
        """Where the factor for equal work of an option stands."""
        factor = option.quote.work_factor
        return None if factor is None else self.numbers.find(("work", option.need, option.quote.offer.gpu), factor)

    def of(self, option: Option, cost: CostLine, index: int) -> str | None:
        """The formula (an address, or a little more) that gives a factor; None where the number stands nowhere else."""
        factor = cost.factors[index]
        match factor.unit:
            case FactorUnit.PRICE:
                return self._price(cost, factor)
            case FactorUnit.RATE:
                quote, _, base = factor.per.partition("/")
                return self.numbers.find(("rate", f"{base}/{quote}"), factor.value)
            case FactorUnit.SHARE | FactorUnit.KW:
                return self._entry(cost, factor)
            case FactorUnit.EQUAL_WORK:
                return self.work_factor(option)
            case FactorUnit.DISCOUNT:
                address = self.numbers.find(("discount", option.need), 1 - factor.value)
                return f"1-{address}" if address else None
            case _:
                return self._number(option, cost, index)

    def _price(self, cost: CostLine, factor: Factor) -> str | None:
        entry = next((entry for entry in cost.entries if is_price_of(entry, factor)), None)
        if entry is None:
            return None
        return self.assumption(entry) if entry.kind is EntryKind.ASSUMPTION else self.prices.address(entry)

    def _entry(self, cost: CostLine, factor: Factor) -> str | None:
        """A percentage of the hardware, or the power draw of a node, which are price rows too."""
        for entry in cost.entries:
            if entry.value is None:
                continue
            if entry.unit in PERCENTAGES and entry.value / HUNDRED == factor.value:
                return f"{self.prices.address(entry)}/100"
            if entry.unit is PricingUnit.NODE_KW and entry.value == factor.value:
                return self.prices.address(entry)
        return None

    def _number(self, option: Option, cost: CostLine, index: int) -> str | None:
        factor = cost.factors[index]
        if factor.unit is FactorUnit.HOURS_PER_MONTH and option.quote.offer.hours_in_month is not None:
            return None  # the seller's own month
        if factor.unit in ASSUMED:
            return self.numbers.find(("assumption", ASSUMED[factor.unit]), factor.value)
        key = _key(option, cost, index)
        return self.numbers.find(key, factor.value) if key else None


def _key(option: Option, cost: CostLine, index: int) -> Key | None:
    """Months and hours of own hardware are those of its life, but for those that are set against its life."""
    own = option.quote.own is not None
    match cost.factors[index].unit:
        case FactorUnit.LIFE_HOURS:
            return LIFE_HOURS
        case FactorUnit.MONTHS:
            return LIFE_MONTHS if own else ("months", option.need)
        case FactorUnit.HOURS:
            return LIFE_HOURS if own and not is_run(cost, index) else ("hours", option.need)
        case _:
            return None


def is_run(cost: CostLine, index: int) -> bool:
    """Whether hours of a formula are those of the run that are set against the life of own hardware."""
    following = cost.factors[index + 1] if index + 1 < len(cost.factors) else None
    return following is not None and following.unit is FactorUnit.LIFE_HOURS
