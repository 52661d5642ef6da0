"""What the bot asks Slack about: itself, people, channels, and what was said in them. Look-ups change nothing."""

from dataclasses import dataclass
from typing import Any

from bot.people import Person
from bot.slack_calls import Calls, called

PAGE = 200
MOST_PAGES = 3
WRITTEN_BY_PEOPLE = (None, "thread_broadcast", "file_share")


@dataclass(frozen=True, slots=True)
class Identity:
    """Who the bot is in its workspace. `url`: the workspace's address, with a slash at its end, where Slack tells."""

    team: str
    user: str
    bot: str
    name: str
    url: str = ""


class Lookups:
    """Every method raises a `SlackTrouble` when Slack says no, or nothing within three seconds."""

    def __init__(self, calls: Calls) -> None:
        self._calls = calls

    def whoami(self) -> Identity:
        """The bot's own ids."""
        answer = called(self._calls.web.auth_test)
        return Identity(
            answer["team_id"], answer["user_id"], answer.get("bot_id") or "", answer["user"], answer.get("url") or ""
        )

    def socket_address(self, app_token: str) -> str:
        """Where to open a WebSocket, once and soon."""
        return str(called(lambda: self._calls.web.apps_connections_open(app_token=app_token))["url"])

    def locale(self, user: str) -> str | None:
        """The user's locale ("zh-CN"), if Slack tells."""
        answer = called(lambda: self._calls.quick.users_info(user=user, include_locale=True))
        found = (answer.get("user") or {}).get("locale")
        return found if isinstance(found, str) else None

    def person(self, user: str) -> Person:
        """What an account is."""
        answer = called(lambda: self._calls.quick.users_info(user=user))
        about = answer.get("user") or {}
        teams = (about.get("enterprise_user") or {}).get("teams") or ()  # of an organisation with many workspaces
        return Person(
            teams=frozenset(map(str, filter(None, (about.get("team_id"), *teams)))),
            deactivated=_is_set(about, "deleted"),
            bot=_is_set(about, "is_bot"),
            guest=_is_set(about, "is_restricted") or _is_set(about, "is_ultra_restricted"),
            stranger=_is_set(about, "is_stranger"),
            name=_name(about),
        )

    def group(self, group: str) -> frozenset[str]:
        """The users in a user group."""
        answer = called(lambda: self._calls.quick.usergroups_users_list(usergroup=group))
        return frozenset(map(str, answer.get("users") or ()))

    def is_shared(self, channel: str) -> bool | None:
        """Whether people of other organisations read this channel, or are invited to; None: Slack does not tell."""
        answer = called(lambda: self._calls.quick.conversations_info(channel=channel))
        about = answer.get("channel") or {}
        if about.get("is_pending_ext_shared"):
            return True
        shared = about.get("is_ext_shared", False if about.get("is_im") else None)
        return shared if isinstance(shared, bool) else None

    def direct_channel(self, user: str) -> str:
        """The channel of the direct messages between this user and the bot."""
        answer = self._calls.persistently(lambda: called(lambda: self._calls.web.conversations_open(users=user)))
        return str(answer["channel"]["id"])

    def written_before(self, channel: str, root: str, before: str) -> tuple[str, ...]:
        """What people wrote in a thread before a timestamp, oldest first; of a very long thread its first part."""
        texts: list[str] = []
        cursor = ""
        for _ in range(MOST_PAGES):
            answer = self._page(channel, root, before, cursor)
            texts += [
                str(message["text"])
                for message in answer.get("messages") or ()
                if message.get("text") and by_person(message) and message["ts"] < before
            ]
            cursor = (answer.get("response_metadata") or {}).get("next_cursor") or ""
            if not cursor:
                break
        return tuple(texts)

    def _page(self, channel: str, root: str, before: str, cursor: str) -> Any:
        where: dict[str, Any] = {"channel": channel, "ts": root, "latest": before, "limit": PAGE}
        if cursor:
            where["cursor"] = cursor
        return called(lambda: self._calls.quick.conversations_replies(**where))

    def messages(self, channel: str, thread: str | None, since: str) -> list[dict[str, Any]]:
        """The messages of a thread, or of the channel itself, from a timestamp on, with their metadata."""
        where: dict[str, Any] = {"channel": channel, "oldest": since, "limit": 100, "include_all_metadata": True}
        if thread:
            answer = called(lambda: self._calls.quick.conversations_replies(ts=thread, inclusive=True, **where))
        else:
            answer = called(lambda: self._calls.quick.conversations_history(inclusive=True, **where))
        return list(answer.get("messages") or ())


def by_person(message: dict[str, Any]) -> bool:
    """Whether a person wrote this message."""
    return message.get("subtype") in WRITTEN_BY_PEOPLE and bool(message.get("user")) and not message.get("bot_id")


def _is_set(about: dict[str, Any], flag: str) -> bool:
    """Whether a flag is there and is not plainly false."""
    return about.get(flag, False) is not False


def _name(about: dict[str, Any]) -> str:
    """What people read for an account."""
    profile = about.get("profile") or {}
    names = (profile.get("display_name"), profile.get("real_name"), about.get("real_name"), about.get("name"))
    return next((str(name) for name in names if name), "")
