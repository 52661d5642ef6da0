"""Owning as an investment: what it costs in today's money, by the year, on the books, and on a lease.

Amounts in the comparison's currency, for the whole fleet; rates as parts of one a year; nothing is rounded. Sources
(finance practice): `NPV = -capex - sum(opex_t / (1 + r)^t) + residual / (1 + r)^n`; equal yearly charge
`A = capex x r / (1 - (1 + r)^-n) - residual x r / ((1 + r)^n - 1)`; straight-line book value
`capex - (capex - residual) x t / n`; declining balance `capex x (1 - d)^t`; a lease is an annuity by the month.
Discounting and annuities are those of numpy-financial, which keeps Decimals.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from pricing.costs import OwnFigures, Quote
from pricing.units import HOURS_PER_YEAR

MONTHS_PER_YEAR = Decimal(12)
ONE = Decimal(1)
ZERO = Decimal(0)


@dataclass(frozen=True, slots=True)
class BookValue:
    """What is on the books at the end of a year, by both methods. `year`: 0 at the purchase, the last one the life."""

    year: Decimal
    straight_line: Decimal
    declining: Decimal


@dataclass(frozen=True, slots=True)
class Lease:
    """The hardware leased: equal payments at the end of each month, and nothing left of it at the end."""

    months: Decimal
    rate: Decimal
    payment: Decimal

    @property
    def total(self) -> Decimal:
        """All payments together, undiscounted."""
        return self.payment * self.months


@dataclass(frozen=True, slots=True)
class Finance:
    """Owning at a cost of capital. `npv`: negative, it is a cost. `yearly_charge`: of the capital alone, less the
    residual value; with `opex_year` it is what a year of owning costs."""

    rate: Decimal
    years: Decimal
    capex: Decimal
    opex_year: Decimal
    residual: Decimal
    tco: Decimal
    npv: Decimal
    yearly_charge: Decimal
    book: tuple[BookValue, ...]
    lease: Lease

    @property
    def cost_year(self) -> Decimal:
        """Capital charge and running cost of a year."""
        return self.yearly_charge + self.opex_year

    def per_gpu_hour(self, gpus: int) -> Decimal:
        """Cost of an available GPU-hour with capital charged: a year's cost / (GPUs x 8,760 h)."""
        return self.cost_year / (gpus * HOURS_PER_YEAR)


def npv_of_owning(capex: Decimal, opex_year: Decimal, residual: Decimal, rate: Decimal, years: Decimal) -> Decimal:
    """Net present value of owning: `-capex - sum(opex_t / (1 + r)^t) + residual / (1 + r)^n`.

    `rate` a year. Running cost falls at the end of each year, that of a begun last year at the end of the life.
    """
    whole = int(years)
    flows = [-capex, *([-opex_year] * whole)]
    rest = years - whole
    if not rest:
        flows[-1] += residual
        return _npv(rate, flows)
    last: Decimal = (residual - opex_year * rest) / (ONE + rate) ** years
    return _npv(rate, flows) + last


def yearly_charge(capex: Decimal, residual: Decimal, rate: Decimal, years: Decimal) -> Decimal:
    """Equal payment at the end of each year that is worth `capex` less the residual value, at `rate` a year."""
    return _pmt(rate, years, -capex, residual)


def rent_in_todays_money(rent_year: Decimal, rate: Decimal, years: Decimal) -> Decimal:
    """Net present value of renting (negative): so much at the end of each year, as running cost of owning is."""
    return npv_of_owning(ZERO, rent_year, ZERO, rate, years)


def leased(capex: Decimal, rate: Decimal, months: Decimal) -> Lease:
    """Hardware of so much on a lease: an annuity over `months` at `rate` / 12 a month, paid at the end of each."""
    return Lease(months, rate, _pmt(rate / MONTHS_PER_YEAR, months, -capex))


