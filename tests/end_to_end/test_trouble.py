"""What goes wrong on the way to Slack and back, over both transports: one answer each, never two, never none."""

import pytest

from tests.end_to_end.fake_slack import BOT_USER, BROKEN, DROPPED, LOST, Fault, error, limited
from tests.end_to_end.people import Person
from tests.end_to_end.running import Bot

QUESTION = "1024 H100 for 6 weeks"


@pytest.mark.parametrize("fault", [limited(0.05), BROKEN, DROPPED, LOST], ids=["429", "500", "dropped", "lost"])
def test_one_answer_comes_though_the_first_call_goes_wrong(alice: Person, fault: Fault) -> None:
    alice.slack.fail("chat.postMessage", fault)
    event = alice.write(f"<@{BOT_USER}> {QUESTION}")
    alice.answer()
    alice.write("12 weeks", thread_ts=event["ts"])  # worked on after the first is finished with
    alice.answer(2)
    assert len(alice.slack.said(alice.channel)) == 2


def test_when_slack_asks_for_too_long_a_wait_the_response_url_is_used(alice: Person) -> None:
    alice.slack.fail("chat.postMessage", limited(3600))
    before = len(alice.slack.of("respond"))
    alice.command(QUESTION)
    call = alice.slack.wait(lambda: alice.slack.of("respond")[before:])[0]
    assert call.arguments["response_type"] == "in_channel"


def test_a_refusal_without_another_way_is_logged_with_a_reference(alice: Person, bot: Bot) -> None:
    refusals = [error("restricted_action")] * 2
    alice.slack.fail("chat.postMessage", *refusals)
    alice.write(f"<@{BOT_USER}> {QUESTION}")
    line = bot.logged("nor could the asker be told")
    assert line["ref"].startswith("q-")


def test_a_private_answer_is_repeated_after_an_error_and_not_lost(alice: Person) -> None:
    before = len(alice.whispers())
    alice.slack.fail("respond", BROKEN)
    alice.command("help")
    alice.slack.wait(lambda: len(alice.whispers()) > before)


def test_no_secret_and_no_text_is_in_the_log(alice: Person, bot: Bot) -> None:
    alice.command(QUESTION)
    alice.answer()
    from tests.end_to_end.fake_slack import APP_TOKEN, BOT_TOKEN, SIGNING_SECRET

    text = "".join(bot.raw)
    assert len(text) > 1000  # it runs at DEBUG
    for secret in (BOT_TOKEN, APP_TOKEN, SIGNING_SECRET, "/respond/", "/socket?"):
        assert secret not in text
    assert not [line for line in bot.log if line["level"] != "debug" and QUESTION in str(line)]
