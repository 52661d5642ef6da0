"""What an import would write, put down in a file of its own until it is confirmed: one line of JSON for each row.

The rows are as the book stores them, so that writing them takes as little time as it can while others wait. The digest
of the lines is the mark of the import: the same file against the same book gives the same mark.
"""

import hashlib
import json
import os
import secrets
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from pricing.errors import BookError
from pricing.rows import TABLES, stored

_dumps = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


class Stage:
    """One import on its way. Use `staging`, and `Staged` to read it."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._digest = hashlib.sha256()
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        self._beside = path.with_name(f".{path.name}.{os.getpid()}-{secrets.token_hex(4)}")
        self._file = self._beside.open("w", encoding="utf-8")

    def item(self, model: type[Any], fields: Iterable[Any]) -> None:
        """Something new in the catalog: its type and the values of its fields."""
        self._line([TABLES[model], stored(fields)])

    def entry(self, fields: Sequence[Any]) -> None:
        """An entry: the values of its fields."""
        self._line(["entry", stored(fields[1:])])

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
        line = _dumps(content) + "\n"
        self._digest.update(line.encode())
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
                yield json.loads(line)[1]


def entered(row: list[Any], by: str, at: str) -> tuple[Any, ...]:
    """An entry's row with who enters it and when."""
    return (*row[:-3], by, at, row[-1])
