"""Faults of the pricing side. Expected trouble (no price, stale price, doubt) is a value in the result instead."""

from datetime import date


class PricingError(Exception):
    """A fault that an operator or a caller can act on; its text never holds a secret."""


class BookError(PricingError):
    """The price book cannot be used: missing, foreign, corrupt, too new, or not writable. Names the file."""

    def __init__(self, path: str, reason: str) -> None:
        super().__init__(f"{path}: {reason}")
        self.path, self.reason = path, reason


class DataError(PricingError):
    """A YAML file is missing, unreadable or wrong. Names the file and the place in it."""

    def __init__(self, path: str, reason: str) -> None:
        super().__init__(f"{path}: {reason}")
        self.path, self.reason = path, reason


class NoRate(PricingError):
    """No exchange rate between two currencies on that day: no figure can be given."""

    def __init__(self, base: str, quote: str, day: date) -> None:
        super().__init__(f"no exchange rate from {base} to {quote} on {day.isoformat()}")
        self.base, self.quote, self.day = base, quote, day


class NoAssumption(PricingError):
    """The book holds no value for a named assumption on that day."""

    def __init__(self, name: str, day: date) -> None:
        super().__init__(f"the price book holds no {name!r} on {day.isoformat()}: ask for a later day")
        self.name, self.day = name, day
