"""What Slack may answer instead of yes, as exceptions that say what to do about it."""

from collections.abc import Mapping
from typing import Any


class SlackTrouble(Exception):
    """A call that Slack did not carry out, or may not have. `code`: Slack's word; `detail`: more, for the log."""

    def __init__(self, code: str, detail: str = "") -> None:
        super().__init__(f"{code} ({detail})" if detail else code)
        self.code, self.detail = code, detail


class RateLimited(SlackTrouble):
    """Too many calls. `seconds`: how long Slack wants to be left alone."""

    def __init__(self, seconds: float) -> None:
        super().__init__("ratelimited", f"for {seconds:g} s")
        self.seconds = seconds


class Unsure(SlackTrouble):
    """Nobody knows whether the call was carried out: no answer came, or one that says that Slack itself failed."""


class NotAMember(SlackTrouble):
    """The bot is not in this channel, or may not even know of it: somebody has to invite it."""


class PlaceGone(SlackTrouble):
    """The channel, thread, message or response URL is no more, or closed to everybody: nothing can be said there."""


class NotAllowed(SlackTrouble):
    """The workspace or the channel does not let the bot say this."""


class TokenTrouble(SlackTrouble):
    """The token is no good any more or lacks a scope: an operator has to act. `detail` names the scopes."""


class BlocksRefused(SlackTrouble):
    """Slack does not take these blocks; the text alone may pass. `detail` is what it says about them."""


class TooLate(SlackTrouble):
    """A window was to be opened for something done more than three seconds ago, or that has had its window."""


class TooLong(SlackTrouble):
    """The text is longer than Slack takes."""


class Refused(SlackTrouble):
    """Any other no."""


KINDS: dict[type[SlackTrouble], str] = {
    Unsure: "fatal_error internal_error service_unavailable request_timeout team_added_to_org",
    NotAMember: "not_in_channel channel_not_found",
    PlaceGone: "is_archived is_inactive thread_not_found message_not_found cannot_reply_to_message"
    " cant_update_message cant_delete_message edit_window_closed user_not_in_channel user_not_found"
    " expired_url used_url no_such_url messages_tab_disabled",
    NotAllowed: "restricted_action restricted_action_read_only_channel restricted_action_thread_only_channel"
    " restricted_action_non_threadable_channel restricted_action_thread_locked team_access_not_granted"
    " ekm_access_denied access_denied no_permission message_limit_exceeded as_user_not_supported"
    " enterprise_is_restricted team_not_found not_allowed_token_type",
    TokenTrouble: "invalid_auth not_authed account_inactive token_revoked token_expired missing_scope"
    " org_login_required two_factor_setup_required",
    BlocksRefused: "invalid_blocks invalid_blocks_format msg_blocks_too_long invalid_attachments too_many_attachments"
    " invalid_metadata_format invalid_metadata_schema metadata_too_large metadata_must_be_sent_from_app",
    TooLate: "expired_trigger_id exchanged_trigger_id invalid_trigger_id trigger_expired trigger_exchanged",
    TooLong: "msg_too_long",
}
NAMED = {code: kind for kind, codes in KINDS.items() for code in codes.split()}


def named(code: str, detail: str = "") -> SlackTrouble:
    """The exception for one of Slack's error codes; `Refused` for one that nobody has met yet."""
    return NAMED.get(code, Refused)(code, detail)


def of_answer(status: int, headers: Mapping[str, Any], data: object) -> SlackTrouble:
    """The exception for an answer of the Web API that is not a yes."""
    content: Mapping[str, Any] = data if isinstance(data, dict) else {}
    code = str(content.get("error", ""))
    if status == 429 or code in ("ratelimited", "rate_limited"):
        return RateLimited(retry_after(headers))
    if status >= 500 or not code or " " in code:  # not Slack's own words
        return Unsure("server_error", str(status))
    messages = (content.get("response_metadata") or {}).get("messages") or ()
    scopes = [f"{key}: {content[key]}" for key in ("needed", "provided") if key in content]
    return named(code, "; ".join([*map(str, messages), *scopes]))


def of_hook_answer(status: int, headers: Mapping[str, Any], body: str) -> SlackTrouble:
    """The exception for an answer of a response URL that is not a yes; its body is at best one bare word."""
    if status == 429:
        return RateLimited(retry_after(headers))
    if status >= 500:
        return Unsure("server_error", str(status))
    word = body.strip()
    return named(word) if word.replace("_", "").isalpha() else PlaceGone("expired_url", str(status))


def retry_after(headers: Mapping[str, Any]) -> float:
    """Seconds in Slack's Retry-After; a missing or senseless one counts as one second."""
    found = next((value for name, value in headers.items() if name.lower() == "retry-after"), "1")
    try:
        return max(0.0, float(found[0] if isinstance(found, list) else found))
    except (TypeError, ValueError):
        return 1.0
