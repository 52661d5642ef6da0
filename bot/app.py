"""The Slack app put together, started and stopped."""

import contextlib
import gc
import logging
import signal
import threading
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, datetime
from functools import lru_cache

from pydantic import ValidationError

from bot import logs
from bot.administration.keeping import Keeping, keeping
from bot.bolt import bolt_app, dispatcher, secret_text
from bot.compose import Clock, build_desk, clock, opened
from bot.conversation import Conversations
from bot.conversation_watches import Watches
from bot.desk import Desk
from bot.lines import UNREACHABLE, Line, insisted, open_lines
from bot.listeners.answers import Answers
from bot.listeners.channels import Channels
from bot.listeners.checking import Checks
from bot.listeners.delivery import Delivery, Kind
from bot.listeners.digest import DigestClock
from bot.listeners.exports import Exports
from bot.listeners.forms import Forms
from bot.listeners.home import HomeTab
from bot.listeners.intake import Intake
from bot.listeners.locales import Locales
from bot.listeners.notices import Notice, Notices
from bot.listeners.permits import Permits
from bot.listeners.prices.access import Access
from bot.listeners.prices.prices import Prices
from bot.listeners.register import register
from bot.listeners.speaker import Speaker
from bot.listeners.watching import WatchClock
from bot.listeners.weekly import schedule_of, weekly_message
from bot.listeners.work import Handler, Work
from bot.logs import facts
from bot.replies.slack import message
from bot.replies.words import say
from bot.rights import Policy, Rights
from bot.server import Dispatch, Gate
from bot.settings import Settings
from bot.slack_client import Slack
from bot.slack_lookups import Identity
from bot.worker import Pool

log = logging.getLogger(__name__)

DRAIN_SECONDS = 10.0


@dataclass(frozen=True, slots=True)
class Bot:
    """A bot that is put together. `dispatch` is its way in, `gate` the one over HTTP, `lines` those that are open."""

    dispatch: Dispatch
    gate: Gate
    pool: Pool
    conversations: Conversations
    intake: Intake
    notices: Notices
    prices: Prices
    weekly: DigestClock
    watcher: WatchClock
    lines: list[Line]

    def take_up(self) -> None:
        """Go on with what a killed process had accepted and not answered."""
        for job in self.conversations.left_over:
            with contextlib.suppress(ValidationError):  # of another version
                self.intake.take_up(Delivery.model_validate_json(job))

    def close(self) -> None:
        """Let nothing more in, finish what was accepted, for at most ten seconds, and let go of the files."""
        log.info("stopping", extra=facts(jobs=self.pool.unfinished))
        self.intake.close()  # from here on everybody is told at once to ask again
        for line in self.lines:
            line.stop()
        self.weekly.close()
        self.watcher.close()
        self.prices.close()
        if not self.pool.drain(DRAIN_SECONDS):
            log.warning("stopped with work unfinished", extra=facts(jobs=self.pool.unfinished))
        self.notices.close()
        self.conversations.close()
        self.watcher.let_go()


