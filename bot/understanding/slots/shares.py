"""Shares: utilisation, MFU and discounts, beside the word they belong to."""

from decimal import Decimal

from bot.understanding.draft import Draft
from bot.understanding.kinds import Kind, Number, Token
from bot.understanding.phrases import Match
from bot.understanding.slots.slot import Build, Fact, Facts, Phrase, Places
from pricing.units import TimeUnit

CUES = {Kind.UTIL: "utilisation", Kind.MFU: "mfu", Kind.OFF: "discount"}
REACH = 5  # tokens between a share and its word


def _share(field: str) -> Build:
    """60% utilisation, MFU 0.4, 1/3 off; none at all stands for all of it. 便宜一点 is no share."""

    def build(m: Match) -> Facts | None:
        token, cue = m.first(Kind.PERCENT, Kind.NUM), m.first(*CUES)
        share = Decimal(1) if token is None else _value(token)
        all_of_it = field == "discount" and token is not None and token.kind is Kind.NUM and share == 1
        return None if share is None or all_of_it else [Fact(field, _used(share, cue))]

    return build


def _value(token: Token) -> Decimal | None:
    """60%, 0.6."""
    if token.kind is Kind.PERCENT:
        return Decimal(token.value)
    number: Number = token.value
    fits = number.single and not number.suffix and number.scale in ("", "分之") and 0 < number.low <= 1
    return number.low if fits else None


def _used(share: Decimal, cue: Token | None) -> Decimal:
    """idle 30%: used for the rest."""
    return 1 - share if cue is not None and cue.value == "idle" else share


def _zhe(m: Match) -> Facts | None:
    """七折, 8.5折, 八五折: what is paid; the rest comes off."""
    value = m[Kind.NUM].value.low
    paid = value / 10 if value <= 10 else value / 100
    return [Fact("discount", 1 - paid)] if 0 < paid <= 1 else None


def _half_used(m: Match) -> Facts | None:
    """half utilised."""
    return [Fact("utilisation", Decimal("0.5"))]


def _part_off(m: Match) -> Facts | None:
    """a third off, a quarter off."""
    nth, length = m.first(Kind.ORDINAL), m.first(Kind.DURATION)
    if nth:
        return [Fact("discount", Decimal(1) / nth.value)] if nth.value > 1 else None
    quarter = length is not None and length.value.unit is TimeUnit.QUARTER and length.value.low == 1
    return [Fact("discount", Decimal("0.25"))] if quarter else None


def _of_list(m: Match) -> Facts | None:
    """70% of list, 0.7 of list, 目录价的七成: what is paid; the rest comes off."""
    share = _value(m.first(Kind.PERCENT, Kind.NUM) or m.tokens[0])
    return None if share is None else [Fact("discount", 1 - share)]


def _half_price(m: Match) -> Facts | None:
    """half off, 半价."""
    return [Fact("discount", Decimal("0.5"))]


_IS = "(AT|OF|COLON|FILLER|FOR|TO|CHANGE|BY|ONLY|BECOME)*"

PHRASES: tuple[Phrase, ...] = (
    (f"(PERCENT|NUM) (OF|FILLER|ON)? MFU|MFU {_IS} (PERCENT|NUM)", _share("mfu")),
    (f"(PERCENT|NUM) (FILLER|OF)? UTIL|UTIL {_IS} (PERCENT|NUM)|FULL UTIL", _share("utilisation")),
    ("PERCENT (OF|FILLER)+ LENGTH(?!UTIL)", _share("utilisation")),
    ("HALF UTIL", _half_used),
    (f"(PERCENT|NUM) (FILLER|OF|ON)? OFF|OFF {_IS} (PERCENT|NUM)", _share("discount")),
    ("(A|NUM) ORDINAL OFF|DURATION OFF", _part_off),
    ("OFF? NUM ZHE", _zhe),
    ("OFF? HALF_PRICE", _half_price),
    ("PRICE OF PERCENT|(PERCENT|NUM) OF PRICE", _of_list),
)


def read(draft: Draft, left: Places) -> None:
    """Gives every share that is left to the nearest word for one; each word is used once."""
    words = {at for at in left if draft.kind_at(at) in CUES}
    near = [
        (abs(cue - at), at, cue)
        for at in left
        if draft.kind_at(at) is Kind.PERCENT
        for cue in range(at - REACH, at + REACH + 1)
        if cue in words
    ]
    used: set[int] = set()
    for _, at, cue in sorted(near):
        if used.isdisjoint((at, cue)):
            used |= {at, cue}
            share, word = draft.tokens[at], draft.tokens[cue]
            draft.say(CUES[word.kind], _used(share.value, word), share, word)
    left[:] = [at for at in left if at not in used]
