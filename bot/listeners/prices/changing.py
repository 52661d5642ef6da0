"""Changes that were confirmed in a window: made once, told to whoever made them, and to whoever has to approve them."""

from pydantic import ValidationError

from bot.administration.done import Done
from bot.administration.form import NotWanted
from bot.administration.office import Office
from bot.listeners.delivery import Delivery
from bot.listeners.prices.access import Access, Refused
from bot.listeners.prices.approving import Approving
from bot.listeners.prices.teller import Teller
from bot.replies.card import Action, Card
from bot.replies.price_forms import buttons
from bot.replies.price_forms.state import Form, WindowState
from bot.replies.prices.changed import changed_card, not_saved_card, problems_card
from bot.replies.prices.sentences import impossible_text, outdated_text
from bot.replies.words import say
from bot.rights import Right
from pricing.book import Entry, EntryKind
from pricing.changes import Action as Act
from pricing.changes import Aliasing, Change, Impossible, NewEntry, Outdated

MOST_LOOKED_AT = 100


class Changing:
    """Makes changes. A change that was made before a crash is not made again, but told."""

    def __init__(self, office: Office, access: Access, teller: Teller, approving: Approving) -> None:
        self._office, self._access = office, access
        self._teller, self._approving = teller, approving

    def confirmed(self, delivery: Delivery, again: bool) -> str:
        """Do what a window says; the outcome. Raises Refused."""
        try:
            state = WindowState.model_validate_json(delivery.value)
        except ValidationError:
            language = self._teller.language(delivery)
            self._teller.show(delivery, not_saved_card([say(language, "price-slack.outdated-button")], language))
            return "outdated"
        self._access.insist(delivery, Right.VIEW, fresh=True)
        if state.form is Form.REJECT:
            why = state.wanted.why if state.wanted else ""
            return self._approving.reject(delivery, state.number, why, again)
        self._access.insist(delivery, Right.EDIT, fresh=True)
        language = state.origin.language
        try:
            if again and (made := self._made(delivery.key)):
                return self._tell(delivery, *made, language, again)
            change = self._change(delivery, state)
            old = self._old(change)
            done = self._submitted(state, change, delivery)
        except Outdated as outdated:
            self._teller.show(delivery, _stale(outdated, language), _look_again(outdated, language), again)
            return "stale"
        except Impossible as impossible:
            self._teller.show(delivery, not_saved_card([impossible_text(impossible, language)], language), again=again)
            return f"impossible: {impossible.reason}"
        except NotWanted as wrong:
            self._teller.show(delivery, problems_card(wrong.problems, language), again=again)
            return "not wanted"
        return self._tell(delivery, change, done, old, language, again)

    def _change(self, delivery: Delivery, state: WindowState) -> Change:
        """The change that the window is about. Raises Refused, NotWanted, Impossible."""
        said = state.wanted
        assert said is not None
        request = delivery.key
        if state.form is Form.UNDO:
            change = self._office.ledger.undoing(state.number, delivery.user, said.why, request)
        elif state.form is Form.ALIAS:
            aliasing = Aliasing(table=state.table, id=state.thing, alias=state.name, add=not state.takes)
            names = (aliasing,)
            return Change(action=Act.NAMED, actor=delivery.user, why=said.why, request=request, aliases=names)
        else:
            change = self._office.prepare(said, delivery.user, request).change
        if self._office.is_confidential(change):
            self._access.insist_on_contracts(delivery.user, delivery.ref, fresh=True)
        return change

    def _made(self, request: str) -> tuple[Change, Done, Entry | None] | None:
        """The change that a first try, before a crash, had written, and what it replaced; None: it was not written."""
        rows = [one for one in self._office.ledger.latest(MOST_LOOKED_AT) if one.request == request]
        entries = tuple(NewEntry(entry=one.entry) for one in reversed(rows) if one.entry)
        if not entries:
            return None
        first = rows[-1]
        change = Change(action=Act(first.action), actor=first.actor, why=first.why, request=request, entries=entries)
        return change, Done(self._office.ledger.done(request, change.action)), first.replaces

    def _submitted(self, state: WindowState, change: Change, delivery: Delivery) -> Done:
        if change.aliases and state.form is Form.ALIAS:
            return self._office.alias(change.aliases[0], delivery.user, change.why, change.request)
        return self._office.submit(change)

    def _old(self, change: Change) -> Entry | None:
        """What is in force before the change, of the first thing it is about."""
        if not change.entries:
            return None
        entry = change.entries[0].entry
        line = self._office.line(entry.subject, contracts=True, kind=entry.kind)
        if entry.cancels is not None:
            return line.entry if line else None
        begun = [
            one
            for one in self._office.ledger.standing(entry.kind, entry.subject)
            if one.effective_from <= entry.effective_from
        ]
        return begun[-1] if begun else None

    def _tell(
        self, delivery: Delivery, change: Change, done: Done, old: Entry | None, language: str, again: bool
    ) -> str:
        if done.proposal:
            asked = self._approving.ask(done.proposal, again)
            card = changed_card(change, done, language, old, who=self._access.name, approvers=asked)
            self._teller.show(delivery, card, again=again)
            return "proposed"
        if change.entries and change.entries[0].entry.cancels is not None:
            old = self._old(change)
        kind, subject = EntryKind.PRICE, ""
        if change.entries:
            first = change.entries[0].entry
            kind, subject = first.kind, first.subject
        card = changed_card(change, done, language, old, done.row, who=self._access.name)
        self._teller.show(delivery, card, buttons.of_change(language, done.row or 0, kind, subject), again)
        return "saved again" if done.saved and done.saved.again else "saved"


def refusal(refused: Refused, language: str) -> Card:
    """Why somebody may not do this; nothing was changed."""
    return not_saved_card([refused.text(language)], language)


def _stale(outdated: Outdated, language: str) -> Card:
    return not_saved_card([outdated_text(outdated, language)], language)


def _look_again(outdated: Outdated, language: str) -> tuple[Action, ...]:
    newest = outdated.newest
    about = buttons.Pressed(kind=newest.kind, subject=newest.subject)
    return buttons.opening(language, Form.SET, about, primary=True)
