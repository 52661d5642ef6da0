"""A small Slack of our own on 127.0.0.1: Web API, response URLs, Socket Mode, and faults on request.

It keeps what was said in which channel, so that a bot can look it up, and wakes whoever waits for something to happen.
"""

import asyncio
import json
import threading
from collections import defaultdict, deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, TypeVar
from urllib.parse import quote

from aiohttp import WSMsgType, web

from tests.end_to_end.web_api import BOT_ID, BOT_NAME, BOT_USER, TEAM, WebApi

__all__ = ["BOT_ID", "BOT_NAME", "BOT_USER", "TEAM"]

BOT_TOKEN, APP_TOKEN, SIGNING_SECRET = "xoxb-test-bot-token", "xapp-test-app-token", "0123456789abcdef-test-secret"
PATIENCE = 30.0  # a machine may have other work

T = TypeVar("T")


@dataclass(frozen=True)
class Fault:
    """What goes wrong with one call. `done`: the call is carried out before the line is cut. `until`: it is not even
    looked at before this is true."""

    status: int = 200
    error: str = ""
    retry_after: float = 0
    cut: bool = False
    done: bool = False
    more: dict[str, Any] = field(default_factory=dict)
    until: Callable[[], object] | None = None


def held(until: Callable[[], object]) -> Fault:
    return Fault(done=True, until=until)


def limited(seconds: float) -> Fault:
    return Fault(status=429, error="ratelimited", retry_after=seconds)


def error(code: str, **more: Any) -> Fault:
    return Fault(error=code, more=more)


BROKEN = Fault(status=500)
DROPPED = Fault(cut=True)  # the call never arrived
LOST = Fault(cut=True, done=True)  # it did; its answer did not


@dataclass
class Call:
    """A call of the bot: the method, or `respond` for a response URL, its arguments, and how it ended."""

    method: str
    arguments: dict[str, Any]
    ok: bool = True


