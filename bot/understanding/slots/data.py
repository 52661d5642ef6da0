"""Data: egress and storage, each amount by the nearest word for one of them."""

from bot.understanding.draft import Draft
from bot.understanding.kinds import Kind, Token
from bot.understanding.quantities import Data
from bot.understanding.slots.slot import Places

FIELDS = {Kind.EGRESS: "egress_tb", Kind.EXPORT: "egress_tb", Kind.STORAGE: "storage_tb"}
REACH = 8  # tokens between an amount and its word
BREAK = 3  # how much farther a word is on the other side of a comma or of another amount
_BREAKS = (Kind.COMMA, Kind.STOP, Kind.SIZE, Kind.AND)


def read(draft: Draft, left: Places) -> None:
    """Gives every amount of data to the nearest word; each word is used once."""
    rates: set[int] = set()
    near = [
        (_distance(draft, at, cue), at, cue)
        for at in left
        if _data(draft.tokens[at])
        for cue in range(at - REACH, at + REACH + 1)
        if draft.kind_at(cue) in FIELDS
    ]
    used: set[int] = set()
    for _, at, cue in sorted(near):
        if used.isdisjoint((at, cue)):
            used |= {at, cue}
            rates.update(_say(draft, at, cue))
    left[:] = [at for at in left if at not in used | rates]
    _keep_rate(draft, left)


def _keep_rate(draft: Draft, left: Places) -> None:
    """5 TB a day, with no word for what it is: kept aside for a thread that knows. "a day" is no length then."""
    for at in left:
        rate = _rate(draft, at) if _data(draft.tokens[at]) else None
        if rate is not None:
            unit, places = rate
            draft.data_rate = (unit, [draft.tokens[place] for place in places])
            left[:] = [place for place in left if place != at and place not in places]
            return


def _say(draft: Draft, at: int, cue: int) -> range:
    """Notes the amount, and its rate where it is one; the places of the rate. What each node has is no storage."""
    token, word = draft.tokens[at], draft.tokens[cue]
    size = _data(token)
    if size is None:
        return range(0)
    if word.kind is Kind.STORAGE and _is_of_each(draft, max(at, cue) + 1):
        return range(0)
    draft.say(FIELDS[word.kind], size.tb, token, word)
    rate = _rate(draft, at) if word.kind is not Kind.STORAGE else None
    if rate is None:
        return range(0)
    unit, places = rate
    draft.say("egress_per", unit, *draft.tokens[places.start : places.stop])
    return places


def _is_of_each(draft: Draft, place: int) -> bool:
    """2 TB NVMe per node: not what is stored in all."""
    if draft.kind_at(place) is Kind.EACH:
        return True
    return draft.kind_at(place) in (Kind.PER, Kind.SLASH) and draft.kind_at(place + 1) in (Kind.NODE, Kind.CARD)


def _data(token: Token) -> Data | None:
    """20 TB; a bare 8T counts as data beside a word for it."""
    if token.kind is Kind.SIZE:
        return token.value if isinstance(token.value, Data) else None
    if token.kind is Kind.NUM and token.value.suffix == "t":
        return Data(token.value.low, "TB")
    return None


def _distance(draft: Draft, at: int, cue: int) -> int:
    between = range(min(at, cue) + 1, max(at, cue))
    return abs(cue - at) + BREAK * any(draft.kind_at(place) in _BREAKS for place in between)


def _rate(draft: Draft, at: int) -> tuple[str, range] | None:
    """500 GB/day, 2 TB daily, 每天2TB: the unit of time, and the places that say it."""
    place = at + 1
    while place < at + REACH and draft.kind_at(place) in (Kind.EGRESS, Kind.OF, Kind.FILLER):
        place += 1
    kind = draft.kind_at(place)
    if kind in (Kind.SLASH, Kind.PER) and draft.kind_at(place + 1) is Kind.UNIT:
        return draft.tokens[place + 1].value.value, range(place, place + 2)
    if kind is Kind.DURATION and draft.lower(draft.tokens[place]).startswith("a "):
        return draft.tokens[place].value.unit.value, range(place, place + 1)
    for beside in (place, at - 1, at - 2):
        if draft.kind_at(beside) is Kind.PER and draft.tokens[beside].value:
            return draft.tokens[beside].value.value, range(beside, beside + 1)
    return None
