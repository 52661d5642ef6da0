"""A file of an answer on disk, for the terminal: checked before anything is priced, and never half written."""

import contextlib
import os
from dataclasses import dataclass
from pathlib import Path

from bot.exports.files import FORMATS, Format


class CannotWrite(Exception):
    """The file cannot be written there; the text says why and what would do."""


@dataclass(frozen=True, slots=True)
class Target:
    """Where a file goes, in which format, and whether it may replace one."""

    path: Path
    format: Format
    force: bool

    def write(self, content: bytes) -> None:
        """Write the whole file, or leave what was there. Raises CannotWrite.

        The content goes into a file beside it first, so that a full disk costs nobody their old file.
        """
        beside = self.path.with_name(f".{self.path.name}.{os.getpid()}.part")
        reserved = False
        try:
            if not self.force:
                self.path.touch(exist_ok=False)  # fails where somebody else has made the file meanwhile
                reserved = True
            beside.write_bytes(content)
            beside.replace(self.path)
        except FileExistsError:
            raise _is_there(self.path) from None
        except OSError as error:
            if reserved:
                self.path.unlink(missing_ok=True)
            raise CannotWrite(f"{self.path} cannot be written: {error.strerror}") from None
        finally:
            with contextlib.suppress(OSError):
                beside.unlink(missing_ok=True)


def checked(path: Path, force: bool) -> Target:
    """Where a file may go; its ending says the format. Raises CannotWrite where it could not be written now."""
    ending = path.suffix.casefold().removeprefix(".")
    found = next((known for known in FORMATS if known == ending), None)
    if found is None:
        raise CannotWrite(f"{path}: the name must end in {' or '.join(f'.{known}' for known in FORMATS)}")
    if not path.parent.is_dir():
        raise CannotWrite(f"{path}: there is no folder {path.parent}")
    if path.is_dir():
        raise CannotWrite(f"{path} is a folder")
    if path.exists() and not force:
        raise _is_there(path)
    return Target(path, found, force)


def _is_there(path: Path) -> CannotWrite:
    return CannotWrite(f"{path} is there already; --force replaces it")
