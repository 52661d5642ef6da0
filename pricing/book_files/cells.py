"""Between typed values and the text of a cell, exact both ways."""

import json
from datetime import date
from decimal import Decimal
from enum import Enum
from typing import Any

from pydantic import ValidationError

from pricing.book_files.safe_text import protected
from pricing.units import Duration, TimeUnit


def written(value: Any) -> str | Decimal:
    """A value as a cell: numbers stay numbers for those who can write one, all else is text; None is empty."""
    match value:
        case None:
            return ""
        case Decimal():
            return value
        case Enum():
            return protected(str(value.value))
        case str():
            return protected(value)
        case int():
            return Decimal(value)
        case date():
            return value.isoformat()
        case Duration():
            return f"{value.value:f} {value.unit.value}"
        case dict():
            return json.dumps(value, ensure_ascii=False)
        case tuple():
            return json.dumps(value, ensure_ascii=False) if value else ""
    raise TypeError(f"no cell holds a {type(value).__name__}")


def digits(value: Decimal) -> str:
    """A number as text: plain digits, as many as it has."""
    return protected(f"{value:f}")


def read_list(text: str) -> tuple[str, ...]:
    """`["a", "b"]`, or for those who write by hand `a; b`. Raises ValueError."""
    if not text.startswith("["):
        return tuple(part for part in map(str.strip, text.replace("；", ";").split(";")) if part)
    return tuple(_texts(_json(text, list)))


def read_names(text: str) -> dict[str, str]:
    """`{"en": "a", "zh": "b"}`, or a text alone, which is then the English one. Raises ValueError."""
    if not text.startswith("{"):
        return {"en": text}
    table = _json(text, dict)
    return dict(zip(_texts(table), _texts(table.values()), strict=True))


def read_duration(text: str) -> Duration:
    """`1 hour`, `90 minutes`. Raises ValueError."""
    number, _, unit = text.partition(" ")
    unit = unit.strip().casefold()
    try:
        return Duration.model_validate({"value": number, "unit": unit if unit in set(TimeUnit) else unit.rstrip("s")})
    except ValidationError:
        raise ValueError(text) from None


def _json(text: str, kind: type) -> Any:
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        raise ValueError(text) from None
    if not isinstance(value, kind):
        raise ValueError(text)
    return value


def _texts(values: Any) -> list[str]:
    texts = list(values)
    if not all(isinstance(text, str) for text in texts):
        raise ValueError("a text is expected")
    return texts
