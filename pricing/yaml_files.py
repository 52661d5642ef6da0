"""YAML as this project allows it: every scalar is the text that was written, and what misleads is refused.

YAML itself reads `no` as False, `12:30:45` as 45045 and 1.10 as a float, lets the second of two equal keys win, and
can blow up a few hundred bytes with aliases. Here numbers stay text until a typed model takes them as Decimal.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import yaml

from pricing.errors import DataError

MAX_BYTES = 256 * 1024
MAX_DEPTH = 8
_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


class Table(dict[str, Any]):
    """A mapping of a file, with the line it begins on."""

    line: int = 1

    def with_defaults(self, defaults: Mapping[str, Any]) -> "Table":
        """The same with these values where a key is missing."""
        return self._at_this_line({**defaults, **self})

    def with_more(self, **more: Any) -> "Table":
        """The same with these values on top."""
        return self._at_this_line({**self, **more})

    def _at_this_line(self, values: dict[str, Any]) -> "Table":
        table = Table(values)
        table.line = self.line
        return table


def read_yaml(path: Path) -> Any:
    """The content of a file: `Table`, list, text, or None where nothing was written.

    Raises:
        DataError: naming the file and the line, for a missing, unreadable, oversized or malformed file, and for
            duplicate keys, aliases, anchors, tags, non-text keys, deep nesting or several documents.
    """
    try:
        raw = path.read_bytes()
        text = raw.decode("utf-8")
    except OSError as error:
        raise DataError(str(path), error.strerror or "cannot be read") from None
    except UnicodeDecodeError as error:
        raise DataError(str(path), f"is not UTF-8 text (byte {error.start})") from None
    if len(raw) > MAX_BYTES:
        raise DataError(str(path), f"has {len(raw)} bytes, {MAX_BYTES} are allowed: split it")
    return _Reader(path, text).document()


class _Reader:
    """Builds the values from the events of the YAML parser, one pass."""

    def __init__(self, path: Path, text: str) -> None:
        self._path = path
        self._events: Iterator[yaml.Event] = yaml.parse(text, Loader=_LOADER)

    def document(self) -> Any:
        try:
            found = [self._value(event, 0) for event in self._events if isinstance(event, yaml.NodeEvent)]
        except yaml.MarkedYAMLError as error:
            line = error.problem_mark.line + 1 if error.problem_mark else 1
            raise DataError(str(self._path), f"line {line}: {error.problem}") from None
        except yaml.YAMLError as error:
            raise DataError(str(self._path), str(error)) from None
        if len(found) > 1:
            raise DataError(str(self._path), "holds more than one document")
        return found[0] if found else None

    def _value(self, event: yaml.Event, depth: int) -> Any:
        if isinstance(event, yaml.AliasEvent) or getattr(event, "anchor", None):
            raise self._fault(event, "aliases and anchors are not allowed")
        if tag := getattr(event, "tag", None):
            raise self._fault(event, f"the tag {tag} is not allowed")
        if depth > MAX_DEPTH:
            raise self._fault(event, "is nested too deeply")
        match event:
            case yaml.ScalarEvent():
                is_plain = event.style is None or event.style == ""
                return None if is_plain and event.value in ("", "~", "null") else event.value
            case yaml.SequenceStartEvent():
                return self._list(depth)
            case yaml.MappingStartEvent():
                return self._table(event, depth)
        raise self._fault(event, "is not understood")

    def _list(self, depth: int) -> list[Any]:
        values = []
        while not isinstance(event := next(self._events), yaml.SequenceEndEvent):
            values.append(self._value(event, depth + 1))
        return values

    def _table(self, start: yaml.Event, depth: int) -> Table:
        table = Table()
        table.line = _line(start)
        while not isinstance(event := next(self._events), yaml.MappingEndEvent):
            key = self._value(event, depth + 1)
            if not isinstance(key, str):
                raise self._fault(event, "a key must be text")
            if key in table:
                raise self._fault(event, f"the key {key!r} is there twice")
            table[key] = self._value(next(self._events), depth + 1)
        return table

    def _fault(self, event: yaml.Event, reason: str) -> DataError:
        return DataError(str(self._path), f"line {_line(event)}: {reason}")


def _line(event: yaml.Event) -> int:
    return event.start_mark.line + 1 if event.start_mark else 1