def book_values(capex: Decimal, residual: Decimal, years: Decimal, decline: Decimal) -> tuple[BookValue, ...]:
    """Book value at the end of each year: straight-line to the residual value, and declining by `decline` a year."""
    ends = [Decimal(year) for year in range(int(years) + 1)]
    if ends[-1] != years:
        ends.append(years)
    return tuple(
        BookValue(year, capex - (capex - residual) * year / years, capex * (ONE - decline) ** year) for year in ends
    )


def financed(own: OwnFigures, rate: Decimal, decline: Decimal, lease_months: Decimal, lease_rate: Decimal) -> Finance:
    """Own hardware at a cost of capital of `rate` a year; leased at `lease_rate` a year."""
    years = own.life_months / MONTHS_PER_YEAR
    opex_year = own.running_cost / years
    return Finance(
        rate=rate,
        years=years,
        capex=own.capex,
        opex_year=opex_year,
        residual=own.residual,
        tco=own.tco,
        npv=npv_of_owning(own.capex, opex_year, own.residual, rate, years),
        yearly_charge=yearly_charge(own.capex, own.residual, rate, years),
        book=book_values(own.capex, own.residual, years, decline),
        lease=leased(own.capex, lease_rate, lease_months),
    )


@dataclass(frozen=True, slots=True)
class AgainstRent:
    """Owning and one rental over the life at the same use: undiscounted and in today's money (costs are negative).

    `use`: part of its life from which owning is cheaper with capital charged; above 1 never. None where the rental
    costs nothing.
    """

    own_undiscounted: Decimal
    rent_undiscounted: Decimal
    own_npv: Decimal
    rent_npv: Decimal
    use: Decimal | None

    @property
    def owning_wins(self) -> bool:
        """In today's money."""
        return self.own_npv > self.rent_npv

    @property
    def turned(self) -> bool:
        """Whether the cost of capital turns the verdict."""
        return self.owning_wins != (self.own_undiscounted > self.rent_undiscounted)


def against_rent(found: Finance, rental: Quote, utilisation: Decimal) -> AgainstRent:
    """Owning against renting the same GPUs for the part of the life they are used: `rent month x 12 x utilisation`."""
    full_year = rental.per_month * MONTHS_PER_YEAR
    rent = full_year * utilisation
    return AgainstRent(
        own_undiscounted=-found.tco,
        rent_undiscounted=-rent * found.years,
        own_npv=found.npv,
        rent_npv=rent_in_todays_money(rent, found.rate, found.years),
        use=found.cost_year / full_year if full_year > 0 else None,
    )


@dataclass(frozen=True, slots=True)
class Resale:
    """Own hardware sold after the run: what it brings at that age, and what the run then has cost.

    `net`: capex + running cost of the run - what the sale brings.
    """

    age_years: int
    share: Decimal
    proceeds: Decimal
    running: Decimal
    net: Decimal


def resold(own: OwnFigures, hours: Decimal, age_years: int, share: Decimal) -> Resale:
    """Bought for a run of so many hours and sold for `share` of the purchase; the hardware is of age `age_years`."""
    proceeds = own.capex * share
    running = own.running_cost * hours / own.life_hours
    return Resale(age_years, share, proceeds, running, own.capex + running - proceeds)


def _npv(rate: Decimal, flows: Sequence[Decimal]) -> Decimal:
    """Net present value of flows at the end of each period, the first one now."""
    import numpy_financial as npf  # late: numpy takes a while to load, and most answers need none of it

    return _decimal(npf.npv(rate, flows))


def _pmt(rate: Decimal, periods: Decimal, present: Decimal, future: Decimal = ZERO) -> Decimal:
    """The equal payment at the end of each period that pays a present value off down to a future one."""
    import numpy_financial as npf

    return _decimal(npf.pmt(rate, periods, present, future))


def _decimal(value: object) -> Decimal:
    """What numpy-financial gives for Decimals is one."""
    assert isinstance(value, Decimal)
    return value
