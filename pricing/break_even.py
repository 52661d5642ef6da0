"""When owning wins against renting: in months of use, in utilisation, and in runs.

Sources (finance practice, and public worked examples kept as golden tests):
`months = capex / (rental month - own running month)`; `utilisation = own cost per available GPU-hour / rental price
per GPU-hour`; `runs = TCO / rental of one run`. The purchase is counted once: amortisation is never a running cost.
"""

from decimal import Decimal

from pricing.catalog import Mode
from pricing.costs import BreakEven, Quote

ONE = Decimal(1)


def break_even_months(capex: Decimal, rental_per_month: Decimal, own_per_month: Decimal) -> Decimal | None:
    """Months of use after which buying has cost no more than renting; None when it never has."""
    saving = rental_per_month - own_per_month
    return capex / saving if saving > 0 else None


def break_even(own: Quote, rental: Quote, hours: Decimal, hours_per_month: Decimal) -> BreakEven:
    """Own hardware against one rental, for the same count of GPUs and for equal work.

    The rental is taken at its price for a month of full use, without fees and efficiency loss. Months beyond the life
    of the hardware, runs that do not fit into it, and a utilisation above 1 mean never.
    """
    same = _Against(own, rental.per_month, hours, hours_per_month)
    equal = None
    if rental.work_factor is not None:
        equal = _Against(own, rental.per_month * rental.work_factor, hours, hours_per_month)
    by_use = rental.offer.mode is not Mode.COMMITTED
    return BreakEven(
        own=own,
        rental=rental,
        months=same.months(),
        months_all_upfront=same.months_all_upfront(),
        utilisation=same.utilisation() if by_use else None,
        runs=same.runs() if by_use else None,
        equal_work_months=equal.months() if equal else None,
        equal_work_utilisation=equal.utilisation() if equal and by_use else None,
        equal_work_runs=equal.runs() if equal and by_use else None,
        by_use=by_use,
    )


class _Against:
    """Own figures against a rental of so much a month."""

    def __init__(self, own: Quote, rental_per_month: Decimal, hours: Decimal, hours_per_month: Decimal) -> None:
        assert own.own is not None
        self.figures, self.rental = own.own, rental_per_month
        self.hours, self.hours_per_month = hours, hours_per_month

    def months(self) -> Decimal | None:
        running = self.figures.running_cost / self.figures.life_months
        return self._within_life(break_even_months(self.figures.capex, self.rental, running))

    def months_all_upfront(self) -> Decimal | None:
        return self._within_life(break_even_months(self.figures.tco, self.rental, Decimal(0)))

    def utilisation(self) -> Decimal | None:
        if self.rental <= 0:
            return None
        share = self.figures.tco / self.figures.life_months / self.rental
        return share if share <= ONE else None

    def runs(self) -> Decimal | None:
        cost = self.rental * self.hours / self.hours_per_month
        if cost <= 0:
            return None
        runs = self.figures.tco / cost
        return runs if runs * self.hours <= self.figures.life_hours else None

    def _within_life(self, months: Decimal | None) -> Decimal | None:
        return months if months is not None and months <= self.figures.life_months else None