class FakeSlack(WebApi):
    """Use it as a context manager. Everything a test asks may be asked from any thread."""

    def __init__(self) -> None:
        super().__init__()
        self.calls: list[Call] = []
        self.hold = False  # do what is asked and never answer
        self.sockets: list[web.WebSocketResponse] = []
        self._faults: dict[str, deque[Fault]] = defaultdict(deque)
        self._changed = threading.Condition()
        self._acks: dict[str, dict[str, Any]] = {}
        self._loop = asyncio.new_event_loop()

    def __enter__(self) -> "FakeSlack":
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        self._run(self._start())
        return self

    def __exit__(self, *_: object) -> None:
        self._run(self._runner.cleanup())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(PATIENCE)
        self._loop.close()

    # what tests ask

    @property
    def api_url(self) -> str:
        return f"{self.base}/api/"

    def response_url(self, channel: str = "") -> str:
        return f"{self.base}/respond/{channel or 'C'}.{next(self._count)}"

    def fail(self, method: str, *faults: Fault) -> None:
        """Let the next calls of a method go wrong, one fault each."""
        self._faults[method].extend(faults)

    def of(self, method: str) -> list[Call]:
        """The calls of a method so far, that were carried out or not."""
        return [call for call in self.calls if call.method == method]

    def said(self, channel: str) -> list[dict[str, Any]]:
        """What the bot has said in a channel, for all to see."""
        return [message for message in self.messages[channel] if message["user"] == BOT_USER]

    def whispered(self, channel: str = "") -> list[dict[str, Any]]:
        """What it has said to one person: through response URLs, or as ephemeral messages; in one channel, or any."""
        found = [c.arguments for c in self.of("respond") if c.ok and c.arguments.get("response_type") == "ephemeral"]
        found += [c.arguments for c in self.of("chat.postEphemeral") if c.ok]
        return [said for said in found if channel in ("", said["channel"])]

    def wait(self, condition: Callable[[], T], seconds: float = PATIENCE) -> T:
        """The first true value of the condition, which is looked at whenever something has happened."""
        result: list[T] = []

        def holds() -> bool:
            result[:] = [condition()]
            return bool(result[0])

        with self._changed:
            if not self._changed.wait_for(holds, seconds):
                raise AssertionError(f"did not come true in {seconds} s; calls: {self.calls[-8:]}")
        return result[0]

    def write(self, channel: str, user: str, text: str, thread_ts: str | None = None) -> dict[str, Any]:
        """A message a person writes; the event's content."""
        message = {"type": "message", "user": user, "text": text, "ts": self.new_ts(), "channel": channel}
        if thread_ts:
            root = next(m for m in self.messages[channel] if m["ts"] == thread_ts)
            message |= {"thread_ts": thread_ts, "parent_user_id": root["user"]}
        self.messages[channel].append(message)
        return message

    def hand_in(self, name: str, content: bytes) -> dict[str, Any]:
        """A file that a person uploads, as Slack tells of it."""
        key = f"F{next(self._count)}"
        self.handed_in[key] = content
        url = f"{self.base}/files/{key}/{quote(name)}"
        return {"id": key, "name": name, "size": len(content), "url_private_download": url, "mode": "hosted"}

    def envelope(self, kind: str, payload: dict[str, Any], socket: int = -1) -> dict[str, Any] | None:
        """Send an envelope over Socket Mode; the acknowledgement, or None when none comes in two seconds."""
        key = f"e{next(self._count)}"
        content = {
            "envelope_id": key,
            "type": kind,
            "payload": payload,
            "accepts_response_payload": kind != "events_api",
        }
        ws = self.wait(lambda: self.sockets)[socket]
        self._run(ws.send_json(content))
        with self._changed:
            self._changed.wait_for(lambda: key in self._acks, 2)
        return self._acks.get(key)

    def ask_for_new_socket(self) -> None:
        self._run(self.sockets[-1].send_json({"type": "disconnect", "reason": "refresh_requested"}))

    def cut_sockets(self) -> None:
        for ws in list(self.sockets):
            transport = ws._req.transport if ws._req else None
            if transport:
                self._loop.call_soon_threadsafe(transport.abort)

    # the server

    def _run(self, coroutine: Any) -> Any:
        return asyncio.run_coroutine_threadsafe(coroutine, self._loop).result(PATIENCE)

    async def _start(self) -> None:
        app = web.Application(client_max_size=10_000_000)
        app.add_routes(
            [
                web.post("/api/{method}", self._api),
                web.post("/respond/{id}", self._respond),
                web.post("/upload/{id}", self._upload),
                web.get("/socket", self._socket),
                web.get("/files/{id}/{name}", self._file),
            ]
        )
        self._runner = web.AppRunner(app, shutdown_timeout=0.1)
        await self._runner.setup()
        await web.TCPSite(self._runner, "127.0.0.1", 0).start()
        self.base = f"http://127.0.0.1:{self._runner.addresses[0][1]}"

    async def _api(self, request: web.Request) -> web.Response:
        if request.content_type == "application/json":
            arguments = await request.json()
        else:
            arguments = dict(await request.post())
        method = request.match_info["method"]
        token = request.headers.get("Authorization", "").removeprefix("Bearer ")
        if token != (APP_TOKEN if method == "apps.connections.open" else BOT_TOKEN):
            return web.json_response({"ok": False, "error": "invalid_auth"})
        work = getattr(self, "_" + method.replace(".", "_"))
        fault = self._faults[method].popleft() if self._faults[method] else None
        if fault and (until := fault.until):
            await self._loop.run_in_executor(None, self.wait, until)
        answer = self._answered(request, method, arguments, work, fault)
        if self.hold and method == "chat.postMessage":
            await asyncio.Event().wait()
        return answer

    async def _respond(self, request: web.Request) -> web.Response:
        fault = self._faults["respond"].popleft() if self._faults["respond"] else None
        arguments = {**await request.json(), "channel": request.match_info["id"].partition(".")[0]}
        return self._answered(request, "respond", arguments, lambda _: {}, fault)

    async def _file(self, request: web.Request) -> web.Response:
        """A file of a person: for the bot's token, else a page to log in, as Slack shows it."""
        fault = self._faults["file"].popleft() if self._faults["file"] else None
        if fault and fault.status != 200:
            return web.Response(status=fault.status, headers={"Location": fault.error} if fault.status == 302 else {})
        if fault or request.headers.get("Authorization") != f"Bearer {BOT_TOKEN}":
            return web.Response(text="<!DOCTYPE html><title>Sign in</title>", content_type="text/html")
        return web.Response(body=self.handed_in[request.match_info["id"]], content_type="application/octet-stream")

    async def _upload(self, request: web.Request) -> web.Response:
        sent = await request.post() if request.content_type.startswith("multipart/") else {}
        parts = [await asyncio.to_thread(part.file.read) for part in sent.values() if hasattr(part, "file")]
        content = parts[0] if parts else await request.read()
        self.uploads[request.match_info["id"]] = content
        return web.Response(text=f"OK - {len(content)}")

    def _answered(
        self, request: web.Request, method: str, arguments: dict[str, Any], work: Any, fault: Fault | None
    ) -> web.Response:
        call = Call(method, arguments)
        try:
            if fault and not fault.done:
                call.ok = False
                content: dict[str, Any] = {"ok": False, "error": fault.error, **fault.more}
            else:
                content = {"ok": True, **work(arguments)}
        except KeyError as refusal:
            call.ok, content = False, {"ok": False, "error": refusal.args[0]}
        with self._changed:
            self.calls.append(call)
            self._changed.notify_all()
        if fault and fault.cut and request.transport:
            request.transport.abort()
        status = fault.status if fault else 200
        headers = {"Retry-After": f"{fault.retry_after:g}"} if fault and fault.retry_after else {}
        if status == 500:
            return web.Response(status=500, text="<html>oops</html>")
        if method == "respond":
            refused = bool(fault and fault.error and status == 200)
            return web.Response(status=400 if refused else status, text=fault.error if fault else "ok", headers=headers)
        return web.json_response(content, status=status, headers=headers)

    async def _socket(self, request: web.Request) -> web.WebSocketResponse:
        ws = web.WebSocketResponse()
        await ws.prepare(request)
        await ws.send_json({"type": "hello", "num_connections": len(self.sockets) + 1})
        with self._changed:
            self.sockets.append(ws)
            self._changed.notify_all()
        async for frame in ws:
            if frame.type == WSMsgType.TEXT:
                answer = json.loads(frame.data)
                with self._changed:
                    self._acks[answer["envelope_id"]] = answer
                    self._changed.notify_all()
        with self._changed:
            self.sockets.remove(ws)
            self._changed.notify_all()
        return ws
