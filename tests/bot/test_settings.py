"""Settings: from environment and file, checked as a whole, never shown with their secrets."""

import re
from decimal import Decimal
from pathlib import Path

import pytest

from bot.settings import CONFIG_VARIABLE, VARIABLES, Settings, SettingsError, load
from bot.settings_book import BOOK_VARIABLES

TOKEN, SECRET = "xoxb-1234-abcd", "0123456789abcdef0123456789abcdef"


@pytest.fixture(autouse=True)
def nothing_set(monkeypatch: pytest.MonkeyPatch) -> None:
    for variable, _ in VARIABLES.values():
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.delenv(CONFIG_VARIABLE, raising=False)


def problems(**environment: str) -> str:
    """What `load` says about these variables."""
    with pytest.MonkeyPatch.context() as patch:
        for name, value in environment.items():
            patch.setenv(name, value)
        with pytest.raises(SettingsError) as caught:
            load(slack=True)
    return str(caught.value)


def in_file(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, text: str) -> Path:
    path = tmp_path / "settings.yaml"
    path.write_text(text, encoding="utf-8")
    monkeypatch.setenv(CONFIG_VARIABLE, str(path))
    return path


def test_the_terminal_needs_no_settings_at_all(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", "/data")
    settings = load()
    assert settings.database == Path("/data/quartermaster/quartermaster.db")
    assert settings.bot_database == Path("/data/quartermaster/quartermaster.bot.db")
    assert (settings.currency, settings.host, settings.port, settings.timezone) == ("CNY", "127.0.0.1", None, "UTC")


def test_http_needs_the_signing_secret_and_socket_mode_does_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SLACK_BOT_TOKEN", TOKEN)
    with pytest.raises(SettingsError, match="SLACK_SIGNING_SECRET: it is not set"):
        load(slack=True)
    monkeypatch.setenv("SLACK_APP_TOKEN", "xapp-1-abc")
    assert load(slack=True).socket_mode


def test_all_problems_are_told_at_once_with_examples() -> None:
    said = problems(
        SLACK_BOT_TOKEN="xoxp-wrong",
        SLACK_API_URL="slack.com",
        PORT="99999",
        QUARTERMASTER_CURRENCY="yuan",
        QUARTERMASTER_TIMEZONE="Mars/Olympus",
        QUARTERMASTER_LOG_LEVEL="loud",
    )
    assert said.startswith("7 settings are wrong:")
    for variable in ("BOT_TOKEN", "SIGNING_SECRET", "API_URL", "PORT", "CURRENCY", "TIMEZONE", "LOG_LEVEL"):
        assert variable in said
    assert said.count("Example: ") == 7


@pytest.mark.parametrize("value", ["", "  "])
def test_an_empty_secret_is_no_secret(value: str) -> None:
    assert "SLACK_SIGNING_SECRET" in problems(SLACK_BOT_TOKEN=TOKEN, SLACK_SIGNING_SECRET=value)


def test_no_value_of_a_secret_is_ever_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    said = problems(SLACK_BOT_TOKEN="xoxb-has a blank", SLACK_APP_TOKEN="secret-value")
    assert "has a blank" not in said
    assert "secret-value" not in said
    monkeypatch.setenv("SLACK_BOT_TOKEN", TOKEN)
    monkeypatch.setenv("SLACK_SIGNING_SECRET", SECRET)
    shown = f"{load(slack=True)!r} {load(slack=True)}"
    assert TOKEN not in shown
    assert SECRET not in shown


def test_the_environment_goes_before_the_file(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    in_file(monkeypatch, tmp_path, "currency: usd\nport: 4000\ntimezone: Asia/Shanghai\n")
    monkeypatch.setenv("PORT", "5000")
    settings = load()
    assert (settings.currency, settings.port, settings.timezone) == ("USD", 5000, "Asia/Shanghai")


def test_the_web_api_address_ends_in_a_slash(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SLACK_API_URL", "http://127.0.0.1:9/api")
    assert load().slack_api_url == "http://127.0.0.1:9/api/"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("currency: USD\ncurrency: EUR\n", "line 1: currency given twice"),
        ("a: &x [1]\nb: *x\n", "aliases are not read"),
        ("- 1\n", "not a list of names and values"),
        ("a: [\n", "line"),
        ("!!python/object/apply:os.system [ls]\n", "line 1"),
        ("colour: red\n", "no such setting"),
        ("_env_file: /etc/passwd\n", "no such setting"),
        ("x: " + "y" * 300_000, "larger than 256 KB"),
    ],
)
def test_a_file_that_is_wrong_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, text: str, said: str) -> None:
    path = in_file(monkeypatch, tmp_path, text)
    with pytest.raises(SettingsError, match=said) as caught:
        load()
    assert str(path) in str(caught.value)


