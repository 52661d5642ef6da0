"""`quartermaster prices find`, `show`, `history`, `stale`, `coming`, `pending`: everything that changes nothing."""

import json
import re
from datetime import datetime

import click

from bot.administration.found import Line
from bot.commands.clerk import COMMAND, REFUSED, Clerk, at_work, speaking
from bot.replies.prices.data import line_data
from bot.replies.prices.found import found_card, is_nothing, line_card
from bot.replies.prices.history import history_card
from bot.replies.prices.lists import MOST_ROWS
from bot.replies.prices.state import coming_card, pending_card, proposal_card, stale_card
from bot.replies.prices.values import thing_name
from bot.replies.words import languages
from bot.rights import Right
from pricing.approvals import Proposal
from pricing.book import Entry

DAY = click.DateTime(["%Y-%m-%d"])
_CHINESE = re.compile("[\u4e00-\u9fff]")


@click.command()
@click.argument("words", nargs=-1)
@click.option("--as-of", type=DAY, help="The book on that day.")
@click.option("--json", "as_json", is_flag=True, help="Print every line that was found as JSON.")
@click.option("--all", "all_rows", is_flag=True, help="Show every line, not only the first.")
@click.option("--language", type=click.Choice(languages()), help="Language of the answer; else that of the words.")
@click.pass_context
def find(
    context: click.Context,
    words: tuple[str, ...],
    as_of: datetime | None,
    as_json: bool,
    all_rows: bool,
    language: str | None,
) -> None:
    """Find prices: quartermaster prices find h100 aws."""
    text = " ".join(words)
    spoken = language or ("zh" if _CHINESE.search(text) else "en")
    with at_work(spoken, Right.VIEW) as clerk:
        day = as_of.date() if as_of else None
        found = clerk.office.find(text, clerk.contracts, day)
        lines = () if is_nothing(found, text) else found.lines
        if as_json:
            data = {
                "lines": [line_data(line) for line in lines],
                "unknown": list(found.unknown),
                "close": list(found.close),
            }
            click.echo(json.dumps(data, ensure_ascii=False, indent=2))
        elif len(lines) == 1 and day is None and not found.unknown:
            _show(clerk, lines[0])
        else:
            clerk.show(found_card(found, text, spoken, day, len(lines) if all_rows else MOST_ROWS))
        context.exit(0 if lines else REFUSED)


@click.command()
@click.argument("id")
@speaking
def show(id: str, language: str) -> None:
    """Show one price with its terms, its source, who entered it, and what comes next."""
    with at_work(language, Right.VIEW) as clerk:
        _show(clerk, clerk.line(id))


def _show(clerk: Clerk, line: Line) -> None:
    today = clerk.office.today()
    standing = clerk.office.ledger.standing(line.kind, line.subject)
    next_ = [entry for entry in standing if entry.effective_from > today]
    clerk.show(line_card(line, clerk.office.history(line), next_, today, clerk.language))


@click.command()
@click.argument("id")
@click.option("--all", "all_rows", is_flag=True, help="Show every row, not only the newest.")
@speaking
def history(id: str, all_rows: bool, language: str) -> None:
    """Show who did what to one price, when, why and from which source."""
    with at_work(language, Right.VIEW) as clerk:
        line = clerk.line(id)
        recorded = clerk.office.history(line)
        most = len(recorded) if all_rows else MOST_ROWS
        clerk.show(history_card(thing_name(language, line), recorded, language, most=most))


@click.command()
@speaking
def stale(language: str) -> None:
    """List the prices that are older than they may be, the oldest first."""
    with at_work(language, Right.VIEW) as clerk:
        old, undated = clerk.office.stale(clerk.contracts)
        clerk.show(stale_card(old, undated, clerk.office.today(), language))


@click.command()
@speaking
def coming(language: str) -> None:
    """List the changes to come, by day."""
    with at_work(language, Right.VIEW) as clerk:
        clerk.show(coming_card(clerk.office.coming(clerk.contracts), clerk.office.today(), language))


@click.command()
@click.argument("row", type=int, required=False)
@speaking
def pending(row: int | None, language: str) -> None:
    """List the changes that wait for a second person, or show one of them."""
    with at_work(language, Right.VIEW) as clerk:
        waiting = clerk.office.pending(clerk.contracts)
        if row is None:
            clerk.show(pending_card(waiting, language, command=COMMAND))
            return
        one = next((one for one in waiting if one.id == row), None)
        if one is None:
            clerk.refuse_because("impossible.no-proposal", number=row)
        card = proposal_card(one, in_force(clerk, one), language, command=COMMAND, approvers=clerk.approvers)
        clerk.show(card)


def in_force(clerk: Clerk, proposal: Proposal) -> dict[str, Entry]:
    """Subject -> the entry in force now, of all that a waiting change is about."""
    found: dict[str, Entry] = {}
    for new in proposal.waiting.change.entries:
        line = clerk.office.line(new.entry.subject, contracts=True, kind=new.entry.kind)
        if line and line.entry:
            found[new.entry.subject] = line.entry
    return found
