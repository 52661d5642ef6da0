"""Manners: who is answered, when, how often, and what the others see."""

from typing import Any

import pytest

from bot.replies.words import say
from tests.end_to_end.fake_slack import BOT_USER, BROKEN, LOST, error, held, limited
from tests.end_to_end.people import Person
from tests.end_to_end.running import Bot, unique
from tests.end_to_end.test_asking import QUESTION, has_table

WORKING = say("en", "slack.working")


def mention(text: str) -> str:
    return f"<@{BOT_USER}> {text}"


# threads that went on without the bot


@pytest.mark.parametrize("call", ["quote this", "", "报价这个", "can you price this?"])
def test_called_into_a_thread_it_takes_the_question_from_there(alice: Person, call: str) -> None:
    root = alice.write("we need 1024 H100, 6 weeks", user="U0BOB")
    alice.write("for the <!here> new model, ask Carol, she has 3 meetings in 2 weeks", root["ts"], user="U0BOB")
    alice.write(mention(call), root["ts"])
    answer = alice.answer()
    assert answer["thread_ts"] == root["ts"]
    assert has_table(answer)
    assert "1,024" in answer["text"]
    assert "we need 1024 H100, 6 weeks" in answer["text"]
    alice.write(mention("12 weeks"), root["ts"])
    assert "84 " in alice.answer(2)["text"]


def test_what_is_said_beside_is_added_to_the_question_of_the_thread(alice: Person) -> None:
    root = alice.write("1024 H100")
    alice.write("6 weeks", root["ts"], user="U0BOB")
    alice.write(mention("quote this in USD"), root["ts"])
    answer = alice.answer()
    assert has_table(answer)
    headings = str([block["rows"][0] for block in answer["blocks"] if block["type"] == "table"])
    assert "USD" in headings
    assert "CNY" not in headings


def test_where_the_thread_asks_nothing_it_says_what_is_missing_and_invents_no_number(alice: Person) -> None:
    root = alice.write("we meet in room 7 for 2 hours")
    alice.write(mention("quote this"), root["ts"])
    answer = alice.answer()
    assert not has_table(answer)
    assert say("en", "problem.need-gpu") in answer["text"]


def test_a_thread_that_cannot_be_read_is_no_obstacle(alice: Person) -> None:
    root = alice.write("1024 H100, 6 weeks")
    alice.slack.fail("conversations.replies", error("missing_scope", needed="channels:history"))
    alice.write(mention("quote this"), root["ts"])
    assert say("en", "problem.need-gpu") in alice.answer()["text"]
    alice.write(mention(QUESTION), root["ts"])
    assert has_table(alice.answer(2))


def test_called_into_its_own_thread_it_goes_on_with_it(alice: Person) -> None:
    alice.command(QUESTION)
    root = alice.answer()
    bob = Person(alice.bot, alice.channel, "U0BOB")
    bob.write(mention("12 weeks"), root["ts"])
    second = alice.answer(2)
    bob.write(mention("quote this"), root["ts"])
    third = alice.answer(3)
    assert has_table(third)
    assert third["text"].splitlines()[0] == second["text"].splitlines()[0]


def test_people_who_talk_to_each_other_in_its_thread_are_left_alone(alice: Person) -> None:
    alice.command(QUESTION)
    root = alice.answer()
    for text in ("thanks", "ok 👍", "Bob, can you check with finance?", "<@U0BOB> would 12 weeks do?"):
        alice.write(text, root["ts"])
    alice.write("12 weeks", root["ts"])
    assert has_table(alice.answer(2))
    alice.write(mention("thanks"), root["ts"])
    assert alice.answer(3)["text"] == say("en", "notice.none")
    assert len(alice.slack.said(alice.channel)) == 3


def test_in_a_direct_message_everything_is_answered(bot: Bot) -> None:
    alice = Person(bot, unique("D"))
    event = alice.write(QUESTION)
    alice.answer()
    alice.write("thanks", event["ts"])
    assert alice.answer(2)["text"] == say("en", "notice.none")


# questions that are changed or taken back


def test_an_edited_question_is_answered_in_the_place_of_its_answer(alice: Person) -> None:
    event = alice.write(mention(QUESTION))
    answer = alice.answer()
    first = dict(answer)
    assert alice.edit(event, mention("512 H100 for 6 weeks")).status == 200
    updated = alice.slack.wait(lambda: answer["text"] != first["text"] and answer)
    assert updated["text"].startswith("512 ")
    assert has_table(updated)
    assert len(updated["text"]) <= 4000
    alice.write("12 weeks", event["ts"])
    assert alice.answer(2)["text"].startswith("512 ")
    assert len(alice.slack.said(alice.channel)) == 2


