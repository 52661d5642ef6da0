"""`quartermaster import`, `prices export` and `prices template`: whole files."""

import re
from pathlib import Path
from typing import Any

import click

from bot.administration.exports import template
from bot.administration.form import NotWanted, Problem
from bot.administration.imports import request_of
from bot.commands.changing import YES, options
from bot.commands.clerk import BAD_USE, COMMAND, Clerk, at_work, speaking
from bot.commands.looking import DAY
from bot.commands.progress import progress_of
from bot.exports.on_disk import CannotWrite, Target, checked
from bot.replies.prices.preview import imported_card, preview_card
from bot.replies.words import group, say
from bot.rights import Right
from pricing.importing import PreviewChanged
from pricing.imports.days import NotADay, observed
from pricing.imports.preview import Options, Preview
from pricing.imports.source import MAX_BYTES, Source
from pricing.listings import FileRefused

CODE = re.compile("[A-Z]{3}")

FILE = click.Path(path_type=Path)
FORCE = click.option("--force", is_flag=True, help="Replace a file that is there already.")


@click.command("template")
@click.argument("file", type=FILE)
@FORCE
@speaking
def template_file(file: Path, force: bool, language: str) -> None:
    """Write an empty price list to fill in: FILE.csv or FILE.xlsx."""
    target = _target(file, force)
    _, content = template(target.format, group(language, "template"))
    _write(target, content, language)


@click.command()
@click.argument("file", type=FILE)
@click.argument("words", nargs=-1)
@click.option("--history", is_flag=True, help="All entries that stand, not only those in force today and later.")
@FORCE
@speaking
def export(file: Path, words: tuple[str, ...], history: bool, force: bool, language: str) -> None:
    """Write the price book, or what WORDS ask for, to FILE.csv or FILE.xlsx, which can be imported again."""
    target = _target(file, force)
    with at_work(language, Right.VIEW) as clerk:
        _, content = clerk.files.book_file(target.format, " ".join(words), clerk.contracts, history)
        _write(target, content, language)


def _target(file: Path, force: bool) -> Target:
    try:
        return checked(file, force)
    except CannotWrite as error:
        raise click.BadParameter(str(error), param_hint="FILE") from None


def _write(target: Target, content: bytes, language: str) -> None:
    try:
        target.write(content)
    except CannotWrite as error:
        click.echo(str(error), err=True)
        raise SystemExit(BAD_USE) from None
    click.echo(say(language, "prices.exported", path=target.path), err=True)


@click.command("import")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, readable=True, path_type=Path))
@click.option("--provider", default="", help="Whose prices these are, where the file does not say.")
@click.option("--observed", default="", metavar="DAY", help="When they were seen, where the file does not say.")
@click.option("--currency", default="", help="Their currency, where the file does not say.")
@click.option("--source", default="", help="Where they are from, where the file does not say.")
@click.option("--from", "first_day", type=DAY, help="The day they begin, where the file does not say.")
@click.option("--feed", default="", help="Files of one feed follow each other: what vanishes between them is told.")
@click.option(
    "--add-names", is_flag=True, help="Add sellers and GPUs that the book does not know, as the file names them."
)
@click.option("--withdraw-vanished", is_flag=True, help="End the prices that the last file of the feed had.")
@click.option("--why", default="", help="Why, for the audit trail.")
@click.option("--dry-run", is_flag=True, help="Only show what the file would change.")
@options(YES)
def import_file(file: Path, dry_run: bool, yes: bool, language: str, **said: Any) -> None:
    """Import a price list: our own CSV or XLSX, or one of the public catalogues. Shows first what it would change."""
    with at_work(language, Right.VIEW, Right.EDIT) as clerk:
        source, chosen = _source(file), _options(said)
        with progress_of(language) as progress:
            preview = clerk.imports.preview(source, chosen, clerk.actor, progress)
        if preview.confidential:
            clerk.require(Right.CONTRACTS)
        clerk.show(preview_card(preview, language))
        if dry_run or not preview.writes:
            return
        clerk.agree("prices.confirm-import", "prices.import-needs-yes", yes)
        _confirm(clerk, source, preview)


def _confirm(clerk: Clerk, source: Source, preview: Preview) -> None:
    request = request_of(clerk.actor, preview.mark, preview.version)
    try:
        with progress_of(clerk.language) as progress:
            done = clerk.imports.confirm(source, preview.options, preview.mark, clerk.actor, request, progress)
    except PreviewChanged as error:
        clerk.show(preview_card(error.preview, clerk.language))
        clerk.refuse_because("prices.book-changed")
    card = imported_card(preview, done, clerk.language, done.row, command=COMMAND, approvers=clerk.approvers)
    clerk.show(card)


def _source(file: Path) -> Source:
    """The file, unless it is larger than is ever read. Raises FileRefused."""
    try:
        size = file.stat().st_size
        if size > MAX_BYTES:
            raise FileRefused("too-big", bytes=size, most=MAX_BYTES)
        return Source(str(file), file.read_bytes())  # the folder may tell whose prices they are
    except OSError as error:
        raise FileRefused("not-readable", path=file, why=error.strerror) from None


def _options(said: dict[str, Any]) -> Options:
    """What was said about the file. Raises NotWanted."""
    problems: dict[str, Problem] = {}
    seen = ""
    try:
        seen = observed(said["observed"])
    except NotADay as error:
        problems["observed_on"] = Problem(error.reason, error.values)
    currency = said["currency"].strip().upper()
    if currency and not CODE.fullmatch(currency):
        problems["currency"] = Problem("not-a-currency", {"text": said["currency"]})
    if problems:
        raise NotWanted(problems)
    texts = {name: said[name].strip() for name in ("provider", "source", "feed", "why")}
    first_day = said["first_day"].date() if said["first_day"] else None
    flags = {name: said[name] for name in ("withdraw_vanished", "add_names")}
    return Options(observed_on=seen, currency=currency, effective_from=first_day, **flags, **texts)
