"""The formats that can be read, told apart by what a file holds, never by its name. A new format is one line here."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from types import ModuleType

from pricing.imports import cloud_gpus, copied, google_skus, gpuhunt, offerings, oracle, own, skypilot
from pricing.imports.decoding import json_of, text_of
from pricing.imports.source import Source
from pricing.imports.tables import header_of
from pricing.imports.workbook import is_workbook
from pricing.listings import FileRefused, Row


@dataclass(frozen=True, slots=True)
class Format:
    """A format: its name for people, whether a file is in it, and the rows of one that is."""

    name: str
    recognises: Callable[[Source], bool]
    read: Callable[[Source], Iterator[Row]]


def _format(module: ModuleType) -> Format:
    return Format(module.FORMAT, module.recognises, module.read)


FORMATS: tuple[Format, ...] = tuple(
    _format(module)
    for module in (
        skypilot,
        gpuhunt,
        cloud_gpus,
        oracle,
        google_skus,
        offerings,
        own,
        copied,  # last: a table out of a message may look like anything
    )
)


def format_of(source: Source) -> Format | None:
    """The format a file is in, or None. Raises FileRefused for a file of which nothing can be read."""
    return next((known for known in FORMATS if known.recognises(source)), None)


def read_file(source: Source) -> tuple[str, Iterator[Row]]:
    """The name of the format of a file, and its rows.

    Raises:
        FileRefused: `unknown-format` (known), those of `text_of`, `json_of` and `header_of` for a file that is broken,
            and while the rows are read what the format's reader raises.
    """
    found = format_of(source)
    if found is None:
        _explain(source)
        raise FileRefused("unknown-format", known=", ".join(known.name for known in FORMATS))
    return found.name, found.read(source)


def _explain(source: Source) -> None:
    """Raises FileRefused with what is wrong with a file that nothing recognises, where more can be said than that."""
    if is_workbook(source.data):
        return
    text = text_of(source.data)
    if text.lstrip().startswith(("{", "[")):
        json_of(text)
    else:
        header_of(text)
