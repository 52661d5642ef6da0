"""Files into a conversation, each once."""

import contextlib
import logging
from typing import Any

from bot.logs import facts
from bot.slack_calls import Calls, called
from bot.slack_errors import SlackTrouble, Unsure
from bot.slack_lookups import Lookups

log = logging.getLogger(__name__)

LOOK_AFTER_SECONDS = (1.0, 3.0)
LONGEST_ALT_TEXT = 1_000


class Files:
    """Uploads are never repeated blindly: when no answer came, the conversation is looked at, by the file's name."""

    def __init__(self, calls: Calls) -> None:
        self._calls, self._lookups = calls, Lookups(calls)

    def upload(
        self,
        channel: str,
        thread: str | None,
        since: str,
        name: str,
        content: bytes,
        comment: str,
        alt_text: str,
        look_first: bool = False,
    ) -> None:
        """Share a file in a thread.

        Args:
            since: a timestamp of Slack's not later than the upload.
            name: of the file, the same for no other upload.
            look_first: it may have been uploaded already, before a crash.

        Raises:
            Unsure: nobody knows whether it arrived.
            SlackTrouble: Slack says no.
        """
        if look_first and self._is_there(channel, thread, since, name):
            return
        arguments: dict[str, Any] = {
            "channel": channel,
            "filename": name,
            "title": name,
            "content": content,
            "initial_comment": comment,
            "alt_txt": alt_text[:LONGEST_ALT_TEXT],
            **({"thread_ts": thread} if thread else {}),
        }
        try:
            # A limit is told before the step it limits is done, and a file that was not shared is dropped by Slack.
            self._calls.patiently(lambda: called(lambda: self._calls.web.files_upload_v2(**arguments)))
        except Unsure as trouble:
            log.warning("an upload went unanswered", extra=facts(code=trouble.code, channel=channel))
            self._make_sure(channel, thread, since, name)

    def _make_sure(self, channel: str, thread: str | None, since: str, name: str) -> None:
        for wait in LOOK_AFTER_SECONDS:
            self._calls.pause(wait)
            with contextlib.suppress(SlackTrouble):
                if self._is_there(channel, thread, since, name):
                    return
        raise Unsure("no_answer")

    def _is_there(self, channel: str, thread: str | None, since: str, name: str) -> bool:
        messages = self._lookups.messages(channel, thread, since)
        return any(file.get("name") == name for message in messages for file in message.get("files") or ())
