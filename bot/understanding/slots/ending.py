"""A need that may end early: "if it may end after 3 months", 3个月后可能结束."""

from bot.understanding.draft import Draft
from bot.understanding.kinds import Kind, Number, Token
from bot.understanding.phrases import Match
from bot.understanding.request import Period
from bot.understanding.slots.slot import Fact, Facts, Phrase, Places

_BETWEEN = (Kind.FILLER, Kind.AFTER)


def _ends_after(m: Match) -> Facts | None:
    """The length after which it may end."""
    return [Fact("ends_after", m[Kind.DURATION].value)]


PHRASES: tuple[Phrase, ...] = (
    ("ENDS (AFTER|IN|FILLER|AT|BY)* DURATION", _ends_after),
    ("AFTER? DURATION (HENCE|FILLER|AFTER|BY)* ENDS", _ends_after),
)


def read(draft: Draft, left: Places) -> None:
    """3个月后可能结束: what reads as a day to begin with is the length after which it may end."""
    for at in left:
        if draft.kind_at(at) is not Kind.ENDS:
            continue
        place = next((p for p in range(at - 1, -1, -1) if draft.kind_at(p) not in _BETWEEN), at)
        beside = [draft.tokens[p] for p in (place, at + 1) if 0 <= p < len(draft.tokens)]
        for token in beside:
            length = _length(draft, token) if token.kind is Kind.WHEN else None
            if length is not None and "ends_after" not in draft.said:
                draft.said.pop("start_date", None)
                draft.say("ends_after", length, token, draft.tokens[at])


def _length(draft: Draft, token: Token) -> Period | None:
    """The length that a day is named by: 3个月后, "in 3 months"; None of a day of the calendar."""
    inside = [word for word in draft.words if token.start <= word.start and word.end <= token.end]
    number = next((word.value for word in inside if word.kind is Kind.NUM), None)
    unit = next((word.value for word in inside if word.kind is Kind.UNIT), None)
    if not isinstance(number, Number) or unit is None or not number.single or number.bad:
        return None
    return Period.model_construct(low=number.low, high=number.high, unit=unit)
