"""Answering a delivery: ask the desk, say the answer where it belongs, remember the thread. Nothing escapes here."""

import hashlib
import logging
from collections.abc import Callable
from dataclasses import replace

from pydantic import ValidationError
from sqlite_utils.utils import sqlite3

from bot.conversation import Conversations, Place
from bot.desk import Answer, Asking, Desk, ThreadState
from bot.listeners.locales import Locales
from bot.listeners.payloads import Delivery, Kind
from bot.logs import facts
from bot.replies.card import Card, Message
from bot.replies.plain import cut, one_line
from bot.replies.words import say
from bot.slack_client import Identity, Slack, Spot
from bot.slack_errors import NotAMember, PlaceGone, SlackTrouble, Unsure

log = logging.getLogger(__name__)

MAX_BLOCKS = 50
LONGEST_ECHO = 200

Render = Callable[[Card], Message]


class Answers:
    """Answers deliveries, each with one message. `render` turns a card into what Slack takes; `now` is in seconds."""

    def __init__(
        self,
        desk: Desk,
        slack: Slack,
        conversations: Conversations,
        me: Identity,
        render: Render,
        now: Callable[[], float],
    ) -> None:
        self._desk, self._slack, self._conversations, self._me = desk, slack, conversations, me
        self._render, self._now = render, now
        self._locales = Locales(slack.locale, now)

    def work(self, delivery: Delivery, again: bool) -> None:
        """Answer, or apologise with a reference that is also in the log. `again`: a crash may have cut a first try."""
        began = self._now()
        try:
            outcome = self._answer(delivery, again)
        except Exception as error:
            outcome = "failed"
            log.exception("answering failed", extra=facts(ref=delivery.ref, kind=delivery.kind))
            self._apologise(delivery, error)
        log.info(
            "answered",
            extra=facts(
                ref=delivery.ref,
                kind=delivery.kind,
                outcome=outcome,
                team=delivery.team,
                user=hashlib.sha256(delivery.user.encode()).hexdigest()[:8],
                ms=round((self._now() - began) * 1000),
            ),
        )

    def _answer(self, delivery: Delivery, again: bool) -> str:
        """The outcome in a word or two, for the log."""
        answer = self._ask(delivery)
        message = self._render(answer.card)
        if not message.text:
            return "nothing to say"
        if answer.card.private and delivery.response_url:
            self._tell_asker(delivery, message)
            return "private"
        if delivery.kind is Kind.COMMAND:
            message = with_question(message, delivery)
        try:
            ts = self._slack.post(delivery.spot, message, delivery.mark, look_first=again)
        except SlackTrouble as trouble:
            if isinstance(trouble, Unsure) or not delivery.response_url:
                raise
            return self._answer_elsewhere(delivery, message, trouble, answer.card.language)
        self._remember(delivery, ts, answer.state)
        return "posted"

    def _ask(self, delivery: Delivery) -> Answer:
        state = self._state(delivery)
        language = self._locales.language(delivery.user)
        if delivery.kind is Kind.BUTTON:
            return self._desk.act(delivery.action_id, delivery.value, state, language)
        text = without_mention(delivery.text, self._me.user)
        return self._desk.ask(Asking(text=text, user=delivery.user, language=language, state=state))

    def _state(self, delivery: Delivery) -> ThreadState | None:
        """What the thread is about so far, if it is known and was written by a version that says it the same way."""
        thread = self._conversations.thread(delivery.place) if delivery.place else None
        if thread is None or thread.state is None:
            return None
        try:
            return ThreadState.model_validate_json(thread.state)
        except ValidationError:
            log.warning("the state of a thread is of another version", extra=facts(ref=delivery.ref))
            return None

    def _remember(self, delivery: Delivery, ts: str, state: ThreadState | None) -> None:
        place = delivery.place or Place(delivery.team, delivery.channel, ts)
        try:
            kept = state.model_dump_json(exclude_defaults=True) if state else None
            self._conversations.remember(place, delivery.own, kept, done=delivery.key)
        except sqlite3.Error:
            log.exception("a thread could not be remembered", extra=facts(ref=delivery.ref))

    def _tell_asker(self, delivery: Delivery, message: Message) -> None:
        """Say it to the asker alone."""
        try:
            self._slack.respond(delivery.response_url, message)
        except PlaceGone:  # the response URL is used up or too old
            self._slack.whisper(Spot(delivery.channel, delivery.root or None), delivery.user, message)

    def _answer_elsewhere(self, delivery: Delivery, message: Message, trouble: SlackTrouble, language: str) -> str:
        """The answer through the response URL, with why it came that way: no thread can grow from it."""
        log.warning("no post, so the response URL", extra=facts(ref=delivery.ref, code=trouble.code))
        if isinstance(trouble, NotAMember):
            remark = say(language, "slack.invite", bot=self._me.name)
        else:
            remark = say(language, "slack.elsewhere", code=trouble.code)
        thread = delivery.root or None
        self._slack.respond(delivery.response_url, with_remark(message, remark), public=True, thread=thread)
        return f"response URL: {trouble.code}"

    def _apologise(self, delivery: Delivery, error: Exception) -> None:
        """Tell the asker that there is no answer; if even that fails, the log knows."""
        language = self._locales.language_if_known(delivery.user) or ("zh" if is_chinese(delivery.text) else "en")
        key = "slack.unsure" if isinstance(error, Unsure) else "slack.failed"
        message = Message(text=say(language, key, ref=delivery.ref))
        try:
            if delivery.response_url:
                self._tell_asker(delivery, message)
            else:
                self._slack.post(delivery.spot, message, delivery.mark)
        except Exception:
            log.exception("nor could the asker be told", extra=facts(ref=delivery.ref))


def is_chinese(text: str) -> bool:
    """Whether Chinese characters are in the text."""
    return any("\u4e00" <= character <= "\u9fff" for character in text)


def without_mention(text: str, bot_user: str) -> str:
    """The text without the bot's own name; other people, links and channels stay as Slack writes them."""
    return text.replace(f"<@{bot_user}>", " ").strip()


def with_question(message: Message, delivery: Delivery) -> Message:
    """The message with who asked what on top: a command itself is not shown to the channel."""
    question = cut(one_line(f"/quote {delivery.text}"), LONGEST_ECHO)
    quoted: list[dict[str, object]] = [
        {"type": "user", "user_id": delivery.user},
        {"type": "text", "text": f" {question}"},
    ]
    asked: dict[str, object] = {"type": "rich_text", "elements": [{"type": "rich_text_quote", "elements": quoted}]}
    blocks = (asked, *message.blocks)
    fits = message.blocks and len(blocks) <= MAX_BLOCKS
    text = f"{message.text}\n<@{delivery.user}>: {escaped(question)}"
    return replace(message, text=text, blocks=blocks if fits else message.blocks)


def with_remark(message: Message, remark: str) -> Message:
    """The message with a sentence of ours below it."""
    line: dict[str, object] = {"type": "context", "elements": [{"type": "plain_text", "text": remark}]}
    fits = message.blocks and len(message.blocks) < MAX_BLOCKS
    return replace(
        message,
        text=f"{message.text}\n{escaped(remark)}",
        blocks=(*message.blocks, line) if fits else message.blocks,
    )


def escaped(text: str) -> str:
    """Text as Slack's markup wants it, so that nothing in it is a link or a mention."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
