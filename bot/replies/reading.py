"""What a text is understood to say, piece by piece: to find out why an answer is not the one that was wanted."""

from bot.replies import asked, problems
from bot.replies.card import Card, Cell, Column, Table
from bot.replies.plain import one_line
from bot.replies.words import joined, known, say
from bot.understanding.reading import Reading, Use

NOTHING = "–"


def reading_card(text: str, reading: Reading) -> Card:
    """The text, what was read of it, and what became of each piece; filler is left out."""
    language = known(reading.language)
    pieces = [span for span in reading.spans if span.use is not Use.FILLER]
    columns = tuple(Column(say(language, f"reading.{name}")) for name in ("piece", "use", "field"))
    rows = tuple(
        (
            Cell(one_line(span.text) or NOTHING),
            Cell(say(language, f"reading.use-{span.use}")),
            Cell(span.field or NOTHING),
        )
        for span in pieces
    )
    return Card(
        language=language,
        header=one_line(text),
        verdict=_read(language, reading),
        table=Table(columns, rows) if rows else None,
        notes=(*problems.not_understood(reading, language), *_missing(language, reading)),
        private=True,
    )


def _read(language: str, reading: Reading) -> str:
    if reading.reject:
        return problems.rejected_card(reading, language).verdict
    read = asked.understood(reading.request, language) or NOTHING
    return say(language, "reading.read", action=reading.action.value, intent=reading.request.intent.value, read=read)


def _missing(language: str, reading: Reading) -> tuple[str, ...]:
    """What would be asked for, and which near names would be offered."""
    found = []
    if reading.ask:
        needs = [say(language, f"problem.need-{field.replace('_', '-')}") for field in reading.ask]
        found.append(say(language, "problem.need", needs=joined(language, needs, "join.and")))
    for item in reading.suggestions:
        names = joined(language, item.names)
        found.append(say(language, "problem.near", word=problems.quoted(item.word), names=names))
    return tuple(found)


def reading_data(reading: Reading) -> dict[str, object]:
    """The reading under stable names, ready for JSON; only the fields that were said."""
    return {
        "action": reading.action.value,
        "language": reading.language,
        "request": reading.request.model_dump(mode="json", exclude_defaults=True),
        "ask": list(reading.ask),
        "reject": reading.reject,
        "reject_detail": reading.reject_detail,
        "unknown": list(reading.unknown),
        "suggestions": [{"word": item.word, "names": list(item.names)} for item in reading.suggestions],
        "spans": [
            {
                "start": span.start,
                "end": span.end,
                "text": span.text,
                "use": span.use.value,
                "field": span.field or None,
            }
            for span in reading.spans
        ],
    }
