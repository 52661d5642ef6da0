"""`quartermaster prices set`, `correct`, `add`, `withdraw`, `rate`, `assume`, `alias`, `undo`: one change each.

What the checks find doubtful is shown and asked about first. Nothing is ever deleted: a change is a new dated entry.
"""

from collections.abc import Callable
from typing import Any, TypeVar

import click

from bot.administration.done import Done
from bot.administration.form import NotWanted, Problem, Wanted
from bot.administration.found import Line
from bot.commands.clerk import COMMAND, Clerk, at_work, new_request, speaking
from bot.commands.new_offer import offer_options, offer_wanted
from bot.replies.prices.changed import asks_card, changed_card
from bot.rights import Right
from pricing.book import Entry, EntryKind
from pricing.changes import Action, Aliasing, Change

F = TypeVar("F", bound=Callable[..., Any])
TEXT = {"ignore_unknown_options": True}
"""A value may begin with a minus, which is to be refused as a value, not as an option."""

AMOUNT = (
    click.option("--unit", default="", help="What it is for, such as GPU-Hours or /node/month; else as it was."),
    click.option("--currency", default="", help="Such as USD; else as it was."),
)
DAYS = (
    click.option("--from", "first_day", default="", metavar="DAY", help="The day it begins; else today."),
    click.option("--to", "end", default="", metavar="DAY", help="The first day it no longer holds."),
    click.option("--observed", default="", metavar="DAY", help="When it was seen, such as 2026-03-06 or 2026-03."),
)
ORIGIN = (
    click.option("--source", default="", help="Where it is from: an address, a document, a person."),
    click.option("--why", default="", help="Why it changes, for the audit trail."),
)
YES = (
    click.option("--yes", is_flag=True, help="Save what is doubtful without asking."),
    speaking,
)


def options(*groups: tuple[Callable[[F], F], ...]) -> Callable[[F], F]:
    """Several options at once, in this order."""

    def decorate(command: F) -> F:
        for group in reversed(groups):
            for option in reversed(group):
                command = option(command)
        return command

    return decorate


MOST_NAME = 60
FREE = (click.option("--free", is_flag=True, help="A value of 0 is meant: it costs nothing."),)


@click.command("set", context_settings=TEXT)
@click.argument("id")
@click.argument("value")
@options(AMOUNT, DAYS, ORIGIN, FREE, YES)
def set_price(id: str, value: str, **said: Any) -> None:
    """Change a price, from today or from another day: quartermaster prices set ID 2.49 --source … --why …"""
    with at_work(said["language"], Right.VIEW, Right.EDIT) as clerk:
        line = clerk.line(id)
        submit(clerk, wanted_of(clerk, line, value, said), said["yes"])


@click.command(context_settings=TEXT)
@click.argument("id")
@click.argument("value")
@options(AMOUNT, DAYS[2:], ORIGIN, FREE, YES)
def correct(id: str, value: str, **said: Any) -> None:
    """Correct a price that was entered wrong, from the day on which it began."""
    with at_work(said["language"], Right.VIEW, Right.EDIT) as clerk:
        line = clerk.line(id)
        if line.entry is None:
            day = clerk.office.today().isoformat()
            raise NotWanted({"effective_from": Problem("not-in-force", {"day": day})})
        begun = line.entry
        said = {
            **said,
            "first_day": begun.effective_from.isoformat(),
            "end": "",
            "observed": said["observed"] or begun.observed_on,
            "source": said["source"] or begun.source,
        }
        submit(clerk, wanted_of(clerk, line, value, said), said["yes"])


@click.command()
@click.argument("id")
@options(DAYS[:1], ORIGIN, YES)
def withdraw(id: str, **said: Any) -> None:
    """End a price: from that day on there is none."""
    with at_work(said["language"], Right.VIEW, Right.EDIT) as clerk:
        line = clerk.line(id)
        submit(clerk, wanted_of(clerk, line, "", {**said, "ends": True}), said["yes"])


@click.command(context_settings=TEXT)
@click.argument("value")
@options(offer_options, AMOUNT, DAYS, ORIGIN, FREE, YES)
def add(value: str, **said: Any) -> None:
    """Add an offer with its price: its id follows from its seller, name and terms."""
    with at_work(said["language"], Right.VIEW, Right.EDIT) as clerk:
        offer = offer_wanted(clerk, said)
        wanted = Wanted(subject=offer.id, value=value, offer=offer, base=0, **_fields(said))
        submit(clerk, wanted, said["yes"])


