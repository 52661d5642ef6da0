"""`quartermaster prices approve` and `reject`: what a second person decides about a change that waits."""

import click

from bot.administration.office import is_secret
from bot.commands.clerk import COMMAND, Clerk, at_work, speaking
from bot.commands.progress import progress_of
from bot.replies.prices.changed import decided_card
from bot.replies.prices.preview import preview_card
from bot.rights import Right
from pricing.approvals import Proposal
from pricing.changes import Impossible, Saved
from pricing.importing import PreviewChanged


@click.command()
@click.argument("row", type=int)
@speaking
def approve(row: int, language: str) -> None:
    """Approve a change that waits: it is saved at once. Nobody approves their own."""
    with at_work(language, Right.VIEW, Right.APPROVE) as clerk:
        proposal = _waiting(clerk, row)
        is_import = bool(proposal.waiting.order)
        saved = _imported(clerk, row) if is_import else clerk.office.ledger.approve(row, clerk.actor)
        clerk.show(decided_card(row, True, language, undo_row=saved.row or None, command=COMMAND))


def _imported(clerk: Clerk, row: int) -> Saved:
    try:
        with progress_of(clerk.language) as progress:
            return clerk.imports.approve(row, clerk.actor, progress)
    except PreviewChanged as error:
        clerk.warn(preview_card(error.preview, clerk.language))
        clerk.refuse_because("prices.approval-changed")


@click.command()
@click.argument("row", type=int)
@click.option("--why", default="", help="Why not, for the audit trail.")
@speaking
def reject(row: int, why: str, language: str) -> None:
    """Reject a change that waits; its own author may take it back so."""
    with at_work(language, Right.VIEW) as clerk:
        proposal = clerk.office.ledger.proposal(row)
        if proposal.actor != clerk.actor:
            clerk.require(Right.APPROVE)
        _waiting(clerk, row)
        clerk.office.ledger.reject(row, clerk.actor, why.strip())
        clerk.show(decided_card(row, False, language))


def _waiting(clerk: Clerk, row: int) -> Proposal:
    """The proposal, for somebody who may see what it is about. Raises Impossible."""
    proposal = clerk.office.ledger.proposal(row)
    if is_secret(proposal) and not clerk.contracts:
        raise Impossible("no-proposal", number=row)
    return proposal
