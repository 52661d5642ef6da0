"""A delivery: something a person did that is to be answered, small enough to be written down before it is."""

import hashlib
from enum import StrEnum

from bot.conversation_records import Place
from bot.slack_client import Spot
from pricing.base import Frozen


class Kind(StrEnum):
    """How something reached the bot."""

    COMMAND = "command"
    MESSAGE = "message"
    BUTTON = "button"
    SHORTCUT = "shortcut"  # on a message
    FORM = "form"  # one that was filled in
    CHECK = "check"  # of a seller's text: by the shortcut on a message, or of a file
    EDIT = "edit"  # of a message that was a question
    SHARE = "share"  # a private answer to the channel
    OPEN = "open"  # the form, to be filled in
    HOME = "home"  # the Home tab was looked at
    PRICES = "prices"  # about the price book: a command, a button, a window that was sent, a file
    PRICES_WINDOW = "prices-window"  # the same, to be done in a window that opens now


OPENING = (Kind.OPEN, Kind.PRICES_WINDOW)
"""What opens a window, which has to happen within three seconds."""

ON_TOP = (Kind.COMMAND, Kind.FORM, Kind.SHARE)
"""Questions the channel has not seen: the answer begins a thread and shows them."""


class Delivery(Frozen):
    """Something a person did that is to be answered.

    `key` is the same for every delivery of the same act. `channel` is empty where the answer goes to the user alone, as
    a direct message. `root` is the timestamp of the thread's first message, empty where the answer itself begins one.
    `ts`: the message that holds the question. `own`: the thread began with a question to the bot. `addressed`: meant
    for the bot without doubt, not merely said in a thread of its own. `shared`: whether people of other organisations
    read the channel, None where the delivery does not tell. `private`: the answer is for the asker only. `since`: a
    Slack timestamp not later than the answer. `response_url` is empty for messages. `trigger` opens a window, soon.
    `queue`: those with the same one are worked on one after the other. `claim`: a text to be checked; `text` are the
    words it came with.
    """

    kind: Kind
    key: str
    team: str
    channel: str
    user: str
    text: str = ""
    root: str = ""
    ts: str = ""
    own: bool = True
    addressed: bool = True
    shared: bool | None = None
    private: bool = False
    since: str = "0"
    response_url: str = ""
    trigger: str = ""
    action_id: str = ""
    value: str = ""
    queue: str = ""
    claim: str | None = None

    @property
    def mark(self) -> str:
        """Id of this delivery that tells nothing about it."""
        return hashlib.sha256(self.key.encode()).hexdigest()[:32]

    @property
    def ref(self) -> str:
        """The short form of the mark, for the log and for people."""
        return f"q-{self.mark[:6]}"

    @property
    def place(self) -> Place | None:
        """The thread it belongs to; None where its answer begins one."""
        return Place(self.team, self.channel, self.root) if self.root else None

    @property
    def spot(self) -> Spot:
        """Where the answer goes."""
        return Spot(self.channel, self.root or None, self.since)

    @property
    def joins(self) -> bool:
        """Whether it stands in a thread that went on before without the bot."""
        return bool(self.ts) and self.root not in ("", self.ts)
