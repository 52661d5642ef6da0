"""The Home tab: made anew whenever somebody looks at it."""

from collections.abc import Callable
from datetime import date

from pydantic import ValidationError

from bot.conversation import Conversations
from bot.conversation_records import Recent
from bot.desk import Desk
from bot.intents.turn import ThreadState
from bot.listeners.delivery import Delivery
from bot.listeners.locales import Locales
from bot.listeners.notices import Notice
from bot.replies import asked
from bot.replies.home import MOST_RECENT, Asked, home_view
from bot.slack_lookups import Identity
from bot.slack_views import Views


class HomeTab:
    """Shows people how to ask, what they asked, and how the price book stands. `day_of`: the day of a moment."""

    def __init__(
        self,
        desk: Desk,
        views: Views,
        conversations: Conversations,
        locales: Locales,
        me: Identity,
        day_of: Callable[[float], date],
    ) -> None:
        self._desk, self._views, self._conversations = desk, views, conversations
        self._locales, self._me, self._day_of = locales, me, day_of

    def publish(self, delivery: Delivery, again: bool, notice: Notice) -> str:
        """Show it, see `Handler`."""
        language = self._locales.language(delivery.user) or "en"
        threads = self._conversations.recent(delivery.team, delivery.user, MOST_RECENT)
        recent = [one for thread in threads if (one := self._asked(thread, language))]
        self._views.publish(delivery.user, home_view(language, recent, self._desk.book_state()))
        return "published"

    def _asked(self, thread: Recent, language: str) -> Asked | None:
        """The thread as a line of the tab; None for one that was forgotten, or written by another version."""
        try:
            state = ThreadState.model_validate_json(thread.state)
        except ValidationError:
            return None
        question = asked.question(state.requests[-1], language)
        return Asked(question, self._day_of(thread.used), self._url(thread)) if question else None

    def _url(self, thread: Recent) -> str:
        """The address of the thread's first message, as Slack builds it."""
        stamp = thread.place.root.replace(".", "")
        return f"{self._me.url}archives/{thread.place.channel}/p{stamp}" if self._me.url else ""
