"""Files into a conversation, each once."""

import contextlib
import logging
from collections.abc import Callable
from http.client import HTTPException, HTTPMessage
from typing import IO, Any
from urllib.error import HTTPError
from urllib.parse import urlsplit
from urllib.request import HTTPRedirectHandler, Request, build_opener

from bot.logs import facts
from bot.slack_calls import Calls, called
from bot.slack_errors import SlackTrouble, Unsure
from bot.slack_lookups import Lookups

log = logging.getLogger(__name__)

LOOK_AFTER_SECONDS = (1.0, 3.0)
LONGEST_ALT_TEXT = 1_000
FILE_HOSTS = (".slack.com", ".slack-gov.com")
DOWNLOAD_SECONDS = 20
PIECE = 1 << 16
PAGE = (b"<!doctype html", b"<html")


class NotAFile(Exception):
    """A file that cannot be fetched: `price-slack.download-<reason>` in the word files.

    Reasons: `elsewhere` (it is not kept by Slack), `too-big` (most), `scope` (Slack showed its login page: the bot may
    not read files), `gone` (status), `unreachable`.
    """

    def __init__(self, reason: str, **values: object) -> None:
        super().__init__(f"{reason} {values or ''}".strip())
        self.reason, self.values = reason, values


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

    def download(self, url: str, most: int) -> bytes:
        """The content of a file that somebody shared with the bot, at most so many bytes.

        The bot's token goes to Slack's own hosts only, and nobody is followed to another.

        Raises:
            NotAFile: it is not there, too large, or nothing the bot may read.
        """
        self._check_address(url)
        request = Request(url, headers={"Authorization": f"Bearer {self._calls.web.token}"})  # noqa: S310 - checked above
        opener = build_opener(_OnlyTo(self._check_address))
        try:
            with opener.open(request, timeout=DOWNLOAD_SECONDS) as answer:
                content = _limited(answer, most)
                kind = answer.headers.get_content_type()
        except HTTPError as error:
            with error:
                raise NotAFile("scope" if error.code in (401, 403) else "gone", status=error.code) from None
        except (OSError, HTTPException) as error:
            log.warning("a file was not fetched", extra=facts(error=type(error).__name__))
            raise NotAFile("unreachable") from None
        if kind == "text/html" or content[:200].lstrip().lower().startswith(PAGE):
            raise NotAFile("scope")
        return content

    def _check_address(self, url: str) -> None:
        """Raises NotAFile for an address that is not Slack's."""
        try:
            parts, api = urlsplit(url), urlsplit(self._calls.web.base_url)
            host, port, is_near = parts.hostname or "", parts.port, parts.netloc == api.netloc
        except ValueError:
            raise NotAFile("elsewhere") from None
        is_slack = host.endswith(FILE_HOSTS) and port in (None, 443)
        is_secure = parts.scheme == "https" or (is_near and parts.scheme == "http" == api.scheme)
        if not is_secure or not (is_slack or is_near) or parts.username is not None:
            raise NotAFile("elsewhere")

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


class _OnlyTo(HTTPRedirectHandler):
    """Follows nobody to an address that is not allowed."""

    def __init__(self, check: Callable[[str], None]) -> None:
        self._check = check

    def redirect_request(
        self, req: Request, fp: IO[bytes], code: int, msg: str, headers: HTTPMessage, newurl: str
    ) -> Request | None:
        try:
            self._check(newurl)
        except NotAFile:
            fp.close()
            raise
        return super().redirect_request(req, fp, code, msg, headers, newurl)


def _limited(answer: IO[bytes], most: int) -> bytes:
    """What comes, as long as it is not too much. What the answer says of its length is not believed."""
    content = bytearray()
    while piece := answer.read(PIECE):
        content += piece
        if len(content) > most:
            raise NotAFile("too-big", most=most)
    return bytes(content)
