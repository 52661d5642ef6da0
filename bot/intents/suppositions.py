"""What a request supposes of the calculation, within the bounds of each number."""

from decimal import Decimal

from bot.understanding.request import Request
from pricing.book import BOUNDS
from pricing.scenario import WhatIf
from pricing.units import HOURS_PER_YEAR, Duration

ONE = Decimal(1)


class OutOfRange(Exception):
    """The request is complete but cannot be priced; `reason` is a reject word of the reading, `detail` what is off."""

    def __init__(self, reason: str, detail: str = "") -> None:
        super().__init__(reason)
        self.reason, self.detail = reason, detail


def what_if(request: Request, duration: Duration | None, hours_per_month: Decimal) -> tuple[WhatIf, ...]:
    """The suppositions as asked. Raises OutOfRange with the name, the value and its bounds."""
    for one in request.what_if:
        if one.value is not None:
            refuse(one.name, one.value)
        if one.factor is not None:
            refuse_share("factor", one.factor, Decimal(0), Decimal(10))
        if one.name == "runs_a_year" and one.value is not None and duration is not None:
            most = HOURS_PER_YEAR / duration.hours(hours_per_month)
            if one.value > most:  # more than there are hours in a year
                refuse_share("runs_a_year", one.value, Decimal(0), most)
    return request.what_if


def refuse(name: str, value: Decimal) -> None:
    """Raises OutOfRange where the value of an assumption is out of its bounds."""
    least, most = BOUNDS.get(name, (Decimal(0), None))
    refuse_share(name, value, least, most)


def refuse_share(name: str, value: Decimal, least: Decimal, most: Decimal | None) -> None:
    """Raises OutOfRange where the value is below `least` or above `most`."""
    if value < least or (most is not None and value > most):
        limit = "" if most is None else f"{most:f}"
        raise OutOfRange("supposed_out_of_range", f"{name} {value:f} {least:f} {limit}".rstrip())
