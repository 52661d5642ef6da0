"""What a window carries: which one it is, what it is about, and where its outcome is told."""

from enum import StrEnum
from typing import Literal

from bot.administration.form import Wanted
from pricing.base import Frozen
from pricing.book import EntryKind

PREFIX = "prices."
LONGEST_METADATA = 3000
"""Characters that Slack carries for a window."""


class Form(StrEnum):
    """The windows. `HISTORY` only asks of what."""

    HISTORY = "history"
    SET = "set"
    SCHEDULE = "schedule"
    CORRECT = "correct"
    WITHDRAW = "withdraw"
    ADD = "add"
    UNDO = "undo"
    REJECT = "reject"
    ALIAS = "alias"
    IMPORT = "import"

    @property
    def view_id(self) -> str:
        """The callback id of the window with its fields."""
        return f"{PREFIX}form.{self}.v1"


PICK_VIEW = f"{PREFIX}pick.v1"
CONFIRM_VIEW = f"{PREFIX}confirm.v1"
PLAIN_VIEW = f"{PREFIX}plain.v1"

OF_PRICES = (Form.SET, Form.SCHEDULE, Form.CORRECT, Form.WITHDRAW)
"""Windows about a price that is there."""


class Origin(Frozen):
    """Where a window was called from: its language, the channel, and a way to answer one person there alone."""

    language: str = "en"
    channel: str = ""
    response_url: str = ""


class WindowState(Frozen):
    """What a window carries. `base`: the newest entry of its subject when it was opened (0: none).

    `number`: of an act or a proposal. `table`, `thing`, `name`, `takes`: a name that is given to a thing, or taken.
    `wanted`: what its fields said, in the window that asks whether it is meant.
    """

    form: Form
    origin: Origin = Origin()
    kind: EntryKind = EntryKind.PRICE
    subject: str = ""
    base: int | None = None
    number: int = 0
    table: Literal["gpu", "provider"] = "gpu"
    thing: str = ""
    name: str = ""
    takes: bool = False
    wanted: Wanted | None = None

    def packed(self) -> str:
        """As text for Slack to carry. Raises TooMuch."""
        text = self.model_dump_json(exclude_defaults=True)
        if len(text) > LONGEST_METADATA:
            raise TooMuch
        return text


class TooMuch(Exception):
    """More text than a window can carry."""
