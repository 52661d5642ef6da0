"""Blends: so many GPUs under one way and the rest under another, and a need that is larger for a while."""

from bot.understanding.draft import Draft
from bot.understanding.kinds import Kind, Number, Token
from bot.understanding.phrases import Match
from bot.understanding.refusals import checked_count
from bot.understanding.request import Intent, Way
from bot.understanding.slots.counts import count
from bot.understanding.slots.slot import Fact, Facts, Phrase

_SPOT = ("spot", "竞价")
_OWN = ("own", "自建", "buy")
_RESERVE = ("reserve", "包年")
_BASES = (Way.OWN, Way.COMMITTED, Way.SPOT, Way.ON_DEMAND)


def _base(m: Match) -> Facts | None:
    """256 reserved, the rest on demand; 256 in a 3-year commitment, the rest on demand; 256张包年，其余按需."""
    if m[Kind.TOPIC].value is not Intent.BLEND:
        return None
    number = count(m[Kind.NUM])
    if number is None or not number.single:
        return None
    term = m.first(Kind.DURATION)
    return [Fact("base_gpus", number), *([Fact("commit", term.value)] if term else [])]


def _always(m: Match) -> Facts | None:
    """256 always, 1024 for 8 weeks; 平时256张，高峰1024张8周."""
    numbers = [count(token) for token in m.all(Kind.NUM)]
    if any(number is None or not number.single for number in numbers):
        return None
    always, most = numbers
    return [Fact("always_gpus", always), Fact("gpu_count", most), Fact("peak", m[Kind.DURATION].value)]


_THEN = "(COMMA|AND|STOP|FILLER|BUT|THEN)*"
_CARDS = "TIMES? (GPU|CARD|OF)*"
_UNDER = "(FILLER|ON|AT|OF|IN|WITH|A|FOR)*"
_WAYS = "(WAY|OWN|BUY|COMMIT)"
_SMALL = "(FOR|FILLER|OF|AT|TO|IN|COMMA|AND|STOP|BUT|ON|BY)*"

PHRASES: tuple[Phrase, ...] = (
    (f"NUM {_CARDS} {_UNDER} (DURATION DASH?)? {_WAYS} (FOR|OF|FILLER)* DURATION? {_THEN} TOPIC", _base),
    (f"{_WAYS} NUM {_CARDS} (FOR DURATION)? {_THEN} TOPIC", _base),
    (f"NUM {_CARDS} (FILLER|OF)* ALWAYS {_SMALL} NUM {_CARDS} {_SMALL} DURATION", _always),
    (f"ALWAYS {_SMALL} NUM {_CARDS} {_SMALL} NUM {_CARDS} {_SMALL} DURATION", _always),
    (f"ALWAYS {_SMALL} NUM {_CARDS} {_SMALL} DURATION {_SMALL} NUM {_CARDS}", _always),
)


def blend_of(draft: Draft, intent: Intent) -> dict[str, object]:
    """The parts of a blend; nothing where another kind of question is asked."""
    if intent is not Intent.BLEND:
        return {}
    values: dict[str, object] = {"base_way": _base_way(draft), "rest_way": _rest_way(draft)}
    for name in ("base_gpus", "always_gpus"):
        number: Number | None = draft.said.get(name)
        if number is not None:
            checked_count(number.low)
            values[name] = int(number.low)
    return values


def _topics(draft: Draft) -> list[Token]:
    return [token for token in draft.words if token.kind is Kind.TOPIC and token.value is Intent.BLEND]


def _base_way(draft: Draft) -> Way:
    """As the phrase or a way beside it says; a commitment where neither does."""
    spelled = " ".join(draft.lower(token) for token in _topics(draft))
    if any(word in spelled for word in _OWN):
        return Way.OWN
    if any(word in spelled for word in _RESERVE):
        return Way.COMMITTED
    return next((way for way in draft.ways if way in _BASES), Way.COMMITTED)


def _rest_way(draft: Draft) -> Way:
    spelled = " ".join(draft.lower(token) for token in _topics(draft))
    return Way.SPOT if any(word in spelled for word in _SPOT) else Way.ON_DEMAND
