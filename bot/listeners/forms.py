"""The form: opened for whoever calls it, checked when it is sent, and turned into the question that its fields say."""

import logging
from collections.abc import Mapping
from typing import Any

from pydantic import ValidationError

from bot.desk import Desk
from bot.listeners import payloads
from bot.listeners.delivery import Delivery
from bot.listeners.form_fields import chosen_channel, filled_in
from bot.listeners.locales import Locales
from bot.listeners.notices import Notice
from bot.listeners.speaker import Speaker
from bot.logs import facts
from bot.replies import form, problems
from bot.replies.actions import FormStart
from bot.replies.card import Message
from bot.replies.form import Filled
from bot.replies.plain import cut
from bot.replies.words import say
from bot.slack_errors import TooLate, Unsure
from bot.slack_views import Views
from bot.understanding.reading import Reading
from pricing.base import Frozen

log = logging.getLogger(__name__)

LONGEST_ERROR = 150
OF_COUNT = {"non_positive_count", "fractional_count", "gpu_count", "out_of_range"}
OF_DURATION = {"non_positive_duration", "duration"}


class Origin(Frozen):
    """Where a form was called from: its language, the channel it answers in, and another way to answer there."""

    language: str = "en"
    channel: str = ""
    response_url: str = ""


class Forms:
    """Opens forms and reads them."""

    def __init__(self, desk: Desk, views: Views, speaker: Speaker, locales: Locales) -> None:
        self._desk, self._views, self._speaker, self._locales = desk, views, speaker, locales

    def open(self, delivery: Delivery, again: bool, notice: Notice) -> str:
        """Open the form, see `Handler`. After a crash it is too late for that."""
        if again:
            return "too late"
        try:
            self._open(delivery)
        except (TooLate, Unsure) as trouble:
            log.warning("no form", extra=facts(ref=delivery.ref, code=trouble.code))
            text = say(self._speaker.language(delivery), "slack.no-form")
            self._speaker.tell_asker(delivery, Message(text=text))
            return f"no form: {trouble.code}"
        return "opened"

    def _open(self, delivery: Delivery) -> None:
        """The window itself where the language is known; else a small one first, for that takes a call to Slack."""
        language = self._locales.language_if_known(delivery.user)
        if language:
            self._views.open(delivery.trigger, self._view(delivery, language))
            return
        guessed = self._speaker.language(delivery)
        view_id = self._views.open(delivery.trigger, form.waiting_view(guessed))
        language = self._locales.language(delivery.user) or guessed
        self._views.update(view_id, self._view(delivery, language))

    def _view(self, delivery: Delivery, language: str) -> dict[str, Any]:
        origin = Origin(language=language, channel=delivery.channel, response_url=delivery.response_url)
        filled = self._filled(delivery, language)
        metadata = origin.model_dump_json(exclude_defaults=True)
        return form.form_view(language, self._desk.gpus(), filled, metadata, bool(delivery.channel))

    def _filled(self, delivery: Delivery, language: str) -> Filled:
        """What the question on the pressed button already says."""
        try:
            question = FormStart.model_validate_json(delivery.value).question if delivery.value else ""
        except ValidationError:
            question = ""
        return form.filled_from(self._read(question).request, language) if question else Filled()

    def _read(self, question: str) -> Reading:
        return self._desk.read(question, self._desk.book_of_today())

    def submitted(self, body: Mapping[str, Any], now: float) -> Delivery | dict[str, str]:
        """The question of a form that was sent, or what is wrong with its fields, by block. Raises ValidationError."""
        view = body["view"]
        origin = Origin.model_validate_json(view.get("private_metadata") or "{}")
        values = (view.get("state") or {}).get("values") or {}
        filled = filled_in(values)
        question = form.question(filled, origin.language)
        if errors := self._errors(filled, question, origin.language):
            return errors
        chosen = chosen_channel(values)
        urls = [url.get("response_url") for url in body.get("response_urls") or () if isinstance(url, dict)]
        return payloads.of_submission(
            body,
            question,
            now,
            channel=origin.channel or chosen,
            response_url=origin.response_url or next(filter(None, urls), ""),
            private=filled.private,
        )

    def _errors(self, filled: Filled, question: str, language: str) -> dict[str, str]:
        if not filled.gpus:
            return {"gpu": say(language, "form.wrong-gpu")}
        reading = self._read(question)
        if reading.reject is not None:
            return _refused(reading, language)
        request = reading.request
        errors = {}
        if request.gpu_count is None and request.nodes is None:
            errors["count"] = say(language, "form.wrong-count")
        if request.duration is None and request.gpu_hours is None:
            errors["duration"] = say(language, "form.wrong-duration")
        return errors


def _refused(reading: Reading, language: str) -> dict[str, str]:
    """What a reading is refused for, at the field that says so; what no field says by itself, at the last one."""
    if reading.reject in OF_COUNT:
        return {"count": _why(reading, language)}
    if reading.reject in OF_DURATION:
        return {"duration": _why(reading, language)}
    return {"words": cut(say(language, "form.wrong-words", why=_why(reading, language)), LONGEST_ERROR)}


def _why(reading: Reading, language: str) -> str:
    return cut(problems.rejected_card(reading, language).verdict, LONGEST_ERROR)
