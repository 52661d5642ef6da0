"""The main replies are what was reviewed.

After a wanted change: python -m tests.bot.replies.snapshots, and read the difference.
"""

import pytest

from bot.replies.card import Card
from bot.replies.slack import message
from tests.bot.replies.slack_limits import breaches
from tests.bot.replies.snapshots import FOLDER, as_json, cards

CARDS = dict(cards())


@pytest.mark.parametrize("name", CARDS)
def test_the_reply_is_the_one_that_was_reviewed(name: str) -> None:
    card: Card = CARDS[name]
    assert breaches(message(card)) == []
    assert as_json(card) == (FOLDER / f"{name}.json").read_text(encoding="utf-8")


def test_no_snapshot_is_left_over() -> None:
    assert {path.stem for path in FOLDER.glob("*.json")} == set(CARDS)