def build(settings: Settings, *, clock: Clock, desk: Desk, keeping: Keeping, slack: Slack, me: Identity) -> Bot:
    """Wire everything, start nothing but the threads that wait for work.

    Raises:
        ConversationError: the file of threads cannot be used.
    """

    def now() -> float:
        return clock().timestamp()

    lines: list[Line] = []
    conversations = Conversations(settings.bot_database, now)
    pool = Pool()
    locales = Locales(slack.lookups.locale, now)
    speaker = Speaker(slack, me, locales)
    notices = Notices(slack, lambda delivery: say(speaker.language(delivery), "slack.working"), now)
    # A card that was written before is not written again: the desk gives the same card to the same question.
    render = lru_cache(maxsize=32)(message)
    channels = None if settings.contract_prices_everywhere else Channels(slack.lookups.is_shared, now)
    rights = Rights(Policy.of(settings), me.team, slack.lookups, now)
    no_secret = settings.contract_prices_everywhere and not settings.contract_viewers
    permits = Permits(rights, channels, desk.keeps_secrets, settings.contract_channels, no_secret)
    exports = Exports(desk, slack, speaker, me)
    watches = Watches(settings.bot_database, now)
    watcher = WatchClock(watches, me.team, desk.book_of_today, desk.watched, slack.post, message)
    answers = Answers(desk, slack, conversations, speaker, locales, permits, exports, me, render, watcher)
    forms = Forms(desk, slack.views, speaker, locales)
    home = HomeTab(desk, slack.views, conversations, locales, me, day_in(clock))
    prices = Prices(
        keeping, Access(rights, channels, no_secret, keeping.office.ledger.note_refusal), slack, locales, message, now
    )
    handlers = {
        **dict.fromkeys((Kind.COMMAND, Kind.MESSAGE, Kind.BUTTON, Kind.SHORTCUT, Kind.FORM), answers.answer),
        Kind.CHECK: Checks(answers.answer, slack.files.download, permits, speaker).check,
        Kind.EDIT: answers.answer_anew,
        Kind.SHARE: answers.share,
        Kind.OPEN: forms.open,
        Kind.HOME: home.publish,
        Kind.PRICES: _then(prices.handle, watcher.nudge),
        Kind.PRICES_WINDOW: prices.open,
    }
    intake = Intake(conversations, pool, Work(handlers, speaker, notices, now), now)
    app = bolt_app(settings, me)
    register(app, intake, forms, prices.submissions, me.user, now)
    dispatch = dispatcher(app)
    gate = Gate(
        None if settings.socket_mode else secret_text(settings.slack_signing_secret),
        dispatch,
        lambda: {"database": conversations.healthy(), "slack": all(line.is_up() for line in lines)},
        now,
    )
    weekly = DigestClock(
        conversations,
        schedule_of(settings),
        clock,
        lambda: weekly_message(keeping.office, conversations, desk.price, me),
        slack.post,
        hourly=prices.approving.expire,
    )
    return Bot(dispatch, gate, pool, conversations, intake, notices, prices, weekly, watcher, lines)


def _then(handle: Handler, after: Callable[[], None]) -> Handler:
    """A handler, and what is done whenever it was called."""

    def handler(delivery: Delivery, again: bool, notice: Notice) -> str:
        try:
            return handle(delivery, again, notice)
        finally:
            after()

    return handler


def day_in(clock: Clock) -> Callable[[float], date]:
    """The day of a moment (seconds since 1970) in the zone of the clock."""
    return lambda seconds: datetime.fromtimestamp(seconds, clock().tzinfo).date()


def serve(settings: Settings) -> int:
    """Run until SIGTERM or SIGINT; the exit code.

    Raises:
        SettingsError: Slack does not know a token.
        BookError, DataError, ConversationError: a file cannot be used.
    """
    stop = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: stop.set())
    secrets = (settings.slack_bot_token, settings.slack_signing_secret, settings.slack_app_token)
    writer = logs.set_up(settings.log_level, [secret_text(secret) for secret in secrets if secret])
    logs.log_thread_faults()
    try:
        return _serve(settings, stop)
    finally:
        writer.finish()


def _serve(settings: Settings, stop: threading.Event) -> int:
    now, gone = clock(settings), threading.Event()
    slack = Slack(secret_text(settings.slack_bot_token), settings.slack_api_url, gone.wait)
    with opened(settings, now, log.warning) as store:
        me = insisted(slack.lookups.whoami, "slack_bot_token", stop)
        if me is None:
            return 0 if stop.is_set() else UNREACHABLE
        desk = build_desk(settings, store, now)
        offices = keeping(settings, store, now)
        offices.office.ledger.note_rights(settings.rights_as_text())
        bot = build(settings, clock=now, desk=desk, keeping=offices, slack=slack, me=me)
        try:
            bot.take_up()
            _settled(desk)
            if not open_lines(bot.dispatch, bot.gate, bot.lines, settings, slack, stop):
                return 0 if stop.is_set() else UNREACHABLE
            bot.weekly.start()
            bot.watcher.start()
            stop.wait()
        finally:
            bot.close()
            gone.set()
    return 0


def _settled(desk: Desk) -> None:
    """Look at the book once before anybody asks, and do not go through it again at each collection of garbage: a pause
    of a tenth of a second else, now and then, in the middle of an answer."""
    desk.book_state()
    gc.collect()
    gc.freeze()
