"""Forms: the fields make the question that is asked, and say at once what is wrong with it."""

from collections.abc import Iterator
from datetime import UTC, datetime
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from bot.desk import Desk
from bot.listeners.delivery import Delivery, Kind
from bot.listeners.form_fields import chosen_channel, filled_in
from bot.listeners.forms import Forms, Origin
from bot.listeners.locales import Locales
from bot.listeners.speaker import Speaker
from bot.replies import form
from bot.replies.actions import FormStart
from bot.replies.form import Filled, filled_from, form_view, question
from bot.replies.words import languages, say
from bot.slack_errors import TooLate
from bot.understanding.request import Way
from pricing.store import Store
from tests.bot.listeners.doubles import ME, FakeSlack, delivery, now

NOW = datetime(2026, 12, 1, 12, tzinfo=UTC)
GOOD = {"gpu": ["H100"], "count": "1024", "duration": "6 weeks"}


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Desk]:
    path: Path = tmp_path_factory.mktemp("book") / "book.db"
    with Store.open(path, now=NOW) as store:
        yield Desk(store.book, lambda: NOW.date(), "CNY")


class Views:
    """Keeps the windows that were opened and updated."""

    def __init__(self) -> None:
        self.opened: list[dict[str, Any]] = []
        self.updated: list[dict[str, Any]] = []
        self.trouble: Exception | None = None

    def open(self, trigger: str, view: dict[str, Any]) -> str:
        if self.trouble:
            raise self.trouble
        self.opened.append(view)
        return "V1"

    def update(self, view_id: str, view: dict[str, Any]) -> None:
        self.updated.append(view)


@pytest.fixture
def slack() -> FakeSlack:
    return FakeSlack()


@pytest.fixture
def views() -> Views:
    return Views()


@pytest.fixture
def forms(desk: Desk, slack: FakeSlack, views: Views) -> Forms:
    locales = Locales(slack.lookups.locale, now)
    speaker = Speaker(slack, ME, locales)  # type: ignore[arg-type]
    return Forms(desk, views, speaker, locales)  # type: ignore[arg-type]


def values(**fields: Any) -> dict[str, Any]:
    """Fields as Slack sends them: texts, and lists of what was chosen."""
    states = {
        name: {"value": value} if isinstance(value, str) else {"selected_options": [{"value": one} for one in value]}
        for name, value in fields.items()
    }
    return {name: {name: state} for name, state in states.items()}


def sent(origin: Origin | None = None, urls: list[dict[str, str]] | None = None, **fields: Any) -> dict[str, Any]:
    metadata = (origin or Origin(channel="C1")).model_dump_json()
    view = {"id": "V1", "private_metadata": metadata, "state": {"values": values(**fields)}}
    return {"team": {"id": "T1"}, "user": {"id": "U1"}, "view": view, "response_urls": urls or []}


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("count", range(len(Way) + 1))
def test_every_choice_of_ways_is_read_as_it_was_chosen(desk: Desk, language: str, count: int) -> None:
    for ways in combinations(Way, count):
        text = question(Filled(("H100",), "1024", "6 weeks", ways, "USD", ""), language)
        reading = desk.read(text, desk.book_of_today())
        assert set(reading.request.ways) == set(ways), text
        assert reading.request.currency == "USD"
        assert [reading.unknown, reading.ask, reading.reject] == [(), (), None], text


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize(
    "text",
    [
        "1024 H100 or H200 for 6 weeks, only spot, in USD, at 80% use, 20 TB egress, without AWS",
        "128 nodes of 8xA100 for 3 months",
        "4 nodes of 4x GB200 for a week",
        "16 H100 nodes for a week",
        "512-1024 H100 for 4-8 weeks",
        "1024 H100",
        "for 6 weeks",
    ],
)
def test_a_question_put_into_fields_asks_the_same(desk: Desk, language: str, text: str) -> None:
    book = desk.book_of_today()
    request = desk.read(text, book).request
    again = desk.read(question(filled_from(request, language), language), book).request
    assert again == request


def test_a_good_form_is_a_question_where_it_was_called(forms: Forms) -> None:
    origin = Origin(channel="C1", response_url="https://hooks.slack.com/commands/1")
    read = forms.submitted(sent(origin, **GOOD, audience=["private"], words="at 80% use"), 1000.0)
    assert isinstance(read, Delivery)
    assert (read.kind, read.key, read.channel, read.private) == (Kind.FORM, "view:V1", "C1", True)
    assert read.text == "1024 H100 for 6 weeks, at 80% use"
    assert read.response_url == origin.response_url


def test_a_form_from_nowhere_answers_where_it_says_or_to_the_asker(forms: Forms) -> None:
    body = sent(Origin(), [{"response_url": "https://hooks.slack.com/app/1"}], **GOOD)
    body["view"]["state"]["values"]["where"] = {"where": {"selected_conversation": "C9"}}
    read = forms.submitted(body, 1000.0)
    assert isinstance(read, Delivery)
    assert (read.channel, read.response_url) == ("C9", "https://hooks.slack.com/app/1")
    read = forms.submitted(sent(Origin(), **GOOD), 1000.0)
    assert isinstance(read, Delivery)
    assert (read.channel, read.response_url) == ("", "")


