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

    @property
    def row(self) -> int | None:
        """The row of the trail by which it is taken back, if it can be."""
        return (self.saved.row or None) if self.saved else None
