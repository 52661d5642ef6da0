"""What only HTTP has: signatures, sizes, probes."""

import json
from collections.abc import Iterator
from http.client import HTTPConnection

import pytest

from tests.end_to_end.fake_slack import PATIENCE, FakeSlack
from tests.end_to_end.running import Bot

JSON = "application/json"


@pytest.fixture(scope="module")
def http_bot(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Bot]:
    with FakeSlack() as fake:
        running = Bot(
            fake, "http", tmp_path_factory.mktemp("http") / "quartermaster.db", QUARTERMASTER_LOG_LEVEL="INFO"
        )
        yield running
        assert running.stop() == 0


def test_the_challenge_of_slack_is_answered(http_bot: Bot) -> None:
    ack = http_bot.signed(b'{"type": "url_verification", "challenge": "abc"}', JSON)
    assert json.loads(ack.body) == {"challenge": "abc"}


def test_bad_requests_are_refused_and_leave_no_line_in_the_log(http_bot: Bot) -> None:
    lines = len(http_bot.log)
    body = b'{"type": "event_callback"}'
    stamped = {"x-slack-request-timestamp": "abc", "x-slack-signature": "v0=" + "0" * 64}
    assert http_bot.post(body).status == 401
    assert http_bot.post(body, **stamped).status == 401
    assert http_bot.signed(body, JSON, age=301).status == 401
    assert http_bot.signed(body, JSON, age=-120).status == 401
    assert http_bot.signed(b"{not json", JSON).status == 400
    assert http_bot.signed(b"\xff\xfe", JSON).status == 400
    assert http_bot.signed(b"[1]", JSON).status == 400
    assert http_bot.signed(b"[" * 100_000, JSON).status == 400
    assert http_bot.request("/slack/events").status == 405
    assert http_bot.request("/elsewhere").status == 404
    assert len(http_bot.log) == lines


def test_a_body_that_is_too_large_is_refused_before_it_is_read(http_bot: Bot) -> None:
    connection = HTTPConnection("127.0.0.1", http_bot.port, timeout=PATIENCE)
    connection.putrequest("POST", "/slack/events")
    connection.putheader("content-length", "1100000")
    connection.endheaders()
    assert connection.getresponse().status == 413
    connection.close()


@pytest.mark.parametrize("payload", ["{}", '{"type": "block_actions"}'])
def test_signed_payloads_of_a_strange_shape_do_not_upset_it(http_bot: Bot, payload: str) -> None:
    assert http_bot.signed(payload.encode(), JSON).status < 500


def test_probes_tell_how_it_is(http_bot: Bot) -> None:
    assert http_bot.request("/healthz").body == "ok\n"
    ready = http_bot.request("/readyz")
    assert ready.status == 200
    state = json.loads(ready.body)
    assert (state["ready"], state["database"], state["slack"]) == (True, True, True)