@pytest.mark.parametrize(
    ("fields", "wrong"),
    [
        ({"gpu": []}, {"gpu"}),
        ({"count": "0"}, {"count"}),
        ({"count": "-5"}, {"count"}),
        ({"count": "1.5"}, {"count"}),
        ({"count": "1e99"}, {"count"}),
        ({"count": "a few", "duration": "soon"}, {"count", "duration"}),
        ({"duration": "0 weeks"}, {"duration"}),
        ({"duration": "6"}, {"duration"}),
        ({"words": "as well as 8 B200 for 3 days"}, {"words"}),
        ({"count": "", "duration": ""}, {"count", "duration"}),
    ],
)
@pytest.mark.parametrize("language", languages())
def test_what_is_wrong_stands_at_its_field(
    forms: Forms, fields: dict[str, Any], wrong: set[str], language: str
) -> None:
    read = forms.submitted(sent(Origin(language=language), **{**GOOD, **fields}), 1000.0)
    assert isinstance(read, dict)
    assert set(read) == wrong
    assert all(1 <= len(error) <= 150 for error in read.values())


def test_fields_of_a_strange_shape_are_empty() -> None:
    strange = {"gpu": None, "count": {"count": 5}, "ways": {"ways": {"selected_options": [None, {"value": "x"}]}}}
    assert filled_in(strange) == Filled()
    assert chosen_channel({"where": []}) == ""
    assert filled_in({"currency": {"currency": {"selected_option": {"value": "EUR"}}}}).currency == "EUR"


def opening(**changes: Any) -> Delivery:
    return delivery(Kind.OPEN, **{"text": "", "root": "", "trigger": "9.9", **changes})


def test_where_the_language_is_known_the_form_opens_at_once(forms: Forms, slack: FakeSlack, views: Views) -> None:
    slack.languages["U1"] = "zh-CN"
    assert forms.open(opening(), False, None) == "opened"  # type: ignore[arg-type]
    assert len(views.opened) == len(views.updated) == 1
    assert views.updated[0]["title"]["text"] == say("zh", "form.title")
    forms.open(opening(), False, None)  # type: ignore[arg-type]
    assert views.opened[1] == views.updated[0]
    origin = Origin.model_validate_json(views.opened[1]["private_metadata"])
    assert (origin.channel, origin.language) == ("C1", "zh")


def test_a_button_fills_in_what_was_said(forms: Forms, views: Views) -> None:
    forms.open(opening(value=FormStart(question="64 H200 in EUR").model_dump_json()), False, None)  # type: ignore[arg-type]
    elements = {block["block_id"]: block["element"] for block in views.updated[0]["blocks"]}
    assert elements["count"]["initial_value"] == "64"
    assert elements["currency"]["initial_option"]["value"] == "EUR"
    forms.open(opening(value="of another version"), False, None)  # type: ignore[arg-type]
    assert "initial_value" not in str(views.opened[-1])


@pytest.mark.parametrize(
    ("changes", "told"),
    [({}, ("respond", "one")), ({"response_url": ""}, ("whisper", "C1/U1"))],
)
def test_a_form_that_is_too_late_is_spoken_of(
    forms: Forms, slack: FakeSlack, views: Views, changes: dict[str, str], told: tuple[str, str]
) -> None:
    views.trouble = TooLate("expired_trigger_id")
    forms.open(opening(**changes), False, None)  # type: ignore[arg-type]
    assert slack.ways == [told]
    assert slack.text == say("en", "slack.no-form")


def test_from_nowhere_it_is_spoken_of_in_a_direct_message(forms: Forms, slack: FakeSlack, views: Views) -> None:
    views.trouble = TooLate("expired_trigger_id")
    forms.open(opening(channel="", response_url=""), False, None)  # type: ignore[arg-type]
    assert slack.ways == [("post", "DU1/None")]


def test_after_a_crash_nothing_opens(forms: Forms, views: Views) -> None:
    assert forms.open(opening(), True, None) == "too late"  # type: ignore[arg-type]
    assert not views.opened


@pytest.mark.parametrize("language", languages())
def test_windows_stay_within_what_slack_takes(desk: Desk, language: str) -> None:
    gpus = [f"GPU{number}" for number in range(300)]
    filled = Filled(("H100", "G" * 80), "x" * 500, "y" * 500, tuple(Way), "XXX", "z" * 5000, True)
    for view in (form.waiting_view(language), form_view(language, gpus, filled, "m", False)):
        assert len(view["title"]["text"]) <= 24  # type: ignore[index]
        for block in view["blocks"]:  # type: ignore[attr-defined]
            element = block.get("element", {})
            assert len(element.get("options", [])) <= 100
            assert len(element.get("initial_value", "")) <= element.get("max_length", 3000)
            assert len(element.get("placeholder", {}).get("text", "")) <= 150
            values = [option["value"] for option in element.get("options", [])]
            assert len(set(values)) == len(values)
            initial = element.get("initial_options", [])
            assert all(option in element["options"] for option in initial)
