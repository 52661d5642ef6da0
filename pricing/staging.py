"""What an import would write, put down in a file of its own until it is confirmed: one line of JSON for each row.

The rows are as the book stores them, so that writing them takes as little time as it can while others wait. The digest
of the lines is the mark of the import: the same file against the same book gives the same mark.
"""

import hashlib
import os
import secrets
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from operator import itemgetter
from pathlib import Path
from typing import Any, Generic, TypeVar

from pydantic_core import from_json, to_json

from pricing.base import Frozen, rebuilt
from pricing.errors import BookError
from pricing.rows import TABLES, stored

T = TypeVar("T", bound=Frozen)
Row = tuple[str | int | None, ...]
Squeezed = tuple[Any, ...]


class Squeezer(Generic[T]):
    """Keeps many items of a type in little memory, and exactly: most of their fields are the same in many of them.

    An item becomes a tuple of its own values of the fields `apart`, and of one that it has in common with others: the
    values of the other fields, beside the same as they are stored.
    """

    def __init__(self, model: type[T], apart: tuple[str, ...]) -> None:
        self.model = model
        names = tuple(model.model_fields)
        mine = [names.index(name) for name in apart]
        others = [place for place in range(len(names)) if place not in mine]
        self._apart, self._others = _picked(mine), _picked(others)
        self._in_order = _picked([[*mine, *others].index(place) for place in range(len(names))])
        self._shared: dict[Row, tuple[Squeezed, Row]] = {}

    def squeezed(self, item: T) -> Squeezed:
        """The item, as small as it gets."""
        values = tuple(item.__dict__.values())
        others = self._others(values)
        row = stored(others)  # tells 2.0 from 2.00, which are equal
        return (*self._apart(values), self._shared.setdefault(row, (others, row)))

    def item(self, squeezed: Squeezed) -> T:
        """The item again."""
        return rebuilt(self.model, self._in_order((*squeezed[:-1], *squeezed[-1][0])))

    def row(self, squeezed: Squeezed) -> Row:
        """The item as it is stored."""
        row: Row = self._in_order((*stored(squeezed[:-1]), *squeezed[-1][1]))
        return row


def _picked(places: list[int]) -> Callable[[Sequence[Any]], tuple[Any, ...]]:
    """What picks the values at these places."""
    if len(places) == 1:  # an itemgetter would give the value itself
        return lambda values: (values[places[0]],)
    return itemgetter(*places)


class Stage:
    """One import on its way. Use `staging`, and `Staged` to read it."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._digest = hashlib.sha256()
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        self._beside = path.with_name(f".{path.name}.{os.getpid()}-{secrets.token_hex(4)}")
        self._file = self._beside.open("wb")

    def item(self, model: type[Any], row: Row) -> None:
        """Something new in the catalog: its type, and its row as it is stored."""
        self._line([TABLES[model], row])

    def entry(self, row: Row) -> None:
        """An entry, as it is stored."""
        self._line(["entry", row[1:]])

    def seen(self, kind: str, subject: str) -> None:
        """A subject that the file lists, whether or not anything is written about it."""
        self._line(["seen", [kind, subject]])

    def finish(self) -> str:
        """Put the file in its place; the mark."""
        self._file.close()
        self._beside.replace(self.path)
        return self._digest.hexdigest()

    def drop(self) -> None:
        """Leave nothing behind."""
        with suppress(OSError):  # what is still to be written may find no room either
            self._file.close()
        self._beside.unlink(missing_ok=True)

    def _line(self, content: list[Any]) -> None:
        line = to_json(content) + b"\n"
        self._digest.update(line)
        self._file.write(line)


@contextmanager
def staging(path: Path) -> Iterator[Stage]:
    """A stage to fill and to finish; an error leaves nothing of it. Raises BookError where it cannot be written."""
    try:
        stage = Stage(path)
        try:
            yield stage
        except BaseException:
            stage.drop()
            raise
    except OSError as error:
        raise BookError(str(path), f"cannot be written ({error.strerror}). Nothing was changed") from error


class Staged:
    """A stage that was finished, to be read in a `with`. It is gone through anew for each table, for it may be large.

    It stays open, so that another preview of the same file that takes its place meanwhile is not read instead.
    """

    def __init__(self, path: Path, mark: str) -> None:
        """Raises OSError where it is gone, ValueError where it is not what has this mark."""
        self._file = path.open("rb")
        if hashlib.file_digest(self._file, "sha256").hexdigest() != mark:
            self._file.close()
            raise ValueError(f"{path} is not what was previewed")

    def __enter__(self) -> "Staged":
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def rows(self, table: str) -> Iterator[list[Any]]:
        """The rows of a table, in the order they were put down. One table at a time."""
        begins = f'["{table}",'.encode()
        self._file.seek(0)
        for line in self._file:
            if line.startswith(begins):
                yield from_json(line)[1]


def entered(row: list[Any], by: str, at: str) -> tuple[Any, ...]:
    """An entry's row with who enters it and when."""
    return (*row[:-3], by, at, row[-1])
