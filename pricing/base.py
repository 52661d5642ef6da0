"""The ground every model stands on: frozen, closed, and free of floating point."""

from collections.abc import Sequence
from decimal import Decimal, InvalidOperation
from typing import Annotated, Any, TypeVar

from pydantic import BaseModel, BeforeValidator, ConfigDict

MAX_WHOLE_DIGITS = 15
MAX_DECIMALS = 60


def exact(value: Any) -> Decimal:
    """The Decimal that was written, unchanged.

    Raises:
        ValueError: for a float (it has already lost the written digits), for anything that is not a plain
            decimal number, for more than 15 whole digits (a slip, not a price) or more than 60 decimals.
    """
    if isinstance(value, bool | float):
        raise ValueError(f"{value!r} is not an exact number: write it as text")
    try:
        number = value if isinstance(value, Decimal) else Decimal(str(value).strip())
    except InvalidOperation:
        raise ValueError(f"{value!r} is not a number") from None
    if not number.is_finite():
        raise ValueError(f"{value!r} is not a finite number")
    if number.adjusted() >= MAX_WHOLE_DIGITS:
        raise ValueError(f"{value!r} has more than {MAX_WHOLE_DIGITS} whole digits")
    exponent = number.as_tuple().exponent
    if isinstance(exponent, int) and exponent < -MAX_DECIMALS:  # written out it would fill the memory
        raise ValueError(f"{value!r} has more than {MAX_DECIMALS} decimals")
    return number


Num = Annotated[Decimal, BeforeValidator(exact)]
"""A Decimal that refuses float, NaN, infinity and absurd sizes at every entrance."""


class Frozen(BaseModel):
    """A value read from outside (YAML, rows, forms, saved threads): checked once, then never changed."""

    model_config = ConfigDict(frozen=True, extra="forbid")


M = TypeVar("M", bound=Frozen)


def rebuilt(model: type[M], values: Sequence[Any]) -> M:
    """A value that was checked before, from its fields in their order, without checking them again.

    `model_construct` does the same five times slower, which a file of 100,000 rows makes felt.
    """
    built = object.__new__(model)
    fields = model.model_fields
    object.__setattr__(built, "__dict__", dict(zip(fields, values, strict=True)))
    object.__setattr__(built, "__pydantic_fields_set__", set(fields))
    object.__setattr__(built, "__pydantic_extra__", None)
    object.__setattr__(built, "__pydantic_private__", None)
    return built


def changed(model: M, **updates: Any) -> M:
    """A copy with these fields replaced, validated again (`model_copy(update=...)` does not validate)."""
    return type(model).model_validate({**dict(model), **updates})
