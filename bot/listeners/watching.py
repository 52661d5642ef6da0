"""Tells watched threads when the prices behind their answer move: each change once, whoever changed the book.

The book is looked at every minute, so that changes of another process are seen too, and so is a price that comes into
force with a new day. A thread that was told is told of the next change from there.
"""

import hashlib
import logging
import threading
from collections.abc import Callable, Sequence
from datetime import date

from pydantic import ValidationError

from bot.conversation_records import Place
from bot.conversation_watches import Seen, Watched, Watches
from bot.intents.replying import Wish
from bot.intents.watching import moves
from bot.listeners.digest import CLOSE_SECONDS, Post
from bot.logs import facts
from bot.replies.card import Card, Message
from bot.replies.watching import moved_card, together
from bot.slack_client import Spot
from bot.slack_errors import NotAMember, PlaceGone
from bot.understanding.request import Request
from pricing.book import Book
from pricing.costs import Comparison

log = logging.getLogger(__name__)

LOOK_SECONDS = 60.0

Price = Callable[[Request, date, int], Sequence[Comparison]]
"""What a request costs on a day with the book at a version, contract prices left out; nothing where it cannot be
priced."""


class WatchClock:
    """A thread that looks at the book every minute, and at once when it is nudged."""

    def __init__(
        self,
        watches: Watches,
        team: str,
        book: Callable[[], Book],
        price: Price,
        post: Post,
        render: Callable[[Card], Message],
    ) -> None:
        """`book` gives the newest one of today; `post`: as `Slack.post`."""
        self._watches, self._team = watches, team
        self._book, self._price, self._post, self._render = book, price, post, render
        self._closed, self._nudged = threading.Event(), threading.Event()
        self._looked: dict[Watched, Seen] = {}
        self._thread = threading.Thread(target=self.run, name="watch", daemon=True)

    def start(self) -> None:
        """Begin to look, in a thread of its own."""
        self._thread.start()

    def close(self) -> None:
        """End the thread. A post that is under way is waited for, for at most ten seconds."""
        self._closed.set()
        self._nudged.set()
        if self._thread.is_alive():
            self._thread.join(CLOSE_SECONDS)

    def let_go(self) -> None:
        """Let go of the file, when nobody asks for anything any more."""
        self._watches.close()

    def nudge(self) -> None:
        """The book may have changed: look at it now."""
        self._nudged.set()

    def keep(self, place: Place, wish: Wish, language: str, told: Seen | None) -> None:
        """Begin to watch a thread from the book it was answered with, or stop."""
        if wish.request is None or told is None:
            self._watches.stop(place)
            return
        day, version = told
        request = wish.request.model_dump_json(exclude_defaults=True)
        self._watches.begin(Watched(place, request, language, wish.share, day, version))

    def is_full(self, team: str, place: Place | None) -> bool:
        """Whether no further thread can be watched."""
        return self._watches.is_full(team, place)

    def run(self) -> None:
        """Look every minute, until the end."""
        while not self._closed.is_set():
            self.wake()
            self._nudged.wait(LOOK_SECONDS)
            if not self._closed.is_set():
                self._nudged.clear()

    def wake(self) -> None:
        """Tell every watched thread whose figures moved. What goes wrong is logged, and tried again in a minute."""
        try:
            watched = self._watches.all(self._team)
            if not watched:
                return
            book = self._book()
        except Exception:
            log.exception("watched threads were not looked at, in a minute again")
            return
        seen = (book.day, book.version)
        self._looked = {one: self._looked[one] for one in watched if one in self._looked}
        for one in watched:
            if self._closed.is_set():
                return
            if self._looked.get(one) == seen or (one.telling is None and seen == (one.day, one.version)):
                continue
            try:
                self._look(one, seen)
            except Exception:
                log.exception("a watched thread was not told, in a minute again", extra=facts(watch=_mark(one)[:6]))

    def _look(self, one: Watched, seen: Seen) -> None:
        seen = one.telling or seen  # what may have been said already comes first
        message = self._news(one, seen)
        if message is None:
            self._looked[one] = seen
            return
        if not self._watches.claim(one, seen):  # another process tells it
            return
        try:
            # Looked for first: a try that failed, or a process that was killed, may have said it.
            self._post(Spot(one.place.channel, one.place.root, one.place.root), message, _mark(one), True)
        except (PlaceGone, NotAMember) as gone:
            log.info("a watched thread is gone", extra=facts(watch=_mark(one)[:6], code=gone.code))
            self._watches.stop(one.place)
            return
        except BaseException:
            self._watches.release(one)
            raise
        self._watches.told(one, seen)
        log.info("a watched thread is told", extra=facts(watch=_mark(one)[:6]))

    def _news(self, one: Watched, seen: Seen) -> Message | None:
        """What is to be told; None where nothing moved far enough."""
        try:
            request = Request.model_validate_json(one.request)
        except ValidationError:  # of another version
            return None
        before, now = self._price(request, one.day, one.version), self._price(request, *seen)
        found = moves(before, now, one.share)
        if not found:
            return None
        return self._render(together([moved_card(each.before, each.now, each.turned, one.language) for each in found]))


def _mark(one: Watched) -> str:
    """Id of the news that follows what the thread was told last; it tells nothing about either."""
    place = one.place
    parts = (place.team, place.channel, place.root, one.until, one.day.isoformat(), one.version)
    return hashlib.sha256(f"watch:{parts}".encode()).hexdigest()[:32]
