"""Checks the figures of a seller's text in a file: quartermaster check quote.txt."""

import sys
from pathlib import Path

import click
from rich.console import Console

from bot.claim_files import MOST_BYTES, NotReadable, text_of
from bot.compose import build_desk, clock, opened, warn
from bot.intents.advice.claims import check_claim
from bot.intents.replying import Context
from bot.replies.card import Card
from bot.replies.terminal import print_card
from bot.replies.words import say
from bot.settings import SettingsError, load
from bot.understanding.claims.detect import claim_reading
from pricing.errors import PricingError

BAD_SETUP = 2
NO_FIGURE = 1


@click.command()
@click.argument("file", metavar="FILE")
def check(file: str) -> None:
    """Check a seller's text (.txt, .md, .csv, .xlsx; - reads standard input): do its figures add up?"""
    try:
        text = sys.stdin.read() if file == "-" else text_of(file, _content(Path(file)))
    except NotReadable as error:
        click.echo(say("en", f"check.unreadable-{error.reason}", name=file, **error.values), err=True)
        sys.exit(BAD_SETUP)
    except OSError as error:
        click.echo(f"Cannot read {file}: {error.strerror or error}", err=True)
        sys.exit(BAD_SETUP)
    if not text.strip():
        click.echo(f"Nothing to check: {file} is empty", err=True)
        sys.exit(BAD_SETUP)
    try:
        card = _checked(text)
    except (SettingsError, PricingError) as error:
        click.echo(str(error), err=True)
        sys.exit(BAD_SETUP)
    print_card(card, Console())
    sys.exit(0 if card.table else NO_FIGURE)


def _content(path: Path) -> bytes:
    """What is in a file, as much as shows whether it is too much. Raises OSError."""
    with path.open("rb") as file:
        return file.read(MOST_BYTES + 1)


def _checked(text: str) -> Card:
    """The card of a text, with the prices of today. Raises SettingsError, PricingError."""
    settings = load()
    now = clock(settings)
    reading = claim_reading(text)
    with opened(settings, now, warn) as store:
        book = build_desk(settings, store, now).book_of_today()
        return check_claim(reading, Context(book, reading.language, settings.currency)).card
