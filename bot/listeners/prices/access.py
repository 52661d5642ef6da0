"""Who may do what with prices, and who is shown contract prices where."""

from collections.abc import Callable

from bot.listeners.channels import Channels
from bot.listeners.delivery import Delivery
from bot.replies.words import say
from bot.rights import Reason, Right, Rights, word_key


class Refused(Exception):
    """Somebody may not do this. It stands in the log already."""

    def __init__(self, reason: Reason, right: Right) -> None:
        super().__init__(f"{right}: {reason}")
        self.reason, self.right = reason, right

    def text(self, language: str) -> str:
        """Why, for whoever is refused."""
        return say(language, word_key(self.reason, self.right))


CHANGING = (Right.EDIT, Right.APPROVE)
"""Rights whose refusal an auditor wants to read of."""

Note = Callable[[str, str, str], None]


class Access:
    """Answers from the newest rights. `channels` None: contract prices may be shown in shared channels too.

    `for_everybody`: contract prices are no secret here. `note`: writes down who was not let do what, and why.
    """

    def __init__(
        self, rights: Rights, channels: Channels | None, for_everybody: bool, note: Note | None = None
    ) -> None:
        self._rights, self._channels, self._for_everybody, self._note = rights, channels, for_everybody, note

    def insist(self, delivery: Delivery, right: Right, fresh: bool = False) -> None:
        """Raises Refused for whoever does not have the right. `fresh`: Slack is asked anew who they are."""
        self.insist_on(delivery.user, right, delivery.ref, fresh)

    def insist_on(self, user: str, right: Right, ref: str, fresh: bool = False) -> None:
        """The same for a user."""
        if reason := self._rights.check(user, right, ref, fresh):
            if self._note and right in CHANGING:
                self._note(user, right.value, reason.value)
            raise Refused(reason, right)

    def insist_on_contracts(self, user: str, ref: str, fresh: bool = False) -> None:
        """Raises Refused for whoever may not see contract prices."""
        if not self._for_everybody:
            self.insist_on(user, Right.CONTRACTS, ref, fresh)

    def may(self, user: str, right: Right) -> bool:
        """Whether a user has a right, as far as that is known."""
        return self._rights.may(user, right)

    def may_see_contracts(self, user: str) -> bool:
        """Whether a user may see contract prices, in some place."""
        return self._for_everybody or self._rights.may(user, Right.CONTRACTS)

    def shows_contracts(self, delivery: Delivery) -> bool:
        """Whether contract prices are shown to whoever sent this, in the place they sent it from."""
        return self.may_see_contracts(delivery.user) and not self.is_shared(delivery.channel, delivery.shared)

    def is_shared(self, channel: str, told: bool | None = None) -> bool:
        """Whether people of other organisations read a channel; empty: it is no channel."""
        return bool(channel and self._channels and self._channels.is_shared(channel, told))

    def name(self, user: str) -> str:
        """What people read for a user id."""
        return self._rights.name(user)

    def approvers(self, most: int) -> tuple[str, ...]:
        """Users who may approve, at most so many."""
        return self._rights.holders(Right.APPROVE, most)
