"""Units of stated figures and what they come to. A month and a terabyte are conventions and are passed in."""

from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache

Unit = tuple[tuple[str, int], ...]
"""Measures with their powers: dollars for a GPU-hour are (("USD", 1), ("gpu", -1), ("hour", -1))."""

PLAIN: Unit = ()
_ONE = Decimal(1)
_MONTHS = {"month": 1, "quarter": 3, "year": 12}
_DATA = {"MB": -1, "GB": 0, "TB": 1, "PB": 2}
_FIXED = {
    "second": ("hour", _ONE / 3600),
    "minute": ("hour", _ONE / 60),
    "hour": ("hour", _ONE),
    "day": ("hour", Decimal(24)),
    "week": ("hour", Decimal(168)),
    "W": ("kW", Decimal("0.001")),
    "kW": ("kW", _ONE),
    "MW": ("kW", Decimal(1000)),
    "GW": ("kW", Decimal(10) ** 6),
}
_ENERGY = {"kWh": _ONE, "MWh": Decimal(1000), "GWh": Decimal(10) ** 6}
CURRENCIES = frozenset({"USD", "CNY", "EUR", "GBP", "HKD", "JPY", "SGD", "INR", "AUD", "CAD", "KRW", "TWD"})
ITEMS = frozenset({"switch", "cable", "rack", "item"})
"""Things that are counted and priced each, beside GPUs and nodes."""
LENGTHS = frozenset({"second", "minute", "hour", "day", "week", *_MONTHS})


@dataclass(frozen=True, slots=True)
class Convention:
    """How long a month is, in hours (a year is twelve of them), and how many GB a TB has."""

    month: Decimal = Decimal(730)
    terabyte: Decimal = Decimal(1000)


USUAL = Convention()
OTHERS = (
    Convention(month=Decimal(720)),
    Convention(month=Decimal(672)),
    Convention(month=Decimal(744)),
    Convention(terabyte=Decimal(1024)),
)
"""Conventions that people count with beside the usual one: months of 30 days, of 4 weeks, of 31 days; binary TB."""


def unit(**powers: int) -> Unit:
    """The unit with these powers of its measures; those of nothing left out."""
    return tuple(sorted((name, power) for name, power in powers.items() if power))


@lru_cache(maxsize=4096)
def times(one: Unit, other: Unit, sign: int = 1) -> Unit:
    """The product of two units, or with sign -1 their quotient."""
    powers = dict(one)
    for name, power in other:
        powers[name] = powers.get(name, 0) + sign * power
    return unit(**powers)


@lru_cache(maxsize=4096)
def dimension(written: Unit) -> Unit:
    """The unit with every measure as its kind: lengths of time as hours, data as GB, energy as kW and hours."""
    powers: dict[str, int] = {}
    for name, power in written:
        for kind in _kinds(name):
            powers[kind] = powers.get(kind, 0) + power
    return unit(**powers)


def _kinds(name: str) -> tuple[str, ...]:
    if name in _MONTHS:
        return ("hour",)
    if name in _DATA:
        return ("GB",)
    if name in _ENERGY:
        return ("kW", "hour")
    return (_FIXED[name][0],) if name in _FIXED else (name,)


def size(written: Unit, convention: Convention) -> Decimal:
    """What one of the unit is in its dimension's own measures (hours, GB, kW)."""
    result = _ONE
    for name, power in written:
        one = _size_of_one(name, convention)
        if one != 1:
            result *= one**power
    return result


def _size_of_one(name: str, convention: Convention) -> Decimal:
    if name in _MONTHS:
        return _MONTHS[name] * convention.month
    if name in _DATA:
        return convention.terabyte ** _DATA[name]
    if name in _ENERGY:
        return _ENERGY[name]
    return _FIXED[name][1] if name in _FIXED else _ONE


@lru_cache(maxsize=4096)
def currency_of(written: Unit) -> str:
    """The currency of an amount of money or of a price; empty for anything else."""
    return next((name for name, power in written if name in CURRENCIES and power == 1), "")


def is_length(written: Unit) -> bool:
    """Whether it is a length of time and nothing else."""
    return len(written) == 1 and written[0][0] in LENGTHS and written[0][1] == 1
