"""Windows about prices: opened at once with a word of patience, then filled, once it is known who asks and of what."""

import logging
from collections.abc import Sequence

from pydantic import ValidationError

from bot.administration.found import Line
from bot.administration.office import Office
from bot.listeners.delivery import Delivery
from bot.listeners.notices import Notice
from bot.listeners.prices.access import Access, Refused
from bot.listeners.prices.lookups import meant
from bot.listeners.prices.teller import Teller
from bot.logs import facts
from bot.replies.card import Message
from bot.replies.labels import provider_name
from bot.replies.price_forms import buttons, fields
from bot.replies.price_forms.add import Choices, add_view
from bot.replies.price_forms.change import change_view
from bot.replies.price_forms.imports import import_view
from bot.replies.price_forms.small import pick_view, plain_view, reason_view, waiting_view
from bot.replies.price_forms.state import OF_PRICES, Form, Origin, WindowState
from bot.replies.price_forms.wording import proposal_lines, undoing_lines
from bot.replies.prices.sentences import impossible_text
from bot.replies.slack_blocks import Block
from bot.replies.words import say
from bot.rights import Right
from bot.slack_errors import TooLate, Unsure
from bot.slack_views import Views
from bot.understanding.price_words import Asked, Verb, read
from pricing.book import EntryKind
from pricing.changes import Impossible
from pricing.imports.names import Names

log = logging.getLogger(__name__)

FORMS = {
    Verb.SET: Form.SET,
    Verb.RATE: Form.SET,
    Verb.ASSUME: Form.SET,
    Verb.SCHEDULE: Form.SCHEDULE,
    Verb.CORRECT: Form.CORRECT,
    Verb.WITHDRAW: Form.WITHDRAW,
    Verb.ADD: Form.ADD,
    Verb.UNDO: Form.UNDO,
    Verb.REJECT: Form.REJECT,
    Verb.ALIAS: Form.ALIAS,
    Verb.UNALIAS: Form.ALIAS,
    Verb.IMPORT: Form.IMPORT,
}
KINDS = {Verb.RATE: EntryKind.RATE, Verb.ASSUME: EntryKind.ASSUMPTION}