def test_a_line_of_the_file_is_not_shown_for_it_may_hold_a_secret(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    in_file(monkeypatch, tmp_path, f"slack_signing_secret: {SECRET}\nslack_signing_secret: {SECRET}\n")
    with pytest.raises(SettingsError) as caught:
        load()
    assert SECRET not in str(caught.value)


def test_a_missing_file_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(CONFIG_VARIABLE, "/nowhere/settings.yaml")
    with pytest.raises(SettingsError, match=r"/nowhere/settings\.yaml cannot be read: No such file"):
        load()


def test_every_setting_has_a_variable_and_an_example() -> None:
    assert set(VARIABLES) == set(Settings.model_fields)


class TestWhoMayDoWhat:
    """Lists of ids, in a variable separated by commas, in the file as a list."""

    def test_nothing_set_lets_members_see_public_prices_and_nobody_change_them(self) -> None:
        settings = load()
        assert settings.viewers == ("members",)
        assert (settings.contract_viewers, settings.contract_channels) == ((), ())
        assert (settings.editors, settings.approvers, settings.two_persons) == ((), (), False)
        assert (settings.approval_threshold, settings.approval_days) == (Decimal(30), 7)
        assert (settings.digest_channel, settings.digest_weekday, settings.digest_hour) == (None, "monday", 9)
        assert settings.contract_prices_everywhere is False

    @pytest.mark.parametrize("written", ["U1,W2,S3,os:mei", " U1 , W2,S3 ,os:mei,, U1,"])
    def test_a_variable_lists_them_with_commas(self, monkeypatch: pytest.MonkeyPatch, written: str) -> None:
        for setting in ("VIEWERS", "EDITORS", "APPROVERS", "CONTRACT_VIEWERS"):
            monkeypatch.setenv(f"QUARTERMASTER_{setting}", written)
        monkeypatch.setenv("QUARTERMASTER_CONTRACT_CHANNELS", "C1,G2")
        settings, people = load(), ("U1", "W2", "S3", "os:mei")
        assert (settings.viewers, settings.editors) == (people, people)
        assert (settings.approvers, settings.contract_viewers) == (people, people)
        assert settings.contract_channels == ("C1", "G2")

    @pytest.mark.parametrize("written", ["[U1, 'os:mei']", "U1, os:mei", "\n- U1\n- os:mei"])
    def test_the_file_lists_them_as_it_likes(
        self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, written: str
    ) -> None:
        in_file(monkeypatch, tmp_path, f"editors: {written}\napproval_threshold: 12.5\ndigest_weekday: Friday\n")
        settings = load()
        assert settings.editors == ("U1", "os:mei")
        assert (settings.approval_threshold, settings.digest_weekday) == (Decimal("12.5"), "friday")

    def test_all_members_may_see_contract_prices_and_nobody_may_where_the_list_is_empty(
        self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
    ) -> None:
        in_file(monkeypatch, tmp_path, "contract_viewers: members\neditors: []\n")
        assert (load().contract_viewers, load().editors) == (("members",), ())

    def test_everything_that_is_wrong_is_told_with_the_rest(self) -> None:
        said = problems(
            SLACK_BOT_TOKEN=TOKEN,
            SLACK_SIGNING_SECRET=SECRET,
            QUARTERMASTER_VIEWERS="members,U1",
            QUARTERMASTER_CONTRACT_VIEWERS="U1,@mei,U2,C1",
            QUARTERMASTER_EDITORS="members",
            QUARTERMASTER_APPROVERS="u1",
            QUARTERMASTER_CONTRACT_CHANNELS="D1",
            QUARTERMASTER_TWO_PERSONS="perhaps",
            QUARTERMASTER_APPROVAL_THRESHOLD="-1",
            QUARTERMASTER_APPROVAL_DAYS="0",
            QUARTERMASTER_DIGEST_CHANNEL="#prices",
            QUARTERMASTER_DIGEST_WEEKDAY="someday",
            QUARTERMASTER_DIGEST_HOUR="24",
            PORT="no",
        )
        assert said.startswith("12 settings are wrong:")
        assert "QUARTERMASTER_CONTRACT_VIEWERS: items 2, 4: no id of a user (U…, W…) or a user group" in said
        assert (
            "QUARTERMASTER_VIEWERS: item 1 is no id of a user (U…, W…) or a user group (S…), and no os:name; " in said
        )
        assert "QUARTERMASTER_EDITORS: item 1 is no id" in said
        assert "members as a whole cannot be listed here" in said

    @pytest.mark.parametrize(
        ("written", "said"),
        [
            ("viewers: []", "it names nobody"),
            ("viewers: ','", "it names nobody"),
            ("editors: 5", "this is not a list of ids"),
            ("editors: {U1: yes}", "this is not a list of ids"),
            ("editors: [5]", "this is not a list of ids"),
            ("editors: [U1, [U2]]", "this is not a list of ids"),
            ("approvers: ['os:']", "item 1 is no id"),
            ("approvers: ['os:a b']", "item 1 is no id"),
            ("approval_threshold: .nan", "finite"),
        ],
    )
    def test_what_is_wrong_in_the_file_is_told_by_its_name_there(
        self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, written: str, said: str
    ) -> None:
        path = in_file(monkeypatch, tmp_path, written)
        with pytest.raises(SettingsError) as caught:
            load()
        assert f"'{written.partition(':')[0]}' in {path}: " in str(caught.value)
        assert said in str(caught.value)

    def test_what_was_put_there_by_mistake_is_not_shown(self) -> None:
        assert TOKEN not in problems(SLACK_BOT_TOKEN=TOKEN, QUARTERMASTER_EDITORS=f"U1,{TOKEN}")


DEPLOY = Path(__file__).resolve().parents[2] / "deploy"


def test_the_examples_are_whole_and_right(monkeypatch: pytest.MonkeyPatch) -> None:
    text = (DEPLOY / "env.example").read_text(encoding="utf-8")
    for variable, _ in VARIABLES.values():
        assert re.search(f"^#?{variable}=", text, re.MULTILINE), variable
    monkeypatch.setenv(CONFIG_VARIABLE, str(DEPLOY / "settings.example.yaml"))
    assert load().timezone == "Asia/Shanghai"


def test_every_setting_is_in_the_example_of_the_file(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    text = (DEPLOY / "settings.example.yaml").read_text(encoding="utf-8")
    examples = dict(re.findall(r"^(?:# )?([a-z_]+): (.+)$", text, re.MULTILINE))
    assert set(examples) >= set(VARIABLES)
    given = {name: value for name, value in examples.items() if name in BOOK_VARIABLES}
    in_file(monkeypatch, tmp_path, "\n".join(f"{name}: {value}" for name, value in given.items()))
    assert load().editors == ("U012AB3CD", "S012AB3CD", "os:mei")
