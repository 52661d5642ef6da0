"""Prices that are supposed for a seller, a model or a way to rent: "assume 30% off AWS list", 星宇智算按11万一个节点月.

They are taken out of the text before anything else is read: their names filter nothing, and their numbers are for
nothing else.
"""

from dataclasses import dataclass
from itertools import product

from bot.understanding.draft import Draft
from bot.understanding.kinds import Kind, Token
from bot.understanding.phrases import Build, Match, Phrases
from bot.understanding.refusals import is_admin_command
from bot.understanding.request import Way
from bot.understanding.slots.pieces import take_out
from bot.understanding.slots.supposed_change import Change, change_of, rate_of

WAYS = (
    *((Way.ON_DEMAND,), (Way.COMMITTED,), (Way.SPOT,)),
    *((Way.CLOUD,), (Way.SPECIALISED,), (Way.CLOUD, Way.SPECIALISED)),
)
"""Ways that are rented, which is what has such a price."""
_LEADS = ("assume", "assuming", "if", "what if", "and if", "let's say", "let us say", "如果", "要是", "假如")
_SKIPPED = (Kind.FILLER, Kind.A, Kind.COLON)  # "assume we get 30% off AWS"
_STARTS = (Kind.COMMA, Kind.STOP, Kind.AND, Kind.THEN, Kind.COLON, Kind.OPEN)
_ENDS = (Kind.COMMA, Kind.STOP, Kind.AND, Kind.THEN, Kind.CLOSE)
_UP_AND_DOWN = {"up": 1, "down": -1}
_PRICE_FALLS = ("降", "降价", "下浮", "便宜")  # of any price; 打折 and "off" are of the list price
_MOST_SKIPPED = 3

_SUBJECT = "(PROVIDER|WAY|GPU) ((OF|FILLER|AND){0,2} (PROVIDER|WAY|GPU|PRICE))*"
_GAP = "(FILLER|AT|COLON|ON|BY|CHANGE|PRICE|OF|TO|BECOME|DEARER|SHRINK)*"
_SHARE = "(PERCENT|NUM)"
_SIGN = "(DEARER|PLUS|BOUND|DASH|FEWER|GROW|SHRINK|MORE|OFF)"
_MONEY = "(NUM|MONEY|SLASH|PER|A|EACH|NODE|CARD|GPU_TIME|NODE_TIME|UNIT|MOON|DASH|GE|DURATION)"


@dataclass(frozen=True, slots=True)
class Said:
    """A price that was supposed, not yet checked. A list of sellers is one of these for each."""

    provider: str
    gpu: str
    ways: tuple[Way, ...]
    change: Change


@dataclass(frozen=True, slots=True)
class _Phrase:
    """A phrase found: its tokens, what it changes the price to, and whether the seller stands behind the share."""

    match: Match
    change: Change
    bound: bool = False

    @property
    def subject(self) -> list[Said]:
        """Every seller, model and way that was named, with the change."""
        providers = [token.value for token in self.match.all(Kind.PROVIDER)]
        gpus = [gpu for token in self.match.all(Kind.GPU) for gpu in token.value]
        ways = tuple(dict.fromkeys(way for token in self.match.all(Kind.WAY) for way in token.value))
        return [Said(one, gpu, ways, self.change) for one, gpu in product(providers or [""], gpus or [""])]


def _of(make: "Build[Change]", bound: bool = False) -> "Build[_Phrase]":
    def build(m: Match) -> _Phrase | None:
        if any(token.value not in WAYS for token in m.all(Kind.WAY)):
            return None
        change = make(m)
        return None if change is None else _Phrase(m, change, bound)

    return build


