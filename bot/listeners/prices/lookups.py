"""What `/prices` looks up: nothing is changed here."""

from dataclasses import dataclass

from bot.administration.found import Found, Line
from bot.administration.office import Office
from pricing.book import EntryKind
from pricing.trail import Recorded

MOST_ROWS = 15
LOOKED_AT = 200


@dataclass(frozen=True, slots=True)
class Meant:
    """The one price that some words mean, or (`line` None) those that they may mean. `value`: what follows an id."""

    line: Line | None
    found: Found
    value: str = ""


def meant(office: Office, words: str, contracts: bool, kind: EntryKind | None = None) -> Meant:
    """Which price the words mean: its id, with or without a value behind it, or words that only one fits."""
    if line := office.line(words, contracts, kind):
        return Meant(line, Found((line,)))
    first, _, rest = words.partition(" ")
    if rest and (line := office.line(first, contracts, kind)):
        return Meant(line, Found((line,)), rest)
    found = office.find(words, contracts)
    lines = tuple(line for line in found.lines if kind in (None, line.kind))
    if words.strip() and _says_nothing(found, words):
        lines = ()
    found = Found(lines, found.unknown, found.close)
    return Meant(lines[0] if len(lines) == 1 and not found.unknown else None, found)


def _says_nothing(found: Found, words: str) -> bool:
    """Whether none of the words is known: everything fits no words at all."""
    return bool(found.unknown) and " ".join(found.unknown) == " ".join(words.replace(",", " ").split())


def latest(office: Office, contracts: bool, most: int = MOST_ROWS) -> tuple[tuple[Recorded, ...], int]:
    """The newest acts that may be seen, and how many of the newest may not."""
    shown, hidden = office.latest(LOOKED_AT, contracts)
    return shown[:most], hidden
