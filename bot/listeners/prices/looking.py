"""What `/prices` answers without changing anything."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from bot.administration.exports import BookFiles, template
from bot.administration.found import Line
from bot.administration.office import Office
from bot.listeners.delivery import Delivery
from bot.listeners.exports import named
from bot.listeners.prices.access import Access
from bot.listeners.prices.lookups import latest, meant
from bot.listeners.prices.teller import Teller
from bot.replies.card import Action, Card, Message
from bot.replies.price_forms import buttons
from bot.replies.price_forms.state import Form
from bot.replies.prices.audit import audit_card
from bot.replies.prices.found import found_card, line_card, unknown_card
from bot.replies.prices.help import prices_help_card
from bot.replies.prices.history import history_card, log_card
from bot.replies.prices.state import coming_card, pending_card, stale_card
from bot.replies.prices.values import thing_name
from bot.replies.words import group, say
from bot.rights import Right
from bot.slack_client import Slack
from bot.understanding.price_words import Asked, Format, Trouble, Verb, read
from pricing.audit import Proof
from pricing.book import EntryKind

MOST_HISTORY = 15
USUAL: Format = "xlsx"


@dataclass(frozen=True, slots=True)
class Viewer:
    """Who looks, as far as it matters to what is shown: language, contract prices or not, and what else they may do.

    `elsewhere`: they would see contract prices in another place.
    """

    language: str
    contracts: bool
    elsewhere: bool
    edits: bool
    approves: bool


class Looking:
    """Answers commands and buttons that look something up. `prove`: goes through the whole audit trail."""

    def __init__(
        self,
        office: Office,
        files: BookFiles,
        access: Access,
        teller: Teller,
        slack: Slack,
        prove: Callable[[], Proof],
    ) -> None:
        self._office, self._files, self._access = office, files, access
        self._teller, self._slack, self._prove = teller, slack, prove

    def command(self, delivery: Delivery, again: bool) -> str:
        """Answer a command; the outcome."""
        return self.answer(delivery, read(delivery.text), again)

    def answer(self, delivery: Delivery, asked: Asked, again: bool) -> str:
        """Answer what is asked; the outcome. Raises Refused."""
        viewer = self.viewer(delivery)
        if asked.verb in (Verb.EXPORT, Verb.TEMPLATE) and asked.trouble is None:
            return self._file(delivery, asked, viewer, again)
        card, actions = self._answered(asked, viewer)
        if viewer.elsewhere and asked.verb is not Verb.HELP:
            card = replace(card, notes=(*card.notes, say(viewer.language, "price-slack.elsewhere")))
        self._teller.show(delivery, card, actions, again)
        return f"{asked.verb}"

    def history_of(self, delivery: Delivery, kind: EntryKind, subject: str, again: bool) -> str:
        """Show what was done about one price; the outcome."""
        viewer = self.viewer(delivery)
        line = self._office.line(subject, viewer.contracts, kind)
        card, actions = self._history(line, viewer) if line else (unknown_card(subject, (), viewer.language), ())
        self._teller.show(delivery, card, actions, again)
        return "history"

    def viewer(self, delivery: Delivery) -> Viewer:
        """Who asks. Raises Refused for those who may see nothing."""
        self._access.insist(delivery, Right.VIEW)
        may, contracts = self._access.may, self._access.shows_contracts(delivery)
        return Viewer(
            language=self._teller.language(delivery),
            contracts=contracts,
            elsewhere=not contracts and self._access.may_see_contracts(delivery.user),
            edits=may(delivery.user, Right.EDIT),
            approves=may(delivery.user, Right.APPROVE),
        )

    def _answered(self, asked: Asked, viewer: Viewer) -> tuple[Card, tuple[Action, ...]]:
        language = viewer.language
        if asked.trouble:
            return self._trouble(asked, language)
        match asked.verb:
            case Verb.FIND:
                return self._found(asked, viewer)
            case Verb.HISTORY:
                return self._history_of_words(asked, viewer)
            case Verb.STALE:
                old, undated = self._office.stale(viewer.contracts)
                return stale_card(old, undated, self._office.today(), language), ()
            case Verb.COMING:
                return coming_card(self._office.coming(viewer.contracts), self._office.today(), language), ()
            case Verb.PENDING:
                return self._pending(viewer)
            case Verb.LOG:
                rows, hidden = latest(self._office, viewer.contracts)
                return log_card(rows, language, self._access.name, hidden=hidden), ()
            case Verb.AUDIT:
                return audit_card(self._prove(), language), ()
        return (
            prices_help_card(language, viewer.edits, viewer.approves),
            buttons.of_help(language, viewer.edits),
        )

    def _trouble(self, asked: Asked, language: str) -> tuple[Card, tuple[Action, ...]]:
        verb = str(asked.verb)
        text = say(language, f"price-slack.trouble-{asked.trouble}", verb=verb, text=asked.typed or "–")
        how = () if asked.trouble is Trouble.LONG else (say(language, f"price-slack.how-{asked.trouble}", verb=verb),)
        return Card(language, verdict=text, notes=how, private=True), ()

    def _found(self, asked: Asked, viewer: Viewer) -> tuple[Card, tuple[Action, ...]]:
        language, office = viewer.language, self._office
        found = office.find(asked.words, viewer.contracts, asked.day)
        if len(found.lines) == 1 and not found.unknown and asked.day is None:
            return self._line(found.lines[0], viewer)
        if not found.lines and not found.unknown and (line := office.line(asked.words, viewer.contracts)):
            return self._line(line, viewer)
        card = found_card(found, asked.words, language, asked.day)
        if asked.near and found.unknown:
            verbs = " / ".join(f"/prices {verb} …" for verb in asked.near)
            card = replace(card, notes=(*card.notes, say(language, "price-slack.near", commands=verbs)))
        elif found.unknown and card.table is None:
            card = replace(card, notes=(*card.notes, say(language, "price-slack.how-find")))
        some = card.table is not None and asked.day is None
        return card, buttons.of_found(language, asked.words, viewer.edits) if some else ()

    def _line(self, line: Line, viewer: Viewer) -> tuple[Card, tuple[Action, ...]]:
        today = self._office.today()
        standing = self._office.ledger.standing(line.kind, line.subject)
        later = [entry for entry in standing if entry.effective_from > today]
        card = line_card(line, self._office.history(line), later, today, viewer.language, self._access.name)
        return card, buttons.of_line(viewer.language, line.kind, line.subject, viewer.edits)

    def _history_of_words(self, asked: Asked, viewer: Viewer) -> tuple[Card, tuple[Action, ...]]:
        language = viewer.language
        if not asked.words:
            return self._trouble(replace(asked, trouble=Trouble.WHICH), language)
        found = meant(self._office, asked.words, viewer.contracts)
        if found.line:
            return self._history(found.line, viewer)
        card = found_card(found.found, asked.words, language)
        which = (say(language, "price-slack.which"),) if card.table else ()
        about = buttons.Pressed(words=asked.words)
        actions = buttons.opening(language, Form.HISTORY, about, primary=True) if card.table else ()
        return replace(card, notes=(*card.notes, *which)), actions

    def _history(self, line: Line, viewer: Viewer) -> tuple[Card, tuple[Action, ...]]:
        recorded = self._office.history(line)
        name = thing_name(viewer.language, line)
        card = history_card(name, recorded, viewer.language, self._access.name, most=MOST_HISTORY)
        last = next((one for one in reversed(recorded) if one.entry and not one.cancelled), None)
        undo: tuple[Action, ...] = ()
        if viewer.edits and last and last.action != "recorded":
            undo = buttons.opening(viewer.language, Form.UNDO, buttons.Pressed(number=last.id))
        change = buttons.of_line(viewer.language, line.kind, line.subject, viewer.edits)[1:]
        return card, (*undo, *change)

    def _pending(self, viewer: Viewer) -> tuple[Card, tuple[Action, ...]]:
        self._office.ledger.expire()
        waiting = self._office.pending(viewer.contracts)
        card = pending_card(waiting, viewer.language, self._access.name)
        one = viewer.approves and len(waiting) == 1
        return card, buttons.of_proposal(viewer.language, waiting[0].id) if one else ()

    def _file(self, delivery: Delivery, asked: Asked, viewer: Viewer, again: bool) -> str:
        """Send a file as a direct message; the outcome."""
        language, format = viewer.language, asked.format or USUAL
        if asked.verb is Verb.TEMPLATE:
            name, content = template(format, group(language, "template"))
        else:
            found = self._office.find(asked.words, viewer.contracts)
            if asked.words and (found.unknown or not found.lines):
                self._teller.show(delivery, found_card(found, asked.words, language), again=again)
                return "nothing to export"
            name, content = self._files.book_file(format, asked.words, viewer.contracts)
        channel = self._slack.lookups.direct_channel(delivery.user)
        note = say(language, f"price-slack.file-{asked.verb}", name=name)
        file = named(name, delivery.ref)
        self._slack.files.upload(channel, None, delivery.since, file, content, note, note, look_first=again)
        if delivery.channel != channel:
            self._teller.tell(delivery, Message(say(language, "slack.file-sent")), again)
        return f"{asked.verb}"