_FORMS: Phrases[_Phrase] = Phrases(
    (
        (f"{_SUBJECT} {_GAP} {_SHARE} (OFF|COMPARE|DEARER|MORE|FEWER) PRICE?", _of(change_of)),
        (f"{_SUBJECT} {_GAP} OFF? (NUM ZHE|HALF_PRICE)", _of(change_of)),
        (f"{_SUBJECT} {_GAP} {_SIGN} (BY|FILLER|AT|OF|ON|PRICE)* PERCENT", _of(change_of)),
        (f"{_SUBJECT} {_GAP} PERCENT", _of(change_of)),
        (f"A? {_SHARE} OFF (ON|AT|FOR|OF|FROM|FILLER)* {_SUBJECT}", _of(change_of, bound=True)),
        (f"{_SUBJECT} {_GAP} {_MONEY}* (NUM|MONEY) {_MONEY}*", _of(rate_of)),
    )
)
_DROPS: Phrases[Match] = Phrases(
    (
        ("(NOT|RESET) (FILLER|IT|THIS|ALL|FULL|OF|A)* PROVIDER? (OF|FILLER)* (SUPPOSE|EXPLAIN)", lambda m: m),
        ("(NOT|RESET) (FILLER|IT|THIS|ALL|FULL|OF|A)* PROVIDER (OF|FILLER)* OFF", lambda m: m),
    )
)


def take(draft: Draft, in_thread: bool) -> None:
    """Replaces what supposes a price by one token, in the draft's tokens and words, and notes what was said.

    `said["supposed"]`: a list of Said. `said["supposed_dropped"]`: sellers whose supposed prices are taken back, ""
    for all.
    """
    if not draft.has(Kind.PROVIDER, Kind.GPU, Kind.WAY, Kind.SUPPOSE, Kind.EXPLAIN):
        return
    tokens = [_in_sense(draft, token) for token in draft.tokens]
    dropped = [(start, end, m) for start, end, m in _DROPS.find(tokens) if m.tokens[-1].value in (None, "assumptions")]
    found = [
        (_lead(draft, start), end, phrase)
        for start, end, phrase in _FORMS.find(tokens)
        if _is_meant(draft, start, end, phrase)
    ]
    if dropped:
        draft.said["supposed_dropped"] = [getattr(m.first(Kind.PROVIDER), "value", "") for _, _, m in dropped]
    if found:
        draft.said["supposed"] = [said for _, _, phrase in found for said in phrase.subject]
    take_out(draft, [(start, end) for start, end, _ in (*dropped, *found)], "supposed")
    named = [said.gpu for _, _, phrase in found for said in phrase.subject if said.gpu]
    if named and not in_thread and not any(token.kind in (Kind.GPU, Kind.INSTANCE) for token in draft.tokens):
        draft.gpus += dict.fromkeys(named)  # the only model that is named is the one that is asked for


def _in_sense(draft: Draft, token: Token) -> Token:
    """up and down with their sign, 降 as a fall of any price."""
    word = draft.lower(token)
    if token.kind is Kind.FILLER and word in _UP_AND_DOWN:
        return Token(token.kind, token.start, token.end, _UP_AND_DOWN[word])
    if token.kind is Kind.OFF and word in _PRICE_FALLS:
        return Token(token.kind, token.start, token.end, "price")
    return token


def _lead(draft: Draft, start: int) -> int:
    """Where the phrase begins with the "assume" before it, if there is one."""
    place = start - 1
    while place >= start - _MOST_SKIPPED and draft.kind_at(place) in _SKIPPED and not _leads(draft, place):
        place -= 1
    return place if _leads(draft, place) else start


def _leads(draft: Draft, place: int) -> bool:
    if not 0 <= place < len(draft.tokens):
        return False
    return draft.kind_at(place) is Kind.SUPPOSE or draft.lower(draft.tokens[place]) in _LEADS


def _is_meant(draft: Draft, start: int, end: int, phrase: _Phrase) -> bool:
    """Whether a price is supposed, and not a filter and a discount of their own ("64 H100 on AWS, 20% off")."""
    if _lead(draft, start) != start:
        return True
    if is_admin_command(draft):
        return False
    if phrase.change.certain:
        return True
    starts = start == 0 or draft.kind_at(start - 1) in _STARTS
    ends = end == len(draft.tokens) or draft.kind_at(end) in _ENDS
    return (phrase.bound or starts) and ends and phrase.match.first(Kind.PROVIDER) is not None
