"""A price from one hand to the next: set, approved, quoted, scheduled, superseded, taken back, exported, imported."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from bot.replies.words import say
from pricing.catalog import PriceKind
from pricing.store import Store
from tests.end_to_end.fake_slack import FakeSlack, Fault, held
from tests.end_to_end.people import Person
from tests.end_to_end.prices import sell
from tests.end_to_end.running import Bot, unique

OFFER, SECRET = "starverse-cheap", "starverse-secret"
QUESTION = "1024 H100 for 6 weeks in CNY, only starverse"
REASON = {"source": "https://starverse.example/prices", "why": "the list changed"}
SETTINGS = {
    "QUARTERMASTER_EDITORS": "U0ED,U0EVE",
    "QUARTERMASTER_APPROVERS": "U0AP,U0ED",
    "QUARTERMASTER_CONTRACT_VIEWERS": "U0AP,U0EVE",
    "QUARTERMASTER_TWO_PERSONS": "true",
}


@dataclass
class House:
    """A bot with two offers of a seller, one of them a contract; who views, edits, approves, and who is a guest."""

    bot: Bot
    viewer: Person
    editor: Person
    other_editor: Person
    approver: Person
    guest: Person


@pytest.fixture(params=["http", "socket"])
def house(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[House]:
    database = tmp_path / "quartermaster.db"
    sell(database, OFFER, "10")
    sell(database, SECRET, "7.77", PriceKind.CONTRACT, "H200")
    with FakeSlack() as fake:
        fake.people["U0GUEST"] = {"is_restricted": True}
        bot = Bot(fake, request.param, database, **SETTINGS)
        people = [Person(bot, unique("C"), user) for user in ("U0VI", "U0ED", "U0EVE", "U0AP", "U0GUEST")]
        for person in people:
            fake.channels[person.channel] = {"is_ext_shared": False}
        yield House(bot, *people)
        assert bot.stop() == 0
        with Store.open(database, now=datetime.now(UTC)) as store:  # noqa: TID251 - the bot has the real clock
            assert store.prove().broken is None


def today() -> date:
    return datetime.now(UTC).date()  # noqa: TID251 - the bot has the real clock


def change(person: Person, verb: str, subject: str = OFFER, **fields: Any) -> dict[str, Any]:
    """Fill in the form of a price; the window that asks whether it is meant."""
    person.prices(f"{verb} {subject}")
    view = person.opened()
    return person.on_top(view, person.send(view, **{**REASON, **fields}))


def test_a_price_goes_through_all_hands(house: House) -> None:
    editor, approver, viewer = house.editor, house.approver, house.viewer
    # set: above the threshold, so it waits
    asked = change(editor, "set", value="20 CNY")
    assert "+100" in str(asked["blocks"])
    assert say("en", "price-form.waits") in str(asked["blocks"])
    assert editor.send(asked).body == {"response_action": "clear"}
    editor.told("Not in force yet")
    proposal = dict(approver.direct("waits for a second person"))
    assert "the list changed" in str(proposal)
    assert "starverse.example" in str(proposal)
    # its author cannot approve it
    editor.prices("pending")
    number = proposal["blocks"][0]["text"]["text"].split("No. ")[1].split(" ")[0]
    editor.prices(f"approve {number}")
    editor.told(say("en", "impossible.own-proposal", number=number))
    # approve, twice
    approver.press_direct(proposal, say("en", "price-form.button-approve"))
    editor.direct(say("en", "price-slack.approved-by", number=number, who="U0AP"))
    approver.direct(say("en", "price-slack.approved-by", number=number, who="U0AP"))
    approver.press_direct(proposal, say("en", "price-form.button-approve"))
    approver.told(say("en", "impossible.already-approved", number=number, by="U0AP"))
    # quote
    viewer.command(QUESTION)
    assert "20,643,840" in str(viewer.answer())  # 1,024 × 1,008 h × 20
    # schedule a small change, then supersede it
    later = (today() + timedelta(days=30)).isoformat()
    asked = change(editor, "schedule", value="21", effective_from=later)
    editor.send(asked)
    editor.told(f"from {later}")
    viewer.prices("coming")
    viewer.told(later)
    asked = change(editor, "set", value="19")
    assert say("en", "price-form.later", days=later) in str(asked["blocks"])
    editor.send(asked)
    saved = editor.told("19 CNY/GPU-hour")
    # undo
    editor.press_private(saved, say("en", "price-form.button-undo"))
    view = editor.opened()
    assert editor.send(view, why="a slip").body == {"response_action": "clear"}
    editor.told("is taken back; now 20")
    viewer.prices(f"history {OFFER}")
    history = viewer.told("taken back")
    assert "U0AP" in str(history)
    # export and import again: nothing changes
    editor.prices("export csv starverse")
    file = editor.direct("as a file")["files"][0]
    content = editor.slack.uploads[file["id"]]
    assert b"7.77" not in content
    editor.prices("import")
    view = editor.opened()
    assert editor.send(view, file=[editor.slack.hand_in("again.csv", content)]).body == {"response_action": "clear"}
    assert "unchanged" in str(editor.direct("It changes nothing"))


def test_of_two_editors_the_second_is_shown_what_the_first_wrote(house: House) -> None:
    house.editor.prices(f"set {OFFER}")
    first = house.editor.opened()
    house.other_editor.prices(f"set {OFFER}")
    second = house.other_editor.opened()
    asked = house.editor.on_top(first, house.editor.send(first, value="11", **REASON))
    late = house.other_editor.on_top(second, house.other_editor.send(second, value="12", **REASON))
    for _ in range(2):  # sent twice, it is done once
        assert house.editor.send(asked).status == 200
    house.editor.told("11 CNY/GPU-hour")
    house.other_editor.send(late)
    stale = house.other_editor.told("was changed meanwhile by U0ED: it is 11 CNY/GPU-hour")
    house.other_editor.press_private(stale, say("en", "price-form.button-set"))
    assert "11 CNY/GPU-hour" in str(house.other_editor.opened()["blocks"])
    house.viewer.prices(f"history {OFFER}")
    assert str(house.viewer.told("what was done")["text"]).count("10 CNY/GPU-hour → 11 CNY/GPU-hour") == 1


def test_whoever_may_not_is_told_so_alone_at_each_step(house: House) -> None:
    viewer, editor, guest = house.viewer, house.editor, house.guest
    viewer.prices(f"set {OFFER}")
    refusal = say("en", "rights.not-listed-edit")
    viewer.slack.wait(lambda: [view for view in viewer.slack.views.values() if refusal in str(view)])
    guest.prices("h100 starverse")
    guest.told(say("en", "rights.guest"))
    viewer.prices("h100 starverse")
    found = viewer.told(OFFER)
    assert say("en", "price-form.button-set") not in str(found["blocks"])
    # rights that end while a window is open
    asked = change(editor, "set", value="11")
    editor.slack.people["U0ED"] = {"deleted": True}
    editor.send(asked)
    editor.told(say("en", "rights.deactivated"))
    viewer.prices(f"history {OFFER}")
    assert "→ 11" not in viewer.told("what was done")["text"]
    # an approver only approves
    house.approver.prices(f"set {OFFER}")
    house.approver.slack.wait(lambda: [v for v in viewer.slack.views.values() if str(v).count(refusal)][1:])
    assert [line["reason"] for line in house.bot.log if line["event"] == "refused"] != []
    for person in (viewer, editor, guest):
        assert person.slack.said(person.channel) == []


def test_contract_prices_are_for_those_who_may_see_them_and_not_in_shared_channels(house: House) -> None:
    seer, viewer = house.other_editor, house.viewer
    viewer.prices("h200 starverse")
    assert SECRET not in str(viewer.told("starverse"))
    viewer.prices(f"history {SECRET}")
    assert "7.77" not in str(viewer.told(SECRET))
    seer.prices("h200 starverse")
    assert "7.77" in str(seer.told(SECRET))
    shared = Person(house.bot, unique("C"), seer.user)
    shared.slack.channels[shared.channel] = {"is_ext_shared": True}
    shared.prices("h200 starverse")
    told = shared.told(say("en", "price-slack.elsewhere"))
    assert "7.77" not in str(told)
    # an editor who may not see them cannot change them either
    house.editor.prices(f"set {SECRET}")
    house.editor.slack.wait(lambda: [v for v in viewer.slack.views.values() if "No price fits" in str(v)])
    # one who may proposes; only approvers who may see them are asked
    asked = change(seer, "set", SECRET, value="7.50")
    seer.send(asked)
    seer.told("Not in force yet")
    house.approver.direct("7.50")
    assert house.bot.slack.said("DU0ED") == []
    viewer.prices("pending")
    viewer.told(say("en", "prices.pending-none"))


def test_wrong_fields_are_named_and_the_window_stays(house: House) -> None:
    editor = house.editor
    editor.prices(f"set {OFFER}")
    view = editor.opened()
    ack = editor.send(view, value="about 12", source="", why="because")
    assert ack.body["response_action"] == "errors"
    assert set(ack.body["errors"]) == {"value", "source"}
    ack = editor.send(view, **{**REASON, "value": "0"})
    assert set(ack.body["errors"]) == {"value"}
    assert editor.on_top(view, editor.send(view, **REASON, value="0", free=True))
    assert editor.on_top(view, editor.send(view, **REASON, value="12"))
    editor.prices(f"schedule {OFFER}")
    view = editor.opened()
    ack = editor.send(view, **REASON, value="12", effective_from=today().isoformat())
    assert set(ack.body["errors"]) == {"effective_from"}


FILE = """provider,name,gpu,mode,gpus_per_node,price,currency,unit,effective_from,observed_on,source
starverse,new one,H100,on-demand,8,11.50,CNY,GPU-Hours,2026-03-01,2026-03-06,a letter
starverse,other one,H100,on-demand,8,about 12,CNY,GPU-Hours,2026-03-01,2026-03-06,a letter
"""


def test_a_file_in_a_direct_message_is_previewed_and_imported_once_confirmed(house: House) -> None:
    editor = house.editor
    content = FILE.encode()
    direct = Person(house.bot, f"D{editor.user}", editor.user)
    direct.share("prices.csv", content)
    preview = dict(editor.direct("SHA-256"))
    assert say("en", "price-form.button-confirm-import") in str(preview["blocks"])
    editor.press_direct(preview, say("en", "price-form.button-refused-rows"))
    rows = editor.direct("that were not read")["files"][0]
    assert "about 12" in editor.slack.uploads[rows["id"]].decode()
    for _ in range(2):
        editor.press_direct(preview, say("en", "price-form.button-confirm-import"))
    done = dict(editor.direct("mported"))
    assert say("en", "price-form.button-undo") in str(done["blocks"])
    # the same file again changes nothing
    direct.share("prices.csv", content)
    editor.direct("It changes nothing")
    # whoever may not change prices may not import either
    guest = Person(house.bot, f"D{house.viewer.user}", house.viewer.user)
    guest.share("prices.csv", content)
    house.viewer.direct(say("en", "rights.not-listed-edit"))


def test_a_file_in_a_channel_is_taken_only_where_the_bot_is_called_to(house: House) -> None:
    editor = house.editor
    editor.share("prices.csv", b"a,b\n1,2\n", "have a look")
    editor.share("prices.csv", b"a,b\n1,2\n", "<@U0BOT> import this please")
    editor.direct(say("en", "prices.not-saved", text="")[:20])
    assert editor.slack.said(editor.channel) == []


def test_a_file_that_slack_does_not_give_is_spoken_of(house: House) -> None:
    editor = house.editor
    direct = Person(house.bot, f"D{editor.user}", editor.user)
    editor.slack.fail("file", Fault(error="login"))
    direct.share("prices.csv", b"x")
    editor.direct("files:read")
    file = {**editor.slack.hand_in("prices.csv", b"x"), "url_private_download": "https://example.com/prices.csv"}
    direct.write("", subtype="file_share", files=[file])
    editor.direct("is not kept by Slack")


def test_a_window_that_takes_long_says_so_and_is_filled_later(house: House) -> None:
    editor = house.editor
    editor.prices(f"set {OFFER}")
    view = editor.opened()
    editor.slack.fail("users.info", held(lambda: any("Please check" in str(v) for v in ()) or released))
    released: list[bool] = []
    ack = editor.send(view, **REASON, value="11")
    assert ack.body["response_action"] == "update"
    released.append(True)
    editor.slack.fail("auth.test")
    editor.prices("stale")
    editor.slack.wait(lambda: "11 CNY/GPU-hour" in str(editor.slack.views[view["id"]]))
    assert editor.slack.views[view["id"]]["callback_id"] == "prices.confirm.v1"
