"""Main replies as JSON files to be read and reviewed. `python -m tests.bot.replies.snapshots` writes them anew."""

import json
from collections.abc import Iterator
from pathlib import Path

from bot.replies.actions import View
from bot.replies.card import Card
from bot.replies.comparison import comparison_card
from bot.replies.help import help_card
from bot.replies.math import math_card
from bot.replies.side_by_side import side_by_side_card
from bot.replies.slack import message
from bot.replies.sources import sources_card
from bot.replies.words import languages
from tests.bot.replies.builders import b200_comparison, market_comparison, seed_comparison
from tests.bot.replies.prices.examples import cards as price_cards

FOLDER = Path(__file__).parent / "snapshots"


def cards() -> Iterator[tuple[str, Card]]:
    """Every main reply with its name, in every language."""
    for language in languages():
        yield f"seed.{language}", comparison_card(seed_comparison(), language)
        for view in View:
            yield f"market-{view}.{language}", comparison_card(market_comparison(), language, view)
        yield f"math.{language}", math_card(seed_comparison(), language)
        yield f"sources.{language}", sources_card(market_comparison(), language)
        yield f"side-by-side.{language}", side_by_side_card([market_comparison(), b200_comparison()], language)
        yield f"help.{language}", help_card(language)
    yield from price_cards()


def as_json(card: Card) -> str:
    """The Slack message of a card, readable."""
    sent = message(card)
    return json.dumps({"text": sent.text, "blocks": sent.blocks}, ensure_ascii=False, indent=1) + "\n"


def main() -> None:
    """Write all snapshots."""
    FOLDER.mkdir(exist_ok=True)
    for name, card in cards():
        (FOLDER / f"{name}.json").write_text(as_json(card), encoding="utf-8")


if __name__ == "__main__":
    main()
