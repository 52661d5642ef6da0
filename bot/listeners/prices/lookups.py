"""What `/prices` looks up: nothing is changed here."""

from dataclasses import dataclass

from bot.administration.found import Found, Line
from bot.administration.office import Office, is_secret
from pricing.book import EntryKind
from pricing.trail import Recorded

MOST_ROWS = 15
LOOKED_AT = 200
TABLES = ("gpu", "provider", "instance", "region")


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
    rows = office.ledger.latest(LOOKED_AT)
    if contracts:
        return rows[:most], 0
    public = frozenset(line.subject for line in office.find("", contracts=False).lines)
    shown = [one for one in rows if _is_public(office, one, public)]
    return tuple(shown[:most]), len(rows) - len(shown)


def _is_public(office: Office, one: Recorded, public: frozenset[str]) -> bool:
    """Whether a row of the trail is about no contract price; what the book does not know may be about one."""
    if one.kind in TABLES or one.kind == "import":
        return True
    if one.kind in ("proposal", "decision"):
        number = one.id if one.kind == "proposal" else int(one.subject)
        return not is_secret(office.ledger.proposal(number))
    return one.subject in public
