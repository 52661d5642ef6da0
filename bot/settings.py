"""Settings from the environment and an optional YAML file; all that is wrong is reported at once, at the start."""

import os
import re
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo

from pydantic import Field, SecretStr, ValidationError, field_validator
from pydantic_settings import BaseSettings, PydanticBaseSettingsSource, SettingsConfigDict

from bot.settings_book import BOOK_VARIABLES, BookSettings
from bot.settings_file import ConfigError, plain_yaml

CONFIG_VARIABLE = "QUARTERMASTER_CONFIG"
SLACK_WEB_API = "https://slack.com/api/"
LOG_LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR")

# Setting -> its environment variable and a value that would do. In the YAML file the settings go by their own names.
VARIABLES = {
    "slack_bot_token": ("SLACK_BOT_TOKEN", "xoxb-… (Slack app page: OAuth & Permissions)"),
    "slack_signing_secret": ("SLACK_SIGNING_SECRET", "32 hexadecimal digits (Slack app page: Basic Information)"),
    "slack_app_token": ("SLACK_APP_TOKEN", "xapp-… (Slack app page: Basic Information, App-Level Tokens)"),
    "slack_api_url": ("SLACK_API_URL", SLACK_WEB_API),
    "host": ("HOST", "127.0.0.1"),
    "port": ("PORT", "3000"),
    "database": ("QUARTERMASTER_DATABASE", "/var/lib/quartermaster/quartermaster.db"),
    "currency": ("QUARTERMASTER_CURRENCY", "CNY"),
    "hours_per_month": ("QUARTERMASTER_HOURS_PER_MONTH", "730"),
    "timezone": ("QUARTERMASTER_TIMEZONE", "Asia/Shanghai"),
    "log_level": ("QUARTERMASTER_LOG_LEVEL", "INFO"),
    **BOOK_VARIABLES,
}


@dataclass(frozen=True, slots=True)
class Problem:
    """One setting that cannot be used: its name, what is wrong with it, and a value that would do."""

    name: str
    wrong: str
    example: str

    def __str__(self) -> str:
        return f"{self.name}: {self.wrong}. Example: {self.example}"


class SettingsError(Exception):
    """Settings that cannot be used; the program ends with exit code 2. The text names variables, never their values."""

    def __init__(self, problems: tuple[Problem, ...]) -> None:
        count = "1 setting is" if len(problems) == 1 else f"{len(problems)} settings are"
        super().__init__("\n".join([f"{count} wrong:", *(f"- {problem}" for problem in problems)]))
        self.problems = problems


def default_database() -> Path:
    """The price book's place for this user: folder `quartermaster` in `$XDG_DATA_HOME` or `~/.local/share`."""
    base = os.environ.get("XDG_DATA_HOME") or "~/.local/share"
    return Path(base).expanduser() / "quartermaster" / "quartermaster.db"


