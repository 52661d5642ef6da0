"""What a person may be shown in a place. Contract prices are for those who may see them, where nobody else reads."""

from collections.abc import Callable, Collection
from dataclasses import dataclass

from bot.listeners.channels import Channels
from bot.listeners.delivery import Delivery
from bot.rights import Reason, Right, Rights


@dataclass(frozen=True, slots=True)
class Permit:
    """What may be shown. `public`: public prices only. `elsewhere`: contract prices too, but not in this place.
    `refused`: nothing at all, and why."""

    public: bool
    elsewhere: bool = False
    refused: Reason | None = None


class Permits:
    """Decides for the person who acts now, in the place they act in.

    `channels` None: contract prices may be said in any channel. `contract_channels`: where they may be, unless people
    of other organisations read there. `keeps_secrets`: whether there are any. `for_everybody`: they are no secret.
    """

    def __init__(
        self,
        rights: Rights,
        channels: Channels | None,
        keeps_secrets: Callable[[], bool],
        contract_channels: Collection[str] = (),
        for_everybody: bool = False,
    ) -> None:
        self._rights, self._channels, self._keeps_secrets = rights, channels, keeps_secrets
        self._contract_channels, self._for_everybody = frozenset(contract_channels), for_everybody

    def of(self, delivery: Delivery) -> Permit:
        """The permit of whoever sent it. Slack is asked only where prices are for listed people, or some are secret."""
        if not self._rights.is_for_members(Right.VIEW):
            refused = self._rights.why_not(delivery.user, Right.VIEW)
            if refused:
                return Permit(public=True, refused=refused)
        if self._for_everybody or not self._keeps_secrets():
            return Permit(public=False)
        if not self._rights.may(delivery.user, Right.CONTRACTS):
            return Permit(public=True)
        is_here = self._is_fit(delivery)
        return Permit(public=not is_here, elsewhere=not is_here)

    def _is_fit(self, delivery: Delivery) -> bool:
        """Whether the answer is read only by people who may see contract prices, as far as the settings say who does.

        A direct message may be one between two people, where a command is answered for both to read; Slack does not
        tell the bot of those, and what it does not tell of counts as shared.
        """
        if self._channels is None:
            return True
        is_meant = (
            delivery.private
            or delivery.channel.startswith("D")
            or delivery.channel in self._contract_channels
            or self._rights.is_for_members(Right.CONTRACTS)
        )
        return is_meant and not self._channels.is_shared(delivery.channel, delivery.shared)
