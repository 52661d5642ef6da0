"""What became of the prices since a thread was priced: said on the next answer, with a way back to the old ones."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date

from bot.replies import figures, labels
from bot.replies.actions import KEEP, PricedWith
from bot.replies.card import Action
from bot.replies.shown import shown
from bot.replies.words import joined, say, say_count
from pricing.costs import Comparison, Quote

MOST_ROWS = 4


@dataclass(frozen=True, slots=True)
class Differences:
    """Rows of an answer whose cost is another than with the prices before, with both; rows that were not sold before,
    and rows shown before that are not sold any more."""

    comparison: Comparison
    changed: tuple[tuple[Quote, Quote], ...] = ()
    new: tuple[Quote, ...] = ()
    gone: tuple[Quote, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.changed or self.new or self.gone)


def unchanged(language: str) -> str:
    """That nothing on show costs anything else since."""
    return say(language, "since.unchanged")


def since_note(differences: Sequence[Differences], then: PricedWith, language: str) -> str:
    """One line on what changed, the first rows by name and the others counted."""
    items = [item for one in differences for item in _items(one, language)]
    kept = items[:MOST_ROWS]
    if more := len(items) - len(kept):
        kept.append(say_count(language, "join.more", figures.number(language, more)))
    listed = joined(language, kept, "join.items")
    return say(language, "since.changed", version=then.book_version, day=_iso(then.day), items=listed)


def _items(differences: Differences, language: str) -> Iterable[str]:
    sheet = shown(differences.comparison, language)
    for old, new in differences.changed:
        was, now = sheet.short(old.effective_cost), sheet.short(new.effective_cost)
        yield say(language, "since.row", name=sheet.name(new), old=was, new=now)
    for quote in differences.new:
        yield say(language, "since.new", name=sheet.name(quote))
    for quote in differences.gone:
        yield say(language, "since.gone", name=labels.short_name(language, quote))


def keep_action(then: PricedWith, language: str) -> Action:
    """The button that goes back to the prices before, for the whole thread."""
    return Action(say(language, "since.keep"), KEEP, then.model_dump_json())


def kept_note(then: PricedWith, language: str) -> str:
    """That a thread keeps prices of an earlier day."""
    return say(language, "since.kept", version=then.book_version, day=_iso(then.day))


def today_action(language: str) -> Action:
    """The button that goes on with the newest prices."""
    return Action(say(language, "since.today"), KEEP, PricedWith().model_dump_json())


def _iso(day: date | None) -> str:
    return day.isoformat() if day else ""
