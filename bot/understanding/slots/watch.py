"""The wish to be told when an answer changes: "tell me if this changes by more than 5%", 变化超过5%通知我, 别盯了."""

from decimal import Decimal

from bot.understanding.draft import Draft
from bot.understanding.kinds import Kind
from bot.understanding.phrases import Match, Phrases
from bot.understanding.reading import Watch
from bot.understanding.request import Intent
from bot.understanding.slots.pieces import take_out

_ABOUT = "(FILLER|THIS|IT|PRICE|BY|MOVES|PERCENT|OF|ALL|QUOTE|AND|CHANGE)"
_DIRECTIONS = (Kind.COMPARE, Kind.BREAK_EVEN, Kind.DEARER, Kind.GROW, Kind.SHRINK, Kind.OFF, Kind.NOT)
_WATCH: Phrases[Match] = Phrases(
    (
        (f"(THIS|IT|PRICE|FILLER|CHANGE)* MOVES {_ABOUT}* TOPIC (FILLER|THIS|IT)*", lambda m: m),
        (f"TOPIC {_ABOUT}*", lambda m: m),
        (f"PERCENT {_ABOUT}* TOPIC", lambda m: m),
        ("UNWATCH (FILLER|THIS|IT)*", lambda m: m),
    )
)


def take(draft: Draft) -> None:
    """Takes the wish out of the text: `said["watch"]` is a Watch, its share None where none was said."""
    if not draft.has(Kind.TOPIC, Kind.UNWATCH):
        return
    places = []
    for start, end, m in _WATCH.find(draft.tokens):
        topic = m.first(Kind.TOPIC)
        if topic is not None and topic.value is not Intent.WATCH:
            continue
        share = m.first(Kind.PERCENT)
        draft.said["watch"] = Watch(Decimal(share.value) if share else None, stop=topic is None)
        places.append((start, end))
    for _, end in places:
        if draft.kind_at(end) in _DIRECTIONS:
            draft.report(draft.tokens[end])  # both directions are watched
    take_out(draft, places, "watch")
