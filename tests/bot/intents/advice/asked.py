"""Asks a desk on the seeded book, as a person does in a thread."""

from datetime import UTC, date, datetime
from functools import cache
from pathlib import Path
from tempfile import mkdtemp

from bot.desk import Desk
from bot.intents.turn import Answer, Asking
from bot.replies.card import Card
from pricing.store import Store

TODAY = date(2026, 12, 1)


@cache
def desk() -> Desk:
    """A desk on the book that comes with the project; nothing writes into it."""
    store = Store.open(Path(mkdtemp()) / "book.db", now=datetime(2026, 12, 1, tzinfo=UTC))
    return Desk(store.book, lambda: TODAY, "CNY")


def asked(*texts: str) -> Answer:
    """The answer to the last of some messages of one thread."""
    state, answer = None, None
    for text in texts:
        answer = desk().ask(Asking(text, "U1", state=state))
        state = answer.state or state
    assert answer is not None
    return answer


def text_of(card: Card) -> str:
    """Everything a card says, line by line."""
    rows = [" | ".join(cell.text for cell in row) for row in card.table.rows] if card.table else []
    sections = [line for section in card.sections for line in (section.title, *section.lines)]
    return "\n".join([card.header, *card.lead, card.verdict, *rows, *sections, *card.notes, *card.context])
