"""The command line: ask in a terminal, show what is understood, or serve Slack."""

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from importlib import import_module
from pathlib import Path

import click
from rich.console import Console

from bot.compose import build_desk, clock, opened, warn
from bot.desk import Desk
from bot.intents.turn import Asking, ThreadState
from bot.replies.terminal import print_card
from bot.settings import SettingsError, load
from pricing.errors import PricingError

BAD_SETUP = 2
NO_FIGURE = 1


@contextmanager
def _desk() -> Iterator[Desk]:
    """The desk on the configured price book; what is wrong with either is said in one line, with exit code 2."""
    try:
        settings = load()
        now = clock(settings)
        with opened(settings, now, warn) as store:
            yield build_desk(settings, store, now)
    except (SettingsError, PricingError) as error:
        click.echo(str(error), err=True)
        sys.exit(BAD_SETUP)


class Commands(click.Group):
    """The commands; those that keep the price book are loaded when they are called, so that questions start fast."""

    def list_commands(self, context: click.Context) -> list[str]:
        return sorted([*super().list_commands(context), *KEEPING])

    def get_command(self, context: click.Context, name: str) -> click.Command | None:
        if name not in KEEPING:
            return super().get_command(context, name)
        module, command = KEEPING[name]
        found: click.Command = getattr(import_module(f"bot.commands.{module}"), command)
        return found


KEEPING = {
    "prices": ("group", "prices"),
    "import": ("files", "import_file"),
    "audit": ("audit", "audit"),
    "check": ("checking", "check"),
}


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="quartermaster")
def main() -> None:
    """Prices compute: own, cloud and specialised cloud side by side, every figure traced to its source."""


TEXT = {"ignore_unknown_options": True}
"""A text may begin with a minus: "-8 H100" is a question to be answered, not an option."""


def _text(words: tuple[str, ...]) -> str:
    """The words as one text. A word like --jsn is a misspelt option, and said to be."""
    for word in words:
        if word.startswith("--") and word[2:3].isalpha() and " " not in word:
            raise click.UsageError(f"no such option: {word}")
    return " ".join(words)


@main.command(context_settings=TEXT)
@click.argument("text", nargs=-1)
@click.option("--json", "as_json", is_flag=True, help="Print every figure, line, price row and assumption as JSON.")
@click.option("--math", is_flag=True, help="Show how each figure is worked out, and from which price rows.")
@click.option("--all", "all_rows", is_flag=True, help="Show every option, not only the first of each kind.")
@click.option("--view", type=click.Choice(["effective", "cash", "equal-work", "break-even"]), default="effective")
@click.option("--as-of", type=click.DateTime(["%Y-%m-%d"]), help="Use the prices of that day.")
@click.option("--currency", help="Answer in this currency, such as USD.")
@click.option("--export", "export_to", type=Path, metavar="FILE", help="Also write every option to FILE.xlsx or .csv.")
@click.option("--force", is_flag=True, help="With --export: replace a file that is there already.")
def ask(
    text: tuple[str, ...],
    as_json: bool,
    math: bool,
    all_rows: bool,
    view: str,
    as_of: datetime | None,
    currency: str | None,
    export_to: Path | None,
    force: bool,
) -> None:
    """Price a question: quartermaster ask "1024 H100 for 6 weeks"."""
    from bot.exports.on_disk import CannotWrite, checked
    from bot.terminal import Options, asked

    question = _text(text)
    try:
        target = checked(export_to, force) if export_to else None
    except CannotWrite as error:
        raise click.BadParameter(str(error), param_hint="--export") from None
    day = as_of.date() if as_of else None
    options = Options(view=view, all_rows=all_rows, math=math, currency=currency and currency.upper())
    with _desk() as desk:
        result = asked(desk, question, day, options)
        if as_json:
            click.echo(json.dumps(result.data(), ensure_ascii=False, indent=2))
        else:
            for card in result.cards():
                print_card(card, Console())
        if target:
            try:
                click.echo(result.export(target), err=True)  # not among the output, which a program may read
            except CannotWrite as error:
                click.echo(str(error), err=True)
                sys.exit(BAD_SETUP)
        sys.exit(0 if result.priced else NO_FIGURE)


@main.command()
def chat() -> None:
    """Ask and follow up, as in a Slack thread. An empty line or Ctrl-D ends it."""
    console = Console()
    with _desk() as desk:
        state: ThreadState | None = None
        while line := _line():
            answer = desk.ask(Asking(line, "terminal", state=state))
            state = answer.state or state
            print_card(answer.card, console)


def _line() -> str:
    try:
        return input("> " if sys.stdin.isatty() else "").strip()
    except (EOFError, KeyboardInterrupt):
        return ""


@main.command(context_settings=TEXT)
@click.argument("text", nargs=-1)
@click.option("--json", "as_json", is_flag=True, help="Print the reading as JSON.")
def read(text: tuple[str, ...], as_json: bool) -> None:
    """Show what a text is understood to say, piece by piece. Several lines are a thread; - reads standard input."""
    from bot.replies.reading import reading_card, reading_data

    words = _text(text)
    lines = (sys.stdin.read() if words == "-" else words).splitlines() or [""]
    with _desk() as desk:
        readings = desk.read_thread(lines)
        if as_json:
            click.echo(json.dumps([reading_data(reading) for reading in readings], ensure_ascii=False, indent=2))
            return
        for line, reading in zip(lines, readings, strict=True):
            print_card(reading_card(line, reading), Console())


@main.command()
def serve() -> None:
    """Serve Slack: Socket Mode where SLACK_APP_TOKEN is set, else HTTP."""
    from bot.app import serve as serve_slack

    try:
        sys.exit(serve_slack(load(slack=True)))
    except (SettingsError, PricingError) as error:
        click.echo(str(error), err=True)
        sys.exit(BAD_SETUP)


if __name__ == "__main__":
    main()
