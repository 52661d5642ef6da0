"""What Slack's Web API does in the fake workspace: the methods the bot calls, with "_" for "."."""

import itertools
import json
from collections import defaultdict
from typing import Any

TEAM, BOT_USER, BOT_ID, BOT_NAME = "T0TEST", "U0BOT", "B0BOT", "quartermaster"
LONGEST_UPDATE = 4_000

Arguments = dict[str, Any]


class WebApi:
    """Messages, windows and files. A method takes arguments and returns fields; a KeyError holds Slack's error code."""

    def __init__(self) -> None:
        self.base = ""
        self.messages: dict[str, list[dict[str, Any]]] = defaultdict(list)  # by channel, oldest first
        self.locales: dict[str, str] = {}
        self.people: dict[str, dict[str, Any]] = {}  # what users.info says of them beside what it says of every member
        self.groups: dict[str, list[str]] = {}  # user groups
        self.outside: set[str] = set()  # channels the bot is no member of
        self.channels: dict[str, dict[str, Any]] = {}  # what conversations.info says of them
        self.views: dict[str, dict[str, Any]] = {}  # windows by id
        self.seen_views: set[str] = set()
        self.homes: dict[str, dict[str, Any]] = {}  # Home tabs by user
        self.files: dict[str, dict[str, Any]] = {}
        self.uploads: dict[str, bytes] = {}  # what is in them
        self.handed_in: dict[str, bytes] = {}  # files of people, by id
        self._used_triggers: set[str] = set()
        self._count = itertools.count(1)

    def new_ts(self) -> str:
        return f"1900000000.{next(self._count):06d}"

    def _of_bot(self, arguments: Arguments) -> dict[str, Any]:
        found = [m for m in self.messages[arguments["channel"]] if m["ts"] == arguments["ts"] and m["user"] == BOT_USER]
        if not found:
            raise KeyError("message_not_found")
        return found[0]

    def _auth_test(self, _: Arguments) -> Arguments:
        ids = {"team_id": TEAM, "user_id": BOT_USER, "bot_id": BOT_ID, "user": BOT_NAME}
        return {**ids, "url": "https://test.slack.com/"}

    def _apps_connections_open(self, _: Arguments) -> Arguments:
        return {"url": f"{self.base.replace('http', 'ws')}/socket?ticket={next(self._count)}"}

    def _users_info(self, arguments: Arguments) -> Arguments:
        user = arguments["user"]
        flags = dict.fromkeys(("deleted", "is_bot", "is_restricted", "is_ultra_restricted"), False)
        about = {"id": user, "team_id": TEAM, **flags, "locale": self.locales.get(user, "en-US")}
        return {"user": {**about, **self.people.get(user, {})}}

    def _usergroups_users_list(self, arguments: Arguments) -> Arguments:
        if arguments["usergroup"] not in self.groups:
            raise KeyError("no_such_subteam")
        return {"users": self.groups[arguments["usergroup"]]}

    def _chat_postMessage(self, arguments: Arguments) -> Arguments:
        if arguments["channel"] in self.outside:
            raise KeyError("not_in_channel")
        message = {**arguments, "user": BOT_USER, "bot_id": BOT_ID, "ts": self.new_ts()}
        self.messages[arguments["channel"]].append(message)
        return {"ts": message["ts"], "channel": arguments["channel"]}

    def _chat_update(self, arguments: Arguments) -> Arguments:
        if len(arguments["text"]) > LONGEST_UPDATE:
            raise KeyError("msg_too_long")
        self._of_bot(arguments).update(arguments)
        return {"ts": arguments["ts"], "channel": arguments["channel"]}

    def _chat_delete(self, arguments: Arguments) -> Arguments:
        self.messages[arguments["channel"]].remove(self._of_bot(arguments))
        return {"ts": arguments["ts"]}

    def _chat_postEphemeral(self, _: Arguments) -> Arguments:
        return {"message_ts": self.new_ts()}

    def _conversations_history(self, arguments: Arguments) -> Arguments:
        return {"messages": [m for m in self.messages[arguments["channel"]] if not m.get("thread_ts")]}

    def _conversations_replies(self, arguments: Arguments) -> Arguments:
        root = arguments["ts"]
        return {"messages": [m for m in self.messages[arguments["channel"]] if root in (m["ts"], m.get("thread_ts"))]}

    def _conversations_open(self, arguments: Arguments) -> Arguments:
        return {"channel": {"id": f"D{arguments['users']}"}}

    def _conversations_info(self, arguments: Arguments) -> Arguments:
        return {"channel": {"id": arguments["channel"], **self.channels.get(arguments["channel"], {})}}

    def _views_open(self, arguments: Arguments) -> Arguments:
        if arguments["trigger_id"] in self._used_triggers:
            raise KeyError("exchanged_trigger_id")
        self._used_triggers.add(arguments["trigger_id"])
        return self._kept(f"V{next(self._count)}", arguments)

    def _views_update(self, arguments: Arguments) -> Arguments:
        if arguments["view_id"] not in self.views:
            raise KeyError("not_found")
        return self._kept(arguments["view_id"], arguments)

    def _kept(self, view_id: str, arguments: Arguments) -> Arguments:
        view = _value(arguments["view"])
        if "" in view.values():
            raise KeyError("invalid_arguments")
        self.views[view_id] = {**view, "id": view_id}
        return {"view": self.views[view_id]}

    def _views_publish(self, arguments: Arguments) -> Arguments:
        self.homes[arguments["user_id"]] = _value(arguments["view"])
        return {}

    def _files_getUploadURLExternal(self, arguments: Arguments) -> Arguments:
        key = f"F{next(self._count)}"
        self.files[key] = {"id": key, "name": arguments["filename"], "alt_txt": arguments.get("alt_txt")}
        return {"upload_url": f"{self.base}/upload/{key}", "file_id": key}

    def _files_completeUploadExternal(self, arguments: Arguments) -> Arguments:
        files = [self.files[one["id"]] for one in _value(arguments["files"])]
        where = {"channel": arguments["channel_id"], "thread_ts": arguments.get("thread_ts")}
        said = {"text": arguments.get("initial_comment") or "", "files": files}
        self._chat_postMessage({key: value for key, value in {**where, **said}.items() if value is not None})
        return {"files": files}


def _value(argument: Any) -> Any:
    return json.loads(argument) if isinstance(argument, str) else argument
