"""Ways to ask beside the command and the mention: a shortcut on a message, the form, the Home tab."""

from typing import Any

from bot.replies.words import say
from tests.end_to_end.fake_slack import BOT_USER, BROKEN, error, held
from tests.end_to_end.people import Person
from tests.end_to_end.running import Bot, unique
from tests.end_to_end.test_asking import QUESTION, has_table

FIELDS: dict[str, Any] = {"gpu": ["H100"], "count": "1024", "duration": "6 weeks"}


def cells(message: dict[str, Any]) -> list[Any]:
    return [block["rows"] for block in message["blocks"] if block["type"] == "table"]


def test_all_ways_in_give_the_same_figures(alice: Person) -> None:
    alice.command(QUESTION)
    first = alice.answer()
    event = alice.write(f"<@{BOT_USER}> {QUESTION}")
    alice.price_message({**event, "text": QUESTION})
    alice.command("")
    alice.submit(alice.opened(), FIELDS)
    answers = [first, alice.answer(2), alice.answer(3), alice.answer(4)]
    assert all(cells(answer) == cells(first) != [] for answer in answers)


def test_a_message_is_priced_in_its_thread_which_goes_on(alice: Person) -> None:
    asked = alice.write("we need 1024 H100, 6 weeks. Ideas?", user="U0BOB")
    assert alice.price_message(asked).status == 200
    answer = alice.answer()
    assert answer["thread_ts"] == asked["ts"]
    assert has_table(answer)
    alice.write("12 weeks", thread_ts=asked["ts"])
    assert alice.answer(2)["thread_ts"] == asked["ts"]


def test_a_message_that_asks_nothing_is_spoken_of_to_whoever_wanted_it_priced(alice: Person) -> None:
    before = len(alice.whispers())
    alice.price_message(alice.write("lunch?"))
    alice.slack.wait(lambda: len(alice.whispers()) > before)
    assert not alice.slack.said(alice.channel)


def test_an_empty_command_opens_the_form_which_answers_where_it_was_called(alice: Person) -> None:
    assert alice.command("  ").status == 200
    view = alice.opened()
    ack = alice.submit(view, {**FIELDS, "ways": ["on_demand", "spot"], "currency": "USD", "words": "at 80% use"})
    assert (ack.status, ack.body) == (200, None)
    answer = alice.answer()
    assert "thread_ts" not in answer
    who, what = answer["blocks"][0]["elements"][0]["elements"]
    assert (who["user_id"], what["text"]) == (
        alice.user,
        " /quote 1024 H100 for 6 weeks, only on demand and spot, in USD, at 80% use",
    )
    alice.submit(view, FIELDS)  # Slack's own retry of one submission
    alice.command(QUESTION)
    alice.answer(2)
    assert len(alice.slack.said(alice.channel)) == 2


def test_wrong_fields_are_named_and_the_form_stays(alice: Person) -> None:
    alice.command("")
    view = alice.opened()
    ack = alice.submit(view, {"gpu": [], "count": "1024", "duration": "6 weeks"})
    assert ack.body == {"response_action": "errors", "errors": {"gpu": say("en", "form.wrong-gpu")}}
    ack = alice.submit(view, {**FIELDS, "count": "a lot", "duration": "6"})
    assert set(ack.body["errors"]) == {"count", "duration"}
    assert set(alice.submit(view, {**FIELDS, "count": "-5"}).body["errors"]) == {"count"}
    assert alice.submit(view, FIELDS).body is None
    alice.answer()


def test_the_form_of_the_shortcut_asks_where_to_answer(alice: Person, bot: Bot) -> None:
    alice.interact("shortcut", callback_id="quote_form")
    view = alice.opened()
    assert "where" in {block["block_id"] for block in view["blocks"]}
    alice.user = unique("U0CAROL")
    alice.submit(view, FIELDS)
    answer = alice.answer(channel=f"D{alice.user}")
    assert has_table(answer)
    alice.channel = f"D{alice.user}"
    alice.write("12 weeks", thread_ts=answer["ts"])
    assert alice.answer(2)["thread_ts"] == answer["ts"]


def test_where_the_form_was_told_to_answer_the_bot_need_not_be_a_member(alice: Person) -> None:
    alice.slack.outside.add(alice.channel)
    alice.interact("shortcut", callback_id="quote_form")
    view, before = alice.opened(), len(alice.slack.of("respond"))
    url = {"channel_id": alice.channel, "response_url": alice.slack.response_url(alice.channel)}
    values = {name: {name: {"value": text}} for name, text in (("count", "64"), ("duration", "2 weeks"))}
    values["gpu"] = {"gpu": {"selected_options": [{"value": "H200"}]}}
    values["where"] = {"where": {"selected_conversation": alice.channel}}
    alice.interact("view_submission", view={**view, "state": {"values": values}}, response_urls=[url])
    call = alice.slack.wait(lambda: alice.slack.of("respond")[before:])[0]
    assert call.arguments["response_type"] == "in_channel"
    assert has_table(call.arguments)


