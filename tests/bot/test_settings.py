"""Settings: from environment and file, checked as a whole, never shown with their secrets."""

import re
from pathlib import Path

import pytest

from bot.settings import CONFIG_VARIABLE, VARIABLES, Settings, SettingsError, load

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


DEPLOY = Path(__file__).resolve().parents[2] / "deploy"


def test_the_examples_are_whole_and_right(monkeypatch: pytest.MonkeyPatch) -> None:
    text = (DEPLOY / "env.example").read_text(encoding="utf-8")
    for variable, _ in VARIABLES.values():
        assert re.search(f"^#?{variable}=", text, re.MULTILINE), variable
    monkeypatch.setenv(CONFIG_VARIABLE, str(DEPLOY / "settings.example.yaml"))
    assert load().timezone == "Asia/Shanghai"
