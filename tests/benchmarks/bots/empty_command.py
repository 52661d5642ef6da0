"""What the benchmark of acknowledgements compares with: a command that posts one fixed message.

`lean` is on our own server: guard, Bolt without its waiting for `ack()`, our pool. `plain` is a Bolt app as anybody
writes it first, behind the same HTTP server with the same threads.
"""

import sys
import threading

from slack_bolt import Ack, App
from slack_bolt.adapter.wsgi import SlackRequestHandler
from slack_sdk import WebClient
from waitress import serve

from bot.bolt import bolt_app, dispatcher, secret_text
from bot.compose import clock
from bot.replies.card import Message
from bot.server import CONNECTIONS, THREADS, Gate, HttpServer
from bot.settings import Settings, load
from bot.slack_client import Slack, Spot
from bot.worker import Pool


def lean(settings: Settings) -> None:
    now = clock(settings)
    slack = Slack(secret_text(settings.slack_bot_token), settings.slack_api_url, threading.Event().wait)
    pool, app = Pool(), bolt_app(settings, slack.lookups.whoami())

    def on_command(ack: Ack, body: dict[str, str]) -> None:
        ack()
        spot, mark = Spot(body["channel_id"]), body["trigger_id"]

        def post() -> None:
            slack.post(spot, Message("fixed"), mark)

        pool.submit(mark, post)

    app.command("/quote")(on_command)
    gate = Gate(secret_text(settings.slack_signing_secret), dispatcher(app), dict, lambda: now().timestamp())
    HttpServer(gate, settings.host, settings.port or 0)
    threading.Event().wait()


def plain(settings: Settings) -> None:
    client = WebClient(secret_text(settings.slack_bot_token), base_url=settings.slack_api_url)
    app = App(client=client, signing_secret=secret_text(settings.slack_signing_secret))

    @app.command("/quote")
    def on_command(ack: Ack, body: dict[str, str], client: WebClient) -> None:
        ack()
        client.chat_postMessage(channel=body["channel_id"], text="fixed")

    handler = SlackRequestHandler(app)
    serve(handler, host=settings.host, port=settings.port, threads=THREADS, connection_limit=CONNECTIONS)


if __name__ == "__main__":
    {"lean": lean, "plain": plain}[sys.argv[1]](load(slack=True))
