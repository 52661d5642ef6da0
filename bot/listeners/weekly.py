"""The weekly digest put together: what is stale, what comes, what waits, and whose verdict will turn."""

from collections.abc import Iterator

from bot.administration.office import Office, is_secret
from bot.conversation import Conversations
from bot.intents.digest import MOST_THREADS, Price, digest_of, turned
from bot.listeners.digest import Schedule
from bot.replies.card import Message
from bot.replies.digest import digest_card
from bot.replies.digest_data import Pending
from bot.replies.slack import message
from bot.settings import Settings
from bot.settings_book import WEEKDAYS
from bot.slack_lookups import Identity
from pricing.approvals import Proposal


def schedule_of(settings: Settings) -> Schedule | None:
    """When and where the digest is posted; None where no channel is set."""
    if settings.digest_channel is None:
        return None
    return Schedule(settings.digest_channel, WEEKDAYS.index(settings.digest_weekday), settings.digest_hour)


def weekly_message(office: Office, conversations: Conversations, price: Price, me: Identity) -> Message:
    """The digest of this moment, without contract prices. `price`: what requests cost on a day."""
    book, coming = office.book(), office.coming(contracts=True)
    threads = conversations.latest(me.team, MOST_THREADS)
    days = sorted({one.entry.effective_from for one in coming})
    pending = [row for proposal in office.pending(contracts=True) for row in _pending(office, proposal)]
    digest = digest_of(book, coming, pending, turned(threads, price, book.day, days))
    return message(digest_card(digest, workspace=me.url))


def _pending(office: Office, proposal: Proposal) -> Iterator[Pending]:
    """The first entry of a change, or the import itself."""
    change, secret, expires = proposal.waiting.change, is_secret(proposal), proposal.waiting.expires.date()
    if not change.entries:
        name = next((reason.subject for reason in proposal.waiting.reasons), "")
        yield Pending(str(proposal.id), change.actor, name, None, None, "", expires, contract=secret)
        return
    entry = change.entries[0].entry
    line = office.line(entry.subject, contracts=True, kind=entry.kind)
    old = line.entry.value if line and line.entry else None
    about = (str(proposal.id), change.actor, entry.subject, old, entry.value, entry.currency, expires)
    yield Pending(*about, unit=entry.unit, contract=secret)
