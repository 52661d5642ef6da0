"""`quartermaster audit verify`, `log` and `export`: what an auditor asks for."""

import re
import sys
from pathlib import Path

import click

from bot.commands.clerk import BAD_USE, REFUSED, at_work, speaking
from bot.commands.files import FILE, FORCE
from bot.commands.trail_file import trail_csv
from bot.exports.on_disk import CannotWrite, checked
from bot.replies.prices.audit import audit_card
from bot.replies.prices.history import log_card
from bot.replies.words import say
from bot.rights import Right

HASH = re.compile("[0-9a-f]{64}")


@click.group()
def audit() -> None:
    """The audit trail: prove it, read it, hand it out."""


@audit.command()
@click.option("--expect", default="", metavar="HASH", help="The last hash as it was written down earlier.")
@speaking
def verify(expect: str, language: str) -> None:
    """Prove that nothing in the book was changed past the audit trail, or name the first row that is wrong."""
    wanted = expect.strip().casefold()
    if wanted and not HASH.fullmatch(wanted):
        raise click.BadParameter("a hash has 64 hexadecimal digits", param_hint="--expect")
    with at_work(language, Right.VIEW) as clerk:
        proof = clerk.store.prove()
        row = None
        if wanted and not proof.broken and wanted != proof.head:
            row = next((row.id for row in clerk.office.ledger.trail() if row.hash == wanted), None)
        card = audit_card(proof, language, wanted, row)
        holds = not proof.broken and (not wanted or wanted == proof.head or row is not None)
        (clerk.show if holds else clerk.warn)(card)
        sys.exit(0 if holds else REFUSED)


@audit.command()
@click.option("--most", type=click.IntRange(1, 1000), default=20, show_default=True, help="How many rows.")
@speaking
def log(most: int, language: str) -> None:
    """Show what was done last, the newest first."""
    with at_work(language, Right.VIEW) as clerk:
        shown, hidden = clerk.office.latest(most, clerk.contracts)
        clerk.show(log_card(shown, language, hidden=hidden))


@audit.command()
@click.argument("file", type=FILE)
@FORCE
@speaking
def export(file: Path, force: bool, language: str) -> None:
    """Write the whole audit trail to FILE.csv, one row an act, with the hash that seals it."""
    try:
        target = checked(file, force)
        if target.format != "csv":
            raise CannotWrite(f"{file}: the name must end in .csv")
    except CannotWrite as error:
        raise click.BadParameter(str(error), param_hint="FILE") from None
    with at_work(language, Right.VIEW, Right.CONTRACTS) as clerk:
        content = trail_csv(clerk.office.ledger.trail())
        try:
            target.write(content)
        except CannotWrite as error:
            click.echo(str(error), err=True)
            sys.exit(BAD_USE)
        click.echo(say(language, "prices.exported", path=file), err=True)