def test_a_private_quote_is_shared_once(alice: Person) -> None:
    alice.command(f"private {QUESTION}")
    private = alice.slack.wait(lambda: [m for m in alice.whispers() if "blocks" in m and has_table(m)])[-1]
    assert not alice.slack.said(alice.channel)
    assert say("en", "slack.no-thread") in private["text"]
    for _ in range(2):
        assert alice.press_private(private, "Share to channel").status == 200
    shared = alice.answer()
    assert cells(shared) == cells(private)
    assert "thread_ts" not in shared
    alice.write("12 weeks", thread_ts=shared["ts"])
    alice.answer(2)
    assert len(alice.slack.said(alice.channel)) == 2
    assert alice.slack.of("respond")[-1].arguments["replace_original"] is True


def test_what_is_missing_from_a_command_can_be_filled_in(alice: Person) -> None:
    alice.command("1024 H100 in USD")
    button = say("en", "form.open")
    private = alice.slack.wait(lambda: [m for m in alice.whispers() if button in str(m.get("blocks"))])[-1]
    assert "Answer here" not in private["text"]
    assert "/quote" in private["text"]
    alice.press_private(private, button)
    elements = {block["block_id"]: block["element"] for block in alice.opened()["blocks"]}
    assert [option["value"] for option in elements["gpu"]["initial_options"]] == ["H100"]
    assert elements["count"]["initial_value"] == "1,024"
    assert "initial_value" not in elements["duration"]
    assert elements["currency"]["initial_option"]["value"] == "USD"


def test_a_small_window_opens_while_the_language_is_looked_up(bot: Bot) -> None:
    mei = Person(bot, unique("C"), unique("U0MEI"))
    mei.slack.locales[mei.user] = "zh-CN"
    opened = len(mei.slack.of("views.open"))
    mei.slack.fail("users.info", held(lambda: len(mei.slack.of("views.open")) > opened))
    mei.command("")
    view = mei.opened()
    assert view["title"]["text"] == say("zh", "form.title")
    assert "submit" not in mei.slack.of("views.open")[-1].arguments["view"]


def test_a_trigger_that_is_over_is_said_to_be(alice: Person) -> None:
    for trouble in (error("expired_trigger_id"), BROKEN):
        before = len(alice.whispers())
        alice.slack.fail("views.open", trouble)
        alice.command("")
        told = alice.slack.wait(lambda seen=before: alice.whispers()[seen:])[0]
        assert told["text"] == say("en", "slack.no-form")


def test_the_home_tab_shows_how_to_ask_what_was_asked_and_the_price_book(bot: Bot) -> None:
    alice = Person(bot, unique("C"), unique("U0ANN"))
    alice.event({"type": "app_home_opened", "user": alice.user, "channel": "D1", "tab": "messages"})
    alice.event({"type": "app_home_opened", "user": alice.user, "channel": "D1", "tab": "home"})
    tab = alice.slack.wait(lambda: alice.slack.homes.get(alice.user))
    assert say("en", "home.none-yet") in str(tab)
    alice.command(QUESTION)
    root = alice.answer()
    alice.write("12 weeks", thread_ts=root["ts"])
    alice.answer(2)
    Person(bot, alice.channel, "U0BOB").command("8 H200 for 3 days")
    alice.answer(3)
    alice.event({"type": "app_home_opened", "user": alice.user, "channel": "D1", "tab": "home"})
    tab = alice.slack.wait(lambda: (t := alice.slack.homes[alice.user]) and "for 12 weeks" in str(t) and t)
    assert "H200 for 3 days" not in str(tab)
    assert f"https://test.slack.com/archives/{alice.channel}/p{root['ts'].replace('.', '')}" in str(tab)
    assert "offers with a price" in str(tab)
    button = next(b for block in tab["blocks"] if block["type"] == "actions" for b in block["elements"])
    view = {"type": "view", "view_id": "V1"}
    action = {"type": "button", "block_id": "b", "action_ts": alice.slack.new_ts(), **button}
    alice.interact("block_actions", container=view, actions=[action], view={"type": "home", **tab})
    assert alice.opened()["type"] == "modal"
