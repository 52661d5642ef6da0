"""Files are uploaded once, whatever happens to the calls."""

from collections.abc import Iterator
from typing import Any

import pytest

from bot.slack_client import Slack
from bot.slack_errors import NotAMember, TokenTrouble, Unsure
from bot.slack_files import NotAFile
from tests.end_to_end.fake_slack import BOT_TOKEN, BROKEN, DROPPED, LOST, FakeSlack, Fault, error, limited

FIRST, LAST = "files.getUploadURLExternal", "files.completeUploadExternal"


@pytest.fixture
def fake() -> Iterator[FakeSlack]:
    with FakeSlack() as made:
        yield made


@pytest.fixture
def slack(fake: FakeSlack) -> Slack:
    return Slack(BOT_TOKEN, fake.api_url, lambda seconds: None)


def upload(slack: Slack, **changes: Any) -> None:
    file = {"name": "a.q-1.csv", "content": b"1,2", "comment": "a file", "alt_text": "what is in it" * 200}
    where = {"channel": "C1", "thread": "1.1", "since": "1.0"}
    slack.files.upload(**{**where, **file, **changes})


def names(fake: FakeSlack) -> list[str]:
    return [file["name"] for message in fake.said("C1") for file in message.get("files", ())]


def test_a_file_comes_into_the_thread_with_a_word_on_it(fake: FakeSlack, slack: Slack) -> None:
    upload(slack)
    (said,) = fake.said("C1")
    assert (said["thread_ts"], said["text"]) == ("1.1", "a file")
    (file,) = said["files"]
    assert fake.uploads[file["id"]] == b"1,2"
    assert len(file["alt_txt"]) == 1000


@pytest.mark.parametrize("method", [FIRST, LAST])
@pytest.mark.parametrize("fault", [limited(1), LOST], ids=["429", "lost"])
def test_it_comes_once_if_it_comes(fake: FakeSlack, slack: Slack, method: str, fault: Fault) -> None:
    fake.fail(method, fault)
    if method == FIRST and fault is LOST:  # nothing was shared yet, but who knows
        with pytest.raises(Unsure):
            upload(slack)
        assert names(fake) == []
    else:
        upload(slack)
        assert names(fake) == ["a.q-1.csv"]


@pytest.mark.parametrize("fault", [BROKEN, DROPPED], ids=["500", "dropped"])
def test_it_is_never_sent_again_on_a_guess(fake: FakeSlack, slack: Slack, fault: Fault) -> None:
    fake.fail(LAST, fault)
    with pytest.raises(Unsure):
        upload(slack)
    assert len(fake.of(LAST)) == 1
    fake.fail(LAST, fault)
    fake.fail("conversations.replies", BROKEN, BROKEN)  # nor can anybody look
    with pytest.raises(Unsure):
        upload(slack)


def test_what_a_crashed_process_has_uploaded_is_not_uploaded_again(fake: FakeSlack, slack: Slack) -> None:
    upload(slack)
    upload(slack, look_first=True)
    assert names(fake) == ["a.q-1.csv"]
    upload(slack, name="a.q-2.csv", look_first=True)
    assert names(fake) == ["a.q-1.csv", "a.q-2.csv"]


def test_a_no_is_a_no(fake: FakeSlack, slack: Slack) -> None:
    fake.fail(FIRST, error("missing_scope", needed="files:write"))
    with pytest.raises(TokenTrouble):
        upload(slack)
    fake.outside.add("C1")
    with pytest.raises(NotAMember):
        upload(slack)


def test_a_shared_file_is_fetched_with_the_token(fake: FakeSlack, slack: Slack) -> None:
    file = fake.hand_in("价格 list.csv", b"a,b\n")
    assert slack.files.download(file["url_private_download"], 100) == b"a,b\n"


@pytest.mark.parametrize(
    "url",
    [
        "",
        "prices.csv",
        "file:///etc/passwd",
        "ftp://files.slack.com/x",
        "http://files.slack.com/x",
        "https://example.com/x",
        "https://files.slack.com.example.com/x",
        "https://evilslack.com/x",
        "https://files.slack.com@example.com/x",
        "https://user@files.slack.com/x",
        "https://files.slack.com:8443/x",
        "https://127.0.0.1/x",
        "https://[::1]/x",
        "https://[bad/x",
        "http://127.0.0.1:1/x",
    ],
)
def test_the_token_goes_to_slack_alone(slack: Slack, url: str) -> None:
    with pytest.raises(NotAFile) as caught:
        slack.files.download(url, 100)
    assert caught.value.reason == "elsewhere"


@pytest.mark.parametrize(
    ("fault", "most", "reason"),
    [
        (Fault(error="login"), 100, "scope"),
        (Fault(status=403), 100, "scope"),
        (Fault(status=404), 100, "gone"),
        (Fault(status=302, error="https://example.com/"), 100, "elsewhere"),
        (None, 3, "too-big"),
    ],
    ids=["login page", "403", "404", "redirect", "too large"],
)
def test_a_file_that_does_not_come_says_why(
    fake: FakeSlack, slack: Slack, fault: Fault | None, most: int, reason: str
) -> None:
    file = fake.hand_in("prices.csv", b"a,b\n")
    if fault:
        fake.fail("file", fault)
    with pytest.raises(NotAFile) as caught:
        slack.files.download(file["url_private_download"], most)
    assert caught.value.reason == reason


def test_where_nothing_answers_that_is_said(fake: FakeSlack) -> None:
    url = fake.hand_in("prices.csv", b"x")["url_private_download"].replace(fake.base, "http://127.0.0.1:9")
    with pytest.raises(NotAFile) as caught:
        Slack(BOT_TOKEN, "http://127.0.0.1:9/api/", lambda seconds: None).files.download(url, 100)
    assert caught.value.reason == "unreachable"
