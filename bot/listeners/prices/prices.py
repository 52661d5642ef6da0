"""Everything that is done about prices in Slack, put together: one handler for work, and one that opens windows."""

from collections.abc import Callable

from pydantic import ValidationError

from bot.administration.keeping import Keeping
from bot.listeners.delivery import Delivery
from bot.listeners.locales import Locales
from bot.listeners.notices import Notice
from bot.listeners.prices.access import Access, Refused
from bot.listeners.prices.approving import Approving
from bot.listeners.prices.changing import Changing
from bot.listeners.prices.importing import Importing
from bot.listeners.prices.looking import Looking
from bot.listeners.prices.payloads import CONFIRMED, UPLOADED
from bot.listeners.prices.submissions import Submissions
from bot.listeners.prices.teller import Render, Teller
from bot.listeners.prices.windows import Windows
from bot.replies.card import Message
from bot.replies.price_forms import buttons
from bot.replies.words import say
from bot.slack_client import Slack
from bot.understanding.price_words import Asked, Verb, read


class Prices:
    """Deals with deliveries about prices. Everybody is answered alone."""

    def __init__(
        self,
        keeping: Keeping,
        access: Access,
        slack: Slack,
        locales: Locales,
        render: Render,
        now: Callable[[], float],
    ) -> None:
        office, imports = keeping.office, keeping.imports
        self._teller = Teller(slack, locales, render)
        self._looking = Looking(office, keeping.files, access, self._teller, slack, keeping.prove)
        self.approving = Approving(office, imports, access, self._teller)
        self._changing = Changing(office, access, self._teller, self.approving)
        self._importing = Importing(imports, office, slack, access, self._teller, self.approving, now)
        self.windows = Windows(office, access, self._teller, slack.views)
        self.submissions = Submissions(office, access, self.windows, slack.views)
        self._acts = {
            CONFIRMED: self._changing.confirmed,
            UPLOADED: self._importing.uploaded,
            buttons.CONFIRM_IMPORT: self._importing.confirmed,
            buttons.CONFIRM_VANISHED: self._importing.with_vanished,
            buttons.CANCEL_IMPORT: self._importing.cancelled,
            buttons.REFUSED_ROWS: self._importing.refused_rows,
        }

    def handle(self, delivery: Delivery, again: bool, notice: Notice) -> str:
        """Do what a command, a button, a window or a file asks for, see `Handler`."""
        del notice
        try:
            return self._handled(delivery, again)
        except Refused as refused:
            language = self._teller.language(delivery)
            self._teller.tell(delivery, Message(refused.text(language)), again)
            return f"refused: {refused.reason}"

    def open(self, delivery: Delivery, again: bool, notice: Notice) -> str:
        """Open a window, see `Handler`."""
        return self.windows.open(delivery, again, notice)

    def close(self) -> None:
        """Begin nothing more."""
        self.submissions.close()

    def _handled(self, delivery: Delivery, again: bool) -> str:
        act = self._acts.get(delivery.action_id)
        if act:
            return act(delivery, again)
        if delivery.action_id:
            return self._pressed(delivery, again)
        asked = read(delivery.text)
        if asked.verb is Verb.APPROVE and asked.number is not None:
            return self.approving.approve(delivery, asked.number, again)
        return self._looking.answer(delivery, asked, again)

    def _pressed(self, delivery: Delivery, again: bool) -> str:
        try:
            about = buttons.Pressed.model_validate_json(delivery.value or "{}")
        except ValidationError:
            return self._outdated(delivery, again)
        match delivery.action_id:
            case buttons.HISTORY:
                return self._looking.history_of(delivery, about.kind, about.subject, again)
            case buttons.EXPORT:
                return self._looking.answer(delivery, Asked(Verb.EXPORT, about.words), again)
            case buttons.APPROVE:
                return self.approving.approve(delivery, about.number, again)
        if verb := buttons.helps(delivery.action_id):
            return self._looking.answer(delivery, Asked(Verb(verb)), again)
        return self._outdated(delivery, again)

    def _outdated(self, delivery: Delivery, again: bool) -> str:
        """A button of another version: nothing is done."""
        text = say(self._teller.language(delivery), "price-slack.outdated-button")
        self._teller.tell(delivery, Message(text), again)
        return "outdated"