@click.command(context_settings=TEXT)
@click.argument("pair")
@click.argument("value")
@options(DAYS, ORIGIN, YES)
def rate(pair: str, value: str, **said: Any) -> None:
    """Set an exchange rate: quartermaster prices rate USD/CNY 7.1, so many CNY for one USD."""
    with at_work(said["language"], Right.VIEW, Right.EDIT) as clerk:
        line = clerk.line(pair.upper(), EntryKind.RATE)
        submit(clerk, wanted_of(clerk, line, value, said), said["yes"])


@click.command(context_settings=TEXT)
@click.argument("name")
@click.argument("value")
@options(AMOUNT, DAYS, ORIGIN, YES)
def assume(name: str, value: str, **said: Any) -> None:
    """Set an assumption, such as utilisation 0.65."""
    with at_work(said["language"], Right.VIEW, Right.EDIT) as clerk:
        line = clerk.line(name, EntryKind.ASSUMPTION)
        submit(clerk, wanted_of(clerk, line, value, said), said["yes"])


@click.command()
@click.argument("doing", type=click.Choice(["add", "remove"]))
@click.argument("table", type=click.Choice(["gpu", "provider", "instance", "region"]))
@click.argument("id")
@click.argument("name")
@options(ORIGIN[1:], (speaking,))
def alias(doing: str, table: Any, id: str, name: str, why: str, language: str) -> None:
    """Give a GPU, seller, instance type or region another name, or take one from it."""
    with at_work(language, Right.VIEW, Right.EDIT) as clerk:
        named = name.strip()
        if not named or len(named) > MOST_NAME:
            raise NotWanted({"alias": Problem("too-long" if named else "missing", {"most": str(MOST_NAME)})})
        aliasing = Aliasing(table=table, id=id, alias=named, add=doing == "add")
        done = clerk.office.alias(aliasing, clerk.actor, why, new_request())
        change = Change(action=Action.NAMED, actor=clerk.actor, aliases=(aliasing,))
        tell(clerk, change, done)


@click.command()
@click.argument("row", type=int)
@options(ORIGIN[1:], (speaking,))
def undo(row: int, why: str, language: str) -> None:
    """Take back what a row of the audit trail did, with all that was done with it."""
    with at_work(language, Right.VIEW, Right.EDIT) as clerk:
        if not why.strip():
            raise NotWanted({"why": Problem("missing", {})})
        change = clerk.office.ledger.undoing(row, clerk.actor, why.strip(), new_request())
        clerk.require_for(change)
        tell(clerk, change, clerk.office.submit(change))


def wanted_of(clerk: Clerk, line: Line, value: str, said: dict[str, Any]) -> Wanted:
    """The fields of a change of this line, on top of the newest entry about it."""
    newest = clerk.office.ledger.newest(line.kind, line.subject)
    base = newest.id if newest else 0
    return Wanted(kind=line.kind, subject=line.subject, value=value, base=base, **_fields(said))


def _fields(said: dict[str, Any]) -> dict[str, Any]:
    return {
        "currency": said.get("currency", ""),
        "unit": said.get("unit", ""),
        "effective_from": said.get("first_day", ""),
        "effective_to": said.get("end", ""),
        "observed_on": said.get("observed", ""),
        "source": said["source"],
        "why": said["why"],
        "free": said.get("free", False),
        "ends": said.get("ends", False),
    }


def submit(clerk: Clerk, wanted: Wanted, yes: bool) -> None:
    """Make a change; what is doubtful about it is shown and must be confirmed first."""
    prepared = clerk.office.prepare(wanted, clerk.actor, new_request())
    clerk.require_for(prepared.change)
    if prepared.findings:
        clerk.warn(asks_card(prepared, clerk.language, hint=False))
        clerk.agree("prices.confirm-terminal", "prices.needs-yes", yes)
    tell(clerk, prepared.change, clerk.office.submit(prepared.change), prepared.old)


def tell(clerk: Clerk, change: Change, done: Done, old: Entry | None = None) -> None:
    """Say what became of a change, and how to take it back."""
    if change.action is Action.UNDONE:
        old = _now(clerk, change)
    card = changed_card(
        change,
        done,
        clerk.language,
        old,
        row=done.row,
        command=COMMAND,
        approvers=clerk.approvers,
    )
    clerk.show(card)


def _now(clerk: Clerk, change: Change) -> Entry | None:
    """What is in force after an undoing."""
    if not change.entries:
        return None
    entry = change.entries[0].entry
    line = clerk.office.line(entry.subject, contracts=True, kind=entry.kind)
    return line.entry if line else None
