"""Checks the figures of a seller's text in a file: quartermaster check quote.txt."""

import csv
import sys
from collections.abc import Iterable, Sequence
from io import StringIO
from pathlib import Path

import click
from openpyxl import load_workbook
from rich.console import Console

from bot.compose import build_desk, clock, opened, warn
from bot.intents.advice.claims import check_claim
from bot.intents.replying import Context
from bot.replies.card import Card
from bot.replies.terminal import print_card
from bot.settings import SettingsError, load
from bot.understanding.claims.detect import claim_reading
from pricing.errors import PricingError

BAD_SETUP = 2
NO_FIGURE = 1
MOST_BYTES = 5_000_000
_ENCODINGS = ("utf-8-sig", "gb18030")


class NotReadable(Exception):
    """A file that is no text and no sheet; the message says why."""


@click.command()
@click.argument("file", metavar="FILE")
def check(file: str) -> None:
    """Check a seller's text (.txt, .md, .csv, .xlsx; - reads standard input): do its figures add up?"""
    try:
        text = sys.stdin.read() if file == "-" else text_of(Path(file))
    except NotReadable as error:
        click.echo(str(error), err=True)
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


def _checked(text: str) -> Card:
    """The card of a text, with the prices of today. Raises SettingsError, PricingError."""
    settings = load()
    now = clock(settings)
    reading = claim_reading(text)
    with opened(settings, now, warn) as store:
        book = build_desk(settings, store, now).book_of_today()
        return check_claim(reading, Context(book, reading.language, settings.currency)).card


def text_of(path: Path) -> str:
    """The text of a file; cells of a sheet with | between them. Raises NotReadable."""
    try:
        if path.stat().st_size > MOST_BYTES:
            raise NotReadable(f"{path} is larger than {MOST_BYTES // 1_000_000} MB")
        if path.suffix.lower() in (".xlsx", ".xlsm"):
            return _of_workbook(path)
        text = _decoded(path)
    except OSError as error:
        raise NotReadable(f"Cannot read {path}: {error.strerror or error}") from None
    return _as_table(csv.reader(StringIO(text))) if path.suffix.lower() == ".csv" else text


def _decoded(path: Path) -> str:
    raw = path.read_bytes()
    for encoding in _ENCODINGS:
        try:
            text = raw.decode(encoding)
        except UnicodeDecodeError:
            continue
        if "\0" not in text:
            return text
    raise NotReadable(f"{path} is no text (.txt, .md, .csv) and no .xlsx")


def _of_workbook(path: Path) -> str:
    """The first sheet's cells. Formulas as the values that were stored with them."""
    try:
        book = load_workbook(path, read_only=True, data_only=True)
        rows = [["" if cell is None else str(cell) for cell in row] for row in book.worksheets[0].values]
    except Exception as error:  # whatever a damaged file makes the reader raise
        raise NotReadable(f"{path} is no readable .xlsx: {type(error).__name__}") from None
    return _as_table(rows)


def _as_table(rows: Iterable[Sequence[str]]) -> str:
    return "\n".join("| " + " | ".join(str(cell).replace("\n", " ") for cell in row) + " |" for row in rows)
