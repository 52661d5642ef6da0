"""Questions asked in Slack, over both transports."""

from typing import Any

from bot.listeners.wording import is_chinese
from tests.end_to_end.fake_slack import BOT_USER, error
from tests.end_to_end.people import Person
from tests.end_to_end.running import Bot, unique

QUESTION = "1024 H100 for 6 weeks"


def has_table(message: dict[str, Any]) -> bool:
    return any(block["type"] == "table" for block in message.get("blocks", ()))


def test_a_command_is_answered_with_who_asked_what_and_a_thread_that_goes_on(alice: Person) -> None:
    assert alice.command(QUESTION).status == 200
    root = alice.answer()
    assert has_table(root)
    assert "thread_ts" not in root
    who, what = root["blocks"][0]["elements"][0]["elements"]
    assert (who["user_id"], what["text"]) == ("U0ALICE", f" /quote {QUESTION}")
    assert root["unfurl_links"] is False
    assert any(character.isdigit() for character in root["text"])

    alice.write("12 weeks", thread_ts=root["ts"])
    follow_up = alice.answer(2)
    assert follow_up["thread_ts"] == root["ts"]
    assert has_table(follow_up)
    assert follow_up["text"] != root["text"]


def test_a_mention_is_answered_once_in_its_thread_though_it_causes_two_events(alice: Person) -> None:
    event = alice.write(f"hey <@{BOT_USER}>, {QUESTION}?")
    answer = alice.answer()
    assert answer["thread_ts"] == event["ts"]
    alice.event({**event, "type": "app_mention"})
    alice.write("12 weeks", thread_ts=event["ts"])
    assert alice.answer(2)["thread_ts"] == event["ts"]
    assert len(alice.slack.said(alice.channel)) == 2


def test_a_direct_message_is_answered_without_a_mention(bot: Bot) -> None:
    alice = Person(bot, unique("D"))
    event = alice.write(QUESTION)
    assert alice.answer()["thread_ts"] == event["ts"]


def test_in_a_thread_of_others_only_a_mention_is_answered(alice: Person) -> None:
    root = alice.write("we need some GPUs")
    alice.write(f"<@{BOT_USER}> {QUESTION}", thread_ts=root["ts"])
    assert alice.answer()["thread_ts"] == root["ts"]
    alice.write("12 weeks would do as well, Bob", thread_ts=root["ts"])
    alice.write(f"<@{BOT_USER}> 12 weeks", thread_ts=root["ts"])
    alice.answer(2)
    assert len(alice.slack.said(alice.channel)) == 2


def test_a_reply_that_is_also_sent_to_the_channel_is_answered_once(alice: Person) -> None:
    alice.command(QUESTION)
    root = alice.answer()
    event = alice.write("12 weeks", thread_ts=root["ts"], subtype="thread_broadcast")
    alice.event(event)
    alice.answer(2)
    alice.write("13 weeks", thread_ts=root["ts"])
    alice.answer(3)
    assert len(alice.slack.said(alice.channel)) == 3


def test_what_is_no_question_of_a_person_is_left_alone(alice: Person) -> None:
    alice.command(QUESTION)
    root = alice.answer()
    edited = {"subtype": "message_changed", "message": {"text": "13 weeks", "user": "U0ALICE"}}
    assert alice.event({"type": "message", "channel": alice.channel, "ts": "1.1", **edited}).status == 200
    alice.write("a bot's words, 12 weeks", thread_ts=root["ts"], bot_id="B0OTHER")
    alice.write("my own words", thread_ts=root["ts"], user=BOT_USER)
    alice.write(f"<@{BOT_USER}> joined", subtype="channel_join")
    alice.write("chatter beside all threads")
    assert alice.event({"type": "reaction_added", "user": "U0ALICE"}).status == 200
    alice.write("12 weeks", thread_ts=root["ts"])
    alice.answer(2)
    assert len(alice.slack.said(alice.channel)) == 2


def test_a_button_is_answered_in_the_thread(alice: Person) -> None:
    alice.command(QUESTION)
    root = alice.answer()
    assert alice.press(root).status == 200
    assert alice.answer(2)["thread_ts"] == root["ts"]


def test_trouble_is_told_to_the_asker_alone(alice: Person) -> None:
    before = len(alice.whispers())
    alice.command("help")
    alice.slack.wait(lambda: len(alice.whispers()) > before)
    assert not alice.slack.said(alice.channel)


def test_where_the_bot_is_no_member_the_answer_comes_through_the_response_url(alice: Person) -> None:
    alice.slack.outside.add(alice.channel)
    url = alice.slack.response_url(alice.channel)
    before = len(alice.slack.of("respond"))
    alice.command(QUESTION, response_url=url)
    call = alice.slack.wait(lambda: alice.slack.of("respond")[before:])[0]
    assert call.arguments["response_type"] == "in_channel"
    assert has_table(call.arguments)
    assert "/invite @quartermaster" in call.arguments["text"]


def test_refused_blocks_do_not_lose_the_figures(alice: Person, bot: Bot) -> None:
    complaint = "no more than 100 items allowed [json-pointer:/blocks/2/rows]"
    alice.slack.fail("chat.postMessage", error("invalid_blocks", response_metadata={"messages": [complaint]}))
    alice.command(QUESTION)
    answer = alice.answer()
    assert "blocks" not in answer
    assert any(character.isdigit() for character in answer["text"])
    assert complaint in bot.logged("blocks were refused")["detail"]


def test_a_command_with_the_word_payload_is_not_lost(alice: Person) -> None:
    assert alice.command(f"{QUESTION} payload=1 payload").status == 200
    alice.slack.wait(lambda: alice.slack.said(alice.channel) or alice.whispers())


def test_the_same_command_twice_is_answered_once(alice: Person) -> None:
    trigger = unique("trigger")
    acks = [alice.command(QUESTION, trigger_id=trigger) for _ in range(3)]
    assert {ack.status for ack in acks} == {200}
    alice.command("64 H200 for 1 month")
    alice.answer(2)
    assert len(alice.slack.said(alice.channel)) == 2


def test_an_unknown_command_is_acknowledged_with_what_to_type(alice: Person) -> None:
    ack = alice.command("x", command="/cheap")
    assert ack.status == 200
    assert "/quote" in str(ack.body)


def test_the_answer_is_in_the_language_of_the_question_and_that_of_the_account_is_looked_up(bot: Bot) -> None:
    mei = Person(bot, unique("C"), unique("U0MEI"))
    mei.slack.locales[mei.user] = "zh-CN"
    mei.command("1024 张 H100，6 周")
    assert is_chinese(mei.answer()["text"])
    mei.command("8 H100 2 weeks")
    assert not is_chinese(mei.answer(2)["text"])
    assert any(call.arguments["user"] == mei.user for call in mei.slack.of("users.info"))
