"""Answering a question: ask the desk, say the answer where it belongs, remember the thread."""

import logging
from collections.abc import Callable
from dataclasses import replace
from datetime import date
from typing import Protocol

from pydantic import ValidationError
from sqlite_utils.utils import sqlite3

from bot.conversation import Conversations
from bot.conversation_records import Place, Replied
from bot.desk import Desk
from bot.intents.replying import Wish
from bot.intents.turn import Answer, Asking, ThreadState
from bot.intents.watching import FULL, IN_SLACK
from bot.listeners.delivery import ON_TOP, Delivery, Kind
from bot.listeners.exports import Exports
from bot.listeners.locales import Locales
from bot.listeners.notices import Notice
from bot.listeners.permits import Permit, Permits
from bot.listeners.private import extras
from bot.listeners.speaker import Speaker
from bot.listeners.wording import is_chinese, is_to_another, with_buttons, with_question, with_remark, without_mention
from bot.logs import facts
from bot.replies.actions import SharedQuestion
from bot.replies.card import Card, Message
from bot.replies.words import say
from bot.rights import Reason, Right, log_refusal, word_key
from bot.slack_client import Slack
from bot.slack_errors import PlaceGone, SlackTrouble
from bot.slack_lookups import Identity

log = logging.getLogger(__name__)

Render = Callable[[Card], Message]
WATCHED = (Kind.MESSAGE, Kind.COMMAND, Kind.FORM, Kind.SHORTCUT)


class Watcher(Protocol):
    """Keeps which threads are watched."""

    def keep(self, place: Place, wish: Wish, language: str, told: tuple[date, int] | None) -> None:
        """Watch a thread from the book (day, version) of its answer on, or no longer."""

    def is_full(self, team: str, place: Place | None) -> bool:
        """Whether no further thread can be watched."""


