"""Saying an answer where it belongs: in the conversation, to the asker alone, or whichever way is left."""

import logging

from bot.listeners.delivery import Delivery, Kind
from bot.listeners.locales import Locales
from bot.listeners.notices import Notice
from bot.listeners.wording import is_chinese, with_remark
from bot.logs import facts
from bot.replies.card import Message
from bot.replies.words import say
from bot.slack_client import Slack, Spot
from bot.slack_errors import NotAMember, PlaceGone, SlackTrouble, Unsure
from bot.slack_lookups import Identity

log = logging.getLogger(__name__)


class Speaker:
    """Says each message once. `locales` knows in which language to speak of trouble."""

    def __init__(self, slack: Slack, me: Identity, locales: Locales) -> None:
        self._slack, self._me, self._locales = slack, me, locales

    def language(self, delivery: Delivery) -> str:
        """The language to speak in where no answer has one, without asking Slack."""
        return self._locales.language_if_known(delivery.user) or ("zh" if is_chinese(delivery.text) else "en")

    def post(self, delivery: Delivery, message: Message, notice: Notice, again: bool) -> str:
        """Say it for all to see, in the place of the notice if there is one; the timestamp of the message."""
        ts = notice.take()
        if ts:
            try:
                self._slack.update(delivery.channel, ts, message, delivery.mark)
                return ts
            except PlaceGone:  # somebody took the notice away
                pass
        return self._slack.post(delivery.spot, message, delivery.mark, look_first=again or notice.is_unsure)

    def post_elsewhere(self, delivery: Delivery, message: Message, trouble: SlackTrouble, language: str) -> str:
        """Say it through the response URL, with why it comes that way: no thread can grow from it; the outcome. A check
        is for whoever wanted it: the others may be talking with the seller.

        Raises the trouble where there is no such URL, or where it may have been said already.
        """
        if isinstance(trouble, Unsure) or not delivery.response_url:
            raise trouble
        log.warning("no post, so the response URL", extra=facts(ref=delivery.ref, code=trouble.code))
        if isinstance(trouble, NotAMember):
            remark = say(language, "slack.invite", bot=self._me.name)
        else:
            remark = say(language, "slack.elsewhere", code=trouble.code)
        public = delivery.kind is not Kind.CHECK
        thread = delivery.root if public else ""  # one that the bot cannot post in may hide what one person sees
        self._slack.respond(delivery.response_url, with_remark(message, remark), public=public, thread=thread or None)
        return f"response URL: {trouble.code}"

    def tell_asker(self, delivery: Delivery, message: Message) -> None:
        """Say it to the asker alone."""
        if delivery.response_url:
            try:
                return self._slack.respond(delivery.response_url, message)
            except PlaceGone:  # it is used up or too old
                pass
        if delivery.channel:
            return self._slack.whisper(Spot(delivery.channel, delivery.root or None), delivery.user, message)
        channel = self._slack.lookups.direct_channel(delivery.user)
        self._slack.post(Spot(channel, None, delivery.since), message, delivery.mark)
        return None

    def take_back(self, delivery: Delivery, notice: Notice) -> None:
        """Take back the notice if there is one that nothing has taken the place of."""
        ts = notice.take()
        if not ts:
            return
        try:
            self._slack.delete(delivery.channel, ts)
        except SlackTrouble as trouble:
            log.warning("a notice stays", extra=facts(ref=delivery.ref, code=trouble.code))

    def apologise(self, delivery: Delivery, error: Exception, notice: Notice) -> None:
        """Tell the asker that there is no answer; if even that fails, the log knows.

        Nothing was asked by looking at the Home tab, and an edit has had its answer: the others need not read of it.
        """
        if delivery.kind is Kind.HOME:
            return
        key = "slack.unsure" if isinstance(error, Unsure) else "slack.failed"
        message = Message(text=say(self.language(delivery), key, ref=delivery.ref))
        try:
            if delivery.response_url or not delivery.channel or delivery.kind is Kind.EDIT:
                self.tell_asker(delivery, message)
            else:
                self.post(delivery, message, notice, again=False)
        except Exception:
            log.exception("nor could the asker be told", extra=facts(ref=delivery.ref))