class Windows:
    """Opens windows and makes what stands in them."""

    def __init__(self, office: Office, access: Access, teller: Teller, views: Views) -> None:
        self._office, self._access, self._teller, self._views = office, access, teller, views

    def open(self, delivery: Delivery, again: bool, notice: Notice) -> str:
        """Open the window that a command or a button asks for, see `Handler`. After a crash it is too late for that."""
        del notice
        if again:
            return "too late"
        guessed = self._teller.guessed(delivery)
        try:
            view_id = self._views.open(delivery.trigger, waiting_view(guessed))
        except (TooLate, Unsure) as trouble:
            log.warning("no window", extra=facts(ref=delivery.ref, code=trouble.code))
            self._teller.tell(delivery, Message(say(guessed, "price-slack.no-window")))
            return f"no window: {trouble.code}"
        language = self._teller.language(delivery)
        try:
            view = self._view(delivery, language)
        except Refused as refused:
            view, outcome = plain_view(language, refused.text(language)), f"refused: {refused.reason}"
        except Exception:
            self._views.update(view_id, plain_view(language, say(language, "slack.failed", ref=delivery.ref)))
            raise
        else:
            outcome = "opened"
        self._views.update(view_id, view)
        return outcome

    def _view(self, delivery: Delivery, language: str) -> Block:
        origin = Origin(language=language, channel=delivery.channel, response_url=delivery.response_url)
        form = buttons.opens(delivery.action_id)
        if form:
            try:
                about = buttons.Pressed.model_validate_json(delivery.value or "{}")
            except ValidationError:
                return plain_view(language, say(language, "price-slack.outdated-button"))
            state = WindowState(form=form, origin=origin, kind=about.kind, subject=about.subject, number=about.number)
            return self._of_form(delivery, state, about.words, about.kind if about.subject else None)
        asked = read(delivery.text)
        state = WindowState(form=FORMS[asked.verb], origin=origin, number=asked.number or 0)
        if state.form is Form.ALIAS:
            return self._of_alias(delivery, state, asked)
        return self._of_form(delivery, state, asked.words, KINDS.get(asked.verb))

    def _of_form(self, delivery: Delivery, state: WindowState, words: str, kind: EntryKind | None) -> Block:
        language = state.origin.language
        self._insist(delivery, state.form)
        if state.form is Form.IMPORT:
            return import_view(state)
        if state.form is Form.ADD:
            return self.adding(state)
        if state.form in (Form.UNDO, Form.REJECT):
            return self._of_number(delivery, state)
        contracts = self._access.shows_contracts(delivery)
        if state.subject:
            line = self._office.line(state.subject, contracts, kind)
            if line is None:
                return plain_view(language, say(language, "prices.unknown-id", id=state.subject))
            return self.of_line(state, line)
        found = meant(self._office, words, contracts, kind)
        if found.line and state.form in OF_PRICES:
            return self.of_line(state, found.line, found.value)
        return self._which(state, words, found.found.lines, found.found.unknown)

    def _insist(self, delivery: Delivery, form: Form) -> None:
        self._access.insist(delivery, Right.VIEW)
        if form is Form.REJECT:
            return  # whoever approves may, and so may the author: seen once it is known whose it is
        if form is not Form.HISTORY:
            self._access.insist(delivery, Right.EDIT)

    def of_line(self, state: WindowState, line: Line, value: str = "", problems: Sequence[str] = ()) -> Block:
        """The window about one price. The newest entry of it that there is now is what a change is based on."""
        newest = self._office.ledger.newest(line.kind, line.subject)
        base = state.base if state.base is not None else newest.id if newest else 0
        state = state.model_copy(update={"kind": line.kind, "subject": line.subject, "base": base})
        standing = self._office.ledger.standing(line.kind, line.subject)
        like = standing[-1] if standing else None
        return change_view(state, line, like, self._office.today(), problems, value)

    def adding(self, state: WindowState, problems: Sequence[str] = ()) -> Block:
        """The window for a new offer."""
        book, language = self._office.book(), state.origin.language
        providers = {one.id: provider_name(language, one) for one in book.providers.values()}
        sold = book.gpus_of_providers()
        gpus = sorted(book.gpus, key=lambda gpu: -sum(gpu in some for some in sold.values()))
        return add_view(state, Choices(providers, gpus), self._office.today(), problems)

    def names(self) -> Names:
        """What GPUs and sellers are called."""
        book = self._office.book()
        return Names(book.gpus, book.providers)

    def _which(self, state: WindowState, words: str, lines: Sequence[Line], unknown: Sequence[str]) -> Block:
        """The window that asks which of several is meant, or says that there is none."""
        language = state.origin.language
        shown = [line for line in lines if len(f"{line.kind}:{line.subject}") <= fields.LONGEST_VALUE]
        remarks = [say(language, "price-form.unknown", words=", ".join(unknown))] if unknown else []
        if not shown:
            nothing = say(language, "price-form.pick-none", words=words or "–")
            return plain_view(language, *remarks, nothing, say(language, "price-slack.how-find"))
        some = shown[: fields.MOST_OPTIONS]
        return pick_view(state, some, len(lines) - len(some), remarks)

    def _of_number(self, delivery: Delivery, state: WindowState) -> Block:
        """The window that asks why an act is taken back, or a change rejected."""
        language, ledger = state.origin.language, self._office.ledger
        contracts = self._access.shows_contracts(delivery)
        try:
            if state.form is Form.UNDO:
                change = ledger.undoing(state.number, delivery.user, "", "")
                about = undoing_lines(language, change)
            else:
                proposal = ledger.proposal(state.number)
                change = proposal.waiting.change
                if proposal.actor != delivery.user:
                    self._access.insist(delivery, Right.APPROVE)
                about = proposal_lines(language, proposal)
        except Impossible as impossible:
            return plain_view(language, impossible_text(impossible, language))
        if not contracts and self._office.is_confidential(change):
            self._access.insist_on_contracts(delivery.user, delivery.ref)
            return plain_view(language, say(language, "price-slack.elsewhere"))
        return reason_view(state, about)

    def _of_alias(self, delivery: Delivery, state: WindowState, asked: Asked) -> Block:
        """The window that asks why a name is given or taken."""
        self._insist(delivery, state.form)
        language, names = state.origin.language, self.names()
        thing, name = asked.thing, asked.name
        gpu, provider = names.gpu(thing), names.provider(thing)
        if gpu is None and provider is None and (names.gpu(name) or names.provider(name)):
            thing, name = name, thing  # "Hopper = H100" says the same
            gpu, provider = names.gpu(thing), names.provider(thing)
        meant_id = gpu or provider
        if meant_id is None:
            close = ", ".join((*names.close(thing), *names.close_providers(thing)))
            return plain_view(language, say(language, "price-form.alias-unknown", text=thing, close=close or "–"))
        takes = asked.verb is Verb.UNALIAS
        state = state.model_copy(
            update={"table": "gpu" if gpu else "provider", "thing": meant_id, "name": name, "takes": takes}
        )
        key = "price-form.alias-takes" if takes else "price-form.alias-gives"
        return reason_view(state, [say(language, key, name=name, thing=meant_id)])
