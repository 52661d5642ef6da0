"""The second person: told of changes that wait, and heard; everybody who was told learns of the decision."""

import logging
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import partial

from bot.administration.form import Prepared
from bot.administration.imports import Imports
from bot.administration.office import Office, is_secret
from bot.administration.rechecking import rechecked
from bot.listeners.delivery import Delivery
from bot.listeners.payloads import stamp
from bot.listeners.prices.access import Access
from bot.listeners.prices.teller import Teller, marked
from bot.logs import facts
from bot.replies.card import Action, Card
from bot.replies.price_forms import buttons
from bot.replies.price_forms.state import Form
from bot.replies.prices.changed import decided_card, not_saved_card
from bot.replies.prices.sentences import file_text, finding_text, impossible_text, outdated_text
from bot.replies.prices.state import proposal_card
from bot.replies.prices.values import text_line
from bot.replies.words import say
from bot.rights import Right
from bot.slack_errors import SlackTrouble
from pricing.approvals import Proposal
from pricing.book import Entry
from pricing.changes import Impossible, Outdated
from pricing.importing import PreviewChanged
from pricing.listings import FileRefused

log = logging.getLogger(__name__)

MOST_ASKED = 20
MOST_PREPARED = 5


class Approving:
    """Asks approvers and does what they decide. Messages are found again by a mark, so nothing needs to be kept."""

    def __init__(self, office: Office, imports: Imports, access: Access, teller: Teller) -> None:
        self._office, self._imports = office, imports
        self._access, self._teller = access, teller

    def ask(self, proposal: Proposal, again: bool = False) -> tuple[str, ...]:
        """Tell the approvers, but not its author, of a change that waits; those who were told."""
        asked = []
        for user in self._approvers(proposal):
            language = self._teller.language_of(user)
            card = self._card(proposal, language)
            message = self._teller.rendered(card, buttons.of_proposal(language, proposal.id))
            try:
                self._teller.write(user, message, mark_of(proposal), since_of(proposal), again)
            except SlackTrouble as trouble:
                log.warning("an approver was not told", extra=facts(number=proposal.id, code=trouble.code))
            else:
                asked.append(user)
        return tuple(asked)

    def approve(self, delivery: Delivery, number: int, again: bool) -> str:
        """Approve a change; the outcome. Raises Refused."""
        language = self._teller.language(delivery)
        self._access.insist(delivery, Right.VIEW, fresh=True)
        self._access.insist(delivery, Right.APPROVE, fresh=True)
        self.expire()
        try:
            proposal = self._office.ledger.proposal(number)
            self._insist_on_contracts(delivery, proposal)
            before = _before(rechecked(self._office, proposal.waiting.change, MOST_PREPARED))
            if proposal.actor != delivery.user and self._imports.order_of(proposal):
                saved = self._imports.approve(number, delivery.user)
            else:
                saved = self._office.ledger.approve(number, delivery.user)
        except (Impossible, Outdated, PreviewChanged, FileRefused) as trouble:
            return self._not_done(delivery, trouble, number, language, again)
        self._decided(delivery, proposal, True, "", before, again, saved.row)
        return "approved"

    def reject(self, delivery: Delivery, number: int, why: str, again: bool) -> str:
        """Reject a change; its author may take it back so. The outcome. Raises Refused."""
        language = self._teller.language(delivery)
        self.expire()
        try:
            proposal = self._office.ledger.proposal(number)
            if proposal.actor != delivery.user:
                self._access.insist(delivery, Right.APPROVE, fresh=True)
            self._insist_on_contracts(delivery, proposal)
            before = _before(rechecked(self._office, proposal.waiting.change, MOST_PREPARED))
            self._office.ledger.reject(number, delivery.user, why)
        except Impossible as trouble:
            return self._not_done(delivery, trouble, number, language, again)
        self._decided(delivery, proposal, False, why, before, again)
        return "rejected"

    def expire(self) -> None:
        """End what waited too long, and tell everybody who waits for it."""
        for proposal in self._office.ledger.expire():
            self._spread(proposal, partial(self._ended, proposal=proposal))
            card = self._ended(self._teller.language_of(proposal.actor), proposal)
            mark = marked("expired", proposal.id, proposal.at.isoformat())
            try:
                self._teller.write(proposal.actor, self._teller.rendered(card), mark, since_of(proposal))
            except SlackTrouble as trouble:
                log.warning("an author was not told", extra=facts(number=proposal.id, code=trouble.code))

    # inside

    def _insist_on_contracts(self, delivery: Delivery, proposal: Proposal) -> None:
        if is_secret(proposal):
            self._access.insist_on_contracts(delivery.user, delivery.ref, fresh=True)

    def _approvers(self, proposal: Proposal) -> list[str]:
        secret = is_secret(proposal)
        return [
            user
            for user in self._access.approvers(MOST_ASKED)
            if user != proposal.actor and (not secret or self._access.may_see_contracts(user))
        ]

    def _card(self, proposal: Proposal, language: str) -> Card:
        """What an approver needs: old, new, percent, why, sources and what is doubtful."""
        change = proposal.waiting.change
        prepared = tuple(rechecked(self._office, change, MOST_PREPARED))
        doubts = [finding_text(finding, language) for one in prepared for finding in one.findings]
        sources = [
            say(language, "prices.from-source", source=text_line(new.entry.source))
            for new in change.entries[:MOST_PREPARED]
            if new.entry.source and new.entry.value is not None
        ]
        card = proposal_card(proposal, _before(prepared), language, self._access.name)
        return replace(card, notes=(*card.notes, *dict.fromkeys(sources), *dict.fromkeys(doubts)))

    def _not_done(
        self,
        delivery: Delivery,
        trouble: Impossible | Outdated | PreviewChanged | FileRefused,
        number: int,
        language: str,
        again: bool,
    ) -> str:
        """Nothing was decided just now, and why. After a crash the decision may have been made by the first try."""
        if isinstance(trouble, Outdated):
            text = outdated_text(trouble, language)
        elif isinstance(trouble, FileRefused):
            text = file_text(trouble, language)
        elif isinstance(trouble, PreviewChanged):
            text = say(language, "price-slack.import-outdated", number=number)
        else:
            text = impossible_text(trouble, language)
            if again and trouble.reason in ("already-approved", "already-rejected"):
                proposal = self._office.ledger.proposal(number)
                if trouble.values.get("by") == delivery.user:
                    change, approved = proposal.waiting.change, trouble.reason == "already-approved"
                    saved = self._office.ledger.done(change.request, change.action) if approved else None
                    self._decided(delivery, proposal, approved, "", {}, again, saved.row if saved else 0)
                    return "decided before"
        self._teller.show(delivery, not_saved_card([text], language), again=again)
        return f"not decided: {type(trouble).__name__}"

    def _decided(
        self,
        delivery: Delivery,
        proposal: Proposal,
        approved: bool,
        why: str,
        before: Mapping[str, Entry],
        again: bool,
        row: int = 0,
    ) -> None:
        """Tell the one who decided, the author, and all who were asked. `row`: by which it is taken back (0: none)."""
        language = self._teller.language(delivery)
        key = f"price-slack.{'approved' if approved else 'rejected'}-by"
        told = self._spread(proposal, lambda code: self._told(code, key, proposal, delivery.user, why, before))
        if (delivery.user, delivery.ts) not in told:
            card = decided_card(proposal.id, approved, language, row or None)
            self._teller.show(delivery, card, self._undo(language, row), again)
        if proposal.actor != delivery.user:
            code = self._teller.language_of(proposal.actor)
            message = self._teller.rendered(
                self._told(code, key, proposal, delivery.user, why, before), self._undo(code, row)
            )
            mark = marked("decision", proposal.id, proposal.at.isoformat())
            try:
                self._teller.write(proposal.actor, message, mark, delivery.since, again)
            except SlackTrouble as trouble:
                log.warning("an author was not told", extra=facts(number=proposal.id, code=trouble.code))

    def _told(
        self, language: str, key: str, proposal: Proposal, by: str, why: str, before: Mapping[str, Entry]
    ) -> Card:
        """That somebody decided, and what it was about."""
        sections = proposal_card(proposal, before, language, self._access.name).sections[:1]
        reason = (say(language, "prices.why", why=text_line(why)),) if why else ()
        verdict = say(language, key, number=proposal.id, who=self._access.name(by))
        return Card(language, verdict=verdict, sections=sections, notes=reason, private=True)

    def _ended(self, language: str, proposal: Proposal) -> Card:
        """That nobody decided in time."""
        sections = proposal_card(proposal, {}, language, self._access.name).sections[:1]
        return Card(language, verdict=say(language, "price-slack.expired", number=proposal.id), sections=sections)

    def _spread(self, proposal: Proposal, card: Callable[[str], Card]) -> set[tuple[str, str]]:
        """Put a card in the place of each message that asked for a decision; users and timestamps of those."""
        told = set()
        for user in self._approvers(proposal):
            try:
                found = self._teller.written(user, mark_of(proposal), since_of(proposal))
                if found:
                    message = self._teller.rendered(card(self._teller.language_of(user)))
                    self._teller.rewrite(*found, message)
                    told.add((user, found[1]))
            except SlackTrouble as trouble:
                log.warning("a message stays as it is", extra=facts(number=proposal.id, code=trouble.code))
        return told

    def _undo(self, language: str, row: int) -> tuple[Action, ...]:
        return buttons.opening(language, Form.UNDO, buttons.Pressed(number=row)) if row else ()


def _before(prepared: Iterable[Prepared]) -> dict[str, Entry]:
    """What is in force before each entry, by subject."""
    return {one.new.subject: one.old for one in prepared if one.old}


def mark_of(proposal: Proposal) -> str:
    """The mark of the messages that ask for a decision."""
    return marked("proposal", proposal.id, proposal.at.isoformat())


def since_of(proposal: Proposal) -> str:
    """A timestamp of Slack's that is not later than those messages."""
    return stamp(proposal.at.timestamp())
