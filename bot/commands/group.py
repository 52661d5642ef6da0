"""`quartermaster prices`: all of its commands."""

import click

from bot.commands import changing, deciding, files, looking

COMMANDS = (
    *(looking.find, looking.show, looking.history, looking.stale, looking.coming, looking.pending),
    *(changing.set_price, changing.correct, changing.add, changing.withdraw, changing.undo),
    *(changing.rate, changing.assume, changing.alias),
    *(deciding.approve, deciding.reject),
    *(files.template_file, files.export),
)


@click.group()
def prices() -> None:
    """Look prices up, and keep them right."""


for command in COMMANDS:
    prices.add_command(command)
