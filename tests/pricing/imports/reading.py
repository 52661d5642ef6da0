"""Rows of a catalogue in the words of a test."""

import json
from types import ModuleType
from typing import Any

from hypothesis import strategies as st

from pricing.imports.source import Source
from pricing.listings import FileRefused, Listing, Refusal, Row, Skipped

JSON_VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.decimals(allow_nan=False, allow_infinity=False).map(float)
    | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)
CELLS = st.one_of(
    st.text(max_size=30),
    st.sampled_from(
        ["", "0", "-1", "1e400", "nan", "8", "0.5", "H100", "2.95", "True", "1" * 40, "\ud800", '"', "a,b"]
    ),
)


def source_of(content: Any, name: str = "nebius.csv", **said: str) -> Source:
    """A file with this text, or this value as JSON."""
    text = content if isinstance(content, str) else json.dumps(content)
    return Source(name, text.encode("utf-8", "replace"), **said)


def rows(module: ModuleType, content: Any, name: str = "nebius.csv", **said: str) -> list[Row]:
    """All rows of a file that the format must recognise."""
    source = source_of(content, name, **said)
    assert module.recognises(source)
    return list(module.read(source))


def listings(found: list[Row]) -> list[Listing]:
    """The listings; nothing may have been refused."""
    assert not [row for row in found if isinstance(row, Refusal)]
    return [row for row in found if isinstance(row, Listing)]


def refused(found: list[Row]) -> list[tuple[int, str]]:
    """Line and reason of each refusal."""
    return [(row.line, row.reason) for row in found if isinstance(row, Refusal)]


def skipped(found: list[Row]) -> list[tuple[int, str]]:
    """Line and reason of each skipped row."""
    return [(row.line, row.reason) for row in found if isinstance(row, Skipped)]


def survives(module: ModuleType, source: Source) -> list[Row]:
    """The rows of any file at all: refusing it is right, any other error is not."""
    try:
        return list(module.read(source))
    except FileRefused:
        return []
