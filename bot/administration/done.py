"""What became of a change that somebody asked for."""

from dataclasses import dataclass

from pricing.approvals import Proposal
from pricing.changes import Reason, Saved


@dataclass(frozen=True, slots=True)
class Done:
    """Saved, or (`proposal`) waiting for a second person, with the reasons why."""

    saved: Saved | None = None
    proposal: Proposal | None = None
    reasons: tuple[Reason, ...] = ()