class Settings(BookSettings):
    """How this bot is set up. Secrets show as asterisks wherever settings are printed.

    `host` is the loopback address unless it is set: requests from Slack are signed but not encrypted here, so TLS ends
    in front of the bot, usually on the same machine. A container that is reached from outside sets HOST=0.0.0.0.
    `port` None means 3000 over HTTP, and in Socket Mode that nothing listens at all.
    `hours_per_month` None means the price book's own. `timezone` decides which day is today.
    """

    model_config = SettingsConfigDict(
        frozen=True, extra="forbid", env_ignore_empty=True, validate_by_name=True, hide_input_in_errors=True
    )

    slack_bot_token: SecretStr | None = None
    slack_signing_secret: SecretStr | None = None
    slack_app_token: SecretStr | None = None
    slack_api_url: str = SLACK_WEB_API
    host: str = "127.0.0.1"
    port: int | None = Field(default=None, ge=0, le=65535)
    database: Path = Field(default_factory=default_database, validation_alias="QUARTERMASTER_DATABASE")
    currency: str = Field(default="CNY", validation_alias="QUARTERMASTER_CURRENCY")
    hours_per_month: Decimal | None = Field(
        default=None, ge=600, le=750, validation_alias="QUARTERMASTER_HOURS_PER_MONTH"
    )
    timezone: str = Field(default="UTC", validation_alias="QUARTERMASTER_TIMEZONE")
    log_level: str = Field(default="INFO", validation_alias="QUARTERMASTER_LOG_LEVEL")

    @property
    def socket_mode(self) -> bool:
        """Whether events come through a WebSocket that the bot opens, instead of HTTP requests to it."""
        return self.slack_app_token is not None

    @property
    def bot_database(self) -> Path:
        """Where threads and deliveries are kept: a file beside the price book, so that neither locks the other."""
        return self.database.with_suffix(".bot.db")

    @field_validator("slack_bot_token")
    @classmethod
    def _bot_token(cls, value: SecretStr | None) -> SecretStr | None:
        return _token(value, "xoxb-")

    @field_validator("slack_signing_secret")
    @classmethod
    def _signing_secret(cls, value: SecretStr | None) -> SecretStr | None:
        if value is not None and not re.fullmatch("[!-~]+", value.get_secret_value()):
            raise ValueError("it is blank or holds characters no secret has")
        return value

    @field_validator("slack_app_token")
    @classmethod
    def _app_token(cls, value: SecretStr | None) -> SecretStr | None:
        return _token(value, "xapp-")

    @field_validator("slack_api_url")
    @classmethod
    def _web_address(cls, value: str) -> str:
        parts = urlsplit(value)
        if parts.scheme not in ("http", "https") or not parts.hostname or parts.username:
            raise ValueError("this is not a web address that starts with https://")
        return value if value.endswith("/") else value + "/"

    @field_validator("database")
    @classmethod
    def _home(cls, value: Path) -> Path:
        return value.expanduser()

    @field_validator("currency")
    @classmethod
    def _currency_code(cls, value: str) -> str:
        if not re.fullmatch("[A-Z]{3}", value.upper()):
            raise ValueError("this is not a currency code of three letters")
        return value.upper()

    @field_validator("timezone")
    @classmethod
    def _known_zone(cls, value: str) -> str:
        try:
            ZoneInfo(value)
        except (OSError, ValueError, LookupError):
            raise ValueError("no time zone has this name") from None
        return value

    @field_validator("log_level")
    @classmethod
    def _known_level(cls, value: str) -> str:
        if value.upper() not in LOG_LEVELS:
            raise ValueError(f"this is none of {', '.join(LOG_LEVELS)}")
        return value.upper()

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """The environment before the file, whose content `load` hands over as arguments."""
        return (env_settings, init_settings)


def load(*, slack: bool = False) -> Settings:
    """The settings of this process; with `slack` also everything the Slack side cannot start without.

    Raises:
        SettingsError: with every problem found, not only the first.
    """
    written, problems = _read_config()
    settings = None
    try:
        settings = Settings(**written)
    except ValidationError as error:
        problems += tuple(
            _problem(*_place(detail["loc"], written), detail["msg"].removeprefix("Value error, "))
            for detail in error.errors()
        )
    if slack:
        faulty = {problem.name for problem in problems}
        problems += tuple(p for p in _missing_for_slack(written) if p.name not in faulty)
    if problems or settings is None:
        raise SettingsError(problems)
    return settings


def _token(value: SecretStr | None, prefix: str) -> SecretStr | None:
    if value is not None and not re.fullmatch(re.escape(prefix) + r"[A-Za-z0-9-]+", value.get_secret_value()):
        raise ValueError(f"this token does not start with {prefix} or holds characters no token has")
    return value


def _missing_for_slack(written: dict[str, Any]) -> tuple[Problem, ...]:
    """What Slack needs and nobody set; known even when other settings are wrong."""
    given = {name for name, (variable, _) in VARIABLES.items() if os.environ.get(variable) or written.get(name)}
    needed = ["slack_bot_token"]
    if "slack_app_token" not in given:
        needed.append("slack_signing_secret")  # only requests over HTTP are signed
    return tuple(_problem(name, VARIABLES[name][0], "it is not set") for name in needed if name not in given)


def _problem(name: str, shown: str, wrong: str) -> Problem:
    return Problem(shown, wrong, VARIABLES[name][1])


def _place(loc: tuple[int | str, ...], written: dict[str, Any]) -> tuple[str, str]:
    """The setting an error is about, and what it is called where it was set: the variable, or the key in the file."""
    name = next(n for n, (variable, _) in VARIABLES.items() if str(loc[0]) in (n, variable))
    variable = VARIABLES[name][0]
    in_file = name in written and not os.environ.get(variable)
    return name, f"{name!r} in {os.environ.get(CONFIG_VARIABLE)}" if in_file else variable


def _read_config() -> tuple[dict[str, Any], tuple[Problem, ...]]:
    """The settings of the YAML file, if one is named, and what is wrong with the file."""
    path = os.environ.get(CONFIG_VARIABLE)
    if not path:
        return {}, ()
    try:
        written = plain_yaml(Path(path))
    except ConfigError as error:
        return {}, (Problem(CONFIG_VARIABLE, f"{path}{error}", "deploy/settings.example.yaml"),)
    unknown = tuple(
        Problem(f"{key!r} in {path}", "there is no such setting", ", ".join(VARIABLES))
        for key in written
        if key not in VARIABLES
    )
    return {key: value for key, value in written.items() if key in VARIABLES}, unknown