def test_an_edited_follow_up_starts_from_what_was_said_before_it(alice: Person) -> None:
    event = alice.write(mention(QUESTION))
    alice.answer()
    second = alice.write("double it", event["ts"])
    answer = alice.answer(2)
    assert answer["text"].startswith("2,048 ")
    alice.edit(second, "half of it")
    alice.slack.wait(lambda: answer["text"].startswith("512 "))
    alice.write("12 weeks", event["ts"])
    assert alice.answer(3)["text"].startswith("512 ")
    alice.edit(event, mention("64 H200 for 6 weeks"))  # what was built on it stays
    alice.slack.wait(lambda: alice.slack.said(alice.channel)[0]["text"].startswith("64 "))
    alice.write("in USD", event["ts"])
    assert alice.answer(4)["text"].startswith("512 ")


def test_previews_repeats_and_deletions_change_nothing(alice: Person) -> None:
    event = alice.write(mention(f"{QUESTION} see <https://vendor.example/p?x=64|vendor.example>"))
    answer = alice.answer()
    assert answer["text"].startswith("1,024 ")
    updates = len(alice.slack.of("chat.update"))
    assert alice.edit(event, event["text"]).status == 200
    gone = {"type": "message", "subtype": "message_deleted", "channel": alice.channel, "deleted_ts": event["ts"]}
    assert alice.event({**gone, "previous_message": event, "ts": alice.slack.new_ts()}).status == 200
    alice.write("12 weeks", event["ts"])
    alice.answer(2)
    assert len(alice.slack.said(alice.channel)) == 2
    assert len(alice.slack.of("chat.update")) == updates


def test_the_edit_of_what_was_no_question_may_make_it_one(alice: Person) -> None:
    event = alice.write("hello all")
    alice.edit(event, mention(QUESTION))
    assert alice.answer()["thread_ts"] == event["ts"]
    alice.event({**event, "type": "app_mention", "text": mention(QUESTION)})
    alice.write("12 weeks", event["ts"])
    alice.answer(2)
    assert len(alice.slack.said(alice.channel)) == 2


def test_an_edit_that_comes_before_the_question_is_the_question(alice: Person) -> None:
    event = {**alice.slack.write(alice.channel, alice.user, mention("8 H100")), "channel_type": "channel"}
    alice.edit(event, mention(QUESTION))
    alice.answer()
    alice.event(event)
    alice.event({**event, "type": "app_mention"})
    alice.write("12 weeks", event["ts"])
    assert alice.answer(2)["text"].startswith("1,024 ")
    assert len(alice.slack.said(alice.channel)) == 2


@pytest.mark.parametrize("fault", [limited(0.05), BROKEN, LOST, error("invalid_blocks")], ids=str)
def test_an_update_that_goes_wrong_is_made_again(alice: Person, fault: Any) -> None:
    event = alice.write(mention(QUESTION))
    answer = alice.answer()
    alice.slack.fail("chat.update", fault)
    alice.edit(event, mention("512 H100 for 6 weeks"))
    alice.slack.wait(lambda: answer["text"].startswith("512 "))
    assert has_table(answer) is (fault.error != "invalid_blocks")
    assert len(alice.slack.said(alice.channel)) == 1


def test_where_the_answer_is_gone_nothing_is_said_again(alice: Person, bot: Bot) -> None:
    event = alice.write(mention(QUESTION))
    alice.answer()
    alice.slack.messages[alice.channel].pop()
    alice.edit(event, mention("512 H100 for 6 weeks"))
    alice.write("12 weeks", event["ts"])
    alice.answer()
    assert len(alice.slack.said(alice.channel)) == 1


# answers that take longer than a second


@pytest.fixture
def slow(bot: Bot) -> Person:
    """Somebody whose language Slack does not tell before the bot has said that it is working."""
    person = Person(bot, unique("C"), unique("U0SLOW"))
    person.slack.fail("users.info", held(lambda: any(m["text"] == WORKING for m in person.slack.said(person.channel))))
    return person


def test_the_notice_of_a_slow_answer_becomes_the_answer(slow: Person) -> None:
    event = slow.write(mention(QUESTION))
    answer = slow.slack.wait(lambda: [m for m in slow.slack.said(slow.channel) if m["text"] != WORKING])[0]
    slow.bot.finished(answer["metadata"]["event_payload"]["mark"])
    assert has_table(answer)
    assert answer["thread_ts"] == event["ts"]
    assert "working" not in answer["metadata"]["event_payload"]
    slow.write("12 weeks", event["ts"])
    slow.answer(2)
    assert len(slow.slack.said(slow.channel)) == 2


def test_the_notice_of_a_slow_private_answer_is_taken_back(slow: Person) -> None:
    before = len(slow.whispers())
    slow.command("1024 H100")
    slow.slack.wait(lambda: slow.whispers()[before:])
    slow.slack.wait(lambda: not slow.slack.said(slow.channel))


def test_a_notice_that_was_taken_away_leaves_the_answer(slow: Person) -> None:
    slow.slack.fail("chat.update", error("message_not_found"))
    slow.command(QUESTION)
    slow.slack.wait(lambda: len(slow.slack.said(slow.channel)) == 2)
    assert has_table(slow.slack.said(slow.channel)[1])