class Answers:
    """Answers deliveries, each with one message. `render` turns a card into what Slack takes."""

    def __init__(
        self,
        desk: Desk,
        slack: Slack,
        conversations: Conversations,
        speaker: Speaker,
        locales: Locales,
        permits: Permits,
        exports: Exports,
        me: Identity,
        render: Render,
        watcher: Watcher,
    ) -> None:
        self._desk, self._slack, self._conversations = desk, slack, conversations
        self._speaker, self._locales, self._permits = speaker, locales, permits
        self._exports, self._me, self._render = exports, me, render
        self._watcher = watcher

    def answer(self, delivery: Delivery, again: bool, notice: Notice) -> str:
        """Answer a question, see `Handler`."""
        if not delivery.channel:
            channel = self._slack.lookups.direct_channel(delivery.user)
            delivery = delivery.model_copy(update={"channel": channel, "private": False})
        before, permit = self._thread_state(delivery), self._permits.of(delivery)
        if permit.refused:
            talk = not delivery.addressed and self._is_none_of_ours(delivery, self._ask(delivery, before, permit))
            return "nothing to say" if talk else self._refuse(delivery, permit.refused, notice)
        answer = self._ask(delivery, before, permit, self._watching(delivery))
        language = answer.card.language
        if file := self._exports.file(delivery, before, answer.export, language, permit.public):
            return self._exports.send(delivery, file, language, again)
        if self._is_none_of_ours(delivery, answer) or not self._render(answer.card).text:
            return "nothing to say"
        if delivery.private or (answer.card.private and delivery.response_url and delivery.kind is not Kind.SHARE):
            return self._answer_privately(delivery, answer, permit)
        try:
            ts = self._speaker.post(delivery, self._message(delivery, answer, permit), notice, again)
        except SlackTrouble as trouble:
            answer = self._ask(delivery, before, permit) if answer.wish else answer
            unthreaded = self._message(delivery, without_hints(answer), permit)
            return self._speaker.post_elsewhere(delivery, unthreaded, trouble, language)
        self._watch(delivery, answer, before, ts)
        self._remember(delivery, answer.state, before, ts)
        return "posted"

    def _watching(self, delivery: Delivery) -> str:
        """Whether the thread of the answer can be watched."""
        if delivery.private or delivery.kind not in WATCHED:
            return ""
        return FULL if self._watcher.is_full(delivery.team, delivery.place) else IN_SLACK

    def _watch(self, delivery: Delivery, answer: Answer, before: ThreadState | None, ts: str) -> None:
        """Watch the thread from the prices that its answer was made with, or no longer, as the answer says."""
        state = answer.state or before
        if answer.wish:
            place = delivery.place or Place(delivery.team, delivery.channel, ts)
            told = (state.day, state.book_version) if state else None
            self._watcher.keep(place, answer.wish, answer.card.language, told)

    def answer_anew(self, delivery: Delivery, again: bool, notice: Notice) -> str:
        """A question was edited: its answer becomes another, and nothing is said a second time."""
        replied = self._conversations.replied(delivery.team, delivery.channel, delivery.ts)
        if replied is None:
            return self.answer(delivery, again, notice)
        permit = self._permits.of(delivery)
        answer = self._ask(delivery, self._state(replied.before, delivery), permit)
        message = self._message(delivery, answer, permit)
        if not message.text or answer.idle or answer.export:
            return "nothing to say"
        if permit.refused:
            return self._refuse(delivery, permit.refused, notice)
        try:
            self._slack.update(delivery.channel, replied.answer, message)
        except PlaceGone as trouble:
            return f"its answer is gone: {trouble.code}"
        assert delivery.place
        state = _kept(answer.state) or replied.before
        self._conversations.amend(delivery.place, delivery.ts, state, done=delivery.key)
        return "updated"

    def share(self, delivery: Delivery, again: bool, notice: Notice) -> str:
        """Say in the channel what the asker alone has seen."""
        if refused := self._permits.of(delivery).refused:
            return self._refuse(delivery, refused, notice)
        shared = SharedQuestion.model_validate_json(delivery.value)
        outcome = self.answer(delivery.model_copy(update={"text": shared.question}), again, notice)
        done = say(self._speaker.language(delivery), "slack.shared")
        try:
            self._slack.replace_private(delivery.response_url, done)
        except SlackTrouble as trouble:
            log.info("a private answer stays", extra=facts(ref=delivery.ref, code=trouble.code))
        return outcome

    def _message(self, delivery: Delivery, answer: Answer, permit: Permit) -> Message:
        message = self._said(answer, permit)
        return with_question(message, delivery) if delivery.kind in ON_TOP else message

    def _said(self, answer: Answer, permit: Permit) -> Message:
        """The answer as a message, with where more of it may be seen."""
        message = self._render(answer.card)
        if not (permit.elsewhere and self._desk.leaves_out(answer)):
            return message
        return with_remark(message, say(answer.card.language, "rights.elsewhere"))

    def _refuse(self, delivery: Delivery, reason: Reason, notice: Notice) -> str:
        """Tell the asker alone why there is no answer; in a direct message nobody else reads. The outcome."""
        log_refusal(delivery.user, Right.VIEW, reason, delivery.ref)
        language = "zh" if is_chinese(delivery.text) else self._locales.language(delivery.user) or "en"
        message = Message(say(language, word_key(reason, Right.VIEW)))
        if delivery.response_url or not delivery.channel.startswith("D"):
            self._speaker.tell_asker(delivery, message)
        else:
            self._speaker.post(delivery, message, notice, again=False)
        return f"refused: {reason}"

    def _is_none_of_ours(self, delivery: Delivery, answer: Answer) -> bool:
        """Whether people talk to each other in a thread of the bot."""
        if delivery.addressed:
            return False
        return answer.idle or is_to_another(delivery.text, self._me.user)

    def _answer_privately(self, delivery: Delivery, answer: Answer, permit: Permit) -> str:
        if delivery.kind not in ON_TOP:
            message = self._said(answer, permit)
        else:  # there is no thread
            message = self._said(without_hints(answer), permit)
            remark, buttons = extras(delivery, answer)
            message = with_buttons(with_remark(message, remark) if remark else message, buttons)
        self._speaker.tell_asker(delivery, message)
        if delivery.place and answer.state:
            self._remember(delivery.model_copy(update={"own": False}), answer.state, None)
        return "private"

    def _ask(self, delivery: Delivery, state: ThreadState | None, permit: Permit, watching: str = "") -> Answer:
        language = self._locales.language(delivery.user)
        if delivery.kind is Kind.BUTTON:
            return self._desk.act(delivery.action_id, delivery.value, state, language, permit.public)
        asking = Asking(
            text=without_mention(delivery.text, self._me.user),
            user=delivery.user,
            language=language,
            state=state,
            shared=permit.public,
            threaded=delivery.kind not in ON_TOP,
            watching=watching,
            claim=delivery.claim,
        )
        if delivery.joins and delivery.addressed:
            asking = replace(asking, earlier=lambda: self._written_before(delivery))
        if delivery.kind is Kind.SHARE:
            then = SharedQuestion.model_validate_json(delivery.value)
            return self._desk.ask(asking, day=then.day, version=then.book_version)
        return self._desk.ask(asking)

    def _written_before(self, delivery: Delivery) -> tuple[str, ...]:
        """What people wrote in the thread before this message."""
        try:
            return self._slack.lookups.written_before(delivery.channel, delivery.root, delivery.ts)
        except SlackTrouble as trouble:
            log.warning("a thread could not be read", extra=facts(ref=delivery.ref, code=trouble.code))
            return ()

    def _thread_state(self, delivery: Delivery) -> ThreadState | None:
        thread = self._conversations.thread(delivery.place) if delivery.place else None
        return self._state(thread.state if thread else None, delivery)

    def _state(self, kept: str | None, delivery: Delivery) -> ThreadState | None:
        """What the thread was about, if that is known and was written by a version that says it the same way."""
        if kept is None:
            return None
        try:
            return ThreadState.model_validate_json(kept)
        except ValidationError:
            log.warning("the state of a thread is of another version", extra=facts(ref=delivery.ref))
            return None

    def _remember(
        self, delivery: Delivery, state: ThreadState | None, before: ThreadState | None, ts: str = ""
    ) -> None:
        place = delivery.place or Place(delivery.team, delivery.channel, ts)
        replied = Replied(delivery.ts, ts, _kept(before)) if delivery.ts and ts else None
        try:
            self._conversations.remember(
                place, delivery.own, _kept(state), done=delivery.key, asker=delivery.user, replied=replied
            )
        except sqlite3.Error:
            log.exception("a thread could not be remembered", extra=facts(ref=delivery.ref))


def without_hints(answer: Answer) -> Answer:
    """The answer without how to go on in its thread, for it has none."""
    return replace(answer, card=replace(answer.card, hints=()))


def _kept(state: ThreadState | None) -> str | None:
    return state.model_dump_json(exclude_defaults=True) if state else None
