"""An account of every character: used for a field, known to change nothing, or not understood."""

from itertools import zip_longest

from bot.understanding.draft import Draft
from bot.understanding.kinds import Kind
from bot.understanding.reading import Span, Use

_UNKNOWN = frozenset(
    {Kind.WORD, Kind.NAMELIKE, Kind.NUM, Kind.DATE, Kind.GPU, Kind.INSTANCE, Kind.PROVIDER, Kind.REGION}
    | {Kind.PUE, Kind.CAPITAL, Kind.MAINTAIN, Kind.RESIDUAL, Kind.COLO, Kind.LEASE, Kind.STAFF, Kind.RUNS}
    | {Kind.HALF, Kind.PCT, Kind.BITRATE, Kind.WAY, Kind.CUR, Kind.MONTH, Kind.WEEKDAY, Kind.PERIOD, Kind.FACTOR}
    | {Kind.DEARER, Kind.MOVES, Kind.UNWATCH}
)
"""Kinds that say something: where no field was made of them they are reported."""
_UNITS = frozenset({Kind.UNIT, Kind.BYTES, Kind.CARD, Kind.NODE, Kind.GE, Kind.MOON})
"""Kinds that are reported together with a number that is."""


def spans(draft: Draft) -> tuple[Span, ...]:
    """Spans that tile the original text, in order; neighbours of the same use and field are one."""
    original, plain = draft.text.original, draft.text
    fields = [""] * len(original)
    unknown = bytearray(len(original))
    for place, name in enumerate(draft.fields):
        if name:
            first, last = plain.starts[place], plain.ends[place]
            fields[first:last] = [name] * (last - first)
    number = False  # whether the word before is a number that is reported
    for token, following in zip_longest(draft.words, draft.words[1:]):
        first, last = plain.starts[token.start], plain.ends[token.end - 1]
        one_of = token.kind is Kind.NUM and token.value.low == 1 and following is not None and following.kind is Kind.GE
        said_something = token.kind in _UNKNOWN and not one_of  # 一个 is an article
        reported = not fields[first] and (said_something or (number and token.kind in _UNITS))
        if reported:
            unknown[first:last] = b"\1" * (last - first)
        number = reported and token.kind is Kind.NUM
    for token in draft.tokens:
        if token.kind in (Kind.NEAR, Kind.NAMELIKE, Kind.DUTY):  # RTX 9999: two words, one name
            first, last = plain.starts[token.start], plain.ends[token.end - 1]
            unknown[first:last] = b"\1" * (last - first)
    for start, end in draft.reported:
        first, last = plain.starts[start], plain.ends[end - 1]
        if not any(fields[first:last]):
            unknown[first:last] = b"\1" * (last - first)
    return tuple(_runs(original, fields, unknown))


def _runs(original: str, fields: list[str], unknown: bytearray) -> list[Span]:
    result: list[Span] = []
    start = 0
    for at in range(1, len(original) + 1):
        if at < len(original) and fields[at] == fields[start] and unknown[at] == unknown[start]:
            continue
        use = Use.USED if fields[start] else Use.NOT_UNDERSTOOD if unknown[start] else Use.FILLER
        result.append(Span(start, at, original[start:at], use, fields[start]))
        start = at
    return result if original else []
