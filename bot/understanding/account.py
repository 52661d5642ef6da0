"""An account of every character: used for a field, known to change nothing, or not understood."""

from bot.understanding.draft import Draft
from bot.understanding.kinds import Kind
from bot.understanding.reading import Span, Use

_UNKNOWN = frozenset({Kind.WORD, Kind.NAMELIKE, Kind.NUM, Kind.DATE, Kind.GPU, Kind.INSTANCE, Kind.PROVIDER, Kind.REGION, Kind.PCT, Kind.BITRATE})  # fmt: skip  # noqa: E501


def spans(found: Draft) -> tuple[Span, ...]:
    """Spans that tile the original text, in order; neighbours of the same use and field are one."""
    original = found.text.original
    if not original:
        return ()
    fields = [""] * (len(original) + 1)
    for mark in found.marks:
        if mark.end > mark.start:
            first, last = found.text.starts[mark.start], found.text.ends[mark.end - 1]
            fields[first:last] = [mark.field] * (last - first)
    unknown = bytearray(len(original))
    for token in found.words:
        first, last = found.text.starts[token.start], found.text.ends[token.end - 1]
        if token.kind in _UNKNOWN and not any(fields[first:last]):
            unknown[first:last] = b"\1" * (last - first)
    result: list[Span] = []
    start = 0
    for at in range(1, len(original) + 1):
        if at == len(original) or (fields[at], unknown[at]) != (fields[start], unknown[start]):
            use = Use.USED if fields[start] else Use.NOT_UNDERSTOOD if unknown[start] else Use.FILLER
            result.append(Span(start, at, original[start:at], use, fields[start]))
            start = at
    return tuple(result)
